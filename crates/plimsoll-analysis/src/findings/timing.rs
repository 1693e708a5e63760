//! How late the load generator was in a step.

use crate::step::StepRow;
use crate::validity::{RUN_DELAY_PERCENT_UNCERTAIN, StepProblem, timing_uncertainty_us};

/// Its timing is degraded. Where most of it failed, or hung, it is not asked: it is the system's failures that count there.
pub(crate) fn is_degraded(row: &StepRow) -> bool {
    if row.problems.iter().any(StepProblem::is_systems) {
        return false;
    }
    run_delay(row).is_some() || lateness_us(row).is_some() || turn_us(row).is_some()
}

/// In percent of the time, where it is too much.
pub(super) fn run_delay(row: &StepRow) -> Option<f64> {
    let percent = row.generator.most_delayed()?.run_delay_percent_mean;
    (percent > RUN_DELAY_PERCENT_UNCERTAIN).then_some(percent)
}

pub(super) fn lateness_us(row: &StepRow) -> Option<u64> {
    let limit_us = timing_uncertainty_us(row)?;
    row.generator.lateness_p99_us.filter(|late_us| *late_us > limit_us)
}

pub(super) fn turn_us(row: &StepRow) -> Option<u64> {
    let limit_us = timing_uncertainty_us(row)?;
    row.generator.turn_us_p90.filter(|turn_us| *turn_us > limit_us)
}
