//! Steps of channels: sending, awaiting, closing, and their samples.

use super::driver::take_channel;
use crate::check;
use crate::clock::micros;
use crate::extract::{Answer, into_text};
use crate::net::FailureDetail;
use crate::program::Compiled;
use crate::protocol::channel::{Channel, ChannelWait, Message, State};
use crate::protocol::state::InFlight;
use crate::protocol::tcp;
use crate::user::{User, UserActivity};
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use crate::worker::sample::{PlainEnd, SampleEnd};
use plimsoll_plan::plan::{Await, ChannelAction, ChannelStep, Check, Payload};
use plimsoll_run::{ErrorKind, TransactionKind};
use std::borrow::Cow;
use std::rc::Rc;

/// What a step of a channel has come to.
enum StepOutcome {
    /// It is over since this moment.
    Done {
        at_us: u64,
    },
    Failed(FailureDetail),
    Waiting,
}

impl Worker {
    pub fn begin_channel_step(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let step = &program.samplers.channel_steps[number as usize];
        let now_us = self.context.now_us();
        let sends = !matches!(step.action, ChannelAction::Await(_) | ChannelAction::Quiet(_));
        // Only what is sent can be sent too late; otherwise the plan is for what comes next.
        let intended_us = if sends { user.take_intended() } else { None };
        user.in_flight = InFlight::Channel(Box::new(ChannelWait {
            step: number,
            started_us: now_us,
            since_us: now_us,
            intended_us,
            wanted: None,
            sent: String::new(),
            found: 0,
            message: None,
        }));
        user.timing.activity = UserActivity::Exchanging;
        let Some(mut channel) = take_channel(user, step.channel) else {
            let text = format!("the channel `{}` is not open", program.channels[step.channel as usize]);
            return self.end_channel_step(index, user, now_us, Some((ErrorKind::ClosedEarly, text)));
        };
        self.users.timers.set(index, &mut user.timing.deadline, now_us + micros(step.timeout));
        if sends && channel.is_websocket() {
            // What came before something was sent can't be the answer.
            while let Some(message) = channel.next() {
                self.not_awaited(channel.number, &message);
            }
            if let Some(failure) = failure_of(&channel.state) {
                user.clients.channels.push(channel);
                let flow = self.end_channel_step(index, user, now_us, Some(failure));
                self.leave_channel(user, step.channel);
                return flow;
            }
        }
        let spoken = self.speak(user, step, &mut channel);
        user.clients.channels.push(channel);
        match spoken {
            Ok(()) => self.go_on_with_channel(index, user),
            Err(problem) => {
                self.end_channel_step(index, user, now_us, Some((ErrorKind::BadRequest, problem)))
            }
        }
    }

    /// Puts what the step sends into the channel.
    fn speak(
        &mut self,
        user: &mut User,
        step: &ChannelStep<Compiled>,
        channel: &mut Channel,
    ) -> Result<(), String> {
        let Some(wait) = user.in_flight.channel_mut() else { return Ok(()) };
        if let ChannelAction::Send { awaited: Some(awaited), .. } | ChannelAction::Await(awaited) =
            &step.action
            && let Await::Message { event: Some(event), .. } = awaited
        {
            wait.wanted = Some(event.to_text(&mut self.context.scope(&mut user.data)));
        }
        if let ChannelAction::Await(_) = step.action {
            wait.since_us = channel.asked_us.take().unwrap_or(wait.since_us);
        }
        let asked_us = wait.started_us;
        let (codec, output) = match (&step.action, channel.speak()) {
            (ChannelAction::Await(_) | ChannelAction::Quiet(_), _) | (_, None) => return Ok(()),
            (_, Some(spoken)) => spoken,
        };
        let mut scope = self.context.scope(&mut user.data);
        let spoken = match &step.action {
            ChannelAction::Send { payload: Payload::Text(text), .. } => {
                wait.sent = text.to_text(&mut scope);
                codec.send_text(wait.sent.clone(), output)
            }
            ChannelAction::Send { payload: Payload::Binary(text), .. } => {
                wait.sent = text.to_text(&mut scope);
                tcp::from_digits(&wait.sent, true).and_then(|bytes| codec.send_binary(bytes, output))
            }
            ChannelAction::Ping(text) => {
                wait.sent = text.to_text(&mut scope);
                codec.ping(wait.sent.as_bytes(), output)
            }
            ChannelAction::Close { code, reason } => {
                codec.close(*code, &reason.to_text(&mut scope), output);
                Ok(())
            }
            ChannelAction::Await(_) | ChannelAction::Quiet(_) => Ok(()),
        };
        match &step.action {
            ChannelAction::Send { awaited: None, .. } => channel.asked_us = Some(asked_us),
            ChannelAction::Send { .. } => channel.asked_us = None,
            ChannelAction::Ping(_) => channel.pong = None,
            _ => {}
        }
        spoken
    }

    /// Looks whether the step that the user is at is over.
    pub fn go_on_with_channel(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(wait) = user.in_flight.channel() else { return Flow::Next };
        let step = &program.samplers.channel_steps[wait.step as usize];
        let Some(mut channel) = take_channel(user, step.channel) else { return Flow::Wait };
        let is_sent = channel.flush();
        let outcome = match &step.action {
            ChannelAction::Send { awaited: None, .. } => match failure_of(&channel.state) {
                Some(failure) => StepOutcome::Failed(failure),
                None if is_sent => StepOutcome::Done { at_us: self.context.now_us() },
                None => StepOutcome::Waiting,
            },
            ChannelAction::Send { awaited: Some(awaited), .. } | ChannelAction::Await(awaited) => {
                self.look_for(user, awaited, &mut channel)
            }
            ChannelAction::Ping(_) => pong(user, &channel),
            ChannelAction::Quiet(silence) => {
                self.until_quiet(index, user, step, micros(*silence), &mut channel)
            }
            ChannelAction::Close { .. } => closed(user, &channel),
        };
        // The end of a channel is told once; messages that came before it can still be awaited.
        let is_left = match (&outcome, &step.action) {
            (StepOutcome::Waiting, _) => false,
            (_, ChannelAction::Close { .. })
            | (StepOutcome::Done { .. }, ChannelAction::Await(Await::End)) => true,
            (StepOutcome::Done { .. }, _) => false,
            (StepOutcome::Failed(_), _) => channel.state != State::Open,
        };
        let number = channel.number;
        user.clients.channels.push(channel);
        let flow = match outcome {
            StepOutcome::Waiting => return Flow::Wait,
            StepOutcome::Done { at_us } => self.end_channel_step(index, user, at_us, None),
            StepOutcome::Failed(failure) => {
                let now_us = self.context.now_us();
                self.end_channel_step(index, user, now_us, Some(failure))
            }
        };
        if is_left {
            self.leave_channel(user, number);
        }
        flow
    }

    /// Takes messages until one fits; the others are skipped and counted.
    fn look_for(&mut self, user: &mut User, awaited: &Await<Compiled>, channel: &mut Channel) -> StepOutcome {
        let Await::Message { conditions, count, .. } = awaited else {
            while let Some(message) = channel.next() {
                self.not_awaited(channel.number, &message);
            }
            return match channel.state {
                State::Ended { at_us, .. } => StepOutcome::Done { at_us },
                _ => waiting_or_failed(channel),
            };
        };
        while let Some(message) = channel.next() {
            if !self.fits(user, conditions, &message) {
                self.not_awaited(channel.number, &message);
                continue;
            }
            let Some(wait) = user.in_flight.channel_mut() else { return StepOutcome::Waiting };
            wait.found += 1;
            let at_us = message.arrived_us;
            wait.message = Some(message);
            if wait.found >= *count {
                return StepOutcome::Done { at_us };
            }
        }
        waiting_or_failed(channel)
    }

    fn fits(&mut self, user: &mut User, conditions: &[Check<Compiled>], message: &Message) -> bool {
        let wanted = user.in_flight.channel().and_then(|wait| wait.wanted.as_deref());
        if wanted.is_some_and(|kind| kind != message.kind) {
            return false;
        }
        if conditions.is_empty() {
            return true;
        }
        let body = into_text(message.body.clone());
        let answer = Answer {
            headers: Cow::Borrowed(&message.head),
            bytes: message.body.len() as u64,
            body: body.into(),
            ..Answer::default()
        };
        check::first_failure(conditions, &answer, &mut self.context.scope(&mut user.data)).is_none()
    }

    /// Takes all messages; done when none has come for a while.
    fn until_quiet(
        &mut self,
        index: u32,
        user: &mut User,
        step: &ChannelStep<Compiled>,
        silence_us: u64,
        channel: &mut Channel,
    ) -> StepOutcome {
        let Some(wait) = user.in_flight.channel_mut() else { return StepOutcome::Waiting };
        while let Some(message) = channel.next() {
            wait.found += 1;
            wait.message = Some(message);
        }
        // What lay there before the step began is no sign of life.
        let last_us = wait.message.as_ref().map_or(wait.started_us, |m| m.arrived_us.max(wait.started_us));
        match &channel.state {
            State::Broken(failure) => return StepOutcome::Failed(failure.clone()),
            State::Ended { .. } => return StepOutcome::Done { at_us: last_us },
            State::Open | State::Leaving => {}
        }
        let now_us = self.context.now_us();
        if now_us >= last_us + silence_us {
            return StepOutcome::Done { at_us: last_us };
        }
        let until_us = (last_us + silence_us).min(wait.started_us + micros(step.timeout));
        self.users.timers.set(index, &mut user.timing.deadline, until_us);
        StepOutcome::Waiting
    }

    pub fn channel_timed_out(&mut self, index: u32, user: &mut User) {
        let program = Rc::clone(&self.context.program);
        let Some(wait) = user.in_flight.channel() else { return };
        let step = &program.samplers.channel_steps[wait.step as usize];
        let now_us = self.context.now_us();
        if let ChannelAction::Quiet(_) = step.action
            && now_us < wait.started_us + micros(step.timeout)
        {
            let flow = self.go_on_with_channel(index, user);
            return self.resume(index, user, flow);
        }
        let what = match &step.action {
            ChannelAction::Send { awaited: None, .. } => "the message could not be sent",
            ChannelAction::Send { .. } | ChannelAction::Await(_) => "no message that fits came",
            ChannelAction::Ping(_) => "no pong came",
            ChannelAction::Quiet(_) => "messages did not cease",
            ChannelAction::Close { .. } => "the server did not answer the close",
        };
        let text = format!("{what} within {} ms", step.timeout.as_millis());
        let is_left = matches!(step.action, ChannelAction::Close { .. });
        let flow = self.end_channel_step(index, user, now_us, Some((ErrorKind::ResponseTimeout, text)));
        if is_left {
            self.leave_channel(user, step.channel);
        }
        self.resume(index, user, flow);
    }

    /// Ends the step that the user is at.
    fn end_channel_step(
        &mut self,
        index: u32,
        user: &mut User,
        end_us: u64,
        failure: Option<FailureDetail>,
    ) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(wait) = take_wait(&mut user.in_flight) else { return Flow::Next };
        let step = &program.samplers.channel_steps[wait.step as usize];
        let is_open =
            user.clients.channels.iter().any(|c| c.number == step.channel && c.state != State::Leaving);
        let (bytes_sent, bytes_received) = uncounted_bytes(user, step.channel);
        let label = self.label(user, &step.label, TransactionKind::Request);
        let (code, message) = match &failure {
            None => ("200".to_owned(), "OK".to_owned()),
            Some((kind, detail)) => (kind.name().to_owned(), detail.clone()),
        };
        let received = wait.message.unwrap_or_default();
        let end = SampleEnd {
            label: Some(label),
            extractors: &step.extractors,
            checks: &step.checks,
            intended_us: wait.intended_us,
            started_us: wait.since_us,
            busy_since_us: Some(wait.started_us),
            ended_us: end_us,
            bytes_sent,
            bytes_received,
            failure,
            // Without a server in it the user would do nothing but fail.
            is_unsent: !is_open,
            ..SampleEnd::default()
        };
        let answer = received.into_answer(&code, &message, wait.sent);
        let ended =
            PlainEnd { answer, code, message, connect_us: None, logged_bytes: None, forgives_all: true };
        self.end_sample(index, user, end, ended)
    }
}

fn take_wait(in_flight: &mut InFlight) -> Option<Box<ChannelWait>> {
    match std::mem::take(in_flight) {
        InFlight::Channel(wait) => Some(wait),
        other => {
            *in_flight = other;
            None
        }
    }
}

/// Bytes of the channel since its last sample.
fn uncounted_bytes(user: &mut User, number: u32) -> (u64, u64) {
    let channel = user.clients.channels.iter_mut().find(|c| c.number == number && c.state != State::Leaving);
    channel.map_or((0, 0), |c| (std::mem::take(&mut c.bytes_sent), std::mem::take(&mut c.bytes_received)))
}

/// Why nothing can be sent any more.
fn failure_of(state: &State) -> Option<FailureDetail> {
    match state {
        State::Open | State::Leaving => None,
        State::Ended { words, .. } => Some((ErrorKind::ClosedEarly, words.clone())),
        State::Broken(failure) => Some(failure.clone()),
    }
}

fn waiting_or_failed(channel: &Channel) -> StepOutcome {
    failure_of(&channel.state).map_or(StepOutcome::Waiting, StepOutcome::Failed)
}

fn pong(user: &User, channel: &Channel) -> StepOutcome {
    match (user.in_flight.channel(), &channel.pong) {
        (Some(wait), Some((payload, at_us))) if payload == wait.sent.as_bytes() => {
            StepOutcome::Done { at_us: *at_us }
        }
        _ => waiting_or_failed(channel),
    }
}

/// The closing handshake; an event stream is simply left.
fn closed(user: &User, channel: &Channel) -> StepOutcome {
    let started_us = user.in_flight.channel().map_or(0, |wait| wait.started_us);
    match &channel.state {
        State::Ended { at_us, .. } => StepOutcome::Done { at_us: (*at_us).max(started_us) },
        _ if !channel.is_websocket() => StepOutcome::Done { at_us: started_us },
        _ => waiting_or_failed(channel),
    }
}
