//! An answer as extractors, checks and scripts see it.

use super::SentRequest;
use crate::document;
use crate::program::Compiled;
use crate::scope::UserScope;
use plimsoll_plan::plan::{Extractor, ResponseField, SampleScope};
use std::borrow::Cow;

/// An answer (and what was asked) as extractors and checks see it.
#[derive(Clone, Debug, Default)]
pub struct Answer<'a> {
    pub status: u16,
    /// Where it is more than a number.
    pub code: Option<Cow<'a, str>>,
    pub reason: Cow<'a, str>,
    pub headers: Cow<'a, str>,
    pub body: Cow<'a, str>,
    /// The body's bytes, where they are no UTF-8 text.
    pub bytes_of_body: Option<Vec<u8>>,
    pub asked: SentRequest<'a>,
    pub bytes: u64,
    pub head_bytes: u64,
    pub response_us: u64,
    /// It is longer than what is kept of it.
    pub is_cut: bool,
    /// Those that led to it, and those of embedded resources, where someone looks at them.
    pub parts: Vec<Answer<'static>>,
}

impl Answer<'_> {
    /// The answer to something that is no request by HTTP.
    pub fn of_text(code: &str, reason: &str, body: String, asked: String) -> Answer<'static> {
        Answer {
            code: Some(code.to_owned().into()),
            reason: reason.to_owned().into(),
            bytes: body.len() as u64,
            body: body.into(),
            asked: SentRequest::Other(asked.into()),
            ..Answer::default()
        }
    }

    /// The text that a source names. It borrows from the answer alone, so that variables can be set while
    /// it is searched; a variable's is a copy, and empty when the variable has no value.
    pub fn text(&self, source: &ResponseField<Compiled>, scope: &UserScope<'_>) -> Cow<'_, str> {
        match source {
            ResponseField::Body => Cow::Borrowed(&self.body),
            ResponseField::UnescapedBody => document::unescaped(&self.body),
            ResponseField::DocumentText => document::without_markup(&self.body, scope.budget),
            ResponseField::ResponseHeaders => Cow::Borrowed(&self.headers),
            ResponseField::RequestHeaders => self.asked.headers(),
            ResponseField::Url => self.asked.url(),
            ResponseField::StatusCode => match &self.code {
                Some(code) => Cow::Borrowed(code),
                None if self.status == 0 => Cow::Borrowed(""),
                None => Cow::Owned(self.status.to_string()),
            },
            ResponseField::StatusMessage => Cow::Borrowed(&self.reason),
            ResponseField::RequestData => self.asked.data(),
            ResponseField::Variable(variable) => {
                Cow::Owned(scope.user.variables.get(variable.slot).unwrap_or_default().to_owned())
            }
        }
    }
}

impl<'a> Answer<'a> {
    /// The answers that are meant.
    pub fn those(&self, parts: SampleScope) -> impl Iterator<Item = &Answer<'_>> {
        let main = (parts != SampleScope::SubSamples).then_some(self);
        let others = if parts == SampleScope::Main { &[][..] } else { &self.parts };
        main.into_iter().chain(others)
    }

    pub fn into_owned(self) -> Answer<'static> {
        fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
            Cow::Owned(text.into_owned())
        }
        Answer {
            code: self.code.map(owned),
            reason: owned(self.reason),
            headers: owned(self.headers),
            body: owned(self.body),
            asked: self.asked.into_owned(),
            ..self
        }
    }

    /// What an extractor searches: one text for each answer, or that of a variable.
    pub(super) fn texts(&self, extractor: &Extractor<Compiled>, scope: &UserScope<'_>) -> Vec<Cow<'_, str>> {
        match &extractor.source {
            ResponseField::Variable(variable) if scope.user.variables.get(variable.slot).is_none() => {
                Vec::new()
            }
            ResponseField::Variable(_) => vec![self.text(&extractor.source, scope)],
            source => self.those(extractor.scope).map(|answer| answer.text(source, scope)).collect(),
        }
    }
}
