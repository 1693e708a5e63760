//! Texts that an answer must hold, match or be equal to (ResponseAssertion).

use crate::extract::{Answer, matches, regex};
use crate::program::Compiled;
use crate::scope::UserScope;
use fancy_regex::Regex;
use plimsoll_plan::plan::{ResponseField, TextCheck, TextComparison};
use std::borrow::Cow;

pub fn failure(
    check: &TextCheck<Compiled>,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let text = answer.text(&check.source, scope);
    if text.is_empty() {
        // Nothing fits an empty text, not even `.*` (ResponseAssertion).
        return (!check.negate).then(|| "Response was null".to_owned());
    }
    let count = check.patterns.len();
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

fn holds(
    check: &TextCheck<Compiled>,
    index: usize,
    text: &str,
    scope: &mut UserScope<'_>,
) -> Result<bool, String> {
    let pattern = &check.patterns[index];
    match check.comparison {
        TextComparison::Equals => Ok(pattern.text.to_text(scope) == text),
        TextComparison::Substring => Ok(text.contains(&pattern.text.to_text(scope))),
        comparison => {
            let whole = comparison == TextComparison::Matches;
            let regex = pattern.get(scope, |pattern| made_regex(pattern, whole).map(Box::new))?;
            matches(&regex, text)
        }
    }
}

pub fn made_regex(pattern: &str, whole: bool) -> Result<Regex, String> {
    regex(pattern, whole).map_err(|problem| format!("/{pattern}/ is not a regular expression: {problem}"))
}

fn describe(check: &TextCheck<Compiled>, index: usize, scope: &mut UserScope<'_>) -> String {
    let pattern = check.patterns[index].text.to_text(scope);
    let verb = match check.comparison {
        // For these JMeter has no word.
        _ if check.any => "something using",
        TextComparison::Matches => "to match",
        TextComparison::Contains | TextComparison::Substring => "to contain",
        TextComparison::Equals => "to equal",
    };
    let not = if check.negate && !check.any { "not " } else { "" };
    let field = match &check.source {
        ResponseField::Variable(variable) => Cow::Owned(format!("variable({})", variable.name)),
        source => Cow::Borrowed(field_name(source)),
    };
    format!("Test failed: {field} expected {not}{verb} /{pattern}/")
}

/// In JMeter's words of a failure text (ResponseAssertion.getFailText).
fn field_name(field: &ResponseField<Compiled>) -> &'static str {
    match field {
        ResponseField::Body | ResponseField::UnescapedBody => "text",
        ResponseField::DocumentText => "document",
        ResponseField::ResponseHeaders => "headers",
        ResponseField::RequestHeaders => "request headers",
        ResponseField::Url => "URL",
        ResponseField::StatusCode => "code",
        ResponseField::StatusMessage => "message",
        ResponseField::RequestData => "request data",
        ResponseField::Variable(_) => "variable",
    }
}
