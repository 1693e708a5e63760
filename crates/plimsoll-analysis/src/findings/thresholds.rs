//! Thresholds of detectors: typed in each detector's file, and changed by name in a study.

use super::{Detector, detector_of};
use plimsoll_run::DetectorSetting;
use serde::Serialize;
use std::collections::BTreeMap;

/// A number that a detector compares with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threshold {
    pub name: &'static str,
    pub default: f64,
    /// What it is, with its unit, as the documentation says it.
    #[serde(skip)]
    pub about: &'static str,
}

/// What a study, or who reads the report, changes; by the detector's id.
pub type Settings = BTreeMap<String, DetectorSetting>;

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
    detector_of(id).ok_or_else(|| SettingError::Unknown { id: id.to_owned() })
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

pub(crate) fn is_off(settings: &Settings, id: &str) -> bool {
    matches!(settings.get(id), Some(DetectorSetting::Off))
}

pub(crate) fn value(settings: &Settings, id: &str, name: &str, default: f64) -> f64 {
    match settings.get(id) {
        Some(DetectorSetting::Thresholds(given)) => given.get(name).copied().unwrap_or(default),
        _ => default,
    }
}

/// Declares the thresholds of a detector: a struct with a field for each, `ALL` to show them, and `of` to read them.
macro_rules! thresholds {
    ($id:expr, $name:ident { $( #[doc = $about:literal] $field:ident = $default:literal, )+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(in crate::findings) struct $name { $( #[doc = $about] pub $field: f64, )+ }

        impl $name {
            pub(in crate::findings) const ALL: &[$crate::findings::Threshold] = &[ $(
                $crate::findings::Threshold { name: stringify!($field), default: $default, about: $about },
            )+ ];

            pub(in crate::findings) fn of(settings: &$crate::findings::Settings) -> $name {
                $name { $(
                    $field: $crate::findings::thresholds::value(settings, $id, stringify!($field), $default),
                )+ }
            }
        }
    };
}

pub(super) use thresholds;
