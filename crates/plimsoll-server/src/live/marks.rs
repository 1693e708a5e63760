//! What stands on the time axis beside the figures: steps and notes.

use crate::translations::Translations;
use plimsoll_run::{LoadStep, Note};
use schemars::JsonSchema;
use serde::Serialize;

/// A step as far as it got.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LiveStep {
    pub number: u32,
    /// Users in all; arrivals are in `rate_per_s`.
    pub users: u32,
    pub rate_per_s: Option<f64>,
    /// In English.
    pub load: String,
    /// In every language.
    pub loads: Translations,
    pub started_s: f64,
    pub measured_from_s: f64,
    pub measured_to_s: Option<f64>,
    pub ended_s: Option<f64>,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LiveNote {
    pub at_s: f64,
    pub kind: &'static str,
    /// In English.
    pub text: String,
    /// In every language.
    pub texts: Translations,
}

pub fn step(step: &LoadStep) -> LiveStep {
    let loads = Translations::of(|words| plimsoll_report::step_load(words, step));
    let seconds = |us: u64| us as f64 / 1e6;
    LiveStep {
        number: step.number,
        users: step.users(),
        rate_per_s: step.rate_per_s,
        load: loads.english().to_owned(),
        loads,
        started_s: seconds(step.started_us),
        measured_from_s: seconds(step.measured_from_us),
        measured_to_s: step.measured_to_us.map(seconds),
        ended_s: step.ended_us.map(seconds),
        name: step.name.clone(),
    }
}

pub fn note(note: &Note) -> LiveNote {
    let texts = Translations::of(|words| plimsoll_report::notes::content(words, &note.content));
    LiveNote {
        at_s: note.at_us as f64 / 1e6,
        kind: note.kind.name(),
        text: texts.english().to_owned(),
        texts,
    }
}
