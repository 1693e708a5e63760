//! What users share who wait for more than a pause: the throughput that they have together, a schedule, one
//! another. Only requests with such a timer touch anything in here.

mod constant;
mod gathering;
mod random;
mod shape;
mod state;

pub use constant::{delay_ms, interval_ms};
pub use gathering::Arrival;
pub use state::{Period, SharedTimers, Turn};
