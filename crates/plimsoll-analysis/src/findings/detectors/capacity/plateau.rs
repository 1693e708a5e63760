//! `plateau`: as `knee`, but the marginal efficiency may be 0, and no higher load surely brings more than 5 % more: throughput no longer grows. The first load is reported.

use super::knee::{Limits, bounds, items, marginals};
use super::retrograde::falls;
use crate::findings::prelude::*;
use crate::scalability::Marginal;

pub(crate) static DETECTOR: Detector = Detector {
    id: "plateau",
    severities: &[Severity::Information],
    when: "… its interval contains 0, or throughput falls by less than is `retrograde`, and no higher load whose interval lies above 0 brings over 5 % more throughput than the plateau",
    requires: "two loads",
    needs: &[Need::Loads(2), Need::Seconds],
    thresholds: &[],
    look: Look::Run(detect),
};

/// … and throughput cannot be distinguished from standing still.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plateau(pub Marginal);

impl Claimed for Plateau {
    fn next_step(&self) -> NextStep {
        NextStep::LoadBetween { from_step: self.0.from_step, to_step: self.0.to_step }
    }
}

/// What a higher load brings more than the plateau and is still on it.
const AS_HIGH_PERCENT: f64 = 5.0;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let below = Limits::of(evidence.settings()).efficiency;
    let flat = |m: &Marginal| bounds(m).low <= 0.0 && bounds(m).high < below && !falls(evidence, m);
    let all = marginals(evidence);
    // Where more load surely brings more again, it was a pause in the growth and no plateau.
    let stays = |from: usize| {
        let level = all[from].from_per_s.max(all[from].to_per_s);
        let is_as_high = |later: &Marginal| later.to_per_s <= (1.0 + AS_HIGH_PERCENT / 100.0) * level;
        all[from + 1..].iter().all(|later| bounds(later).low <= 0.0 || is_as_high(later))
    };
    let plateau = all.iter().enumerate().find(|(place, m)| flat(m) && stays(*place)).map(|(_, m)| m.clone());
    plateau.map(|m| Found::new(Plateau(m.clone()), items(evidence, &m))).into_iter().collect()
}
