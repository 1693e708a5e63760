//! Detectors by their ids, and what all of them find.

use super::detector::{Detector, DetectorReport};
use super::detectors::DETECTORS;
use super::evidence::{Evidence, MultiRun};
use super::finding::Finding;

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
