//! `generator-delayed`: a worker was ready to run and waited for its core for more than 5 % of a valid step:
//! other work, the server perhaps, had it. Above 10 % the step is invalid, see `generator_limited`.

use super::{Claim, Evidence};
use crate::validity::RUN_DELAY_PERCENT_DOUBT;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let valid = evidence.run.steps.iter().filter(|row| row.is_valid());
    let delayed: Vec<(u32, f64)> = valid
        .filter_map(|row| Some((row.number, row.generator.most_delayed()?.run_delay_percent_mean)))
        .filter(|(_, percent)| *percent > RUN_DELAY_PERCENT_DOUBT)
        .collect();
    if delayed.is_empty() {
        return Vec::new();
    }
    vec![Claim::GeneratorDelayed {
        steps: delayed.iter().map(|(step, _)| *step).collect(),
        run_delay_percent_max: delayed.iter().map(|(_, percent)| *percent).fold(0.0, f64::max),
    }]
}
