//! What is said of a recording while it is made, and when it has ended.

use super::error::RecordError;
use std::time::Duration;

/// What happens while it is recorded.
#[derive(Debug)]
pub enum RecordEvent {
    /// A page began.
    Page(String),
    Exchange {
        method: String,
        url: String,
        /// `None`: there was no answer.
        status: Option<u16>,
        took: Duration,
        is_resource: bool,
        /// Why there was no answer.
        failure: Option<String>,
        messages: usize,
    },
    /// A client does not take a certificate that the recording made for this host.
    Distrusted { host: String, error: String },
    /// The archive can't be written any more: nothing else is recorded.
    Broken(RecordError),
    /// The archive is as large as it may get: from now on without bodies.
    Full,
}

/// What was recorded.
#[derive(Debug)]
pub struct RecordingSummary {
    pub exchanges: u64,
    pub pages: usize,
    /// Hosts of the site, as far as a browser said what is: all of them where none did.
    pub hosts: Vec<String>,
    /// Hosts of other sites, with their numbers of requests.
    pub foreign_hosts: Vec<(String, u64)>,
    pub distrusted: Vec<String>,
    /// Requests of a browser for itself, which are not recorded.
    pub errands: u64,
}
