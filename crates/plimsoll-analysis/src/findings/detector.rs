//! A detector: what it is called, what it needs, and what became of it in a run.

use super::caveat::Caveat;
use super::detectors::Claim;
use super::evidence::{Evidence, MultiRun};
use super::evidence_item::EvidenceItem;
use super::need::{Missing, Need};
use super::severity::Severity;
use super::thresholds::Threshold;
use serde::Serialize;

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
    /// Of its findings; the usual one first.
    pub severities: &'static [Severity],
    /// When it makes a finding, as the documentation says it (Markdown).
    pub when: &'static str,
    /// Without what it can't look, in words; empty: nothing.
    pub requires: &'static str,
    /// The same, as far as it is looked up before.
    pub needs: &'static [Need],
    pub thresholds: &'static [Threshold],
    pub(in crate::findings) look: Look,
}

/// How it looks.
#[derive(Clone, Copy)]
pub(crate) enum Look {
    /// At one run and its servers.
    Run(fn(&Evidence) -> Vec<Found>),
    /// At all runs together.
    Runs(fn(&MultiRun) -> Vec<Found>),
    /// At each run, and at all of them.
    Both(fn(&Evidence) -> Vec<Found>, fn(&MultiRun) -> Vec<Found>),
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
