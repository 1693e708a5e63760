//! `generator-cpu`: a worker used, or waited for, more than 80 % of a core in more than 10 % of the time. It is
//! one thread: near 100 % it sends later than it should and sees answers later than they came, and the last
//! 20 % are needed for bursts within a second.

use super::StepProblem;
use super::nothing::all_refused;
use crate::step::StepRow;

/// A worker's second counts as busy when it used, or waited for, more than this share of one core.
pub const CPU_BUSY_PERCENT: f64 = 80.0;
/// More busy seconds than this, and the worker was the limit.
pub const BUSY_SECONDS_PERCENT_MAX: f64 = 10.0;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let busiest = row.generator.busiest()?;
    (busiest.busy_seconds_percent > BUSY_SECONDS_PERCENT_MAX && !all_refused(row)).then_some(
        StepProblem::GeneratorCpu {
            worker: busiest.number,
            busy_seconds_percent: busiest.busy_seconds_percent,
            cpu_percent_max: busiest.cpu_percent_max,
            run_delay_percent_mean: busiest.run_delay_percent_mean,
        },
    )
}
