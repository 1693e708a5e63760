//! `rising-response-times`: in nearly every step response times rise while its load stays the same: the system becomes slower with
//! time, or with what it has done (`step/rising.rs`). No knee, law or capacity is claimed of such steps.

use super::no_steady_state;
use crate::findings::prelude::*;
use crate::step::{RisingStep, RisingTimes};

pub(crate) static DETECTOR: Detector = Detector {
    id: "rising-response-times",
    severities: &[Severity::Warning, Severity::Critical],
    when: "the mean response times of the seconds (from 12 s on of twelve parts, from 48 s on less the extremes of each) rise within the steps: seasonal \
        Kendall test over all steps with p < 0.002 and τ ≥ 0.65; lines fit them better than one change of level in each; in 80 % of the valid steps or more the last quarter takes 1.03 times as long \
        as the first, or longer, and 0.5 ms; on average (geometric mean) 1.1 times, and all of that multiplied is 1.25 or more. Or slightly, in steps of 30 s or more (28 s of them measured): 1.05 times and 1.1, with p < 0.0005 and τ ≥ 0.8; that changes nothing of what is said of loads, and is not said where a step is no steady state for it. Of steps of 6 s or more and five rounds of their users, with 5 requests in a second, \
        5 % failures at most and one mix, whose users or rate are known; not where a backlog grows, nor of a search. Critical where it is not slight and they double within one step, or a requirement that \
        does not fail over a step of 20 s or more surely does in its last quarter",
    requires: "seconds, ≥ 6 s",
    needs: &[Need::Seconds, Need::StepOfSeconds(6)],
    thresholds: &[],
    look: Look::Run(detect),
};

/// They rise while the load stays the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RisingResponseTimes {
    #[serde(flatten)]
    pub rising: RisingTimes,
    /// By too little to change what is said of the loads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub slight: bool,
    /// Requirements that do not fail over a step and surely fail in its last quarter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failing_later: Vec<String>,
}

/// What takes so many times as long within one step is another system at its end.
const FAR: f64 = 2.0;
/// Of a shorter step a quarter holds too little to judge.
const JUDGED_S: u32 = 20;

impl Claimed for RisingResponseTimes {
    fn severity(&self) -> Option<Severity> {
        let is_far = self.rising.steps.iter().any(|of| of.times() >= FAR);
        let is_grave = !self.slight && (is_far || !self.failing_later.is_empty());
        Some(if is_grave { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtGrowth
    }

    fn failed_in(&self) -> Option<FailedIn> {
        let steps = self.rising.steps.iter().map(|of| of.step).collect();
        (!self.slight).then_some(FailedIn::Steps(steps))
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let with_items = |rising: &RisingTimes, slight: bool| {
        let steps: Vec<u32> = rising.steps.iter().map(|of| of.step).collect();
        let items = evidence.items(&steps, EvidenceItem::throughput);
        let mut failing_later: Vec<String> =
            rising.steps.iter().flat_map(|of| failing_later(evidence, of)).collect();
        failing_later.sort();
        failing_later.dedup();
        Found::new(RisingResponseTimes { rising: rising.clone(), slight, failing_later }, items)
    };
    if let Some(rising) = &evidence.run.rising {
        return vec![with_items(rising, false)];
    }
    let run = evidence.run;
    let slight = RisingTimes::slight(&run.steps, evidence.windows, &run.header);
    let is_new = |rising: &RisingTimes| !no_steady_state::rises_in(evidence, rising);
    slight.iter().filter(|rising| is_new(rising)).map(|rising| with_items(rising, true)).collect()
}

fn failing_later(evidence: &Evidence, of: &RisingStep) -> Vec<String> {
    let mut pairs = evidence.run.steps.iter().zip(evidence.windows);
    let Some((row, window)) = pairs.find(|(row, _)| row.number == of.step) else { return Vec::new() };
    let length_s = window.whole_seconds_count() as u32;
    if length_s < JUDGED_S {
        return Vec::new();
    }
    let later = window.part(length_s - length_s / 4..length_s);
    evidence.not_failed_in(row, |requirement| evidence.fails_in(requirement, row, &later))
}
