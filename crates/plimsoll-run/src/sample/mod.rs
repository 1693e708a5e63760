//! Finished samples, one by one: what a sample log holds beside the intervals.

mod chain;
mod words;

pub use chain::{RequestChain, joined};
pub use words::{NotAnswered, not_answered};

use std::sync::Arc;

/// A finished request or transaction, with the fields and the meaning of JMeter's `SampleResult`. Times are whole
/// milliseconds, as there.
// As wide as JMeter's result files: each field is one of their columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampleRow {
    pub kind: SampleKind,
    /// When it began, milliseconds since 1970.
    pub started_unix_ms: i64,
    /// From its start to its end, without `idle_ms`.
    pub elapsed_ms: u64,
    /// Of a transaction: what was thought and waited in it, where its time is without.
    pub idle_ms: u64,
    /// To the first byte of the answer; 0: there was none.
    pub latency_ms: u64,
    /// Until connected, TLS included; 0: over a connection that there was.
    pub connect_ms: u64,
    pub label: String,
    /// `200`, or `Non HTTP response code: ` and JMeter's reason.
    pub code: String,
    pub message: String,
    /// `Group 1-3`: the group, its number among the groups of its phase, and the user's number.
    pub thread: Arc<str>,
    pub data: DataType,
    /// The `charset` of the answer's type, where it has one.
    pub encoding: String,
    pub success: bool,
    /// What the first failed check said.
    pub failure: Option<String>,
    pub bytes: u64,
    pub bytes_sent: u64,
    /// Users at work when it ended: of the same group, and all.
    pub group_threads: u32,
    pub all_threads: u32,
    /// Of the last request; none for a transaction.
    pub url: Option<String>,
    /// Values of the variables that the log was asked for, in that order.
    pub variables: Vec<String>,
    /// What it consists of: answers of a redirect chain, a page and its resources, requests of a transaction.
    pub sub_results: Vec<SampleRow>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SampleKind {
    #[default]
    Http,
    /// A transaction, or what is not HTTP.
    Other,
}

/// How JMeter tells answers apart by their `Content-Type`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataType {
    /// The answer did not say.
    #[default]
    Unknown,
    Text,
    Binary,
}

impl DataType {
    /// `SampleResult.setEncodingAndType`: everything is text but pictures, sound and films.
    pub fn of(content_type: &str) -> DataType {
        const LISTS: [&str; 3] = ["audio/x-mpegurl", "audio/mpegurl", "video/f4m"];
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| content_type.starts_with(prefix));
        match starts(&["image/", "audio/", "video/"]) && !starts(&LISTS) {
            true => DataType::Binary,
            false => DataType::Text,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            DataType::Unknown => "",
            DataType::Text => "text",
            DataType::Binary => "bin",
        }
    }
}

impl SampleRow {
    /// When it ended, milliseconds since 1970.
    pub fn ended_unix_ms(&self) -> i64 {
        self.started_unix_ms + (self.elapsed_ms + self.idle_ms) as i64
    }
}
