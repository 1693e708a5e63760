//! A channel: a WebSocket or an event stream that a user holds open, and the messages that wait in it.

mod driver;
mod step;

use crate::clock::RunClock;
use crate::extract::{Answer, into_text};
use crate::net::connection::{ReadOutcome, exchange_failure};
use crate::net::{Connection, FailureDetail, SendBuffer};
use crate::protocol::sse::{Event, EventStream};
use crate::protocol::websocket::{Codec, Heard};
use plimsoll_run::ErrorKind;
use std::collections::VecDeque;

/// Messages that may wait to be awaited; beyond, the oldest are dropped and counted.
pub const WAITING_MAX: usize = 1_000;
/// The same in bytes of all of them together; one message may always wait.
pub const WAITING_BYTES_MAX: usize = 1 << 20;
/// Most bytes of pongs that wait for a server to read them.
const PONGS_BYTES_MAX: usize = 1 << 20;

// The buffers, moments and byte counts of one connection; all are reset together.
pub struct Channel {
    /// Which one of the program's channels.
    pub number: u32,
    /// The request that opened it.
    pub request: u32,
    pub serial: u32,
    pub connection: Connection,
    pub state: State,
    protocol: ChannelCodec,
    outbox: SendBuffer,
    pongs_bytes: usize,
    pub waiting: VecDeque<Message>,
    waiting_bytes: usize,
    /// The last pong and when it came.
    pub pong: Option<(Vec<u8>, u64)>,
    /// When something was sent that no step has awaited an answer to.
    pub asked_us: Option<u64>,
    /// When the last message, and the last ping, came.
    pub message_us: u64,
    pub ping_us: u64,
    /// Bytes that no sample has counted yet.
    pub bytes_sent: u64,
    pub bytes_received: u64,
}

pub enum ChannelCodec {
    WebSocket(Box<Codec>),
    Events(Box<EventStream>),
}

/// How a channel is.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    Open,
    /// The server ended it in order, in these words.
    Ended {
        words: String,
        at_us: u64,
    },
    Broken(FailureDetail),
    /// Done with; only the server's close of the connection is waited for, so that the port is not kept by
    /// this end (RFC 6455, 7.1.1).
    Leaving,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    pub arrived_us: u64,
    /// An event's type; empty for a WebSocket.
    pub kind: String,
    /// An event's fields but its data, as lines `name: value`.
    pub head: String,
    pub body: Vec<u8>,
}

impl Message {
    /// The answer of a step that sent `sent` and got this.
    pub fn into_answer(self, code: &str, reason: &str, sent: String) -> Answer<'static> {
        let (bytes, headers) = (self.body.len() as u64, self.head.into());
        Answer { bytes, headers, ..Answer::of_text(code, reason, into_text(self.body), sent) }
    }
}

/// A step of a channel on its way.
#[derive(Debug)]
pub struct ChannelWait {
    /// Index into the program's channel steps.
    pub step: u32,
    pub started_us: u64,
    /// From when its time counts: its start, or when what it awaits the answer of was sent.
    pub since_us: u64,
    /// When it was to start, where that is planned.
    pub intended_us: Option<u64>,
    /// The type of event, or the text of the pong, that is awaited.
    pub wanted: Option<String>,
    /// What was sent.
    pub sent: String,
    /// Messages found so far, and the last of them.
    pub found: u32,
    pub message: Option<Message>,
}

/// What came with some bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Received {
    pub messages: u32,
    pub pings: u32,
}

/// What a read of the connection brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelRead {
    pub arrivals: Received,
    /// There may be more to read now.
    pub more: bool,
}

impl Channel {
    pub fn new(
        number: u32,
        request: u32,
        connected: (u32, Connection),
        protocol: ChannelCodec,
        now_us: u64,
    ) -> Self {
        Channel {
            number,
            request,
            serial: connected.0,
            connection: connected.1,
            state: State::Open,
            protocol,
            outbox: SendBuffer::default(),
            pongs_bytes: 0,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            pong: None,
            asked_us: None,
            message_us: now_us,
            ping_us: now_us,
            bytes_sent: 0,
            bytes_received: 0,
        }
    }

    pub fn is_websocket(&self) -> bool {
        matches!(self.protocol, ChannelCodec::WebSocket(_))
    }

    /// Reads once and takes what came.
    pub fn listen(&mut self, buffer: &mut [u8], clock: &RunClock) -> ChannelRead {
        if !matches!(self.state, State::Open) {
            return self.wait_for_close(buffer);
        }
        match self.connection.read(buffer) {
            Ok(ReadOutcome::Bytes(count, more)) => {
                let arrivals = self.hear(&buffer[..count], self.connection.arrived_us(clock));
                return ChannelRead { arrivals, more };
            }
            Ok(ReadOutcome::WouldBlock) => {}
            Ok(ReadOutcome::Closed) => self.close_seen(clock.now_us()),
            Err(error) => self.state = State::Broken(exchange_failure(&error)),
        }
        ChannelRead::default()
    }

    /// Takes bytes that came.
    pub fn hear(&mut self, bytes: &[u8], now_us: u64) -> Received {
        self.bytes_received += bytes.len() as u64;
        let mut arrivals = Received::default();
        let Channel { protocol, outbox, state, waiting, waiting_bytes, pong, .. } = self;
        let mut wait = |message: Message| {
            *waiting_bytes += message.body.len();
            waiting.push_back(message);
        };
        let unsent = outbox.bytes.len();
        let end = |words: String| State::Ended { words, at_us: now_us };
        let heard = match protocol {
            ChannelCodec::WebSocket(codec) => codec.hear(bytes, &mut outbox.bytes, |heard| match heard {
                Heard::Message(body) => {
                    arrivals.messages += 1;
                    wait(Message { arrived_us: now_us, body, ..Message::default() });
                }
                Heard::Ping => arrivals.pings += 1,
                Heard::Pong(payload) => *pong = Some((payload, now_us)),
                Heard::Closed(words) => *state = end(format!("the server closed it: {words}")),
            }),
            ChannelCodec::Events(stream) => {
                let heard = stream.hear(bytes, |event| {
                    arrivals.messages += 1;
                    wait(message_of(event, now_us));
                });
                heard.map(|is_done| {
                    if is_done {
                        *state = end("the stream has ended".to_owned());
                    }
                })
            }
        };
        self.pongs_bytes += self.outbox.bytes.len() - unsent;
        let heard = match self.pongs_bytes > PONGS_BYTES_MAX {
            true => Err("the server sends pings and does not read the pongs".to_owned()),
            false => heard,
        };
        if let Err(problem) = heard {
            self.state = State::Broken((ErrorKind::BadMessage, problem));
        }
        arrivals
    }

    /// The oldest message when too many wait.
    pub fn overflow(&mut self) -> Option<Message> {
        let is_over = self.waiting.len() > WAITING_MAX
            || self.waiting_bytes > WAITING_BYTES_MAX && self.waiting.len() > 1;
        if is_over { self.next() } else { None }
    }

    /// The message that waits longest.
    pub fn next(&mut self) -> Option<Message> {
        let message = self.waiting.pop_front()?;
        self.waiting_bytes -= message.body.len();
        Some(message)
    }

    /// Nothing is said any more; the connection is read until the server closes it.
    fn wait_for_close(&mut self, buffer: &mut [u8]) -> ChannelRead {
        let mut more = false;
        match self.connection.read(buffer) {
            Ok(ReadOutcome::Bytes(_, may_be_more)) => more = may_be_more,
            Ok(ReadOutcome::WouldBlock) => {}
            Ok(ReadOutcome::Closed) | Err(_) => self.connection.closing = true,
        }
        ChannelRead { arrivals: Received::default(), more }
    }

    fn close_seen(&mut self, now_us: u64) {
        let early = |how: &str| {
            State::Broken((ErrorKind::ClosedEarly, format!("the server closed the connection {how}")))
        };
        self.state = match &mut self.protocol {
            ChannelCodec::Events(stream) => match stream.closed() {
                true => State::Ended { words: "the stream has ended".to_owned(), at_us: now_us },
                false => early("in the middle of the stream"),
            },
            ChannelCodec::WebSocket(_) => early("without a closing handshake"),
        };
    }

    /// The codec of a WebSocket and where its bytes go.
    pub fn speak(&mut self) -> Option<(&mut Codec, &mut Vec<u8>)> {
        match &mut self.protocol {
            ChannelCodec::WebSocket(codec) => Some((codec, &mut self.outbox.bytes)),
            ChannelCodec::Events(_) => None,
        }
    }

    /// Adds bytes to what is to be sent.
    pub fn send(&mut self, bytes: &[u8]) {
        self.outbox.bytes.extend_from_slice(bytes);
    }

    /// Writes what fits; `true` when nothing is left.
    pub fn flush(&mut self) -> bool {
        let (sent, outcome) = self.outbox.send(&mut self.connection);
        self.bytes_sent += sent;
        self.pongs_bytes = self.pongs_bytes.min(self.outbox.bytes.len());
        outcome.unwrap_or_else(|error| self.write_failed(&error))
    }

    fn write_failed(&mut self, error: &std::io::Error) -> bool {
        // What the server said before it closed is still to be read.
        if !self.connection.readable && self.state == State::Open {
            self.state = State::Broken(exchange_failure(error));
        }
        false
    }
}

fn message_of(event: Event, now_us: u64) -> Message {
    let mut head = format!("event: {}\n", event.kind);
    if !event.id.is_empty() {
        head.push_str(&format!("id: {}\n", event.id));
    }
    if let Some(retry_ms) = event.retry_ms {
        head.push_str(&format!("retry: {retry_ms}\n"));
    }
    Message { arrived_us: now_us, kind: event.kind, head, body: event.data.into_bytes() }
}
