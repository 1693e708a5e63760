//! What must hold of an answer (JMeter's ResponseAssertion, DurationAssertion, SizeAssertion, JSONPathAssertion).

use crate::extract::{Answer, as_written, is_definite, made_path, matches, regex, value_text};
use crate::program::{Check, Request, Source, Text, TextCheck, TextFinder};
use crate::scope::UserScope;
use fancy_regex::Regex;
use plimsoll_plan::plan::{Comparison, SizePart};
use plimsoll_plan::template::Scope;
use serde_json::Value;
use serde_json_path::JsonPath;
use std::borrow::Cow;
use std::cell::OnceCell;

/// Longest failure text kept.
const DETAIL_MAX: usize = 160;

/// Whether the request says that failing statuses are to be judged by its checks alone.
pub fn assumes_success(request: &Request) -> bool {
    request.checks.iter().any(|check| matches!(check, Check::Text(check) if check.assume_success))
}

/// The first check that does not hold, in words.
pub fn first_failure(request: &Request, answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
    first_of(&request.checks, answer, scope)
}

/// The same for checks that belong to no request.
pub fn first_of(checks: &[Check], answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
    let body = OnceCell::new();
    checks.iter().find_map(|check| failure(check, answer, &body, scope)).map(|text| shorten(&text))
}

/// Why a check does not hold, `None` when it does. An error: it can't be decided, which fails a negated
/// check too.
type Judgement = Result<Option<String>, String>;

/// The answer's body as JSON, parsed when it is first asked for; `None` inside: it is none.
type JsonBody = OnceCell<Option<Value>>;

fn shorten(text: &str) -> String {
    match text.char_indices().nth(DETAIL_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn failure(check: &Check, answer: &Answer<'_>, body: &JsonBody, scope: &mut UserScope<'_>) -> Option<String> {
    match check {
        Check::Text(check) => text_failure(check, answer, scope),
        Check::MaxDurationMs(limit) => {
            let limit: u64 = limit.to_text(scope).trim().parse().ok().filter(|limit| *limit > 0)?;
            (answer.response_us > limit.saturating_mul(1_000)).then(|| format!("took longer than {limit} ms"))
        }
        Check::Size { part, operator, bytes } => {
            let limit: u64 = bytes.to_text(scope).trim().parse().unwrap_or(0);
            let (size, name) = match part {
                SizePart::Whole => (answer.bytes, "answer"),
                SizePart::Headers => (answer.head_bytes, "headers"),
                SizePart::Body => (answer.bytes - answer.head_bytes, "body"),
            };
            (!operator.holds(size, limit)).then(|| format!("{name} size is not as expected ({limit} bytes)"))
        }
        Check::Json { path, expected, regex, negate } => {
            match (json_failure(path, expected.as_ref(), *regex, answer, body, scope), negate) {
                (Err(problem), _) => Some(problem),
                (Ok(failed), false) => failed,
                (Ok(None), true) => Some("the JSON path was found, and should not be".to_owned()),
                (Ok(Some(_)), true) => None,
            }
        }
    }
}

fn text_failure(check: &TextCheck, answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
    let text = answer.text(&check.source, scope);
    if text.is_empty() {
        // Nothing fits an empty text, not even `.*` (ResponseAssertion).
        return (!check.negate).then(|| "Response was null".to_owned());
    }
    let count = check.finders.len() + check.texts.len();
    let mut failed: Option<usize> = None;
    for index in 0..count {
        match holds(check, index, &text, scope) {
            Err(problem) => return Some(problem),
            Ok(found) if found != check.negate => {
                if check.any {
                    return None;
                }
            }
            Ok(_) if check.any => failed = failed.or(Some(index)),
            Ok(_) => {
                failed = Some(index);
                break;
            }
        }
    }
    failed.map(|index| match &check.message {
        Some(message) if !message.is_empty() => message.clone(),
        _ if check.any => (0..count).map(|index| describe(check, index, scope) + "\t").collect(),
        _ => describe(check, index, scope),
    })
}

fn holds(check: &TextCheck, index: usize, text: &str, scope: &mut UserScope<'_>) -> Result<bool, String> {
    match check.comparison {
        Comparison::Equals => Ok(check.texts[index].to_text(scope) == text),
        Comparison::Substring => Ok(text.contains(&check.texts[index].to_text(scope))),
        Comparison::Matches | Comparison::Contains => match &check.finders[index] {
            TextFinder::Fixed(regex) => matches(regex, text),
            TextFinder::Made(pattern) => {
                let whole = check.comparison == Comparison::Matches;
                matches(&made_regex(&pattern.to_text(scope), whole)?, text)
            }
        },
    }
}

fn made_regex(pattern: &str, whole: bool) -> Result<Regex, String> {
    regex(pattern, whole).map_err(|problem| format!("/{pattern}/ is not a regular expression: {problem}"))
}

fn describe(check: &TextCheck, index: usize, scope: &mut UserScope<'_>) -> String {
    let pattern = match check.comparison {
        Comparison::Equals | Comparison::Substring => check.texts[index].to_text(scope),
        Comparison::Matches | Comparison::Contains => match &check.finders[index] {
            TextFinder::Fixed(regex) => as_written(regex).to_owned(),
            TextFinder::Made(pattern) => pattern.to_text(scope),
        },
    };
    let verb = match check.comparison {
        // For these JMeter has no word.
        _ if check.any => "something using",
        Comparison::Matches => "to match",
        Comparison::Contains | Comparison::Substring => "to contain",
        Comparison::Equals => "to equal",
    };
    let not = if check.negate && !check.any { "not " } else { "" };
    // ResponseAssertion.getFailText
    let field = match &check.source {
        Source::Variable(slot) => Cow::Owned(format!("variable({})", Scope::name(scope, slot))),
        source => Cow::Borrowed(source.name()),
    };
    format!("Test failed: {field} expected {not}{verb} /{pattern}/")
}

fn json_failure(
    path: &Result<JsonPath, Text>,
    expected: Option<&Text>,
    is_regex: bool,
    answer: &Answer<'_>,
    body: &JsonBody,
    scope: &mut UserScope<'_>,
) -> Judgement {
    if answer.body.is_empty() {
        return Err("the answer is empty, so not JSON".to_owned());
    }
    let Some(value) = body.get_or_init(|| serde_json::from_str(&answer.body).ok()) else {
        return Ok(Some("the answer is not JSON".to_owned()));
    };
    let path = made_path(path, scope).map_err(|problem| format!("the JSON path can't be read: {problem}"))?;
    let found = path.query(value).all();
    let missing = || Ok(Some("the JSON path was not found".to_owned()));
    let Some(expected) = expected else {
        return if found.is_empty() { missing() } else { Ok(None) };
    };
    let expected = Expected::new(expected.to_text(scope), is_regex)?;
    let fits = match (is_definite(&path), found.as_slice()) {
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
}

enum Comparing {
    Regex(Box<Regex>),
    /// `None`: the text is not JSON, so it can only be a string.
    Value(Option<Value>),
}

impl Expected {
    fn new(text: String, is_regex: bool) -> Result<Expected, String> {
        // JMeter's words for an empty array; as an expression it would be none.
        let by = match is_regex && text != "[]" {
            true => Comparing::Regex(Box::new(made_regex(&text, true)?)),
            false => Comparing::Value(serde_json::from_str(&text).ok()),
        };
        Ok(Expected { text, by })
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
        let text = value_text(value);
        match &self.by {
            Comparing::Regex(regex) => matches(regex, &text),
            Comparing::Value(expected) => Ok(text == self.text || expected.as_ref() == Some(value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::json_path;
    use crate::extract::tests::{text, with_user};
    use crate::program::Slots;

    /// The check against this body fails with a text that has `expected` in it, or holds.
    fn check(make: impl Fn(&mut Slots) -> Check, body: &str, expected: Option<&str>) {
        let mut slots = Slots::default();
        let checks = [make(&mut slots)];
        let answer = Answer { body: body.into(), ..Answer::default() };
        let failed = with_user(slots, |scope| first_of(&checks, &answer, scope));
        match (&failed, expected) {
            (None, None) => {}
            (Some(failed), Some(part)) if failed.contains(part) => {}
            _ => panic!("{checks:?} of {body}: {failed:?} instead of {expected:?}"),
        }
    }

    /// `expected`: the value, and whether it is an expression.
    fn json(path: &str, expected: Option<(&str, bool)>, negate: bool) -> impl Fn(&mut Slots) -> Check {
        move |slots| Check::Json {
            path: json_path(path).map_err(|_| text(slots, path)),
            expected: expected.map(|(expected, _)| text(slots, expected)),
            regex: expected.is_some_and(|(_, regex)| regex),
            negate,
        }
    }

    fn check_json(path: &str, expected: Option<(&str, bool)>, body: &str, failure: Option<&str>) {
        check(json(path, expected, false), body, failure);
        let negated = failure.is_none().then_some("was found, and should not be");
        check(json(path, expected, true), body, negated);
    }

    const MISSING: Option<&str> = Some("not found");
    const OTHER: Option<&str> = Some("is not /");
    const BODY: &str = r#"{"n":20,"s":"t/u","list":["a","b"],"deep":[["a"],["b"]],"empty":[],"null":null,"o":{"x":1,"y":2}}"#;

    #[test]
    fn a_json_path_is_found_or_not() {
        for path in ["$.n", "$.empty", "$.null", "$.list", "$..x"] {
            check_json(path, None, BODY, None);
        }
        for path in ["$.missing", "$..missing", "$.empty[*]", "$.n.x"] {
            check_json(path, None, BODY, MISSING);
        }
        check_json("$.n", None, "<html>", Some("not JSON"));
        check_json("$.n", None, "[", Some("not JSON"));
    }

    #[test]
    fn a_json_value_is_compared_by_its_text_or_as_json() {
        for (path, value) in [
            ("$.n", "20"),
            ("$.s", "t/u"),
            ("$.s", "\"t/u\""),
            ("$.null", "null"),
            ("$.o", r#"{ "y": 2, "x": 1 }"#),
            ("$.list", "a"),
            ("$.list", r#"["a", "b"]"#),
            ("$.deep", r#"["b"]"#),
            ("$.list[*]", "b"),
            ("$.list[*]", r#"["a", "b"]"#),
            ("$.empty", "[]"),
            ("$..missing", "[]"),
        ] {
            check_json(path, Some((value, false)), BODY, None);
        }
        for (path, value) in
            [("$.n", "2"), ("$.list", "c"), ("$.empty", ""), ("$.deep[*]", "a"), ("$.list[*]", "[]")]
        {
            check_json(path, Some((value, false)), BODY, OTHER);
        }
        check_json("$.missing", Some(("[]", false)), BODY, MISSING);
    }

    #[test]
    fn a_json_value_must_match_as_a_whole() {
        for (path, pattern) in [
            ("$.n", "\\d+"),
            ("$.list", "[bc]"),
            ("$.list", r#"\["a",.*\]"#),
            ("$.list[*]", r#"\["a","b"\]"#),
            ("$.empty", "[]"),
            ("$.null", "null"),
            ("$.o", ".*\"x\":1.*"),
        ] {
            check_json(path, Some((pattern, true)), BODY, None);
        }
        check_json("$.n", Some(("2", true)), BODY, OTHER);
        check_json("$.list", Some(("c|d", true)), BODY, OTHER);
    }

    fn matching(
        pattern: &str,
        comparison: Comparison,
        negate: bool,
        any: bool,
    ) -> impl Fn(&mut Slots) -> Check {
        move |slots| {
            let whole = comparison == Comparison::Matches;
            let second = TextFinder::Fixed(Box::new(regex("zzz", whole).expect("an expression")));
            let first = match regex(pattern, whole) {
                Ok(regex) => TextFinder::Fixed(Box::new(regex)),
                Err(_) => TextFinder::Made(text(slots, pattern)),
            };
            Check::Text(TextCheck {
                source: Source::Body,
                comparison,
                negate,
                any,
                finders: if any { vec![first, second] } else { vec![first] },
                texts: Vec::new(),
                assume_success: false,
                message: None,
            })
        }
    }

    #[test]
    fn texts_match_in_part_or_as_a_whole() {
        use Comparison::{Contains, Matches};
        check(matching("b+", Contains, false, false), "abbc", None);
        check(matching("b+", Matches, false, false), "abbc", Some("text expected to match /b+/"));
        check(matching("b+", Contains, true, false), "abbc", Some("text expected not to contain /b+/"));
        check(matching("b+", Contains, false, true), "abbc", None);
        check(matching("x", Contains, false, true), "abbc", Some("expected something using /x/\t"));
    }

    #[test]
    fn an_expression_that_gives_up_fails_whatever_was_asked() {
        let (pattern, body) = (r"(x+x+)+\1y", "x".repeat(60));
        for negate in [false, true] {
            for comparison in [Comparison::Contains, Comparison::Matches] {
                for any in [false, true] {
                    let gave_up = Some(r"gave up after 1000000 steps of backtracking: /(x+x+)+\1y/");
                    check(matching(pattern, comparison, negate, any), &body, gave_up);
                }
            }
            check(json("$", Some((pattern, true)), negate), &format!("\"{body}\""), Some("gave up"));
            check(matching("(", Comparison::Contains, negate, false), "x", Some("not a regular expression"));
            check(json("$", Some(("(", true)), negate), "1", Some("not a regular expression"));
            check(json("$.n", None, negate), "", Some("the answer is empty"));
        }
    }
}
