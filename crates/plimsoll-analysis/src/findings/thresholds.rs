//! Thresholds of detectors: typed in each detector's file, and changed by name in a study.

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
