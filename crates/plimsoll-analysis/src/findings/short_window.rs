//! `window-too-short`: less than 10 seconds were measured. Whatever happens once a minute was not seen.

use super::{Claim, Evidence};
use crate::step::StepRow;

const MIN_S: f64 = 10.0;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let rows = evidence.run.steps.iter();
    let short: Vec<&StepRow> = rows.filter(|row| row.measured_s < MIN_S && row.requests > 0).collect();
    if short.is_empty() {
        return Vec::new();
    }
    let lengths = || short.iter().map(|row| row.measured_s);
    vec![Claim::WindowTooShort {
        steps: short.iter().map(|row| row.number).collect(),
        measured_s_min: lengths().fold(f64::INFINITY, f64::min),
        measured_s_max: lengths().fold(0.0, f64::max),
        min_s: MIN_S,
    }]
}
