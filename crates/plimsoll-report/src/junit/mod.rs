//! JUnit XML, for what builds software.

mod comparison;
mod escape;
mod report;

pub use comparison::{comparison_junit, history_junit, series_junit};
pub use report::junit;
