//! A request, compiled.

use super::answer::{Check, Extractor, Source, check, extractor};
use super::channel::Opens;
use super::embedded::Embedded;
use super::instruction::Label;
use super::login::{LoginSet, Proxy};
use super::slots::{Slots, Text};
use crate::error::EngineError;
use crate::protocol::grpc::Call;
use crate::protocol::http::{HttpTarget, message};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{self, HttpVersion, Parts, Plan, Redirects};
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
    pub cache: Option<u32>,
    pub logins: Option<Arc<LoginSet>>,
    pub proxy: Option<Arc<Proxy>>,
    pub embedded: Option<Box<Embedded>>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
    /// Someone looks at the answer's body (or its headers): otherwise it is only counted.
    pub keeps_body: bool,
    pub keeps_headers: bool,
    /// The answers before the last one, and those of embedded resources, are looked at.
    pub keeps_parts: bool,
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
    pub target: Arc<HttpTarget>,
    pub method: Arc<str>,
    pub bytes: Arc<[u8]>,
    /// Of a request that may go over HTTP/2.
    pub pieces: Option<Arc<message::Pieces>>,
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
    let embedded = request.embedded.as_ref().map(|embedded| Embedded::of(embedded, slots, &context));
    let sources = || checks.iter().filter_map(Check::source).chain(extractors.iter().map(|e| &e.source));
    let looks_at_parts =
        checks.iter().any(Check::looks_at_parts) || extractors.iter().any(|e| e.parts != Parts::Main);
    let (keeps_body, keeps_headers) = (
        embedded.is_some() || sources().any(Source::is_of_body),
        embedded.is_some()
            || request.cache.is_some()
            || sources().any(|s| matches!(s, Source::ResponseHeaders)),
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
        cache: request.cache.filter(|cache| *cache < plan.caches.len()).map(|cache| cache as u32),
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
        keeps_parts: looks_at_parts,
        opens: None,
        expects_continue: request.headers.iter().any(is_expect_continue),
        ready: None,
    };
    if let Body::Grpc(call) = &compiled.body {
        let is_given = |name: &Text| {
            let name = name.as_literal();
            compiled.headers.iter().any(|(given, _)| given.as_literal() == name)
        };
        let own: Vec<_> = call.headers().into_iter().filter(|(name, _)| !is_given(name)).collect();
        compiled.headers.extend(own);
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
