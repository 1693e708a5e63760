//! Decodes a mapping key by key.

use super::shape::{Key, MappingShape};
use super::{Node, NodeValue, Problems};
use std::time::Duration;

/// Takes the keys out of one mapping; [`Fields::finish`] reports the keys that nobody asked for.
pub struct Fields<'a, 'p> {
    line: u32,
    what: &'static str,
    shape: &'static MappingShape,
    entries: Vec<(&'a Node, &'a Node, bool)>,
    pub problems: &'p mut Problems,
}

impl<'a, 'p> Fields<'a, 'p> {
    pub fn of(node: &'a Node, shape: &'static MappingShape, problems: &'p mut Problems) -> Self {
        Fields::named(shape.name, node, shape, problems)
    }

    /// `what` names the mapping in messages, where several keys have mappings of one shape.
    pub fn named(
        what: &'static str,
        node: &'a Node,
        shape: &'static MappingShape,
        problems: &'p mut Problems,
    ) -> Self {
        if !matches!(node.value, NodeValue::Mapping(_) | NodeValue::Null) {
            let message = format!("expected a mapping of keys to values, found {}", node.kind());
            problems.error(node.line, what, message);
        }
        let mut entries: Vec<(&Node, &Node, bool)> = Vec::new();
        for (key, value) in node.entries() {
            let Some(name) = key.as_str() else {
                problems.error(key.line, what, format!("expected a key, found {}", key.kind()));
                continue;
            };
            if entries.iter().any(|(k, ..)| k.as_str() == Some(name)) {
                problems.error(key.line, name, "the key is there twice");
                continue;
            }
            entries.push((key, value, false));
        }
        Fields { line: node.line, what, shape, entries, problems }
    }

    pub fn line(&self) -> u32 {
        self.line
    }

    pub fn optional(&mut self, key: &'static str) -> Option<&'a Node> {
        debug_assert!(
            self.shape.key(key).is_some(),
            "`{key}` is missing in the shape of `{}`",
            self.shape.name
        );
        let entry = self.entries.iter_mut().find(|(k, ..)| k.as_str() == Some(key))?;
        entry.2 = true;
        match entry.1.value {
            NodeValue::Null => None,
            _ => Some(entry.1),
        }
    }

    pub fn required(&mut self, key: &'static str) -> Option<&'a Node> {
        let found = self.optional(key);
        if found.is_none() {
            let problem = self.problems.error(self.line, self.what, format!("`{key}` is missing"));
            problem.hint = self.shape.key(key).map(Key::hint);
        }
        found
    }

    /// The value of `key` through `parse`, whose error becomes a located message.
    pub fn parsed<T>(&mut self, key: &'static str, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let node = self.optional(key)?;
        self.parse_node(node, key, parse)
    }

    pub fn parse_node<T>(
        &mut self,
        node: &Node,
        key: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let Some(text) = node.as_str() else {
            self.problems.error(node.line, key, format!("expected a value, found {}", node.kind()));
            return None;
        };
        match parse(text) {
            Ok(value) => Some(value),
            Err(message) => {
                self.problems.error(node.line, key, message);
                None
            }
        }
    }

    pub fn text(&mut self, key: &'static str) -> Option<String> {
        self.parsed(key, |text| Ok(text.to_owned()))
    }

    pub fn duration(&mut self, key: &'static str) -> Option<Duration> {
        self.parsed(key, |text| crate::units::duration(text).map_err(|e| e.to_string()))
    }

    pub fn count(&mut self, key: &'static str) -> Option<u32> {
        self.parsed(key, |text| {
            text.trim().parse::<u32>().map_err(|_| format!("`{text}` is not a whole number of 0 or more"))
        })
    }

    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.parsed(key, |text| match text.trim() {
            "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" => Ok(false),
            other => Err(format!("`{other}` is neither true nor false")),
        })
    }

    /// Reports every key that was not read, with the key that was probably meant.
    pub fn finish(self) {
        for (key, _, used) in &self.entries {
            let Some(name) = key.as_str().filter(|_| !used) else { continue };
            let (message, hint) = self.shape.unread(name);
            self.problems.error(key.line, self.what, message).hint = Some(hint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Kind, key};

    static STUDY: MappingShape = MappingShape::new(
        "study",
        "",
        &[
            key("threads", Kind::Count, ""),
            key("step", Kind::Duration, ""),
            key("plan", Kind::Text, "").required(),
        ],
    );

    fn scalar(line: u32, text: &str) -> Node {
        Node::text_at(line, text)
    }

    #[test]
    fn every_wrong_key_is_reported_with_the_one_that_was_meant() {
        let entries = vec![
            (scalar(1, "thread"), scalar(1, "5")),
            (scalar(2, "step"), scalar(2, "soon")),
            (scalar(3, "zzz"), scalar(3, "1")),
        ];
        let node = Node { line: 1, value: NodeValue::Mapping(entries) };
        let mut problems = Problems::new("s.yaml");
        let mut fields = Fields::of(&node, &STUDY, &mut problems);
        assert_eq!(fields.count("threads"), None);
        assert_eq!(fields.duration("step"), None);
        fields.required("plan");
        fields.finish();
        let said: Vec<String> = problems.found.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 4, "{said:?}");
        assert!(said[0].starts_with("s.yaml:2: step: "), "{said:?}");
        assert_eq!(said[1], "s.yaml:1: study: `plan` is missing");
        assert_eq!(problems.found[2].hint.as_deref(), Some("did you mean `threads`?"));
        assert_eq!(problems.found[3].hint.as_deref(), Some("known here: threads, step, plan"));
    }
}
