//! The bytes of an exchange: sending, receiving, and what to do when the connection breaks.

use super::{cache, connections, end};
use crate::clock::micros;
use crate::net::connection::{ReadOutcome, exchange_failure};
use crate::net::{FailureDetail, Way};
use crate::protocol::http::HttpClient;
use crate::protocol::http::exchange::{UNSEEN_US, keep, store_cookies};
use crate::protocol::http::response::ReadProgress;
use crate::protocol::sample_times::ExchangePhase;
use crate::timer::Timers;
use crate::user::User;
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use plimsoll_run::ErrorKind;
use std::io::ErrorKind as Io;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Reads of one answer in one turn, so that others have theirs while an answer without an end comes.
const READS_MAX: u32 = 8;

/// How long a body is held back, as JMeter's client does it (HttpRequestExecutor.DEFAULT_WAIT_FOR_CONTINUE).
const CONTINUE_WAIT_US: u64 = 3_000_000;

impl Worker {
    /// Writes what fits. An answer that comes before everything is sent is read, too: a server may refuse
    /// a large body after its first bytes.
    pub fn send(&mut self, index: u32, user: &mut User) -> Flow {
        let User { in_flight, http, .. } = user;
        let connections = &mut http.connections;
        let Some(exchange) = in_flight.exchange_mut() else { return Flow::Next };
        let Some(pooled) = connections.iter_mut().find(|pooled| pooled.serial == exchange.way.serial) else {
            return self.broken(index, user, (ErrorKind::Reset, "the connection is gone".to_owned()));
        };
        let connection = &mut pooled.connection;
        let mut outcome = Ok(true);
        while exchange.sending.written < exchange.sending.limit {
            match connection.write(&exchange.outgoing.bytes[exchange.sending.written..exchange.sending.limit])
            {
                Ok(0) => outcome = Ok(false),
                Ok(n) => {
                    exchange.sending.written += n;
                    continue;
                }
                Err(e) if e.kind() == Io::WouldBlock => outcome = Ok(false),
                Err(e) => outcome = Err(e),
            }
            break;
        }
        let outcome = outcome.and_then(|all| Ok(connection.flush()? && all));
        let readable = connection.readable || connection.closing;
        match outcome {
            Ok(true) => {
                exchange.phase = ExchangePhase::Receive;
                exchange.sending.bytes_sent += (exchange.sending.written - exchange.sending.counted) as u64;
                exchange.sending.counted = exchange.sending.written;
            }
            Ok(false) => {}
            // The server may have answered before it closed.
            Err(_) if connection.readable => connection.closing = true,
            Err(e) => {
                let failure = exchange_failure(&e);
                return self.broken(index, user, failure);
            }
        }
        self.expect_answer(index, user);
        if readable { self.receive(index, user) } else { Flow::Wait }
    }

    /// Starts the clock of the response time-out again: it limits the silence, not the whole exchange.
    pub fn expect_answer(&mut self, index: u32, user: &mut User) {
        let Some(exchange) = user.in_flight.exchange() else { return };
        // `Expect: 100-continue` (RFC 9110, 10.1.1): the body waits until the server asks for it, or until it has been
        // silent for a while. A final answer in between stands, and the body is never sent.
        if exchange.awaits_continue() {
            let at_us = self.context.now_us() + CONTINUE_WAIT_US;
            return self.users.timers.set(index, &mut user.timing.deadline, at_us);
        }
        if let Some(timeout) =
            self.context.program.samplers.requests[exchange.request as usize].response_timeout.map(micros)
        {
            let at_us = self.context.now_us() + timeout;
            self.users.timers.set(index, &mut user.timing.deadline, at_us);
        }
    }

    pub fn receive(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        for _ in 0..READS_MAX {
            let User { in_flight, http, .. } = user;
            let connections = &mut http.connections;
            let Some(exchange) = in_flight.exchange_mut() else { return Flow::Next };
            let Some(pooled) = connections.iter_mut().find(|pooled| pooled.serial == exchange.way.serial)
            else {
                return self.broken(index, user, (ErrorKind::Reset, "the connection is gone".to_owned()));
            };
            let (count, more) = match pooled.connection.read(&mut self.io.buffer) {
                Ok(ReadOutcome::Bytes(count, more)) => (count, more),
                Ok(ReadOutcome::WouldBlock) => return Flow::Wait,
                Ok(ReadOutcome::Closed) if exchange.reader.closed() => {
                    exchange.times.arrived_us = Some(self.context.now_us());
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
            exchange.bytes_arrived(pooled.connection.arrived_us(&self.context.shared.clock));
            let request = &program.samplers.requests[exchange.request as usize];
            let keep = keep(request, exchange, &self.io.bodies, &self.recording.recorder.exchanges);
            let head_request = &*exchange.outgoing.method == "HEAD";
            let progress = exchange.reader.feed(&self.io.buffer[..count], keep, head_request);
            exchange.reader.hold(&self.io.bodies);
            let request = &program.samplers.requests[exchange.request as usize];
            if let (Some(_), Ok(progress)) = (&request.opens, &progress)
                && request.succeeds_with(exchange.reader.status)
            {
                return self.channel_opened(index, user, progress, count);
            }
            match progress {
                Ok(ReadProgress::Done(used)) => {
                    exchange.reader.keep_alive &= used == count;
                    return self.answered(index, user);
                }
                Ok(ReadProgress::More) if exchange.reader.is_interim() => {
                    // The time to the first byte is the real answer's.
                    exchange.times.first_byte_us = None;
                    exchange.log.iter_mut().for_each(|log| log.first_byte_us = None);
                    if exchange.awaits_continue() && exchange.reader.continued {
                        exchange.release();
                        return self.send(index, user);
                    }
                    if !more {
                        self.expect_answer(index, user);
                        return Flow::Wait;
                    }
                }
                Ok(ReadProgress::More) if more => {}
                Ok(ReadProgress::More) => {
                    self.expect_answer(index, user);
                    return Flow::Wait;
                }
                Err(problem) => {
                    let serial = exchange.way.serial;
                    user.http.drop_connection(serial);
                    return self.finish(index, user, Some((ErrorKind::BadHttp, problem)));
                }
            }
        }
        self.receive_later(index, user)
    }

    /// There is more of the answer, and it is the turn of others. No new event would tell of it.
    fn receive_later(&mut self, index: u32, user: &mut User) -> Flow {
        self.expect_answer(index, user);
        let User { in_flight, http, .. } = &mut *user;
        let Some(exchange) = in_flight.exchange_mut() else { return Flow::Next };
        let Some(pooled) = http.connection(exchange.way.serial) else { return Flow::Wait };
        match self.io.watch_again(&pooled.connection, index, exchange.way.serial) {
            Ok(()) => Flow::Wait,
            Err(failure) => self.broken(index, user, failure),
        }
    }

    /// The connection broke. One that was idle before may have been closed by the server at that very
    /// moment: then a request that may be repeated is sent again (RFC 9110, 9.2.2). A server that closes later than
    /// that has had the request.
    fn broken(&mut self, index: u32, user: &mut User, failure: FailureDetail) -> Flow {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let serial = exchange.way.serial;
        let connection = user
            .http
            .connections
            .iter()
            .find(|pooled| pooled.serial == serial)
            .map(|pooled| &pooled.connection);
        let uses = connection.map_or(0, |connection| connection.uses);
        let unseen_us = connection.map_or(0, |connection| connection.connect_us) + UNSEEN_US;
        let is_unseen = self.context.now_us() <= exchange.times.request_started_us + unseen_us;
        let idempotent = matches!(&*exchange.outgoing.method, "GET" | "HEAD" | "PUT" | "DELETE" | "OPTIONS");
        let again =
            uses > 0 && is_unseen && idempotent && !exchange.chain.retried && exchange.reader.is_untouched();
        if again {
            self.context.shared.outcome.sent_again.fetch_add(1, Ordering::Relaxed);
            (exchange.chain.retried, exchange.way) = (true, Way::default());
            exchange.rewind(&self.context.program.samplers.requests[exchange.request as usize]);
        }
        user.http.drop_connection(serial);
        Timers::clear(&mut user.timing.deadline);
        if again {
            return self.connect(index, user);
        }
        self.finish(index, user, Some(failure))
    }

    /// The answer is whole.
    pub fn answered(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let User { in_flight, http, timing, .. } = &mut *user;
        let HttpClient { connections, jars, caches, .. } = http;
        let Some(exchange) = in_flight.exchange_mut() else { return Flow::Next };
        let request = &program.samplers.requests[exchange.request as usize];
        let serial = exchange.way.serial;
        let whole = exchange.sending.written == exchange.sending.whole;
        let keep = exchange.reader.keep_alive && request.keep_alive && whole;
        match connections.iter_mut().find(|pooled| pooled.serial == serial) {
            Some(pooled) if keep && !pooled.connection.closing => {
                pooled.connection.uses += 1;
                if let Some(idle_s) = exchange.reader.idle_s {
                    pooled.expires_us = connections::expiry_us(self.context.now_us(), idle_s);
                }
            }
            _ => connections.retain(|pooled| pooled.serial != serial),
        }
        store_cookies(jars, &program, exchange);
        if request.cache.is_some() {
            cache::store(
                caches,
                &program,
                exchange,
                self.context.shared.clock.wall_ms(self.context.now_us()),
            );
        }
        // Where it goes from here may have to be connected to first: the limit of silence is for answers.
        Timers::clear(&mut timing.deadline);
        if exchange.reader.status == 401 && request.logins.is_some() {
            match self.log_in(user, request) {
                Ok(true) => return self.route(index, user),
                Ok(false) => return self.finish(index, user, None),
                Err(failure) => return self.finish(index, user, Some(failure)),
            }
        }
        if let Some(location) = end::redirect_location(exchange, request) {
            return match self.redirect(user, request, &location) {
                Ok(true) => self.route(index, user),
                Ok(false) => self.finish(index, user, None),
                Err(failure) => self.finish(index, user, Some(failure)),
            };
        }
        if end::is_lost(exchange, request) {
            let text = end::WITHOUT_LOCATION.to_owned();
            return self.finish(index, user, Some((ErrorKind::BadHttp, text)));
        }
        if request.embedded.is_some() && exchange.part.is_none() {
            return self.open_page(index, user, request);
        }
        self.finish(index, user, None)
    }
}
