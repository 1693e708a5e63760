//! What talks to servers.

use super::body::{SharedCopy, Watched};
use super::error::RecordError;
use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Request, Response, Uri, header};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use plimsoll_net::certificates::{AnyCertificate, authorities};
use rustls::ClientConfig;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Longer bodies of requests are sent as they come.
const KNOWN_MAX: u64 = 1 << 20;

const CONNECT_MAX: Duration = Duration::from_secs(30);

/// As long are connections left open without a request.
const IDLE_MAX: Duration = Duration::from_secs(60);

/// A request's body, copied on its way or before.
pub type UpstreamBody = BoxBody<Bytes, hyper::Error>;
type Sender = Client<HttpsConnector<HttpConnector>, UpstreamBody>;

pub struct Upstream {
    /// HTTP/2 where the server takes it by TLS, else HTTP/1.1.
    any: Sender,
    /// For WebSockets.
    http1: Sender,
}

impl Upstream {
    pub fn new(verify: bool, file: Option<&Path>) -> Result<Self, RecordError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| RecordError::Tls(error.to_string()))?;
        let config = if verify {
            let roots = authorities(file).map_err(RecordError::Tls)?;
            builder.with_root_certificates(roots).with_no_client_auth()
        } else {
            let any = Arc::new(AnyCertificate::new(provider));
            builder.dangerous().with_custom_certificate_verifier(any).with_no_client_auth()
        };
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT_MAX));
        let builder = || HttpsConnectorBuilder::new().with_tls_config(config.clone()).https_or_http();
        Ok(Upstream {
            any: client(builder().enable_http1().enable_http2().wrap_connector(tcp.clone())),
            http1: client(builder().enable_http1().wrap_connector(tcp)),
        })
    }

    /// A server may have closed a connection that was to be used again: then the request is sent once more, as browsers do,
    /// where its body is known.
    pub async fn send(&self, head: Parts, body: RequestBody) -> Result<Response<Incoming>, Error> {
        let RequestBody::Known(bytes) = body else {
            return self.any.request(Request::from_parts(head, body.streamed())).await;
        };
        let request = || Request::from_parts(head.clone(), whole(bytes.clone()));
        match self.any.request(request()).await {
            Err(error) if is_closed(&error) => self.any.request(request()).await,
            other => other,
        }
    }

    pub async fn upgrade(&self, request: Request<UpstreamBody>) -> Result<Response<Incoming>, Error> {
        self.http1.request(request).await
    }
}

fn client(connector: HttpsConnector<HttpConnector>) -> Sender {
    Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_MAX)
        .http1_preserve_header_case(true)
        .build(connector)
}

pub enum RequestBody {
    /// It has been read.
    Known(Bytes),
    Stream(UpstreamBody),
}

impl RequestBody {
    /// Short ones are read before they are sent.
    pub async fn of(
        head: &Parts,
        inner: Incoming,
        copy: &SharedCopy,
        keep: bool,
    ) -> Result<Self, hyper::Error> {
        let length = inner.size_hint().exact();
        if length.is_none_or(|length| length > KNOWN_MAX) || head.method == Method::CONNECT {
            return Ok(RequestBody::Stream(Watched { inner, copy: copy.clone(), keep, _end: () }.boxed()));
        }
        let bytes = inner.collect().await?.to_bytes();
        copy.add(&bytes, keep);
        Ok(RequestBody::Known(bytes))
    }

    fn streamed(self) -> UpstreamBody {
        match self {
            RequestBody::Known(bytes) => whole(bytes),
            RequestBody::Stream(body) => body,
        }
    }
}

fn whole(bytes: Bytes) -> UpstreamBody {
    Full::new(bytes).map_err(|never| match never {}).boxed()
}

/// Nothing of an answer has come.
fn is_closed(error: &Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if let Some(found) = inner.downcast_ref::<hyper::Error>() {
            return found.is_incomplete_message() || found.is_canceled() || found.is_closed();
        }
        source = inner.source();
    }
    false
}

/// What is for the next machine alone (RFC 9110, 7.6.1).
pub fn remove_hop_headers(headers: &mut HeaderMap) {
    let named: Vec<String> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    for name in named {
        headers.remove(&name);
    }
    for name in [
        "connection",
        "keep-alive",
        "proxy-connection",
        "proxy-authorization",
        "proxy-authenticate",
        "te",
        "transfer-encoding",
        "upgrade",
    ] {
        headers.remove(name);
    }
}

/// Only what can be decompressed for the archive.
pub fn limit_encodings(headers: &mut HeaderMap) {
    let Some(asked) = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()) else {
        return;
    };
    let known = ["gzip", "deflate"].into_iter().filter(|name| asked.to_ascii_lowercase().contains(name));
    let known = known.collect::<Vec<_>>().join(", ");
    let value = if known.is_empty() { "identity" } else { &known };
    if let Ok(value) = value.parse() {
        headers.insert(header::ACCEPT_ENCODING, value);
    }
}

/// HTTP/2 may send several; HTTP/1.1 knows one.
pub fn join_cookies(headers: &mut HeaderMap) {
    let all: Vec<&[u8]> = headers.get_all(header::COOKIE).iter().map(|value| value.as_bytes()).collect();
    if all.len() < 2 {
        return;
    }
    if let Ok(joined) = header::HeaderValue::from_bytes(&all.join(&b"; "[..])) {
        headers.insert(header::COOKIE, joined);
    }
}

/// Left out where the URL says the same: the client writes it, or HTTP/2's `:authority`, beside which some servers refuse it.
pub fn host_of_url(headers: &mut HeaderMap, url: &Uri) {
    let usual = if url.scheme_str() == Some("https") { ":443" } else { ":80" };
    let own = url.authority().map_or("", |authority| authority.as_str());
    let said = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    let bare = |text: &str| text.strip_suffix(usual).unwrap_or(text).to_ascii_lowercase();
    if said.is_some_and(|said| bare(said) == bare(own)) {
        headers.remove(header::HOST);
    }
}
