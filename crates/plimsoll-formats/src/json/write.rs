//! Values of a tree as JSON.

use plimsoll_plan::document::{Node, NodeValue, ScalarKind};
use serde_json::Value;

/// A scalar as people write it; anything else as JSON in one line.
pub fn plain(node: &Node) -> String {
    match &node.value {
        NodeValue::Null => String::new(),
        NodeValue::Scalar { text, .. } => text.clone(),
        _ => to_json(node).to_string(),
    }
}

pub fn to_json(node: &Node) -> Value {
    match &node.value {
        NodeValue::Null => Value::Null,
        NodeValue::Scalar { text, kind: ScalarKind::Bool } => text.eq_ignore_ascii_case("true").into(),
        NodeValue::Scalar { text, kind: ScalarKind::Number } => {
            text.parse::<serde_json::Number>().map_or_else(|_| text.as_str().into(), Into::into)
        }
        NodeValue::Scalar { text, kind: ScalarKind::Text } => text.as_str().into(),
        NodeValue::Sequence(items) => items.iter().map(to_json).collect(),
        NodeValue::Mapping(_) => {
            Value::Object(node.pairs().map(|(key, value)| (key.to_owned(), to_json(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_scalars_of_yaml_have_other_types() {
        let read = crate::yaml::document(
            "f.yaml",
            "a: [1, '1', 1.5, -2, true, 'true', ~, 2020-01-01, 1.2.3, text]\n200: x\n'b c': y",
        );
        let shown = read.map(|node| to_json(&node).to_string());
        let expected =
            r#"{"a":[1,"1",1.5,-2,true,"true",null,"2020-01-01","1.2.3","text"],"200":"x","b c":"y"}"#;
        assert_eq!(shown.as_deref(), Ok(expected));
    }
}
