//! The CPU of the load generator's workers.

use crate::step::StepRow;
use plimsoll_run::StepProblem;

/// More busy seconds than this, and the worker was the limit.
pub const BUSY_SECONDS_PERCENT_MAX: f64 = 10.0;

/// `generator-cpu`: a worker used, or waited for, more than 80 % of a core in more than 10 % of the time. It is one
/// thread: near 100 % it sends later than it should and sees answers later than they came, and the last 20 % are needed
/// for bursts within a second.
pub(super) fn cpu(row: &StepRow) -> Option<StepProblem> {
    let busiest = row.generator.busiest()?;
    (busiest.busy_seconds_percent > BUSY_SECONDS_PERCENT_MAX).then_some(StepProblem::GeneratorCpu {
        worker: busiest.number,
        busy_seconds_percent: busiest.busy_seconds_percent,
        cpu_percent_max: busiest.cpu_percent_max,
        run_delay_percent_mean: busiest.run_delay_percent_mean,
    })
}

/// Waiting for its core longer than this on average, and other work on the machine was the limit.
pub const RUN_DELAY_PERCENT_MAX: f64 = 10.0;
/// More than this, and the figures have an uncertainty by it.
pub const RUN_DELAY_PERCENT_UNCERTAIN: f64 = 5.0;

/// `generator-delayed`: a worker was ready to run and other work had its core, for more than 10 % of the time on
/// average, and too much of the load was not put on; from 5 % the finding `generator-delayed` warns. Not said beside
/// `generator-cpu`, which contains it.
pub(super) fn run_delay(row: &StepRow) -> Option<StepProblem> {
    let worker = row.generator.most_delayed()?;
    let run_delay_percent_mean = worker.run_delay_percent_mean;
    let limited = run_delay_percent_mean > RUN_DELAY_PERCENT_MAX && cpu(row).is_none();
    (limited && super::timing::load_is_missing(row))
        .then_some(StepProblem::GeneratorDelayed { worker: worker.number, run_delay_percent_mean })
}
