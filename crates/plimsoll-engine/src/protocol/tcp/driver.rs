//! Steps that send something over a TCP connection and read the answer (JMeter's TCPSampler).

use super::{TcpCall, TcpSocket};
use crate::clock::micros;
use crate::extract::{Answer, into_text};
use crate::net::connection::{ReadOutcome, exchange_failure};
use crate::net::{FailureDetail, Way, no_answer, no_connection};
use crate::program::Compiled;
use crate::protocol::sample_times::{ExchangePhase, SampleTimes};
use crate::protocol::state::InFlight;
use crate::timer::Timers;
use crate::user::{User, UserActivity};
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use crate::worker::io::Io;
use crate::worker::sample::{PlainEnd, SampleEnd};
use plimsoll_plan::plan::{Framing, TcpStep};
use plimsoll_run::{ErrorKind, TransactionKind};
use rustix::event::epoll::EventFlags;
use std::rc::Rc;
use std::time::Duration;

/// Longest answer.
const ANSWER_MAX: usize = 64 << 20;

impl Worker {
    pub fn begin_tcp(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let step = &program.samplers.tcp_steps[number as usize];
        let now_us = self.context.now_us();
        let mut scope = self.context.scope(&mut user.data);
        let (host, port) = (step.host.to_text(&mut scope), step.port.to_text(&mut scope));
        let sent = step.send.to_text(&mut scope);
        let output = framed(step.framing, &sent);
        let target = match port.trim().parse() {
            Ok(port) => Ok((host.trim().to_owned(), port)),
            Err(_) => Err(format!("`{port}` is not a port")),
        };
        let mut call = TcpCall {
            step: number,
            phase: ExchangePhase::Send,
            target: target.clone().unwrap_or_default(),
            output: output.clone().unwrap_or_default(),
            written: 0,
            input: Vec::new(),
            sent,
            way: Way::default(),
            times: SampleTimes::started(now_us, user.take_intended()),
            connect_us: None,
        };
        user.timing.activity = UserActivity::Exchanging;
        if let Some(problem) = target.err().or(output.err()) {
            user.in_flight = InFlight::Tcp(Box::new(call));
            return self.end_tcp(index, user, Some((ErrorKind::BadRequest, problem)));
        }
        if !step.reuse_connection {
            user.clients.sockets.retain(|socket| socket.target != call.target);
        }
        if let Some(socket) = user.clients.sockets.iter_mut().find(|socket| socket.target == call.target) {
            socket.connection.set_options(step.no_delay, None);
            call.way.serial = socket.serial;
            call.input = std::mem::take(&mut socket.rest);
            user.in_flight = InFlight::Tcp(Box::new(call));
            return self.send_tcp(index, user);
        }
        user.in_flight = InFlight::Tcp(Box::new(call));
        self.connect_tcp(index, user)
    }

    /// Connects to the host's next address.
    fn connect_tcp(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let now_us = self.context.now_us();
        let Some(call) = user.in_flight.tcp_mut() else { return Flow::Next };
        let step = &program.samplers.tcp_steps[call.step as usize];
        let (host, port) = (call.target.0.as_str(), call.target.1);
        let open = |io: &mut Io, address| io.open(address, None);
        let connected = self.io.connect_user(&mut call.way, (host, port), (index, None), now_us, open);
        let connection = match connected {
            Ok(Some(connection)) => connection,
            Ok(None) => {
                call.phase = ExchangePhase::Resolve;
                return Flow::Wait;
            }
            Err(failure) => return self.end_tcp(index, user, Some(failure)),
        };
        let linger = step.linger_s.map(|seconds| Duration::from_secs(seconds.into()));
        connection.set_options(step.no_delay, linger);
        call.phase = ExchangePhase::Connect;
        let target = call.target.clone();
        let serial = call.way.serial;
        user.clients.sockets.push(TcpSocket { target, serial, connection, rest: Vec::new() });
        if let Some(timeout) = step.connect_timeout.map(micros) {
            self.users.timers.set(index, &mut user.timing.deadline, now_us + timeout);
        }
        Flow::Wait
    }

    /// The name that the step waits for has been looked up.
    pub fn tcp_resolved(&mut self, index: u32, user: &mut User) {
        if user.in_flight.tcp().is_some_and(|call| call.phase == ExchangePhase::Resolve) {
            let flow = self.connect_tcp(index, user);
            self.resume(index, user, flow);
        }
    }

    /// Something happened on a connection of TCP steps; false when it is none.
    pub fn tcp_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) -> bool {
        let Some(socket) = user.clients.sockets.iter_mut().find(|socket| socket.serial == serial) else {
            return false;
        };
        socket.connection.readable |= flags.contains(EventFlags::IN);
        socket.connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        let phase = match user.in_flight.tcp() {
            Some(call) if call.way.serial == serial => call.phase,
            // What comes between two steps is read by the next one.
            _ => return true,
        };
        let flow = match phase {
            ExchangePhase::Connect => self.go_on_connecting_tcp(index, user),
            ExchangePhase::Send => self.send_tcp(index, user),
            ExchangePhase::Receive => self.receive_tcp(index, user),
            ExchangePhase::Resolve | ExchangePhase::Stream => Flow::Wait,
        };
        self.resume(index, user, flow);
        true
    }

    fn go_on_connecting_tcp(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(call) = user.in_flight.tcp_mut() else { return Flow::Next };
        let socket = user.clients.sockets.iter_mut().find(|socket| socket.serial == call.way.serial);
        let Some(socket) = socket else { return Flow::Wait };
        match call.way.progress(&mut socket.connection, || self.context.now_us()) {
            Ok(None) => Flow::Wait,
            Ok(Some(took_us)) => {
                self.recording.recorder.connected(took_us);
                call.connect_us = Some(took_us);
                Timers::clear(&mut user.timing.deadline);
                call.phase = ExchangePhase::Send;
                self.send_tcp(index, user)
            }
            Err(failure) => self.tcp_connect_failed(index, user, failure),
        }
    }

    fn tcp_connect_failed(&mut self, index: u32, user: &mut User, failure: FailureDetail) -> Flow {
        let Some(call) = user.in_flight.tcp() else { return Flow::Next };
        user.clients.sockets.retain(|socket| socket.serial != call.way.serial);
        Timers::clear(&mut user.timing.deadline);
        match call.way.goes_on() {
            true => self.connect_tcp(index, user),
            false => self.end_tcp(index, user, Some(failure)),
        }
    }

    fn send_tcp(&mut self, index: u32, user: &mut User) -> Flow {
        let Some(call) = user.in_flight.tcp_mut() else { return Flow::Next };
        let Some(socket) = user.clients.sockets.iter_mut().find(|socket| socket.serial == call.way.serial)
        else {
            return Flow::Wait;
        };
        while call.written < call.output.len() {
            match socket.connection.write(&call.output[call.written..]) {
                Ok(taken) => call.written += taken,
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return Flow::Wait,
                Err(error) => return self.end_tcp(index, user, Some(exchange_failure(&error))),
            }
        }
        call.phase = ExchangePhase::Receive;
        self.await_more(index, user);
        self.receive_tcp(index, user)
    }

    /// The time for the next read begins.
    fn await_more(&mut self, index: u32, user: &mut User) {
        let Some(call) = user.in_flight.tcp() else { return };
        if let Some(timeout) =
            self.context.program.samplers.tcp_steps[call.step as usize].response_timeout.map(micros)
        {
            let now_us = self.context.now_us();
            self.users.timers.set(index, &mut user.timing.deadline, now_us + timeout);
        }
    }

    fn receive_tcp(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(call) = user.in_flight.tcp_mut() else { return Flow::Next };
        let framing = program.samplers.tcp_steps[call.step as usize].framing;
        let Some(socket) = user.clients.sockets.iter_mut().find(|socket| socket.serial == call.way.serial)
        else {
            return Flow::Wait;
        };
        if let Some(end) = message_end(framing, &call.input) {
            socket.rest = call.input.split_off(end);
            return self.end_tcp(index, user, None);
        }
        let mut has_more = false;
        loop {
            match socket.connection.read(&mut self.io.buffer) {
                Ok(ReadOutcome::Bytes(count, more)) => {
                    has_more = true;
                    call.times.bytes_arrived(socket.connection.arrived_us(&self.context.shared.clock));
                    call.input.extend_from_slice(&self.io.buffer[..count]);
                    if call.input.len() > ANSWER_MAX {
                        let text = format!("the answer is longer than {} MiB", ANSWER_MAX >> 20);
                        return self.end_tcp(index, user, Some((ErrorKind::BadMessage, text)));
                    }
                    if let Some(end) = message_end(framing, &call.input) {
                        socket.rest = call.input.split_off(end);
                        return self.end_tcp(index, user, None);
                    }
                    if !more {
                        break;
                    }
                }
                Ok(ReadOutcome::WouldBlock) => break,
                Ok(ReadOutcome::Closed) => return self.end_tcp(index, user, None),
                Err(error) => return self.end_tcp(index, user, Some(exchange_failure(&error))),
            }
        }
        if has_more {
            self.await_more(index, user);
        }
        Flow::Wait
    }

    pub fn give_up_tcp(&mut self, index: u32, user: &mut User, failure: FailureDetail) {
        let flow = self.end_tcp(index, user, Some(failure));
        self.resume(index, user, flow);
    }

    pub fn tcp_timed_out(&mut self, index: u32, user: &mut User) {
        let Some(call) = user.in_flight.tcp() else { return };
        let step = &self.context.program.samplers.tcp_steps[call.step as usize];
        let flow = if call.phase == ExchangePhase::Connect {
            self.tcp_connect_failed(index, user, no_connection(step.connect_timeout.map(micros)))
        } else {
            let failure = match step.framing {
                // Silence is the end of such an answer (BinaryTCPClientImpl).
                Framing::Binary { end_byte: None } => None,
                _ => Some(no_answer(step.response_timeout.map(micros))),
            };
            self.end_tcp(index, user, failure)
        };
        self.resume(index, user, flow);
    }

    fn end_tcp(&mut self, index: u32, user: &mut User, failure: Option<FailureDetail>) -> Flow {
        let program = Rc::clone(&self.context.program);
        let InFlight::Tcp(call) = std::mem::take(&mut user.in_flight) else { return Flow::Wait };
        let step = &program.samplers.tcp_steps[call.step as usize];
        if failure.is_some() || !step.reuse_connection || step.close_connection {
            user.clients.sockets.retain(|socket| socket.serial != call.way.serial);
        }
        let bytes_received = call.input.len() as u64;
        // Else its end was that the server closed, or fell silent: that is noticed now.
        let is_whole = failure.is_none() && message_end(step.framing, &call.input).is_some();
        let (code, message) = match &failure {
            None => ("200".to_owned(), "OK".to_owned()),
            Some((_, text)) => ("500".to_owned(), text.clone()),
        };
        let label = self.label(user, &step.label, TransactionKind::Request);
        let ended_us = call.times.ended_us(is_whole, self.context.now_us());
        let end = SampleEnd {
            label: Some(label),
            extractors: &step.extractors,
            checks: &step.checks,
            intended_us: call.times.intended_us,
            started_us: call.times.started_us,
            first_byte_us: call.times.first_byte_us,
            ended_us,
            bytes_sent: call.written as u64,
            bytes_received,
            failure,
            is_unsent: call.phase == ExchangePhase::Connect,
            ..SampleEnd::default()
        };
        let body = shown(step, call.input);
        let ended = PlainEnd {
            logged_bytes: Some(body.len() as u64),
            answer: Answer::of_text(&code, &message, body, call.sent),
            code,
            message,
            connect_us: call.connect_us,
            forgives_all: true,
        };
        self.end_sample(index, user, end, ended)
    }
}

/// How many of the bytes make a whole answer.
fn message_end(framing: Framing, input: &[u8]) -> Option<usize> {
    match framing {
        Framing::Text { end_byte } | Framing::Binary { end_byte } => {
            (end_byte.is_some() && input.last().copied() == end_byte).then_some(input.len())
        }
        Framing::LengthPrefixed { prefix_bytes } => {
            let prefix = usize::from(prefix_bytes);
            let length =
                input.get(..prefix)?.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
            let end = prefix.checked_add(length)?;
            (input.len() >= end).then_some(end)
        }
    }
}

/// The answer as the plan sees it.
fn shown(step: &TcpStep<Compiled>, input: Vec<u8>) -> String {
    match step.framing {
        Framing::Text { .. } => into_text(input),
        Framing::Binary { .. } => digits(&input),
        Framing::LengthPrefixed { prefix_bytes } => {
            digits(input.get(usize::from(prefix_bytes)..).unwrap_or(&[]))
        }
    }
}

fn digits(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What goes out.
fn framed(framing: Framing, text: &str) -> Result<Vec<u8>, String> {
    match framing {
        Framing::Text { .. } => Ok(text.as_bytes().to_vec()),
        Framing::Binary { .. } => from_digits(text, false),
        Framing::LengthPrefixed { prefix_bytes } => {
            let body = from_digits(text, false)?;
            let length = (body.len() as u64).to_be_bytes();
            let mut framed = length[length.len() - usize::from(prefix_bytes.min(8))..].to_vec();
            framed.extend_from_slice(&body);
            Ok(framed)
        }
    }
}

/// Hexadecimal digits as bytes; `spaced`: there may be spaces between them.
pub fn from_digits(text: &str, spaced: bool) -> Result<Vec<u8>, String> {
    let characters = text.chars().filter(|c| !(spaced && c.is_whitespace()));
    let digits: Option<Vec<u32>> = characters.map(|c| c.to_digit(16)).collect();
    match digits.filter(|digits| digits.len().is_multiple_of(2)) {
        Some(digits) => Ok(digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()),
        None => Err(format!("`{text}` is not a row of bytes in hexadecimal digits")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(framing: Framing, input: &[u8], expected: Option<usize>) {
        assert_eq!(message_end(framing, input), expected, "{input:?}");
    }

    #[test]
    fn an_answer_ends_where_its_framing_says() {
        check(Framing::Text { end_byte: Some(10) }, b"ab\n", Some(3));
        check(Framing::Text { end_byte: Some(10) }, b"a\nb", None);
        check(Framing::Text { end_byte: None }, b"ab\n", None);
        check(Framing::LengthPrefixed { prefix_bytes: 2 }, &[0, 2, 7, 7, 9], Some(4));
        check(Framing::LengthPrefixed { prefix_bytes: 2 }, &[0, 2, 7], None);
        check(Framing::LengthPrefixed { prefix_bytes: 2 }, &[0], None);
    }

    #[test]
    fn what_goes_out_is_framed() {
        assert_eq!(framed(Framing::LengthPrefixed { prefix_bytes: 2 }, "CAfe"), Ok(vec![0, 2, 0xca, 0xfe]));
        assert!(framed(Framing::Binary { end_byte: None }, "abc").is_err());
    }
}
