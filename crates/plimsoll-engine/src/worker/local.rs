//! Samples that ask no server: they show variables, or only take time.

use super::Worker;
use super::interpreter::Flow;
use super::sample::{PlainEnd, SampleEnd, SampleLabel};
use crate::extract::{Answer, SentRequest};
use crate::program::{Compiled, Text};
use crate::protocol::state::{InFlight, LocalWait};
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{User, UserActivity};
use plimsoll_plan::plan::{LocalAction, LocalSleep};
use plimsoll_plan::template::{EvaluationContext, LastAnswer};
use plimsoll_run::{ErrorKind, TransactionKind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// JMeter's defaults of both (JavaTest, SleepTest), milliseconds.
const TIME_MS: u64 = 100;
const MASK: u64 = 0xff;
/// Longest sleep: a day, microseconds.
const SLEEP_US_MAX: u64 = 86_400_000_000;

impl Worker {
    pub fn begin_local(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let started_us = self.context.now_us();
        let intended_us = user.take_intended();
        user.in_flight = InFlight::Local(Box::new(LocalWait { sample: number, started_us, intended_us }));
        let LocalAction::Sleep(sleep) = &program.samplers.local_samples[number as usize].action else {
            return self.finish_local(index, user);
        };
        let sleep_us = sleep_us(sleep, &mut self.context.scope(&mut user.data));
        if sleep_us == 0 {
            return self.finish_local(index, user);
        }
        user.timing.activity = UserActivity::Exchanging;
        self.users.timers.set(index, &mut user.timing.deadline, started_us + sleep_us);
        Flow::Wait
    }

    pub fn local_ended(&mut self, index: u32, user: &mut User) {
        let flow = self.finish_local(index, user);
        self.resume(index, user, flow);
    }

    fn finish_local(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let InFlight::Local(wait) = std::mem::take(&mut user.in_flight) else { return Flow::Next };
        let local = &program.samplers.local_samples[wait.sample as usize];
        let now_us = self.context.now_us();
        let mut label = self.label(user, &local.label, TransactionKind::Request);
        let mut scope = self.context.scope(&mut user.data);
        let (answer, succeeded) = match &local.action {
            LocalAction::Show { variables, properties } => (shown(*variables, *properties, &scope), true),
            LocalAction::Sleep(sleep) => slept(sleep, &mut scope),
            LocalAction::Script { text, .. } => {
                let mut made = made(text, &mut scope);
                if made.is_ignored {
                    user.timing.activity = UserActivity::Waiting;
                    Timers::clear(&mut user.timing.deadline);
                    user.execution.last_succeeded = made.successful;
                    return Flow::Next;
                }
                let own_label = std::mem::take(&mut made.label);
                if !own_label.is_empty() {
                    let id = self.context.labels.id(&own_label, TransactionKind::Request);
                    label = SampleLabel { id, made: Some(own_label) };
                }
                answered(made)
            }
        };
        let code = match &answer.code {
            Some(code) => code.to_string(),
            None if answer.status == 0 => String::new(),
            None => answer.status.to_string(),
        };
        let message = answer.reason.to_string();
        let failed = || (ErrorKind::Status, format!("{code} {message}").trim().to_owned());
        let end = SampleEnd {
            label: Some(label),
            extractors: &local.extractors,
            checks: &local.checks,
            intended_us: wait.intended_us,
            started_us: wait.started_us,
            ended_us: now_us,
            bytes_sent: answer.asked.data().len() as u64,
            bytes_received: answer.bytes,
            failure: (!succeeded).then(failed),
            ..SampleEnd::default()
        };
        let ended =
            PlainEnd { answer, code, message, connect_us: None, logged_bytes: None, forgives_all: false };
        self.end_sample(index, user, end, ended)
    }
}

fn sleep_us(sleep: &LocalSleep<Compiled>, scope: &mut UserScope<'_>) -> u64 {
    let (time_ms, mask) = (number(&sleep.time, TIME_MS, scope), number(&sleep.mask, MASK, scope));
    let more_ms = match (time_ms, mask) {
        (0, _) | (_, 0) => 0,
        (_, mask) => scope.wall_ms().unsigned_abs() % mask,
    };
    time_ms.saturating_add(more_ms).saturating_mul(1_000).min(SLEEP_US_MAX)
}

/// As Java decodes a number; a negative one takes no time.
fn number(text: &Text, default: u64, scope: &mut UserScope<'_>) -> u64 {
    let text = text.to_text(scope);
    let text = text.trim();
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).or(text.strip_prefix('#'));
    match (hexadecimal, text.strip_prefix('0')) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).unwrap_or(default),
        (None, Some(digits)) if !digits.is_empty() => u64::from_str_radix(digits, 8).unwrap_or(default),
        _ => text.parse::<i64>().map_or(default, |number| u64::try_from(number).unwrap_or(0)),
    }
}

fn slept(sleep: &LocalSleep<Compiled>, scope: &mut UserScope<'_>) -> (Answer<'static>, bool) {
    let body = sleep.body.to_text(scope);
    let answer = Answer {
        status: sleep.status.to_text(scope).trim().parse().unwrap_or(0),
        reason: sleep.message.to_text(scope).into(),
        bytes: body.len() as u64,
        body: body.into(),
        asked: SentRequest::Other(sleep.request.to_text(scope).into()),
        ..Answer::default()
    };
    (answer, sleep.outcome.to_text(scope).trim().eq_ignore_ascii_case("ok"))
}

/// As JMeter begins its samples of scripts. One that fails is a failed sample (JSR223Sampler, BeanShellSampler).
fn made(script: &Text, scope: &mut UserScope<'_>) -> LastAnswer {
    let initial = LastAnswer {
        code: "200".to_owned(),
        message: "OK".to_owned(),
        successful: true,
        ..LastAnswer::default()
    };
    scope.user.eval.script_failure = None;
    scope.user.eval.made = Some(Box::new(initial));
    let value = script.to_text(scope);
    let mut made = scope.user.eval.made.take().map(|made| *made).unwrap_or_default();
    if let Some(problem) = scope.user.eval.script_failure.take() {
        (made.successful, made.code, made.message) = (false, "500".to_owned(), problem);
    }
    if made.body.is_empty() {
        made.body = value;
    }
    made
}

fn answered(made: LastAnswer) -> (Answer<'static>, bool) {
    let answer = Answer {
        status: made.code.parse().unwrap_or(0),
        code: Some(made.code.into()),
        reason: made.message.into(),
        headers: made.headers.into(),
        bytes: made.body.len() as u64,
        body: made.body.into(),
        ..Answer::default()
    };
    (answer, made.successful)
}

/// The headings and the order are those of DebugSampler.
fn shown(variables: bool, properties: bool, scope: &UserScope<'_>) -> Answer<'static> {
    let mut body = String::new();
    let mut list = |heading: &str, values: BTreeMap<String, String>| {
        body.push_str(&format!("{heading}:\n"));
        values.iter().for_each(|(name, value)| body.push_str(&format!("{name}={value}\n")));
        body.push('\n');
    };
    if variables {
        list("JMeterVariables", scope.user.variables.all(&scope.program.slots));
    }
    if properties {
        list("JMeterProperties", scope.properties.all());
    }
    Answer {
        status: 200,
        reason: "OK".into(),
        bytes: body.len() as u64,
        body: body.into(),
        ..Answer::default()
    }
}
