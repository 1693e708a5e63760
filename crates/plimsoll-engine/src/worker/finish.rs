//! The end of an exchange: redirects, extracting, checking, and the sample.

use super::Worker;
use super::interpreter::Flow;
use super::login::{self, Asked};
use super::sample::{End, Ended, EndedSample};
use super::{cache, sub_responses};
use crate::check;
use crate::extract::Answer;
use crate::http::Target;
use crate::http::message::{self, Outgoing, Own, Pieces};
use crate::http::response::ResponseReader;
use crate::net::{Failure, Way};
use crate::program::{CompiledRequest, way_by};
use crate::user::{Exchange, Phase, User};
use plimsoll_plan::plan::Redirects;
use plimsoll_run::{ErrorKind, TransactionKind};
use std::rc::Rc;
use std::sync::Arc;

/// JMeter's `httpsampler.max_redirects`.
const REDIRECTS_MAX: u8 = 20;

impl Worker {
    /// Prepares the next request of a redirect chain. False: its answer is cached, so the chain ends here.
    pub(super) fn redirect(
        &mut self,
        user: &mut User,
        request: &CompiledRequest,
        location: &str,
    ) -> Result<bool, Failure> {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(true) };
        exchange.chain.redirects += 1;
        self.log_hop(user, request);
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(true) };
        if exchange.chain.redirects > REDIRECTS_MAX {
            let text = format!("more than {REDIRECTS_MAX} redirects");
            return Err((ErrorKind::TooManyRedirects, text));
        }
        let mut target = exchange.outgoing.target.redirect(location).map_err(|e| (ErrorKind::BadHttp, e))?;
        if let Some(proxy) = &request.way {
            let way = way_by(proxy, &target, &mut self.context.scope(&mut user.data));
            target.via = way.map_err(|e| (ErrorKind::BadRequest, e))?;
        }
        let mut pieces = self.pieces(user, request)?;
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(true) };
        // By itself JMeter makes everything but HEAD a GET (HTTPSamplerBase.computeMethodForRedirect); its client does
        // so for 301 to 303 only.
        let becomes_get =
            request.redirects == Redirects::Follow || matches!(exchange.reader.status, 301..=303);
        if becomes_get && pieces.method != "HEAD" {
            pieces.method = "GET".to_owned();
            pieces.body.clear();
            pieces.headers.retain(|(name, _)| {
                let name = name.to_ascii_lowercase();
                name != "expect" && !name.starts_with("content-")
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
    pub(super) fn pieces(&mut self, user: &mut User, request: &CompiledRequest) -> Result<Pieces, Failure> {
        if let Some(pieces) = user.in_flight.exchange_mut().and_then(|exchange| exchange.pieces.take()) {
            return Ok(pieces);
        }
        let rendered = message::render(request, &mut self.context.scope(&mut user.data));
        rendered.map(|(_, pieces)| pieces).map_err(|e| (ErrorKind::BadRequest, e))
    }

    /// Puts another request into the exchange, whose answer so far only counts with its bytes.
    pub(super) fn send_again(
        &mut self,
        user: &mut User,
        request: &CompiledRequest,
        target: Arc<Target>,
        pieces: Pieces,
    ) {
        let jar = request.cookies.and_then(|jar| user.http.jars.get(jar)).and_then(Option::as_ref);
        let cookies = jar.and_then(|jar| jar.header(&target));
        let authorization = request.logins.as_ref().and_then(|logins| {
            let asked = Asked { target: &target, method: &pieces.method };
            let sessions = &mut user.http.challenges;
            login::authorization(logins, sessions, &asked, &mut self.context.scope(&mut user.data))
        });
        let conditions = cache::conditions(&user.http.caches, request, &target, &pieces);
        let Some(exchange) = user.in_flight.exchange_mut() else { return };
        let bytes = pieces.to_bytes(&target, &Own { cookies, authorization, conditions });
        exchange.chain.bytes_before += exchange.reader.bytes;
        exchange.times.begun_us = self.context.now_us();
        if let Some(log) = &mut exchange.log {
            (log.started_us, log.sent_before) = (exchange.times.begun_us, exchange.sending.bytes_sent);
            (log.first_byte_us, log.connected_us) = (None, None);
        }
        exchange.reader = ResponseReader::default();
        exchange.outgoing = Outgoing { target, method: pieces.method.as_str().into(), bytes: bytes.into() };
        exchange.pieces = Some(pieces);
        (exchange.way, exchange.chain.retried) = (Way::default(), false);
        exchange.rewind(request);
    }

    /// Ends the exchange: that of a part goes on with its page, any other is a sample.
    pub(super) fn finish(&mut self, index: u32, user: &mut User, failure: Option<Failure>) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(exchange) = user.in_flight.take_exchange() else { return Flow::Next };
        if exchange.part.is_some() {
            return self.part_ended(user, exchange, failure);
        }
        let request = &program.requests[exchange.request as usize];
        let now_us = self.context.now_us();
        let ended_us = exchange.times.ended_us(failure.is_none(), now_us);
        let label = self.label(user, &request.label, TransactionKind::Request);
        let status = exchange.reader.status;
        let failure = failure.or_else(|| {
            let good = request.succeeds_with(status) || check::assumes_success(request);
            (!good).then(|| (ErrorKind::Status, format!("{status} {}", exchange.reader.reason)))
        });
        let end = End {
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
            is_unsent: exchange.phase == Phase::Connect,
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
        let parts = self.exchange.sub_responses.take().map(|kept| kept.all(&mut self.exchange, ended_us));
        let mut answer = sub_responses::answer(&mut self.exchange, service_us);
        answer.parts = parts.unwrap_or_default();
        answer
    }

    /// Statuses have been judged; nothing else is.
    fn is_forgiven(&self, _: ErrorKind) -> bool {
        false
    }

    fn log(mut self, worker: &mut Worker, user: &mut User, sample: EndedSample<'_>) {
        worker.log_request(user, &mut self.exchange, sample);
    }
}

pub(super) fn into_text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// Why a redirect can't be followed that does not say where to.
pub(super) const WITHOUT_LOCATION: &str = "the redirect does not say where to";

/// A redirect that the request would follow, and can't (HTTPHC4Impl.sample).
pub(super) fn is_lost(exchange: &Exchange, request: &CompiledRequest) -> bool {
    let status = exchange.reader.status;
    exchange.reader.location.is_none()
        && request.redirects == Redirects::Follow
        && matches!(status, 301 | 302 | 303 | 308)
}

/// Where the answer sends the request on to, when the request follows.
pub(super) fn redirect_location(exchange: &Exchange, request: &CompiledRequest) -> Option<String> {
    let method = &*exchange.outgoing.method;
    let follows = match (request.redirects, exchange.reader.status) {
        (Redirects::Follow, 301 | 302 | 303 | 308) => true,
        (Redirects::Follow, 307) => matches!(method, "GET" | "HEAD"),
        (Redirects::FollowSafeMethods, 301 | 302 | 303 | 307 | 308) => matches!(method, "GET" | "HEAD"),
        _ => false,
    };
    exchange.reader.location.clone().filter(|_| follows)
}
