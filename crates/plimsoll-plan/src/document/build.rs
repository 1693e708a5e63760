//! Trees that are made or changed by the program, for whoever writes them as text. They have no lines.

use super::{Node, NodeValue};

pub fn text(text: impl Into<String>) -> Node {
    Node::text_at(0, text)
}

pub fn list(items: Vec<Node>) -> Node {
    Node { line: 0, value: NodeValue::Sequence(items) }
}

pub fn map(entries: Vec<(&str, Node)>) -> Node {
    pairs(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

pub fn pairs(entries: Vec<(String, Node)>) -> Node {
    let entries = entries.into_iter().map(|(key, value)| (text(key), value)).collect();
    Node { line: 0, value: NodeValue::Mapping(entries) }
}

impl Node {
    /// The value of a key of a mapping.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let NodeValue::Mapping(entries) = &mut self.value else { return None };
        entries.iter_mut().find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// In its place where the key is there, else at the end. What is no mapping becomes one.
    pub fn set(&mut self, key: &str, value: Node) {
        if let Some(known) = self.get_mut(key) {
            *known = value;
            return;
        }
        match &mut self.value {
            NodeValue::Mapping(entries) => entries.push((text(key), value)),
            _ => *self = map(vec![(key, value)]),
        }
    }

    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let NodeValue::Mapping(entries) = &mut self.value else { return None };
        let place = entries.iter().position(|(known, _)| known.as_str() == Some(key))?;
        Some(entries.remove(place).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_set_in_their_places() {
        let mut node = map(vec![("a", text("1")), ("b", text("2"))]);
        node.set("a", text("3"));
        node.set("c", text("4"));
        assert_eq!(node.remove("b"), Some(text("2")));
        assert_eq!(node, map(vec![("a", text("3")), ("c", text("4"))]));
        assert_eq!(node.get("d"), None);
    }
}
