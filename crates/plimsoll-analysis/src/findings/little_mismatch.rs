//! `little-mismatch`: the users that the recorded times account for, N = X · (R + Z), are more than 2 % (in
//! whole percent) away from the users that were meant to run. Time was spent where nothing measured it, or
//! users had ended.

use super::{Claim, Evidence};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let mismatch = |row: &crate::step::StepRow| {
        let little = row.little.filter(|little| !little.ok && row.requests > 0)?;
        Some(Claim::LittleMismatch {
            step: row.number,
            users: little.users,
            users_accounted: little.users_accounted,
            ratio: little.ratio,
        })
    };
    evidence.run.steps.iter().filter_map(mismatch).collect()
}
