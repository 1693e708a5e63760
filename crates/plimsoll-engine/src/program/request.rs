//! A request, compiled.

use super::compiled::Compiled;
use super::compiler::Compiler;
use super::login::{Logins, compile_proxy};
use super::slots::{Slot, Text};
use super::texts::TextCompiler;
use crate::extract;
use crate::labels::Label;
use crate::protocol::grpc;
use crate::protocol::http::{HttpTarget, message};
use plimsoll_grpc::Method;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{
    Body, ChannelProtocol, Check, Dialect, Embedded, Header, Plan, Proxy, Request, ResponseField, SampleScope,
};
use plimsoll_plan::template::VariableScope;
use std::ops::Deref;
use std::sync::Arc;

/// A request of the plan, and what is known of it before it is sent.
#[derive(Clone, Debug)]
pub struct CompiledRequest {
    pub request: Request<Compiled>,
    pub logins: Option<Arc<Logins>>,
    pub way: Option<Arc<Proxy<Compiled>>>,
    /// Of a gRPC call, known when its schema is.
    pub method_of_call: Option<Method>,
    /// Someone looks at the answer's body (or its headers): otherwise it is only counted.
    pub keeps_body: bool,
    pub keeps_headers: bool,
    /// The answers before the last one, and those of embedded resources, are looked at.
    pub keeps_parts: bool,
    /// The answer leaves a channel open.
    pub opens: Option<Box<Opens>>,
    /// `Expect: 100-continue` is among the headers.
    pub expects_continue: bool,
    pub dialect: Dialect,
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

/// What a request leaves open when its answer says so.
#[derive(Clone, Debug)]
pub struct Opens {
    /// Index into the program's channels.
    pub channel: u32,
    pub protocol: ChannelProtocol<Compiled>,
    pub message_bytes_max: usize,
    pub messages: Option<Label>,
    pub pings: Option<Label>,
}

impl Deref for CompiledRequest {
    type Target = Request<Compiled>;

    fn deref(&self) -> &Request<Compiled> {
        &self.request
    }
}

impl CompiledRequest {
    /// The status of an answer that is no failure by itself.
    pub fn succeeds_with(&self, status: u16) -> bool {
        match self.opens.as_ref().map(|opens| &opens.protocol) {
            None => (200..400).contains(&status),
            Some(ChannelProtocol::WebSocket { .. }) => status == 101,
            Some(ChannelProtocol::Events) => status == 200,
        }
    }

    /// The plan's own `Content-Type` stays with requests that have no body any more: JMeter sends a header manager's with
    /// redirects and embedded resources (HTTPHC4Impl.setConnectionHeaders).
    pub fn keeps_type(&self, name: &str) -> bool {
        let is_own = |header: &Header<Compiled>| {
            header.name.as_literal().is_some_and(|own| own.trim().eq_ignore_ascii_case(name))
        };
        self.dialect == Dialect::JMeter && name == "content-type" && self.headers.iter().any(is_own)
    }

    /// The request asks for another protocol on its connection.
    pub fn is_upgrade(&self) -> bool {
        matches!(self.opens.as_ref().map(|opens| &opens.protocol), Some(ChannelProtocol::WebSocket { .. }))
    }
}

impl Compiler<'_> {
    /// What is known of a request whose texts are compiled. `written` is the request as the plan has it.
    pub(super) fn compiled_request(
        &mut self,
        written: &Request,
        mut request: Request<Compiled>,
    ) -> CompiledRequest {
        let plan: &Plan = self.plan;
        request.cookies = request.cookies.filter(|jar| *jar < plan.cookie_jars.len());
        request.cache = request.cache.filter(|cache| *cache < plan.caches.len());
        if let Some(embedded) = &mut request.embedded {
            (embedded.per_host, embedded.at_once) = (embedded.per_host.max(1), embedded.at_once.max(1));
        }
        let expects_continue = written.headers.iter().any(is_expect_continue);
        if let Body::Grpc(call) = &request.body {
            let is_given = |name: &Text| {
                let name = name.as_literal();
                request.headers.iter().any(|given| given.name.as_literal() == name)
            };
            let own: Vec<_> =
                grpc::headers(call).into_iter().filter(|header| !is_given(&header.name)).collect();
            request.headers.extend(own);
        }
        let sources = || {
            request
                .checks
                .iter()
                .filter_map(Check::source)
                .chain(request.extractors.iter().map(|e| &e.source))
        };
        let is_page = request.embedded.is_some();
        let keeps_body = is_page || sources().any(ResponseField::is_of_body);
        let keeps_headers = is_page
            || request.cache.is_some()
            || sources().any(|source| matches!(source, ResponseField::ResponseHeaders));
        let keeps_parts = request.checks.iter().any(Check::sees_sub_samples)
            || request.extractors.iter().any(|extractor| extractor.scope != SampleScope::Main);
        let logins = request.login.and_then(|number| Some((number, plan.logins.get(number)?)));
        let proxy = request.proxy.and_then(|number| plan.proxies.get(number));
        let mut texts = self.texts();
        let logins = logins
            .map(|(number, set)| Arc::new(Logins { number: number as u32, set: set.map_texts(&mut texts) }));
        let way = proxy.map(|proxy| Arc::new(compile_proxy(proxy, &mut texts)));
        let mut compiled = CompiledRequest {
            request,
            logins,
            way,
            method_of_call: None,
            keeps_body,
            keeps_headers,
            keeps_parts,
            opens: None,
            expects_continue,
            dialect: plan.dialect,
            ready: None,
        };
        compiled.ready = message::ready(&compiled);
        compiled
    }

    pub(super) fn texts(&mut self) -> TextCompiler<'_> {
        TextCompiler {
            slots: &mut self.program.slots,
            labels: &mut self.program.labels,
            channels: &mut self.program.channels,
            problems: &mut self.problems,
            file: &self.plan.origin.file,
            dialect: self.plan.dialect,
            step: String::new(),
        }
    }
}

fn is_expect_continue(header: &Header) -> bool {
    let is = |text: &Template, word: &str| text.as_literal().is_some_and(|t| t.eq_ignore_ascii_case(word));
    is(&header.name, "expect") && is(&header.value, "100-continue")
}

/// Whether a page's resource is fetched. An expression that can't be used is as if it were not there
/// (HTTPSamplerBase.generateMatcherPredicate).
pub fn is_wanted<S: VariableScope<Slot>>(embedded: &Embedded<Compiled>, url: &str, scope: &mut S) -> bool {
    let mut found = |pattern: &Option<_>| {
        let pattern: &super::CompiledPattern<Box<fancy_regex::Regex>> = pattern.as_ref()?;
        if pattern.fixed.is_none() && pattern.text.to_text(scope).is_empty() {
            return None;
        }
        let regex = pattern.get(scope, |text| extract::regex(text, true).map(Box::new)).ok()?;
        extract::matches(&regex, url).ok()
    };
    found(&embedded.include).unwrap_or(true) && !found(&embedded.exclude).unwrap_or(false)
}
