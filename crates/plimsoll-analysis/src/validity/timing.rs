//! How late the load generator may be before the times that it measures are its own.
//!
//! A timer that fires late is in the response time of the arrival it was to start; an answer that waits for the
//! end of a turn is in its service time. Above a tenth of the median service time figures are given with this
//! uncertainty. Above half of it, and where more than a tenth of a closed model's load was not put on, the step is
//! invalid: it is one of another load. Below 2 ms (1 ms for an uncertainty) nothing is said: it is what the timers and
//! the scheduler of a general operating system deliver.

use crate::step::StepRow;
use plimsoll_run::{SECOND_US, StepProblem};

/// Of the median service time: above it the step is invalid.
pub const TIMING_PERCENT_MAX: f64 = 50.0;
pub const TIMING_US_MIN: u64 = 2_000;
/// Of the load of a closed model: above it a step whose timers were late is one of another load.
pub const LOAD_LOST_PERCENT_MAX: f64 = 10.0;
/// Of the measured time.
pub const STOPPED_PERCENT_MAX: f64 = 5.0;
/// Of the median service time: above it the step is in doubt.
pub const TIMING_UNCERTAIN_PERCENT: f64 = 10.0;
pub const TIMING_UNCERTAINTY_US_MIN: u64 = 1_000;

/// What is allowed, and the median service time; `None` where nothing was measured.
fn limit_us(row: &StepRow) -> Option<(u64, u64)> {
    let service_p50_us = row.service().p50_us?;
    Some((share_us(service_p50_us, TIMING_PERCENT_MAX).max(TIMING_US_MIN), service_p50_us))
}

/// Above this, lateness and turns put the step's times in doubt.
pub fn timing_uncertainty_us(row: &StepRow) -> Option<u64> {
    Some(share_us(row.service().p50_us?, TIMING_UNCERTAIN_PERCENT).max(TIMING_UNCERTAINTY_US_MIN))
}

fn share_us(us: u64, percent: f64) -> u64 {
    (us as f64 * percent / 100.0) as u64
}

/// More of the load was not put on than a step of it may lack.
pub(super) fn load_is_missing(row: &StepRow) -> bool {
    row.uncertainty.is_some_and(|found| 100.0 * found.load > LOAD_LOST_PERCENT_MAX)
}

/// `generator-stopped`: in more than 5 % of the measured time the load generator did not run at all: a process that was
/// stopped, a machine that was suspended, a turn that did not end. What was due then came later, all at once.
pub(super) fn stopped(row: &StepRow) -> Option<StepProblem> {
    let stopped_us = row.uncertainty?.stopped_us;
    let measured_us = (row.measured_s * SECOND_US as f64) as u64;
    (100.0 * stopped_us as f64 > STOPPED_PERCENT_MAX * measured_us as f64)
        .then_some(StepProblem::GeneratorStopped { stopped_us, measured_us })
}

/// `generator-lateness`: timers (starts, arrivals, think times, and a beat of each worker's own) were late, at the 99th
/// percentile, by more than half of the median service time and more than 2 ms, and more than 10 % of the load of a closed
/// model was not put on for it (on average they were later than a tenth of the time from one request of a user to the next, and
/// workers were away for more than a tenth of the time).
pub(super) fn lateness(row: &StepRow) -> Option<StepProblem> {
    let lateness_p99_us = row.generator.lateness_p99_us?;
    let (limit_us, service_p50_us) = limit_us(row)?;
    (lateness_p99_us > limit_us && load_is_missing(row)).then_some(StepProblem::GeneratorLateness {
        lateness_p99_us,
        limit_us,
        service_p50_us,
    })
}

/// `generator-turns`: in more than 10 % of the seconds a worker's longest turn took more than half of the median
/// service time and more than 2 ms, and more than 10 % of the load was not put on. All answers of a turn have already come when it begins; the last one is seen at its
/// end. Single long turns do not count: they reach few answers.
pub(super) fn turns(row: &StepRow) -> Option<StepProblem> {
    let (turn_us_p90, turn_us_max) = (row.generator.turn_us_p90?, row.generator.turn_us_max?);
    let (limit_us, service_p50_us) = limit_us(row)?;
    (turn_us_p90 > limit_us && load_is_missing(row)).then_some(StepProblem::GeneratorTurns {
        turn_us_p90,
        turn_us_max,
        limit_us,
        service_p50_us,
    })
}
