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

/// HTTP/2 connections that users share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedConnections {
    /// For each worker and server.
    pub connections: u32,
    /// Most requests under way on one connection; the server's own limit (SETTINGS) holds beside it.
    pub streams: u32,
}
