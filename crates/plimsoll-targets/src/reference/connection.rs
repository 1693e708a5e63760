//! One client of a reference server.

use super::request::{self, Head};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};
use std::os::fd::OwnedFd;

#[derive(Debug)]
pub struct Connection {
    pub socket: OwnedFd,
    /// Tells it from an earlier one in the same place.
    pub serial: u32,
    /// Received and not yet used.
    received: Vec<u8>,
    /// The request whose body is on its way, and the bytes of it still to come.
    incomplete: Option<(Head, u64)>,
    /// Its request waits for its answer. Further requests wait until then: answers keep their order.
    pub waiting: Option<Waiting>,
}

/// A request between its arrival and its answer, nanoseconds of the server's clock.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Of the request, from 0.
    pub number: u64,
    pub arrived_ns: u64,
    pub due_ns: u64,
    pub bodiless: bool,
    pub close: bool,
}

/// The client broke off, or misbehaves: the connection is closed.
#[derive(Debug, PartialEq, Eq)]
pub struct Gone;

/// What a client may send ahead of its answers.
const AHEAD_MAX: usize = 64 * 1024;

impl Connection {
    pub fn new(socket: OwnedFd, serial: u32) -> Connection {
        Connection { socket, serial, received: Vec::new(), incomplete: None, waiting: None }
    }

    /// Takes in what is there, one buffer of it; whether that was all.
    pub fn receive(&mut self, buffer: &mut [u8]) -> Result<bool, Gone> {
        match rustix::net::recv(&self.socket, &mut *buffer, RecvFlags::empty()) {
            Ok((_, 0)) => Err(Gone),
            Ok((_, length)) => {
                self.take_in(&buffer[..length])?;
                Ok(length < buffer.len())
            }
            Err(Errno::AGAIN) => Ok(true),
            Err(Errno::INTR) => Ok(false),
            Err(_) => Err(Gone),
        }
    }

    fn take_in(&mut self, mut bytes: &[u8]) -> Result<(), Gone> {
        // A body is not kept.
        if let Some((_, left)) = &mut self.incomplete {
            let used = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
            *left -= used as u64;
            bytes = &bytes[used..];
        }
        self.received.extend_from_slice(bytes);
        if self.received.len() > AHEAD_MAX { Err(Gone) } else { Ok(()) }
    }

    /// The next request that has arrived in full. The error is the status line of a refusal.
    pub fn next_request(&mut self) -> Result<Option<Head>, &'static str> {
        if self.incomplete.is_none() {
            let Some(head) = request::head(&self.received)? else { return Ok(None) };
            let body_end = (head.length as u64).saturating_add(head.body);
            let used = body_end.min(self.received.len() as u64);
            self.received.drain(..used as usize);
            self.incomplete = Some((head, body_end - used));
        }
        Ok(self.incomplete.take_if(|(_, left)| *left == 0).map(|(head, _)| head))
    }

    /// An answer is far smaller than what a socket takes; a client that leaves no room for it does not read.
    pub fn send(&self, answer: &[u8]) -> Result<(), Gone> {
        match rustix::net::send(&self.socket, answer, SendFlags::NOSIGNAL) {
            Ok(length) if length == answer.len() => Ok(()),
            _ => Err(Gone),
        }
    }
}
