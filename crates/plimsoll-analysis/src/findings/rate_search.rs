//! `capacity-not-found`: a capacity search ended without a rate that holds next to one that fails: the highest
//! rate still holds, no rate does, or it could not be decided.

use super::{Claim, Evidence};
use crate::capacity::RateResult;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let Some(search) = evidence.run.rate_capacity() else { return Vec::new() };
    if search.result == RateResult::Found {
        return Vec::new();
    }
    vec![Claim::CapacityNotFound {
        result: search.result,
        reason: search.reason.clone(),
        holds_rate_per_s: search.holds.as_ref().map(|rate| rate.rate_per_s),
        fails_rate_per_s: search.fails.as_ref().map(|rate| rate.rate_per_s),
    }]
}
