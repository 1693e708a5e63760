//! Intervals: how far a figure could be off.

mod bootstrap;
mod estimate;
mod wilson;

pub use bootstrap::{RESAMPLES, SECONDS_MIN, ratio_bounds};
pub use estimate::{Bounds, Estimate};
pub use wilson::wilson;

/// Standard normal quantile for a two-sided 95 % interval.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;
