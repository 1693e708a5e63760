//! Intervals, tests, trends and changes: how far a figure could be off, and whether a difference is one.
//!
//! Pure functions of slices. Seeds are passed in, p values are two-sided, intervals are 95 %. Every figure is checked
//! against SciPy or NumPy on fixed data, in the tests beside it. Distributions come from `statrs`; the tests themselves
//! are a few lines each, and no crate gives them with their intervals.

mod batch_means;
mod bootstrap;
mod change_points;
mod distribution;
mod e_divisive;
mod estimate;
mod mean_of_windows;
mod middle_means;
mod mser;
mod one_change;
mod rank_sum;
mod ratio_of_means;
mod running_median;
mod sample;
mod theil_sen;
mod trend;
mod wilson;

pub use batch_means::{BATCHES, batch_means};
pub use bootstrap::{RESAMPLES, SECONDS_MIN, ratio_bounds};
pub use change_points::segments;
pub(crate) use distribution::normal_p as two_sided_p;
pub use e_divisive::{ChangePoint, HISTORY_MAX, e_divisive};
pub use estimate::{Bounds, Estimate, Z_95};
pub use mean_of_windows::mean_of_windows;
pub use middle_means::middle_means;
pub use mser::{MSER_VALUES_MIN, mser5};
pub(crate) use one_change::one_change;
pub use rank_sum::{RankSum, mann_whitney};
pub use ratio_of_means::{
    POWER, RatioOfMeans, mean_difference, ratio_of_estimates, ratio_of_means, ratio_of_pairs, smallest_effect,
};
pub use running_median::running_median;
pub use theil_sen::{Slope, theil_sen};
pub use trend::{TREND_VALUES_MIN, Trend, mann_kendall, seasonal_kendall};
pub use wilson::wilson;

/// Seeds for parts that must not share their random numbers (SplitMix64's increment).
pub(crate) fn resampling_seed(seed: u64, part: u64) -> u64 {
    seed ^ (part + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
