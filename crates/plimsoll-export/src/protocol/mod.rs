//! Figures as each receiver wants them.

mod influx;
mod otlp;
mod prometheus;
mod protobuf;

use crate::labels::SeriesLabels;
use crate::receiver::ProtocolName;
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

/// Figures of a body; a batch becomes several.
const POINTS_MAX: usize = 2_000;

pub fn bodies(protocol: ProtocolName, batch: &ExportBatch) -> Vec<PostBody> {
    match protocol {
        ProtocolName::Prometheus { histograms } => {
            batch.points.chunks(POINTS_MAX).map(|points| prometheus::body(points, histograms)).collect()
        }
        ProtocolName::Otlp { histograms } => {
            batch.points.chunks(POINTS_MAX).map(|points| otlp::body(points, histograms)).collect()
        }
        ProtocolName::Influx => influx::bodies(batch),
    }
}

fn nothing_rejected(_: &str) -> Option<String> {
    None
}
