//! Figures as each receiver wants them.

mod body;
mod influx;
mod otlp;
mod prometheus;
mod protobuf;

pub use body::{ExportBatch, PostBody};

use crate::receiver::ProtocolName;

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
