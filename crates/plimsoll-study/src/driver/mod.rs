//! Performs one run: step after step, into the run file.

mod beside;
mod completing;
mod count;
mod perform;
mod presence;
mod step;
mod surroundings;
#[cfg(test)]
mod tests;

pub use completing::Completing;
pub(crate) use count::Window;
pub use perform::{PerformError, Performance, RunSetup, perform};
pub use surroundings::{Surroundings, record_failure};
