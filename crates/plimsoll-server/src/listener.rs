//! Connections, plain or by TLS. Each has its bounds: how many there are, and how long a head may take to come.

use crate::config::TlsFiles;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

/// Open connections; a further one is told so.
const CONNECTIONS_MAX: usize = 4_000;
const HEAD_WAIT: Duration = Duration::from_secs(15);
const HANDSHAKE_WAIT: Duration = Duration::from_secs(10);
/// Bytes of a head.
const HEAD_MAX: usize = 64 << 10;

#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("read {file}: {reason}")]
    File { file: String, reason: String },
    #[error("use the certificate: {0}")]
    Unusable(String),
}

pub fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, TlsError> {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let unreadable =
        |path: &std::path::Path, reason: String| TlsError::File { file: path.display().to_string(), reason };
    let chain = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unreadable(&files.certificate, error.to_string()))?;
    let key = PrivateKeyDer::from_pem_file(&files.key)
        .map_err(|error| unreadable(&files.key, error.to_string()))?;
    let unusable = |error: rustls::Error| TlsError::Unusable(error.to_string());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(unusable)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Takes connections until it is dropped.
pub async fn listen(listener: TcpListener, tls: Option<TlsAcceptor>, router: Router) {
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Without descriptors left it would go round and round.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
            tokio::spawn(refuse(stream));
            continue;
        };
        let (tls, router) = (tls.clone(), router.clone());
        tokio::spawn(async move {
            match tls {
                None => serve(stream, peer, router).await,
                Some(acceptor) => {
                    if let Ok(Ok(stream)) =
                        tokio::time::timeout(HANDSHAKE_WAIT, acceptor.accept(stream)).await
                    {
                        serve(stream, peer, router).await;
                    }
                }
            }
            drop(place);
        });
    }
}

async fn refuse(mut stream: TcpStream) {
    let answer = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";
    let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(answer.as_bytes())).await;
}

async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin, peer: SocketAddr, router: Router) {
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_WAIT).max_buf_size(HEAD_MAX);
    // A connection that breaks is its client's affair.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}
