//! `generator-delayed`: a worker was ready to run and other work had its core, for more than 10 % of the time on
//! average; from 5 % the finding `generator-delayed` warns. Not said beside `generator-cpu`, which contains it.

use super::nothing::all_refused;
use super::{StepProblem, cpu};
use crate::step::StepRow;

/// Waiting for its core longer than this on average, and other work on the machine was the limit.
pub const RUN_DELAY_PERCENT_MAX: f64 = 10.0;
/// More than this, and the figures are in doubt.
pub const RUN_DELAY_PERCENT_DOUBT: f64 = 5.0;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let worker = row.generator.most_delayed()?;
    let run_delay_percent_mean = worker.run_delay_percent_mean;
    let limited = run_delay_percent_mean > RUN_DELAY_PERCENT_MAX && cpu::check(row).is_none();
    (limited && !all_refused(row))
        .then_some(StepProblem::GeneratorDelayed { worker: worker.number, run_delay_percent_mean })
}
