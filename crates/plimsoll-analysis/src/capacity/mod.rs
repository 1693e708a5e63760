//! How much the system carries: by steps of more and more load, or by a search for the highest rate that holds.

mod gain;
mod load;
mod operating_point;
mod pool;
mod rate;
mod scatter;

pub use gain::{Gain, gain_estimate};
pub use load::{BoundReason, Capacity};
pub use operating_point::{BEST_OF_S, OperatingPoint, Projection};
pub use pool::SlowerService;
pub use rate::{ProbedRate, ProbedWindow, RateCapacity, RateReason, RateResult};
pub use scatter::Scatter;

pub(crate) use load::{NEARLY, OtherTransactions, capacity, of_rising};
pub(crate) use operating_point::{best_of, best_step, of_load};
