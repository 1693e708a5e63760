//! Texts of a YAML plan: values, templates, and lists of both.

use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};

pub fn scalar(node: &Node, key: &str, problems: &mut Problems) -> Option<String> {
    match &node.value {
        NodeValue::Scalar { text, .. } => Some(text.clone()),
        _ => {
            problems.error(node.line, key, format!("expected a value, found {}", node.kind()));
            None
        }
    }
}

pub fn template_of(node: &Node, key: &str, problems: &mut Problems) -> Option<Template> {
    let text = match node.value {
        // `name:` without anything is an empty text here.
        NodeValue::Null => String::new(),
        _ => scalar(node, key, problems)?,
    };
    let template = evaluation::template(&text).map_err(|reason| problems.error(node.line, key, reason).line);
    template.ok().map(|template| template.at(node.line))
}

/// Texts of mappings.
pub trait TemplateFields {
    /// The text of `key`, which knows its line.
    fn template(&mut self, key: &'static str) -> Option<Template>;
}

impl TemplateFields for Fields<'_, '_> {
    fn template(&mut self, key: &'static str) -> Option<Template> {
        let node = self.optional(key)?;
        self.parse_node(node, key, evaluation::template).map(|template| template.at(node.line))
    }
}

/// Names and templates, as a mapping or as a list of mappings with one entry each.
pub fn pairs(node: &Node, what: &'static str, problems: &mut Problems) -> Vec<(String, Template)> {
    let mut found: Vec<(String, Template)> = Vec::new();
    let is_list = matches!(node.value, NodeValue::Sequence(_));
    if !is_list && !matches!(node.value, NodeValue::Mapping(_)) {
        problems.error(node.line, what, format!("expected names with values, found {}", node.kind()));
    }
    for (key, value) in node.items().iter().flat_map(Node::entries) {
        let Some(name) = scalar(key, what, problems) else { continue };
        if !is_list && found.iter().any(|(n, _)| *n == name) {
            problems.error(key.line, what, format!("`{name}` is there twice")).hint =
                Some("if that is meant, write a list: `- name: value`".to_owned());
        }
        found.extend(template_of(value, &name, problems).map(|value| (name, value)));
    }
    found
}
