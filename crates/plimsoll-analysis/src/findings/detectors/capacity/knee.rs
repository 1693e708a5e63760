//! `knee`: from one load (users, or the asked rate) to the next higher one, the marginal efficiency (ΔX/X)/(ΔN/N) is surely
//! under 0.6 (95 % interval), and no higher load brings that again, seen from the lower one. The first load is reported, and only if
//! nothing worse (`plateau`, `retrograde`) begins at the same place. Steps of fewer servers are left out.

use crate::findings::prelude::*;
use crate::scalability::{self, Marginal};
use crate::statistics::Bounds;

pub(crate) static DETECTOR: Detector = Detector {
    id: "knee",
    severities: &[Severity::Information],
    when: "marginal efficiency (ΔX/X)/(ΔN/N) between steps of all servers: upper bound < 0.6; and no higher load \
        brings 0.6 or more, seen from the lower of the two",
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
pub struct Knee {
    #[serde(flatten)]
    pub marginal: Marginal,
    /// Up to the lower load throughput grew in proportion: the knee lies between the two, however flat it is at the higher one.
    pub proportional_below: bool,
}

impl Knee {
    /// The higher load brings hardly more: the knee is at the lower one, or below it.
    pub fn is_passed(&self) -> bool {
        const FLAT: f64 = 0.1;
        self.marginal.efficiency.value < FLAT && !self.proportional_below
    }
}

/// From so much on of the growth in proportion to load nothing bends.
const PROPORTIONAL: f64 = 0.9;

impl Claimed for Knee {
    fn next_step(&self) -> NextStep {
        NextStep::LoadBetween { from_step: self.marginal.from_step, to_step: self.marginal.to_step }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let below = Limits::of(evidence.settings()).efficiency;
    let all = marginals(evidence);
    let is_knee =
        |place: &usize| bounds(&all[*place]).high < below && !scalability::recovers(&all, *place, below);
    let Some(place) = (0..all.len()).find(is_knee) else { return Vec::new() };
    let marginal = all[place].clone();
    // A plateau, or a fall, is said as such; a knee below the lowest load by the finding of that name, with where to look.
    if bounds(&marginal).low <= 0.0 || !super::knee_below_range::detect(evidence).is_empty() {
        return Vec::new();
    }
    let before = place.checked_sub(1).and_then(|before| all.get(before));
    let proportional_below = before.is_some_and(|before| before.efficiency.value >= PROPORTIONAL);
    let items = items(evidence, &marginal);
    vec![Found::new(Knee { marginal, proportional_below }, items)]
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
