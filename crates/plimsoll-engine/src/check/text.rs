//! Texts that an answer must hold, match or be equal to (ResponseAssertion).

use crate::extract::{Answer, as_written, matches, regex};
use crate::program::{Source, TextCheck, TextFinder};
use crate::scope::UserScope;
use fancy_regex::Regex;
use plimsoll_plan::plan::Comparison;
use plimsoll_plan::template::Scope;
use std::borrow::Cow;

pub fn failure(check: &TextCheck, answer: &Answer<'_>, scope: &mut UserScope<'_>) -> Option<String> {
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

pub fn made_regex(pattern: &str, whole: bool) -> Result<Regex, String> {
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
