//! A TCP socket that knows when the bytes it gave last had arrived at this machine.
//!
//! The worker reads an answer when it comes to it: after the kernel has woken it, after the other answers of the same
//! turn, after whatever else had its core. None of that is the server's. Where the kernel stamps what arrives
//! (`SO_TIMESTAMPNS`, socket(7)), the stamp tells when the last byte that a read returned had come.

use crate::clock::RunClock;
use crate::load_task::ReceiveTime;
use nix::sys::socket::{self, ControlMessageOwned, MsgFlags, sockopt::ReceiveTimestampns};
use socket2::Socket;
use std::io::{self, IoSliceMut, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::time::Duration;

pub struct StampedSocket {
    socket: TcpStream,
    has_stamps: bool,
    /// Of the last read: wall time since 1970.
    stamp: Option<Duration>,
}

/// Room for the one control message that is asked for: a header and a `timespec`, with space for another.
const CONTROL_BYTES: usize = 64;

impl StampedSocket {
    /// Where the kernel has no stamps it is the worker that says when bytes arrived.
    pub fn new(socket: Socket, receive_time: ReceiveTime) -> StampedSocket {
        let has_stamps = receive_time == ReceiveTime::Kernel
            && socket::setsockopt(&socket, ReceiveTimestampns, &true).is_ok();
        StampedSocket { socket: socket.into(), has_stamps, stamp: None }
    }

    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// When the bytes of the last read had arrived, on the run's clock: now, if nobody stamped them.
    pub fn arrived_us(&self, clock: &RunClock) -> u64 {
        match self.stamp {
            Some(stamp) => clock.us_of_wall(stamp),
            None => clock.now_us(),
        }
    }

    fn read_stamped(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut control = [0; CONTROL_BYTES];
        let mut pieces = [IoSliceMut::new(buffer)];
        let fd = self.socket.as_raw_fd();
        let message = socket::recvmsg::<()>(fd, &mut pieces, Some(&mut control), MsgFlags::empty())?;
        let stamp = message.cmsgs().ok().and_then(|mut messages| {
            messages.find_map(|message| match message {
                ControlMessageOwned::ScmTimestampns(at) => Some(Duration::from(at)),
                _ => None,
            })
        });
        self.stamp = stamp;
        Ok(message.bytes)
    }
}

/// Attempts, since a kernel begins to stamp a moment after the first socket that asks for it.
const ATTEMPTS: u32 = 100;

/// Whether this kernel stamps what arrives, tried with bytes to ourselves; an error where that is not allowed.
pub fn kernel_stamps_arrivals() -> io::Result<bool> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut sender = TcpStream::connect(listener.local_addr()?)?;
    let (receiver, _) = listener.accept()?;
    let mut receiver = StampedSocket::new(receiver.into(), ReceiveTime::Kernel);
    for _ in 0..ATTEMPTS {
        sender.write_all(b"x")?;
        receiver.read_exact(&mut [0])?;
        if receiver.stamp.is_some() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(false)
}

impl AsFd for StampedSocket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Read for StampedSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_stamps { self.read_stamped(buffer) } else { self.socket.read(buffer) }
    }
}

impl Write for StampedSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use socket2::{Domain, Type};

    /// What a peer wrote, read long after it came: when it arrived, beside the moments before and after it was written.
    fn arrived(receive_time: ReceiveTime) -> (u64, u64, u64) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        socket.connect(&listener.local_addr().expect("bound").into()).expect("somebody listens");
        let mut stream = StampedSocket::new(socket, receive_time);
        let (mut peer, _) = listener.accept().expect("somebody has connected");
        let mut buffer = [0; 16];
        // The kernel begins to stamp a moment after the first socket has asked for it.
        for _ in 0..3_000 {
            peer.write_all(b"first").expect("room for five bytes");
            assert_eq!(stream.read(&mut buffer).expect("it is there"), 5);
            if receive_time == ReceiveTime::Worker || stream.stamp.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let clock = RunClock::start();
        let before_us = clock.now_us();
        peer.write_all(b"answer").expect("room for six bytes");
        let after_us = clock.now_us();
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(stream.read(&mut buffer).expect("it is there"), 6);
        (before_us, stream.arrived_us(&clock), after_us)
    }

    #[test]
    fn bytes_arrive_when_the_kernel_gets_them_not_when_they_are_read() {
        let (before_us, arrived_us, after_us) = arrived(ReceiveTime::Kernel);
        // Two clocks in whole microseconds.
        assert!(
            (before_us.saturating_sub(1)..=after_us + 2).contains(&arrived_us),
            "{before_us} {arrived_us} {after_us}"
        );
    }

    #[test]
    fn without_stamps_bytes_arrive_when_they_are_read() {
        let (_, arrived_us, after_us) = arrived(ReceiveTime::Worker);
        assert!(arrived_us > after_us + 10_000, "{arrived_us} {after_us}");
    }
}
