//! What a user has under way: one thing at a time.

use super::{Exchange, Phase, SampleTimes};
use crate::channel::Message;
use crate::net::{Connection, Way};

/// What a user has under way that makes a sample.
#[derive(Default)]
pub enum InFlight {
    #[default]
    Nothing,
    Request(Box<Exchange>),
    Channel(Box<ChannelWait>),
    Sql(SqlCall),
    Tcp(Box<TcpCall>),
    Local(Box<LocalWait>),
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

/// A question to a database whose answer is waited for.
pub struct SqlCall {
    /// Index into the program's SQL steps.
    pub step: u32,
    /// Of the answer that is waited for.
    pub serial: u32,
    pub intended_us: Option<u64>,
}

/// What a TCP step sends, and what it has received.
pub struct TcpCall {
    /// Index into the program's TCP steps.
    pub step: u32,
    pub phase: Phase,
    /// Host and port.
    pub target: (String, u16),
    pub output: Vec<u8>,
    pub written: usize,
    pub input: Vec<u8>,
    /// What is sent, as the plan has it.
    pub sent: String,
    pub way: Way,
    pub times: SampleTimes,
    /// How long it took to connect, where that was needed.
    pub connect_us: Option<u64>,
}

/// A connection of TCP steps.
pub struct Socket {
    pub target: (String, u16),
    pub serial: u32,
    pub connection: Connection,
    /// Bytes behind the last answer.
    pub rest: Vec<u8>,
}

/// A sample that asks no server, on its way.
#[derive(Debug)]
pub struct LocalWait {
    /// Index into the program's local samples.
    pub sample: u32,
    pub started_us: u64,
    /// When it was to start, where that is planned.
    pub intended_us: Option<u64>,
}

impl InFlight {
    pub fn is_nothing(&self) -> bool {
        matches!(self, InFlight::Nothing)
    }

    pub fn exchange(&self) -> Option<&Exchange> {
        if let InFlight::Request(exchange) = self { Some(exchange) } else { None }
    }

    pub fn exchange_mut(&mut self) -> Option<&mut Exchange> {
        if let InFlight::Request(exchange) = self { Some(exchange) } else { None }
    }

    /// Takes the request out; anything else stays.
    pub fn take_exchange(&mut self) -> Option<Box<Exchange>> {
        match std::mem::take(self) {
            InFlight::Request(exchange) => Some(exchange),
            other => {
                *self = other;
                None
            }
        }
    }

    pub fn channel(&self) -> Option<&ChannelWait> {
        if let InFlight::Channel(wait) = self { Some(wait) } else { None }
    }

    pub fn channel_mut(&mut self) -> Option<&mut ChannelWait> {
        if let InFlight::Channel(wait) = self { Some(wait) } else { None }
    }

    pub fn tcp(&self) -> Option<&TcpCall> {
        if let InFlight::Tcp(call) = self { Some(call) } else { None }
    }

    pub fn tcp_mut(&mut self) -> Option<&mut TcpCall> {
        if let InFlight::Tcp(call) = self { Some(call) } else { None }
    }
}
