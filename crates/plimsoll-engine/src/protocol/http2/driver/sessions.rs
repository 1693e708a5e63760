//! A worker's HTTP/2 sessions: making them, polling them, letting requests in.

use crate::net::resolve::UserAddresses;
use crate::net::{Connection, FailureDetail, Way, tls};
use crate::protocol::http::HttpTarget;
use crate::protocol::http2::{Http2Session, SessionEvent, is_session, same_server};
use crate::protocol::sample_times::ExchangePhase;
use crate::timer::Timers;
use crate::user::User;
use crate::worker::Worker;
use plimsoll_plan::plan::{HttpVersion, NameCaching, SharedConnections};
use rustix::event::epoll::EventFlags;
use rustls::ClientConfig;
use std::sync::Arc;

/// Sessions of its own that a user keeps.
const SESSIONS_MAX: usize = 8;

impl Worker {
    /// Something happened on a session's socket.
    pub fn session_event(&mut self, key: u64, flags: EventFlags) {
        if let Some(session) = self.io.sessions.get(key) {
            session.note(flags);
        }
    }

    /// Polls whoever wants to be polled until nobody does. It comes to an end because nothing is read that
    /// no event has announced, and of one session so much at most before the next events.
    pub fn drive_streams(&mut self) {
        let mut keys = Vec::new();
        loop {
            self.io.sessions.rung.take(&mut keys);
            if keys.is_empty() {
                return;
            }
            for key in keys.drain(..) {
                if is_session(key) {
                    self.poll_session(key);
                } else {
                    self.with_user(key as u32, Self::stream_woke);
                }
                // An arrival must not wait until all answers are worked off.
                self.fire_arrivals();
            }
        }
    }

    fn poll_session(&mut self, key: u64) {
        let Some(session) = self.io.sessions.get(key) else { return };
        let event = session.poll(|| self.context.now_us());
        let rearmed = if session.has_more() { self.io.watch_session_again(key) } else { Ok(()) };
        if let Err(failure) = rearmed {
            return self.end_session(key, &failure);
        }
        let Some(session) = self.io.sessions.get(key) else { return };
        match event {
            SessionEvent::Nothing => {}
            SessionEvent::Opened => {
                // A request has given it up as too slow; the others may still use it.
                session.draining = false;
                let (since_us, waiting) = (session.way.since_us, session.waiting.clone());
                session.connect_us = self.context.now_us() - since_us;
                self.recording.recorder.connected(session.connect_us);
                self.with_waiting(waiting, |worker, index, user| {
                    Timers::clear(&mut user.timing.deadline);
                    worker.expect_stream(index, user);
                });
            }
            SessionEvent::SpeaksHttp1 => return self.fall_back(key),
            SessionEvent::Unreachable(failure) => return self.try_next_address(key, failure),
            SessionEvent::Over(failure) => return self.end_session(key, &failure),
        }
        self.let_in(key);
    }

    /// A session that the request can go over, its own or a shared one; `None`: one has to be made.
    pub fn find_session(&mut self, user: &mut User, target: &Arc<HttpTarget>) -> Option<u64> {
        let limits = self.shared_connections();
        let sessions = &mut self.io.sessions;
        let Some(limits) = limits else {
            user.http.sessions.retain(|key| sessions.get(*key).is_some());
            return user.http.sessions.iter().copied().find(|key| {
                sessions.get(*key).is_some_and(|s| !s.draining && same_server(&s.target, target))
            });
        };
        let (mut count, mut least) = (0, None);
        for at in 0..sessions.shared.len() {
            let key = sessions.shared[at];
            let Some(session) = sessions.get(key) else { continue };
            if session.draining || !same_server(&session.target, target) {
                continue;
            }
            count += 1;
            let burden = session.burden();
            if least.is_none_or(|(lowest, _)| burden < lowest) {
                least = Some((burden, key));
            }
        }
        least.filter(|_| count >= limits.connections).map(|(_, key)| key)
    }

    /// How connections are shared. A user with a certificate of its own shares none.
    fn shared_connections(&self) -> Option<SharedConnections> {
        self.context.program.http2.filter(|_| self.context.program.identity.is_none())
    }

    /// Makes a session; the user's request waits on it.
    pub fn open_session(
        &mut self,
        index: u32,
        user: &mut User,
        target: &Arc<HttpTarget>,
    ) -> Result<Option<u64>, FailureDetail> {
        let version = user.in_flight.exchange().map_or(HttpVersion::Http2, |exchange| {
            self.context.program.samplers.requests[exchange.request as usize].http
        });
        let limits = self.shared_connections();
        let is_shared = limits.is_some();
        let config = target.secure.then(|| {
            let base = match is_shared {
                true => self.io.network.tls.config(),
                false => &*user.http.tls.get_or_insert_with(|| tls::for_user(self.io.network.tls.config())),
            };
            offering(base, version)
        });
        let mut way = Way::default();
        let names = (self.context.program.names != NameCaching::Shared).then_some(&mut user.http.names);
        let Some(connection) = self.connect_session(&mut way, target, (index, names), config.as_ref())?
        else {
            return Ok(None);
        };
        let slot = self.io.sessions.free.pop().unwrap_or_else(|| {
            self.io.sessions.slots.push(None);
            self.io.sessions.slots.len() as u32 - 1
        });
        self.io.sessions.serial = self.io.sessions.serial.wrapping_add(1);
        let name = (slot, self.io.sessions.serial);
        let streams_max = limits.map_or(u32::MAX, |limits| limits.streams);
        let owner = (!is_shared).then_some(index);
        let session = Http2Session::new(
            name,
            (Arc::clone(target), way),
            owner,
            streams_max,
            connection,
            &self.io.sessions.rung,
        );
        let key = session.key;
        let registered = session.with_socket(|socket| self.io.watch(socket, key));
        self.io.sessions.slots[slot as usize] = Some(Box::new(session));
        if let Err(failure) = registered {
            self.io.sessions.remove(key);
            return Err(failure);
        }
        if is_shared {
            self.io.sessions.shared.push(key);
        } else {
            if user.http.sessions.len() >= SESSIONS_MAX {
                let oldest = user.http.sessions.remove(0);
                self.io.sessions.remove(oldest);
            }
            user.http.sessions.push(key);
        }
        Ok(Some(key))
    }

    /// Begins to connect to the first of the addresses that does not refuse at once; `None`: they are being looked up.
    fn connect_session(
        &mut self,
        way: &mut Way,
        target: &HttpTarget,
        user: (u32, Option<&mut UserAddresses>),
        config: Option<&Arc<ClientConfig>>,
    ) -> Result<Option<Connection>, FailureDetail> {
        let server_name = self.context.program.server_name.as_deref().unwrap_or(&target.host);
        let secure = config.map(|config| (config, server_name));
        let now_us = self.context.now_us();
        self.io.connect(way, target.hop(), user, now_us, |io, address| io.open_to(address, target, secure))
    }

    /// Tries the host's next address, if it has one.
    fn try_next_address(&mut self, key: u64, failure: FailureDetail) {
        let Some(session) = self.io.sessions.get(key) else { return };
        if !session.way.goes_on() {
            return self.end_session(key, &failure);
        }
        let (first, owner) = (session.waiting.front().copied(), session.owner);
        let target = Arc::clone(&session.target);
        let mut config = target.secure.then(|| offering(self.io.network.tls.config(), HttpVersion::Auto));
        if target.secure {
            self.with_waiting(first, |worker, _, user| {
                let version = user
                    .in_flight
                    .exchange()
                    .map(|e| worker.context.program.samplers.requests[e.request as usize].http);
                let base = user
                    .http
                    .tls
                    .as_ref()
                    .filter(|_| owner.is_some())
                    .unwrap_or(worker.io.network.tls.config());
                config = Some(offering(base, version.unwrap_or(HttpVersion::Http2)));
            });
        }
        let Some(session) = self.io.sessions.get(key) else { return };
        let mut way = session.way.clone();
        match self.connect_session(&mut way, &target, (0, None), config.as_ref()) {
            // Its addresses are known.
            Ok(None) => {}
            Ok(Some(connection)) => {
                let Some(session) = self.io.sessions.get(key) else { return };
                session.way = way;
                session.replace(connection);
                let Some(session) = self.io.sessions.slots[Http2Session::slot(key)].as_deref() else {
                    return;
                };
                if let Err(failure) = session.with_socket(|socket| self.io.watch(socket, key)) {
                    self.end_session(key, &failure);
                }
            }
            Err(failure) => self.end_session(key, &failure),
        }
    }

    /// The session is over. Requests under way learn it from their streams; those that have not begun go
    /// to another session, unless this one never carried any: then the next would end the same way.
    fn end_session(&mut self, key: u64, failure: &FailureDetail) {
        let Some(session) = self.io.sessions.remove(key) else { return };
        let (uses, waiting) = (session.uses, session.waiting.clone());
        drop(session);
        self.with_waiting(waiting, |worker, index, user| {
            let flow = match (uses, user.in_flight.exchange_mut()) {
                (0, Some(exchange)) => {
                    exchange.phase = ExchangePhase::Connect;
                    worker.finish(index, user, Some(failure.clone()))
                }
                _ => worker.route_stream(index, user),
            };
            worker.resume(index, user, flow);
        });
    }

    /// Takes the user's request from a session that did not answer it in time. One that has answered nobody since the
    /// request began is not used any more, as a connection of HTTP/1.1 is not: perhaps nobody reads what is sent there.
    pub fn give_up_silent(&mut self, user: &mut User, key: u64, since_us: u64) {
        if let Some(exchange) = user.in_flight.exchange_mut() {
            exchange.stream = None;
        }
        let Some(session) = self.io.sessions.get(key).filter(|session| session.heard_us <= since_us) else {
            return;
        };
        session.retire();
        if session.burden() == 0 {
            user.http.sessions.retain(|own| *own != key);
            self.io.sessions.remove(key);
        }
    }

    /// Closes a session when it is the user's own.
    pub fn close_session(&mut self, user: &mut User, key: u64) {
        if user.http.sessions.contains(&key) {
            user.http.sessions.retain(|own| *own != key);
            self.io.sessions.remove(key);
        }
    }

    /// Closes the user's own sessions.
    pub fn close_sessions(&mut self, user: &mut User) {
        for key in std::mem::take(&mut user.http.sessions) {
            self.io.sessions.remove(key);
        }
    }
}

fn offering(base: &Arc<ClientConfig>, version: HttpVersion) -> Arc<ClientConfig> {
    match version {
        HttpVersion::Http1 => Arc::clone(base),
        HttpVersion::Http2 => tls::offering(base, &["h2"]),
        HttpVersion::Auto => tls::offering(base, &["h2", "http/1.1"]),
    }
}
