//! Samples that ask no server.

use super::check::{Check, Extractor};
use super::pause::Pause;
use super::stage::{AsWritten, LabelKind, TextForm, TextMap};
use crate::expression::ScriptLanguage;

/// One sample that is made here; it counts as a request does.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalSample<S: TextForm = AsWritten> {
    /// The transaction its samples are counted under.
    pub label: S::Label,
    pub action: LocalAction<S>,
    /// Before the sample; they add up.
    pub think: Vec<Pause<S>>,
    pub extractors: Vec<Extractor<S>>,
    pub checks: Vec<Check<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LocalAction<S: TextForm = AsWritten> {
    /// The body has a line `name=value` for each; JMeter's Debug Sampler.
    Show { variables: bool, properties: bool },
    /// Takes time and gives this answer; JMeter's JavaTest and SleepTest.
    Sleep(Box<LocalSleep<S>>),
    /// The answer is what the script makes it, or else its value; JMeter's samplers of scripts.
    Script { language: ScriptLanguage, text: S::Text },
}

/// Numbers may be decimal or hexadecimal (`0xFF`); what is none is JMeter's default.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalSleep<S: TextForm = AsWritten> {
    /// Milliseconds.
    pub time: S::Text,
    /// The remainder of the time of day in milliseconds by this is added; 0 adds nothing.
    pub mask: S::Text,
    pub status: S::Text,
    pub message: S::Text,
    pub request: S::Text,
    pub body: S::Text,
    /// `OK`, or the sample fails.
    pub outcome: S::Text,
}

impl LocalSample {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> LocalSample<M::To> {
        LocalSample {
            label: map.label(&self.label, LabelKind::Sample),
            action: self.action.map_texts(map),
            think: self.think.iter().map(|pause| pause.map_texts(map)).collect(),
            extractors: self.extractors.iter().map(|extractor| extractor.map_texts(map)).collect(),
            checks: self.checks.iter().map(|check| check.map_texts(map)).collect(),
        }
    }
}

impl LocalAction {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> LocalAction<M::To> {
        match self {
            LocalAction::Show { variables, properties } => {
                LocalAction::Show { variables: *variables, properties: *properties }
            }
            LocalAction::Sleep(sleep) => LocalAction::Sleep(Box::new(LocalSleep {
                time: map.text(&sleep.time),
                mask: map.text(&sleep.mask),
                status: map.text(&sleep.status),
                message: map.text(&sleep.message),
                request: map.text(&sleep.request),
                body: map.text(&sleep.body),
                outcome: map.text(&sleep.outcome),
            })),
            LocalAction::Script { language, text } => {
                LocalAction::Script { language: *language, text: map.script(*language, text) }
            }
        }
    }
}
