//! A request from its start to its sample.

use super::interpreter::{Flow, scope};
use super::{Worker, interpreter};
use crate::check;
use crate::extract::{self, Answer};
use crate::http::Target;
use crate::http::connection::{Connection, Failure, ReadOutcome, exchange_failure};
use crate::http::content;
use crate::http::cookies::Cookies;
use crate::http::message::{self, Outgoing};
use crate::http::response::{Keep, Progress, ResponseReader};
use crate::program::{Jar, Request};
use crate::recorder::Sample;
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{Activity, Exchange, Held, Phase, User};
use plimsoll_plan::plan::Redirects;
use plimsoll_run::{ErrorKind, TransactionKind};
use rustix::event::epoll::{self, EventData, EventFlags};
use std::borrow::Cow;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;

/// JMeter's `httpsampler.max_redirects`.
const REDIRECTS_MAX: u8 = 20;
/// Idle connections that a user keeps.
const CONNECTIONS_MAX: usize = 8;

impl Worker {
    /// Starts the request; the sample's time begins here.
    pub(super) fn begin(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.program);
        let request = &program.requests[number as usize];
        let rendered = self.render(user, request);
        let started_us = self.shared.clock.now_us();
        let (outgoing, pieces) = match rendered {
            Ok(rendered) => rendered,
            Err(problem) => {
                let nothing = Outgoing { target: no_target(), method: "".into(), bytes: [].into() };
                user.exchange = Some(self.new_exchange(number, nothing, started_us));
                return self.finish(user, Some((ErrorKind::BadRequest, problem)));
            }
        };
        let mut exchange = self.new_exchange(number, outgoing, started_us);
        exchange.pieces = pieces;
        user.exchange = Some(exchange);
        user.activity = Activity::Exchanging;
        self.route(index, user)
    }

    fn render(
        &mut self,
        user: &mut User,
        request: &Request,
    ) -> Result<(Outgoing, Option<message::Pieces>), String> {
        let program = Rc::clone(&self.program);
        let jars = &mut user.jars;
        let mut scope = scope!(self, user, &program);
        message::outgoing(request, &mut scope, |target, scope| {
            let jar = request.jar? as usize;
            jars.resize_with(program.jars.len(), || None);
            jars[jar].get_or_insert_with(|| preset_cookies(&program.jars[jar], target, scope)).header(target)
        })
    }

    fn new_exchange(&mut self, request: u32, outgoing: Outgoing, started_us: u64) -> Box<Exchange> {
        let fresh = Exchange {
            request,
            phase: Phase::Resolve,
            outgoing,
            pieces: None,
            written: 0,
            reader: ResponseReader::default(),
            serial: 0,
            address: None,
            address_index: 0,
            started_us,
            connecting_us: 0,
            first_byte_us: None,
            bytes_before: 0,
            bytes_sent: 0,
            redirects: 0,
            retried: false,
        };
        match self.spare.pop() {
            Some(mut used) => {
                *used = fresh;
                used
            }
            None => Box::new(fresh),
        }
    }

    /// Finds the way to the target: an idle connection, or a new one.
    fn route(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = &mut user.exchange else { return Flow::Next };
        let target = Arc::clone(&exchange.outgoing.target);
        if !exchange.retried
            && let Some(serial) = user.idle_connection(&target)
        {
            let exchange = user.exchange.as_mut().expect("checked above");
            (exchange.serial, exchange.phase) = (serial, Phase::Send);
            return self.send(index, user);
        }
        self.connect(index, user)
    }

    fn connect(&mut self, index: u32, user: &mut User) -> Flow {
        let now_us = self.shared.clock.now_us();
        let Some(exchange) = &mut user.exchange else { return Flow::Next };
        let target = Arc::clone(&exchange.outgoing.target);
        let addresses = match self.resolver.lookup(&target.host, index) {
            None => {
                exchange.phase = Phase::Resolve;
                return Flow::Wait;
            }
            Some(Err(problem)) => return self.finish(user, Some((ErrorKind::NameResolution, problem))),
            Some(Ok(addresses)) => addresses,
        };
        let mut last: Failure = (ErrorKind::NameResolution, format!("{} has no address", target.host));
        while let Some(ip) = addresses.get(exchange.address_index) {
            exchange.address_index += 1;
            let address = SocketAddr::new(*ip, target.port);
            match self.open(index, address, &target) {
                Ok(held) => {
                    (exchange.serial, exchange.address) = (held.serial, Some(address));
                    (exchange.phase, exchange.connecting_us) = (Phase::Connect, now_us);
                    let timeout = self.program.requests[exchange.request as usize].connect_timeout_us;
                    if user.connections.len() >= CONNECTIONS_MAX {
                        user.connections.remove(0);
                    }
                    user.connections.push(held);
                    if let Some(timeout) = timeout {
                        self.timers.set(index, &mut user.deadline, now_us + timeout);
                    }
                    return Flow::Wait;
                }
                Err(failure) => last = failure,
            }
        }
        self.finish(user, Some(last))
    }

    fn open(&mut self, index: u32, address: SocketAddr, target: &Arc<Target>) -> Result<Held, Failure> {
        let tls = target.secure.then_some((&self.shared.tls, target.host.as_str()));
        let connection = Connection::open(address, tls)?;
        self.serial = self.serial.wrapping_add(1);
        let token = u64::from(index) << 32 | u64::from(self.serial);
        let wanted = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, connection.fd(), EventData::new_u64(token), wanted)
            .map_err(|e| (ErrorKind::GeneratorResources, e.to_string()))?;
        Ok(Held { serial: self.serial, target: Arc::clone(target), connection })
    }

    pub(super) fn name_resolved(&mut self, index: u32, user: &mut User) {
        if user.exchange.as_ref().is_some_and(|e| e.phase == Phase::Resolve) {
            let flow = self.connect(index, user);
            self.resume(index, user, flow);
        }
    }

    /// Something happened on one of the user's connections.
    pub(super) fn connection_event(&mut self, index: u32, user: &mut User, serial: u32) {
        let active = user.exchange.as_ref().filter(|e| e.serial == serial).map(|e| e.phase);
        let flow = match active {
            Some(Phase::Connect) => self.go_on_connecting(index, user),
            Some(Phase::Send) => self.send(index, user),
            Some(Phase::Receive) => self.receive(index, user),
            Some(Phase::Resolve) | None => {
                // An idle connection has nothing to say but that it is closed. Its last readiness to
                // write may still come after the answer, so ask.
                let idle = user.held(serial).is_some_and(|held| {
                    let mut byte = [0];
                    matches!(held.connection.read(&mut byte), Ok(ReadOutcome::WouldBlock))
                });
                if !idle {
                    user.drop_connection(serial);
                }
                return;
            }
        };
        self.resume(index, user, flow);
    }

    fn resume(&mut self, index: u32, user: &mut User, flow: Flow) {
        match flow {
            Flow::Next => self.drive(index, user),
            Flow::Wait => {}
            Flow::End => self.end_user(user),
        }
    }

    fn go_on_connecting(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = &user.exchange else { return Flow::Next };
        let (serial, address, since_us) = (exchange.serial, exchange.address, exchange.connecting_us);
        let (Some(address), Some(held)) = (address, user.held(serial)) else { return Flow::Wait };
        match held.connection.progress(address) {
            Ok(false) => Flow::Wait,
            Ok(true) => {
                self.recorder.connected(self.shared.clock.now_us() - since_us);
                Timers::clear(&mut user.deadline);
                if let Some(exchange) = &mut user.exchange {
                    exchange.phase = Phase::Send;
                }
                self.send(index, user)
            }
            Err(failure) => self.connect_failed(index, user, failure),
        }
    }

    /// Tries the host's next address, if it has one.
    fn connect_failed(&mut self, index: u32, user: &mut User, failure: Failure) -> Flow {
        let Some(exchange) = &user.exchange else { return Flow::Next };
        let (serial, next) = (exchange.serial, exchange.address_index);
        let host = exchange.outgoing.target.host.clone();
        user.drop_connection(serial);
        Timers::clear(&mut user.deadline);
        let more = matches!(self.resolver.lookup(&host, index), Some(Ok(list)) if list.len() > next);
        if more { self.connect(index, user) } else { self.finish(user, Some(failure)) }
    }

    fn send(&mut self, index: u32, user: &mut User) -> Flow {
        let User { exchange, connections, .. } = user;
        let Some(exchange) = exchange else { return Flow::Next };
        let Some(held) = connections.iter_mut().find(|held| held.serial == exchange.serial) else {
            return self.broken(index, user, (ErrorKind::Reset, "the connection is gone".to_owned()));
        };
        while exchange.written < exchange.outgoing.bytes.len() {
            match held.connection.write(&exchange.outgoing.bytes[exchange.written..]) {
                Ok(0) => return Flow::Wait,
                Ok(n) => exchange.written += n,
                Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => return Flow::Wait,
                Err(e) => {
                    let failure = exchange_failure(&e);
                    return self.broken(index, user, failure);
                }
            }
        }
        match held.connection.flush() {
            Ok(true) => {}
            Ok(false) => return Flow::Wait,
            Err(e) => {
                let failure = exchange_failure(&e);
                return self.broken(index, user, failure);
            }
        }
        exchange.phase = Phase::Receive;
        exchange.bytes_sent += exchange.outgoing.bytes.len() as u64;
        self.expect_answer(index, user);
        Flow::Wait
    }

    /// Starts the clock of the response time-out anew: it limits the silence, not the whole answer.
    fn expect_answer(&mut self, index: u32, user: &mut User) {
        let Some(exchange) = &user.exchange else { return };
        if let Some(timeout) = self.program.requests[exchange.request as usize].response_timeout_us {
            let at_us = self.shared.clock.now_us() + timeout;
            self.timers.set(index, &mut user.deadline, at_us);
        }
    }

    fn receive(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.program);
        loop {
            let User { exchange, connections, .. } = user;
            let Some(exchange) = exchange else { return Flow::Next };
            let Some(held) = connections.iter_mut().find(|held| held.serial == exchange.serial) else {
                return self.broken(index, user, (ErrorKind::Reset, "the connection is gone".to_owned()));
            };
            let (count, more) = match held.connection.read(&mut self.buffer) {
                Ok(ReadOutcome::Bytes(count, more)) => (count, more),
                Ok(ReadOutcome::WouldBlock) => return Flow::Wait,
                Ok(ReadOutcome::Closed) if exchange.reader.closed() => {
                    exchange.reader.keep_alive = false;
                    return self.answered(index, user);
                }
                Ok(ReadOutcome::Closed) => {
                    let text = if exchange.reader.is_untouched() {
                        "the server closed the connection without an answer"
                    } else {
                        "the server closed the connection in the middle of an answer"
                    };
                    return self.broken(index, user, (ErrorKind::ClosedEarly, text.to_owned()));
                }
                Err(e) => {
                    let failure = exchange_failure(&e);
                    return self.broken(index, user, failure);
                }
            };
            if exchange.first_byte_us.is_none() {
                exchange.first_byte_us = Some(self.shared.clock.now_us());
            }
            let keep = keep(&program.requests[exchange.request as usize]);
            let head_request = &*exchange.outgoing.method == "HEAD";
            match exchange.reader.feed(&self.buffer[..count], keep, head_request) {
                Ok(Progress::Done(used)) => {
                    exchange.reader.keep_alive &= used == count;
                    return self.answered(index, user);
                }
                Ok(Progress::More) if more => {}
                Ok(Progress::More) => {
                    self.expect_answer(index, user);
                    return Flow::Wait;
                }
                Err(problem) => {
                    let serial = exchange.serial;
                    user.drop_connection(serial);
                    return self.finish(user, Some((ErrorKind::BadHttp, problem)));
                }
            }
        }
    }

    /// The connection broke. One that was idle before may have been closed by the server at that very
    /// moment: then a request that may be repeated is sent again (RFC 9110, 9.2.2).
    fn broken(&mut self, index: u32, user: &mut User, failure: Failure) -> Flow {
        let Some(exchange) = &mut user.exchange else { return Flow::Next };
        let serial = exchange.serial;
        let uses = user.connections.iter().find(|h| h.serial == serial).map_or(0, |h| h.connection.uses);
        let idempotent = matches!(&*exchange.outgoing.method, "GET" | "HEAD" | "PUT" | "DELETE" | "OPTIONS");
        let again = uses > 0 && idempotent && !exchange.retried && exchange.reader.is_untouched();
        if again {
            (exchange.retried, exchange.written, exchange.address_index) = (true, 0, 0);
        }
        user.drop_connection(serial);
        Timers::clear(&mut user.deadline);
        if again {
            return self.connect(index, user);
        }
        self.finish(user, Some(failure))
    }

    /// The answer is whole.
    fn answered(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.program);
        let User { exchange, connections, jars, .. } = &mut *user;
        let Some(exchange) = exchange else { return Flow::Next };
        let request = &program.requests[exchange.request as usize];
        let serial = exchange.serial;
        if exchange.reader.keep_alive && request.keep_alive {
            if let Some(held) = connections.iter_mut().find(|held| held.serial == serial) {
                held.connection.uses += 1;
            }
        } else {
            connections.retain(|held| held.serial != serial);
        }
        if let Some(jar) = request.jar
            && !exchange.reader.set_cookies.is_empty()
        {
            jars.resize_with(program.jars.len(), || None);
            let cookies = jars[jar as usize].get_or_insert_default();
            cookies.store(&exchange.outgoing.target, &exchange.reader.set_cookies);
        }
        if let Some(location) = redirect_location(exchange, request) {
            return match self.redirect(user, request, &location) {
                Ok(()) => self.route(index, user),
                Err(failure) => self.finish(user, Some(failure)),
            };
        }
        self.finish(user, None)
    }

    /// Prepares the next request of a redirect chain.
    fn redirect(&mut self, user: &mut User, request: &Request, location: &str) -> Result<(), Failure> {
        let program = Rc::clone(&self.program);
        let Some(exchange) = &mut user.exchange else { return Ok(()) };
        exchange.redirects += 1;
        if exchange.redirects > REDIRECTS_MAX {
            let text = format!("more than {REDIRECTS_MAX} redirects");
            return Err((ErrorKind::TooManyRedirects, text));
        }
        let target = exchange.outgoing.target.redirect(location).map_err(|e| (ErrorKind::BadHttp, e))?;
        let mut pieces = match exchange.pieces.take() {
            Some(pieces) => pieces,
            None => {
                let mut scope = scope!(self, user, &program);
                message::render(request, &mut scope).map_err(|e| (ErrorKind::BadRequest, e))?.1
            }
        };
        let Some(exchange) = &mut user.exchange else { return Ok(()) };
        if matches!(exchange.reader.status, 301..=303) && pieces.method != "HEAD" {
            pieces.method = "GET".to_owned();
            pieces.body.clear();
            pieces.headers.retain(|(name, _)| !name.to_ascii_lowercase().starts_with("content-"));
        }
        if target.host != exchange.outgoing.target.host {
            pieces.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("host"));
        }
        let jar = request.jar.and_then(|jar| user.jars.get(jar as usize)).and_then(Option::as_ref);
        let bytes = pieces.to_bytes(&target, jar.and_then(|jar| jar.header(&target)).as_deref());
        exchange.bytes_before += exchange.reader.bytes;
        exchange.reader = ResponseReader::default();
        exchange.outgoing =
            Outgoing { target: Arc::new(target), method: pieces.method.as_str().into(), bytes: bytes.into() };
        exchange.pieces = Some(pieces);
        (exchange.written, exchange.address_index, exchange.retried) = (0, 0, false);
        Ok(())
    }

    pub(super) fn timed_out(&mut self, index: u32, user: &mut User) {
        let Some(exchange) = &user.exchange else { return };
        let (serial, request) = (exchange.serial, &self.program.requests[exchange.request as usize]);
        let flow = if exchange.phase == Phase::Connect {
            let limit = request.connect_timeout_us.unwrap_or(0) / 1_000;
            let failure = (ErrorKind::ConnectTimeout, format!("no connection within {limit} ms"));
            self.connect_failed(index, user, failure)
        } else {
            let limit = request.response_timeout_us.unwrap_or(0) / 1_000;
            user.drop_connection(serial);
            self.finish(user, Some((ErrorKind::ResponseTimeout, format!("no answer within {limit} ms"))))
        };
        self.resume(index, user, flow);
    }

    /// Ends the exchange: looks at the answer, counts the sample, and does what a failure asks for.
    fn finish(&mut self, user: &mut User, failure: Option<Failure>) -> Flow {
        let now_us = self.shared.clock.now_us();
        let program = Rc::clone(&self.program);
        let Some(mut exchange) = user.exchange.take() else { return Flow::Next };
        user.activity = Activity::Waiting;
        Timers::clear(&mut user.deadline);
        let request = &program.requests[exchange.request as usize];
        let response_us = now_us - exchange.started_us;
        let failure = self.judge(user, request, &mut exchange, failure, response_us);
        let first_byte_us = exchange.first_byte_us.map(|at| at - exchange.started_us);
        let bytes_received = exchange.bytes_before + exchange.reader.bytes;
        self.recorder.busy_us += response_us;
        user.last_succeeded = failure.is_none();
        let replaced = user.groups.iter().any(|group| group.replaces_requests);
        let label = self.label(user, &request.label, TransactionKind::Request);
        for group in &mut user.groups {
            group.requests += 1;
            group.response_us += response_us;
            group.first_byte_us = group.first_byte_us.or(first_byte_us);
            group.bytes_sent += exchange.bytes_sent;
            group.bytes_received += bytes_received;
            if failure.is_some() && group.failure.is_none() {
                group.failure = Some(self.labels.transaction(label).name.clone());
            }
        }
        if !replaced {
            self.recorder.record(&Sample {
                label,
                response_us,
                first_byte_us,
                bytes_sent: exchange.bytes_sent,
                bytes_received,
                failure: failure.as_ref().map(|(kind, detail)| (*kind, detail.as_str())),
            });
        }
        self.spare.push(exchange);
        match failure {
            Some(_) => self.apply(user, program.scenarios[user.scenario].on_error),
            None => Flow::Next,
        }
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
            let good = (200..400).contains(&status) || check::assumes_success(request);
            (!good).then(|| (ErrorKind::Status, format!("{status} {}", exchange.reader.reason)))
        });
        if request.extractors.is_empty() && request.checks.is_empty() {
            return failure;
        }
        let program = Rc::clone(&self.program);
        let reader = &mut exchange.reader;
        let body = content::decode(std::mem::take(&mut reader.body), reader.content_encoding.as_deref());
        let sent = &exchange.outgoing.bytes;
        let split = sent.windows(4).position(|w| w == b"\r\n\r\n").map_or(sent.len(), |at| at + 4);
        let answer = Answer {
            status,
            reason: &reader.reason,
            headers: &reader.headers,
            body: Cow::Owned(into_text(body)),
            url: exchange.outgoing.target.to_string(),
            request_headers: String::from_utf8_lossy(&sent[..split]),
            request_data: String::from_utf8_lossy(&sent[split..]),
            bytes: reader.bytes,
            head_bytes: reader.head_bytes,
            response_us,
        };
        let mut scope: UserScope<'_> = interpreter::scope!(self, user, &program);
        extract::extract(request, &answer, &mut scope);
        failure.or_else(|| {
            check::first_failure(request, &answer, &mut scope).map(|text| (ErrorKind::Assertion, text))
        })
    }
}

fn keep(request: &Request) -> Keep {
    Keep { body: request.keeps_body, headers: request.keeps_headers, cookies: request.jar.is_some() }
}

fn no_target() -> Arc<Target> {
    Arc::new(Target { secure: false, host: String::new(), port: 0, path: String::new() })
}

fn into_text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

fn preset_cookies(jar: &Jar, target: &Target, scope: &mut UserScope<'_>) -> Box<Cookies> {
    let mut cookies = Box::new(Cookies::default());
    for preset in &jar.cookies {
        let domain = preset.domain.to_text(scope);
        let domain = if domain.is_empty() { target.host.clone() } else { domain };
        let (value, path) = (preset.value.to_text(scope), preset.path.to_text(scope));
        cookies.preset(&preset.name, &value, &domain, &path, preset.secure);
    }
    cookies
}

/// Where the answer sends the request on to, when the request follows.
fn redirect_location(exchange: &Exchange, request: &Request) -> Option<String> {
    if !matches!(exchange.reader.status, 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let follows = match request.redirects {
        Redirects::Keep => false,
        Redirects::Follow => true,
        Redirects::FollowSafeMethods => matches!(&*exchange.outgoing.method, "GET" | "HEAD"),
    };
    exchange.reader.location.clone().filter(|_| follows)
}
