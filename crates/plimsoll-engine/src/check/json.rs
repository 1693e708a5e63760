//! Values in JSON that must be as expected (JSONPathAssertion, JMESPathAssertion).

use super::text::made_regex;
use crate::extract::{
    Answer, JmesPath, JsonDocument, JsonQuery, jmes_path, json_path, matches, search, value_text,
};
use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use fancy_regex::Regex;
use plimsoll_plan::plan::JsonExpectation;
use serde_json::Value;

/// Why a check does not hold, `None` when it does. An error: it can't be decided, which fails a negated
/// check too.
type Judgement = Result<Option<String>, String>;

pub fn failure(
    path: &CompiledPattern<JsonQuery>,
    value: &JsonExpectation<Compiled>,
    answer: &Answer<'_>,
    body: &JsonDocument<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let judgement = json_failure(path, value, answer, body, scope);
    judged(judgement, value.negate, || named(path, "the JSON path", scope))
}

/// With its text, where that is the same in every request: one kind of failure must not become thousands.
fn named<P>(path: &CompiledPattern<P>, what: &str, scope: &mut UserScope<'_>) -> String {
    match path.fixed {
        Some(_) => format!("{what} {}", path.text.to_text(scope)),
        None => what.to_owned(),
    }
}

fn judged(judgement: Judgement, negate: bool, name: impl FnOnce() -> String) -> Option<String> {
    match (judgement, negate) {
        (Err(problem), _) => Some(problem),
        (Ok(failed), false) => failed,
        (Ok(None), true) => Some(format!("{} was found, and should not be", name())),
        (Ok(Some(_)), true) => None,
    }
}

/// Nothing at the expression reads as null. What can't be decided does not fail a negated check here.
pub fn jmespath_failure(
    path: &CompiledPattern<JmesPath>,
    value: &JsonExpectation<Compiled>,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    if answer.body.is_empty() {
        return Some("the answer is empty, so not JSON".to_owned());
    }
    let mut judge = || -> Judgement {
        let query = path.get(scope, jmes_path)?;
        let found = search(&query, &answer.body, scope.budget)?;
        let found = serde_json::to_value(&*found).map_err(|e| e.to_string())?;
        let Some(expected) = &value.expected else {
            return Ok(found
                .is_null()
                .then(|| format!("{} was not found", named(path, "the JMESPath", scope))));
        };
        let expected = Expected::new(expected.to_text(scope), value)?;
        let fits = expected.fits(&found)?;
        Ok((!fits).then(|| expected.other_at(&named(path, "the JMESPath", scope))))
    };
    let judgement = judge().or_else(|problem| Ok(Some(problem)));
    judged(judgement, value.negate, || named(path, "the JMESPath", scope))
}

fn json_failure(
    path: &CompiledPattern<JsonQuery>,
    value: &JsonExpectation<Compiled>,
    answer: &Answer<'_>,
    body: &JsonDocument<'_>,
    scope: &mut UserScope<'_>,
) -> Judgement {
    if answer.body.is_empty() {
        return Err("the answer is empty, so not JSON".to_owned());
    }
    let expected = value.expected.as_ref();
    scope.budget.reads(&answer.body)?;
    let Some(document) = body.get(|body| body.parse(&answer.body).ok()) else {
        return Ok(Some("the answer is not JSON".to_owned()));
    };
    let query =
        path.get(scope, json_path).map_err(|problem| format!("the JSON path can't be read: {problem}"))?;
    let found = query.all(document, scope.budget)?;
    let name = |scope: &mut UserScope<'_>| named(path, "the JSON path", scope);
    let missing = |scope: &mut UserScope<'_>| Ok(Some(format!("{} was not found", name(scope))));
    let Some(expected) = expected else {
        return if found.is_empty() { missing(scope) } else { Ok(None) };
    };
    let expected = Expected::new(expected.to_text(scope), value)?;
    let fits = match (query.is_definite(), found.as_slice()) {
        (true, []) => return missing(scope),
        (true, [value]) => expected.fits_value(value)?,
        // All that an indefinite path finds is one array, even when it finds nothing.
        (_, found) => expected.fits_any(found.iter().copied())? || expected.fits_list(found)?,
    };
    match (fits, found.is_empty()) {
        (true, _) => Ok(None),
        (false, true) => missing(scope),
        (false, false) => Ok(Some(expected.other_at(&name(scope)))),
    }
}

/// The value that a JSON check expects.
struct Expected {
    text: String,
    /// How it is compared.
    by: Comparing,
    or_null: bool,
}

enum Comparing {
    Regex(Box<Regex>),
    /// `None`: the text is not JSON, so it can only be a string.
    Value(Option<Value>),
}

impl Expected {
    fn new(text: String, value: &JsonExpectation<Compiled>) -> Result<Expected, String> {
        // JMeter's words for an empty array; as an expression it would be none.
        let by = match value.regex && text != "[]" {
            true => Comparing::Regex(Box::new(made_regex(&text, true)?)),
            false => Comparing::Value(serde_json::from_str(&text).ok()),
        };
        Ok(Expected { text, by, or_null: value.or_null })
    }

    fn other_at(&self, path: &str) -> String {
        match self.by {
            Comparing::Regex(_) => format!("the value at {path} does not match /{}/", self.text),
            Comparing::Value(_) => format!("the value at {path} is not {}", self.text),
        }
    }

    /// Of an array one element is enough, or the array itself (JSONPathAssertion.arrayMatched).
    fn fits_value(&self, value: &Value) -> Result<bool, String> {
        match value {
            Value::Array(items) if self.fits_any(items)? => Ok(true),
            value => self.fits(value),
        }
    }

    fn fits_any<'v>(&self, values: impl IntoIterator<Item = &'v Value>) -> Result<bool, String> {
        for value in values {
            if self.fits(value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fits_list(&self, values: &[&Value]) -> Result<bool, String> {
        match &self.by {
            Comparing::Regex(regex) => matches(regex, &serde_json::to_string(values).unwrap_or_default()),
            Comparing::Value(Some(Value::Array(expected))) => Ok(expected.iter().eq(values.iter().copied())),
            Comparing::Value(_) => Ok(false),
        }
    }

    /// Without an expression a value fits by its text, or as JSON however that is written.
    fn fits(&self, value: &Value) -> Result<bool, String> {
        if self.or_null && value.is_null() {
            return Ok(true);
        }
        let text = value_text(value);
        match &self.by {
            Comparing::Regex(regex) => matches(regex, &text),
            Comparing::Value(expected) => Ok(text == self.text || expected.as_ref() == Some(value)),
        }
    }
}
