//! Something sent over a TCP connection, and what comes back.

use crate::plan::check::{Check, Extractor};
use crate::plan::pause::Pause;
use crate::plan::stage::{AsWritten, LabelKind, TextForm, TextMap};
use std::time::Duration;

/// JMeter's TCP sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct TcpStep<S: TextForm = AsWritten> {
    pub label: S::Label,
    pub host: S::Text,
    pub port: S::Text,
    pub framing: Framing,
    /// Text, or hexadecimal digits where the framing is binary.
    pub send: S::Text,
    /// Take the user's connection to this host and port where it has one, and keep it.
    pub reuse_connection: bool,
    pub close_connection: bool,
    pub no_delay: bool,
    /// SO_LINGER, seconds; `None`: the system's.
    pub linger_s: Option<u16>,
    pub connect_timeout: Option<Duration>,
    /// Longest silence between two reads.
    pub response_timeout: Option<Duration>,
    pub think: Vec<Pause<S>>,
    pub extractors: Vec<Extractor<S>>,
    pub checks: Vec<Check<S>>,
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

impl TcpStep {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> TcpStep<M::To> {
        TcpStep {
            label: map.label(&self.label, LabelKind::Sample),
            host: map.text(&self.host),
            port: map.text(&self.port),
            framing: self.framing,
            send: map.text(&self.send),
            reuse_connection: self.reuse_connection,
            close_connection: self.close_connection,
            no_delay: self.no_delay,
            linger_s: self.linger_s,
            connect_timeout: self.connect_timeout,
            response_timeout: self.response_timeout,
            think: self.think.iter().map(|pause| pause.map_texts(map)).collect(),
            extractors: self.extractors.iter().map(|extractor| extractor.map_texts(map)).collect(),
            checks: self.checks.iter().map(|check| check.map_texts(map)).collect(),
        }
    }
}
