//! `knee`: from one load (users, or the asked rate) to the next higher one, the marginal efficiency (ΔX/X)/(ΔN/N) is surely
//! under 0.6 (95 % interval). The first load is reported, and only if nothing worse (`plateau`, `retrograde`) begins at the
//! same place; where it is under 0.1 there, the pair of loads in which growth in proportion reaches that throughput. Steps of fewer
//! servers are left out.

use crate::findings::prelude::*;
use crate::scalability::{self, Marginal};
use crate::statistics::Bounds;

pub(crate) static DETECTOR: Detector = Detector {
    id: "knee",
    severities: &[Severity::Information],
    when: "marginal efficiency (ΔX/X)/(ΔN/N) between steps of all servers: upper bound < 0.6; if it is < 0.1 there, \
        between the loads in which growth in proportion reaches that throughput",
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

impl Claimed for Knee {
    fn next_step(&self) -> NextStep {
        NextStep::LoadBetween { from_step: self.0.from_step, to_step: self.0.to_step }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let below = Limits::of(evidence.settings()).efficiency;
    let all = marginals(evidence);
    let knee = all.iter().find(|m| bounds(m).high < below);
    let knee = knee.filter(|knee| bounds(knee).low > 0.0).map(|knee| where_lines_cross(&all, knee));
    knee.map(|knee| Found::new(Knee(knee.clone()), items(evidence, &knee))).into_iter().collect()
}

/// So little more is a plateau that begins somewhere below.
const FLAT: f64 = 0.1;

/// Between two loads that bring the same the knee does not lie: it is where the line of growth in proportion reaches that throughput (the
/// crossing of the two asymptotes, Denning & Buzen 1978).
fn where_lines_cross<'a>(all: &'a [Marginal], knee: &'a Marginal) -> &'a Marginal {
    let Some(first) = all.first().filter(|_| knee.efficiency.value < FLAT) else { return knee };
    let crossing = knee.to_per_s / first.from_per_s * first.from_load.value();
    let holds = |of: &&Marginal| (of.from_load.value()..of.to_load.value()).contains(&crossing);
    all.iter().take_while(|of| of.from_step != knee.from_step).find(holds).unwrap_or(knee)
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
