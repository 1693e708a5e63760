//! One HTTP request.

use super::check::{Check, Extractor};
use super::embedded::Embedded;
use super::grpc::GrpcCall;
use super::protocol::HttpVersion;
use super::step::Pause;
use crate::template::Template;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub http: HttpVersion,
    /// The transaction its samples are counted under.
    pub label: Template,
    pub method: Template,
    /// `http` or `https`.
    pub scheme: Template,
    pub host: Template,
    /// Empty or absent: the scheme's default.
    pub port: Option<Template>,
    /// Begins with `/`; or a whole `http(s)://` URL, which overrides the host. May hold a query.
    pub path: Template,
    /// Appended to the path's own query.
    pub query: Vec<Field>,
    pub headers: Vec<Header>,
    pub body: Body,
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
    pub embedded: Option<Box<Embedded>>,
    /// Before the request; they add up.
    pub think: Vec<Pause>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    pub name: Template,
    pub value: Template,
}

/// A form or query field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: Template,
    pub value: Template,
    /// Percent-encode name and value; otherwise they go out as written.
    pub encode: bool,
    /// `name=value` even when the value is empty.
    pub equals: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Empty,
    Text(Template),
    /// `application/x-www-form-urlencoded`.
    Form(Vec<Field>),
    /// `multipart/form-data`.
    Multipart {
        fields: Vec<Field>,
        files: Vec<FilePart>,
    },
    /// The content of one file.
    File {
        path: Template,
        content_type: Template,
    },
    Grpc(Box<GrpcCall>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct FilePart {
    pub name: Template,
    pub path: Template,
    pub content_type: Template,
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
