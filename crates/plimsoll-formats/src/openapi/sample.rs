//! A value that fits a schema: its example, its default, or one that is made up.

use super::document::Document;
use crate::json;
use plimsoll_plan::document::{Node, NodeValue, ScalarKind};
use serde_json::{Map, Number, Value as Made, json};

/// Deepest nesting of a made-up value.
const DEPTH_MAX: usize = 12;

/// Most parts of one made-up value.
const PARTS_MAX: usize = 2000;

/// Longest made-up text.
const TEXT_MAX: usize = 1000;

pub struct ExampleMaker<'a> {
    pub document: &'a Document<'a>,
    parts: usize,
    /// The schemas that are being looked into, so that one within itself is left out.
    open: Vec<*const Node>,
    /// What could not be followed.
    pub problems: Vec<String>,
}

impl<'a> ExampleMaker<'a> {
    pub fn new(document: &'a Document<'a>) -> Self {
        ExampleMaker { document, parts: 0, open: Vec::new(), problems: Vec::new() }
    }

    /// The example beside a schema, or one made of the schema.
    pub fn of_holder(&mut self, holder: &'a Node) -> Option<Made> {
        if let Some(example) = holder.get("example").or_else(|| holder.get("x-example")) {
            return Some(json::to_json(example));
        }
        if let Some((_, first)) = holder.get("examples").and_then(|examples| examples.pairs().next()) {
            let first = self.resolve(first)?;
            if let Some(value) = first.get("value") {
                return Some(json::to_json(value));
            }
        }
        // Parameters of Swagger are schemas themselves.
        self.of_schema(holder.get("schema").unwrap_or(holder))
    }

    fn resolve(&mut self, value: &'a Node) -> Option<&'a Node> {
        match self.document.resolve(value) {
            Ok(value) => Some(value),
            Err(problem) => {
                if !self.problems.contains(&problem) {
                    self.problems.push(problem);
                }
                None
            }
        }
    }

    /// `None` where a schema holds itself, or too much.
    pub fn of_schema(&mut self, schema: &'a Node) -> Option<Made> {
        let schema = self.resolve(schema)?;
        let this: *const Node = schema;
        self.parts += 1;
        if self.open.len() >= DEPTH_MAX || self.parts > PARTS_MAX || self.open.contains(&this) {
            return None;
        }
        self.open.push(this);
        let made = self.made(schema);
        self.open.pop();
        made
    }

    fn made(&mut self, schema: &'a Node) -> Option<Made> {
        let given = ["example", "default", "const"].into_iter().find_map(|key| schema.get(key));
        let listed = || ["examples", "enum"].into_iter().find_map(|key| schema.list(key).first());
        if let Some(value) = given.or_else(listed) {
            return Some(json::to_json(value));
        }
        if !schema.list("allOf").is_empty() {
            return self.of_all(schema);
        }
        for key in ["oneOf", "anyOf"] {
            let is_null = |s: &Node| s.text("type") == Some("null");
            if let Some(option) = schema.list(key).iter().find(|option| !is_null(option)) {
                let made = self.of_schema(option)?;
                return Some(match (made, self.of_properties(schema)) {
                    (Made::Object(made), Some(Made::Object(own))) => {
                        Made::Object(own.into_iter().chain(made).collect())
                    }
                    (made, _) => made,
                });
            }
        }
        match kind(schema) {
            "object" => Some(self.of_properties(schema).unwrap_or_else(|| json!({}))),
            "array" => {
                let item = schema.get("items").and_then(|items| self.of_schema(items));
                Some(Made::Array(item.into_iter().collect()))
            }
            "string" => Some(text(schema).into()),
            "integer" => Some(Made::Number(Number::from(number(schema, 1.0) as i64))),
            "number" => Number::from_f64(number(schema, 1.5)).map(Made::Number),
            "boolean" => Some(true.into()),
            "null" => Some(Made::Null),
            _ => Some("text".into()),
        }
    }

    fn of_all(&mut self, schema: &'a Node) -> Option<Made> {
        let mut whole = Map::new();
        let mut other = None;
        for part in schema.list("allOf") {
            match self.of_schema(part) {
                Some(Made::Object(part)) => whole.extend(part),
                part => other = other.or(part),
            }
        }
        if let Some(Made::Object(own)) = self.of_properties(schema) {
            whole.extend(own);
        }
        if whole.is_empty() { other.or(Some(json!({}))) } else { Some(Made::Object(whole)) }
    }

    /// All that a client may send.
    fn of_properties(&mut self, schema: &'a Node) -> Option<Made> {
        let properties = schema.get("properties")?;
        let mut made = Map::new();
        for (name, property) in properties.pairs() {
            let is_read_only = self.resolve(property).is_some_and(|property| property.flag("readOnly"));
            if let Some(value) = (!is_read_only).then(|| self.of_schema(property)).flatten() {
                made.insert(name.to_owned(), value);
            }
        }
        Some(Made::Object(made))
    }
}

/// The type; in 3.1 it may be a list, and it may be left out.
pub fn kind(schema: &Node) -> &str {
    let named = schema.get("type").and_then(|kind| match &kind.value {
        NodeValue::Scalar { text: kind, kind: ScalarKind::Text } => Some(kind.as_str()),
        NodeValue::Sequence(kinds) => kinds.iter().filter_map(Node::as_text).find(|kind| *kind != "null"),
        _ => None,
    });
    match named {
        Some(kind) => kind,
        None if schema.get("properties").is_some() || schema.get("additionalProperties").is_some() => {
            "object"
        }
        None if schema.get("items").is_some() => "array",
        None => "",
    }
}

fn text(schema: &Node) -> String {
    let made = match schema.text("format").unwrap_or_default() {
        "date" => "2024-01-31",
        "date-time" => "2024-01-31T12:00:00Z",
        "time" => "12:00:00Z",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "email" => "user@example.com",
        "uri" | "url" => "https://example.com/",
        "hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "byte" => "dGV4dA==",
        _ => "text",
    };
    let length = |key: &str| schema.number(key).filter(|n| *n >= 0.0).map(|n| n as usize);
    let mut made = made.to_owned();
    let wanted = length("minLength").unwrap_or(0).min(TEXT_MAX);
    made.extend(std::iter::repeat_n('x', wanted.saturating_sub(made.len())));
    if let Some(most) = length("maxLength") {
        made.truncate(most);
    }
    made
}

fn number(schema: &Node, usual: f64) -> f64 {
    let is_integer = kind(schema) == "integer";
    let step = schema.number("multipleOf").filter(|step| *step > 0.0);
    let beyond = step.unwrap_or(if is_integer { 1.0 } else { 0.5 });
    let bound = |inclusive: &str, exclusive: &str, direction: f64| {
        // In 3.0 the exclusive one is a flag, in 3.1 a number.
        let given = schema.number(inclusive);
        let given = if schema.flag(exclusive) { given.map(|b| b + direction * beyond) } else { given };
        schema.number(exclusive).map(|b| b + direction * beyond).or(given)
    };
    let least = bound("minimum", "exclusiveMinimum", 1.0);
    let most = bound("maximum", "exclusiveMaximum", -1.0);
    let made = most.map_or(usual, |most| usual.min(most));
    let made = least.map_or(made, |least| made.max(least));
    match step {
        Some(step) if made > 0.0 => (made / step).ceil() * step,
        _ => made,
    }
}
