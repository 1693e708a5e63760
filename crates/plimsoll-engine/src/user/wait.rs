//! What a user waits for that is no answer to a request: of a channel, a database, over TCP, of no server.

use super::Phase;
use crate::channel::Message;
use crate::http::connection::Connection;

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

/// One question whose answer is waited for.
pub enum Call {
    Sql(SqlCall),
    Tcp(Box<TcpCall>),
}

pub struct SqlCall {
    /// Index into the program's SQL steps.
    pub step: u32,
    /// Of the answer that is waited for.
    pub serial: u32,
    pub intended_us: Option<u64>,
}

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
    /// Of the connection.
    pub serial: u32,
    pub address: Option<std::net::SocketAddr>,
    pub address_index: usize,
    pub started_us: u64,
    pub connecting_us: u64,
    pub intended_us: Option<u64>,
    pub first_byte_us: Option<u64>,
    /// When the last bytes that were read had arrived.
    pub arrived_us: Option<u64>,
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
