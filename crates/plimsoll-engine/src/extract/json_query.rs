//! What is at a JSON path, whoever asks.

use super::path::json_path;
use crate::budget::LookBudget;
use serde_json::Value;
use serde_json_path::JsonPath;
use std::borrow::Cow;

/// All that is at the path. Each `..` looks through all that the one before it found, so that of a deep document more is found
/// than there is in it: where that gets too much the answer is refused.
pub fn query<'v>(path: &JsonPath, value: &'v Value, budget: &LookBudget) -> Result<Vec<&'v Value>, String> {
    bounded(path, value).inspect_err(|problem| budget.refuse(problem.clone()))?;
    Ok(path.query(value).all())
}

fn bounded(path: &JsonPath, value: &Value) -> Result<(), String> {
    let descents = path.to_string().matches("..").count();
    if descents > 1 && visits(value, descents - 1) > VISITS_MAX {
        return Err(format!("the JSON path leads to more than {VISITS_MAX} places in this answer"));
    }
    Ok(())
}

/// Most places that one path may lead to.
const VISITS_MAX: u64 = 1_000_000;

/// In how many ways values can be reached by so many further descents: by each choice of as many values above.
fn visits(value: &Value, descents: usize) -> u64 {
    let mut open = vec![(value, 1_u64)];
    let mut sum = 0_u64;
    while let Some((value, depth)) = open.pop() {
        sum = sum.saturating_add(depth.saturating_pow(descents as u32));
        if sum > VISITS_MAX {
            break;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    sum
}

/// What com.jayway.jsonpath's `read` gives, as JSON: the value of a path that leads to one place, a list of those of any
/// other.
pub fn json_at(text: &str, path: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))?;
    let path = json_path(path)?;
    bounded(&path, &value)?;
    let found = path.query(&value).all();
    match (is_definite(&path), found.first()) {
        (true, Some(value)) => Ok(value.to_string()),
        (true, None) => Err(format!("No results for path: {path}")),
        (false, _) => serde_json::to_string(&found).map_err(|error| error.to_string()),
    }
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
