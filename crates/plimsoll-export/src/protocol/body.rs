//! What goes to a receiver at once, and what it is made of.

use crate::labels::SeriesLabels;
use crate::totals::ExportedPoint;
use plimsoll_run::Second;

/// What is posted at once.
pub struct PostBody {
    pub bytes: Vec<u8>,
    pub headers: &'static [(&'static str, &'static str)],
    /// Figures in it.
    pub points: u64,
    /// What an answer that says yes says against it.
    pub rejected: fn(&str) -> Option<String>,
}

/// Some seconds of a run.
pub struct ExportBatch<'a> {
    pub labels: &'a SeriesLabels,
    /// Microseconds since 1970 at the run's start.
    pub started_unix_us: i64,
    pub seconds: &'a [Second],
    /// The same, added up.
    pub points: &'a [ExportedPoint],
}

pub fn nothing_rejected(_: &str) -> Option<String> {
    None
}
