//! The tree where types count, as in the files of other tools: what is not of the type that is asked for is not there.

use super::{Node, NodeValue, ScalarKind};

impl Node {
    /// What stands under keys within keys.
    pub fn at(&self, keys: &[&str]) -> Option<&Node> {
        keys.iter().try_fold(self, |value, key| value.get(key))
    }

    /// The keys of a mapping and their values.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (&str, &Node)> {
        self.entries().iter().map(|(key, value)| (key.as_str().unwrap_or_default(), value))
    }

    /// The items of a list, and of nothing else.
    pub fn elements(&self) -> &[Node] {
        match &self.value {
            NodeValue::Sequence(items) => items,
            _ => &[],
        }
    }

    /// The items of a list under a key.
    pub fn list(&self, key: &str) -> &[Node] {
        self.get(key).map_or(&[], Node::elements)
    }

    pub fn as_text(&self) -> Option<&str> {
        self.scalar_of(ScalarKind::Text)
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Node::as_text)
    }

    pub fn flag(&self, key: &str) -> bool {
        let text = self.get(key).and_then(|value| value.scalar_of(ScalarKind::Bool));
        text.is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.scalar_of(ScalarKind::Number)?.parse().ok()
    }

    pub fn is_map(&self) -> bool {
        matches!(self.value, NodeValue::Mapping(_))
    }

    fn scalar_of(&self, wanted: ScalarKind) -> Option<&str> {
        match &self.value {
            NodeValue::Scalar { text, kind } if *kind == wanted => Some(text),
            _ => None,
        }
    }
}
