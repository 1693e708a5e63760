//! Values at JSON paths.

use super::answer::Answer;
use super::found::set_default;
use super::json_query::{JsonDocument, JsonQuery, value_text};
use super::names::{MATCHES_MAX, MatchNames};
use super::path::json_path;
use crate::budget::LookBudget;
use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField, SampleScope};
use serde_json::Value;
use std::borrow::Cow;

/// JMeter's parser (json-smart, permissive) takes a text that is not JSON for a string, unless it
/// begins as something else; there is nothing at a path into it.
fn parse_leniently(
    text: &str,
    budget: &LookBudget,
    parse: impl FnOnce(&str) -> serde_json::Result<Value>,
) -> Option<Value> {
    let text = text.trim();
    budget.reads(text).ok()?;
    match parse(text) {
        Ok(value) => Some(value),
        Err(_) if text.is_empty() || text.starts_with(['{', '[', '"', '\'', '}', ']', ':']) => None,
        Err(_) => Some(Value::String(text.to_owned())),
    }
}

/// Sets `name`, or with all matches `name_1`…, and `name_matchNr` (JSONPostProcessor.process). Each value at
/// the path is one match, an array too; null reads as the default. `body` is filled when it is first needed.
pub fn by_path(
    extractor: &Extractor<Compiled>,
    path: &CompiledPattern<JsonQuery>,
    answer: &Answer<'_>,
    body: &JsonDocument<'_>,
    scope: &mut UserScope<'_>,
) -> bool {
    forget_list(&extractor.variable.name, scope);
    let mut others = Vec::new();
    let is_main_body =
        matches!(extractor.source, ResponseField::Body) && extractor.scope == SampleScope::Main;
    let values: Vec<&Value> = if is_main_body {
        let read =
            |body: &JsonDocument<'_>| parse_leniently(&answer.body, scope.budget, |text| body.parse(text));
        body.get(read).into_iter().collect()
    } else {
        let texts = answer.texts(extractor, scope);
        let texts: Vec<_> = texts.iter().filter(|text| !text.trim().is_empty()).collect();
        others.extend(
            texts.iter().map(|text| parse_leniently(text, scope.budget, |text| serde_json::from_str(text))),
        );
        // One that can't be read spoils all.
        if others.iter().any(Option::is_none) { Vec::new() } else { others.iter().flatten().collect() }
    };
    let path = path.get(scope, json_path);
    let (false, Ok(path)) = (values.is_empty(), path) else { return set_default(extractor, scope) };
    let budget = scope.budget;
    let mut found: Vec<&Value> = Vec::new();
    for value in values {
        found.extend(path.all(value, budget).unwrap_or_default());
        found.truncate(MATCHES_MAX);
    }
    let count = found.len();
    let joined = matches!(extractor.kind, ExtractorKind::JsonPathJoined(_));
    if joined && extractor.match_number < 0 {
        let all = found.iter().map(|value| text_or_default(value, extractor, scope));
        let all: Vec<_> = all.take_while(|text| budget.takes(text.len())).collect();
        MatchNames { name: &extractor.variable.name, scope }.set("_ALL", &all.join(","));
    }
    let is_found = match extractor.match_number {
        _ if count == 0 => set_default(extractor, scope),
        n if n < 0 => {
            for (i, value) in found.iter().enumerate() {
                let text = text_or_default(value, extractor, scope);
                if !budget.takes(text.len()) {
                    break;
                }
                MatchNames { name: &extractor.variable.name, scope }.set(&format!("_{}", i + 1), &text);
            }
            true
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
                    !value.is_null()
                }
                None => set_default(extractor, scope),
            }
        }
    };
    if count == 0 || extractor.match_number != 0 {
        MatchNames { name: &extractor.variable.name, scope }.set("_matchNr", &count.to_string());
    }
    is_found
}

/// As JMeter forgets: from `name_1` up to the first that is not set.
pub fn forget_list(name: &str, scope: &mut UserScope<'_>) {
    let mut names = MatchNames { name, scope };
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
