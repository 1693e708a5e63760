//! How late the load generator may be before the times that it measures are its own.
//!
//! A timer that fires late is in the response time of the arrival it was to start; an answer that waits for the
//! end of a turn is in its service time. Both errors are to be small beside what is measured: above half of the
//! median service time the figures speak of the generator as much as of the server, and the step is invalid;
//! above a tenth they are in doubt. Below 2 ms (1 ms for doubt) nothing is said: it is what the timers and the
//! scheduler of a general operating system deliver.

use super::requests::all_refused;
use crate::step::StepRow;
use plimsoll_run::StepProblem;

/// Of the median service time: above it the step is invalid.
pub const TIMING_PERCENT_MAX: f64 = 50.0;
pub const TIMING_US_MIN: u64 = 2_000;
/// Of the median service time: above it the step is in doubt.
pub const TIMING_DOUBT_PERCENT: f64 = 10.0;
pub const TIMING_DOUBT_US_MIN: u64 = 1_000;

/// What is allowed, and the median service time; `None` where nothing was measured.
fn limit_us(row: &StepRow) -> Option<(u64, u64)> {
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

/// `generator-lateness`: timers (starts, arrivals, think times, and a beat of each worker's own) were late, at the 99th
/// percentile, by more than half of the median service time and more than 2 ms.
pub(super) fn lateness(row: &StepRow) -> Option<StepProblem> {
    let lateness_p99_us = row.generator.lateness_p99_us?;
    let (limit_us, service_p50_us) = limit_us(row)?;
    (lateness_p99_us > limit_us).then_some(StepProblem::GeneratorLateness {
        lateness_p99_us,
        limit_us,
        service_p50_us,
    })
}

/// `generator-turns`: in more than 10 % of the seconds a worker's longest turn took more than half of the median
/// service time and more than 2 ms. All answers of a turn have already come when it begins; the last one is seen at its
/// end. Single long turns do not count: they reach few answers.
pub(super) fn turns(row: &StepRow) -> Option<StepProblem> {
    let (turn_us_p90, turn_us_max) = (row.generator.turn_us_p90?, row.generator.turn_us_max?);
    let (limit_us, service_p50_us) = limit_us(row)?;
    (turn_us_p90 > limit_us && !all_refused(row)).then_some(StepProblem::GeneratorTurns {
        turn_us_p90,
        turn_us_max,
        limit_us,
        service_p50_us,
    })
}
