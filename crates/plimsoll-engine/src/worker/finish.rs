//! The end of an exchange: redirects, extracting, checking, and the sample.

use super::Worker;
use super::interpreter::{Flow, scope};
use super::login::{self, Asked};
use super::{cache, kept};
use crate::check;
use crate::extract::{self, Answer};
use crate::http::Target;
use crate::http::connection::Failure;
use crate::http::message::{self, Outgoing, Own, Pieces};
use crate::http::response::ResponseReader;
use crate::program::{Check, Request};
use crate::recorder::Sample;
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{Activity, Exchange, Phase, User};
use plimsoll_plan::plan::Redirects;
use plimsoll_plan::template::{LastAnswer, Surroundings};
use plimsoll_run::{ErrorKind, TransactionKind};
use std::rc::Rc;
use std::sync::Arc;

/// JMeter's `httpsampler.max_redirects`.
const REDIRECTS_MAX: u8 = 20;
/// Think time of a user after a request that could not be sent, microseconds.
const RECOVERY_US: u64 = 100_000;

impl Worker {
    /// Prepares the next request of a redirect chain. False: its answer is cached, so the chain ends here.
    pub(super) fn redirect(
        &mut self,
        user: &mut User,
        request: &Request,
        location: &str,
    ) -> Result<bool, Failure> {
        let program = Rc::clone(&self.program);
        let Some(exchange) = &mut user.exchange else { return Ok(true) };
        exchange.redirects += 1;
        self.log_hop(user, request);
        let Some(exchange) = &mut user.exchange else { return Ok(true) };
        if exchange.redirects > REDIRECTS_MAX {
            let text = format!("more than {REDIRECTS_MAX} redirects");
            return Err((ErrorKind::TooManyRedirects, text));
        }
        let mut target = exchange.outgoing.target.redirect(location).map_err(|e| (ErrorKind::BadHttp, e))?;
        if let Some(proxy) = &request.proxy {
            let way = proxy.way(&target, &mut scope!(self, user, &program));
            target.via = way.map_err(|e| (ErrorKind::BadRequest, e))?;
        }
        let mut pieces = self.pieces(user, request)?;
        let Some(exchange) = &mut user.exchange else { return Ok(true) };
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
        let now_ms = self.shared.clock.wall_ms(self.shared.clock.now_us());
        if cache::is_fresh(&user.caches, request, &target, &pieces, now_ms) {
            exchange.pieces = Some(pieces);
            // The redirect is the sample itself.
            exchange.log.iter_mut().for_each(|log| drop(log.hops.pop()));
            return Ok(false);
        }
        if exchange.kept.is_some() {
            let ended_us = exchange.ended_us(true, self.shared.clock.now_us());
            kept::keep_redirect(exchange, ended_us);
        }
        exchange.challenged = 0;
        self.send_again(user, request, target.into(), pieces);
        Ok(true)
    }

    /// The request's pieces as they were sent.
    pub(super) fn pieces(&mut self, user: &mut User, request: &Request) -> Result<Pieces, Failure> {
        if let Some(pieces) = user.exchange.as_mut().and_then(|exchange| exchange.pieces.take()) {
            return Ok(pieces);
        }
        let program = Rc::clone(&self.program);
        let rendered = message::render(request, &mut scope!(self, user, &program));
        rendered.map(|(_, pieces)| pieces).map_err(|e| (ErrorKind::BadRequest, e))
    }

    /// Puts another request into the exchange, whose answer so far only counts with its bytes.
    pub(super) fn send_again(
        &mut self,
        user: &mut User,
        request: &Request,
        target: Arc<Target>,
        pieces: Pieces,
    ) {
        let program = Rc::clone(&self.program);
        let jar = request.jar.and_then(|jar| user.jars.get(jar as usize)).and_then(Option::as_ref);
        let cookies = jar.and_then(|jar| jar.header(&target));
        let authorization = request.logins.as_ref().and_then(|logins| {
            let asked = Asked { target: &target, method: &pieces.method };
            let sessions = &mut user.challenges;
            login::authorization(logins, sessions, &asked, &mut scope!(self, user, &program))
        });
        let conditions = cache::conditions(&user.caches, request, &target, &pieces);
        let Some(exchange) = &mut user.exchange else { return };
        let bytes = pieces.to_bytes(&target, &Own { cookies, authorization, conditions });
        exchange.bytes_before += exchange.reader.bytes;
        exchange.begun_us = self.shared.clock.now_us();
        if let Some(log) = &mut exchange.log {
            (log.started_us, log.sent_before) = (exchange.begun_us, exchange.bytes_sent);
            (log.first_byte_us, log.connected_us) = (None, None);
        }
        exchange.reader = ResponseReader::default();
        exchange.outgoing = Outgoing { target, method: pieces.method.as_str().into(), bytes: bytes.into() };
        exchange.pieces = Some(pieces);
        (exchange.address_index, exchange.retried) = (0, false);
        exchange.rewind(request);
    }

    /// Ends the exchange: looks at the answer, counts the sample, and does what a failure asks for.
    pub(super) fn finish(&mut self, index: u32, user: &mut User, failure: Option<Failure>) -> Flow {
        let program = Rc::clone(&self.program);
        let Some(mut exchange) = user.exchange.take() else { return Flow::Next };
        if exchange.part.is_some() {
            return self.part_ended(user, exchange, failure);
        }
        user.activity = Activity::Waiting;
        Timers::clear(&mut user.deadline);
        let request = &program.requests[exchange.request as usize];
        let ended_us = exchange.ended_us(failure.is_none(), self.shared.clock.now_us());
        let service_us = ended_us.saturating_sub(exchange.started_us);
        let response_us = ended_us.saturating_sub(exchange.intended_us.unwrap_or(exchange.started_us));
        // Before anything is extracted: a name with variables in it is that of the request (HTTPSamplerBase.sample).
        let label = self.label(user, &request.label, TransactionKind::Request);
        let failure = self.judge(user, request, &mut exchange, failure, service_us);
        let first_byte_us = exchange.first_byte_us.map(|at| at - exchange.started_us);
        let bytes_received = exchange.bytes_before + exchange.reader.bytes;
        self.recorder.busy_us += service_us;
        user.last_succeeded = failure.is_none();
        let sample = Sample {
            label,
            response_us,
            service_us: exchange.intended_us.map(|_| service_us),
            first_byte_us,
            bytes_sent: exchange.bytes_sent,
            bytes_received,
            failure: failure.as_ref().map(|(kind, detail)| (*kind, detail.as_str())),
        };
        self.count_sample(user, &sample);
        self.log_request(user, request, &mut exchange, failure.as_ref(), (label, ended_us));
        let Some((kind, _)) = failure else { return Flow::Next };
        // Whatever it was that refused the connection: the server, its TLS, or a proxy.
        let unsent = never_sent(kind) || exchange.phase == Phase::Connect;
        match self.apply(index, user, program.scenarios[user.scenario].on_error) {
            Flow::Next if unsent => self.recover(index, user),
            flow => flow,
        }
    }

    /// Counts what has finished: in the transactions that are open, and by itself, unless one of them stands
    /// for its requests.
    pub(super) fn count_sample(&mut self, user: &mut User, sample: &Sample<'_>) {
        user.has_performed = true;
        let mut is_replaced = false;
        for group in &mut user.groups {
            is_replaced |= group.replaces_requests;
            group.requests += 1;
            group.response_us += sample.response_us;
            group.service_us += sample.service_us.unwrap_or(sample.response_us);
            group.first_byte_us = group.first_byte_us.or(sample.first_byte_us);
            group.bytes_sent += sample.bytes_sent;
            group.bytes_received += sample.bytes_received;
            if sample.failure.is_some() && group.failure.is_none() {
                group.failure = Some(self.labels.transaction(sample.label).name.clone());
            }
        }
        if !is_replaced {
            self.recorder.record(sample);
        }
    }

    /// A user that got no connection waits a little before it goes on: otherwise it would do nothing but
    /// fail, tens of thousands of times a second, and keep the generator's core busy with that.
    pub(super) fn recover(&mut self, index: u32, user: &mut User) -> Flow {
        let now_us = self.shared.clock.now_us();
        user.activity = Activity::Thinking { since_us: now_us };
        let until_us = (now_us + RECOVERY_US).min(user.stop_us.unwrap_or(u64::MAX));
        self.timers.set(index, &mut user.deadline, until_us);
        Flow::Wait
    }

    /// Extracts, then checks (JMeterThread: post-processors come before assertions).
    fn judge(
        &mut self,
        user: &mut User,
        request: &Request,
        exchange: &mut Exchange,
        failure: Option<Failure>,
        response_us: u64,
    ) -> Option<Failure> {
        let status = exchange.reader.status;
        let failure = failure.or_else(|| {
            let good = request.succeeds_with(status) || check::assumes_success(request);
            (!good).then(|| (ErrorKind::Status, format!("{status} {}", exchange.reader.reason)))
        });
        if request.extractors.is_empty() && request.checks.is_empty() && !self.program.sees_answers {
            return failure;
        }
        let program = Rc::clone(&self.program);
        let is_logged = exchange.log.is_some();
        let ended_us = exchange.ended_us(true, self.shared.clock.now_us());
        let parts = exchange.kept.take().map(|kept| kept.parts(exchange, ended_us));
        let mut answer = kept::answer(exchange, response_us);
        answer.parts = parts.unwrap_or_default();
        if program.sees_answers {
            let mut last = last_answer(&answer, failure.as_ref());
            last.label = scope!(self, user, &program).request_name();
            user.kept.last = Some(Box::new(last));
        }
        let mut scope: UserScope<'_> = scope!(self, user, &program);
        extract::extract(request, &answer, &mut scope);
        let is_wanted = is_logged || request.checks.iter().any(Check::is_script);
        let failed_check = match failure.is_some() && !is_wanted {
            true => None,
            false => check::first_failure(request, &answer, &mut scope),
        };
        if let Some(log) = &mut exchange.log {
            log.failed_check.clone_from(&failed_check);
        }
        let failure = failure.or_else(|| failed_check.map(|text| (ErrorKind::Assertion, text)));
        if let Some(last) = &mut user.kept.last {
            last.successful = failure.is_none();
        }
        failure
    }
}

/// What scripts see of the answer.
pub(super) fn last_answer(answer: &Answer<'_>, failure: Option<&Failure>) -> LastAnswer {
    let unanswered = answer.status == 0 && answer.code.is_none();
    let said = failure.filter(|_| unanswered).map_or(&*answer.reason, |(_, text)| text);
    LastAnswer {
        label: String::new(),
        code: match &answer.code {
            Some(code) => code.to_string(),
            None if unanswered => "Non HTTP response code".to_owned(),
            None => answer.status.to_string(),
        },
        message: said.to_owned(),
        headers: answer.headers.to_string(),
        body: answer.body.to_string(),
        url: answer.asked.url().into_owned(),
        successful: failure.is_none(),
        elapsed_ms: i64::try_from(answer.response_us / 1_000).unwrap_or(i64::MAX),
        is_ignored: false,
    }
}

pub(super) fn never_sent(kind: ErrorKind) -> bool {
    kind.is_generators() || matches!(kind, ErrorKind::ConnectRefused | ErrorKind::ConnectFailed)
}

pub(super) fn into_text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// Why a redirect can't be followed that does not say where to.
pub(super) const WITHOUT_LOCATION: &str = "the redirect does not say where to";

/// A redirect that the request would follow, and can't (HTTPHC4Impl.sample).
pub(super) fn is_lost(exchange: &Exchange, request: &Request) -> bool {
    let status = exchange.reader.status;
    exchange.reader.location.is_none()
        && request.redirects == Redirects::Follow
        && matches!(status, 301 | 302 | 303 | 308)
}

/// Where the answer sends the request on to, when the request follows.
pub(super) fn redirect_location(exchange: &Exchange, request: &Request) -> Option<String> {
    let method = &*exchange.outgoing.method;
    let follows = match (request.redirects, exchange.reader.status) {
        (Redirects::Follow, 301 | 302 | 303 | 308) => true,
        (Redirects::Follow, 307) => matches!(method, "GET" | "HEAD"),
        (Redirects::FollowSafeMethods, 301 | 302 | 303 | 307 | 308) => matches!(method, "GET" | "HEAD"),
        _ => false,
    };
    exchange.reader.location.clone().filter(|_| follows)
}
