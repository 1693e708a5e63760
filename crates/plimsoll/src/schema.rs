//! JSON Schema (draft 2020-12) of what the YAML readers accept, from the tables that they read by.

use crate::arguments::SchemaOf;
use plimsoll_plan::document::{Key, Kind, MappingShape};
use serde_json::{Map, Value, json};

/// As `units::duration` reads them.
const DURATION: &str = r"^\s*([0-9.]+\s*(us|µs|μs|ms|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)?\s*)+$";
const RATE: &str = r"^\s*[0-9.]+\s*/\s*(us|µs|μs|ms|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)\s*$";
const PERCENTAGE: &str = r"^\s*[0-9.]+\s*%\s*$";
const COUNT: &str = r"^\s*[0-9]+\s*$";
const NUMBER: &str = r"^\s*[-+]?[0-9.]+([eE][-+]?[0-9]+)?\s*$";

pub fn of(document: SchemaOf) -> Value {
    match document {
        SchemaOf::Plan => json_schema(&plimsoll_formats::PLAN, &plimsoll_formats::DEFINED),
        SchemaOf::Study => json_schema(&plimsoll_study::STUDY, &[]),
        SchemaOf::Import => json_schema(&plimsoll_import::IMPORT, &[]),
    }
}

/// The schema of a document whose root is this mapping; `defined` is what its shapes refer to by name.
fn json_schema(root: &'static MappingShape, defined: &[(&'static str, &'static Kind)]) -> Value {
    let mut definitions = Definitions::default();
    let by_name: Vec<(&str, Value)> =
        defined.iter().map(|(name, kind)| (*name, definitions.kind(kind))).collect();
    let mut schema = definitions.mapping(root);
    let mut all = Map::new();
    // A definition may bring further ones.
    let mut done = 0;
    while let Some((defined, name)) = definitions.named.get(done).cloned() {
        let definition = match defined {
            Defined::Mapping(shape) => definitions.mapping(shape),
            Defined::ByKey(shapes) => definitions.by_key(shapes),
        };
        all.insert(name, definition);
        done += 1;
    }
    all.extend(by_name.into_iter().map(|(name, kind)| (name.to_owned(), kind)));
    let entries = schema.as_object_mut().expect("a mapping's schema is an object");
    entries.insert("$defs".to_owned(), Value::Object(all));
    entries.insert("title".to_owned(), json!(format!("A {} of Plimsoll", root.name)));
    entries.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema
}

/// What is used in several places and stands under `$defs`.
#[derive(Clone, Copy)]
enum Defined {
    Mapping(&'static MappingShape),
    ByKey(&'static [&'static MappingShape]),
}

impl Defined {
    fn is_same(self, other: Defined) -> bool {
        match (self, other) {
            (Defined::Mapping(a), Defined::Mapping(b)) => std::ptr::eq(a, b),
            (Defined::ByKey(a), Defined::ByKey(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| std::ptr::eq(*a, *b))
            }
            _ => false,
        }
    }

    fn name(self) -> String {
        match self {
            Defined::Mapping(shape) => shape.name.replace(' ', "_"),
            Defined::ByKey(shapes) => format!("any_kind_of_{}", shapes.last().map_or("", |shape| shape.name)),
        }
    }
}

#[derive(Default)]
struct Definitions {
    named: Vec<(Defined, String)>,
}

impl Definitions {
    fn reference(&mut self, defined: Defined) -> Value {
        let known = self.named.iter().find(|(known, _)| known.is_same(defined));
        let name = match known {
            Some((_, name)) => name.clone(),
            None => {
                let name = self.free_name(&defined.name());
                self.named.push((defined, name.clone()));
                name
            }
        };
        json!({"$ref": format!("#/$defs/{name}")})
    }

    /// Several shapes may have one name in messages.
    fn free_name(&self, base: &str) -> String {
        let is_taken = |name: &String| self.named.iter().any(|(_, known)| known == name);
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        std::iter::once(base.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
    }

    fn mapping(&mut self, shape: &'static MappingShape) -> Value {
        let mut properties = Map::new();
        for key in shape.all_keys() {
            if !properties.contains_key(key.name) {
                properties.insert(key.name.to_owned(), self.property(key));
            }
        }
        let required: Vec<&str> =
            shape.keys.iter().filter(|key| key.is_required).map(|key| key.name).collect();
        let mut schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
        if !shape.about.is_empty() {
            schema["description"] = json!(shape.about);
        }
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }

    fn property(&mut self, key: &'static Key) -> Value {
        let mut schema = self.kind(&key.kind);
        if !key.about.is_empty() {
            schema["description"] = json!(key.about);
        }
        let example = if key.example.is_empty() { usual_example(&key.kind) } else { key.example };
        if !example.is_empty() {
            schema["examples"] = json!([example_value(example)]);
        }
        schema
    }

    fn kind(&mut self, kind: &'static Kind) -> Value {
        match kind {
            Kind::Text => json!({"type": ["string", "number", "boolean"]}),
            Kind::Count => json!({"type": ["integer", "string"], "minimum": 0, "pattern": COUNT}),
            Kind::Number => json!({"type": ["number", "string"], "pattern": NUMBER}),
            Kind::Flag => json!({"enum": [true, false, "yes", "no", "on", "off"]}),
            Kind::Duration => json!({"type": ["string", "number"], "pattern": DURATION}),
            Kind::Rate => json!({"type": "string", "pattern": RATE}),
            Kind::Percentage => json!({"type": "string", "pattern": PERCENTAGE}),
            Kind::Word("false") => json!({"enum": [false, "no", "off"]}),
            Kind::Word(word) => json!({"const": word}),
            Kind::Words(words) => {
                json!({"enum": words().into_iter().flat_map(spellings).collect::<Vec<_>>()})
            }
            Kind::Mapping(shape) => self.reference(Defined::Mapping(shape)),
            Kind::Named(value) => {
                let mut value = self.kind(value);
                // `name:` without anything is an empty text.
                if let Some(types) = value.get_mut("type").and_then(Value::as_array_mut) {
                    types.push(json!("null"));
                }
                json!({"type": "object", "additionalProperties": value})
            }
            Kind::NamedOf(names, value) => {
                let value = self.kind(value);
                let entries = names().into_iter().map(|name| (name.to_owned(), value.clone()));
                let properties: Map<String, Value> = entries.collect();
                json!({"type": "object", "properties": properties, "additionalProperties": false})
            }
            Kind::List(item) => json!({"type": "array", "items": self.kind(item)}),
            Kind::OneOrMore(item) => {
                let item = self.kind(item);
                json!({"anyOf": [item, {"type": "array", "items": item}]})
            }
            Kind::ByKey(shapes) => self.reference(Defined::ByKey(shapes)),
            Kind::Defined(name) => json!({"$ref": format!("#/$defs/{name}")}),
            Kind::Either(kinds) => {
                json!({"anyOf": kinds.iter().map(|kind| self.kind(kind)).collect::<Vec<_>>()})
            }
        }
    }

    /// The first shape that has a mark in it, else the last one. Editors offer the keys of all of them to begin with.
    fn by_key(&mut self, shapes: &'static [&'static MappingShape]) -> Value {
        let Some((last, marked)) = shapes.split_last() else { return json!(true) };
        let mut schema = self.reference(Defined::Mapping(last));
        for shape in marked.iter().rev() {
            let has_mark: Vec<Value> = shape.marks.iter().map(|mark| json!({"required": [mark]})).collect();
            let then = self.reference(Defined::Mapping(shape));
            schema = json!({"if": {"anyOf": has_mark}, "then": then, "else": schema});
        }
        let marks = marked.iter().flat_map(|shape| shape.marks.iter().filter_map(|mark| shape.key(mark)));
        let offered: Map<String, Value> = marks
            .chain(last.keys)
            .map(|key| (key.name.to_owned(), json!({"description": key.about})))
            .collect();
        schema["type"] = json!("object");
        schema["properties"] = Value::Object(offered);
        schema
    }
}

/// A word, and the number that YAML makes of it where it looks like one.
fn spellings(word: &'static str) -> Vec<Value> {
    let as_written = [json!(word)];
    as_written.into_iter().chain(number_of(word)).collect()
}

fn number_of(word: &str) -> Option<Value> {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    is_number.then(|| word.parse::<serde_json::Number>().ok().map(Value::Number)).flatten()
}

const fn usual_example(kind: &Kind) -> &'static str {
    match kind {
        Kind::Duration => "30 s",
        Kind::Rate => "50/s",
        Kind::Percentage => "20 %",
        _ => "",
    }
}

/// The value that a YAML parser makes of an example.
fn example_value(example: &str) -> Value {
    match plimsoll_formats::yaml::document("example", example) {
        Ok(node) => plimsoll_formats::to_json(&node),
        Err(_) => json!(example),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All objects with keys of their own, and where they stand.
    fn visit(place: &str, schema: &Value, found: &mut Vec<(String, Value)>) {
        match schema {
            Value::Object(entries) => {
                if schema["type"] == "object" && entries.contains_key("properties") {
                    found.push((place.to_owned(), schema.clone()));
                }
                entries.iter().for_each(|(name, value)| visit(&format!("{place}/{name}"), value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| visit(place, item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_key_has_a_description_and_no_mapping_takes_a_misspelt_one() {
        for document in [SchemaOf::Plan, SchemaOf::Study, SchemaOf::Import] {
            let (mut found, mut keys, mut examples) = (Vec::new(), 0, 0);
            visit("", &of(document), &mut found);
            for (place, schema) in &found {
                // What is chosen by a key of its own is checked as what was chosen.
                let is_chosen = schema.get("if").is_some();
                assert!(
                    is_chosen || schema["additionalProperties"] == json!(false),
                    "{document:?}{place} takes any key"
                );
                for (key, property) in schema["properties"].as_object().expect("keys") {
                    // What detectors are called is a list of names; docs/findings.md says what they find.
                    if place.ends_with("/detectors") {
                        continue;
                    }
                    let about = property["description"].as_str().unwrap_or_default();
                    assert!(!about.is_empty(), "{document:?}{place}: `{key}` is not described");
                    keys += 1;
                    examples += usize::from(property.get("examples").is_some());
                }
            }
            assert!(
                found.len() >= 3 && examples * 5 > keys,
                "{document:?}: {examples} examples of {keys} keys"
            );
        }
    }
}
