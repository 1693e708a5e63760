//! Performs one run: step after step, into the run file.

mod arrivals;
mod count;
mod judge;
mod perform;
#[cfg(test)]
mod tests;

pub use perform::{PerformError, Performance, RunSetup, perform};
