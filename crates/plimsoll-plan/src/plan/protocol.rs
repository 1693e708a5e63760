//! Which HTTP is spoken, and over how many connections.

/// The version of HTTP that a request asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HttpVersion {
    #[default]
    Http1,
    /// Nothing else: over TLS by ALPN, in clear text by prior knowledge (RFC 9113, 3.3).
    Http2,
    /// As browsers: over TLS what the server chooses by ALPN, in clear text HTTP/1.1.
    Auto,
}

/// Whose habits are followed where HTTP leaves a choice, and where a pattern can't be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Requests go out as they are written, as browsers and most clients do it.
    #[default]
    Standard,
    /// As JMeter 5.6 with its HTTP client: several slashes in a path are one, header values are ISO 8859-1 (what it
    /// does not have is `?`), a request's own `Content-Type` stays with redirects and embedded resources; an
    /// extractor whose JSON path can't be read gives its default, and a check fails.
    JMeter,
}

/// HTTP/2 connections that users share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedConnections {
    /// For each worker and server.
    pub connections: u32,
    /// Most requests under way on one connection; the server's own limit (SETTINGS) holds beside it.
    pub streams: u32,
}
