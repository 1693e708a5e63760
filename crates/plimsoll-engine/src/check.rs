//! What must hold of an answer (JMeter's ResponseAssertion, DurationAssertion, SizeAssertion, JSONPathAssertion).

use crate::extract::{Answer, json_values, regex};
use crate::program::{Check, Request, Text, TextCheck, TextFinder};
use crate::scope::UserScope;
use plimsoll_plan::plan::{Comparison, SizePart};
use serde_json::Value;
use serde_json_path::JsonPath;

/// Longest failure text kept.
const DETAIL_MAX: usize = 160;

/// Whether the request says that failing statuses are to be judged by its checks alone.
pub fn assumes_success(request: &Request) -> bool {
    request.checks.iter().any(|check| matches!(check, Check::Text(check) if check.assume_success))
}

/// The first check that does not hold, in words.
pub fn first_failure(request: &Request, answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
    request.checks.iter().find_map(|check| failure(check, answer, scope)).map(|text| shorten(&text))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(DETAIL_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn failure(check: &Check, answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
    match check {
        Check::Text(check) => text_failure(check, answer, scope),
        Check::MaxDurationMs(limit) => {
            let limit: u64 = limit.to_text(scope).trim().parse().ok().filter(|limit| *limit > 0)?;
            (answer.response_us > limit * 1_000).then(|| format!("took longer than {limit} ms"))
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
            let failed = json_failure(path, expected.as_ref(), *regex, answer, scope);
            match (failed, negate) {
                (failed, false) => failed,
                (None, true) => Some("the JSON path was found, and should not be".to_owned()),
                (Some(_), true) => None,
            }
        }
    }
}

fn text_failure(check: &TextCheck, answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
    let text = answer.text(&check.source, scope).into_owned();
    let count = check.finders.len() + check.texts.len();
    let mut failed: Option<usize> = None;
    for index in 0..count {
        if holds(check, index, &text, scope) != check.negate {
            if check.any {
                return None;
            }
        } else if failed.is_none() {
            failed = Some(index);
            if !check.any {
                break;
            }
        }
    }
    failed.map(|index| match &check.message {
        Some(message) if !message.is_empty() => message.clone(),
        _ => describe(check, index, scope),
    })
}

fn holds(check: &TextCheck, index: usize, text: &str, scope: &mut UserScope<'_>) -> bool {
    match check.comparison {
        Comparison::Equals => check.texts[index].to_text(scope) == text,
        Comparison::Substring => text.contains(&check.texts[index].to_text(scope)),
        Comparison::Matches | Comparison::Contains => match &check.finders[index] {
            TextFinder::Fixed(regex) => regex.is_match(text).unwrap_or(false),
            TextFinder::Made(pattern) => {
                let whole = check.comparison == Comparison::Matches;
                let built = regex(&pattern.to_text(scope), whole);
                built.is_ok_and(|regex| regex.is_match(text).unwrap_or(false))
            }
        },
    }
}

fn describe(check: &TextCheck, index: usize, scope: &mut UserScope<'_>) -> String {
    let pattern = match check.comparison {
        Comparison::Equals | Comparison::Substring => check.texts[index].to_text(scope),
        Comparison::Matches | Comparison::Contains => match &check.finders[index] {
            TextFinder::Fixed(regex) => regex.as_str().to_owned(),
            TextFinder::Made(pattern) => pattern.to_text(scope),
        },
    };
    let verb = match (check.comparison, check.negate) {
        (Comparison::Matches, false) => "does not match",
        (Comparison::Matches, true) => "matches",
        (Comparison::Contains | Comparison::Substring, false) => "does not contain",
        (Comparison::Contains | Comparison::Substring, true) => "contains",
        (Comparison::Equals, false) => "is not",
        (Comparison::Equals, true) => "is",
    };
    format!("{} {verb} /{pattern}/", check.source.name())
}

fn json_failure(
    path: &Result<JsonPath, Text>,
    expected: Option<&Text>,
    is_regex: bool,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let Ok(value) = serde_json::from_str::<Value>(&answer.body) else {
        return Some("the answer is not JSON".to_owned());
    };
    let found = json_values(path, &value, scope);
    if found.is_empty() {
        return Some("the JSON path was not found".to_owned());
    }
    let expected = expected?.to_text(scope);
    let fits = |value: &String| {
        if is_regex {
            regex(&expected, true).is_ok_and(|regex| regex.is_match(value).unwrap_or(false))
        } else {
            *value == expected
        }
    };
    (!found.iter().any(fits)).then(|| format!("the value at the JSON path is not /{expected}/"))
}
