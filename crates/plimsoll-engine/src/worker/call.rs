//! The end of steps that are one question and one answer: extracting, checking, and the sample.

use super::Worker;
use super::finish::{last_answer, never_sent};
use super::interpreter::{Flow, scope};
use crate::check;
use crate::extract::{self, Answer, Asked};
use crate::http::connection::Failure;
use crate::program::{Check, Judging};
use crate::recorder::Sample;
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{Activity, User};
use plimsoll_plan::template::Surroundings;
use plimsoll_run::{ErrorKind, TransactionKind};
use std::rc::Rc;

/// What came of it; moments are microseconds on the run's clock.
#[derive(Default)]
pub(super) struct CallEnd {
    pub intended_us: Option<u64>,
    pub started_us: u64,
    pub first_byte_us: Option<u64>,
    pub ended_us: u64,
    /// How long it took to connect; `None`: over a connection that there was.
    pub connect_us: Option<u64>,
    pub bytes_sent: u64,
    pub bytes_received: u64,
    /// As JMeter's response code, and its message.
    pub code: String,
    pub reason: String,
    pub body: String,
    pub request_data: String,
    pub failure: Option<Failure>,
    /// Nothing was asked, for there was no connection.
    pub is_unsent: bool,
}

impl Worker {
    pub(super) fn finish_call(
        &mut self,
        index: u32,
        user: &mut User,
        judging: &Judging,
        mut end: CallEnd,
    ) -> Flow {
        user.activity = Activity::Waiting;
        Timers::clear(&mut user.deadline);
        let service_us = end.ended_us.saturating_sub(end.started_us);
        let failure = end.failure.take();
        // Before anything is extracted, as for requests.
        let label = judging.label.as_ref();
        let label = label.map(|label| (label, self.label(user, label, TransactionKind::Request)));
        let failure = self.judge_call(user, judging, &end, failure, service_us);
        let Some((name, label)) = label else { return Flow::Next };
        self.recorder.busy_us += service_us;
        user.last_succeeded = failure.is_none();
        let response_us = end.intended_us.map_or(service_us, |at| end.ended_us.saturating_sub(at));
        let sample = Sample {
            label,
            response_us,
            service_us: end.intended_us.map(|_| service_us),
            first_byte_us: end.first_byte_us.map(|at| at.saturating_sub(end.started_us)),
            bytes_sent: end.bytes_sent,
            bytes_received: end.bytes_received,
            failure: failure.as_ref().map(|(kind, detail)| (*kind, detail.as_str())),
        };
        self.count_sample(user, &sample);
        self.log_call(user, &end, &sample, name);
        let Some((kind, _)) = failure else { return Flow::Next };
        let on_error = self.program.scenarios[user.scenario].on_error;
        match self.apply(index, user, on_error) {
            Flow::Next if end.is_unsent || never_sent(kind) => self.recover(index, user),
            flow => flow,
        }
    }

    /// Extracts, then checks, as for the answer of a request.
    fn judge_call(
        &mut self,
        user: &mut User,
        judging: &Judging,
        end: &CallEnd,
        failure: Option<Failure>,
        response_us: u64,
    ) -> Option<Failure> {
        // What belongs to another step gives no sample that scripts could see.
        let is_seen = self.program.sees_answers && judging.label.is_some();
        if judging.extractors.is_empty() && judging.checks.is_empty() && !is_seen {
            return failure;
        }
        let assumes_success = judging.checks.iter().any(Check::assumes_success);
        // What the generator could not do does not become a success by that.
        let failure = failure.filter(|(kind, _)| !assumes_success || kind.is_generators());
        let program = Rc::clone(&self.program);
        let answer = Answer {
            code: Some(end.code.as_str().into()),
            reason: end.reason.as_str().into(),
            body: end.body.as_str().into(),
            asked: Asked::Other(end.request_data.as_str().into()),
            bytes: end.body.len() as u64,
            response_us,
            ..Answer::default()
        };
        if is_seen {
            let mut last = last_answer(&answer, failure.as_ref());
            last.label = scope!(self, user, &program).request_name();
            user.kept.last = Some(Box::new(last));
        }
        let mut scope = scope!(self, user, &program);
        extract::extract_all(&judging.extractors, &answer, &mut scope);
        let failure = failure.or_else(|| {
            check::first_of(&judging.checks, &answer, &mut scope).map(|text| (ErrorKind::Assertion, text))
        });
        if is_seen && let Some(last) = &mut user.kept.last {
            last.successful = failure.is_none();
        }
        failure
    }
}
