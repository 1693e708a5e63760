//! `retrograde`: as `knee`, but the marginal efficiency is surely negative: throughput falls. The first load is reported; also
//! one that fewer servers carried, with how many were left.

use super::knee::{Limits, bounds, items, marginals};
use crate::findings::prelude::*;
use crate::scalability::{Marginal, marginals_to_fewer_servers, recovers};

pub(crate) static DETECTOR: Detector = Detector {
    id: "retrograde",
    severities: &[Severity::Warning],
    when: "… upper bound < 0, and throughput falls by 3 % or more, and no higher load brings 0.6 or more again, nor as much as before (less 3 %); also into a step of fewer servers, which is said",
    requires: "two loads",
    needs: &[Need::Loads(2), Need::Seconds],
    thresholds: Falls::ALL,
    look: Look::Run(detect),
};

thresholds!("retrograde", Falls {
    /// % by which throughput falls
    percent = 3.0,
});

/// … and throughput fell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Retrograde {
    #[serde(flatten)]
    pub marginal: Marginal,
    /// At a higher load still it fell much further.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lowest: Option<FurtherFall>,
}

/// The load at which throughput is least, and by how much less that is than before it fell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FurtherFall {
    pub step: u32,
    pub per_s: f64,
    pub percent: f64,
}

/// Of what is left after the first fall.
const FURTHER: f64 = 0.9;

impl Claimed for Retrograde {
    fn next_step(&self) -> NextStep {
        NextStep::LoadBetween { from_step: self.marginal.from_step, to_step: self.marginal.to_step }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let marginals = marginals(evidence);
    let below = Limits::of(evidence.settings()).efficiency;
    let stays = |(place, of): &(usize, &Marginal)| {
        !recovers(&marginals, *place, below) && !comes_again(evidence, of, &marginals[place + 1..])
    };
    let mut all: Vec<Marginal> =
        marginals.iter().enumerate().filter(stays).map(|(_, of)| of.clone()).collect();
    if evidence.run.rate_capacity().is_none() {
        all.extend(marginals_to_fewer_servers(&evidence.run.steps));
    }
    let Some(first) = all.into_iter().find(|m| falls(evidence, m)) else { return Vec::new() };
    let is_higher = |of: &&Marginal| of.to_load.value() > first.to_load.value();
    let lowest = marginals.iter().filter(is_higher).min_by(|a, b| a.to_per_s.total_cmp(&b.to_per_s));
    let lowest = lowest.filter(|of| of.to_per_s < FURTHER * first.to_per_s).map(|of| FurtherFall {
        step: of.to_step,
        per_s: of.to_per_s,
        percent: 100.0 * (1.0 - of.to_per_s / first.from_per_s),
    });
    let items = items(evidence, &first);
    vec![Found::new(Retrograde { marginal: first, lowest }, items)]
}

/// A higher load brings as much as before, or nearly: the one between them was lower by chance, or by something else than load.
fn comes_again(evidence: &Evidence, of: &Marginal, later: &[Marginal]) -> bool {
    let least = 1.0 - Falls::of(evidence.settings()).percent / 100.0;
    later.iter().any(|later| later.to_per_s > least * of.from_per_s)
}

/// Surely, and by so much that it matters; less is a plateau.
pub(super) fn falls(evidence: &Evidence, of: &Marginal) -> bool {
    let least = 1.0 - Falls::of(evidence.settings()).percent / 100.0;
    bounds(of).high < 0.0 && of.to_per_s <= least * of.from_per_s
}
