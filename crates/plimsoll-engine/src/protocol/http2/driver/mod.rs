//! An exchange that goes over HTTP/2: what the driver of HTTP/1.1 does for that.

mod sessions;
mod waiting;

use crate::check;
use crate::clock::micros;
use crate::net::{no_answer, no_connection};
use crate::program::CompiledRequest;
use crate::protocol::grpc;
use crate::protocol::http::HttpTarget;
use crate::protocol::http::exchange::{Exchange, UNSEEN_US, keep};
use crate::protocol::http2::{Admission, BodySink, Failed, Http2Request, Plain, Sessions, prepare};
use crate::protocol::sample_times::ExchangePhase;
use crate::timer::Timers;
use crate::user::User;
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use plimsoll_plan::plan::{Body, HttpVersion};
use plimsoll_run::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

/// Whether a request to the target goes over HTTP/2.
pub fn goes_by_stream(request: &CompiledRequest, target: &Arc<HttpTarget>, sessions: &Sessions) -> bool {
    match request.http {
        HttpVersion::Http1 => false,
        // A channel takes the whole connection.
        _ if request.opens.is_some() => false,
        HttpVersion::Http2 => true,
        HttpVersion::Auto => target.secure && !sessions.chose_http1(target),
    }
}

impl Worker {
    pub fn goes_by_stream(&self, exchange: &Exchange) -> bool {
        let request = &self.context.program.samplers.requests[exchange.request as usize];
        // The parts of a page come over connections of their own.
        exchange.part.is_none() && goes_by_stream(request, &exchange.outgoing.target, &self.io.sessions)
    }

    /// Finds a session for the request, or makes one, and begins or waits.
    pub fn route_stream(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let request = exchange.request as usize;
        let target = Arc::clone(&exchange.outgoing.target);
        (exchange.phase, exchange.way.serial) = (ExchangePhase::Stream, 0);
        if target.plain_via().is_some() {
            let text = "HTTP/2 in clear text does not go through a proxy".to_owned();
            return self.finish(index, user, Some((ErrorKind::BadRequest, text)));
        }
        let found = self.find_session(user, &target);
        let opened = match found {
            Some(key) => Ok(Some(key)),
            None => self.open_session(index, user, &target),
        };
        let key = match opened {
            Ok(Some(key)) => key,
            Ok(None) => {
                if let Some(exchange) = user.in_flight.exchange_mut() {
                    exchange.phase = ExchangePhase::Resolve;
                }
                return Flow::Wait;
            }
            Err(failure) => return self.finish(index, user, Some(failure)),
        };
        let Some(session) = self.io.sessions.get(key) else { return Flow::Wait };
        // Those who came before are first.
        if session.waiting.is_empty() {
            match session.admission() {
                Admission::Now => return self.start_stream(index, user, key),
                // It is draining from now on, so another one is found or made.
                Admission::Never => return self.route_stream(index, user),
                Admission::Later => {}
            }
        }
        let is_connecting = session.is_connecting();
        self.wait_on(index, user, key);
        let timeout = self.context.program.samplers.requests[request].connect_timeout.map(micros);
        if is_connecting {
            let connect_us = timeout.map(|timeout| self.context.now_us() + timeout);
            if let Some(at_us) = [connect_us, self.deadline_us(user)].into_iter().flatten().min() {
                self.users.timers.set(index, &mut user.timing.deadline, at_us);
            }
        } else {
            self.expect_stream(index, user);
        }
        Flow::Wait
    }

    pub fn start_stream(&mut self, index: u32, user: &mut User, key: u64) -> Flow {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let prepared = match self.prepared(exchange) {
            Ok(prepared) => prepared,
            Err(problem) => return self.finish(index, user, Some((ErrorKind::BadRequest, problem))),
        };
        let request = &self.context.program.samplers.requests[exchange.request as usize];
        if let Body::Grpc(call) = &request.body {
            let answer = grpc::GrpcAnswer::new(call.message_limit, request.keeps_body);
            exchange.grpc = Some(Box::new(answer));
        }
        let Some(session) = self.io.sessions.get(key) else { return self.route_stream(index, user) };
        (exchange.sending.whole, exchange.sending.limit) = (prepared.bytes, prepared.bytes);
        match session.start(prepared) {
            Ok(stream) => exchange.stream = Some(Box::new(stream)),
            Err(failure) => return self.finish(index, user, Some(failure)),
        }
        self.expect_stream(index, user);
        self.go_on_stream(index, user)
    }

    /// The request for `h2`; one that is always the same is made once.
    fn prepared(&mut self, exchange: &Exchange) -> Result<Http2Request, String> {
        let number = exchange.request as usize;
        let target = &exchange.outgoing.target;
        if let Some(pieces) = &exchange.pieces {
            return prepare(target, pieces);
        }
        let list = &mut self.io.sessions.prepared;
        if list.len() <= number {
            list.resize_with(number + 1, || None);
        }
        if let Some(known) = &list[number] {
            return Ok(known.clone());
        }
        let ready = self.context.program.samplers.requests[number].ready.as_ref();
        let pieces = ready.and_then(|ready| ready.pieces.as_ref()).ok_or("the request has no pieces")?;
        let made = prepare(target, pieces)?;
        list[number] = Some(made.clone());
        Ok(made)
    }

    /// The user's alarm rang: something came for its stream.
    pub fn stream_woke(&mut self, index: u32, user: &mut User) {
        if user.in_flight.exchange().is_some_and(|exchange| exchange.stream.is_some()) {
            let flow = self.go_on_stream(index, user);
            self.resume(index, user, flow);
        }
    }

    fn go_on_stream(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let waker = self.io.sessions.waker(index);
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let request = &program.samplers.requests[exchange.request as usize];
        let keep = keep(request, exchange, &self.io.bodies, &self.recording.recorder.exchanges);
        let Some(stream) = &mut exchange.stream else { return Flow::Wait };
        let mut context = Context::from_waker(&waker);
        let sink: &mut dyn BodySink = match &mut exchange.grpc {
            Some(answer) => &mut **answer,
            None => &mut Plain,
        };
        let outcome = stream.go_on(&mut context, &mut exchange.reader, keep, sink);
        exchange.reader.hold(&self.io.bodies);
        let progressed = std::mem::take(&mut stream.progressed);
        let session = stream.session;
        if stream.sent && exchange.sending.written == 0 {
            exchange.sending.written = exchange.sending.whole;
            exchange.sending.bytes_sent += exchange.sending.written as u64;
        }
        // Of a call the first message counts: its headers may come long before.
        let has_started = match &exchange.grpc {
            Some(answer) => answer.has_message() || outcome.is_ready(),
            None => !exchange.reader.is_untouched(),
        };
        if has_started && let Some(session) = self.io.sessions.get(session) {
            let at_us = session.with_socket(|connection| connection.arrived_us(&self.context.shared.clock));
            session.heard_us = self.context.now_us();
            exchange.bytes_arrived(at_us);
        }
        match outcome {
            Poll::Pending => {
                if progressed {
                    self.expect_stream(index, user);
                }
                Flow::Wait
            }
            Poll::Ready(Ok(())) => {
                let key = session;
                exchange.stream = None;
                if !request.keep_alive {
                    self.close_session(user, key);
                }
                let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
                if let Some(answer) = exchange.grpc.take()
                    && let Err(failure) =
                        answer.conclude(request.method_of_call.as_ref(), &mut exchange.reader, keep)
                {
                    let expected = failure.0 == ErrorKind::Status && check::assumes_success(request);
                    return self.finish(index, user, (!expected).then_some(failure));
                }
                self.answered(index, user)
            }
            Poll::Ready(Err(failed)) => self.stream_failed(index, user, failed),
        }
    }

    /// A request that the server has not looked at is sent again, once. So is one that may be repeated, when
    /// the server closed a connection that had carried others at that very moment (RFC 9113, 8.7; RFC 9110, 9.2.2).
    fn stream_failed(&mut self, index: u32, user: &mut User, failed: Failed) -> Flow {
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let Some(stream) = exchange.stream.take() else { return Flow::Wait };
        let session = self.io.sessions.get(stream.session);
        let (uses, connect_us) = session.map_or((u64::MAX, 0), |session| {
            session.draining |= failed.going_away;
            (session.uses, session.connect_us)
        });
        let is_unseen = self.context.now_us() <= exchange.times.request_started_us + connect_us + UNSEEN_US;
        drop(stream);
        Timers::clear(&mut user.timing.deadline);
        let idempotent = matches!(&*exchange.outgoing.method, "GET" | "HEAD" | "PUT" | "DELETE" | "OPTIONS");
        let broken = matches!(failed.failure.0, ErrorKind::ClosedEarly | ErrorKind::Reset);
        let again = failed.unseen || idempotent && uses > 1 && broken && is_unseen && !failed.is_reset;
        if again && !exchange.chain.retried && exchange.reader.is_untouched() {
            self.context.shared.outcome.sent_again.fetch_add(1, Ordering::Relaxed);
            (exchange.chain.retried, exchange.sending.written) = (true, 0);
            return self.route_stream(index, user);
        }
        self.finish(index, user, Some(failed.failure))
    }

    /// The time-outs of a request on a session: for silence, and a call's deadline.
    pub fn expect_stream(&mut self, index: u32, user: &mut User) {
        let Some(exchange) = user.in_flight.exchange() else { return };
        let silence_us =
            self.context.program.samplers.requests[exchange.request as usize].response_timeout.map(micros);
        let silent_us = silence_us.map(|limit| self.context.now_us() + limit);
        if let Some(at_us) = [silent_us, self.deadline_us(user)].into_iter().flatten().min() {
            self.users.timers.set(index, &mut user.timing.deadline, at_us);
        }
    }

    fn deadline_us(&self, user: &User) -> Option<u64> {
        let exchange = user.in_flight.exchange()?;
        let Body::Grpc(call) = &self.context.program.samplers.requests[exchange.request as usize].body else {
            return None;
        };
        Some(exchange.times.started_us + micros(call.deadline?))
    }

    pub fn stream_timed_out(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(exchange) = user.in_flight.exchange() else { return Flow::Next };
        let request = &self.context.program.samplers.requests[exchange.request as usize];
        let (connect_us, response_us) =
            (request.connect_timeout.map(micros), request.response_timeout.map(micros));
        let (session, since_us) = (self.session_of(user), exchange.times.request_started_us);
        let connecting = self.forget_waiting(user);
        if let (Some(key), false) = (session, connecting) {
            self.give_up_silent(user, key, since_us);
        }
        let is_over = self.deadline_us(user).is_some_and(|at_us| at_us <= self.context.now_us());
        let failure = match connecting {
            _ if is_over => (ErrorKind::ResponseTimeout, "DEADLINE_EXCEEDED".to_owned()),
            true => no_connection(connect_us),
            false => no_answer(response_us),
        };
        self.finish(index, user, Some(failure))
    }
}
