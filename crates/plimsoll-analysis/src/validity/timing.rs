//! How late the load generator may be before the times that it measures are its own.
//!
//! A timer that fires late is in the response time of the arrival it was to start; an answer that waits for the
//! end of a turn is in its service time. Both errors are to be small beside what is measured: above half of the
//! median service time the figures speak of the generator as much as of the server, and the step is invalid;
//! above a tenth they are in doubt. Below 2 ms (1 ms for doubt) nothing is said: it is what the timers and the
//! scheduler of a general operating system deliver.

use crate::step::StepRow;

/// Of the median service time: above it the step is invalid.
pub const TIMING_PERCENT_MAX: f64 = 50.0;
pub const TIMING_US_MIN: u64 = 2_000;
/// Of the median service time: above it the step is in doubt.
pub const TIMING_DOUBT_PERCENT: f64 = 10.0;
pub const TIMING_DOUBT_US_MIN: u64 = 1_000;

/// What is allowed, and the median service time; `None` where nothing was measured.
pub(super) fn limit_us(row: &StepRow) -> Option<(u64, u64)> {
    let service_p50_us = row.service().p50_us?;
    Some((share_us(service_p50_us, TIMING_PERCENT_MAX).max(TIMING_US_MIN), service_p50_us))
}

/// Above this, lateness and turns put the step's times in doubt.
pub fn timing_doubt_us(row: &StepRow) -> Option<u64> {
    Some(share_us(row.service().p50_us?, TIMING_DOUBT_PERCENT).max(TIMING_DOUBT_US_MIN))
}

fn share_us(us: u64, percent: f64) -> u64 {
    (us as f64 * percent / 100.0) as u64
}
