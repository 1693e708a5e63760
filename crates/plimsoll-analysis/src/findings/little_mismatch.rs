//! `little-mismatch`: the users that the recorded times account for, N = X · (R + Z), are more than 2 % (in
//! whole percent) away from the users that were meant to run, and requests that lie across the window's ends do not explain it.
//! Time was spent where nothing measured it, or users had ended. Steps with too few and steps with too many users are two
//! findings.

use super::{Claim, Evidence};

/// In less, the requests that lie across the window's ends are more than 2 %.
const SECONDS_MIN: f64 = 10.0;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let off: Vec<(u32, f64)> = evidence
        .run
        .steps
        .iter()
        .filter(|row| row.requests > 0 && row.measured_s >= SECONDS_MIN)
        .filter_map(|row| {
            Some((row.number, row.little.filter(|little| !little.ok && !little.explained)?.ratio))
        })
        .collect();
    let (few, many): (Vec<_>, Vec<_>) = off.into_iter().partition(|(_, ratio)| *ratio < 1.0);
    [few, many].iter().filter(|found| !found.is_empty()).map(|found| claim(found)).collect()
}

fn claim(found: &[(u32, f64)]) -> Claim {
    let ratios = || found.iter().map(|(_, ratio)| *ratio);
    Claim::LittleMismatch {
        steps: found.iter().map(|(step, _)| *step).collect(),
        ratio_min: ratios().fold(f64::INFINITY, f64::min),
        ratio_max: ratios().fold(0.0, f64::max),
    }
}
