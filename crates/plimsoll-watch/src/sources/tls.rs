//! Connections to services, plain or encrypted.

use plimsoll_net::certificates::authorities;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a connection is encrypted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsOptions {
    /// A PEM file with the certificate authorities to trust; `None`: the system's.
    pub authorities: Option<PathBuf>,
}

pub enum ServiceStream {
    Plain(TimedStream),
    Encrypted(Box<StreamOwned<ClientConnection, TimedStream>>),
}

/// A connection on which every exchange has an end, however its bytes drip.
pub struct TimedStream {
    stream: TcpStream,
    until: Instant,
}

impl TimedStream {
    fn left(&self) -> std::io::Result<Option<Duration>> {
        match self.until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(std::io::ErrorKind::TimedOut.into()),
            left => Ok(Some(left)),
        }
    }
}

impl Read for TimedStream {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for TimedStream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.stream.flush()
    }
}

impl ServiceStream {
    /// Not encrypted. What is asked has to be answered until then, or until [`ServiceStream::allow`] says.
    pub fn plain(stream: TcpStream, until: Instant) -> ServiceStream {
        ServiceStream::Plain(TimedStream { stream, until })
    }

    /// When what is asked from now on has to be answered.
    pub fn allow(&mut self, until: Instant) {
        match self {
            ServiceStream::Plain(timed) => timed.until = until,
            ServiceStream::Encrypted(stream) => stream.sock.until = until,
        }
    }

    /// `host` is the name that the server's certificate must bear. The handshake is part of the first write.
    pub fn encrypted(
        stream: TcpStream,
        until: Instant,
        host: &str,
        tls: &TlsOptions,
    ) -> Result<ServiceStream, String> {
        let name = ServerName::try_from(host.to_owned()).map_err(|error| format!("{host}: {error}"))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(authorities(tls.authorities.as_deref())?)
            .with_no_client_auth();
        let connection = ClientConnection::new(Arc::new(config), name).map_err(|error| error.to_string())?;
        Ok(ServiceStream::Encrypted(Box::new(StreamOwned::new(connection, TimedStream { stream, until }))))
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
