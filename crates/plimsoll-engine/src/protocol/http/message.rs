//! A request as bytes.

use super::fixed_scope::FixedScope;
use super::target::HttpTarget;
use crate::program::{Compiled, CompiledRequest, Ready, Slot, basic, way_by};
use crate::protocol::{grpc, websocket};
use crate::scope::UserScope;
use plimsoll_plan::plan::{Body, ChannelProtocol, Dialect, Field, FilePart, HttpVersion};
use plimsoll_plan::template::VariableScope;
use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;

/// A request on its way out.
#[derive(Clone, Debug)]
pub struct Outgoing {
    pub target: Arc<HttpTarget>,
    pub method: Arc<str>,
    /// As HTTP/1.1 has it; empty until somebody needs it of a request that goes over HTTP/2.
    pub bytes: Arc<[u8]>,
}

/// The pieces of a request before they are put together; they stay with it, for a redirect may need them again.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    pub method: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub keep_alive: bool,
    pub dialect: Dialect,
    pub own: Own,
}

/// What a user adds of its own.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The value of `Cookie`.
    pub cookies: Option<String>,
    /// The value of `Authorization`.
    pub authorization: Option<String>,
    /// Headers that ask whether an answer has changed; they take the place of the request's own.
    pub conditions: Vec<(&'static str, String)>,
}

const USER_AGENT: &str = concat!("Plimsoll/", env!("CARGO_PKG_VERSION"));

/// Renders a request that has no variables, cookies or files in it.
pub fn ready(request: &CompiledRequest) -> Option<Ready> {
    let literal_fields = |fields: &[Field<Compiled>]| {
        fields.iter().all(|f| f.name.as_literal().is_some() && f.value.as_literal().is_some())
    };
    let body_is_literal = match &request.body {
        Body::Empty => true,
        Body::Text(text) => text.as_literal().is_some(),
        Body::Form(fields) => literal_fields(fields),
        // A file that is missing now is looked for again when it is sent, and is an error then.
        Body::File { path, content_type } => {
            path.as_literal().is_some() && content_type.as_literal().is_some()
        }
        Body::Multipart { .. } => false,
        Body::Grpc(call) => request.method_of_call.is_some() && grpc::is_literal(call),
    };
    let texts = [&request.method, &request.scheme, &request.host, &request.path];
    let headers = request.headers.iter().flat_map(|header| [&header.name, &header.value]);
    let all_literal = texts.into_iter().chain(&request.port).chain(headers).all(|t| t.as_literal().is_some());
    let is_own = request.cookies.is_some() || request.cache.is_some() || request.logins.is_some();
    let way_is_literal = request.way.as_ref().is_none_or(|proxy| {
        let texts = [&proxy.host, &proxy.port, &proxy.user, &proxy.password];
        texts.into_iter().all(|text| text.as_literal().is_some())
    });
    if is_own || !way_is_literal || !all_literal || !body_is_literal || !literal_fields(&request.query) {
        return None;
    }
    let (target, pieces) = render(request, &mut FixedScope::default()).ok()?;
    let bytes = pieces.to_bytes(&target).into();
    let method = pieces.method.as_str().into();
    let pieces = (request.http != HttpVersion::Http1).then(|| Arc::new(pieces));
    Some(Ready { target: Arc::new(target), method, bytes, pieces })
}

/// Puts a request together for one user.
pub fn render<S: VariableScope<Slot>>(
    request: &CompiledRequest,
    scope: &mut S,
) -> Result<(HttpTarget, Pieces), String> {
    let method = request.method.to_text(scope).trim().to_ascii_uppercase();
    let (target, named) = target(request, scope)?;
    let mut target = target.spelled(request.dialect);
    if let Some(proxy) = &request.way {
        target.via = way_by(proxy, &target, scope)?;
    }
    if method.is_empty() || !method.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return Err(format!("`{method}` is not a request method"));
    }
    let mut headers: Vec<(String, String)> = Vec::with_capacity(request.headers.len() + 1);
    for header in &request.headers {
        let (name, value) = (header.name.to_text(scope), header.value.to_text(scope));
        let clean = |text: &str| text.replace(['\r', '\n'], " ");
        if !name.trim().is_empty() {
            headers.push((clean(name.trim()), clean(&value)));
        }
    }
    if let Some(authorization) =
        named.filter(|_| !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization")))
    {
        headers.push(("Authorization".to_owned(), authorization));
    }
    let (body, content_type) = body(request, scope)?;
    if let Some(content_type) = content_type {
        let given = headers.iter().position(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        match given {
            // A multipart body is unreadable without its own boundary.
            Some(index) if content_type.starts_with("multipart/") => headers[index].1 = content_type,
            Some(_) => {}
            None => headers.push(("Content-Type".to_owned(), content_type)),
        }
    }
    let (keep_alive, dialect) = (request.keep_alive, request.dialect);
    Ok((target, Pieces { method, headers, body, keep_alive, dialect, own: Own::default() }))
}

/// Where the request goes, and the `Authorization` that its URL names: `http://user:password@host` (RFC 3986, 3.2.1) is a login
/// by Basic, as for browsers and curl.
fn target<S: VariableScope<Slot>>(
    request: &CompiledRequest,
    scope: &mut S,
) -> Result<(HttpTarget, Option<String>), String> {
    let mut path = request.path.to_text(scope);
    for field in &request.query {
        let separator = if path.contains('?') { "&" } else { "?" };
        push_field(field, separator, scope, &mut path);
    }
    // A variable without a value stays as it is written, and that is no URL (java.net.URI, to which JMeter gives it).
    if let Some(at) = path.find("${") {
        return Err(format!("the variable {} has no value", variable_at(&path[at..])));
    }
    if ["http://", "https://", "ws://", "wss://"].iter().any(|scheme| path.starts_with(scheme)) {
        let authority = path.split("://").nth(1).and_then(|rest| rest.split(['/', '?', '#']).next());
        let named = authority.and_then(|authority| Some(authority.rsplit_once('@')?.0)).map(named_login);
        return Ok((HttpTarget::parse(&path)?, named));
    }
    let (scheme, host) = (request.scheme.to_text(scope), request.host.to_text(scope));
    let port = request.port.as_ref().map(|port| port.to_text(scope)).unwrap_or_default();
    let (named, host) = host.rsplit_once('@').map_or((None, &*host), |(user, host)| (Some(user), host));
    Ok((HttpTarget::new(&scheme, host, &port, &path)?, named.map(named_login)))
}

fn named_login(user_and_password: &str) -> String {
    let plain = |text: &str| percent_decoded(text);
    let (user, password) = user_and_password.split_once(':').unwrap_or((user_and_password, ""));
    basic(&plain(user), &plain(password))
}

/// What is no escape stays as it is.
fn percent_decoded(text: &str) -> String {
    let pair = format!("={}", text.replace('&', "%26").replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map_or_else(String::new, |(_, text)| text.into_owned())
}

/// `${name}`, at which a text begins.
fn variable_at(text: &str) -> &str {
    text.split_inclusive('}').next().unwrap_or(text)
}

/// A field whose name came out empty is not sent (HTTPSamplerBase.getQueryString, HTTPArgument.isSkippable).
fn push_field<S: VariableScope<Slot>>(
    field: &Field<Compiled>,
    separator: &str,
    scope: &mut S,
    out: &mut String,
) {
    let (name, value) = (field.name.to_text(scope), field.value.to_text(scope));
    if name.is_empty() {
        return;
    }
    out.push_str(separator);
    let push = |text: &str, out: &mut String| {
        if field.encode {
            out.extend(url::form_urlencoded::byte_serialize(text.as_bytes()));
        } else {
            out.push_str(text);
        }
    };
    push(&name, out);
    if field.equals || !value.is_empty() {
        out.push('=');
        push(&value, out);
    }
}

/// A field of a form. One that is not to be encoded is encoded already: what stands in a form is encoded once,
/// whatever was written (HTTPHC4Impl.createUrlEncodedFormEntity).
fn push_form_field<S: VariableScope<Slot>>(field: &Field<Compiled>, scope: &mut S, out: &mut String) {
    let name = field.name.to_text(scope);
    if name.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push('&');
    }
    let push = |text: &str, out: &mut String| {
        let plain = if field.encode { Cow::Borrowed(text) } else { decoded(text) };
        out.extend(url::form_urlencoded::byte_serialize(plain.as_bytes()));
    };
    push(&name, out);
    out.push('=');
    push(&field.value.to_text(scope), out);
}

/// Without form encoding; a text that is not encoded properly stays as it is.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains(['%', '+']) {
        return Cow::Borrowed(text);
    }
    let is_hex = |digits: Option<&[u8]>| digits.is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit));
    let bytes = text.as_bytes();
    let mut escapes = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%');
    if !escapes.all(|(at, _)| is_hex(bytes.get(at + 1..at + 3))) {
        return Cow::Borrowed(text);
    }
    let pair = format!("={}", text.replace('&', "%26"));
    let value = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned());
    value.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The body and the content type it has when no header says otherwise.
fn body<S: VariableScope<Slot>>(
    request: &CompiledRequest,
    scope: &mut S,
) -> Result<(Vec<u8>, Option<String>), String> {
    match &request.body {
        Body::Empty => Ok((Vec::new(), None)),
        Body::Text(text) => {
            Ok((text.to_text(scope).into_bytes(), Some("text/plain; charset=UTF-8".to_owned())))
        }
        Body::Form(fields) => {
            let mut form = String::new();
            fields.iter().for_each(|field| push_form_field(field, scope, &mut form));
            Ok((form.into_bytes(), Some("application/x-www-form-urlencoded; charset=UTF-8".to_owned())))
        }
        Body::File { path, content_type } => {
            let content_type = content_type.to_text(scope);
            let bytes = read_file(&path.to_text(scope))?;
            Ok((bytes, Some(content_type).filter(|c| !c.is_empty())))
        }
        Body::Multipart { fields, files } => multipart(fields, files, scope),
        Body::Grpc(call) => {
            let method = request.method_of_call.as_ref().ok_or("the method's schema is not known")?;
            Ok((grpc::body(call, method, scope)?, Some(grpc::CONTENT_TYPE.to_owned())))
        }
    }
}

fn read_file(path: &str) -> Result<Vec<u8>, String> {
    plimsoll_plan::input_file::read(std::path::Path::new(path))
        .map_err(|e| format!("the file to send can't be read: {path}: {e}"))
}

/// `multipart/form-data` (RFC 7578).
fn multipart<S: VariableScope<Slot>>(
    fields: &[Field<Compiled>],
    files: &[FilePart<Compiled>],
    scope: &mut S,
) -> Result<(Vec<u8>, Option<String>), String> {
    let boundary = format!("----plimsoll{:016x}{:016x}", scope.random().u64(..), scope.random().u64(..));
    let mut out = Vec::new();
    let written = "writing to memory can't fail";
    for field in fields {
        let (name, value) = (field.name.to_text(scope), field.value.to_text(scope));
        if name.is_empty() {
            continue;
        }
        write!(out, "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            .expect(written);
    }
    for file in files {
        let (name, path) = (file.name.to_text(scope), file.path.to_text(scope));
        let content_type = file.content_type.to_text(scope);
        let file_name = path.rsplit('/').next().unwrap_or_default();
        let kind = if content_type.is_empty() { "application/octet-stream" } else { &content_type };
        write!(
            out,
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\n\
             Content-Type: {kind}\r\n\r\n"
        )
        .expect(written);
        out.extend(read_file(&path)?);
        out.extend(b"\r\n");
    }
    write!(out, "--{boundary}--\r\n").expect(written);
    Ok((out, Some(format!("multipart/form-data; boundary={boundary}"))))
}

impl Outgoing {
    pub fn of(pieces: &Pieces, target: &Arc<HttpTarget>, by_stream: bool) -> Outgoing {
        let bytes = if by_stream { Arc::default() } else { pieces.to_bytes(target).into() };
        Outgoing { target: Arc::clone(target), method: pieces.method.as_str().into(), bytes }
    }
}

impl Pieces {
    /// The request as HTTP/1.1 sends it.
    pub fn to_bytes(&self, target: &HttpTarget) -> Vec<u8> {
        let mut bytes = self.start_line(target).into_bytes();
        bytes.reserve(256 + self.body.len());
        self.for_each_header(target, |name, value| {
            bytes.extend_from_slice(name.as_bytes());
            bytes.extend_from_slice(b": ");
            match self.dialect {
                Dialect::JMeter if !value.is_ascii() => bytes.extend(value.chars().map(latin1)),
                _ => bytes.extend_from_slice(value.as_bytes()),
            }
            bytes.extend_from_slice(b"\r\n");
        });
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&self.body);
        bytes
    }

    /// With the end of the line.
    pub fn start_line(&self, target: &HttpTarget) -> String {
        match target.plain_via() {
            None => format!("{} {} HTTP/1.1\r\n", self.method, target.path),
            Some(_) => format!("{} {target} HTTP/1.1\r\n", self.method),
        }
    }

    /// The headers as they are sent: with `Host`, `Connection`, `Content-Length` and `User-Agent` where they are not given.
    pub fn for_each_header(&self, target: &HttpTarget, mut line: impl FnMut(&str, &str)) {
        let own = &self.own;
        let given = |name: &str| self.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        if !given("connection") {
            line("Connection", if self.keep_alive { "keep-alive" } else { "close" });
        }
        for (name, value) in &self.headers {
            let is_asked = own.conditions.iter().any(|(own, _)| name.eq_ignore_ascii_case(own));
            let is_made = is_asked || name.eq_ignore_ascii_case("content-length");
            // One request has one such header (RFC 6265, 5.4): the jar's takes the place of the request's own.
            let is_made = is_made || (own.cookies.is_some() && name.eq_ignore_ascii_case("cookie"));
            if !is_made && !name.eq_ignore_ascii_case("host") {
                line(name, value);
            }
        }
        own.conditions.iter().for_each(|(name, value)| line(name, value));
        if let Some(cookies) = &own.cookies {
            line("Cookie", cookies);
        }
        if let Some(authorization) = own.authorization.as_ref().filter(|_| !given("authorization")) {
            line("Authorization", authorization);
        }
        // Through a tunnel the request is not for the proxy.
        let plain_via = target.plain_via();
        if let Some(authorization) = plain_via.and_then(|via| via.authorization.as_ref()) {
            line("Proxy-Authorization", authorization);
        }
        let has_body_method =
            !matches!(self.method.as_str(), "GET" | "HEAD" | "DELETE" | "OPTIONS" | "TRACE");
        if !self.body.is_empty() || has_body_method {
            line("Content-Length", &self.body.len().to_string());
        }
        let host = self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("host"));
        line("Host", host.map_or(&target.authority(), |(_, value)| value));
        if !given("user-agent") {
            line("User-Agent", USER_AGENT);
        }
    }
}

/// In ISO 8859-1; what that does not have is `?`.
fn latin1(c: char) -> u8 {
    u8::try_from(u32::from(c)).unwrap_or(b'?')
}

/// The request of one user: ready bytes where possible, none where it goes `by_stream`.
pub fn outgoing(
    request: &CompiledRequest,
    scope: &mut UserScope<'_>,
    own: impl FnOnce(&HttpTarget, &Pieces, &mut UserScope<'_>) -> Own,
    by_stream: impl FnOnce(&Arc<HttpTarget>) -> bool,
) -> Result<(Outgoing, Option<Pieces>), String> {
    if let Some(ready) = &request.ready {
        let (target, method) = (Arc::clone(&ready.target), Arc::clone(&ready.method));
        return Ok((Outgoing { target, method, bytes: Arc::clone(&ready.bytes) }, None));
    }
    let (target, mut pieces) = render(request, scope)?;
    let opened = request.opens.as_ref().map(|opens| &opens.protocol);
    if let Some(ChannelProtocol::WebSocket { subprotocols, deflates }) = opened {
        let names: Vec<String> = subprotocols.iter().map(|name| name.to_text(scope)).collect();
        websocket::offer(&mut pieces.headers, &names, *deflates);
    }
    pieces.own = own(&target, &pieces, scope);
    let target = Arc::new(target);
    Ok((Outgoing::of(&pieces, &target, by_stream(&target)), Some(pieces)))
}
