//! Performs one run: step after step, into the run file.

mod count;
mod perform;
#[cfg(test)]
mod tests;

pub(crate) use count::Window;
pub use perform::{PerformError, Performance, RunSetup, perform};
