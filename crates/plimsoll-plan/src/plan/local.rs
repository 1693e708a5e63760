//! Samples that ask no server.

use super::check::{Check, Extractor};
use super::step::Pause;
use crate::template::Template;

/// One sample that is made here; it counts as a request does.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalSample {
    /// The transaction its samples are counted under.
    pub label: Template,
    pub action: LocalAction,
    /// Before the sample; they add up.
    pub think: Vec<Pause>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LocalAction {
    /// The body has a line `name=value` for each; JMeter's Debug Sampler.
    Show { variables: bool, properties: bool },
    /// Takes time and gives this answer; JMeter's JavaTest and SleepTest.
    Sleep(Box<LocalSleep>),
}

/// Numbers may be decimal or hexadecimal (`0xFF`); what is none is JMeter's default.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalSleep {
    /// Milliseconds.
    pub time: Template,
    /// The remainder of the time of day in milliseconds by this is added; 0 adds nothing.
    pub mask: Template,
    pub status: Template,
    pub message: Template,
    pub request: Template,
    pub body: Template,
    /// `OK`, or the sample fails.
    pub outcome: Template,
}
