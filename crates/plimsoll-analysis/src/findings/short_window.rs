//! `window-too-short`: less than 10 seconds were measured. Whatever happens once a minute was not seen.

use super::{Claim, Evidence};

const MIN_S: f64 = 10.0;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let short = evidence.run.steps.iter().filter(|row| row.measured_s < MIN_S && row.requests > 0);
    short
        .map(|row| Claim::WindowTooShort { step: row.number, measured_s: row.measured_s, min_s: MIN_S })
        .collect()
}
