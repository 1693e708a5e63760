//! A value of a recording that an answer had and a later request sent, to be held against a trial of a plan.

use crate::pattern::{is_alone, match_at, unescaped};
use crate::percent;
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField};
use serde_json::Value;
use serde_json_path::JsonPath;

/// A value that came in one answer and was sent by a later request.
#[derive(Clone, Debug, PartialEq)]
pub struct ReturnedValue {
    /// What it is called where it is sent.
    pub name: String,
    pub value: String,
    /// The request that was answered with it, and the one that sent it: their places among the recorded ones, and their names.
    pub answered: (usize, String),
    pub sent: (usize, String),
    pub(crate) extractor: Extractor,
    /// The same, in one line of YAML.
    pub(crate) written: String,
}

impl ReturnedValue {
    /// What another answer has in its place; `heads` are those of all answers that a request led to.
    pub fn found_in(&self, heads: &str, body: &str) -> Option<String> {
        let text = match self.extractor.source {
            ResponseField::ResponseHeaders => heads.to_owned(),
            ResponseField::UnescapedBody => unescaped(body),
            _ => body.to_owned(),
        };
        match &self.extractor.kind {
            ExtractorKind::Regex { pattern, .. } => {
                match_at(pattern.as_literal()?, &text, self.extractor.match_number)
            }
            ExtractorKind::JsonPath(path) => at_path(&text, path.as_literal()?),
            _ => None,
        }
    }

    /// Whether a request sends it: with no letter or digit of a longer value around it, as it is or percent-encoded.
    pub fn is_in(&self, request: &str) -> bool {
        is_in(request, &self.value)
    }

    /// In one line of YAML.
    pub fn extractor(&self) -> &str {
        &self.written
    }

    pub fn variable(&self) -> &str {
        &self.extractor.variable
    }
}

/// Of the one value that a path leads to in a JSON text.
fn at_path(text: &str, path: &str) -> Option<String> {
    let tree: Value = serde_json::from_str(text).ok()?;
    match JsonPath::parse(path).ok()?.query(&tree).exactly_one().ok()? {
        Value::String(text) => Some(text.clone()),
        value @ (Value::Number(_) | Value::Bool(_)) => Some(value.to_string()),
        _ => None,
    }
}

fn is_in(request: &str, value: &str) -> bool {
    let is_there = |form: &str| request.match_indices(form).any(|(at, form)| is_alone(request, at, form));
    is_there(value) || is_there(&percent::encoded(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_value() {
        let found = |path: &str| at_path(r#"{"a": [{"b": 1}, {"c d'": {"e": "found"}}]}"#, path);
        assert_eq!(found("$.a[1]['c d\\''].e").as_deref(), Some("found"));
        assert_eq!((found("$.a[0].b").as_deref(), found("$.a[7].b"), found("$.a")), (Some("1"), None, None));
    }

    #[test]
    fn a_value_is_sent_as_it_is_or_encoded_and_not_within_another() {
        assert!(is_in("GET /item/7?a=b", "7") && is_in("key=a%2Fb%3D", "a/b="));
        assert!(!is_in("GET /item/77", "7") && !is_in("x", "7"));
    }
}
