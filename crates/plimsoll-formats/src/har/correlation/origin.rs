//! One place in an answer that a value comes from.

use super::names::singular;
use super::sent::SentValue;
use crate::pattern::{match_number, unescaped};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{ExtractorKind, ResponseField, SampleScope};

/// A match number that is only looked for where the value is needed.
pub const NOT_COUNTED: i32 = 0;

#[derive(Clone, Debug)]
pub struct ValueOrigin {
    pub step: usize,
    /// A key, a field, a header.
    pub name: String,
    /// `the JSON`
    pub place: &'static str,
    pub source: ResponseField,
    pub scope: SampleScope,
    pub kind: ExtractorKind,
    pub match_number: i32,
    /// What is taken out is percent-encoded.
    pub is_encoded: bool,
    /// What it belongs to: the path of the request, the keys above it.
    pub context: String,
    /// Of several the least is taken.
    pub penalty: usize,
    /// It came with the answer to a request that may have made it.
    pub is_new: bool,
}

impl ValueOrigin {
    pub fn regex(step: usize, name: &str, place: &'static str, pattern: &str, match_number: i32) -> Self {
        ValueOrigin {
            step,
            name: name.to_owned(),
            place,
            source: ResponseField::Body,
            scope: SampleScope::Main,
            kind: ExtractorKind::Regex { pattern: Template::literal(pattern), template: "$1$".to_owned() },
            match_number,
            is_encoded: false,
            context: String::new(),
            penalty: 0,
            is_new: false,
        }
    }

    /// With the number of the match of its pattern that gives the value; `None`: none does.
    pub fn counted(&self, value: &str, text: &str) -> Option<ValueOrigin> {
        let ExtractorKind::Regex { pattern, .. } = &self.kind else { return Some(self.clone()) };
        if self.match_number != NOT_COUNTED {
            return Some(self.clone());
        }
        let number = match self.source {
            ResponseField::UnescapedBody => match_number(pattern.as_literal()?, &unescaped(text), value),
            _ => match_number(pattern.as_literal()?, text, value),
        };
        Some(ValueOrigin { match_number: number?, ..self.clone() })
    }

    pub fn of_headers(mut self) -> Self {
        self.source = ResponseField::ResponseHeaders;
        self.scope = SampleScope::All;
        self
    }

    /// A short value is the same only where it means the same: `42` in `/orders/42` and in the `id` of an order.
    pub fn fits(&self, sent: &SentValue) -> bool {
        let (own, other) = (letters(&self.name), letters(&sent.name));
        let stem = singular(other.trim_end_matches("id"));
        is_id(&own)
            && (own == other || (own == "id" && stem.len() > 1 && letters(&self.context).contains(&stem)))
    }

    pub fn is_link(&self) -> bool {
        self.place == "a link"
    }

    pub fn rank(&self, sent: &SentValue) -> (usize, usize) {
        let is_same = letters(&self.name) == letters(&sent.name);
        (self.penalty * 2 + usize::from(!is_same), self.step)
    }
}

pub fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// What names of values that a server gives out end in. `name` has letters and digits alone.
pub fn is_id(name: &str) -> bool {
    const ENDS: [&str; 14] = [
        "id", "key", "token", "code", "nonce", "state", "number", "ref", "slug", "csrf", "handle", "session",
        "version", "revision",
    ];
    ENDS.iter().any(|end| name.ends_with(end))
}
