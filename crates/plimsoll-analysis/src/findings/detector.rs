//! A detector: what it is called, what it needs, and what became of it in a run.

use super::caveat::{self, Caveat};
use super::evidence_item::EvidenceItem;
use super::load_items::items;
use super::multi_run::MultiRun;
use super::need::{Missing, Need};
use super::thresholds::{Settings, Threshold, is_off};
use super::{Claim, Finding};
use crate::measured::Measured;
use serde::Serialize;

/// What a detector looks at.
pub(crate) type Evidence<'a> = Measured<'a>;

/// A claim with what it rests on and what the detector itself holds against it.
pub(crate) struct Found {
    pub claim: Claim,
    pub evidence: Vec<EvidenceItem>,
    pub against: Vec<Caveat>,
}

impl Found {
    pub fn new(claim: impl Into<Claim>, evidence: Vec<EvidenceItem>) -> Found {
        Found { claim: claim.into(), evidence, against: Vec::new() }
    }

    pub fn but(mut self, caveats: impl IntoIterator<Item = Caveat>) -> Found {
        self.against.extend(caveats);
        self
    }
}

/// One rule.
pub struct Detector {
    /// Stable: for studies, for suppressing and for links.
    pub id: &'static str,
    pub needs: &'static [Need],
    pub thresholds: &'static [Threshold],
    pub(super) look: Look,
}

/// How it looks.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// At one run; the claims themselves name steps and values.
    Claims(fn(&Evidence) -> Vec<Claim>),
    /// At one run and its servers.
    Run(fn(&Evidence) -> Vec<Found>),
    /// At all runs together.
    Runs(fn(&MultiRun) -> Vec<Found>),
}

/// What became of a detector.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DetectorReport {
    pub id: &'static str,
    #[serde(flatten)]
    pub state: DetectorState,
    /// As they were used, where they are not the defaults.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<(&'static str, f64)>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum DetectorState {
    Fired {
        findings: usize,
    },
    /// It looked and found nothing.
    Silent,
    /// It could not look.
    NotApplicable {
        missing: Missing,
    },
    /// The study, or who asked for the report, turned it off.
    Suppressed,
}

impl Detector {
    pub fn is_of_several_runs(&self) -> bool {
        matches!(self.look, Look::Runs(_))
    }

    /// `None`: it looks at several runs together.
    pub(super) fn look_at(&self, evidence: &Evidence) -> Option<(DetectorReport, Vec<Finding>)> {
        let found = || -> Option<Vec<Found>> {
            match self.look {
                Look::Claims(look) => {
                    Some(look(evidence).into_iter().map(|c| with_items(c, evidence)).collect())
                }
                Look::Run(look) => Some(look(evidence)),
                Look::Runs(_) => None,
            }
        };
        if self.is_of_several_runs() {
            return None;
        }
        let settings = evidence.settings();
        let missing = || self.needs.iter().find_map(|need| need.missing(evidence));
        let (state, findings) = self.state(settings, missing, || {
            let own = found().unwrap_or_default().into_iter().filter(|f| f.claim.identity().0 == self.id);
            own.map(|found| finding(found, evidence)).collect()
        });
        Some((self.report(state, settings), findings))
    }

    pub(super) fn look_at_runs(&self, several: &MultiRun) -> Option<(DetectorReport, Vec<Finding>)> {
        let Look::Runs(look) = self.look else { return None };
        let settings = several.settings();
        let missing = || self.needs.iter().find_map(|need| need.missing_in_runs(several));
        let (state, findings) = self.state(settings, missing, || {
            look(several).into_iter().map(|f| Finding::of(f.claim, f.evidence, f.against)).collect()
        });
        Some((self.report(state, settings), findings))
    }

    fn state(
        &self,
        settings: &Settings,
        missing: impl Fn() -> Option<Missing>,
        look: impl Fn() -> Vec<Finding>,
    ) -> (DetectorState, Vec<Finding>) {
        if is_off(settings, self.id) {
            return (DetectorState::Suppressed, Vec::new());
        }
        if let Some(missing) = missing() {
            return (DetectorState::NotApplicable { missing }, Vec::new());
        }
        let findings = look();
        let state = match findings.len() {
            0 => DetectorState::Silent,
            findings => DetectorState::Fired { findings },
        };
        (state, findings)
    }

    fn report(&self, state: DetectorState, settings: &Settings) -> DetectorReport {
        let used = |t: &Threshold| (t.name, super::thresholds::value(settings, self.id, t.name, t.default));
        let differs = |t: &&Threshold| used(t).1 != t.default;
        DetectorReport {
            id: self.id,
            state,
            changed: self.thresholds.iter().filter(differs).map(used).collect(),
        }
    }
}

fn with_items(claim: Claim, measured: &Measured) -> Found {
    let evidence = items(&claim, measured.run);
    Found { claim, evidence, against: Vec::new() }
}

fn finding(found: Found, measured: &Measured) -> Finding {
    let mut against = found.against;
    against.extend(caveat::general(&found.evidence, measured));
    Finding::of(found.claim, found.evidence, against)
}
