//! Do the requirements hold in a window?

mod arrivals;
mod judge;
mod share;

pub use arrivals::ArrivalCount;
pub use judge::{WindowJudge, measured_seconds};
#[cfg(test)]
pub use share::{Batch, judge_share};
