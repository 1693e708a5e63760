//! A request of a user, on its way.

use crate::grpc;
use crate::http::message::{Outgoing, Pieces};
use crate::http::response::ResponseReader;
use crate::http2::Stream;
use crate::net::Way;
use crate::sample_log::ExchangeLog;
use crate::worker::{Page, Part, SubResponses};

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
    pub sending: Sending,
    pub reader: ResponseReader,
    pub way: Way,
    pub times: SampleTimes,
    pub chain: Chain,
    /// What is still to come beside the answer.
    pub page: Option<Box<Page>>,
    /// It is a part of a page.
    pub part: Option<Box<Part>>,
    pub stream: Option<Box<Stream>>,
    /// What has come of a gRPC answer.
    pub grpc: Option<Box<grpc::Answer>>,
    /// Answers beside its own that are looked at.
    pub sub_responses: Option<Box<SubResponses>>,
    pub log: Option<Box<ExchangeLog>>,
}

/// How far a request has been written.
#[derive(Default)]
pub struct Sending {
    pub written: usize,
    /// How far it may be written: less than all while `100 Continue` is waited for.
    pub limit: usize,
    /// Written bytes that `bytes_sent` holds.
    pub counted: usize,
    /// Of all requests of the chain.
    pub bytes_sent: u64,
}

/// The moments of a sample on its way.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleTimes {
    pub started_us: u64,
    /// When the request that is under way began: later than the first after a redirect or a challenge.
    pub begun_us: u64,
    /// When it was to start, where that is planned (an arrival, a pace).
    pub intended_us: Option<u64>,
    pub first_byte_us: Option<u64>,
    /// When the last bytes that were read had arrived.
    pub arrived_us: Option<u64>,
}

/// What came before the request that is under way.
#[derive(Default)]
pub struct Chain {
    pub redirects: u8,
    /// Challenges answered.
    pub challenged: u8,
    pub retried: bool,
    /// Of the answers before this one.
    pub bytes_before: u64,
}

impl Exchange {
    pub fn new(request: u32, outgoing: Outgoing, started_us: u64) -> Self {
        Exchange {
            request,
            phase: Phase::Resolve,
            pieces: None,
            sending: Sending { limit: outgoing.bytes.len(), ..Sending::default() },
            outgoing,
            reader: ResponseReader::default(),
            way: Way::default(),
            times: SampleTimes::started(started_us, None),
            chain: Chain::default(),
            page: None,
            part: None,
            stream: None,
            grpc: None,
            sub_responses: None,
            log: None,
        }
    }

    /// Bytes of its answer had arrived at this moment.
    pub fn bytes_arrived(&mut self, at_us: u64) {
        self.times.bytes_arrived(at_us);
        if let Some(log) = &mut self.log {
            log.first_byte_us = log.first_byte_us.or(self.times.arrived_us);
        }
    }
}

impl SampleTimes {
    pub fn started(started_us: u64, intended_us: Option<u64>) -> Self {
        SampleTimes { started_us, begun_us: started_us, intended_us, first_byte_us: None, arrived_us: None }
    }

    pub fn bytes_arrived(&mut self, at_us: u64) {
        self.arrived_us = Some(at_us.max(self.started_us));
        self.first_byte_us = self.first_byte_us.or(self.arrived_us);
    }

    /// When its answer was whole. One without a whole answer has ended now.
    pub fn ended_us(&self, is_whole: bool, now_us: u64) -> u64 {
        self.arrived_us.filter(|_| is_whole).unwrap_or(now_us)
    }
}
