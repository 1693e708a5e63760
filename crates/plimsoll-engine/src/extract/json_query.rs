//! What is at a JSON path, whoever asks.

use super::json_spine::{SpineStep, along, spine};
use super::path::json_path;
use crate::budget::LookBudget;
use crate::program::CompiledPattern;
use serde_json::Value;
use serde_json_path::JsonPath;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A path, and what is known of it before it is used.
#[derive(Clone, Debug)]
pub struct JsonQuery {
    path: JsonPath,
    /// How often it looks through all that is below.
    descents: usize,
    is_definite: bool,
    spine: Option<Vec<SpineStep>>,
}

impl JsonQuery {
    pub fn new(path: JsonPath, text: &str) -> JsonQuery {
        let written = path.to_string();
        let is_definite = is_definite(&written);
        JsonQuery { descents: written.matches("..").count(), is_definite, spine: spine(text), path }
    }

    /// Whether it leads to one place at most (com.jayway.jsonpath `isDefinite`): no wildcard, no descent, no slice, no
    /// filter, no list.
    pub fn is_definite(&self) -> bool {
        self.is_definite
    }

    /// All that is at the path. Each `..` looks through all that the one before it found, so that of a deep document more is
    /// found than there is in it: where that gets too much the answer is refused.
    pub fn all<'v>(&self, value: &'v Value, budget: &LookBudget) -> Result<Vec<&'v Value>, String> {
        self.bounded(value).inspect_err(|problem| budget.refuse(problem.clone()))?;
        Ok(self.path.query(value).all())
    }

    fn bounded(&self, value: &Value) -> Result<(), String> {
        if self.descents > 1 && visits(value, self.descents - 1) > VISITS_MAX {
            return Err(format!("the JSON path leads to more than {VISITS_MAX} places in this answer"));
        }
        Ok(())
    }
}

/// An answer that paths are asked of: parsed when the first is, with no more of it than they lead to.
pub struct JsonDocument<'p> {
    /// `None`: all of it.
    spines: Option<Vec<&'p [SpineStep]>>,
    value: OnceCell<Option<Value>>,
}

impl<'p> JsonDocument<'p> {
    /// Of all paths that will be asked of it.
    pub fn of(paths: impl Iterator<Item = &'p CompiledPattern<JsonQuery>>) -> JsonDocument<'p> {
        let spines = paths.map(|path| path.fixed.as_ref()?.spine.as_deref()).collect();
        JsonDocument { spines, value: OnceCell::new() }
    }

    /// `None`: it is no JSON.
    pub fn get(&self, read: impl FnOnce(&Self) -> Option<Value>) -> Option<&Value> {
        self.value.get_or_init(|| read(self)).as_ref()
    }

    pub fn parse(&self, text: &str) -> serde_json::Result<Value> {
        match &self.spines {
            Some(spines) => along(text, spines),
            None => serde_json::from_str(text),
        }
    }
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
    let query = json_path(path)?;
    query.bounded(&value)?;
    let found = query.path.query(&value).all();
    match (query.is_definite, found.first()) {
        (true, Some(value)) => Ok(value.to_string()),
        (true, None) => Err(format!("No results for path: {}", query.path)),
        (false, _) => serde_json::to_string(&found).map_err(|error| error.to_string()),
    }
}

fn is_definite(written: &str) -> bool {
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
