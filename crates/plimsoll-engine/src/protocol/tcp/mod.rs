//! Something sent over a TCP connection, and the answer that is read (JMeter's TCPSampler).

mod driver;

pub use driver::from_digits;

use crate::net::{Connection, Way};
use crate::protocol::sample_times::{ExchangePhase, SampleTimes};

/// What a TCP step sends, and what it has received.
pub struct TcpCall {
    /// Index into the program's TCP steps.
    pub step: u32,
    pub phase: ExchangePhase,
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
pub struct TcpSocket {
    pub target: (String, u16),
    pub serial: u32,
    pub connection: Connection,
    /// Bytes behind the last answer.
    pub rest: Vec<u8>,
}
