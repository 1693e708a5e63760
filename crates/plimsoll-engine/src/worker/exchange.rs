//! A request from its start until it is sent: where it goes, and the connection it goes over.

use super::Worker;
use super::interpreter::{Flow, scope};
use crate::http::connection::{Connection, Failure, ReadOutcome};
use crate::http::cookies::Cookies;
use crate::http::message::{self, Outgoing};
use crate::http::{Target, tls};
use crate::program::{Jar, Request};
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{Activity, Exchange, Held, Open, Phase, User};
use plimsoll_run::ErrorKind;
use rustix::event::epoll::{self, EventData, EventFlags};
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::sync::Arc;

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
                let mut exchange = Box::new(Exchange::new(number, nothing, started_us));
                exchange.intended_us = user.intended_us.take();
                user.exchange = Some(exchange);
                return self.finish(index, user, Some((ErrorKind::BadRequest, problem)));
            }
        };
        let mut exchange = Box::new(Exchange::new(number, outgoing, started_us));
        exchange.pieces = pieces;
        exchange.intended_us = user.intended_us.take();
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

    /// Finds the way to the target: an idle connection, or a new one.
    pub(super) fn route(&mut self, index: u32, user: &mut User) -> Flow {
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

    pub(super) fn connect(&mut self, index: u32, user: &mut User) -> Flow {
        let now_us = self.shared.clock.now_us();
        let Some(exchange) = &mut user.exchange else { return Flow::Next };
        let target = Arc::clone(&exchange.outgoing.target);
        let addresses = match self.resolver.lookup(&target.host, index) {
            None => {
                exchange.phase = Phase::Resolve;
                return Flow::Wait;
            }
            Some(Err(problem)) => {
                return self.finish(index, user, Some((ErrorKind::NameResolution, problem)));
            }
            Some(Ok(addresses)) => addresses,
        };
        let mut last: Failure = (ErrorKind::NameResolution, format!("{} has no address", target.host));
        while let Some(ip) = addresses.get(exchange.address_index) {
            exchange.address_index += 1;
            let address = SocketAddr::new(*ip, target.port);
            match self.open(index, &mut user.tls, address, &target) {
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
        self.finish(index, user, Some(last))
    }

    fn open(
        &mut self,
        index: u32,
        own_tls: &mut Option<Arc<rustls::ClientConfig>>,
        address: SocketAddr,
        target: &Arc<Target>,
    ) -> Result<Held, Failure> {
        let secure = target.secure.then(|| {
            let config = own_tls.get_or_insert_with(|| tls::for_user(&self.shared.tls));
            (&*config, target.host.as_str())
        });
        let connection = Connection::open(address, self.source(address), secure)?;
        self.serial = self.serial.wrapping_add(1);
        let token = u64::from(index) << 32 | u64::from(self.serial);
        let wanted = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, connection.fd(), EventData::new_u64(token), wanted)
            .map_err(|e| (ErrorKind::GeneratorResources, e.to_string()))?;
        self.recorder.connects += 1;
        let open = Open::new(&self.connections);
        Ok(Held { serial: self.serial, target: Arc::clone(target), connection, open })
    }

    /// The local address of the next connection, where the job gives some.
    fn source(&self, address: SocketAddr) -> Option<IpAddr> {
        let fits = |source: &&IpAddr| source.is_ipv4() == address.is_ipv4();
        let count = self.shared.sources.iter().filter(fits).count();
        self.shared.sources.iter().filter(fits).nth(self.serial as usize % count.max(1)).copied()
    }

    pub(super) fn name_resolved(&mut self, index: u32, user: &mut User) {
        if user.exchange.as_ref().is_some_and(|e| e.phase == Phase::Resolve) {
            let flow = self.connect(index, user);
            self.resume(index, user, flow);
        }
    }

    /// Something happened on one of the user's connections.
    pub(super) fn connection_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) {
        let Some(held) = user.held(serial) else { return };
        held.connection.readable |= flags.contains(EventFlags::IN);
        // Edge-triggered: what comes together with a close is told once, and the close never again.
        held.connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
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

    pub(super) fn resume(&mut self, index: u32, user: &mut User, flow: Flow) {
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
        if more { self.connect(index, user) } else { self.finish(index, user, Some(failure)) }
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
            self.finish(
                index,
                user,
                Some((ErrorKind::ResponseTimeout, format!("no answer within {limit} ms"))),
            )
        };
        self.resume(index, user, flow);
    }
}

fn no_target() -> Arc<Target> {
    Arc::new(Target { secure: false, host: String::new(), port: 0, path: String::new() })
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
