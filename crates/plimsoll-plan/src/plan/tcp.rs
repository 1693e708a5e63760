//! Something sent over a TCP connection, and what comes back.

use super::check::{Check, Extractor};
use super::step::Pause;
use crate::template::Template;
use std::time::Duration;

/// JMeter's TCP sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct TcpStep {
    pub label: Template,
    pub host: Template,
    pub port: Template,
    pub framing: Framing,
    /// Text, or hexadecimal digits where the framing is binary.
    pub send: Template,
    /// Take the user's connection to this host and port where it has one, and keep it.
    pub reuse_connection: bool,
    pub close_connection: bool,
    pub no_delay: bool,
    /// SO_LINGER, seconds; `None`: the system's.
    pub linger_s: Option<u16>,
    pub connect_timeout: Option<Duration>,
    /// Longest silence between two reads.
    pub response_timeout: Option<Duration>,
    pub think: Vec<Pause>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

/// Where an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Text up to this byte as the last one of a read; without one up to the end of the connection.
    Text { end_byte: Option<u8> },
    /// The same in hexadecimal digits; silence ends an answer without an end byte, too.
    Binary { end_byte: Option<u8> },
    /// Hexadecimal digits; so many bytes before each message say how long it is, the highest first.
    LengthPrefixed { prefix_bytes: u8 },
}
