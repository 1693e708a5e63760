//! Which step comes next: pure decisions from the history of a run.

mod capacity;
mod climb;
mod fixed;
mod load;
mod next;

pub use capacity::{CapacitySearch, CapacitySpec};
pub use climb::{CLIMB_REPEATS_MAX, ClimbSearch};
pub use fixed::FixedSearch;
pub use load::{ArrivalRate, LoadLevel, LoadStage, Users};
pub use next::{Next, Observed, StepSearch, WindowAnswer, best};
