//! Requests that wait for their turn on a session.

use crate::net::Connection;
use crate::protocol::http::{HttpTarget, PooledConnection};
use crate::protocol::http2::{Admission, Waiter};
use crate::protocol::sample_times::ExchangePhase;
use crate::timer::Timers;
use crate::user::User;
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use plimsoll_plan::plan::HttpVersion;
use plimsoll_run::ErrorKind;
use std::sync::Arc;

impl Worker {
    /// Begins waiting requests as long as the session takes them.
    pub fn let_in(&mut self, key: u64) {
        loop {
            let Some(session) = self.io.sessions.get(key) else { return };
            if session.waiting.is_empty() {
                return;
            }
            match session.admission() {
                Admission::Later => return,
                Admission::Never => {
                    let waiting = std::mem::take(&mut session.waiting);
                    return self.with_waiting(waiting, |worker, index, user| {
                        let flow = worker.route_stream(index, user);
                        worker.resume(index, user, flow);
                    });
                }
                Admission::Now => {
                    let first = session.waiting.pop_front();
                    self.with_waiting(first, |worker, index, user| {
                        let flow = worker.start_stream(index, user, key);
                        worker.resume(index, user, flow);
                    });
                }
            }
        }
    }

    /// The user's request waits for its turn on the session.
    pub fn wait_on(&mut self, index: u32, user: &mut User, key: u64) {
        let ticket = self.io.next_serial();
        if let (Some(exchange), Some(session)) = (user.in_flight.exchange_mut(), self.io.sessions.get(key)) {
            exchange.way.serial = ticket;
            session.waiting.push_back(Waiter { index, ticket });
        }
    }

    /// Takes the user's request out of the line that it waits in, if it does: before such a request is dropped.
    /// True when the session that it waited on is still being connected. Nothing new waits on such a session,
    /// and the last to leave ends it: it may be stuck.
    pub fn forget_waiting(&mut self, user: &mut User) -> bool {
        let Some(exchange) = user.in_flight.exchange().filter(|_| waits(user)) else { return false };
        let ticket = exchange.way.serial;
        let Some(key) = self.session_of(user) else { return false };
        let Some(session) = self.io.sessions.get(key) else { return false };
        session.waiting.retain(|waiter| waiter.ticket != ticket);
        let is_connecting = session.is_connecting();
        session.draining |= is_connecting;
        if is_connecting && session.waiting.is_empty() {
            user.http.sessions.retain(|own| *own != key);
            self.io.sessions.remove(key);
        }
        is_connecting
    }

    /// The session that the user's request is on, or waits for.
    pub fn session_of(&mut self, user: &User) -> Option<u64> {
        let exchange = user.in_flight.exchange()?;
        if let Some(stream) = &exchange.stream {
            return Some(stream.session);
        }
        let ticket = exchange.way.serial;
        let keys: Vec<u64> = self.io.sessions.shared.iter().chain(&user.http.sessions).copied().collect();
        keys.into_iter().filter(|_| waits(user)).find(|key| {
            let session = self.io.sessions.get(*key);
            session.is_some_and(|session| session.waiting.iter().any(|waiter| waiter.ticket == ticket))
        })
    }

    /// What has to be done with requests that wait for their turn; others have gone on meanwhile.
    pub fn with_waiting(
        &mut self,
        waiting: impl IntoIterator<Item = Waiter>,
        mut action: impl FnMut(&mut Self, u32, &mut User),
    ) {
        for Waiter { index, ticket } in waiting {
            self.with_user(index, |worker, index, user| {
                if waits(user) && user.in_flight.exchange().is_some_and(|e| e.way.serial == ticket) {
                    action(worker, index, user);
                }
            });
        }
    }

    /// The server chose HTTP/1.1: one of the users that wait takes the connection, the others make their own.
    pub fn fall_back(&mut self, key: u64) {
        let Some(session) = self.io.sessions.remove(key) else { return };
        let (target, waiting) = (Arc::clone(&session.target), session.waiting.clone());
        self.recording.recorder.connected(self.context.now_us() - session.way.since_us);
        if !self.io.sessions.chose_http1(&target) {
            self.io.sessions.http1.push(Arc::clone(&target));
        }
        let mut connection = session.into_connection();
        self.with_waiting(waiting, |worker, index, user| {
            Timers::clear(&mut user.timing.deadline);
            let flow = worker.go_on_by_http1(index, user, &target, &mut connection);
            worker.resume(index, user, flow);
        });
    }

    fn go_on_by_http1(
        &mut self,
        index: u32,
        user: &mut User,
        target: &Arc<HttpTarget>,
        connection: &mut Option<Connection>,
    ) -> Flow {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        if self.context.program.samplers.requests[exchange.request as usize].http == HttpVersion::Http2 {
            exchange.phase = ExchangePhase::Connect;
            let text = "the server does not speak HTTP/2 (ALPN)".to_owned();
            return self.finish(index, user, Some((ErrorKind::Tls, text)));
        }
        let Some(connection) = connection.take() else { return self.route(index, user) };
        let serial = self.io.next_serial();
        if let Err(failure) = self.io.watch_again(&connection, index, serial) {
            return self.finish(index, user, Some(failure));
        }
        exchange.write_out();
        exchange.rewind(&self.context.program.samplers.requests[exchange.request as usize]);
        (exchange.way.serial, exchange.phase) = (serial, ExchangePhase::Send);
        user.http.connections.push(PooledConnection {
            serial,
            target: Arc::clone(target),
            connection,
            expires_us: u64::MAX,
        });
        self.send(index, user)
    }
}

/// Whether the user waits for its turn on a session. It may have gone on meanwhile: its time was over.
fn waits(user: &User) -> bool {
    user.in_flight.exchange().is_some_and(|e| e.phase == ExchangePhase::Stream && e.stream.is_none())
}
