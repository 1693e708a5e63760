//! `knee-below-range`: the smallest load already brings 97 % of the highest throughput. The system was
//! saturated from the start, so its knee was never measured.

use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::step::StepRow;

thresholds!("knee-below-range", Limits {
    /// % of the highest throughput
    percent = 97.0,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let valid = || evidence.run.steps.iter().filter(|row| row.is_of_all_servers());
    let x = |row: &StepRow| row.throughput_per_s.value;
    let load = |row: &StepRow| row.load().value();
    let by_load = |a: &&StepRow, b: &&StepRow| load(a).total_cmp(&load(b));
    let (Some(first), Some(highest)) = (valid().min_by(by_load), valid().max_by(by_load)) else {
        return Vec::new();
    };
    let max_per_s = valid().map(x).fold(0.0, f64::max);
    if load(highest) <= load(first) || x(first) < Limits::of(evidence.settings()).percent / 100.0 * max_per_s
    {
        return Vec::new();
    }
    vec![Claim::KneeBelowRange {
        first_step: first.number,
        first_load: first.load(),
        first_per_s: x(first),
        max_per_s,
        share_percent: 100.0 * x(first) / max_per_s,
    }]
}
