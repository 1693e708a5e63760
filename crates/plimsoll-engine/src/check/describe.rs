//! What a check demands, in words, with the values that its texts have now.

use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use plimsoll_plan::plan::{
    Check, JsonExpectation, ResponseField, SizeCheck, SizeOperator, SizePart, TextCheck, TextComparison,
};

pub fn text(check: &Check<Compiled>, scope: &mut UserScope<'_>) -> String {
    match check {
        Check::Text(check) => of_text(check, scope),
        Check::MaxDurationMs(limit) => format!("takes {} ms at the most", limit.to_text(scope)),
        Check::Size(SizeCheck { part, operator, bytes }) => {
            format!("{} {} {} bytes", size(part), sign(*operator), bytes.to_text(scope))
        }
        Check::Json { path, value } => {
            let path = path.text.to_text(scope);
            format!("JSON {path} {}", expectation(value, scope))
        }
        Check::JmesPath { path, value } => {
            let path = path.text.to_text(scope);
            format!("JMESPath {path} {}", expectation(value, scope))
        }
        Check::XPath { source, xpath, negate } => {
            let expression = xpath.expression.to_text(scope);
            let not = if *negate { "not " } else { "" };
            format!("{} has {not}XPath {expression}", field(source))
        }
        Check::WellFormed => "the body is well-formed XML".to_owned(),
        Check::Schema(path) => format!("the body fits the schema {}", path.to_text(scope)),
        Check::Html { errors_max } => format!("the HTML has {errors_max} mistakes at the most"),
        Check::Md5(sum) => format!("the body's MD5 is {}", sum.to_text(scope)),
        Check::Script { .. } => "a script finds nothing wrong".to_owned(),
        Check::Of(_, check) => format!("of all parts: {}", text(check, scope)),
    }
}

fn of_text(check: &TextCheck<Compiled>, scope: &mut UserScope<'_>) -> String {
    let verb = match (check.comparison, check.negate) {
        (TextComparison::Equals, false) => "is",
        (TextComparison::Equals, true) => "is not",
        (TextComparison::Substring, false) => "contains",
        (TextComparison::Substring, true) => "does not contain",
        (TextComparison::Contains, false) => "has a match of",
        (TextComparison::Contains, true) => "has no match of",
        (TextComparison::Matches, false) => "matches",
        (TextComparison::Matches, true) => "does not match",
    };
    let pattern = |pattern: &CompiledPattern<_>| format!("`{}`", pattern.text.to_text(scope));
    let patterns: Vec<String> = check.patterns.iter().map(pattern).collect();
    let joint = if check.any { " or " } else { " and " };
    format!("{} {verb} {}", field(&check.source), patterns.join(joint))
}

fn expectation(value: &JsonExpectation<Compiled>, scope: &mut UserScope<'_>) -> String {
    let not = if value.negate { "not " } else { "" };
    let null = if value.or_null { " or null" } else { "" };
    match &value.expected {
        None => format!("is {not}there"),
        Some(text) if value.regex => format!("does {not}match `{}`{null}", text.to_text(scope)),
        Some(text) => format!("is {not}`{}`{null}", text.to_text(scope)),
    }
}

fn field(source: &ResponseField<Compiled>) -> String {
    match source {
        ResponseField::Body => "the body",
        ResponseField::UnescapedBody => "the body without entities",
        ResponseField::DocumentText => "the document's text",
        ResponseField::ResponseHeaders => "the headers",
        ResponseField::RequestHeaders => "the request's headers",
        ResponseField::Url => "the URL",
        ResponseField::StatusCode => "the status",
        ResponseField::StatusMessage => "the status message",
        ResponseField::RequestData => "the request's data",
        ResponseField::Variable(variable) => return format!("the variable {}", variable.name),
    }
    .to_owned()
}

fn size(part: &SizePart<Compiled>) -> String {
    match part {
        SizePart::Whole => "the answer",
        SizePart::Headers => "the headers",
        SizePart::Body => "the body",
        SizePart::StatusCode => "the status",
        SizePart::StatusMessage => "the status message",
        SizePart::Variable(variable) => return format!("the variable {}", variable.name),
    }
    .to_owned()
}

fn sign(operator: SizeOperator) -> &'static str {
    match operator {
        SizeOperator::Equal => "has",
        SizeOperator::NotEqual => "has not",
        SizeOperator::Greater => "has more than",
        SizeOperator::Less => "has less than",
        SizeOperator::GreaterOrEqual => "has at least",
        SizeOperator::LessOrEqual => "has at most",
    }
}
