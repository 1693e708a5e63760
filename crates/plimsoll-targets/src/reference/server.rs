//! The thread of a reference server: an epoll loop whose waits end to the nanosecond (`epoll_pwait2`, Linux 5.11).

use super::connection::{ClientConnection, Gone, Waiting};
use super::request::{Head, ReferencePath};
use super::target::SharedState;
use crate::target::{BACKLOG, TargetError, listen_error};
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, ipproto, sockopt};
use rustix::thread::CpuSet;
use rustix::time::Timespec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::SocketAddr;
use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub struct Server {
    shared: Arc<SharedState>,
    core: Option<usize>,
    busy_poll: bool,
    epoll: OwnedFd,
    listener: OwnedFd,
    /// No connection could be taken, e.g. for want of file descriptors: the listener is left alone until one
    /// ends. Asking again and again would hold up the answers.
    is_full: bool,
    clock: Instant,
    connections: Vec<Option<ClientConnection>>,
    free: Vec<u32>,
    serial: u32,
    /// (due, request's number, connection, its serial): what is due together is answered in the order of
    /// arrival. A connection has one entry at most, so it is as long as they are many.
    due: BinaryHeap<Reverse<(u64, u64, u32, u32)>>,
    buffer: Vec<u8>,
}

/// How long before an answer is due the server stops sleeping. The kernel's wake-up from a sleep takes
/// some ten microseconds.
pub const SPIN_NS: u64 = 50_000;

/// Longest wait that is made in one piece.
const WHOLE_WAIT_NS_MAX: u64 = 5_000_000;
const EVENTS: usize = 256;
/// Answers between two looks for requests: after a stall many are due, and requests that come meanwhile
/// would get their moment of arrival late.
const ANSWERS_PER_TURN: usize = 8;
const LISTENER: u64 = u64::MAX;
const STOP: u64 = u64::MAX - 1;
/// Pause when no connection can be accepted although there are none.
const ACCEPT_PAUSE: Duration = Duration::from_millis(1);

const OK: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nOK";
const OK_CLOSE: &[u8] =
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK";
const OK_BODY: usize = 2;

impl Server {
    pub fn listen(
        address: SocketAddr,
        shared: Arc<SharedState>,
        core: Option<usize>,
        busy_poll: bool,
    ) -> Result<(Server, SocketAddr), TargetError> {
        let listener = listener(address).map_err(|e| listen_error(address, e.into()))?;
        let bound = rustix::net::getsockname(&listener).ok().and_then(|name| SocketAddr::try_from(name).ok());
        let server = Server::new(listener, shared, core, busy_poll)
            .map_err(|e| TargetError::Start(std::io::Error::from(e)))?;
        Ok((server, bound.unwrap_or(address)))
    }

    fn new(
        listener: OwnedFd,
        shared: Arc<SharedState>,
        core: Option<usize>,
        busy_poll: bool,
    ) -> rustix::io::Result<Server> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
        epoll::add(&epoll, &shared.stop, EventData::new_u64(STOP), EventFlags::IN)?;
        Ok(Server {
            shared,
            core,
            busy_poll,
            epoll,
            listener,
            is_full: false,
            clock: Instant::now(),
            connections: Vec::new(),
            free: Vec::new(),
            serial: 0,
            due: BinaryHeap::new(),
            buffer: vec![0; 16 * 1024],
        })
    }

    pub fn run(mut self) {
        // Both make the server more exact; without them it is as exact as the machine is.
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        if let Some(core) = self.core.filter(|core| *core < CpuSet::MAX_CPU) {
            let mut cores = CpuSet::new();
            cores.set(core);
            let _ = rustix::thread::sched_setaffinity(None, &cores);
        }
        let mut events = Vec::with_capacity(EVENTS);
        loop {
            if self.wait(&mut events).is_err() {
                return;
            }
            for event in events.drain(..) {
                match event.data.u64() {
                    STOP => return,
                    LISTENER => self.accept(),
                    token => self.readable((token >> 32) as u32, token as u32),
                }
                // Not only after the last event: with many of them an answer would be late.
                self.answer_due();
            }
            self.answer_due();
        }
    }

    fn now_ns(&self) -> u64 {
        self.clock.elapsed().as_nanos() as u64
    }

    /// Until something arrives, or shortly before the next answer is due.
    fn wait(&mut self, events: &mut Vec<epoll::Event>) -> rustix::io::Result<()> {
        let now_ns = self.now_ns();
        let due_ns = self.due.peek().map(|Reverse((due, ..))| *due);
        let timeout = due_ns.map(|due| {
            let wait_ns = due.saturating_sub(SPIN_NS).saturating_sub(now_ns);
            // The kernel may end a wait late by 0.1 % of it (0.5 % when nice), so the rest is waited for apart.
            timespec(if wait_ns > WHOLE_WAIT_NS_MAX { wait_ns - wait_ns / 100 } else { wait_ns })
        });
        let timeout = if self.busy_poll { Some(timespec(0)) } else { timeout };
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(events), timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn accept(&mut self) {
        loop {
            let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
            match rustix::net::accept_with(&self.listener, flags) {
                Ok(socket) => self.admit(socket),
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                Err(_) if self.connections.len() == self.free.len() => {
                    return std::thread::sleep(ACCEPT_PAUSE);
                }
                Err(_) => {
                    self.is_full = epoll::delete(&self.epoll, &self.listener).is_ok();
                    return;
                }
            }
        }
    }

    fn admit(&mut self, socket: OwnedFd) {
        let _ = sockopt::set_tcp_nodelay(&socket, true);
        let index = self.free.pop().unwrap_or_else(|| {
            self.connections.push(None);
            self.connections.len() as u32 - 1
        });
        self.serial = self.serial.wrapping_add(1);
        let token = u64::from(index) << 32 | u64::from(self.serial);
        let flags = EventFlags::IN | EventFlags::RDHUP | EventFlags::ET;
        if epoll::add(&self.epoll, &socket, EventData::new_u64(token), flags).is_ok() {
            self.connections[index as usize] = Some(ClientConnection::new(socket, self.serial));
        } else {
            self.free.push(index);
        }
    }

    fn readable(&mut self, index: u32, serial: u32) {
        let Some(mut connection) = self.take(index, serial) else { return };
        let outcome = self.receive(index, &mut connection);
        self.put_back(index, connection, outcome);
    }

    fn receive(&mut self, index: u32, connection: &mut ClientConnection) -> Result<(), Gone> {
        loop {
            let was_all = connection.receive(&mut self.buffer)?;
            // The age first: what passes between the two clocks may make a request later, never earlier than it was.
            let age_ns = connection.age().as_nanos() as u64;
            let arrived_ns = self.now_ns().saturating_sub(age_ns);
            // Between two buffers: only so is it known what is a body, which is not kept.
            self.go_on(index, connection, arrived_ns)?;
            if was_all {
                return Ok(());
            }
        }
    }

    fn answer_due(&mut self) {
        for _ in 0..ANSWERS_PER_TURN {
            let Some(Reverse((due_ns, _, index, serial))) = self.due.peek().copied() else { return };
            if due_ns > self.now_ns() {
                return;
            }
            self.due.pop();
            let Some(mut connection) = self.take(index, serial) else { continue };
            let outcome = self.answer(&mut connection).and_then(|()| {
                let now_ns = self.now_ns();
                self.go_on(index, &mut connection, now_ns)
            });
            self.put_back(index, connection, outcome);
        }
    }

    /// Takes up the requests that have arrived, until one has to wait.
    fn go_on(&mut self, index: u32, connection: &mut ClientConnection, arrived_ns: u64) -> Result<(), Gone> {
        while connection.waiting.is_none() {
            let head = match connection.next_request() {
                Ok(Some(head)) => head,
                Ok(None) => return Ok(()),
                Err(refusal) => {
                    let answer =
                        format!("HTTP/1.1 {refusal}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                    // Closed in any case.
                    let _ = connection.send(answer.as_bytes());
                    return Err(Gone);
                }
            };
            if head.route == ReferencePath::Delayed {
                let waiting = self.arrived(&head, arrived_ns);
                connection.waiting = Some(waiting);
                if waiting.due_ns <= self.now_ns() {
                    self.answer(connection)?;
                } else {
                    self.due.push(Reverse((waiting.due_ns, waiting.number, index, connection.serial)));
                }
            } else {
                self.control(connection, &head)?;
            }
        }
        Ok(())
    }

    /// Numbers a request and works out when it is to be answered.
    fn arrived(&self, head: &Head, arrived_ns: u64) -> Waiting {
        let mut record = self.shared.record();
        record.arrivals.stamp(arrived_ns);
        if record.number == 0 {
            record.first_ns = arrived_ns;
        }
        let due_ns = arrived_ns + self.shared.delays.of_ns(record.number);
        let due_ns = match record.truth.stall {
            Some(stall) => record.first_ns + stall.release_ns(due_ns.saturating_sub(record.first_ns)),
            None => due_ns,
        };
        let number = record.number;
        record.number += 1;
        Waiting { number, arrived_ns, due_ns, bodiless: head.bodiless, close: head.close }
    }

    fn answer(&self, connection: &mut ClientConnection) -> Result<(), Gone> {
        let Some(waiting) = connection.waiting.take() else { return Ok(()) };
        let answer = if waiting.close { OK_CLOSE } else { OK };
        let body = if waiting.bodiless { OK_BODY } else { 0 };
        // Held and counted before it is sent: whoever has the answer finds it in the truth.
        let mut record = self.shared.record();
        self.shared.count();
        // Where the kernel has the answer a moment later, and where a thread that loses its core in between has it long after.
        let written_ns = self.now_ns();
        connection.send(&answer[..answer.len() - body])?;
        record.truth.answered(waiting.arrived_ns, waiting.due_ns, written_ns);
        record.arrivals.answered(waiting.number, written_ns);
        if waiting.close { Err(Gone) } else { Ok(()) }
    }

    fn control(&self, connection: &ClientConnection, head: &Head) -> Result<(), Gone> {
        let mut record = self.shared.record();
        let (content_type, body) = match head.route {
            ReferencePath::Truth => ("application/json", record.truth.json().to_string()),
            ReferencePath::Gaps(rate_per_s) => {
                ("application/json", record.arrivals.gaps(rate_per_s).json().to_string())
            }
            ReferencePath::Reset | ReferencePath::Delayed => {
                record.reset();
                ("text/plain", "OK".to_owned())
            }
        };
        let length = body.len();
        let shown = if head.bodiless { "" } else { body.as_str() };
        let close = if head.close { "Connection: close\r\n" } else { "" };
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n{close}\r\n{shown}"
        );
        connection.send(answer.as_bytes())?;
        if head.close { Err(Gone) } else { Ok(()) }
    }

    fn take(&mut self, index: u32, serial: u32) -> Option<ClientConnection> {
        self.connections.get_mut(index as usize)?.take_if(|connection| connection.serial == serial)
    }

    fn put_back(&mut self, index: u32, connection: ClientConnection, outcome: Result<(), Gone>) {
        match outcome {
            Ok(()) => self.connections[index as usize] = Some(connection),
            Err(Gone) => {
                // An answer that it waited for is skipped by its serial.
                drop(connection);
                self.free.push(index);
                if self.is_full {
                    let listen = EventData::new_u64(LISTENER);
                    self.is_full = epoll::add(&self.epoll, &self.listener, listen, EventFlags::IN).is_err();
                }
            }
        }
    }
}

fn listener(address: SocketAddr) -> rustix::io::Result<OwnedFd> {
    let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = rustix::net::socket_with(family, SocketType::STREAM, flags, Some(ipproto::TCP))?;
    // A target that is started again must not wait for the old connections' TIME_WAIT.
    sockopt::set_socket_reuseaddr(&socket, true)?;
    rustix::net::bind(&socket, &address)?;
    rustix::net::listen(&socket, BACKLOG as i32)?;
    Ok(socket)
}

fn timespec(nanoseconds: u64) -> Timespec {
    Timespec { tv_sec: (nanoseconds / 1_000_000_000) as i64, tv_nsec: (nanoseconds % 1_000_000_000) as i64 }
}
