//! A text document as a tree of values that know their lines: what a YAML or JSON reader gives to whoever decodes a plan, a
//! study or a file of another tool. Knows no text format itself.
//!
//! A [`MappingShape`] says which keys a mapping may have, and [`Fields`] decodes it key by key and reports everything that is
//! wrong at once: missing and misspelt keys, wrong types, values out of range.

pub mod build;
mod fields;
mod shape;
mod synonyms;
mod typed;

use crate::diagnostic::Diagnostic;

pub use fields::Fields;
pub use shape::{Key, Kind, MappingShape, key};
pub use synonyms::meant;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// 1-based.
    pub line: u32,
    pub value: NodeValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum NodeValue {
    /// Nothing: `key:` with no value, or `null`.
    Null,
    /// As written.
    Scalar {
        text: String,
        kind: ScalarKind,
    },
    Sequence(Vec<Node>),
    /// In the order of the document.
    Mapping(Vec<(Node, Node)>),
}

/// What a scalar is where types count: in JSON, and in YAML by its core schema (what is in quotes is a text). A plan and a study
/// take the text of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    Text,
    Number,
    Bool,
}

impl Node {
    /// A text at a line.
    pub fn text_at(line: u32, text: impl Into<String>) -> Node {
        Node { line, value: NodeValue::Scalar { text: text.into(), kind: ScalarKind::Text } }
    }

    /// What the value is called in an error message.
    pub fn kind(&self) -> &'static str {
        match self.value {
            NodeValue::Null => "nothing",
            NodeValue::Scalar { .. } => "a value",
            NodeValue::Sequence(_) => "a list",
            NodeValue::Mapping(_) => "a mapping",
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            NodeValue::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The items of a list; a single value counts as a list of one, nothing as an empty list.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            NodeValue::Null => &[],
            NodeValue::Sequence(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.value {
            NodeValue::Mapping(entries) => entries,
            _ => &[],
        }
    }
}

/// Collects what is wrong with one file.
#[derive(Debug)]
pub struct Problems {
    pub file: String,
    pub found: Vec<Diagnostic>,
}

impl Problems {
    pub fn new(file: &str) -> Self {
        Problems { file: file.to_owned(), found: Vec::new() }
    }

    pub fn error(&mut self, line: u32, element: &str, message: impl Into<String>) -> &mut Diagnostic {
        self.found.push(Diagnostic::error(&self.file, line, element, message));
        self.found.last_mut().expect("just pushed")
    }

    pub fn warning(&mut self, line: u32, element: &str, message: impl Into<String>) {
        self.found.push(Diagnostic::warning(&self.file, line, element, message));
    }

    pub fn any_error(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }
}
