//! `maximum-not-found`: the capacity is only a lower bound; the last step still gained its goal, or there
//! was no more load, or the run ended early.

use super::{Claim, Evidence};
use crate::capacity::Capacity;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let Capacity::LowerBound { best, reason } = &evidence.run.capacity else { return Vec::new() };
    vec![Claim::MaximumNotFound {
        best_step: best.step,
        best_per_s: best.throughput_per_s.value,
        reason: reason.clone(),
    }]
}
