//! CSV files whose rows become variables.

mod file;
mod position;

pub use file::DataError;
pub use position::{DataRow, Positions};
