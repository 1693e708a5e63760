//! Values at JSON paths.

use super::names::Names;
use super::{Answer, MATCHES_MAX, set_default};
use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField, SampleScope};
use serde_json::Value;
use serde_json_path::JsonPath;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A JSON path (RFC 9535), with the older spellings that JMeter's library allows.
pub fn json_path(path: &str) -> Result<JsonPath, String> {
    let path = path.trim();
    let path = if path.starts_with('$') { path.to_owned() } else { format!("$.{path}") };
    JsonPath::parse(&without_extra_dots(&path)).map_err(|e| e.to_string())
}

/// `$.a.[0]` is `$.a[0]`; in `$..[0]` the dots have a meaning.
fn without_extra_dots(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut quote = None;
    for c in path.chars() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '[') if out.ends_with('.') && !out.ends_with("..") => {
                out.pop();
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Whether the path leads to one place at most (com.jayway.jsonpath `isDefinite`): no wildcard, no
/// descent, no slice, no filter, no list.
pub fn is_definite(path: &JsonPath) -> bool {
    let written = path.to_string();
    let outside_names = written.split('\'').step_by(2);
    !outside_names.into_iter().any(|text| text.contains("..") || text.contains(['*', ':', '?', ',']))
}

/// A value as JMeter writes it: strings bare, the rest as JSON.
pub fn value_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

/// JMeter's parser (json-smart, permissive) takes a text that is not JSON for a string, unless it
/// begins as something else; there is nothing at a path into it.
fn parse_leniently(text: &str) -> Option<Value> {
    let text = text.trim();
    match serde_json::from_str(text) {
        Ok(value) => Some(value),
        Err(_) if text.is_empty() || text.starts_with(['{', '[', '"', '\'', '}', ']', ':']) => None,
        Err(_) => Some(Value::String(text.to_owned())),
    }
}

/// Sets `name`, or with all matches `name_1`…, and `name_matchNr` (JSONPostProcessor.process). Each value at
/// the path is one match, an array too; null reads as the default. `body` is filled when it is first needed.
pub fn by_path(
    extractor: &Extractor<Compiled>,
    path: &CompiledPattern<JsonPath>,
    answer: &Answer<'_>,
    body: &OnceCell<Option<Value>>,
    scope: &mut UserScope<'_>,
) {
    forget_list(&extractor.variable.name, scope);
    let mut others = Vec::new();
    let is_main_body =
        matches!(extractor.source, ResponseField::Body) && extractor.scope == SampleScope::Main;
    let values: Vec<&Value> = if is_main_body {
        body.get_or_init(|| parse_leniently(&answer.body)).iter().collect()
    } else {
        let texts = answer.texts(extractor, scope);
        let texts: Vec<_> = texts.iter().filter(|text| !text.trim().is_empty()).collect();
        others.extend(texts.iter().map(|text| parse_leniently(text)));
        // One that can't be read spoils all.
        if others.iter().any(Option::is_none) { Vec::new() } else { others.iter().flatten().collect() }
    };
    let path = path.get(scope, json_path);
    let (false, Ok(path)) = (values.is_empty(), path) else { return set_default(extractor, scope) };
    let mut found: Vec<&Value> = values.iter().flat_map(|value| path.query(value).all()).collect();
    found.truncate(MATCHES_MAX);
    let count = found.len();
    let joined = matches!(extractor.kind, ExtractorKind::JsonPathJoined(_));
    if joined && extractor.match_number < 0 {
        let all: Vec<_> = found.iter().map(|value| text_or_default(value, extractor, scope)).collect();
        Names { name: &extractor.variable.name, scope }.set("_ALL", &all.join(","));
    }
    match extractor.match_number {
        _ if count == 0 => set_default(extractor, scope),
        n if n < 0 => {
            for (i, value) in found.iter().enumerate() {
                let text = text_or_default(value, extractor, scope);
                Names { name: &extractor.variable.name, scope }.set(&format!("_{}", i + 1), &text);
            }
        }
        n => {
            let index = match n {
                0 => scope.random.usize(..count),
                // A single value answers to every number.
                _ if count == 1 => 0,
                n => n as usize - 1,
            };
            match found.get(index) {
                Some(value) => {
                    let text = text_or_default(value, extractor, scope);
                    scope.user.variables.set(extractor.variable.slot, &text);
                }
                None => set_default(extractor, scope),
            }
        }
    }
    if count == 0 || extractor.match_number != 0 {
        Names { name: &extractor.variable.name, scope }.set("_matchNr", &count.to_string());
    }
}

/// As JMeter forgets: from `name_1` up to the first that is not set.
pub fn forget_list(name: &str, scope: &mut UserScope<'_>) {
    let mut names = Names { name, scope };
    names.remove("_matchNr");
    for suffix in (1..=MATCHES_MAX).map(|i| format!("_{i}")) {
        if !names.is_set(&suffix) {
            break;
        }
        names.remove(&suffix);
    }
}

fn text_or_default<'v>(
    value: &'v Value,
    extractor: &Extractor<Compiled>,
    scope: &mut UserScope<'_>,
) -> Cow<'v, str> {
    match (value, &extractor.default) {
        (Value::Null, Some(default)) => Cow::Owned(default.to_text(scope)),
        (Value::Null, None) => Cow::Borrowed(""),
        (value, _) => value_text(value),
    }
}
