//! `events-lost`: events whose sending was accepted had not arrived when the study stopped waiting for them, or arrived more
//! than once. Steps of one completion are one finding.

use crate::findings::prelude::*;
use plimsoll_run::Completion;

pub(crate) static DETECTOR: Detector = Detector {
    id: "events-lost",
    severities: &[Severity::Critical, Severity::Warning],
    when: "of the events whose sending was accepted some had not arrived when the study stopped waiting, or \
        (warning, if only that) arrived more than once",
    requires: "completions",
    needs: &[Need::Completions],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("events-lost", Limits {
    /// lost events of a step that are too few to be reported
    lost = 0.0,
    /// doubled events of a step that are too few to be reported
    doubled = 0.0,
});

/// Events that were accepted did not arrive, or arrived more than once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventsLost {
    pub name: String,
    pub steps: Vec<u32>,
    pub sent: u64,
    pub lost: u64,
    pub doubled: u64,
}

impl Claimed for EventsLost {
    fn severity(&self) -> Option<Severity> {
        Some(if self.lost > 0 { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::FollowEvents
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(self.steps.clone()))
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let is_wrong = |c: &&Completion| c.lost() as f64 > limits.lost || c.doubled as f64 > limits.doubled;
    let mut by_name: Vec<(&str, Vec<&Completion>)> = Vec::new();
    for completion in evidence.recorded.completions.iter().filter(is_wrong) {
        match by_name.iter_mut().find(|(name, _)| *name == completion.name) {
            Some((_, all)) => all.push(completion),
            None => by_name.push((&completion.name, vec![completion])),
        }
    }
    by_name.into_iter().map(|(name, completions)| found(name, &completions)).collect()
}

fn found(name: &str, completions: &[&Completion]) -> Found {
    let sum = |of: fn(&Completion) -> u64| completions.iter().map(|c| of(c)).sum::<u64>();
    let items = completions.iter().map(|c| {
        let missing = 100.0 * c.lost() as f64 / c.sent.max(1) as f64;
        EvidenceItem::load(LoadMeasure::EventsLost, Unit::Percent, missing).in_step(c.step).with_n(c.sent)
    });
    let claim = EventsLost {
        name: name.to_owned(),
        steps: completions.iter().map(|c| c.step).collect(),
        sent: sum(|c| c.sent),
        lost: sum(Completion::lost),
        doubled: sum(|c| c.doubled),
    };
    Found::new(claim, items.collect())
}
