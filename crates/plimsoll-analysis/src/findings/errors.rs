//! `errors`: surely (Wilson's lower bound) more than 1 % of a step's requests failed.

use super::{Claim, Evidence};
use crate::step::StepRow;

const PERCENT_MAX: f64 = 1.0;
/// Kinds and details named in the finding.
const TOP: usize = 3;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let claim = |row: &StepRow| Claim::HighErrors {
        step: row.number,
        errors: row.errors,
        requests: row.requests,
        errors_percent: row.errors_percent,
        top: row.error_details.iter().filter(|e| !e.kind.is_generators()).take(TOP).cloned().collect(),
    };
    let steps = evidence.run.steps.iter();
    steps.filter(|row| row.errors_percent_bounds_95.low > PERCENT_MAX).map(claim).collect()
}
