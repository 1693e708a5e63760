//! `capacity-not-found`: a capacity search ended without a rate that holds next to one that fails: the highest
//! rate still holds, no rate does, or it could not be decided.

use crate::capacity::{RateReason, RateResult};
use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "capacity-not-found",
    severities: &[Severity::Warning, Severity::Critical],
    when: "a capacity search ended without a rate that holds next to one that fails",
    requires: "a capacity search",
    needs: &[Need::CapacitySearch],
    thresholds: &[],
    look: Look::Run(detect),
};

/// A capacity search did not find the rate between holding and failing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapacityNotFound {
    pub result: RateResult,
    pub reason: Option<RateReason>,
    pub holds_rate_per_s: Option<f64>,
    pub fails_rate_per_s: Option<f64>,
}

impl Claimed for CapacityNotFound {
    fn severity(&self) -> Option<Severity> {
        Some(match self.result {
            RateResult::LowerBound => Severity::Warning,
            _ => Severity::Critical,
        })
    }

    fn next_step(&self) -> NextStep {
        match self.holds_rate_per_s {
            Some(_) => NextStep::LoadHigher,
            None => NextStep::LoadLower,
        }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let search = evidence.run.rate_capacity().filter(|search| search.result != RateResult::Found);
    let Some(search) = search else { return Vec::new() };
    let claim = CapacityNotFound {
        result: search.result,
        reason: search.reason.clone(),
        holds_rate_per_s: search.holds.as_ref().map(|rate| rate.rate_per_s),
        fails_rate_per_s: search.fails.as_ref().map(|rate| rate.rate_per_s),
    };
    let all: Vec<u32> = evidence.run.steps.iter().map(|row| row.number).collect();
    vec![Found::new(claim, evidence.items(&all, EvidenceItem::throughput))]
}
