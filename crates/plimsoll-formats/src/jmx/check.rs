//! Assertions, as checks.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::extractor::DOCUMENT_TEXT;
use super::markup;
use crate::milliseconds;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{
    Check, JsonExpectation, ResponseField, SampleScope, SizeCheck, SizeOperator, SizePart, TextCheck,
    TextComparison,
};

/// `None` when it checks nothing.
pub fn check(lowering: &mut Lowering, element: &Element) -> ElementResult<Option<Check>> {
    let check = match element.kind.as_str() {
        "ResponseAssertion" => Some(text_check(lowering, element)?),
        "DurationAssertion" => duration_check(element)?,
        "SizeAssertion" => Some(size_check(element)?),
        "XPathAssertion" | "XPath2Assertion" => {
            let source = scope_variable(element).map_or(ResponseField::Body, ResponseField::Variable);
            Some(markup::xpath_check(lowering, element, source)?)
        }
        // The rest looks at the whole answer alone.
        kind => return whole_check(kind, lowering, element),
    };
    Ok(check.map(|check| match parts(element) {
        SampleScope::Main => check,
        parts => Check::Of(parts, Box::new(check)),
    }))
}

fn whole_check(kind: &str, lowering: &mut Lowering, element: &Element) -> ElementResult<Option<Check>> {
    Ok(Some(match kind {
        "XMLAssertion" => Check::WellFormed,
        "HTMLAssertion" => markup::html_check(lowering, element)?,
        "XMLSchemaAssertion" => match schema(lowering, element)? {
            Some(schema) => schema,
            None => return Err("it names no schema".to_owned()),
        },
        "MD5HexAssertion" => {
            Check::Md5(Lowering::template("MD5HexAssertion.size", element.text("MD5HexAssertion.size"))?)
        }
        "CompareAssertion" => return Err("answers are not compared with one another".to_owned()),
        "JMESPathAssertion" => jmespath_check(element)?,
        _ => json_check(element)?,
    }))
}

/// A relative name is looked for beside the plan; a missing file is said when the plan is read.
fn schema(lowering: &mut Lowering, element: &Element) -> ElementResult<Option<Check>> {
    let name = element.text("xmlschema_assertion_filename").trim();
    if name.is_empty() {
        return Ok(None);
    }
    let path = lowering.folder.join(name);
    if !name.contains("${") && !path.is_file() {
        return Err(format!("the schema {} is not there", path.display()));
    }
    let text = if name.contains("${") { name.to_owned() } else { path.to_string_lossy().into_owned() };
    lowering.approximate(element, "the schema is read as XML Schema 1.1, by another validator than Java's");
    Ok(Some(Check::Schema(Lowering::template("xmlschema_assertion_filename", &text)?)))
}

/// A limit of 0 is none (DurationAssertion.java). Of a variable it is the answer's time all the same.
fn duration_check(element: &Element) -> ElementResult<Option<Check>> {
    let text = element.text("DurationAssertion.duration").trim();
    let limit = milliseconds::lenient(Lowering::template("DurationAssertion.duration", text)?);
    Ok((limit.as_literal() != Some("0")).then_some(Check::MaxDurationMs(limit)))
}

/// The variable that is checked instead of the answer, if any.
fn scope_variable(element: &Element) -> Option<String> {
    (element.text("Assertion.scope") == "variable").then(|| element.text("Scope.variable").to_owned())
}

fn parts(element: &Element) -> SampleScope {
    match element.text("Assertion.scope") {
        "all" => SampleScope::All,
        "children" => SampleScope::SubSamples,
        _ => SampleScope::Main,
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

fn text_check(lowering: &mut Lowering, element: &Element) -> ElementResult<Check> {
    const CONTAINS: u32 = 2;
    let bits: u32 = match element.text("Assertion.test_type").trim() {
        "" => CONTAINS,
        text => text.parse().map_err(|_| format!("Assertion.test_type: `{text}` is not a number"))?,
    };
    let comparison = match bits {
        b if b & bit::EQUALS != 0 => TextComparison::Equals,
        b if b & bit::SUBSTRING != 0 => TextComparison::Substring,
        b if b & bit::MATCH != 0 => TextComparison::Matches,
        _ => TextComparison::Contains,
    };
    let source = match (scope_variable(element), element.text("Assertion.test_field")) {
        (Some(variable), _) => ResponseField::Variable(variable),
        (None, "Assertion.response_data_as_document") => {
            lowering.approximate(element, DOCUMENT_TEXT);
            ResponseField::DocumentText
        }
        (None, field) => source(field),
    };
    // JMeter's own misspelling.
    let patterns = element.texts("Asserion.test_strings").into_iter();
    let patterns = patterns.map(|p| Lowering::template("Asserion.test_strings", p));
    Ok(Check::Text(TextCheck {
        source,
        comparison,
        negate: bits & bit::NOT != 0,
        any: bits & bit::OR != 0,
        patterns: patterns.collect::<ElementResult<_>>()?,
        assume_success: element.flag("Assertion.assume_success", false),
        message: Some(element.text("Assertion.custom_message").to_owned()).filter(|m| !m.is_empty()),
    }))
}

/// What is not known is the URL (ResponseAssertion.getStringToCheck).
fn source(field: &str) -> ResponseField {
    match field.strip_prefix("Assertion.").unwrap_or(field) {
        "response_data" | "" => ResponseField::Body,
        "response_code" => ResponseField::StatusCode,
        "response_message" => ResponseField::StatusMessage,
        "response_headers" => ResponseField::ResponseHeaders,
        "request_headers" => ResponseField::RequestHeaders,
        "request_data" => ResponseField::RequestData,
        _ => ResponseField::Url,
    }
}

fn size_check(element: &Element) -> ElementResult<Check> {
    let part = match (scope_variable(element), element.text("Assertion.test_field")) {
        (Some(variable), _) => SizePart::Variable(variable),
        (None, "SizeAssertion.response_headers") => SizePart::Headers,
        (None, "SizeAssertion.response_data") => SizePart::Body,
        (None, "SizeAssertion.response_code") => SizePart::StatusCode,
        (None, "SizeAssertion.response_message") => SizePart::StatusMessage,
        _ => SizePart::Whole,
    };
    // SizeAssertion.java
    let operator = match element.text("SizeAssertion.operator").trim() {
        "1" | "" => SizeOperator::Equal,
        "2" => SizeOperator::NotEqual,
        "3" => SizeOperator::Greater,
        "4" => SizeOperator::Less,
        "5" => SizeOperator::GreaterOrEqual,
        "6" => SizeOperator::LessOrEqual,
        other => return Err(format!("SizeAssertion.operator: `{other}` is not known")),
    };
    let bytes = Lowering::template("SizeAssertion.size", element.text("SizeAssertion.size").trim())?;
    Ok(Check::Size(SizeCheck { part, operator, bytes }))
}

fn json_check(element: &Element) -> ElementResult<Check> {
    let (expected, regex) = expected(element)?;
    let path = Lowering::template("JSON_PATH", element.text("JSON_PATH").trim())?;
    let or_null = expected.is_some() && element.flag("EXPECT_NULL", false);
    let negate = element.flag("INVERT", false);
    Ok(Check::Json { path, value: JsonExpectation { expected, regex, or_null, negate } })
}

fn expected(element: &Element) -> ElementResult<(Option<Template>, bool)> {
    let compares = element.flag("JSONVALIDATION", false);
    let expected = compares.then(|| Lowering::template("EXPECTED_VALUE", element.text("EXPECTED_VALUE")));
    Ok((expected.transpose()?, compares && element.flag("ISREGEX", true)))
}

/// Where null is expected, nothing else will do.
fn jmespath_check(element: &Element) -> ElementResult<Check> {
    let (expected, regex) = match expected(element)? {
        (Some(_), _) if element.flag("EXPECT_NULL", false) => (Some(Template::literal("null")), false),
        given => given,
    };
    let path = Lowering::template("JMES_PATH", element.text("JMES_PATH").trim())?;
    let value = JsonExpectation { expected, regex, or_null: false, negate: element.flag("INVERT", false) };
    Ok(Check::JmesPath { path, value })
}
