//! A request of a user, on its way.

use super::cookies::Cookies;
use super::message::{Outgoing, Pieces};
use super::response::{BodyRoom, Keep, ResponseReader};
use super::sub_responses::SubResponses;
use super::{HttpTarget, PooledConnection, origin};
use crate::exchange_examples::{ExchangeExamples, OpenExample};
use crate::net::{FailureDetail, Way};
use crate::observer::ObservedConnecting;
use crate::program::{CompiledRequest, Program};
use crate::protocol::grpc;
use crate::protocol::http2::Http2Stream;
use crate::protocol::sample_times::{ExchangePhase, SampleTimes};
use crate::sample_log::ExchangeLog;
use std::collections::VecDeque;
use std::sync::Arc;

/// A connection that ends within a round trip and this after a request was sent had ended before the server saw it.
pub const UNSEEN_US: u64 = 5_000;

/// A request on its way, redirects included.
// What one request has under way, in one box, so that a waiting user is small.
pub struct Exchange {
    pub request: u32,
    pub phase: ExchangePhase,
    pub outgoing: Outgoing,
    pub pieces: Option<Pieces>,
    pub sending: Sending,
    pub reader: ResponseReader,
    pub way: Way,
    pub times: SampleTimes,
    pub chain: RedirectChain,
    /// What is still to come beside the answer.
    pub page: Option<Box<Page>>,
    /// It is a part of a page.
    pub part: Option<Box<PagePart>>,
    pub stream: Option<Box<Http2Stream>>,
    /// What has come of a gRPC answer.
    pub grpc: Option<Box<grpc::GrpcAnswer>>,
    /// Answers beside its own that are looked at.
    pub sub_responses: Option<Box<SubResponses>>,
    pub log: Option<Box<ExchangeLog>>,
    /// Its answer is kept in case it will be an example.
    pub open_example: Option<OpenExample>,
}

/// How far a request has been written.
#[derive(Default)]
pub struct Sending {
    pub written: usize,
    /// How many bytes the request has.
    pub whole: usize,
    /// How far it may be written: less than all while `100 Continue` is waited for.
    pub limit: usize,
    /// Written bytes that `bytes_sent` holds.
    pub counted: usize,
    /// Of all requests of the chain.
    pub bytes_sent: u64,
}

/// What came before the request that is under way.
#[derive(Default)]
pub struct RedirectChain {
    pub redirects: u8,
    /// Challenges answered.
    pub challenged: u8,
    pub retried: bool,
    /// Of the answers before this one.
    pub bytes_before: u64,
    /// How the first connection was made, where one was made before this answer.
    pub connecting: Option<ObservedConnecting>,
    /// Where the plan sent it, once somebody else has sent it on.
    pub origin: Option<Arc<HttpTarget>>,
    /// Where it goes now is another origin than that.
    pub is_foreign: bool,
}

impl Exchange {
    pub fn new(request: u32, outgoing: Outgoing, started_us: u64) -> Self {
        Exchange {
            request,
            phase: ExchangePhase::Resolve,
            pieces: None,
            sending: Sending::default(),
            outgoing,
            reader: ResponseReader::default(),
            way: Way::default(),
            times: SampleTimes::started(started_us, None),
            chain: RedirectChain::default(),
            page: None,
            part: None,
            stream: None,
            grpc: None,
            sub_responses: None,
            open_example: None,
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

    /// How far the connection has come that is made for it, or was made.
    pub fn connecting(&self) -> Option<ObservedConnecting> {
        let (way, started_us) = (&self.way, self.times.request_started_us);
        let address = way.address.filter(|_| way.since_us >= started_us)?;
        let secure = self.outgoing.target.secure;
        Some(ObservedConnecting {
            address,
            name_us: way.since_us - started_us,
            connect_us: way.tcp_us.map(|at| at.saturating_sub(way.since_us)),
            tls_us: way
                .tcp_us
                .zip(way.connected_us)
                .filter(|_| secure)
                .map(|(tcp, tls)| tls.saturating_sub(tcp)),
        })
    }

    /// Makes what HTTP/1.1 sends, where that was not needed before.
    pub fn write_out(&mut self) {
        if self.outgoing.bytes.is_empty()
            && let Some(pieces) = &self.pieces
        {
            self.outgoing.bytes = pieces.to_bytes(&self.outgoing.target).into();
        }
    }

    /// Back to before the first byte.
    pub fn rewind(&mut self, request: &CompiledRequest) {
        self.sending = Sending { bytes_sent: self.sending.bytes_sent, ..Sending::default() };
        self.sending.whole = self.outgoing.bytes.len();
        self.sending.limit = self.sending.whole;
        if request.expects_continue
            && let Some(head) = self.outgoing.bytes.windows(4).position(|bytes| bytes == b"\r\n\r\n")
        {
            self.sending.limit = head + 4;
        }
    }

    /// The head is sent and the body waits.
    pub fn awaits_continue(&self) -> bool {
        self.sending.written == self.sending.limit && self.sending.limit < self.sending.whole
    }

    /// It goes on to where an answer says. What proves who the user is stays at its own origin, unless it is to go everywhere.
    pub fn send_on(&mut self, target: &HttpTarget, pieces: &mut Pieces, everywhere: bool) {
        let from = &self.outgoing.target;
        let origin = self.chain.origin.get_or_insert_with(|| Arc::clone(from));
        self.chain.is_foreign = !everywhere && !origin::is_same(origin, target);
        if !everywhere && !origin::is_same(from, target) {
            pieces.headers.retain(|(name, _)| origin::may_follow(name));
        }
    }

    /// Lets the body go.
    pub fn release(&mut self) {
        self.sending.limit = self.sending.whole;
        self.phase = ExchangePhase::Send;
    }
}

/// What is still to come of a page.
pub struct Page {
    pub pieces: Pieces,
    pub waiting: VecDeque<(Arc<HttpTarget>, u8)>,
    #[expect(clippy::vec_box, reason = "parts move in and out of their user's place, boxed there")]
    pub active: Vec<Box<Exchange>>,
    /// Parts so far.
    pub count: usize,
    pub bytes_sent: u64,
    pub bytes_received: u64,
    pub failure: Option<FailureDetail>,
}

impl Page {
    /// Parts that have begun and not ended.
    pub fn under_way(&self) -> usize {
        self.active.len()
    }
}

/// What a part knows of its page.
pub struct PagePart {
    /// While the part is worked at.
    pub page: Option<Box<Exchange>>,
    pub depth: u8,
    /// While it is not.
    pub deadline_us: u64,
}

impl PagePart {
    /// An idle connection to the target that no other part uses.
    pub fn idle_connection(&self, connections: &[PooledConnection], target: &HttpTarget) -> Option<u32> {
        let fits = |pooled: &&PooledConnection| {
            !self.is_busy(pooled.serial) && target.shares_connection(&pooled.target)
        };
        connections.iter().find(fits).map(|pooled| pooled.serial)
    }

    /// Makes room for another connection, where one is idle.
    pub fn drop_idle(&self, connections: &mut Vec<PooledConnection>) {
        if let Some(idle) = connections.iter().position(|pooled| !self.is_busy(pooled.serial)) {
            connections.remove(idle);
        }
    }

    fn is_busy(&self, serial: u32) -> bool {
        let page = self.page.as_ref().and_then(|exchange| exchange.page.as_ref());
        page.is_some_and(|page| page.active.iter().any(|part| part.way.serial == serial))
    }
}

/// What of an answer is kept for those who look at it.
pub fn keep(
    request: &CompiledRequest,
    exchange: &mut Exchange,
    room: &BodyRoom,
    examples: &ExchangeExamples,
) -> Keep {
    let arrived_us = exchange.times.arrived_us.unwrap_or(exchange.times.started_us);
    if exchange.open_example.is_none() && exchange.reader.status == 0 {
        let after_us = arrived_us.saturating_sub(exchange.times.started_us);
        exchange.open_example = examples.open(request.label.known(), after_us);
    }
    Keep {
        example: exchange.open_example.is_some(),
        failed_example: examples.keeps_failures(arrived_us),
        body: request.keeps_body,
        // The sample log has the reason and the type of every answer.
        headers: request.keeps_headers || exchange.log.is_some(),
        cookies: request.cookies.is_some(),
        upgrade: request.opens.is_some(),
        body_max: exchange.reader.body_max(room),
    }
}

/// Puts the cookies of the answer into the request's jar.
pub fn store_cookies(jars: &mut Vec<Option<Box<Cookies>>>, program: &Program, exchange: &Exchange) {
    if let Some(jar) = program.samplers.requests[exchange.request as usize].cookies
        && !exchange.reader.set_cookies.is_empty()
    {
        jars.resize_with(program.jars.len(), || None);
        let cookies = jars[jar].get_or_insert_default();
        cookies.store(&exchange.outgoing.target, &exchange.reader.set_cookies);
    }
}
