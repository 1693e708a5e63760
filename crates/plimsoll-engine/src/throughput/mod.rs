//! What users share who wait for more than a pause: the throughput that they have together, a schedule, one
//! another. Only requests with such a timer touch anything in here.

mod constant;
mod random;
mod rendezvous;
mod shape;
mod state;

pub use constant::{delay_ms, interval_ms};
pub use rendezvous::Arrival;
pub use state::{Period, SharedTimers, Turn};
