//! The way through a proxy: plain requests are sent to it as they are, with the whole URL in their first
//! line; a connection with TLS, and a WebSocket's, goes through a tunnel that it makes (CONNECT, RFC 9110, 9.3.6).

use super::response::{Keep, ReadProgress, ResponseReader};
use super::target::HttpTarget;
use crate::net::FailureDetail;
use plimsoll_run::ErrorKind;
use std::io::{ErrorKind as Io, Read, Write};
use std::net::TcpStream;

/// A proxy on the way to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Via {
    /// Without brackets, also for IPv6.
    pub host: String,
    pub port: u16,
    /// The value of `Proxy-Authorization`.
    pub authorization: Option<String>,
}

/// A tunnel that is being made.
pub struct Tunnel {
    request: Vec<u8>,
    written: usize,
    reader: ResponseReader,
}

impl Tunnel {
    pub fn to(target: &HttpTarget, via: &Via) -> Tunnel {
        let host = if target.host.contains(':') { format!("[{}]", target.host) } else { target.host.clone() };
        let authority = format!("{host}:{}", target.port);
        let mut request = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n");
        if let Some(authorization) = &via.authorization {
            request.push_str(&format!("Proxy-Authorization: {authorization}\r\n"));
        }
        request.push_str("\r\n");
        Tunnel { request: request.into_bytes(), written: 0, reader: ResponseReader::default() }
    }

    /// Goes on; true when what is written now reaches the target.
    pub fn progress(&mut self, mut stream: &TcpStream) -> Result<bool, FailureDetail> {
        let broken = |e: std::io::Error| (ErrorKind::ConnectFailed, format!("the proxy: {e}"));
        while self.written < self.request.len() {
            match stream.write(&self.request[self.written..]) {
                Ok(count) => self.written += count,
                Err(e) if e.kind() == Io::WouldBlock => return Ok(false),
                Err(e) if e.kind() == Io::Interrupted => {}
                Err(e) => return Err(broken(e)),
            }
        }
        // The target says nothing before the client does, so nothing of it can be read here.
        let mut buffer = [0; 4096];
        let keep = Keep { headers: true, ..Keep::default() };
        loop {
            let count = match stream.read(&mut buffer) {
                Ok(0) => {
                    let text = "the proxy closed the connection instead of making a tunnel";
                    return Err((ErrorKind::ConnectFailed, text.to_owned()));
                }
                Ok(count) => count,
                Err(e) if e.kind() == Io::WouldBlock => return Ok(false),
                Err(e) if e.kind() == Io::Interrupted => continue,
                Err(e) => return Err(broken(e)),
            };
            // No content follows the head, whatever it says: the tunnel does, or the end.
            match self.reader.feed(&buffer[..count], keep, true) {
                Ok(ReadProgress::More) => {}
                Ok(ReadProgress::Done(_)) => return self.outcome(),
                Err(problem) => return Err((ErrorKind::BadHttp, format!("the proxy: {problem}"))),
            }
        }
    }

    fn outcome(&self) -> Result<bool, FailureDetail> {
        match self.reader.status {
            200..300 => Ok(true),
            status => {
                let text = format!("{status} {} (the proxy, asked for a tunnel)", self.reader.reason);
                Err((ErrorKind::Status, text))
            }
        }
    }
}
