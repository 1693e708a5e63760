//! One client of a reference server.

use super::request::{self, Head};
use nix::errno::Errno;
use nix::sys::socket::sockopt::ReceiveTimestampns;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt};
use rustix::net::SendFlags;
use std::io::IoSliceMut;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Debug)]
pub struct ClientConnection {
    pub socket: OwnedFd,
    /// Tells it from an earlier one in the same place.
    pub serial: u32,
    /// Wall time, since 1970, at which the kernel had the bytes that were taken in last.
    stamp: Option<Duration>,
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

/// Room for a control message with a `timespec`, and for another.
const CONTROL_BYTES: usize = 64;
/// What a client may send ahead of its answers.
const AHEAD_MAX: usize = 64 * 1024;

impl ClientConnection {
    pub fn new(socket: OwnedFd, serial: u32) -> ClientConnection {
        // Where the kernel does not stamp what arrives, a request arrives when it is read.
        let _ = setsockopt(&socket, ReceiveTimestampns, &true);
        ClientConnection {
            socket,
            serial,
            stamp: None,
            received: Vec::new(),
            incomplete: None,
            waiting: None,
        }
    }

    /// Takes in what is there, one buffer of it; whether that was all.
    pub fn receive(&mut self, buffer: &mut [u8]) -> Result<bool, Gone> {
        let mut control = [0; CONTROL_BYTES];
        let mut pieces = [IoSliceMut::new(&mut *buffer)];
        let received =
            recvmsg::<()>(self.socket.as_raw_fd(), &mut pieces, Some(&mut control), MsgFlags::empty());
        let length = match received {
            Ok(message) => {
                self.stamp = message.cmsgs().ok().and_then(|mut messages| messages.find_map(stamp));
                message.bytes
            }
            Err(Errno::EAGAIN) => return Ok(true),
            Err(Errno::EINTR) => return Ok(false),
            Err(_) => return Err(Gone),
        };
        if length == 0 {
            return Err(Gone);
        }
        self.take_in(&buffer[..length])?;
        Ok(length < buffer.len())
    }

    /// How long ago the bytes that were taken in last had arrived.
    pub fn age(&self) -> Duration {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.stamp.map_or(Duration::ZERO, |stamp| wall.saturating_sub(stamp))
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

fn stamp(message: ControlMessageOwned) -> Option<Duration> {
    match message {
        ControlMessageOwned::ScmTimestampns(at) => Some(at.into()),
        _ => None,
    }
}
