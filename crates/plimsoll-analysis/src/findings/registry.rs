//! Detectors by their ids, how they are put to work, and what all of them find.

use super::caveat::{self, Caveat};
use super::detector::{Detector, DetectorReport, DetectorState, Found, Look};
use super::detectors::{Claim, detector_list, detector_of};
use super::evidence::{Evidence, MultiRun};
use super::finding::Finding;
use super::need::Missing;
use super::thresholds::{Settings, Threshold, is_off, value};

/// Every detector, in the order in which findings of equal severity are shown.
pub static DETECTORS: &[&Detector] = detector_list!();

/// Why a setting is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    #[error("no detector is called `{id}`")]
    Unknown { id: String },
    #[error("`{id}` has no threshold `{name}`; it has {known}")]
    NoThreshold { id: &'static str, name: String, known: String },
    #[error("`{name}` must be a number of 0 or more")]
    NotANumber { name: String },
}

/// The detector that a study or a command line names; case counts.
pub fn known_detector(id: &str) -> Result<&'static Detector, SettingError> {
    DETECTORS
        .iter()
        .copied()
        .find(|detector| detector.id == id)
        .ok_or_else(|| SettingError::Unknown { id: id.to_owned() })
}

/// A threshold as it was written.
pub fn threshold(detector: &'static Detector, name: &str, value: &str) -> Result<f64, SettingError> {
    if !detector.thresholds.iter().any(|threshold| threshold.name == name) {
        let known: Vec<String> = detector.thresholds.iter().map(|t| format!("`{}`", t.name)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(SettingError::NoThreshold { id: detector.id, name: name.to_owned(), known });
    }
    let number: Option<f64> = value.trim().parse().ok();
    let allowed = number.filter(|number| number.is_finite() && *number >= 0.0);
    allowed.ok_or_else(|| SettingError::NotANumber { name: name.to_owned() })
}

/// All findings of one run, the worst first, and what became of each detector.
pub(crate) fn find(evidence: &Evidence) -> (Vec<Finding>, Vec<DetectorReport>) {
    sorted(DETECTORS.iter().filter_map(|detector| detector.look_at(evidence)))
}

/// The same of all runs together.
pub(crate) fn find_in_runs(several: &MultiRun) -> (Vec<Finding>, Vec<DetectorReport>) {
    sorted(DETECTORS.iter().filter_map(|detector| detector.look_at_runs(several)))
}

fn sorted(
    looked: impl Iterator<Item = (DetectorReport, Vec<Finding>)>,
) -> (Vec<Finding>, Vec<DetectorReport>) {
    let (reports, findings): (Vec<_>, Vec<_>) = looked.unzip();
    let mut findings = findings.concat();
    findings.sort_by_key(|finding| finding.severity);
    (findings, reports)
}

fn is_about_timing(claim: &Claim) -> bool {
    matches!(
        claim,
        Claim::GeneratorLimited(_)
            | Claim::GeneratorDelayed(_)
            | Claim::NodeLimited(_)
            | Claim::OtherWork(_)
            | Claim::WindowTooShort(_)
    )
}

impl Detector {
    /// `None`: it looks at several runs only.
    fn look_at(&self, evidence: &Evidence) -> Option<(DetectorReport, Vec<Finding>)> {
        let (Look::Run(look) | Look::Both(look, _)) = self.look else { return None };
        let settings = evidence.settings();
        let missing = || self.needs.iter().find_map(|need| need.missing(evidence));
        let (state, findings) = self.state(settings, missing, || {
            look(evidence)
                .into_iter()
                .map(|found| {
                    let mut general = caveat::general(&found.evidence, evidence);
                    // What a finding says does not speak against it.
                    if is_about_timing(&found.claim) {
                        general.retain(|caveat| !matches!(caveat, Caveat::DegradedTiming { .. }));
                    }
                    finding(found.but(general))
                })
                .collect()
        });
        Some((self.report(state, settings), findings))
    }

    fn look_at_runs(&self, several: &MultiRun) -> Option<(DetectorReport, Vec<Finding>)> {
        let (Look::Runs(look) | Look::Both(_, look)) = self.look else { return None };
        let settings = several.settings();
        let missing = || self.needs.iter().find_map(|need| need.missing_in_runs(several));
        let (state, findings) =
            self.state(settings, missing, || look(several).into_iter().map(finding).collect());
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
        let used = |t: &Threshold| (t.name, value(settings, self.id, t.name, t.default));
        let differs = |t: &&Threshold| used(t).1 != t.default;
        DetectorReport {
            id: self.id,
            state,
            changed: self.thresholds.iter().filter(differs).map(used).collect(),
        }
    }
}

impl Claim {
    pub fn detector(&self) -> &'static Detector {
        detector_of!(self)
    }
}

fn finding(Found { claim, evidence, against }: Found) -> Finding {
    let detector = claim.detector();
    let (severity, next) = (claim.claimed().severity(), claim.claimed().next_step());
    let severity = severity.unwrap_or(detector.severities[0]);
    Finding { id: detector.id, severity, claim, evidence, against, next }
}
