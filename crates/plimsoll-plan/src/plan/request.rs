//! One HTTP request.

use super::check::{Check, Extractor};
use super::embedded::Embedded;
use super::grpc::GrpcCall;
use super::pause::Pause;
use super::protocol::HttpVersion;
use super::stage::{AsWritten, LabelKind, TextForm, TextMap};
use std::time::Duration;

/// A field for each key of a request in a plan file.
// A field for each part of an HTTP request and of what a plan says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Request<S: TextForm = AsWritten> {
    pub http: HttpVersion,
    /// The transaction its samples are counted under.
    pub label: S::Label,
    pub method: S::Text,
    /// `http` or `https`.
    pub scheme: S::Text,
    pub host: S::Text,
    /// Empty or absent: the scheme's default.
    pub port: Option<S::Text>,
    /// Begins with `/`; or a whole `http(s)://` URL, which overrides the host. May hold a query.
    pub path: S::Text,
    /// Appended to the path's own query.
    pub query: Vec<Field<S>>,
    pub headers: Vec<Header<S>>,
    pub body: Body<S>,
    pub redirects: Redirects,
    pub keep_alive: bool,
    pub connect_timeout: Option<Duration>,
    /// Longest silence between two reads of the answer, as JMeter's (socket) response time-out.
    pub response_timeout: Option<Duration>,
    /// Index into `plan.cookie_jars`.
    pub cookies: Option<usize>,
    /// Index into `plan.caches`.
    pub cache: Option<usize>,
    /// Index into `plan.logins`.
    pub login: Option<usize>,
    /// Index into `plan.proxies`.
    pub proxy: Option<usize>,
    /// Fetch what the page needs beside itself.
    pub embedded: Option<Box<Embedded<S>>>,
    /// Before the request; they add up.
    pub think: Vec<Pause<S>>,
    pub extractors: Vec<Extractor<S>>,
    pub checks: Vec<Check<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Header<S: TextForm = AsWritten> {
    pub name: S::Text,
    pub value: S::Text,
}

/// A form or query field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<S: TextForm = AsWritten> {
    pub name: S::Text,
    pub value: S::Text,
    /// Percent-encode name and value; otherwise they go out as written.
    pub encode: bool,
    /// `name=value` even when the value is empty.
    pub equals: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Body<S: TextForm = AsWritten> {
    Empty,
    Text(S::Text),
    /// `application/x-www-form-urlencoded`.
    Form(Vec<Field<S>>),
    /// `multipart/form-data`.
    Multipart {
        fields: Vec<Field<S>>,
        files: Vec<FilePart<S>>,
    },
    /// The content of one file.
    File {
        path: S::Text,
        content_type: S::Text,
    },
    Grpc(Box<GrpcCall<S>>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct FilePart<S: TextForm = AsWritten> {
    pub name: S::Text,
    pub path: S::Text,
    pub content_type: S::Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// The redirect is the answer.
    Keep,
    /// At most 20; 301, 302, 303 become GET; one sample covers the chain.
    Follow,
    /// As `Follow`, but for GET and HEAD only; other methods keep the redirect.
    FollowSafeMethods,
}

impl Request {
    /// Whether it goes over TLS, by its scheme or address; `None`: that is made while the plan runs.
    pub(super) fn uses_tls(&self) -> Option<bool> {
        let path = self.path.source();
        // A path may be a whole URL.
        let scheme = match path.is_empty() || path.starts_with('/') {
            true => self.scheme.as_literal()?,
            false => path.split_once("://")?.0,
        };
        match scheme.to_ascii_lowercase().as_str() {
            "" | "http" | "ws" => Some(false),
            "https" | "wss" => Some(true),
            _ => None,
        }
    }

    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Request<M::To> {
        Request {
            http: self.http,
            label: map.label(&self.label, LabelKind::Sample),
            method: map.text(&self.method),
            scheme: map.text(&self.scheme),
            host: map.text(&self.host),
            port: map.optional(&self.port),
            path: map.text(&self.path),
            query: Field::map_all(&self.query, map),
            headers: self
                .headers
                .iter()
                .map(|header| Header { name: map.text(&header.name), value: map.text(&header.value) })
                .collect(),
            body: self.body.map_texts(map),
            redirects: self.redirects,
            keep_alive: self.keep_alive,
            connect_timeout: self.connect_timeout,
            response_timeout: self.response_timeout,
            cookies: self.cookies,
            cache: self.cache,
            login: self.login,
            proxy: self.proxy,
            embedded: self.embedded.as_ref().map(|embedded| Box::new(embedded.map_texts(map))),
            think: self.think.iter().map(|pause| pause.map_texts(map)).collect(),
            extractors: self.extractors.iter().map(|extractor| extractor.map_texts(map)).collect(),
            checks: self.checks.iter().map(|check| check.map_texts(map)).collect(),
        }
    }
}

impl Body {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Body<M::To> {
        match self {
            Body::Empty => Body::Empty,
            Body::Text(text) => Body::Text(map.text(text)),
            Body::Form(fields) => Body::Form(Field::map_all(fields, map)),
            Body::Multipart { fields, files } => Body::Multipart {
                fields: Field::map_all(fields, map),
                files: files
                    .iter()
                    .map(|file| FilePart {
                        name: map.text(&file.name),
                        path: map.text(&file.path),
                        content_type: map.text(&file.content_type),
                    })
                    .collect(),
            },
            Body::File { path, content_type } => {
                Body::File { path: map.text(path), content_type: map.text(content_type) }
            }
            Body::Grpc(call) => Body::Grpc(Box::new(call.map_texts(map))),
        }
    }
}

impl Field {
    fn map_all<'a, M: TextMap<'a>>(fields: &'a [Field], map: &mut M) -> Vec<Field<M::To>> {
        let field = |field: &'a Field| Field {
            name: map.text(&field.name),
            value: map.text(&field.value),
            encode: field.encode,
            equals: field.equals,
        };
        fields.iter().map(field).collect()
    }
}
