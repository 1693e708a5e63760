//! Assertions, as checks.

use super::element::{Element, Properties};
use super::lowering::{Lowering, Outcome};
use crate::milliseconds;
use plimsoll_plan::plan::{Check, Comparison, Operator, SizeCheck, SizePart, Source, TextCheck};

/// `None` when it checks nothing.
pub fn check(lowering: &mut Lowering, element: &Element) -> Outcome<Option<Check>> {
    match element.kind.as_str() {
        "ResponseAssertion" => text_check(lowering, element).map(Some),
        "DurationAssertion" => duration_check(lowering, element),
        "SizeAssertion" => size_check(lowering, element).map(Some),
        _ => json_check(element).map(Some),
    }
}

/// A limit of 0 is none (DurationAssertion.java).
fn duration_check(lowering: &mut Lowering, element: &Element) -> Outcome<Option<Check>> {
    expect_whole_answer(lowering, element)?;
    let text = element.text("DurationAssertion.duration").trim();
    let limit = milliseconds::lenient(Lowering::template("DurationAssertion.duration", text)?);
    Ok((limit.as_literal() != Some("0")).then_some(Check::MaxDurationMs(limit)))
}

/// The variable that is checked instead of the answer, if any.
fn scope_variable(lowering: &mut Lowering, element: &Element) -> Outcome<Option<String>> {
    match element.text("Assertion.scope") {
        "variable" => Ok(Some(element.text("Scope.variable").to_owned())),
        "children" => Err("parts of an answer are not checked one by one".to_owned()),
        "all" => {
            lowering.approximate(element, "only the whole answer is checked, not its parts");
            Ok(None)
        }
        _ => Ok(None),
    }
}

fn expect_whole_answer(lowering: &mut Lowering, element: &Element) -> Outcome<()> {
    match scope_variable(lowering, element)? {
        None => Ok(()),
        Some(_) => Err("this assertion of a variable is not supported".to_owned()),
    }
}

/// The bits of `Assertion.test_type` (ResponseAssertion.java).
mod bit {
    pub const MATCH: u32 = 1;
    pub const NOT: u32 = 4;
    pub const EQUALS: u32 = 8;
    pub const SUBSTRING: u32 = 16;
    pub const OR: u32 = 32;
}

fn text_check(lowering: &mut Lowering, element: &Element) -> Outcome<Check> {
    const CONTAINS: u32 = 2;
    let bits: u32 = match element.text("Assertion.test_type").trim() {
        "" => CONTAINS,
        text => text.parse().map_err(|_| format!("Assertion.test_type: `{text}` is not a number"))?,
    };
    let comparison = match bits {
        b if b & bit::EQUALS != 0 => Comparison::Equals,
        b if b & bit::SUBSTRING != 0 => Comparison::Substring,
        b if b & bit::MATCH != 0 => Comparison::Matches,
        _ => Comparison::Contains,
    };
    let source = match scope_variable(lowering, element)? {
        Some(variable) => Source::Variable(variable),
        None => source(element.text("Assertion.test_field"))?,
    };
    // JMeter's own misspelling.
    let patterns = element.texts("Asserion.test_strings").into_iter();
    let patterns = patterns.map(|p| Lowering::template("Asserion.test_strings", p));
    Ok(Check::Text(TextCheck {
        source,
        comparison,
        negate: bits & bit::NOT != 0,
        any: bits & bit::OR != 0,
        patterns: patterns.collect::<Outcome<_>>()?,
        assume_success: element.flag("Assertion.assume_success", false),
        message: Some(element.text("Assertion.custom_message").to_owned()).filter(|m| !m.is_empty()),
    }))
}

fn source(field: &str) -> Outcome<Source> {
    Ok(match field.strip_prefix("Assertion.").unwrap_or(field) {
        "response_data" | "" => Source::Body,
        "response_code" => Source::StatusCode,
        "response_message" => Source::StatusMessage,
        "response_headers" => Source::ResponseHeaders,
        "request_headers" => Source::RequestHeaders,
        "request_data" => Source::RequestData,
        "sample_label" => Source::Url,
        "response_data_as_document" => return Err("documents are not turned into text".to_owned()),
        other => return Err(format!("Assertion.test_field: `{other}` is not known")),
    })
}

fn size_check(lowering: &mut Lowering, element: &Element) -> Outcome<Check> {
    expect_whole_answer(lowering, element)?;
    let part = match element.text("Assertion.test_field") {
        "SizeAssertion.response_headers" => SizePart::Headers,
        "SizeAssertion.response_data" => SizePart::Body,
        "SizeAssertion.response_network_size" | "" => SizePart::Whole,
        other => return Err(format!("the size of `{other}` is not checked")),
    };
    // SizeAssertion.java
    let operator = match element.text("SizeAssertion.operator").trim() {
        "1" | "" => Operator::Equal,
        "2" => Operator::NotEqual,
        "3" => Operator::Greater,
        "4" => Operator::Less,
        "5" => Operator::GreaterOrEqual,
        "6" => Operator::LessOrEqual,
        other => return Err(format!("SizeAssertion.operator: `{other}` is not known")),
    };
    let bytes = Lowering::template("SizeAssertion.size", element.text("SizeAssertion.size").trim())?;
    Ok(Check::Size(SizeCheck { part, operator, bytes }))
}

fn json_check(element: &Element) -> Outcome<Check> {
    let compares = element.flag("JSONVALIDATION", false);
    if compares && element.flag("EXPECT_NULL", false) {
        return Err("a JSON value is not compared with null".to_owned());
    }
    let expected = compares.then(|| Lowering::template("EXPECTED_VALUE", element.text("EXPECTED_VALUE")));
    Ok(Check::Json {
        path: Lowering::template("JSON_PATH", element.text("JSON_PATH").trim())?,
        expected: expected.transpose()?,
        regex: compares && element.flag("ISREGEX", true),
        negate: element.flag("INVERT", false),
    })
}
