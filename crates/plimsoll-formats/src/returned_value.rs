//! A value of a recording that an answer had and a later request sent, to be held against a trial of a plan.

use crate::json;
use crate::pattern::{match_at, unescaped};
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField};

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
            ExtractorKind::JsonPath(path) => {
                let tree = json::read("", &text).ok()?;
                at_path(&tree, path.as_literal()?)?.as_str().map(str::to_owned)
            }
            _ => None,
        }
    }

    /// In one line of YAML.
    pub fn extractor(&self) -> &str {
        &self.written
    }

    pub fn variable(&self) -> &str {
        &self.extractor.variable
    }
}

/// By a path as correlation makes them: keys and places of lists.
fn at_path<'a>(tree: &'a Node, path: &str) -> Option<&'a Node> {
    let (mut node, mut rest) = (tree, path.strip_prefix('$')?);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            (node, rest) = (node.get(&after[..end])?, &after[end..]);
        } else if let Some(after) = rest.strip_prefix("['") {
            let end = after.find("']")?;
            let key = after[..end].replace("\\'", "'").replace("\\\\", "\\");
            (node, rest) = (node.get(&key)?, &after[end + 2..]);
        } else {
            let (number, after) = rest.strip_prefix('[')?.split_once(']')?;
            (node, rest) = (node.elements().get(number.parse::<usize>().ok()?)?, after);
        }
    }
    Some(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_value() {
        let tree = json::read("", r#"{"a": [{"b": 1}, {"c d": {"e": "found"}}]}"#).expect("JSON");
        let found = |path: &str| at_path(&tree, path).and_then(Node::as_str);
        assert_eq!(found("$.a[1]['c d'].e"), Some("found"));
        assert_eq!((found("$.a[0].b"), found("$.a[7].b"), found("$.x")), (Some("1"), None, None));
    }
}
