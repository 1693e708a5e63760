//! `knee-below-range`: the smallest load already brings 97 % of the highest throughput. The system was
//! saturated from the start, so its knee was never measured.

use super::{Claim, Evidence};
use crate::step::StepRow;

const SHARE: f64 = 0.97;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let valid = || evidence.run.steps.iter().filter(|row| row.is_valid());
    let x = |row: &StepRow| row.throughput_per_s.value;
    let (Some(first), Some(highest)) = (valid().min_by_key(|r| r.users), valid().max_by_key(|r| r.users))
    else {
        return Vec::new();
    };
    let max_per_s = valid().map(x).fold(0.0, f64::max);
    if highest.users <= first.users || x(first) < SHARE * max_per_s {
        return Vec::new();
    }
    vec![Claim::KneeBelowRange {
        first_step: first.number,
        first_users: first.users,
        first_per_s: x(first),
        max_per_s,
        share_percent: 100.0 * x(first) / max_per_s,
    }]
}
