//! A worker's HTTP/2 sessions: making them, polling them, letting requests in.

use super::Worker;
use super::interpreter::Flow;
use crate::http::connection::{Connection, Failure};
use crate::http::{Target, Tunnel, tls};
use crate::http2::{Admission, Alarm, Prepared, Rung, Session, SessionEvent, Way, is_session, same_server};
use crate::timer::Timers;
use crate::user::{Held, Open, Phase, User};
use plimsoll_plan::plan::{HttpVersion, SharedConnections};
use plimsoll_run::ErrorKind;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustls::ClientConfig;
use std::sync::Arc;
use std::task::Waker;

/// Sessions of its own that a user keeps.
const SESSIONS_MAX: usize = 8;

#[derive(Default)]
pub(super) struct Sessions {
    slots: Vec<Option<Box<Session>>>,
    free: Vec<u32>,
    serial: u32,
    /// Keys of sessions that users share.
    shared: Vec<u64>,
    rung: Rung,
    /// By user, made when first needed.
    alarms: Vec<Option<(Arc<Alarm>, Waker)>>,
    /// By request, of those that are always the same.
    pub(super) prepared: Vec<Option<Prepared>>,
    /// Servers that were offered both and chose HTTP/1.1.
    http1: Vec<Arc<Target>>,
}

impl Sessions {
    pub(super) fn get(&mut self, key: u64) -> Option<&mut Session> {
        let session = self.slots.get_mut(Session::slot(key))?.as_deref_mut()?;
        (session.key == key).then_some(session)
    }

    fn remove(&mut self, key: u64) -> Option<Box<Session>> {
        self.get(key)?;
        self.shared.retain(|k| *k != key);
        self.free.push(Session::slot(key) as u32);
        self.slots[Session::slot(key)].take()
    }

    pub(super) fn chose_http1(&self, target: &Arc<Target>) -> bool {
        self.http1.iter().any(|known| same_server(known, target))
    }

    /// The user's waker; its alarm may ring again from now on.
    pub(super) fn waker(&mut self, index: u32) -> Waker {
        let at = index as usize;
        if self.alarms.len() <= at {
            self.alarms.resize_with(at + 1, || None);
        }
        let rung = &self.rung;
        let (alarm, waker) = self.alarms[at].get_or_insert_with(|| {
            let alarm = Alarm::new(u64::from(index), rung);
            let waker = alarm.waker();
            (alarm, waker)
        });
        alarm.reset();
        waker.clone()
    }
}

impl Worker {
    /// Something happened on a session's socket.
    pub(super) fn session_event(&mut self, key: u64, flags: EventFlags) {
        if let Some(session) = self.sessions.get(key) {
            session.note(flags);
        }
    }

    /// Polls whoever wants to be polled until nobody does. It comes to an end because nothing is read that
    /// no event has announced.
    pub(super) fn drive_streams(&mut self) {
        let mut keys = Vec::new();
        loop {
            self.sessions.rung.take(&mut keys);
            if keys.is_empty() {
                return;
            }
            for key in keys.drain(..) {
                if is_session(key) {
                    self.poll_session(key);
                } else {
                    self.with_user(key as u32, Self::stream_woke);
                }
            }
        }
    }

    fn poll_session(&mut self, key: u64) {
        let Some(session) = self.sessions.get(key) else { return };
        match session.poll() {
            SessionEvent::Nothing => {}
            SessionEvent::Opened => {
                let (since_us, waiting) = (session.way.since_us, session.waiting.clone());
                self.recorder.connected(self.shared.clock.now_us() - since_us);
                for index in waiting {
                    self.with_user(index, |worker, index, user| {
                        Timers::clear(&mut user.deadline);
                        worker.expect_stream(index, user);
                    });
                }
            }
            SessionEvent::SpeaksHttp1 => return self.fall_back(key),
            SessionEvent::Unreachable(failure) => return self.try_next_address(key, failure),
            SessionEvent::Over(failure) => return self.end_session(key, &failure),
        }
        self.let_in(key);
    }

    /// Begins waiting requests as long as the session takes them.
    fn let_in(&mut self, key: u64) {
        loop {
            let Some(session) = self.sessions.get(key) else { return };
            if session.waiting.is_empty() {
                return;
            }
            match session.admission() {
                Admission::Later => return,
                Admission::Never => {
                    let waiting = std::mem::take(&mut session.waiting);
                    for index in waiting {
                        self.with_user(index, |worker, index, user| {
                            if waits(user) {
                                let flow = worker.route_stream(index, user);
                                worker.resume(index, user, flow);
                            }
                        });
                    }
                    return;
                }
                Admission::Now => {
                    let Some(index) = session.waiting.pop_front() else { return };
                    self.with_user(index, |worker, index, user| {
                        if waits(user) {
                            let flow = worker.start_stream(index, user, key);
                            worker.resume(index, user, flow);
                        }
                    });
                }
            }
        }
    }

    /// A session that the request can go over, its own or a shared one; `None`: one has to be made.
    pub(super) fn find_session(&mut self, user: &mut User, target: &Arc<Target>) -> Option<u64> {
        let limits = self.shared_connections();
        let sessions = &mut self.sessions;
        let Some(limits) = limits else {
            user.http2.retain(|key| sessions.get(*key).is_some());
            return user.http2.iter().copied().find(|key| {
                sessions.get(*key).is_some_and(|s| !s.draining && same_server(&s.way.target, target))
            });
        };
        let (mut count, mut least) = (0, None);
        for at in 0..sessions.shared.len() {
            let key = sessions.shared[at];
            let Some(session) = sessions.get(key) else { continue };
            if session.draining || !same_server(&session.way.target, target) {
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

    /// The sessions on which the user waits for its turn.
    pub(super) fn waits_on(&mut self, index: u32) -> Vec<u64> {
        let sessions = self.sessions.slots.iter().flatten();
        sessions.filter(|session| session.waiting.contains(&index)).map(|session| session.key).collect()
    }

    /// Makes a session; the user's request waits on it.
    pub(super) fn open_session(
        &mut self,
        index: u32,
        user: &mut User,
        target: &Arc<Target>,
    ) -> Result<Option<u64>, Failure> {
        let addresses = match self.resolver.lookup(target.hop().0, index) {
            None => return Ok(None),
            Some(Err(problem)) => return Err((ErrorKind::NameResolution, problem)),
            Some(Ok(addresses)) => addresses,
        };
        let version = user
            .exchange
            .as_ref()
            .map_or(HttpVersion::Http2, |exchange| self.program.requests[exchange.request as usize].http);
        let is_shared = self.shared_connections().is_some();
        let config = target.secure.then(|| {
            let base = match is_shared {
                true => &self.shared.tls,
                false => &*user.tls.get_or_insert_with(|| tls::for_user(&self.shared.tls)),
            };
            offering(base, version)
        });
        let since_us = self.shared.clock.now_us();
        let mut way = Way { target: Arc::clone(target), addresses, index: 0, since_us };
        let connection = self.reach(&mut way, config.as_ref())?;
        let slot = self.sessions.free.pop().unwrap_or_else(|| {
            self.sessions.slots.push(None);
            self.sessions.slots.len() as u32 - 1
        });
        self.sessions.serial = self.sessions.serial.wrapping_add(1);
        let name = (slot, self.sessions.serial);
        let streams_max = self.shared_connections().map_or(u32::MAX, |limits| limits.streams);
        let owner = (!is_shared).then_some(index);
        let mut session = Session::new(name, way, owner, streams_max, connection, &self.sessions.rung);
        self.recorder.connects += 1;
        session.open = Some(Open::new(&self.connections));
        let key = session.key;
        let registered = session.with_socket(|socket| self.watch(socket, key));
        self.sessions.slots[slot as usize] = Some(Box::new(session));
        if let Err(failure) = registered {
            self.sessions.remove(key);
            return Err(failure);
        }
        if is_shared {
            self.sessions.shared.push(key);
        } else {
            if user.http2.len() >= SESSIONS_MAX {
                let oldest = user.http2.remove(0);
                self.sessions.remove(oldest);
            }
            user.http2.push(key);
        }
        Ok(Some(key))
    }

    /// How connections are shared. A user with a certificate of its own shares none.
    fn shared_connections(&self) -> Option<SharedConnections> {
        self.program.http2.filter(|_| self.program.identity.is_none())
    }

    /// Begins to connect to the first of the addresses that does not refuse at once.
    fn reach(&self, way: &mut Way, config: Option<&Arc<ClientConfig>>) -> Result<Connection, Failure> {
        let mut last = (ErrorKind::NameResolution, format!("{} has no address", way.target.hop().0));
        let name = self.program.server_name.as_deref().unwrap_or(&way.target.host);
        while way.index < way.addresses.len() {
            let address = way.address();
            match Connection::open(address, self.source(address), config.map(|config| (config, name))) {
                Ok(mut connection) => {
                    if let Some(via) = way.target.via.as_ref().filter(|_| way.target.secure) {
                        connection.tunnel(Tunnel::to(&way.target, via));
                    }
                    return Ok(connection);
                }
                Err(failure) => last = failure,
            }
            way.index += 1;
        }
        Err(last)
    }

    fn watch(&self, connection: &Connection, token: u64) -> Result<(), Failure> {
        let wanted = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, connection.fd(), EventData::new_u64(token), wanted)
            .map_err(|e| (ErrorKind::GeneratorResources, e.to_string()))
    }

    /// Tries the host's next address, if it has one.
    fn try_next_address(&mut self, key: u64, failure: Failure) {
        let Some(session) = self.sessions.get(key) else { return };
        session.way.index += 1;
        if session.way.index >= session.way.addresses.len() {
            return self.end_session(key, &failure);
        }
        let (index, owner) = (session.waiting.front().copied(), session.owner);
        let target = Arc::clone(&session.way.target);
        let mut config = target.secure.then(|| offering(&self.shared.tls, HttpVersion::Auto));
        if let (Some(index), true) = (index, target.secure) {
            self.with_user(index, |worker, _, user| {
                let version =
                    user.exchange.as_ref().map(|e| worker.program.requests[e.request as usize].http);
                let base = user.tls.as_ref().filter(|_| owner.is_some()).unwrap_or(&worker.shared.tls);
                config = Some(offering(base, version.unwrap_or(HttpVersion::Http2)));
            });
        }
        let Some(mut session) = self.sessions.slots[Session::slot(key)].take() else { return };
        let reached = self.reach(&mut session.way, config.as_ref());
        self.sessions.slots[Session::slot(key)] = Some(session);
        let Some(session) = self.sessions.get(key) else { return };
        match reached {
            Ok(connection) => {
                session.replace(connection);
                let Some(session) = self.sessions.slots[Session::slot(key)].as_deref() else { return };
                if let Err(failure) = session.with_socket(|socket| self.watch(socket, key)) {
                    self.end_session(key, &failure);
                }
            }
            Err(failure) => self.end_session(key, &failure),
        }
    }

    /// The session is over. Requests under way learn it from their streams; those that have not begun go
    /// to another session, unless this one never carried any: then the next would end the same way.
    fn end_session(&mut self, key: u64, failure: &Failure) {
        let Some(session) = self.sessions.remove(key) else { return };
        let (uses, waiting) = (session.uses, session.waiting.clone());
        drop(session);
        for index in waiting {
            self.with_user(index, |worker, index, user| {
                if waits(user) {
                    let flow = match uses {
                        0 => worker.finish(index, user, Some(failure.clone())),
                        _ => worker.route_stream(index, user),
                    };
                    worker.resume(index, user, flow);
                }
            });
        }
    }

    /// The server chose HTTP/1.1: one of the users that wait takes the connection, the others make their own.
    fn fall_back(&mut self, key: u64) {
        let Some(session) = self.sessions.remove(key) else { return };
        let (target, waiting) = (Arc::clone(&session.way.target), session.waiting.clone());
        self.recorder.connected(self.shared.clock.now_us() - session.way.since_us);
        self.sessions.http1.push(Arc::clone(&target));
        let mut connection = session.into_connection();
        for index in waiting {
            self.with_user(index, |worker, index, user| {
                if !waits(user) {
                    return;
                }
                Timers::clear(&mut user.deadline);
                let flow = worker.go_on_by_http1(index, user, &target, &mut connection);
                worker.resume(index, user, flow);
            });
        }
    }

    fn go_on_by_http1(
        &mut self,
        index: u32,
        user: &mut User,
        target: &Arc<Target>,
        connection: &mut Option<Connection>,
    ) -> Flow {
        let Some(exchange) = &mut user.exchange else { return Flow::Next };
        if self.program.requests[exchange.request as usize].http == HttpVersion::Http2 {
            let text = "the server does not speak HTTP/2 (ALPN)".to_owned();
            return self.finish(index, user, Some((ErrorKind::Tls, text)));
        }
        let Some(connection) = connection.take() else { return self.route(index, user) };
        self.serial = self.serial.wrapping_add(1);
        let token = u64::from(index) << 32 | u64::from(self.serial);
        let wanted = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        if let Err(e) = epoll::modify(&self.epoll, connection.fd(), EventData::new_u64(token), wanted) {
            return self.finish(index, user, Some((ErrorKind::GeneratorResources, e.to_string())));
        }
        (exchange.serial, exchange.phase) = (self.serial, Phase::Send);
        let open = Open::new(&self.connections);
        let target = Arc::clone(target);
        let expires_us = u64::MAX;
        user.connections.push(Held { serial: self.serial, target, connection, expires_us, open });
        self.send(index, user)
    }

    /// Closes a session when it is the user's own.
    pub(super) fn close_session(&mut self, user: &mut User, key: u64) {
        if user.http2.contains(&key) {
            user.http2.retain(|own| *own != key);
            self.sessions.remove(key);
        }
    }

    /// Closes the user's own sessions.
    pub(super) fn close_sessions(&mut self, user: &mut User) {
        for key in std::mem::take(&mut user.http2) {
            self.sessions.remove(key);
        }
    }
}

/// Whether the user waits for its turn on a session. It may have gone on meanwhile: its time was over.
fn waits(user: &User) -> bool {
    user.exchange.as_ref().is_some_and(|e| e.phase == Phase::Stream && e.stream.is_none())
}

fn offering(base: &Arc<ClientConfig>, version: HttpVersion) -> Arc<ClientConfig> {
    match version {
        HttpVersion::Http1 => Arc::clone(base),
        HttpVersion::Http2 => tls::offering(base, &["h2"]),
        HttpVersion::Auto => tls::offering(base, &["h2", "http/1.1"]),
    }
}
