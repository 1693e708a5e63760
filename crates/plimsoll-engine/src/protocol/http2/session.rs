//! One HTTP/2 connection, from its first packet to its end.

use super::alarm::{Alarm, Rung};
use super::head::Http2Request;
use super::io::{Socket, TURN_BYTES};
use super::stream::{Http2Stream, StreamCount, failed};
use crate::net::{Connection, FailureDetail, Way};
use crate::protocol::http::HttpTarget;
use bytes::Bytes;
use h2::client::{Builder, Connection as Frames, SendRequest};
use plimsoll_run::ErrorKind;
use rustix::event::epoll::EventFlags;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Marks the keys of sessions among the keys of users (which are their numbers) and epoll's tokens.
const SESSION: u64 = 1 << 63;
/// Bytes of one answer, and of all of a connection, that the server may send before we have looked at them.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 1 << 24;
/// Longest header block that is accepted, as for HTTP/1.1.
const HEAD_MAX: u32 = 256 * 1024;

/// Whether a key is a session's.
pub fn is_session(key: u64) -> bool {
    key & SESSION != 0
}

/// Whether two requests could go over the same connection.
pub fn same_server(a: &Arc<HttpTarget>, b: &Arc<HttpTarget>) -> bool {
    Arc::ptr_eq(a, b) || a.secure == b.secure && a.port == b.port && a.host == b.host && a.via == b.via
}

/// A request that waits for its turn on a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    pub index: u32,
    /// Names the waiting itself: its user may have gone on meanwhile, or its place may be another user's.
    pub ticket: u32,
}

pub struct Http2Session {
    pub key: u64,
    pub target: Arc<HttpTarget>,
    pub way: Way,
    /// The user that has it for itself; `None`: it is shared.
    pub owner: Option<u32>,
    /// Requests that have not begun, first come, first served.
    pub waiting: VecDeque<Waiter>,
    /// Requests begun on it so far.
    pub uses: u64,
    /// How long it took to open.
    pub connect_us: u64,
    /// When something of an answer came last; 0: never. SETTINGS, pings and the like don't count.
    pub heard_us: u64,
    /// Nothing new is begun on it.
    pub draining: bool,
    /// Most requests at a time, whatever the server allows.
    streams_max: u32,
    load: Rc<StreamCount>,
    socket: Socket,
    state: State,
    waker: Waker,
}

enum State {
    Connecting,
    Greeting(Pin<Box<Greeting>>),
    Open(Box<Frames<Socket, Bytes>>, SendRequest<Bytes>),
}

type Greeting = dyn Future<Output = Result<(SendRequest<Bytes>, Frames<Socket, Bytes>), h2::Error>>;

/// What a poll brought.
#[derive(Debug, PartialEq)]
pub enum SessionEvent {
    Nothing,
    /// Requests can begin.
    Opened,
    /// By ALPN the server chose HTTP/1.1, or nothing.
    SpeaksHttp1,
    /// The address can't be reached.
    Unreachable(FailureDetail),
    Over(FailureDetail),
}

/// Whether another request can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    Now,
    Later,
    /// The session is ending.
    Never,
}

impl Http2Session {
    /// `slot` and `serial` tell sessions apart.
    pub fn new(
        (slot, serial): (u32, u32),
        (target, way): (Arc<HttpTarget>, Way),
        owner: Option<u32>,
        streams_max: u32,
        connection: Connection,
        rung: &Rung,
    ) -> Http2Session {
        let key = Http2Session::key(slot, serial);
        let alarm = Alarm::new(key, rung);
        Http2Session {
            key,
            target,
            way,
            owner,
            waiting: VecDeque::new(),
            uses: 0,
            connect_us: 0,
            heard_us: 0,
            draining: false,
            streams_max,
            waker: alarm.waker(),
            load: StreamCount::new(alarm),
            socket: Socket::of(connection),
            state: State::Connecting,
        }
    }

    pub fn key(slot: u32, serial: u32) -> u64 {
        SESSION | u64::from(serial & 0x7fff_ffff) << 32 | u64::from(slot)
    }

    pub fn slot(key: u64) -> usize {
        key as u32 as usize
    }

    /// Something happened on its socket.
    pub fn note(&self, flags: EventFlags) {
        let mut connection = self.socket.connection.borrow_mut();
        connection.readable |= flags.contains(EventFlags::IN);
        self.socket.left.set(TURN_BYTES);
        connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        self.load.alarm.ring();
    }

    pub fn is_connecting(&self) -> bool {
        !matches!(self.state, State::Open(..))
    }

    /// Those who wait for their turn on it are sent elsewhere.
    pub fn retire(&mut self) {
        self.draining = true;
        self.load.alarm.ring();
    }

    /// Requests under way and waiting.
    pub fn burden(&self) -> usize {
        self.load.active.get() as usize + self.waiting.len()
    }

    /// Takes the connection to another address.
    pub fn replace(&mut self, connection: Connection) {
        self.socket = Socket::of(connection);
        self.state = State::Connecting;
    }

    /// The connection itself, of a session that has not begun to speak.
    pub fn into_connection(self) -> Option<Connection> {
        drop(self.state);
        Rc::into_inner(self.socket.connection).map(RefCell::into_inner)
    }

    pub fn with_socket<T>(&self, action: impl FnOnce(&Connection) -> T) -> T {
        action(&self.socket.connection.borrow())
    }

    /// Connects, greets, reads and writes as far as it goes.
    pub fn poll(&mut self, now_us: impl Fn() -> u64) -> SessionEvent {
        self.load.alarm.reset();
        let waker = self.waker.clone();
        let context = &mut Context::from_waker(&waker);
        if matches!(self.state, State::Connecting) {
            let progress = self.way.progress(&mut self.socket.connection.borrow_mut(), now_us);
            match progress {
                Ok(None) => return SessionEvent::Nothing,
                Err(failure) => return SessionEvent::Unreachable(failure),
                Ok(Some(_)) => {}
            }
            if self.target.secure && !self.socket.connection.borrow().speaks_http2() {
                return SessionEvent::SpeaksHttp1;
            }
            // What came with the end of the handshake has had its event.
            self.socket.connection.borrow_mut().readable = true;
            self.state = State::Greeting(Box::pin(builder().handshake(self.socket.clone())));
        }
        let mut event = SessionEvent::Nothing;
        if let State::Greeting(greeting) = &mut self.state {
            match greeting.as_mut().poll(context) {
                Poll::Pending => return SessionEvent::Nothing,
                Poll::Ready(Err(error)) => return SessionEvent::Over(failed(&error).failure),
                Poll::Ready(Ok((sender, frames))) => self.state = State::Open(Box::new(frames), sender),
            }
            event = SessionEvent::Opened;
        }
        if let State::Open(frames, _) = &mut self.state
            && let Poll::Ready(outcome) = Pin::new(frames).poll(context)
        {
            let closed = || (ErrorKind::ClosedEarly, "the server closed the connection".to_owned());
            return SessionEvent::Over(outcome.err().map_or_else(closed, |error| failed(&error).failure));
        }
        event
    }

    /// Whether the last poll ended for it was the turn of others, with more to read.
    pub fn has_more(&self) -> bool {
        self.socket.left.get() == 0
    }

    /// Whether a request can begin now; if not, the session's alarm rings when that may have changed.
    pub fn admission(&mut self) -> Admission {
        let State::Open(frames, sender) = &mut self.state else { return Admission::Later };
        if self.draining {
            return Admission::Never;
        }
        let limit = frames.max_concurrent_send_streams().min(self.streams_max as usize);
        self.load.wanted.set(true);
        if self.load.active.get() as usize >= limit {
            return Admission::Later;
        }
        match sender.poll_ready(&mut Context::from_waker(&self.waker)) {
            Poll::Pending => Admission::Later,
            Poll::Ready(Ok(())) => {
                self.load.wanted.set(false);
                Admission::Now
            }
            Poll::Ready(Err(_)) => {
                self.draining = true;
                Admission::Never
            }
        }
    }

    /// Begins a request that [`Http2Session::admission`] let in.
    pub fn start(&mut self, request: Http2Request) -> Result<Http2Stream, FailureDetail> {
        let State::Open(_, sender) = &mut self.state else {
            return Err((ErrorKind::Reset, "the connection is gone".to_owned()));
        };
        let without_body = request.body.is_empty();
        let started = sender.send_request(request.head, without_body);
        let (answer, sending) = started.map_err(|error| {
            let failure = failed(&error).failure;
            // A refusal of our own library: the request itself is at fault.
            if error.is_io() || error.is_go_away() { failure } else { (ErrorKind::BadRequest, failure.1) }
        })?;
        self.uses += 1;
        let rest = (!without_body).then_some((sending, request.body));
        Ok(Http2Stream::new(answer, rest, self.key, &self.load))
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder
        .enable_push(false)
        .initial_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_header_list_size(HEAD_MAX)
        // Until the server's SETTINGS say how many it takes.
        .initial_max_send_streams(1);
    builder
}
