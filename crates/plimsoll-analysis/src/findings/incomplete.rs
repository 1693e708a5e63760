//! `run-cut-off`: the run has no end. `run-stopped`: it ended before everything asked for was done.

use super::{Claim, Evidence};
use crate::measured::ended_by_itself;
use plimsoll_run::SECOND_US;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let searched = evidence.run.rate_capacity().is_some();
    let claim = match &evidence.run.end {
        None => Some(Claim::RunCutOff {
            last_step: evidence.run.steps.last().map(|row| row.number),
            recorded_to_us: recorded_to_us(evidence),
        }),
        Some(end) if !ended_by_itself(&end.reason, searched) => {
            Some(Claim::RunStopped { reason: end.reason.clone(), at_us: end.at_us })
        }
        Some(_) => None,
    };
    claim.into_iter().collect()
}

fn recorded_to_us(evidence: &Evidence) -> u64 {
    let seconds = evidence.windows.iter().flat_map(|w| &w.seconds);
    seconds.map(|s| (u64::from(s.second) + 1) * SECOND_US).max().unwrap_or(0)
}
