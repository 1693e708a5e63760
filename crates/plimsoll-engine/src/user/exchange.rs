//! A request of a user, on its way.

use crate::grpc;
use crate::http::message::{Outgoing, Pieces};
use crate::http::response::ResponseReader;
use crate::http2::Stream;
use crate::sample_log::ExchangeLog;
use crate::worker::{self, Page, Part};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Resolve,
    Connect,
    Send,
    Receive,
    /// By HTTP/2: waits for its turn on a session, or is under way on it.
    Stream,
}

/// A request on its way, redirects included.
pub struct Exchange {
    pub request: u32,
    pub phase: Phase,
    pub outgoing: Outgoing,
    pub pieces: Option<Pieces>,
    pub written: usize,
    /// How far it may be written: less than all while `100 Continue` is waited for.
    pub limit: usize,
    /// Written bytes that `bytes_sent` holds.
    pub counted: usize,
    pub reader: ResponseReader,
    pub serial: u32,
    pub address: Option<std::net::SocketAddr>,
    pub address_index: usize,
    pub started_us: u64,
    /// When the request that is under way began: later than the first after a redirect or a challenge.
    pub begun_us: u64,
    /// When it was to start, where that is planned (an arrival, a pace).
    pub intended_us: Option<u64>,
    pub connecting_us: u64,
    pub first_byte_us: Option<u64>,
    /// When the last bytes that were read had arrived.
    pub arrived_us: Option<u64>,
    /// Of the redirects before this one.
    pub bytes_before: u64,
    pub bytes_sent: u64,
    /// What is still to come beside the answer.
    pub page: Option<Box<Page>>,
    /// It is a part of a page.
    pub part: Option<Box<Part>>,
    pub redirects: u8,
    /// Challenges answered.
    pub challenged: u8,
    pub retried: bool,
    pub stream: Option<Box<Stream>>,
    /// What has come of a gRPC answer.
    pub grpc: Option<Box<grpc::Answer>>,
    /// Answers beside its own that are looked at.
    pub kept: Option<Box<worker::Kept>>,
    pub log: Option<Box<ExchangeLog>>,
}

impl Exchange {
    pub fn new(request: u32, outgoing: Outgoing, started_us: u64) -> Self {
        Exchange {
            request,
            phase: Phase::Resolve,
            pieces: None,
            written: 0,
            limit: outgoing.bytes.len(),
            counted: 0,
            outgoing,
            reader: ResponseReader::default(),
            serial: 0,
            address: None,
            address_index: 0,
            started_us,
            begun_us: started_us,
            intended_us: None,
            connecting_us: 0,
            first_byte_us: None,
            arrived_us: None,
            bytes_before: 0,
            bytes_sent: 0,
            page: None,
            part: None,
            redirects: 0,
            challenged: 0,
            retried: false,
            stream: None,
            grpc: None,
            kept: None,
            log: None,
        }
    }
}

impl Exchange {
    /// Bytes of its answer had arrived at this moment.
    pub fn bytes_arrived(&mut self, at_us: u64) {
        let at_us = Some(at_us.max(self.started_us));
        self.arrived_us = at_us;
        self.first_byte_us = self.first_byte_us.or(at_us);
        if let Some(log) = &mut self.log {
            log.first_byte_us = log.first_byte_us.or(at_us);
        }
    }

    /// When its answer was whole. One without a whole answer has ended now.
    pub fn ended_us(&self, is_whole: bool, now_us: u64) -> u64 {
        self.arrived_us.filter(|_| is_whole).unwrap_or(now_us)
    }
}
