//! Why a sample of JMeter's XML failed: by its own assertions, or by a part of it (a redirect, an embedded resource, a sub-sample).

use super::assertions::Assertions;
use super::attributes::SampleAttributes;
use crate::failure::{SUB_SAMPLES, is_status_words};
use crate::request::FailedBy;
use quick_xml::events::BytesStart;
use std::borrow::Cow;

/// A sample that failed, until its end.
pub(super) struct FailedSample {
    sample: SampleAttributes<'static>,
    /// Where its tag stood.
    pub line: u64,
    /// Open samples with it.
    pub depth: usize,
    own: Assertions,
    part: Option<FailedPart>,
    reading: Reading,
}

/// The first of its parts that failed.
struct FailedPart {
    sample: SampleAttributes<'static>,
    assertions: Assertions,
}

/// Whose assertions those are that come next.
#[derive(Clone, Copy, PartialEq)]
enum Reading {
    Own,
    Part,
    /// Of a part that is not the one.
    Nobodys,
}

impl FailedSample {
    pub fn new(sample: SampleAttributes<'_>, line: u64, depth: usize) -> FailedSample {
        let (own, part, reading) = (Assertions::default(), None, Reading::Own);
        FailedSample { sample: sample.into_owned(), line, depth, own, part, reading }
    }

    fn assertions(&mut self) -> Option<&mut Assertions> {
        match self.reading {
            Reading::Own => Some(&mut self.own),
            Reading::Part => self.part.as_mut().map(|part| &mut part.assertions),
            Reading::Nobodys => None,
        }
    }

    pub fn begin(&mut self, tag: &BytesStart<'_>, is_empty: bool) {
        if let Some(assertions) = self.assertions() {
            assertions.begin(tag, is_empty);
        }
    }

    pub fn text(&mut self, text: &str) {
        if let Some(assertions) = self.assertions() {
            assertions.text(text);
        }
    }

    pub fn end(&mut self, name: &str) {
        if let Some(assertions) = self.assertions() {
            assertions.end(name);
        }
    }

    pub fn part_begins(&mut self, sample: SampleAttributes<'_>) {
        let is_it = self.part.is_none() && !sample.is_successful();
        self.reading = if is_it { Reading::Part } else { Reading::Nobodys };
        if is_it {
            let (sample, assertions) = (sample.into_owned(), Assertions::default());
            self.part = Some(FailedPart { sample, assertions });
        }
    }

    /// JMeter writes a sample's own assertions before its parts.
    pub fn part_ends(&mut self) {
        self.reading = Reading::Nobodys;
    }

    /// The sample, its message what it failed by.
    pub fn explained(self) -> (SampleAttributes<'static>, FailedBy) {
        let mut sample = self.sample;
        // An assertion of all parts says no more than that.
        let is_of_parts = |reason: &str| reason == SUB_SAMPLES && self.part.is_some();
        if let Some(reason) = self.own.reason().filter(|reason| !is_of_parts(reason)) {
            let reason = super::reason(&sample.status, &sample.message, reason).to_owned();
            sample.message = Cow::Owned(reason);
            return (sample, FailedBy::Unknown);
        }
        // What has no good status says by it what failed.
        let has_good_status = matches!(sample.status.parse(), Ok(200..400_u16));
        match self.part.filter(|_| has_good_status && says_nothing(&sample.message)) {
            Some(part) => {
                sample.message = Cow::Owned(part.said());
                (sample, FailedBy::Part)
            }
            None if self.own.any() || sample.status.is_empty() => (sample, FailedBy::NoAssertion),
            None => (sample, FailedBy::Unknown),
        }
    }
}

/// JMeter's or the server's own words, which say nothing of why.
fn says_nothing(message: &str) -> bool {
    message.is_empty() || is_status_words(message) || message == SUB_SAMPLES
}

impl FailedPart {
    fn said(&self) -> String {
        let FailedPart { sample, assertions } = self;
        match assertions.reason().filter(|reason| !reason.is_empty()) {
            Some(reason) => {
                format!("{}: {}", sample.label, super::reason(&sample.status, &sample.message, reason))
            }
            None => format!("{}: {} {}", sample.label, sample.status, sample.message).trim_end().to_owned(),
        }
    }
}
