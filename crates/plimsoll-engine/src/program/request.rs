//! A request, compiled.

use super::channel::Opens;
use super::embedded::Embedded;
use super::instruction::Label;
use super::login::{LoginSet, Proxy};
use super::slots::{Slot, Slots, Text};
use crate::error::EngineError;
use crate::grpc::Call;
use crate::http::{Target, message};
use fancy_regex::Regex;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{self, Comparison, HttpVersion, Operator, Plan, Redirects, SizePart};
use serde_json_path::JsonPath;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Request {
    pub label: Label,
    pub http: HttpVersion,
    pub method: Text,
    pub scheme: Text,
    pub host: Text,
    pub port: Option<Text>,
    pub path: Text,
    pub query: Vec<Field>,
    pub headers: Vec<(Text, Text)>,
    pub body: Body,
    pub redirects: Redirects,
    pub keep_alive: bool,
    pub connect_timeout_us: Option<u64>,
    pub response_timeout_us: Option<u64>,
    pub jar: Option<u32>,
    pub logins: Option<Arc<LoginSet>>,
    pub proxy: Option<Arc<Proxy>>,
    pub embedded: Option<Box<Embedded>>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
    /// Someone looks at the answer's body (or its headers): otherwise it is only counted.
    pub keeps_body: bool,
    pub keeps_headers: bool,
    /// The answer leaves a channel open.
    pub opens: Option<Box<Opens>>,
    /// `Expect: 100-continue` is among the headers.
    pub expects_continue: bool,
    /// Nothing in the request changes from use to use.
    pub ready: Option<Ready>,
}

/// A request that is always the same, as bytes.
#[derive(Clone, Debug)]
pub struct Ready {
    pub target: Arc<Target>,
    pub method: Arc<str>,
    pub bytes: Arc<[u8]>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Text,
    pub value: Text,
    pub encode: bool,
    pub equals: bool,
}

#[derive(Clone, Debug)]
pub enum Body {
    Empty,
    Text(Text),
    Form(Vec<Field>),
    Multipart { fields: Vec<Field>, files: Vec<FilePart> },
    File { path: Text, content_type: Text },
    Grpc(Box<Call>),
}

#[derive(Clone, Debug)]
pub struct FilePart {
    pub name: Text,
    pub path: Text,
    pub content_type: Text,
}

#[derive(Clone, Debug)]
pub enum Source {
    Body,
    ResponseHeaders,
    RequestHeaders,
    Url,
    StatusCode,
    StatusMessage,
    RequestData,
    Variable(Slot),
}

impl Source {
    /// In JMeter's words of a failure text (ResponseAssertion.getFailText).
    pub fn name(&self) -> &'static str {
        match self {
            Source::Body => "text",
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
    pub finder: Finder,
    pub match_number: i32,
    pub default: Option<Text>,
}

#[derive(Clone, Debug)]
pub enum Finder {
    Regex { pattern: TextFinder, template: String },
    JsonPath(Result<JsonPath, Text>),
    Boundary { left: Text, right: Text },
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
    Json { path: Result<JsonPath, Text>, expected: Option<Text>, regex: bool, negate: bool },
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

pub(super) fn compile_request(
    request: &plan::Request,
    label: Label,
    plan: &Plan,
    slots: &mut Slots,
) -> Result<Request, EngineError> {
    let context = request.label.source();
    let extractors: Vec<Extractor> =
        request.extractors.iter().map(|e| extractor(e, slots, &context)).collect::<Result<_, _>>()?;
    let checks: Vec<Check> =
        request.checks.iter().map(|c| check(c, slots, &context)).collect::<Result<_, _>>()?;
    let sources = || {
        let checked = checks.iter().filter_map(|check| match check {
            Check::Text(check) => Some(&check.source),
            Check::Json { .. } => Some(&Source::Body),
            _ => None,
        });
        checked.chain(extractors.iter().map(|e| &e.source))
    };
    let embedded = request.embedded.as_ref().map(|embedded| Embedded::of(embedded, slots, &context));
    let (keeps_body, keeps_headers) = (
        embedded.is_some() || sources().any(|s| matches!(s, Source::Body)),
        embedded.is_some() || sources().any(|s| matches!(s, Source::ResponseHeaders)),
    );
    let micros = |timeout: Option<Duration>| timeout.map(|t| t.as_micros() as u64);
    let mut compiled = Request {
        label,
        http: request.http,
        method: slots.text(&request.method),
        scheme: slots.text(&request.scheme),
        host: slots.text(&request.host),
        port: request.port.as_ref().map(|port| slots.text(port)),
        path: slots.text(&request.path),
        query: fields(&request.query, slots),
        headers: request.headers.iter().map(|h| (slots.text(&h.name), slots.text(&h.value))).collect(),
        body: body(&request.body, slots),
        redirects: request.redirects,
        keep_alive: request.keep_alive,
        connect_timeout_us: micros(request.connect_timeout),
        response_timeout_us: micros(request.response_timeout),
        jar: request.cookies.filter(|jar| *jar < plan.cookie_jars.len()).map(|jar| jar as u32),
        logins: request.login.and_then(|number| {
            let set = plan.logins.get(number)?;
            Some(Arc::new(LoginSet::of(set, number, slots)))
        }),
        proxy: request
            .proxy
            .and_then(|number| plan.proxies.get(number))
            .map(|proxy| Arc::new(Proxy::of(proxy, slots))),
        embedded: embedded.transpose()?,
        extractors,
        checks,
        keeps_body,
        keeps_headers,
        opens: None,
        expects_continue: request.headers.iter().any(is_expect_continue),
        ready: None,
    };
    if let Body::Grpc(call) = &compiled.body {
        compiled.headers.extend(call.headers());
    }
    compiled.ready = message::ready(&compiled);
    Ok(compiled)
}

fn is_expect_continue(header: &plan::Header) -> bool {
    let is = |text: &Template, word: &str| text.as_literal().is_some_and(|t| t.eq_ignore_ascii_case(word));
    is(&header.name, "expect") && is(&header.value, "100-continue")
}

fn fields(fields: &[plan::Field], slots: &mut Slots) -> Vec<Field> {
    let field = |field: &plan::Field| Field {
        name: slots.text(&field.name),
        value: slots.text(&field.value),
        encode: field.encode,
        equals: field.equals,
    };
    fields.iter().map(field).collect()
}

fn body(body: &plan::Body, slots: &mut Slots) -> Body {
    match body {
        plan::Body::Empty => Body::Empty,
        plan::Body::Text(text) => Body::Text(slots.text(text)),
        plan::Body::Form(form) => Body::Form(fields(form, slots)),
        plan::Body::Multipart { fields: form, files } => {
            let form = fields(form, slots);
            let files = files.iter().map(|file| FilePart {
                name: slots.text(&file.name),
                path: slots.text(&file.path),
                content_type: slots.text(&file.content_type),
            });
            Body::Multipart { fields: form, files: files.collect() }
        }
        plan::Body::File { path, content_type } => {
            Body::File { path: slots.text(path), content_type: slots.text(content_type) }
        }
        plan::Body::Grpc(call) => Body::Grpc(Box::new(Call::of(call, slots))),
    }
}

fn source(source: &plan::Source, slots: &mut Slots) -> Source {
    match source {
        plan::Source::Body => Source::Body,
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
        plan::Pattern::JsonPath(path) => Finder::JsonPath(json_path(path, slots, context)?),
        plan::Pattern::Boundary { left, right } => {
            Finder::Boundary { left: slots.text(left), right: slots.text(right) }
        }
    };
    Ok(Extractor {
        slot: slots.slot(&e.variable),
        name: e.variable.clone(),
        source: source(&e.source, slots),
        finder,
        match_number: e.match_number,
        default: e.default.as_ref().map(|default| slots.text(default)),
    })
}

pub(super) fn check(check: &plan::Check, slots: &mut Slots, context: &str) -> Result<Check, EngineError> {
    Ok(match check {
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
            Check::Size { part: size.part, operator: size.operator, bytes: slots.text(&size.bytes) }
        }
        plan::Check::Json { path, expected, regex, negate } => Check::Json {
            path: json_path(path, slots, context)?,
            expected: expected.as_ref().map(|text| slots.text(text)),
            regex: *regex,
            negate: *negate,
        },
    })
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

fn json_path(
    path: &Template,
    slots: &mut Slots,
    context: &str,
) -> Result<Result<JsonPath, Text>, EngineError> {
    let path = slots.text(path);
    let Some(literal) = path.as_literal() else { return Ok(Err(path)) };
    match crate::extract::json_path(literal) {
        Ok(path) => Ok(Ok(path)),
        Err(problem) => {
            Err(EngineError::Pattern { request: context.to_owned(), pattern: literal.to_owned(), problem })
        }
    }
}
