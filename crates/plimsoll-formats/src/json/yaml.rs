//! YAML to the same tree, with the types of YAML's core schema.

use super::value::{Json, JsonValue};
use crate::yaml;
use plimsoll_plan::Diagnostic;
use plimsoll_plan::document;

/// Reads one YAML document. What is in quotes is a text.
pub fn read_yaml(file: &str, text: &str) -> Result<Json, Diagnostic> {
    yaml::typed_document(file, text).map(|node| typed(&node))
}

fn typed(node: &document::Node) -> Json {
    let value = match &node.value {
        document::NodeValue::Null => JsonValue::Null,
        document::NodeValue::Scalar(text) => scalar(text),
        document::NodeValue::Sequence(items) => JsonValue::List(items.iter().map(typed).collect()),
        document::NodeValue::Mapping(entries) => {
            let entry = |(key, value): &(document::Node, document::Node)| {
                let name = key.as_str().map_or_else(String::new, |name| untagged(name).to_owned());
                (name, typed(value))
            };
            JsonValue::Map(entries.iter().map(entry).collect())
        }
    };
    Json { line: node.line, value }
}

fn untagged(text: &str) -> &str {
    text.strip_prefix(yaml::PLAIN_MARK).unwrap_or(text)
}

/// Only a text without quotes may be something else.
fn scalar(text: &str) -> JsonValue {
    let Some(plain) = text.strip_prefix(yaml::PLAIN_MARK) else { return JsonValue::Text(text.to_owned()) };
    let is_number = plain.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && plain.parse::<serde_json::Number>().is_ok();
    match plain {
        "true" | "True" | "TRUE" => JsonValue::Bool(true),
        "false" | "False" | "FALSE" => JsonValue::Bool(false),
        _ if is_number => JsonValue::Number(plain.to_owned()),
        _ => JsonValue::Text(plain.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_scalars_have_other_types() {
        let read = read_yaml(
            "f.yaml",
            "a: [1, '1', 1.5, -2, true, 'true', ~, 2020-01-01, 1.2.3, text]\n200: x\n'b c': y",
        );
        let shown = read.map(|json| json.to_serde().to_string());
        let expected =
            r#"{"a":[1,"1",1.5,-2,true,"true",null,"2020-01-01","1.2.3","text"],"200":"x","b c":"y"}"#;
        assert_eq!(shown.as_deref(), Ok(expected));
    }
}
