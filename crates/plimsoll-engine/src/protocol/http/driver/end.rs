//! The end of an exchange: redirects, extracting, checking, and the sample.

use super::cache;
use super::login::{self, RequestLine};
use crate::check;
use crate::extract::Answer;
use crate::net::{FailureDetail, Way};
use crate::observer::ObservedConnecting;
use crate::program::{CompiledRequest, way_by};
use crate::protocol::http::exchange::Exchange;
use crate::protocol::http::message::{Outgoing, Own, Pieces};
use crate::protocol::http::response::ResponseReader;
use crate::protocol::http::{HttpTarget, message, sub_responses};
use crate::protocol::http2;
use crate::protocol::sample_times::ExchangePhase;
use crate::user::User;
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use crate::worker::sample::{Ended, EndedSample, SampleEnd};
use plimsoll_plan::plan::Redirects;
use plimsoll_run::{ErrorKind, TransactionKind};
use std::rc::Rc;
use std::sync::Arc;

/// JMeter's `httpsampler.max_redirects`.
const REDIRECTS_MAX: u8 = 20;

impl Worker {
    /// Prepares the next request of a redirect chain. False: its answer is cached, so the chain ends here.
    pub fn redirect(
        &mut self,
        user: &mut User,
        request: &CompiledRequest,
        location: &str,
    ) -> Result<bool, FailureDetail> {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(true) };
        exchange.chain.redirects += 1;
        self.log_hop(user, request);
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(true) };
        if exchange.chain.redirects > REDIRECTS_MAX {
            let text = format!("more than {REDIRECTS_MAX} redirects");
            return Err((ErrorKind::TooManyRedirects, text));
        }
        let target = exchange.outgoing.target.redirect(location).map_err(|e| (ErrorKind::BadHttp, e))?;
        let mut target = target.spelled(request.dialect);
        let home = exchange.chain.origin.as_ref().unwrap_or(&exchange.outgoing.target);
        if self.context.shared.bounds.stay_on_hosts
            && !self.context.program.names_host(&home.host, &target.host)
        {
            let text = format!("a redirect to {}, which the plan does not name", target.host);
            return Err((ErrorKind::OtherHost, text));
        }
        if let Some(proxy) = &request.way {
            let way = way_by(proxy, &target, &mut self.context.scope(&mut user.data));
            target.via = way.map_err(|e| (ErrorKind::BadRequest, e))?;
        }
        if request.cache.is_some() || exchange.sub_responses.is_some() {
            // Somebody may look at the request after its pieces have changed.
            exchange.write_out();
        }
        let mut pieces = self.pieces(user, request)?;
        let everywhere = self.context.shared.bounds.credentials_everywhere;
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(true) };
        // By itself JMeter makes everything but HEAD a GET (HTTPSamplerBase.computeMethodForRedirect); its client does
        // so for 301 to 303 only.
        exchange.send_on(&target, &mut pieces, everywhere);
        let becomes_get =
            request.redirects == Redirects::Follow || matches!(exchange.reader.status, 301..=303);
        if becomes_get && pieces.method != "HEAD" {
            pieces.method = "GET".to_owned();
            pieces.body.clear();
            pieces.headers.retain(|(name, _)| {
                let name = name.to_ascii_lowercase();
                name != "expect" && (!name.starts_with("content-") || request.keeps_type(&name))
            });
        }
        if target.host != exchange.outgoing.target.host {
            pieces.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("host"));
        }
        let now_ms = self.context.shared.clock.wall_ms(self.context.now_us());
        if cache::is_fresh(&user.http.caches, request, &target, &pieces, now_ms) {
            exchange.pieces = Some(pieces);
            // The redirect is the sample itself.
            exchange.log.iter_mut().for_each(|log| drop(log.hops.pop()));
            return Ok(false);
        }
        if exchange.sub_responses.is_some() {
            let ended_us = exchange.times.ended_us(true, self.context.now_us());
            sub_responses::keep_redirect(exchange, ended_us);
        }
        exchange.chain.challenged = 0;
        self.send_again(user, request, target.into(), pieces);
        Ok(true)
    }

    /// The request's pieces as they were sent.
    pub fn pieces(&mut self, user: &mut User, request: &CompiledRequest) -> Result<Pieces, FailureDetail> {
        if let Some(pieces) = user.in_flight.exchange_mut().and_then(|exchange| exchange.pieces.take()) {
            return Ok(pieces);
        }
        let rendered = message::render(request, &mut self.context.scope(&mut user.data));
        rendered.map(|(_, pieces)| pieces).map_err(|e| (ErrorKind::BadRequest, e))
    }

    /// Puts another request into the exchange, whose answer so far only counts with its bytes.
    pub fn send_again(
        &mut self,
        user: &mut User,
        request: &CompiledRequest,
        target: Arc<HttpTarget>,
        mut pieces: Pieces,
    ) {
        let cookies = request.cookies.and_then(|jar| {
            let policy = self.context.program.jars[jar].policy;
            user.http.jars.get(jar)?.as_ref()?.header(&target, policy)
        });
        let is_foreign = user.in_flight.exchange().is_some_and(|exchange| exchange.chain.is_foreign);
        let authorization = request.logins.as_ref().and_then(|logins| {
            let asked = RequestLine { target: &target, method: &pieces.method, is_foreign };
            let sessions = &mut user.http.challenges;
            login::authorization(logins, sessions, &asked, &mut self.context.scope(&mut user.data))
        });
        let conditions = cache::conditions(&user.http.caches, request, &target, &pieces);
        let Some(exchange) = user.in_flight.exchange_mut() else { return };
        exchange.chain.connecting = exchange.chain.connecting.take().or_else(|| exchange.connecting());
        pieces.own = Own { cookies, authorization, conditions };
        exchange.chain.bytes_before += exchange.reader.bytes;
        exchange.times.request_started_us = self.context.now_us();
        if let Some(log) = &mut exchange.log {
            (log.started_us, log.sent_before) =
                (exchange.times.request_started_us, exchange.sending.bytes_sent);
            log.first_byte_us = None;
        }
        exchange.reader = ResponseReader::default();
        let by_stream = exchange.part.is_none() && http2::goes_by_stream(request, &target, &self.io.sessions);
        exchange.outgoing = Outgoing::of(&pieces, &target, by_stream);
        exchange.pieces = Some(pieces);
        (exchange.way, exchange.chain.retried) = (Way::default(), false);
        exchange.rewind(request);
    }

    /// Ends the exchange: that of a part goes on with its page, any other is a sample.
    pub fn finish(&mut self, index: u32, user: &mut User, failure: Option<FailureDetail>) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(exchange) = user.in_flight.take_exchange() else { return Flow::Next };
        let is_sent_on = exchange.chain.redirects > 0 || exchange.part.is_some();
        let failure = failure.map(|failure| if is_sent_on { of_the_system(failure) } else { failure });
        if exchange.part.is_some() {
            return self.part_ended(user, exchange, failure);
        }
        let request = &program.samplers.requests[exchange.request as usize];
        let now_us = self.context.now_us();
        let ended_us = exchange.times.ended_us(failure.is_none(), now_us);
        let label = self.label(user, &request.label, TransactionKind::Request);
        let status = exchange.reader.status;
        let failure = failure.or_else(|| {
            let good = request.succeeds_with(status) || check::assumes_success(request);
            (!good).then(|| (ErrorKind::Status, format!("{status} {}", exchange.reader.reason)))
        });
        let end = SampleEnd {
            label: Some(label),
            extractors: &request.extractors,
            checks: &request.checks,
            intended_us: exchange.times.intended_us,
            started_us: exchange.times.started_us,
            first_byte_us: exchange.times.first_byte_us,
            ended_us,
            busy_since_us: None,
            bytes_sent: exchange.sending.bytes_sent,
            bytes_received: exchange.chain.bytes_before + exchange.reader.bytes,
            failure,
            // Whatever it was that refused the connection: the server, its TLS, or a proxy.
            is_unsent: exchange.phase == ExchangePhase::Connect,
        };
        self.end_sample(index, user, end, EndedExchange { exchange, now_us })
    }
}

/// A request that has ended, with all that belongs to it.
struct EndedExchange {
    exchange: Box<Exchange>,
    now_us: u64,
}

impl Ended for EndedExchange {
    fn answer(&mut self, service_us: u64) -> Answer<'_> {
        let ended_us = self.exchange.times.ended_us(true, self.now_us);
        let parts =
            self.exchange.sub_responses.take().map(|responses| responses.all(&mut self.exchange, ended_us));
        let mut answer = sub_responses::answer(&mut self.exchange, service_us);
        answer.parts = parts.unwrap_or_default();
        answer
    }

    fn connecting(&self) -> Option<ObservedConnecting> {
        self.exchange.chain.connecting.clone().or_else(|| self.exchange.connecting())
    }

    /// Statuses have been judged; nothing else is.
    fn is_forgiven(&self, _: ErrorKind) -> bool {
        false
    }

    fn log(mut self, worker: &mut Worker, user: &mut User, sample: EndedSample<'_>) {
        worker.log_request(user, &mut self.exchange, sample);
    }
}

/// Where a request goes that an answer sent on is the system's to say: an address that can't be asked is its failure, not the
/// generator's.
fn of_the_system((kind, text): FailureDetail) -> FailureDetail {
    match kind {
        ErrorKind::NameResolution => (ErrorKind::ConnectFailed, text),
        ErrorKind::BadRequest => (ErrorKind::BadHttp, text),
        kind => (kind, text),
    }
}

/// Why a redirect can't be followed that does not say where to.
pub const WITHOUT_LOCATION: &str = "the redirect does not say where to";

/// A redirect that the request would follow, and can't (HTTPHC4Impl.sample).
pub fn is_lost(exchange: &Exchange, request: &CompiledRequest) -> bool {
    let status = exchange.reader.status;
    exchange.reader.location.is_none()
        && request.redirects == Redirects::Follow
        && matches!(status, 301 | 302 | 303 | 308)
}

/// Where the answer sends the request on to, when the request follows.
pub fn redirect_location(exchange: &Exchange, request: &CompiledRequest) -> Option<String> {
    let method = &*exchange.outgoing.method;
    let follows = match (request.redirects, exchange.reader.status) {
        (Redirects::Follow, 301 | 302 | 303 | 308) => true,
        (Redirects::Follow, 307) => matches!(method, "GET" | "HEAD"),
        (Redirects::FollowSafeMethods, 301 | 302 | 303 | 307 | 308) => matches!(method, "GET" | "HEAD"),
        _ => false,
    };
    exchange.reader.location.clone().filter(|_| follows)
}
