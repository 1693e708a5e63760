//! JMeter's result files: a row per sample, as `CSVSaveService` and `SampleResultConverter` write them.
//!
//! Written here, for only this crate knows on-disk forms; read by `plimsoll-telemetry`, which reads what others wrote.

mod columns;
mod csv;
mod masking;
mod writer;
mod xml;

pub use columns::{JtlColumn, JtlColumns};
pub use writer::{JtlError, JtlFormat, JtlWriter};
