//! Performs one run: step after step, into the run file.

mod before;
mod completion;
mod context;
mod count;
mod jobs;
mod perform;
mod reachability;
mod stages;
mod step;
mod system;
#[cfg(test)]
mod tests;

pub use context::{RunContext, record_failure};
pub(crate) use count::PlannedWindow;
pub use perform::{PerformError, Performance, RunSetup, perform};
