//! `maximum-not-found`: the capacity is only a lower bound; the last step still gained its goal, or there
//! was no more load, or the run ended early.

use crate::capacity::{BoundReason, Capacity};
use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "maximum-not-found",
    severities: &[Severity::Warning],
    when: "the capacity is a lower bound",
    requires: "",
    needs: &[],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MaximumNotFound {
    pub best_step: u32,
    pub best_per_s: f64,
    pub reason: BoundReason,
}

impl Claimed for MaximumNotFound {
    fn next_step(&self) -> NextStep {
        NextStep::LoadHigher
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let Capacity::LowerBound { best, reason } = &evidence.run.capacity else { return Vec::new() };
    let claim = MaximumNotFound {
        best_step: best.step,
        best_per_s: best.surely_per_s().unwrap_or(best.throughput_per_s.value),
        reason: reason.clone(),
    };
    vec![Found::new(claim, evidence.items(&[best.step], EvidenceItem::throughput))]
}
