//! A server whose delays are programmed and measured, to prove instruments by.
//!
//! Start reading at [`ReferenceTarget`]; [`delays`] has the arithmetic.

mod arrivals;
mod connection;
pub mod delays;
mod record;
mod request;
mod server;
mod target;

pub use arrivals::{Gaps, STAMPS_MAX, ScheduleDeviation};
pub use delays::{Distribution, DistributionError, Stall};
pub use record::{DurationHistogram, PERCENTS, Truth};
pub use target::{ReferenceSetup, ReferenceTarget};
