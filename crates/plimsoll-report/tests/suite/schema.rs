//! `docs/report.schema.json`: it is that of the types, and reports keep to it.

use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{JSON_SCHEMA_VERSION, json};
use plimsoll_run::{Design, EndReason, ErrorKind};
use plimsoll_testkit::synthetic::healthy::{self, Fault};
use plimsoll_testkit::synthetic::open::{OpenSpec, open};
use plimsoll_testkit::synthetic::{Spec, fail, run};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json as value};

const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json");
/// Set it to write the file again.
const WRITE: &str = "PLIMSOLL_WRITE_SCHEMA";

#[test]
fn the_published_schema_is_that_of_the_types() {
    let generated = generated();
    if std::env::var_os(WRITE).is_some() {
        let text = serde_json::to_string_pretty(&generated).expect("JSON") + "\n";
        std::fs::write(PUBLISHED, text).expect("written");
    }
    // Both as text are more than a log takes.
    assert!(
        published() == generated,
        "{WRITE}=1 cargo test -p plimsoll-report --test suite schema writes it again"
    );
}

fn published() -> Value {
    let text = std::fs::read_to_string(PUBLISHED).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// As the types are written; but fields that are null are left out, so they are not required and never null.
fn generated() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Analysis>().to_value();
    schema["title"] = value!("A report of Plimsoll");
    schema["properties"]["schema_version"] = value!({
        "description": "Raised when a field is removed or means something else, not when one is added.",
        "const": JSON_SCHEMA_VERSION
    });
    schema["required"].as_array_mut().expect("names").insert(0, value!("schema_version"));
    without_nulls(&mut schema);
    schema
}

fn without_nulls(schema: &mut Value) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let mut optional = Vec::new();
        for (name, property) in properties {
            if strip_null(property) {
                optional.push(name.clone());
            }
        }
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| !optional.iter().any(|o| name == o));
        }
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(without_nulls),
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// Whether the value might have been null.
fn strip_null(property: &mut Value) -> bool {
    if let Some(types) = property.get_mut("type").and_then(Value::as_array_mut) {
        let before = types.len();
        types.retain(|name| name != "null");
        let (found, one) = (types.len() < before, types.len() == 1);
        if one {
            property["type"] = property["type"][0].clone();
        }
        return found;
    }
    let Some(choices) = property.get_mut("anyOf").and_then(Value::as_array_mut) else { return false };
    let before = choices.len();
    choices.retain(|choice| choice.get("type") != Some(&value!("null")));
    let found = choices.len() < before;
    if found && choices.len() == 1 {
        let only = choices.remove(0);
        let fields = property.as_object_mut().expect("a schema with a choice");
        fields.remove("anyOf");
        fields.extend(only.as_object().cloned().unwrap_or_default());
    }
    found
}

#[test]
fn reports_keep_to_the_schema() {
    let schema = published();
    for analysis in reports() {
        let report: Value = serde_json::from_str(&json(&analysis)).expect("JSON");
        let faults = faults(&schema, &schema, &report, "$");
        assert!(faults.is_empty(), "{:#?}", &faults[..faults.len().min(10)]);
    }
}

#[test]
fn what_is_no_report_is_distinguished() {
    let schema = published();
    let report: Value = serde_json::from_str(&json(&reports()[0])).expect("JSON");
    let check = |pointer: &str, put: Value, wanted: &str| {
        let mut changed = report.clone();
        *changed.pointer_mut(pointer).expect(pointer) = put;
        let faults = faults(&schema, &schema, &changed, "$");
        assert!(faults.iter().any(|fault| fault.contains(wanted)), "{pointer}: {faults:?}");
    };
    check("/schema_version", value!(0), "$.schema_version");
    check("/outcome", value!("perhaps"), "$.outcome");
    check("/runs/0/steps/0/number", value!("one"), "number");
    check("/runs/0/steps/0/response", value!({"count": 1, "p95_ms": 2}), "p95_ms");
    check("/runs/0/figures/0/series/0/points/0", value!([1]), "points");
    check("/runs/0/total", value!({}), "total");
}

fn reports() -> Vec<Analysis> {
    let mut climb = run(&Spec {
        design: Design::Climb { goal: 0.6 },
        loads: vec![(5, 2), (8, 2), (8, 3), (8, 4), (8, 5)],
        requirements: vec![
            "p95 <= 2.5 s",
            "mean < 600 ms",
            "errors < 1 %",
            "throughput >= 60/s",
            "max < 1 s",
        ],
        ..Spec::default()
    });
    fail(&mut climb, 4, 1, ErrorKind::Status, "status 503", 12_000);
    let search = open(&OpenSpec {
        design: Design::Capacity { precision: 0.05 },
        end: Some(EndReason::Converged),
        rates: vec![100.0, 400.0, 800.0, 460.0, 420.0, 420.0, 420.0],
        users: 400,
        requirements: vec!["p95 <= 100 ms", "errors < 1 %"],
        ..OpenSpec::default()
    });
    let watched = healthy::lab(7, Fault::default());
    let mut other = climb.clone();
    other.header.variant.name = "other".to_owned();
    vec![
        analyse(&[climb.clone()], &[], 42),
        analyse(&[search], &[], 42),
        analyse(&[watched.run], &[watched.observed], 42),
        analyse(&[climb, other], &[], 42),
        analyse(&[], &[], 42),
    ]
}

/// What of a schema the published one uses. A field that no schema names is a fault here: it would not be published.
fn faults(root: &Value, schema: &Value, value: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(target.trim_start_matches('#')).unwrap_or_else(|| panic!("no {target}"));
        // A reference beside fields of its own adds to them.
        let merged = merged(target, schema);
        return faults(root, &merged, value, path);
    }
    for choices in ["oneOf", "anyOf"] {
        let Some(choices) = schema.get(choices).and_then(Value::as_array) else { continue };
        let tried = choices.iter().map(|choice| faults(root, &merged(choice, schema), value, path));
        let best = tried.min_by_key(Vec::len).unwrap_or_default();
        return best;
    }
    if let Some(wanted) = schema.get("const").filter(|wanted| *wanted != value) {
        found.push(format!("{path}: {value} is not {wanted}"));
    }
    if let Some(wanted) = schema.get("enum").and_then(Value::as_array).filter(|all| !all.contains(value)) {
        found.push(format!("{path}: {value} is none of {wanted:?}"));
    }
    if !is_of_type(schema.get("type"), value) {
        found.push(format!("{path}: {value:.40} is not of type {}", schema["type"]));
    }
    match value {
        Value::Object(fields) => found.extend(object_faults(root, schema, fields, path)),
        Value::Array(items) => found.extend(array_faults(root, schema, items, path)),
        _ => {}
    }
    found
}

/// The fields of both; those of the choice win.
fn merged(choice: &Value, around: &Value) -> Value {
    let mut all = around.as_object().cloned().unwrap_or_default();
    ["$ref", "oneOf", "anyOf"].iter().for_each(|name| drop(all.remove(*name)));
    for (name, value) in choice.as_object().into_iter().flatten() {
        match (name.as_str(), all.get_mut(name)) {
            ("properties", Some(Value::Object(known))) => {
                known.extend(value.as_object().cloned().unwrap_or_default());
            }
            ("required", Some(Value::Array(known))) => {
                known.extend(value.as_array().cloned().unwrap_or_default())
            }
            _ => drop(all.insert(name.clone(), value.clone())),
        }
    }
    Value::Object(all)
}

fn is_of_type(wanted: Option<&Value>, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap_or_default() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("the type {other}"),
    };
    match wanted {
        None => true,
        Some(Value::Array(names)) => names.iter().any(is),
        Some(name) => is(name),
    }
}

fn object_faults(
    root: &Value,
    schema: &Value,
    fields: &serde_json::Map<String, Value>,
    path: &str,
) -> Vec<String> {
    let mut found = Vec::new();
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = name.as_str().expect("a name");
        if !fields.contains_key(name) {
            found.push(format!("{path}: {name} is missing"));
        }
    }
    for (name, value) in fields {
        let known = schema.get("properties").and_then(|properties| properties.get(name));
        match known.or(schema.get("additionalProperties").filter(|any| any.is_object())) {
            Some(known) => found.extend(faults(root, known, value, &format!("{path}.{name}"))),
            None if schema.get("additionalProperties") == Some(&Value::Bool(true)) => {}
            None => found.push(format!("{path}: {name} is in no schema")),
        }
    }
    found
}

fn array_faults(root: &Value, schema: &Value, items: &[Value], path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let limit = |name: &str| schema.get(name).and_then(Value::as_u64).map(|n| n as usize);
    let (least, most) = (limit("minItems").unwrap_or(0), limit("maxItems").unwrap_or(usize::MAX));
    if !(least..=most).contains(&items.len()) {
        found.push(format!("{path}: {} items", items.len()));
    }
    let places = schema.get("prefixItems").and_then(Value::as_array);
    for (i, item) in items.iter().enumerate() {
        let of_place = places.and_then(|places| places.get(i));
        if let Some(of_item) = of_place.or(schema.get("items").filter(|items| items.is_object())) {
            found.extend(faults(root, of_item, item, &format!("{path}[{i}]")));
        }
    }
    found
}
