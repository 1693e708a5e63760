//! Performs one run: step after step, into the run file.

mod count;
mod perform;
mod presence;
mod surroundings;
#[cfg(test)]
mod tests;

pub(crate) use count::Window;
pub use perform::{PerformError, Performance, RunSetup, perform};
pub use surroundings::{Surroundings, record_failure};
