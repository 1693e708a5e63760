//! JMeter's result files: CSV in every dialect, XML, and what other tools write in the same shape.

pub(crate) mod attributes;
pub mod columns;
pub mod csv;
pub mod record;
mod sub_results;
pub mod xml;

pub use record::count_columns;

/// The response message of a transaction controller's sample begins so (JMeter, `TransactionController`).
pub(crate) const TRANSACTION: &str = "Number of samples in transaction : ";
