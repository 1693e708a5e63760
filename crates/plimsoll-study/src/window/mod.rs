//! Do the requirements hold in a window?

mod arrivals;
mod judge;

pub use arrivals::ArrivalCount;
pub use judge::{WindowJudge, measured_seconds};
