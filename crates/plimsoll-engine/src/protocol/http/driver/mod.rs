//! A request from its start until it is sent: where it goes, and the connection it goes over.

mod cache;
mod connections;
mod end;
mod log;
mod login;
mod page;
mod transfer;
use crate::clock::micros;
use crate::net::connection::ReadOutcome;
use crate::net::{FailureDetail, no_answer, no_connection, tls};
use crate::program::{Compiled, CompiledRequest};
use crate::protocol::http::cookies::Cookies;
use crate::protocol::http::exchange::Exchange;
use crate::protocol::http::message::{Outgoing, Own};
use crate::protocol::http::{HttpClient, HttpTarget, PooledConnection, message};
use crate::protocol::http2;
use crate::protocol::sample_times::ExchangePhase;
use crate::protocol::state::InFlight;
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{User, UserActivity};
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use crate::worker::io::Io;
use login::RequestLine;
use plimsoll_plan::plan::{CookieJar, NameCaching};
use plimsoll_run::ErrorKind;
use rustix::event::epoll::EventFlags;
use std::rc::Rc;
use std::sync::Arc;

/// Idle connections that a user keeps.
const CONNECTIONS_MAX: usize = 8;

impl Worker {
    /// Starts the request; the sample's time begins here.
    pub fn begin_request(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let request = &program.samplers.requests[number as usize];
        let rendered = self.render(user, request);
        let started_us = self.context.now_us();
        let (outgoing, pieces) = match rendered {
            Ok(rendered) => rendered,
            Err(problem) => {
                let nothing = Outgoing { target: no_target(), method: "".into(), bytes: [].into() };
                let mut exchange = Box::new(Exchange::new(number, nothing, started_us));
                exchange.times.intended_us = user.take_intended();
                exchange.log = self.exchange_log(started_us, 0);
                user.in_flight = InFlight::Request(exchange);
                return self.finish(index, user, Some((ErrorKind::BadRequest, problem)));
            }
        };
        if let Some(pieces) = pieces.as_ref().filter(|_| request.cache.is_some()) {
            let now_ms = self.context.shared.clock.wall_ms(started_us);
            if cache::is_fresh(&user.http.caches, request, &outgoing.target, pieces, now_ms) {
                user.timing.intended_us = None;
                return Flow::Next;
            }
        }
        let mut exchange = Box::new(Exchange::new(number, outgoing, started_us));
        exchange.log = self.exchange_log(started_us, 0);
        // A WebSocket has a connection of its own from the start (RFC 6455, 4.1).
        exchange.chain.retried = request.is_upgrade();
        exchange.pieces = pieces;
        exchange.sub_responses = request.keeps_parts.then(Box::default);
        exchange.rewind(request);
        exchange.times.intended_us = user.take_intended();
        user.in_flight = InFlight::Request(exchange);
        user.timing.activity = UserActivity::Exchanging;
        self.route(index, user)
    }

    fn render(
        &mut self,
        user: &mut User,
        request: &CompiledRequest,
    ) -> Result<(Outgoing, Option<message::Pieces>), String> {
        let program = Rc::clone(&self.context.program);
        if let Some(opens) = &request.opens {
            self.leave_channel(user, opens.channel);
        }
        if std::mem::take(&mut user.data.eval.forgets_cookies) {
            // Those that the plan gives are forgotten, too (CookieManager.clear).
            user.http.jars.clear();
            user.http.jars.resize_with(program.jars.len(), || Some(Box::default()));
        }
        let (jars, challenges, caches) = (&mut user.http.jars, &mut user.http.challenges, &user.http.caches);
        let sessions = &self.io.sessions;
        let mut scope = self.context.scope(&mut user.data);
        let own = |target: &HttpTarget, pieces: &message::Pieces, scope: &mut UserScope<'_>| Own {
            conditions: cache::conditions(caches, request, target, pieces),
            authorization: request.logins.as_ref().and_then(|logins| {
                let asked = RequestLine { target, method: &pieces.method, is_foreign: false };
                login::authorization(logins, challenges, &asked, scope)
            }),
            cookies: request.cookies.and_then(|jar| {
                jars.resize_with(program.jars.len(), || None);
                let preset = || preset_cookies(&program.jars[jar], target, scope);
                jars[jar].get_or_insert_with(preset).header(target, program.jars[jar].policy)
            }),
        };
        message::outgoing(request, &mut scope, own, |target| http2::goes_by_stream(request, target, sessions))
    }

    /// Finds the way to the target: an idle connection, or a new one.
    pub fn route(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = user.in_flight.exchange() else { return Flow::Next };
        let target = Arc::clone(&exchange.outgoing.target);
        if target.secure
            && self.context.program.identity.is_some()
            && let Err(failure) = self.identify(user)
        {
            return self.finish(index, user, Some(failure));
        }
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        if self.goes_by_stream(exchange) {
            return self.route_stream(index, user);
        }
        if exchange.outgoing.bytes.is_empty() {
            exchange.write_out();
            exchange.rewind(&self.context.program.samplers.requests[exchange.request as usize]);
        }
        let idle = match &exchange.part {
            _ if exchange.chain.retried => None,
            None => user.http.idle_connection(&target),
            Some(part) => part.idle_connection(&user.http.connections, &target),
        };
        if let Some(serial) = idle {
            if !self.is_expired(user, serial) {
                let exchange = user.in_flight.exchange_mut().expect("checked above");
                (exchange.way.serial, exchange.phase) = (serial, ExchangePhase::Send);
                return self.send(index, user);
            }
            user.http.drop_connection(serial);
        }
        self.connect(index, user)
    }

    /// Connects to the next address of the target's, or of the proxy on the way to it.
    pub fn connect(&mut self, index: u32, user: &mut User) -> Flow {
        let now_us = self.context.now_us();
        let program = Rc::clone(&self.context.program);
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        if self.goes_by_stream(exchange) {
            return self.route_stream(index, user);
        }
        let target = Arc::clone(&exchange.outgoing.target);
        let HttpClient { names, connections, tls, .. } = &mut user.http;
        let config =
            target.secure.then(|| &*tls.get_or_insert_with(|| tls::for_user(self.io.network.tls.config())));
        let server_name = program.server_name.as_deref().unwrap_or(&target.host);
        let secure = config.map(|config| (config, server_name));
        let names = (program.names != NameCaching::Shared).then_some(names);
        let open = |io: &mut Io, address| io.open_to(address, &target, secure);
        let connected = self.io.connect_user(&mut exchange.way, target.hop(), (index, names), now_us, open);
        let connection = match connected {
            Ok(Some(connection)) => connection,
            Ok(None) => {
                exchange.phase = ExchangePhase::Resolve;
                return Flow::Wait;
            }
            Err(failure) => return self.finish(index, user, Some(failure)),
        };
        exchange.phase = ExchangePhase::Connect;
        if connections.len() >= CONNECTIONS_MAX {
            match &exchange.part {
                None => drop(connections.remove(0)),
                Some(part) => part.drop_idle(connections),
            }
        }
        // A list that grows by itself has room for four, and most users have one.
        connections.reserve_exact(1);
        connections.push(PooledConnection {
            serial: exchange.way.serial,
            target,
            connection,
            expires_us: u64::MAX,
        });
        if let Some(timeout) =
            program.samplers.requests[exchange.request as usize].connect_timeout.map(micros)
        {
            self.users.timers.set(index, &mut user.timing.deadline, now_us + timeout);
        }
        Flow::Wait
    }

    /// Something happened on one of the user's connections; false when it is none of these.
    pub fn http_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) -> bool {
        let Some(pooled) = user.http.connection(serial) else { return false };
        pooled.connection.readable |= flags.contains(EventFlags::IN);
        // Edge-triggered: what comes together with a close is told once, and the close never again.
        pooled.connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        let active = user.in_flight.exchange().filter(|e| e.way.serial == serial).map(|e| e.phase);
        let flow = match active {
            Some(ExchangePhase::Connect) => self.go_on_connecting(index, user),
            Some(ExchangePhase::Send) => self.send(index, user),
            Some(ExchangePhase::Receive) => self.receive(index, user),
            Some(ExchangePhase::Resolve | ExchangePhase::Stream) | None => {
                if self.part_event(index, user, serial) {
                    return true;
                }
                // An idle connection has nothing to say but that it is closed. Its last readiness to
                // write may still come after the answer, so ask.
                let idle = user.http.connection(serial).is_some_and(|pooled| {
                    let mut byte = [0];
                    matches!(pooled.connection.read(&mut byte), Ok(ReadOutcome::WouldBlock))
                });
                if !idle {
                    user.http.drop_connection(serial);
                }
                return true;
            }
        };
        self.resume(index, user, flow);
        true
    }

    /// The name that the request waits for has been looked up.
    pub fn http_resolved(&mut self, index: u32, user: &mut User) {
        let Some(exchange) = user.in_flight.exchange() else { return };
        if exchange.page.is_some() {
            self.parts_resolved(index, user);
        } else if exchange.phase == ExchangePhase::Resolve {
            let flow = self.connect(index, user);
            self.resume(index, user, flow);
        }
    }

    pub fn go_on_connecting(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let Some(pooled) = user.http.connection(exchange.way.serial) else { return Flow::Wait };
        match exchange.way.progress(&mut pooled.connection, || self.context.now_us()) {
            Ok(None) => Flow::Wait,
            Ok(Some(took_us)) => {
                self.recording.recorder.connected(took_us);
                Timers::clear(&mut user.timing.deadline);
                exchange.phase = ExchangePhase::Send;
                self.send(index, user)
            }
            Err(failure) => self.connect_failed(index, user, failure),
        }
    }

    /// Tries the host's next address, if it has one.
    fn connect_failed(&mut self, index: u32, user: &mut User, failure: FailureDetail) -> Flow {
        let Some(exchange) = user.in_flight.exchange() else { return Flow::Next };
        user.http.drop_connection(exchange.way.serial);
        Timers::clear(&mut user.timing.deadline);
        match exchange.way.goes_on() {
            true => self.connect(index, user),
            false => self.finish(index, user, Some(failure)),
        }
    }

    /// Ends the request as it is, with all of its page.
    pub fn give_up_http(&mut self, index: u32, user: &mut User, failure: FailureDetail) {
        self.forget_waiting(user);
        let Some(exchange) = user.in_flight.exchange_mut() else { return };
        let was_connecting = matches!(exchange.phase, ExchangePhase::Resolve | ExchangePhase::Connect);
        if let Some(page) = exchange.page.take() {
            exchange.chain.bytes_before += page.bytes_received;
            exchange.sending.bytes_sent += page.bytes_sent;
        }
        exchange.stream = None;
        if !was_connecting {
            exchange.phase = ExchangePhase::Receive;
        }
        // Whatever is still being read over them.
        user.http.connections.clear();
        let flow = self.finish(index, user, Some(failure));
        self.resume(index, user, flow);
    }

    pub fn http_timed_out(&mut self, index: u32, user: &mut User) {
        let Some(exchange) = user.in_flight.exchange_mut() else { return };
        if exchange.page.is_some() {
            return self.parts_timed_out(index, user);
        }
        if exchange.awaits_continue() {
            exchange.release();
            let flow = self.send(index, user);
            return self.resume(index, user, flow);
        }
        let (serial, request) =
            (exchange.way.serial, &self.context.program.samplers.requests[exchange.request as usize]);
        let flow = if exchange.phase == ExchangePhase::Stream {
            self.stream_timed_out(index, user)
        } else if exchange.phase == ExchangePhase::Connect {
            self.connect_failed(index, user, no_connection(request.connect_timeout.map(micros)))
        } else {
            let failure = no_answer(request.response_timeout.map(micros));
            user.http.drop_connection(serial);
            self.finish(index, user, Some(failure))
        };
        self.resume(index, user, flow);
    }
}

fn no_target() -> Arc<HttpTarget> {
    let (host, path) = (String::new(), String::new());
    Arc::new(HttpTarget { secure: false, websocket: false, host, port: 0, path, via: None })
}

fn preset_cookies(jar: &CookieJar<Compiled>, target: &HttpTarget, scope: &mut UserScope<'_>) -> Box<Cookies> {
    let mut cookies = Box::new(Cookies::default());
    for preset in &jar.cookies {
        let domain = preset.domain.to_text(scope);
        let domain = if domain.is_empty() { target.host.clone() } else { domain };
        let (value, path) = (preset.value.to_text(scope), preset.path.to_text(scope));
        cookies.preset(&preset.name, &value, &domain, &path, preset.secure);
    }
    cookies
}
