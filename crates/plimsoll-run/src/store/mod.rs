//! The run file: one SQLite database per run. Its tables are described in `SCHEMA.md`.
//!
//! A [`RunWriter`] is fed with events while the run goes; [`Run::open`](crate::Run::open) reads the file,
//! finished or not. The file does not decide which seconds count, and stores no figure that is derived
//! from several intervals.

mod answer_rows;
mod block;
mod error;
mod exchange_rows;
mod generator_rows;
mod interval_rows;
mod job_rows;
mod live;
mod node_rows;
mod points;
mod reader;
mod rows;
mod schema;
mod sums;
mod telemetry_reader;
mod telemetry_rows;
mod telemetry_writer;
mod texts;
mod writer;

pub use error::StoreError;
pub use live::{LivePart, LivePosition, LiveReader};
pub use schema::{APPLICATION_ID, SCHEMA_VERSION};
pub use telemetry_reader::TelemetryReader;
pub use texts::{NAMES_MAX, NAMES_PROPERTY, OTHER_NAMES};
pub use writer::{EncodedInterval, RunWriter};
