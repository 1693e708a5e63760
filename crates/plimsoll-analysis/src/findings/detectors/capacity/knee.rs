//! `knee`: from one load (users, or the asked rate) to the next higher one, the marginal efficiency (ΔX/X)/(ΔN/N) is surely
//! under 0.6 (95 % interval). The first load is reported, and only if nothing worse (`plateau`, `retrograde`) begins at the
//! same place. Steps of fewer servers are left out.

use crate::findings::prelude::*;
use crate::scalability::{self, Marginal};
use crate::statistics::Bounds;

pub(crate) static DETECTOR: Detector = Detector {
    id: "knee",
    severities: &[Severity::Information],
    when: "marginal efficiency (ΔX/X)/(ΔN/N) between steps of all servers: upper bound < 0.6",
    requires: "two loads",
    needs: &[Need::Loads(2), Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("knee", Limits {
    /// of throughput in proportion to load
    efficiency = 0.6,
});

/// Load was added and throughput grew far less than in proportion.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Knee(pub Marginal);

impl Knee {
    /// The higher load brings hardly more: the knee is at the lower one, or below it.
    pub fn is_passed(&self) -> bool {
        const FLAT: f64 = 0.1;
        self.0.efficiency.value < FLAT
    }
}

impl Claimed for Knee {
    fn next_step(&self) -> NextStep {
        NextStep::LoadBetween { from_step: self.0.from_step, to_step: self.0.to_step }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let below = Limits::of(evidence.settings()).efficiency;
    let knee = marginals(evidence).into_iter().find(|m| bounds(m).high < below);
    let knee = knee.filter(|knee| bounds(knee).low > 0.0);
    // It says so itself, and where to look.
    let knee = knee.filter(|_| super::knee_below_range::detect(evidence).is_empty());
    knee.map(|knee| Found::new(Knee(knee.clone()), items(evidence, &knee))).into_iter().collect()
}

/// None of a search: that goes over the limit on purpose, and says itself where it lies.
pub(super) fn marginals(evidence: &Evidence) -> Vec<Marginal> {
    match evidence.run.rate_capacity() {
        Some(_) => Vec::new(),
        None => scalability::marginals(&evidence.run.steps),
    }
}

/// Of the efficiency; without an interval nothing is sure.
pub(super) fn bounds(of: &Marginal) -> Bounds {
    of.efficiency.bounds_95.unwrap_or(Bounds { low: f64::MIN, high: f64::MAX })
}

/// Throughput at both loads.
pub(super) fn items(evidence: &Evidence, of: &Marginal) -> Vec<EvidenceItem> {
    evidence.items(&[of.from_step, of.to_step], EvidenceItem::throughput)
}
