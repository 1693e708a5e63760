//! A connection: TCP, and TLS on top where the target wants it. Never blocks.

use super::failure::FailureDetail;
use super::socket::StampedSocket;
use crate::clock::RunClock;
use crate::load_task::ReceiveTime;
use crate::protocol::http::Tunnel;
use nix::sys::socket::sockopt::IpBindAddressNoPort;
use plimsoll_run::ErrorKind;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection};
use socket2::{Domain, Protocol, Socket, Type};
use std::cell::Cell;
use std::io::{self, ErrorKind as Io, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub struct Connection {
    stream: StampedSocket,
    tls: Option<Box<ClientConnection>>,
    /// Still to be made through a proxy.
    tunnel: Option<Box<Tunnel>>,
    connected: bool,
    /// There may be something to read: an event said so, and no read has found the socket empty since.
    pub readable: bool,
    /// The peer has closed, or the connection is broken: no further event will come.
    pub closing: bool,
    /// Answers received on it so far.
    pub uses: u32,
    /// How long it took to connect, at least a round trip.
    pub connect_us: u64,
    /// Counted while it is there.
    pub counted: Option<Counted>,
}

/// One of the connections that are open.
#[derive(Debug)]
pub struct Counted(Rc<Cell<u32>>);

impl Counted {
    pub fn new(count: &Rc<Cell<u32>>) -> Self {
        count.set(count.get() + 1);
        Counted(Rc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// What a read brought.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// Bytes, and whether there may be more to read now.
    Bytes(usize, bool),
    WouldBlock,
    Closed,
}

impl Connection {
    /// Begins to connect; [`Connection::secure`] says when it is done.
    /// From `source`, or from where the system chooses.
    pub fn open(
        address: SocketAddr,
        source: Option<IpAddr>,
        tls: Option<(&Arc<ClientConfig>, &str)>,
        receive_time: ReceiveTime,
    ) -> Result<Connection, FailureDetail> {
        // Before the server is bothered: a name that is no name is not its fault.
        let tls = tls.map(|(config, host)| tls_session(config, host)).transpose()?;
        let socket =
            Socket::new(Domain::for_address(address), Type::STREAM.nonblocking(), Some(Protocol::TCP))
                .map_err(|e| (ErrorKind::GeneratorResources, e.to_string()))?;
        // Without it small requests wait for the answer's acknowledgement (Nagle).
        let _ = socket.set_tcp_nodelay(true);
        if let Some(source) = source {
            // The port is chosen when it is known where to: then each server may have all of them.
            let _ = nix::sys::socket::setsockopt(&socket, IpBindAddressNoPort, &true);
            socket.bind(&SocketAddr::new(source, 0).into()).map_err(|e| source_failure(&e, source))?;
        }
        match socket.connect(&address.into()) {
            Ok(()) => {}
            Err(e) if e.raw_os_error() == Some(rustix::io::Errno::INPROGRESS.raw_os_error()) => {}
            Err(e) => return Err(connect_failure(&e, address)),
        }
        Ok(Connection {
            stream: StampedSocket::new(socket, receive_time),
            tls,
            tunnel: None,
            connected: false,
            readable: false,
            closing: false,
            uses: 0,
            connect_us: 0,
            counted: None,
        })
    }

    /// TLS goes through a tunnel that the proxy on the way makes; the connection was opened to that.
    pub fn tunnel(&mut self, tunnel: Tunnel) {
        self.tunnel = Some(Box::new(tunnel));
    }

    /// Whether the server chose HTTP/2 while the TLS session was set up (ALPN, RFC 7301).
    pub fn speaks_http2(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.alpn_protocol() == Some(b"h2"))
    }

    pub fn fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Whether small writes go out at once (`TCP_NODELAY`), and how long closing waits for what is not sent yet
    /// (`SO_LINGER`).
    pub fn set_options(&self, no_delay: bool, linger: Option<Duration>) {
        let _ = self.stream.socket().set_nodelay(no_delay);
        if linger.is_some() {
            let _ = socket2::SockRef::from(self.stream.socket()).set_linger(linger);
        }
    }

    /// Goes on with connecting; true when TCP is there.
    pub fn reach(&mut self, address: SocketAddr) -> Result<bool, FailureDetail> {
        if !self.connected {
            match self.stream.socket().take_error() {
                Ok(None) => {}
                Ok(Some(e)) | Err(e) => return Err(connect_failure(&e, address)),
            }
            self.connected = self.stream.socket().peer_addr().is_ok();
        }
        Ok(self.connected)
    }

    /// Goes on with the tunnel and the TLS handshake; true when requests can be written.
    pub fn secure(&mut self, address: SocketAddr) -> Result<bool, FailureDetail> {
        if let Some(tunnel) = &mut self.tunnel {
            if !tunnel.progress(self.stream.socket())? {
                return Ok(false);
            }
            self.tunnel = None;
        }
        match self.handshake() {
            Ok(done) => Ok(done),
            Err(e) if e.kind() == Io::UnexpectedEof || is_tls(&e) => Err((ErrorKind::Tls, tls_text(&e))),
            Err(e) => Err(connect_failure(&e, address)),
        }
    }

    fn handshake(&mut self) -> io::Result<bool> {
        let Some(tls) = &mut self.tls else { return Ok(true) };
        while tls.is_handshaking() {
            match tls.complete_io(&mut self.stream) {
                Ok(_) => {}
                Err(e) if e.kind() == Io::WouldBlock => return Ok(false),
                Err(e) => return Err(e),
            }
        }
        Ok(true)
    }

    /// Writes what fits; the number of bytes taken.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return retry(|| self.stream.write(bytes)) };
        loop {
            let taken = tls.writer().write(bytes)?;
            flush_tls(tls, &mut self.stream)?;
            // TLS's own buffer was full and is empty now: without another try nobody would wake us.
            if taken > 0 || tls.wants_write() {
                return Ok(taken);
            }
        }
    }

    /// Sends what TLS still holds back. True when nothing is left.
    pub fn flush(&mut self) -> io::Result<bool> {
        let Some(tls) = &mut self.tls else { return Ok(true) };
        flush_tls(tls, &mut self.stream)?;
        Ok(!tls.wants_write())
    }

    /// When the last bytes that were read had arrived, on the run's clock: by the kernel's stamp, or now.
    pub fn arrived_us(&self, clock: &RunClock) -> u64 {
        self.stream.arrived_us(clock)
    }

    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<ReadOutcome> {
        let outcome = self.read_some(buffer);
        match outcome {
            // Nothing more will come from a connection that is closing, not even an event.
            Ok(ReadOutcome::WouldBlock) if self.closing => return Ok(ReadOutcome::Closed),
            Ok(ReadOutcome::WouldBlock | ReadOutcome::Bytes(_, false)) => self.readable = false,
            _ => {}
        }
        outcome
    }

    fn read_some(&mut self, buffer: &mut [u8]) -> io::Result<ReadOutcome> {
        let Some(tls) = &mut self.tls else {
            return match retry(|| self.stream.read(buffer)) {
                Ok(0) => Ok(ReadOutcome::Closed),
                // A short read has emptied the socket; the next byte comes with a new event. But a close
                // that came with these bytes has had its event already.
                Ok(n) => Ok(ReadOutcome::Bytes(n, n == buffer.len() || self.closing)),
                Err(e) if e.kind() == Io::WouldBlock => Ok(ReadOutcome::WouldBlock),
                Err(e) => Err(e),
            };
        };
        loop {
            match tls.reader().read(buffer) {
                Ok(0) => return Ok(ReadOutcome::Closed),
                Ok(n) => return Ok(ReadOutcome::Bytes(n, true)),
                Err(e) if e.kind() == Io::WouldBlock => {}
                // Closed without TLS's own goodbye: to HTTP the same as closed.
                Err(e) if e.kind() == Io::UnexpectedEof => return Ok(ReadOutcome::Closed),
                Err(e) => return Err(e),
            }
            match retry(|| tls.read_tls(&mut self.stream)) {
                Ok(0) => {
                    tls.process_new_packets().map_err(io::Error::other)?;
                    return match tls.reader().read(buffer) {
                        Ok(n) if n > 0 => Ok(ReadOutcome::Bytes(n, true)),
                        _ => Ok(ReadOutcome::Closed),
                    };
                }
                Ok(_) => {
                    tls.process_new_packets().map_err(io::Error::other)?;
                    flush_tls(tls, &mut self.stream)?;
                }
                Err(e) if e.kind() == Io::WouldBlock => return Ok(ReadOutcome::WouldBlock),
                Err(e) => return Err(e),
            }
        }
    }
}

fn tls_session(config: &Arc<ClientConfig>, host: &str) -> Result<Box<ClientConnection>, FailureDetail> {
    let name = ServerName::try_from(host.to_owned())
        .map_err(|_| (ErrorKind::BadRequest, format!("`{host}` is not a name that TLS can use")))?;
    let session = ClientConnection::new(Arc::clone(config), name);
    Ok(Box::new(session.map_err(|e| (ErrorKind::Tls, e.to_string()))?))
}

fn flush_tls(tls: &mut ClientConnection, stream: &mut StampedSocket) -> io::Result<()> {
    while tls.wants_write() {
        match tls.write_tls(stream) {
            Ok(_) => {}
            Err(e) if e.kind() == Io::WouldBlock => return Ok(()),
            Err(e) if e.kind() == Io::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(e) if e.kind() == Io::Interrupted => {}
            outcome => return outcome,
        }
    }
}

/// Why nothing can be sent from a local address.
fn source_failure(error: &io::Error, source: IpAddr) -> FailureDetail {
    let text = match error.kind() {
        Io::AddrNotAvailable => format!("{source} is not an address of this machine"),
        Io::AddrInUse => format!("no port is left to connect from at {source}"),
        _ => format!("can't connect from {source}: {}", plain(error)),
    };
    (ErrorKind::GeneratorResources, text)
}

fn connect_failure(error: &io::Error, address: SocketAddr) -> FailureDetail {
    let kind = match error.kind() {
        Io::ConnectionRefused => ErrorKind::ConnectRefused,
        Io::TimedOut => ErrorKind::ConnectTimeout,
        // The peer took it and let go at once.
        Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe | Io::NotConnected => ErrorKind::Reset,
        // No local port is left, or no file descriptor: this machine's limits.
        Io::AddrNotAvailable => ErrorKind::GeneratorResources,
        _ if is_resource(error) => ErrorKind::GeneratorResources,
        _ => ErrorKind::ConnectFailed,
    };
    (kind, format!("{address}: {}", plain(error)))
}

fn is_resource(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let limits = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM, Errno::AGAIN];
    error.raw_os_error().is_some_and(|code| limits.iter().any(|limit| limit.raw_os_error() == code))
}

/// What a failed read or write means.
pub fn exchange_failure(error: &io::Error) -> FailureDetail {
    match error.kind() {
        Io::ConnectionReset | Io::BrokenPipe | Io::ConnectionAborted | Io::NotConnected => {
            (ErrorKind::Reset, plain(error))
        }
        Io::TimedOut => (ErrorKind::ResponseTimeout, plain(error)),
        _ if is_tls(error) => (ErrorKind::Tls, tls_text(error)),
        _ => (ErrorKind::ConnectFailed, plain(error)),
    }
}

fn is_tls(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<rustls::Error>())
}

fn tls_text(error: &io::Error) -> String {
    match error.kind() {
        Io::UnexpectedEof | Io::ConnectionReset => "the server closed during the TLS handshake".to_owned(),
        // The first bytes of the answer are no record of TLS, but the start of "HTTP/1.1 400" mostly.
        _ if error.to_string().contains("InvalidContentType") => {
            "the server does not speak TLS on this port: is it http:// instead of https://?".to_owned()
        }
        _ => match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            Some(error) => plimsoll_net::certificates::tls_text(error),
            None => plain(error),
        },
    }
}

/// The system's words without the error number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `source` to a port where nobody listens.
    fn check(source: &str, expected: &str) {
        let source = source.parse().expect("an address");
        let opened =
            Connection::open(SocketAddr::from(([127, 0, 0, 1], 9)), Some(source), None, ReceiveTime::Worker);
        let failure = opened.err().expect("it can't be used");
        assert_eq!(failure, (ErrorKind::GeneratorResources, expected.to_owned()));
    }

    #[test]
    fn a_source_that_is_not_there_is_named() {
        // For documentation only (RFC 5737): no machine has it.
        check("192.0.2.7", "192.0.2.7 is not an address of this machine");
    }

    #[test]
    fn ports_that_are_all_taken_are_distinguished_from_an_address_that_is_not_there() {
        let source = IpAddr::from([127, 0, 0, 1]);
        let (_, text) = source_failure(&Io::AddrInUse.into(), source);
        assert_eq!(text, "no port is left to connect from at 127.0.0.1");
    }
}
