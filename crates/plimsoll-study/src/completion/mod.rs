//! Where events arrive: the time from sending to arrival, and what is lost or doubled on the way.

mod ledger;
mod sink;
mod tracker;

pub use ledger::{Ledger, SentStep};
pub(crate) use sink::SinkPosition;
pub use sink::{EventArrivals, SinkError};
pub use tracker::CompletionTracker;

use std::time::Duration;

/// What a study says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionSpec {
    /// Address of the sink: `http://127.0.0.1:3904`.
    pub events: String,
    /// The transaction that has the times.
    pub transaction: String,
    /// The requests that send events; `None`: all.
    pub of: Option<String>,
    /// How long the last events are waited for.
    pub timeout: Duration,
}
