//! `generator-delayed`: in a valid step the load generator was late in doubtful measure. A worker was ready to run
//! and waited for its core for more than 5 % of the time, or its timers (p99) or its longest turns (p90 over the
//! seconds) took more than a tenth of the median service time and 1 ms. Above twice and five times that the step is
//! invalid, see `generator_limited`.

use super::{Claim, Evidence};
use crate::step::StepRow;
use crate::validity::{RUN_DELAY_PERCENT_DOUBT, timing_doubt_us};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let valid: Vec<&StepRow> = evidence.run.steps.iter().filter(|row| row.is_valid()).collect();
    let steps: Vec<u32> = valid.iter().filter(|row| is_late(row)).map(|row| row.number).collect();
    if steps.is_empty() {
        return Vec::new();
    }
    vec![Claim::GeneratorDelayed {
        steps,
        run_delay_percent_max: valid.iter().filter_map(|row| run_delay(row)).reduce(f64::max),
        lateness_us_max: valid.iter().filter_map(|row| lateness_us(row)).max(),
        turn_us_max: valid.iter().filter_map(|row| turn_us(row)).max(),
    }]
}

/// Valid, but its times are in doubt.
pub(super) fn is_late(row: &StepRow) -> bool {
    run_delay(row).is_some() || lateness_us(row).is_some() || turn_us(row).is_some()
}

fn run_delay(row: &StepRow) -> Option<f64> {
    let percent = row.generator.most_delayed()?.run_delay_percent_mean;
    (percent > RUN_DELAY_PERCENT_DOUBT).then_some(percent)
}

fn lateness_us(row: &StepRow) -> Option<u64> {
    let limit_us = timing_doubt_us(row)?;
    row.generator.lateness_p99_us.filter(|late_us| *late_us > limit_us)
}

fn turn_us(row: &StepRow) -> Option<u64> {
    let limit_us = timing_doubt_us(row)?;
    row.generator.turn_us_p90.filter(|turn_us| *turn_us > limit_us)
}
