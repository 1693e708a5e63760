//! Connections to services, plain or encrypted.

use plimsoll_net::certificates::authorities;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;

/// How a connection is encrypted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsOptions {
    /// A PEM file with the certificate authorities to trust; `None`: the system's.
    pub authorities: Option<PathBuf>,
}

pub enum ServiceStream {
    Plain(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl ServiceStream {
    /// `host` is the name that the server's certificate must bear. The handshake is part of the first write.
    pub fn encrypted(stream: TcpStream, host: &str, tls: &TlsOptions) -> Result<ServiceStream, String> {
        let name = ServerName::try_from(host.to_owned()).map_err(|error| format!("{host}: {error}"))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(authorities(tls.authorities.as_deref())?)
            .with_no_client_auth();
        let connection = ClientConnection::new(Arc::new(config), name).map_err(|error| error.to_string())?;
        Ok(ServiceStream::Encrypted(Box::new(StreamOwned::new(connection, stream))))
    }
}

/// `host` of `host:port`, without brackets.
pub fn host(authority: &str) -> &str {
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    host.trim_start_matches('[').trim_end_matches(']')
}

impl Read for ServiceStream {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            ServiceStream::Plain(stream) => stream.read(buffer),
            ServiceStream::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for ServiceStream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            ServiceStream::Plain(stream) => stream.write(bytes),
            ServiceStream::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            ServiceStream::Plain(stream) => stream.flush(),
            ServiceStream::Encrypted(stream) => stream.flush(),
        }
    }
}
