//! A request from its start until it is sent: where it goes, and the connection it goes over.

use super::Worker;
use super::cache;
use super::interpreter::Flow;
use super::io::Io;
use super::login::{self, Asked};
use crate::clock::micros;
use crate::http::Target;
use crate::http::cookies::Cookies;
use crate::http::message::{self, Outgoing, Own};
use crate::net::connection::ReadOutcome;
use crate::net::{Failure, no_answer, no_connection, tls};
use crate::program::{Compiled, CompiledRequest};
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{Activity, Exchange, HttpClient, InFlight, Phase, PooledConnection, User};
use plimsoll_plan::plan::{CookieJar, KeptNames};
use plimsoll_run::ErrorKind;
use rustix::event::epoll::EventFlags;
use std::rc::Rc;
use std::sync::Arc;

/// Idle connections that a user keeps.
const CONNECTIONS_MAX: usize = 8;

impl Worker {
    /// Starts the request; the sample's time begins here.
    pub(super) fn begin(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let request = &program.requests[number as usize];
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
        user.timing.activity = Activity::Exchanging;
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
        let (jars, sessions, caches) = (&mut user.http.jars, &mut user.http.challenges, &user.http.caches);
        let mut scope = self.context.scope(&mut user.data);
        message::outgoing(request, &mut scope, |target, pieces, scope| Own {
            conditions: cache::conditions(caches, request, target, pieces),
            authorization: request.logins.as_ref().and_then(|logins| {
                let asked = Asked { target, method: &pieces.method };
                login::authorization(logins, sessions, &asked, scope)
            }),
            cookies: request.cookies.and_then(|jar| {
                jars.resize_with(program.jars.len(), || None);
                let preset = || preset_cookies(&program.jars[jar], target, scope);
                jars[jar].get_or_insert_with(preset).header(target)
            }),
        })
    }

    /// Finds the way to the target: an idle connection, or a new one.
    pub(super) fn route(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = user.in_flight.exchange() else { return Flow::Next };
        let target = Arc::clone(&exchange.outgoing.target);
        if target.secure
            && self.context.program.identity.is_some()
            && let Err(failure) = self.identify(user)
        {
            return self.finish(index, user, Some(failure));
        }
        let Some(exchange) = user.in_flight.exchange() else { return Flow::Next };
        if self.goes_by_stream(exchange) {
            return self.route_stream(index, user);
        }
        let idle = match &exchange.part {
            _ if exchange.chain.retried => None,
            None => user.http.idle_connection(&target),
            Some(part) => part.idle_connection(&user.http.connections, &target),
        };
        if let Some(serial) = idle {
            if !self.is_expired(user, serial) {
                let exchange = user.in_flight.exchange_mut().expect("checked above");
                (exchange.way.serial, exchange.phase) = (serial, Phase::Send);
                return self.send(index, user);
            }
            user.http.drop_connection(serial);
        }
        self.connect(index, user)
    }

    /// Connects to the next address of the target's, or of the proxy on the way to it.
    pub(super) fn connect(&mut self, index: u32, user: &mut User) -> Flow {
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
        let names = (program.names != KeptNames::Shared).then_some(names);
        let open = |io: &mut Io, address| io.open_to(address, &target, secure);
        let connected = self.io.connect_user(&mut exchange.way, target.hop(), (index, names), now_us, open);
        let connection = match connected {
            Ok(Some(connection)) => connection,
            Ok(None) => {
                exchange.phase = Phase::Resolve;
                return Flow::Wait;
            }
            Err(failure) => return self.finish(index, user, Some(failure)),
        };
        exchange.phase = Phase::Connect;
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
        if let Some(timeout) = program.requests[exchange.request as usize].connect_timeout.map(micros) {
            self.users.timers.set(index, &mut user.timing.deadline, now_us + timeout);
        }
        Flow::Wait
    }

    pub(super) fn name_resolved(&mut self, index: u32, user: &mut User) {
        if user.in_flight.exchange().is_some_and(|e| e.page.is_some()) {
            self.parts_resolved(index, user);
        } else if user.in_flight.exchange().is_some_and(|e| e.phase == Phase::Resolve) {
            let flow = self.connect(index, user);
            self.resume(index, user, flow);
        } else if user.in_flight.tcp().is_some_and(|call| call.phase == Phase::Resolve) {
            let flow = self.connect_tcp(index, user);
            self.resume(index, user, flow);
        }
    }

    /// Something happened on one of the user's connections.
    pub(super) fn connection_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) {
        let Some(held) = user.http.connection(serial) else {
            if !self.socket_event(index, user, serial, flags) {
                self.channel_event(index, user, serial, flags);
            }
            return;
        };
        held.connection.readable |= flags.contains(EventFlags::IN);
        // Edge-triggered: what comes together with a close is told once, and the close never again.
        held.connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        let active = user.in_flight.exchange().filter(|e| e.way.serial == serial).map(|e| e.phase);
        let flow = match active {
            Some(Phase::Connect) => self.go_on_connecting(index, user),
            Some(Phase::Send) => self.send(index, user),
            Some(Phase::Receive) => self.receive(index, user),
            Some(Phase::Resolve | Phase::Stream) | None => {
                if self.part_event(index, user, serial) {
                    return;
                }
                // An idle connection has nothing to say but that it is closed. Its last readiness to
                // write may still come after the answer, so ask.
                let idle = user.http.connection(serial).is_some_and(|held| {
                    let mut byte = [0];
                    matches!(held.connection.read(&mut byte), Ok(ReadOutcome::WouldBlock))
                });
                if !idle {
                    user.http.drop_connection(serial);
                }
                return;
            }
        };
        self.resume(index, user, flow);
    }

    pub(super) fn resume(&mut self, index: u32, user: &mut User, flow: Flow) {
        match flow {
            Flow::Next => self.drive(index, user),
            Flow::Wait => {}
            Flow::End => self.end_user(index, user),
        }
    }

    pub(super) fn go_on_connecting(&mut self, index: u32, user: &mut User) -> Flow {
        let now_us = self.context.now_us();
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let Some(pooled) = user.http.connection(exchange.way.serial) else { return Flow::Wait };
        match exchange.way.progress(&mut pooled.connection, now_us) {
            Ok(None) => Flow::Wait,
            Ok(Some(took_us)) => {
                self.recording.recorder.connected(took_us);
                Timers::clear(&mut user.timing.deadline);
                if let Some(log) = &mut exchange.log {
                    log.connected_us = Some(now_us);
                }
                exchange.phase = Phase::Send;
                self.send(index, user)
            }
            Err(failure) => self.connect_failed(index, user, failure),
        }
    }

    /// Tries the host's next address, if it has one.
    fn connect_failed(&mut self, index: u32, user: &mut User, failure: Failure) -> Flow {
        let Some(exchange) = user.in_flight.exchange() else { return Flow::Next };
        user.http.drop_connection(exchange.way.serial);
        Timers::clear(&mut user.timing.deadline);
        match exchange.way.goes_on() {
            true => self.connect(index, user),
            false => self.finish(index, user, Some(failure)),
        }
    }

    pub(super) fn timed_out(&mut self, index: u32, user: &mut User) {
        let exchange = match &mut user.in_flight {
            InFlight::Request(exchange) => exchange,
            InFlight::Channel(_) => return self.channel_timed_out(index, user),
            InFlight::Tcp(_) => return self.tcp_timed_out(index, user),
            InFlight::Local(_) => return self.local_ended(index, user),
            InFlight::Nothing | InFlight::Sql(_) => return,
        };
        if exchange.page.is_some() {
            return self.parts_timed_out(index, user);
        }
        if exchange.is_held_back() {
            exchange.release();
            let flow = self.send(index, user);
            return self.resume(index, user, flow);
        }
        let (serial, request) =
            (exchange.way.serial, &self.context.program.requests[exchange.request as usize]);
        let flow = if exchange.phase == Phase::Stream {
            self.stream_timed_out(index, user)
        } else if exchange.phase == Phase::Connect {
            self.connect_failed(index, user, no_connection(request.connect_timeout.map(micros)))
        } else {
            let failure = no_answer(request.response_timeout.map(micros));
            user.http.drop_connection(serial);
            self.finish(index, user, Some(failure))
        };
        self.resume(index, user, flow);
    }
}

fn no_target() -> Arc<Target> {
    let (host, path) = (String::new(), String::new());
    Arc::new(Target { secure: false, websocket: false, host, port: 0, path, via: None })
}

fn preset_cookies(jar: &CookieJar<Compiled>, target: &Target, scope: &mut UserScope<'_>) -> Box<Cookies> {
    let mut cookies = Box::new(Cookies::default());
    for preset in &jar.cookies {
        let domain = preset.domain.to_text(scope);
        let domain = if domain.is_empty() { target.host.clone() } else { domain };
        let (value, path) = (preset.value.to_text(scope), preset.path.to_text(scope));
        cookies.preset(&preset.name, &value, &domain, &path, preset.secure);
    }
    cookies
}
