//! Checks of XML, HTML and of the sum of a body.

use crate::budget::LookBudget;
use crate::document::{self, XPathResult};
use crate::extract::Answer;
use crate::program::Compiled;
use crate::scope::UserScope;
use md5::{Digest, Md5};
use plimsoll_plan::plan::{ResponseField, XPath};

const EMPTY: &str = "the answer is empty";

/// An empty text fails whatever is checked of it (AssertionResult.setResultForNull).
pub fn of_something(text: &str, judge: impl FnOnce(&str) -> Option<String>) -> Option<String> {
    if text.is_empty() { Some(EMPTY.to_owned()) } else { judge(text) }
}

/// Nodes must be found, or the value be true (XPathUtil.computeAssertionResult); a number or a text is no answer.
/// What can't be read or evaluated fails a negated check, too.
pub fn xpath_failure(
    source: &ResponseField<Compiled>,
    xpath: &XPath<Compiled>,
    negate: bool,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let expression = xpath.expression.to_text(scope);
    let text = answer.text(source, scope);
    of_something(&text, |text| {
        let found = document::find(text, xpath.document, &xpath.namespaces, false, &expression, scope.budget);
        let holds = match found {
            Ok(XPathResult::Nodes(nodes)) => !nodes.is_empty(),
            Ok(XPathResult::Boolean(value)) => value,
            Ok(XPathResult::Text(text)) => {
                return Some(format!("{expression} is `{text}`, neither nodes nor true or false"));
            }
            Err(problem) => return Some(problem),
        };
        match (holds, negate) {
            (false, false) => Some(format!("nothing at {expression}")),
            (true, true) => Some(format!("{expression} was found, and should not be")),
            _ => None,
        }
    })
}

pub fn html_failure(body: &str, errors_max: u64, budget: &LookBudget) -> Option<String> {
    of_something(body, |body| {
        let Some(mistakes) = document::mistakes(body, budget) else { return budget.problem() };
        (mistakes > errors_max).then(|| format!("{mistakes} mistakes in the HTML (allowed {errors_max})"))
    })
}

pub fn md5_failure(answer: &Answer<'_>, expected: &str) -> Option<String> {
    of_something(&answer.body, |body| {
        let bytes = answer.bytes_of_body.as_deref().unwrap_or(body.as_bytes());
        let sum: String = Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        (!sum.eq_ignore_ascii_case(expected))
            .then(|| format!("MD5 sum of the body is {sum}, not /{expected}/"))
    })
}
