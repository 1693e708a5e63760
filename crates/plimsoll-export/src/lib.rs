//! Runs to what teams already have: Prometheus (remote write), OpenTelemetry (OTLP over HTTP), InfluxDB (line protocol).
//!
//! It follows a run file, as whoever shows a run does, and shares no process with what loads. The file is the buffer: seconds
//! are read when those before them have been taken by the receiver, so a slow receiver costs no memory and a dead one no figure.
//! It does not judge: percentiles are the receiver's to compute, of histograms and counters that add up.
//!
//! Start reading at [`export`], then `totals.rs` and `protocol/`.

mod distribution;
mod export;
mod labels;
mod metric;
mod post;
mod protocol;
mod receiver;
mod totals;

pub use export::{ExportError, ExportSettings, Exported, export};
pub use labels::check_label;
pub use metric::{ExportedMetric, METRICS, MetricKind};
pub use receiver::{Receiver, ReceiverError};
