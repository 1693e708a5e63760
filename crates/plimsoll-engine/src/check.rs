//! What must hold of an answer (JMeter's assertions).

mod describe;
mod json;
mod markup;
#[cfg(test)]
mod tests;
mod text;

use crate::document;
use crate::extract::{Answer, JsonDocument};
use crate::observer::ObservedCheck;
use crate::program::{Compiled, CompiledRequest, Text};
use crate::scope::UserScope;
use plimsoll_plan::plan::{Check, ResponseField, SampleScope, SizeCheck, SizePart};
use plimsoll_plan::template::AssertionResult;

/// Longest failure text kept.
const DETAIL_MAX: usize = 160;

/// Whether the request says that failing statuses are to be judged by its checks alone.
pub fn assumes_success(request: &CompiledRequest) -> bool {
    request.checks.iter().any(Check::assumes_success)
}

/// The first check that does not hold, in words.
pub fn first_failure(
    checks: &[Check<Compiled>],
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let body = json_body(checks);
    let mut first = None;
    for check in checks {
        // Scripts are performed for what they do, too.
        if (first.is_none() || check.is_script()) && scope.budget.goes_on() {
            let found = failure(check, answer, &body, scope);
            first = first.or(found);
        }
    }
    first.map(|text| shorten(&text))
}

/// All checks, each with what it demands and why it does not hold.
pub fn outcomes(
    checks: &[Check<Compiled>],
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Vec<ObservedCheck> {
    let body = json_body(checks);
    let outcome = |check| {
        let text = describe::text(check, scope);
        let found = if scope.budget.goes_on() { failure(check, answer, &body, scope) } else { None };
        ObservedCheck { text, failure: found.map(|text| shorten(&text)) }
    };
    checks.iter().map(outcome).collect()
}

/// The answer's body as JSON.
fn json_body(checks: &[Check<Compiled>]) -> JsonDocument<'_> {
    JsonDocument::of(checks.iter().filter_map(|check| match check {
        Check::Json { path, .. } => Some(path),
        _ => None,
    }))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(DETAIL_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn failure(
    check: &Check<Compiled>,
    answer: &Answer<'_>,
    body: &JsonDocument<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    match check {
        Check::Text(check) => text::failure(check, answer, scope),
        Check::MaxDurationMs(limit) => {
            let limit: u64 = limit.to_text(scope).trim().parse().ok().filter(|limit| *limit > 0)?;
            (answer.response_us > limit.saturating_mul(1_000)).then(|| format!("took longer than {limit} ms"))
        }
        Check::Size(SizeCheck { part, operator, bytes }) => {
            let limit: u64 = bytes.to_text(scope).trim().parse().unwrap_or(0);
            let Some((size, name)) = size_of(part, answer, scope) else {
                return Some("the variable holds no size".to_owned());
            };
            (!operator.holds(size, limit)).then(|| format!("{name} size is not as expected ({limit} bytes)"))
        }
        Check::Json { path, value } => json::failure(path, value, answer, body, scope),
        Check::JmesPath { path, value } => json::jmespath_failure(path, value, answer, scope),
        Check::XPath { source, xpath, negate } => {
            markup::xpath_failure(source, xpath, *negate, answer, scope)
        }
        Check::WellFormed => {
            markup::of_something(&answer.body, |body| document::malformed(body, scope.budget))
        }
        Check::Schema(path) => {
            let path = path.to_text(scope);
            markup::of_something(&answer.body, |body| document::misfit(body, path.as_ref(), scope.budget))
        }
        Check::Html { errors_max } => markup::html_failure(&answer.body, *errors_max, scope.budget),
        Check::Md5(expected) => markup::md5_failure(answer, expected.to_text(scope).trim()),
        Check::Script { text, .. } => script_failure(text, scope),
        Check::Of(parts, check) => parts_failure(check, *parts, answer, scope),
    }
}

/// What the script says itself, or that it came to nothing (JSR223Assertion, BeanShellAssertion).
fn script_failure(script: &Text, scope: &mut UserScope<'_>) -> Option<String> {
    scope.user.eval.script_failure = None;
    scope.user.eval.verdict = Some(AssertionResult::default());
    script.to_text(scope);
    let verdict = scope.user.eval.verdict.take().unwrap_or_default();
    let problem = scope.user.eval.script_failure.take();
    problem.or_else(|| verdict.fails.then_some(verdict.message))
}

/// The check of the answer itself, or of those beside it too. One of these that failed by its status fails all
/// (JMeterThread.recurseAssertionChecks).
fn parts_failure(
    check: &Check<Compiled>,
    parts: SampleScope,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let failed = answer
        .those(parts)
        .find_map(|part| failure(check, part, &json_body(std::slice::from_ref(check)), scope));
    let assumes_success = check.assumes_success();
    failed.or_else(|| {
        let is_bad = |part: &&Answer<'_>| !assumes_success && !(200..400).contains(&part.status);
        let bad = answer.parts.iter().filter(|_| parts != SampleScope::Main).find(is_bad)?;
        Some(format!("{} {}: {}", bad.status, bad.reason, bad.asked.url()))
    })
}

fn size_of(
    part: &SizePart<Compiled>,
    answer: &Answer<'_>,
    scope: &UserScope<'_>,
) -> Option<(u64, &'static str)> {
    Some(match part {
        SizePart::Whole => (answer.bytes, "answer"),
        SizePart::Headers => (answer.head_bytes, "headers"),
        SizePart::Body => (answer.bytes - answer.head_bytes, "body"),
        SizePart::StatusCode => {
            (answer.text(&ResponseField::StatusCode, scope).chars().count() as u64, "status")
        }
        SizePart::StatusMessage => (answer.reason.chars().count() as u64, "status message"),
        SizePart::Variable(variable) => {
            (scope.user.variables.get(variable.slot)?.parse().ok()?, "variable's")
        }
    })
}
