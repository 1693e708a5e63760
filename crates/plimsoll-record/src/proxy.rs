//! Connections of clients: requests to a proxy, tunnels, and TLS in them.

use super::authority::Authority;
use super::body::{SharedCopy, Watched};
use super::content;
use super::exchange::RequestHead;
use super::log::{Log, LoggedExchange};
use super::prefixed::Prefixed;
use super::upstream::{self, RequestBody, Upstream};
use super::websocket;
use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::http::uri::Authority as HostAndPort;
use hyper::http::{HeaderMap, Uri, Version};
use hyper::service::service_fn;
use hyper::upgrade::Upgraded;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

type Body = BoxBody<Bytes, hyper::Error>;

/// A first byte of TLS: a handshake.
const TLS_HANDSHAKE: u8 = 0x16;

/// As long may a client take for the TLS handshake.
const HANDSHAKE_MAX: Duration = Duration::from_secs(30);

pub struct RecordingProxy {
    authority: Authority,
    upstream: Upstream,
    log: Arc<Log>,
    address: SocketAddr,
}

impl RecordingProxy {
    pub fn new(authority: Authority, upstream: Upstream, log: Arc<Log>, address: SocketAddr) -> Self {
        RecordingProxy { authority, upstream, log, address }
    }
}

pub async fn listen(listener: std::net::TcpListener, proxy: Arc<RecordingProxy>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    loop {
        match listener.accept().await {
            Ok((connection, _)) => {
                // Only a matter of speed.
                let _ = connection.set_nodelay(true);
                tokio::spawn(serve(connection, Arc::clone(&proxy), None));
            }
            // Too many open files, say: later there may be fewer.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Where the requests of a tunnel go.
#[derive(Clone)]
struct Origin {
    scheme: &'static str,
    authority: HostAndPort,
}

async fn serve<T>(connection: T, proxy: Arc<RecordingProxy>, origin: Option<Origin>)
where
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request| {
        let (proxy, origin) = (Arc::clone(&proxy), origin.clone());
        async move { Ok::<_, Infallible>(answer(request, proxy, origin).await) }
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().preserve_header_case(true);
    // How a client ends its connection is its own business; its exchanges say what became of them.
    let _ = builder.serve_connection_with_upgrades(TokioIo::new(connection), service).await;
}

async fn answer(
    mut request: Request<Incoming>,
    proxy: Arc<RecordingProxy>,
    origin: Option<Origin>,
) -> Response<Body> {
    if request.method() == Method::CONNECT {
        let Some(authority) = request.uri().authority().cloned() else {
            return text(StatusCode::BAD_REQUEST, "CONNECT names no host");
        };
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            if let Ok(upgraded) = upgrade.await {
                tunnel(upgraded, proxy, authority).await;
            }
        });
        return Response::new(empty());
    }
    let Some(target) = target(request.uri(), origin.as_ref()) else {
        return own_page(&request, &proxy);
    };
    let is_own = target.port_u16() == Some(proxy.address.port())
        && target.host().is_some_and(|host| host.parse() == Ok(proxy.address.ip()) || host == "localhost");
    if is_own {
        return own_page(&request, &proxy);
    }
    let asked = RequestHead {
        method: request.method().clone(),
        url: target.to_string(),
        version: request.version(),
        headers: request.headers().clone(),
    };
    let is_errand = asked.is_errand();
    upstream::host_of_url(request.headers_mut(), &target);
    *request.uri_mut() = target;
    *request.version_mut() = Version::HTTP_11;
    upstream::join_cookies(request.headers_mut());
    if is_errand {
        proxy.log.errand();
        return pass(request, &proxy).await;
    }
    let exchange = LoggedExchange::begin(&proxy.log, asked);
    match is_websocket(request.headers()) {
        true => open_websocket(request, exchange, &proxy).await,
        false => forward(request, exchange, &proxy).await,
    }
}

/// The absolute URL; `None`: it is asked as if this were a server.
fn target(uri: &Uri, origin: Option<&Origin>) -> Option<Uri> {
    match origin {
        Some(origin) => {
            let path = uri.path_and_query().map_or("/", |path| path.as_str());
            let built = Uri::builder().scheme(origin.scheme).authority(shown(origin));
            built.path_and_query(path).build().ok()
        }
        None => uri.host().is_some().then(|| uri.clone()),
    }
}

/// The host, with its port where that is not the scheme's own.
fn shown(origin: &Origin) -> String {
    let usual = if origin.scheme == "https" { 443 } else { 80 };
    match origin.authority.port_u16() {
        Some(port) if port != usual => origin.authority.to_string(),
        _ => origin.authority.host().to_owned(),
    }
}

/// In a box, because a tunnel serves requests, which open tunnels.
fn tunnel(
    connection: Upgraded,
    proxy: Arc<RecordingProxy>,
    authority: HostAndPort,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        let peeked = Prefixed::peek(TokioIo::new(connection)).await;
        let Ok(Some((first, connection))) = peeked else { return };
        match first {
            TLS_HANDSHAKE => {
                let host = authority.host().trim_matches(['[', ']']).to_owned();
                match accept_tls(connection, &proxy, &host).await {
                    Ok(connection) => {
                        let origin = Origin { scheme: "https", authority };
                        serve(connection, proxy, Some(origin)).await;
                    }
                    Err(error) => proxy.log.distrusted(&host, error),
                }
            }
            // A method's name.
            b'A'..=b'Z' => serve(connection, proxy, Some(Origin { scheme: "http", authority })).await,
            _ => pass_through(connection, &authority).await,
        }
    })
}

async fn accept_tls<T>(
    connection: T,
    proxy: &RecordingProxy,
    host: &str,
) -> Result<tokio_rustls::server::TlsStream<T>, String>
where
    T: AsyncRead + AsyncWrite + Unpin,
{
    let acceptor = TlsAcceptor::from(proxy.authority.server(host)?);
    match tokio::time::timeout(HANDSHAKE_MAX, acceptor.accept(connection)).await {
        Ok(accepted) => accepted.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no TLS handshake within {} s", HANDSHAKE_MAX.as_secs())),
    }
}

/// What is neither TLS nor HTTP goes through unrecorded.
async fn pass_through<T: AsyncRead + AsyncWrite + Unpin>(mut connection: T, authority: &HostAndPort) {
    if let Ok(mut server) = TcpStream::connect(authority.as_str()).await {
        // Whatever ends it, both sides see it.
        let _ = tokio::io::copy_bidirectional(&mut connection, &mut server).await;
    }
}

async fn forward(
    request: Request<Incoming>,
    mut exchange: LoggedExchange,
    proxy: &RecordingProxy,
) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    upstream::remove_hop_headers(&mut parts.headers);
    upstream::limit_encodings(&mut parts.headers);
    let keeps = proxy.log.keeps_bodies();
    let body = match RequestBody::of(&parts, body, &exchange.sent, keeps).await {
        Ok(body) => body,
        Err(error) => return failed(&error, exchange),
    };
    match proxy.upstream.send(parts, body).await {
        Ok(response) => {
            let (mut parts, body) = response.into_parts();
            exchange.answered(parts.status, parts.version, parts.headers.clone());
            upstream::remove_hop_headers(&mut parts.headers);
            let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            let keep = keeps && content::is_recorded(kind.unwrap_or_default());
            let copy = exchange.received.clone();
            parts.version = Version::HTTP_11;
            Response::from_parts(parts, Watched { inner: body, copy, keep, _end: exchange }.boxed())
        }
        Err(error) => failed(&error, exchange),
    }
}

/// Unrecorded.
async fn pass(request: Request<Incoming>, proxy: &RecordingProxy) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    upstream::remove_hop_headers(&mut parts.headers);
    let body = match RequestBody::of(&parts, body, &SharedCopy::default(), false).await {
        Ok(body) => body,
        Err(error) => return text(StatusCode::BAD_GATEWAY, &innermost(&error)),
    };
    match proxy.upstream.send(parts, body).await {
        Ok(response) => {
            let (mut parts, body) = response.into_parts();
            upstream::remove_hop_headers(&mut parts.headers);
            parts.version = Version::HTTP_11;
            Response::from_parts(parts, body.boxed())
        }
        Err(error) => text(StatusCode::BAD_GATEWAY, &innermost(&error)),
    }
}

fn failed(error: &(dyn std::error::Error + 'static), mut exchange: LoggedExchange) -> Response<Body> {
    let why = innermost(error);
    exchange.failure = Some(why.clone());
    text(StatusCode::BAD_GATEWAY, &format!("plimsoll record: {} was not answered: {why}", exchange.asked.url))
}

/// What a server, the network or TLS says, without what passed it on.
fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

fn is_websocket(headers: &HeaderMap) -> bool {
    let value = headers.get(header::UPGRADE).and_then(|value| value.to_str().ok());
    value.is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
}

async fn open_websocket(
    mut request: Request<Incoming>,
    mut exchange: LoggedExchange,
    proxy: &RecordingProxy,
) -> Response<Body> {
    let client = hyper::upgrade::on(&mut request);
    let (mut parts, body) = request.into_parts();
    // Compressed messages could not be read.
    parts.headers.remove("sec-websocket-extensions");
    parts.headers.remove("proxy-connection");
    let body = Watched { inner: body, copy: exchange.sent.clone(), keep: false, _end: () }.boxed();
    let mut response = match proxy.upstream.upgrade(Request::from_parts(parts, body)).await {
        Ok(response) => response,
        Err(error) => return failed(&error, exchange),
    };
    exchange.answered(response.status(), response.version(), response.headers().clone());
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        let (parts, body) = response.into_parts();
        let copy = exchange.received.clone();
        return Response::from_parts(
            parts,
            Watched { inner: body, copy, keep: true, _end: exchange }.boxed(),
        );
    }
    let server = hyper::upgrade::on(&mut response);
    tokio::spawn(async move {
        if let (Ok(client), Ok(server)) = tokio::join!(client, server) {
            websocket::relay(client, server, exchange).await;
        }
    });
    let (parts, _) = response.into_parts();
    Response::from_parts(parts, empty())
}

/// For a browser that is sent to the proxy itself: the certificate, and what it is for.
fn own_page(request: &Request<Incoming>, proxy: &RecordingProxy) -> Response<Body> {
    let read = |path: &std::path::Path| std::fs::read(path).unwrap_or_default();
    let (kind, body) = match request.uri().path() {
        "/ca.pem" => ("application/x-x509-ca-cert", read(proxy.authority.file())),
        _ => ("text/html; charset=utf-8", PAGE.into()),
    };
    let mut response = Response::new(Full::new(Bytes::from(body)).map_err(|never| match never {}).boxed());
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    response
}

const PAGE: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>plimsoll record</title>\
<meta name=viewport content='width=device-width'>\
<body style='font: 1em/1.5 sans-serif; max-width: 40em; margin: 2em auto; padding: 0 1em'>\
<h1>plimsoll record</h1><p>This is the proxy of a recording. Set it as the proxy for HTTP and HTTPS, and what the browser asks for \
through it is recorded.</p><p>For HTTPS the browser must trust <a href='/ca.pem'>its certificate authority</a>. Import it as an \
authority for web sites, and remove it after the recording: whoever has its key can pretend to be any site to you.</p>";

fn text(status: StatusCode, text: &str) -> Response<Body> {
    let body = Full::new(Bytes::from(format!("{text}\n"))).map_err(|never| match never {}).boxed();
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let kind = header::HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn empty() -> Body {
    Full::new(Bytes::new()).map_err(|never| match never {}).boxed()
}
