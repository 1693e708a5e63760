//! What is taken out of an answer and what must hold of it, compiled.

use super::slots::{Slot, Slots, Text};
use crate::document::Selector;
use crate::error::EngineError;
use crate::extract::{JmesPath, jmes_path, json_path};
use fancy_regex::Regex;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{self, Comparison, DocumentKind, Operator, Parts};
use serde_json_path::JsonPath;

#[derive(Clone, Debug)]
pub enum Source {
    Body,
    UnescapedBody,
    DocumentText,
    ResponseHeaders,
    RequestHeaders,
    Url,
    StatusCode,
    StatusMessage,
    RequestData,
    Variable(Slot),
}

impl Source {
    pub fn is_of_body(&self) -> bool {
        matches!(self, Source::Body | Source::UnescapedBody | Source::DocumentText)
    }

    /// In JMeter's words of a failure text (ResponseAssertion.getFailText).
    pub fn name(&self) -> &'static str {
        match self {
            Source::Body | Source::UnescapedBody => "text",
            Source::DocumentText => "document",
            Source::ResponseHeaders => "headers",
            Source::RequestHeaders => "request headers",
            Source::Url => "URL",
            Source::StatusCode => "code",
            Source::StatusMessage => "message",
            Source::RequestData => "request data",
            Source::Variable(_) => "variable",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Extractor {
    pub slot: Slot,
    pub name: String,
    pub source: Source,
    pub parts: Parts,
    pub finder: Finder,
    pub match_number: i32,
    pub default: Option<Text>,
}

#[derive(Clone, Debug)]
pub enum Finder {
    Regex { pattern: TextFinder, template: String },
    JsonPath { path: Result<JsonPath, Text>, joined: bool },
    JmesPath(Result<JmesPath, Text>),
    Boundary { left: Text, right: Text },
    XPath(XPath),
    Css { selector: Result<Selector, Text>, attribute: Text },
}

#[derive(Clone, Debug)]
pub struct XPath {
    pub expression: Text,
    pub document: DocumentKind,
    pub namespaces: Vec<(String, String)>,
    pub fragment: bool,
}

/// A pattern that is compiled once, or a text that makes it anew.
#[derive(Clone, Debug)]
pub enum TextFinder {
    Fixed(Box<Regex>),
    Made(Text),
}

#[derive(Clone, Debug)]
pub enum Check {
    Text(TextCheck),
    MaxDurationMs(Text),
    Size { part: SizePart, operator: Operator, bytes: Text },
    Json { path: Result<JsonPath, Text>, value: JsonValue },
    JmesPath { path: Result<JmesPath, Text>, value: JsonValue },
    XPath { source: Source, xpath: XPath, negate: bool },
    WellFormed,
    Schema(Text),
    Html { errors_max: u64 },
    Md5(Text),
    Of(Parts, Box<Check>),
}

/// What a value found in JSON must be.
#[derive(Clone, Debug)]
pub struct JsonValue {
    /// `None`: it need only be there.
    pub expected: Option<Text>,
    pub regex: bool,
    pub or_null: bool,
    pub negate: bool,
}

impl Check {
    /// What of the answer it looks at, unless that is always kept.
    pub fn source(&self) -> Option<&Source> {
        match self {
            Check::Text(check) => Some(&check.source),
            Check::XPath { source, .. } => Some(source),
            Check::MaxDurationMs(_) | Check::Size { .. } => None,
            Check::Of(_, check) => check.source(),
            _ => Some(&Source::Body),
        }
    }

    pub fn looks_at_parts(&self) -> bool {
        matches!(self, Check::Of(parts, _) if *parts != Parts::Main)
    }

    /// Failing statuses are no failures.
    pub fn assumes_success(&self) -> bool {
        match self {
            Check::Text(check) => check.assume_success,
            Check::Of(_, check) => check.assumes_success(),
            _ => false,
        }
    }
}

/// Size of what.
#[derive(Clone, Debug)]
pub enum SizePart {
    Whole,
    Headers,
    Body,
    StatusCode,
    StatusMessage,
    Variable(Slot),
}

#[derive(Clone, Debug)]
pub struct TextCheck {
    pub source: Source,
    pub comparison: Comparison,
    pub negate: bool,
    pub any: bool,
    /// For `Matches` and `Contains`.
    pub finders: Vec<TextFinder>,
    /// For `Equals` and `Substring`.
    pub texts: Vec<Text>,
    pub assume_success: bool,
    pub message: Option<String>,
}

fn source(source: &plan::Source, slots: &mut Slots) -> Source {
    match source {
        plan::Source::Body => Source::Body,
        plan::Source::UnescapedBody => Source::UnescapedBody,
        plan::Source::DocumentText => Source::DocumentText,
        plan::Source::ResponseHeaders => Source::ResponseHeaders,
        plan::Source::RequestHeaders => Source::RequestHeaders,
        plan::Source::Url => Source::Url,
        plan::Source::StatusCode => Source::StatusCode,
        plan::Source::StatusMessage => Source::StatusMessage,
        plan::Source::RequestData => Source::RequestData,
        plan::Source::Variable(name) => Source::Variable(slots.slot(name)),
    }
}

pub(super) fn extractor(
    e: &plan::Extractor,
    slots: &mut Slots,
    context: &str,
) -> Result<Extractor, EngineError> {
    let finder = match &e.pattern {
        plan::Pattern::Regex { pattern, template } => Finder::Regex {
            pattern: text_finder(pattern, false, slots, context)?,
            template: template.clone(),
        },
        plan::Pattern::JsonPath(path) => {
            Finder::JsonPath { path: made(path, json_path, slots, context)?, joined: false }
        }
        plan::Pattern::JsonPathJoined(path) => {
            Finder::JsonPath { path: made(path, json_path, slots, context)?, joined: true }
        }
        plan::Pattern::JmesPath(path) => Finder::JmesPath(made(path, jmes_path, slots, context)?),
        plan::Pattern::XPath(expression) => Finder::XPath(xpath(expression, slots, context)?),
        plan::Pattern::Css { selector, attribute } => Finder::Css {
            selector: made(selector, Selector::parse, slots, context)?,
            attribute: slots.text(attribute),
        },
        plan::Pattern::Boundary { left, right } => {
            Finder::Boundary { left: slots.text(left), right: slots.text(right) }
        }
    };
    Ok(Extractor {
        slot: slots.slot(&e.variable),
        name: e.variable.clone(),
        source: source(&e.source, slots),
        parts: e.parts,
        finder,
        match_number: e.match_number,
        default: e.default.as_ref().map(|default| slots.text(default)),
    })
}

pub(super) fn check(checked: &plan::Check, slots: &mut Slots, context: &str) -> Result<Check, EngineError> {
    Ok(match checked {
        plan::Check::Text(check) => {
            let is_regex = matches!(check.comparison, Comparison::Matches | Comparison::Contains);
            let whole = check.comparison == Comparison::Matches;
            let (mut finders, mut texts) = (Vec::new(), Vec::new());
            for pattern in &check.patterns {
                if is_regex {
                    finders.push(text_finder(pattern, whole, slots, context)?);
                } else {
                    texts.push(slots.text(pattern));
                }
            }
            Check::Text(TextCheck {
                source: source(&check.source, slots),
                comparison: check.comparison,
                negate: check.negate,
                any: check.any,
                finders,
                texts,
                assume_success: check.assume_success,
                message: check.message.clone(),
            })
        }
        plan::Check::MaxDurationMs(limit) => Check::MaxDurationMs(slots.text(limit)),
        plan::Check::Size(size) => {
            let part = match &size.part {
                plan::SizePart::Whole => SizePart::Whole,
                plan::SizePart::Headers => SizePart::Headers,
                plan::SizePart::Body => SizePart::Body,
                plan::SizePart::StatusCode => SizePart::StatusCode,
                plan::SizePart::StatusMessage => SizePart::StatusMessage,
                plan::SizePart::Variable(name) => SizePart::Variable(slots.slot(name)),
            };
            Check::Size { part, operator: size.operator, bytes: slots.text(&size.bytes) }
        }
        plan::Check::Json { path, expected, regex, or_null, negate } => Check::Json {
            path: made(path, json_path, slots, context)?,
            value: json_value(expected.as_ref(), (*regex, *or_null, *negate), slots),
        },
        plan::Check::JmesPath { path, expected, regex, negate } => Check::JmesPath {
            path: made(path, jmes_path, slots, context)?,
            value: json_value(expected.as_ref(), (*regex, false, *negate), slots),
        },
        plan::Check::XPath { source: of, xpath: expression, negate } => Check::XPath {
            source: source(of, slots),
            xpath: xpath(expression, slots, context)?,
            negate: *negate,
        },
        plan::Check::WellFormed => Check::WellFormed,
        plan::Check::Schema(path) => Check::Schema(slots.text(path)),
        plan::Check::Html { errors_max } => Check::Html { errors_max: *errors_max },
        plan::Check::Md5(sum) => Check::Md5(slots.text(sum)),
        plan::Check::Of(parts, inner) => Check::Of(*parts, Box::new(check(inner, slots, context)?)),
    })
}

fn json_value(
    expected: Option<&Template>,
    (regex, or_null, negate): (bool, bool, bool),
    slots: &mut Slots,
) -> JsonValue {
    JsonValue { expected: expected.map(|text| slots.text(text)), regex, or_null, negate }
}

fn xpath(xpath: &plan::XPath, slots: &mut Slots, context: &str) -> Result<XPath, EngineError> {
    let expression = slots.text(&xpath.expression);
    if let Some(literal) = expression.as_literal() {
        let parsed = crate::document::parse_expression(literal);
        parsed.map_err(|problem| wrong(literal, problem, context))?;
    }
    let plan::XPath { document, fragment, .. } = *xpath;
    Ok(XPath { expression, document, namespaces: xpath.namespaces.clone(), fragment })
}

/// Compiled now when the text is fixed.
fn made<T>(
    text: &Template,
    parse: impl Fn(&str) -> Result<T, String>,
    slots: &mut Slots,
    context: &str,
) -> Result<Result<T, Text>, EngineError> {
    let text = slots.text(text);
    match text.as_literal() {
        None => Ok(Err(text)),
        Some(literal) => parse(literal).map(Ok).map_err(|problem| wrong(literal, problem, context)),
    }
}

fn wrong(pattern: &str, problem: String, context: &str) -> EngineError {
    EngineError::Pattern { request: context.to_owned(), pattern: pattern.to_owned(), problem }
}

pub(super) fn text_finder(
    pattern: &Template,
    whole: bool,
    slots: &mut Slots,
    context: &str,
) -> Result<TextFinder, EngineError> {
    let pattern = slots.text(pattern);
    let Some(literal) = pattern.as_literal() else { return Ok(TextFinder::Made(pattern)) };
    match crate::extract::regex(literal, whole) {
        Ok(regex) => Ok(TextFinder::Fixed(Box::new(regex))),
        Err(problem) => {
            Err(EngineError::Pattern { request: context.to_owned(), pattern: literal.to_owned(), problem })
        }
    }
}
