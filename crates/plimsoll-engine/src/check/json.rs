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
    judged(json_failure(path, value, answer, body, scope), value.negate)
}

fn judged(judgement: Judgement, negate: bool) -> Option<String> {
    match (judgement, negate) {
        (Err(problem), _) => Some(problem),
        (Ok(failed), false) => failed,
        (Ok(None), true) => Some("the JSON path was found, and should not be".to_owned()),
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
        let path = path.get(scope, jmes_path)?;
        let found = search(&path, &answer.body, scope.budget)?;
        let found = serde_json::to_value(&*found).map_err(|e| e.to_string())?;
        let Some(expected) = &value.expected else {
            return Ok(found.is_null().then(|| "the JMESPath was not found".to_owned()));
        };
        let expected = Expected::new(expected.to_text(scope), value)?;
        let fits = expected.fits(&found)?;
        Ok((!fits).then(|| format!("the value at the JMESPath is not /{}/", expected.text)))
    };
    judged(judge().or_else(|problem| Ok(Some(problem))), value.negate)
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
    let path =
        path.get(scope, json_path).map_err(|problem| format!("the JSON path can't be read: {problem}"))?;
    let found = path.all(document, scope.budget)?;
    let missing = || Ok(Some("the JSON path was not found".to_owned()));
    let Some(expected) = expected else {
        return if found.is_empty() { missing() } else { Ok(None) };
    };
    let expected = Expected::new(expected.to_text(scope), value)?;
    let fits = match (path.is_definite(), found.as_slice()) {
        (true, []) => return missing(),
        (true, [value]) => expected.fits_value(value)?,
        // All that an indefinite path finds is one array, even when it finds nothing.
        (_, found) => expected.fits_any(found.iter().copied())? || expected.fits_list(found)?,
    };
    match (fits, found.is_empty()) {
        (true, _) => Ok(None),
        (false, true) => missing(),
        (false, false) => Ok(Some(format!("the value at the JSON path is not /{}/", expected.text))),
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
