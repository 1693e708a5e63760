//! `knee-below-range`: the smallest load already brings 97 % of the highest throughput. The system was
//! saturated from the start, so its knee was never measured.

use crate::findings::prelude::*;
use crate::step::{AppliedLoad, idle_users};

pub(crate) static DETECTOR: Detector = Detector {
    id: "knee-below-range",
    severities: &[Severity::Warning],
    when: "the smallest load brings 97 % of the highest throughput, and the next one, if it is 3 times as high or more, does not bring less than 97 % of that",
    requires: "two loads",
    needs: &[Need::Loads(2)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("knee-below-range", Limits {
    /// % of the highest throughput
    percent = 97.0,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KneeBelowRange {
    pub first_step: u32,
    pub first_load: AppliedLoad,
    pub first_per_s: f64,
    pub max_per_s: f64,
    pub share_percent: f64,
}

impl Claimed for KneeBelowRange {
    fn next_step(&self) -> NextStep {
        NextStep::LoadLower
    }
}

/// Of the smallest load: between the two there are others.
const FAR: f64 = 3.0;

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let valid = || evidence.run.steps.iter().filter(|row| row.is_of_one_system());
    let x = |row: &StepRow| row.throughput_per_s.value;
    let load = |row: &StepRow| row.load().value();
    let by_load = |a: &&StepRow, b: &&StepRow| load(a).total_cmp(&load(b));
    let (Some(first), Some(highest)) = (valid().min_by(by_load), valid().max_by(by_load)) else {
        return Vec::new();
    };
    let max_per_s = valid().map(x).fold(0.0, f64::max);
    if idle_users(first, highest).is_some() {
        return Vec::new();
    }
    // Where the next load brings less the maximum may lie between the two.
    let next = valid().filter(|row| load(row) > load(first)).min_by(by_load);
    let falls = |next: &StepRow| {
        load(next) >= FAR * load(first)
            && x(next) < Limits::of(evidence.settings()).percent / 100.0 * x(first)
    };
    if next.is_some_and(falls) {
        return Vec::new();
    }
    if load(highest) <= load(first) || x(first) < Limits::of(evidence.settings()).percent / 100.0 * max_per_s
    {
        return Vec::new();
    }
    let best = evidence.run.capacity.best().map(|best| best.step).filter(|best| *best != first.number);
    let steps: Vec<u32> = [Some(first.number), best].into_iter().flatten().collect();
    let claim = KneeBelowRange {
        first_step: first.number,
        first_load: first.load(),
        first_per_s: x(first),
        max_per_s,
        share_percent: 100.0 * x(first) / max_per_s,
    };
    vec![Found::new(claim, evidence.items(&steps, EvidenceItem::throughput))]
}
