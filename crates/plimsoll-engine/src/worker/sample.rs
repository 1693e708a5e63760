//! The end of a sample, of whatever kind: its answer is looked at, the sample counted and logged, and a failure has its
//! consequence.

use super::Worker;
use super::interpreter::Flow;
use super::observation::{Observation, WantedExamples};
use crate::check;
use crate::extract::{self, Answer};
use crate::net::FailureDetail;
use crate::observer::ObservedConnecting;
use crate::program::{Compiled, Label};
use crate::recorder::Sample;
use crate::timer::Timers;
use crate::user::{User, UserActivity};
use plimsoll_plan::plan::{Check, Extractor};
use plimsoll_plan::template::{EvaluationContext, LastAnswer};
use plimsoll_run::{DataType, ErrorKind, SampleKind, SampleRow, TransactionKind};

/// Think time of a user after a request that could not be sent, microseconds.
const RECOVERY_US: u64 = 100_000;

/// What is said of an answer that was too long to be kept whole.
const CUT: &str = "the body is longer than what is kept of it";

/// A step that has ended, before anybody has looked at its answer; moments are microseconds on the run's clock.
#[derive(Default)]
pub struct SampleEnd<'p> {
    /// `None`: it belongs to another step and gives no sample of its own.
    pub label: Option<SampleLabel>,
    pub extractors: &'p [Extractor<Compiled>],
    pub checks: &'p [Check<Compiled>],
    /// When it was to start, where that was planned.
    pub intended_us: Option<u64>,
    /// From when its time counts.
    pub started_us: u64,
    pub first_byte_us: Option<u64>,
    pub ended_us: u64,
    pub bytes_sent: u64,
    pub bytes_received: u64,
    /// When the user came to it, where its time counts from another moment.
    pub busy_since_us: Option<u64>,
    pub failure: Option<FailureDetail>,
    /// Nothing was asked, for there was no connection.
    pub is_unsent: bool,
}

/// What a sample is counted under.
pub struct SampleLabel {
    pub id: u32,
    /// A name that was made for it; of those, figures know only so many.
    pub made: Option<String>,
}

/// What is known of an ended step by its kind alone.
pub trait Ended {
    /// The answer as extractors and checks see it; asked for once at most, and only where somebody looks at it.
    fn answer(&mut self, service_us: u64) -> Answer<'_>;

    /// How its connection was made, where one was made for it.
    fn connecting(&self) -> Option<ObservedConnecting> {
        None
    }

    /// Whether a failure of this kind is none where a check says that answers are to be taken as good.
    fn is_forgiven(&self, kind: ErrorKind) -> bool;

    /// The sample has been counted, and there is a log.
    fn log(self, worker: &mut Worker, user: &mut User, sample: EndedSample<'_>);
}

/// A sample that has been counted, as the log needs it.
pub struct EndedSample<'s> {
    pub label: SampleLabel,
    pub ended_us: u64,
    pub counted: &'s Sample<'s>,
    pub started_us: u64,
    /// What a check that failed said.
    pub failed_check: Option<String>,
}

/// What has come of a step that is no request by HTTP.
pub struct PlainEnd<'a> {
    pub answer: Answer<'a>,
    /// Code and message, as JMeter's log has them.
    pub code: String,
    pub message: String,
    /// How long it took to connect; `None`: over a connection that there was.
    pub connect_us: Option<u64>,
    /// The size in the log; `None`: the bytes received.
    pub logged_bytes: Option<u64>,
    /// Whether a check may forgive any failure that is not the generator's own, or only those of the answer itself.
    pub forgives_all: bool,
}

impl Ended for PlainEnd<'_> {
    fn answer(&mut self, service_us: u64) -> Answer<'_> {
        self.answer.response_us = service_us;
        std::mem::take(&mut self.answer)
    }

    fn is_forgiven(&self, kind: ErrorKind) -> bool {
        kind == ErrorKind::Status || self.forgives_all && !kind.is_generators()
    }

    fn log(self, worker: &mut Worker, user: &mut User, sample: EndedSample<'_>) {
        worker.log_plain(user, self, sample);
    }
}

impl Worker {
    /// Ends a step: looks at the answer, counts the sample, and does what a failure asks for.
    pub fn end_sample(
        &mut self,
        index: u32,
        user: &mut User,
        mut end: SampleEnd<'_>,
        mut ended: impl Ended,
    ) -> Flow {
        user.timing.activity = UserActivity::Waiting;
        Timers::clear(&mut user.timing.deadline);
        let service_us = end.ended_us.saturating_sub(end.started_us);
        let (failure, failed_check) = self.judge(user, &mut end, &mut ended, service_us);
        let Some(label) = end.label else { return Flow::Next };
        self.recording.recorder.busy_us +=
            end.busy_since_us.map_or(service_us, |at| end.ended_us.saturating_sub(at));
        user.execution.last_succeeded = failure.is_none();
        let sample = Sample {
            label: label.id,
            response_us: end.intended_us.map_or(service_us, |at| end.ended_us.saturating_sub(at)),
            service_us: end.intended_us.map(|_| service_us),
            first_byte_us: end.first_byte_us.map(|at| at.saturating_sub(end.started_us)),
            bytes_sent: end.bytes_sent,
            bytes_received: end.bytes_received,
            failure: failure.as_ref().map(|(kind, detail)| (*kind, detail.as_str())),
        };
        self.count_sample(user, &sample);
        if self.recording.log.is_some() {
            let (started_us, ended_us) = (end.started_us, end.ended_us);
            let sample = EndedSample { label, started_us, ended_us, counted: &sample, failed_check };
            ended.log(self, user, sample);
        }
        let Some((kind, _)) = failure else { return Flow::Next };
        let on_error = self.context.program.scenarios[user.data.scenario].on_error;
        match self.apply(index, user, on_error) {
            Flow::Next if end.is_unsent || never_sent(kind) => self.recover(index, user),
            flow => flow,
        }
    }

    /// Extracts, then checks (JMeterThread: post-processors come before assertions). Returns the failure, and what a
    /// failed check said even if there was another one.
    fn judge(
        &mut self,
        user: &mut User,
        end: &mut SampleEnd<'_>,
        ended: &mut impl Ended,
        service_us: u64,
    ) -> (Option<FailureDetail>, Option<String>) {
        let failure = end.failure.take();
        // What gives no sample is nothing that scripts could see.
        let is_seen = self.context.program.sees_answers && end.label.is_some();
        let label = end.label.as_ref().map(|label| label.id);
        let observer = self.context.shared.observer.clone();
        if end.extractors.is_empty() && end.checks.is_empty() && !is_seen && observer.is_none() {
            // What a server says of a failure may repeat what was sent: a key that is there already, a name that is not known.
            let failure = failure.map(|(kind, text)| {
                (kind, user.data.variables.without_secrets(&self.context.program.slots, text))
            });
            let example = self.recording.example_reason(label, failure.as_ref(), service_us, end.ended_us);
            let is_short = self.recording.wants_example(label, failure.as_ref());
            if is_short || example.is_some() {
                let connecting = ended.connecting();
                let answer = ended.answer(service_us);
                let wanted = WantedExamples { is_short, reason: example, connecting };
                self.keep_examples(user, end, failure.as_ref(), &answer, wanted);
            }
            return (failure, None);
        }
        let assumes_success = end.checks.iter().any(Check::assumes_success);
        let failure = failure.filter(|(kind, _)| !assumes_success || !ended.is_forgiven(*kind));
        let is_logged = self.recording.log.is_some();
        let now_us = self.context.now_us();
        self.context.budget.begin(now_us);
        let connecting = ended.connecting();
        let mut noted = observer
            .as_ref()
            .map(|_| Observation { connecting: connecting.clone(), ..Observation::default() });
        let answer = ended.answer(service_us);
        if answer.is_cut || answer.parts.iter().any(|part| part.is_cut) {
            self.context.budget.refuse(CUT.to_owned());
        }
        let mut scope = self.context.scope(&mut user.data);
        if is_seen {
            let mut last = last_answer(&answer, failure.as_ref());
            last.label = scope.request_name();
            last.started_ms = scope.clock.wall_ms(end.started_us);
            scope.user.eval.last = Some(Box::new(last));
        }
        scope.user.eval.said_successful = None;
        let answers = &mut self.recording.recorder.answers;
        extract::extract(end.extractors, &answer, &mut scope, |extractor, found| {
            if let Some(label) = label.filter(|_| failure.is_none()) {
                answers.extracted(label, extractor, found);
            }
            noted.iter_mut().for_each(|noted| noted.found.push(found));
        });
        noted.iter_mut().for_each(|noted| noted.extracted(end.extractors, &scope));
        // Assertions come after what a post-processor says, and can only make it worse.
        let failure = as_said(failure, scope.user.eval.said_successful.take());
        if is_seen && let Some(last) = &mut scope.user.eval.last {
            last.successful = failure.is_none();
        }
        let is_wanted = failure.is_none() || is_logged || end.checks.iter().any(Check::is_script);
        let failed_check = match &mut noted {
            Some(noted) => {
                noted.checks = check::outcomes(end.checks, &answer, &mut scope);
                noted.checks.iter().find_map(|check| check.failure.clone())
            }
            None if is_wanted => check::first_failure(end.checks, &answer, &mut scope),
            None => None,
        };
        let (variables, slots) = (&user.data.variables, &self.context.program.slots);
        let failed_check = failed_check.map(|text| variables.without_secrets(slots, text));
        self.context.budget.end(self.context.now_us());
        let too_much = || Some((ErrorKind::AnswerLimit, self.context.budget.problem()?));
        let failure = as_said(failure, user.data.eval.said_successful.take());
        let failure = failure.or_else(too_much);
        let failure =
            failure.or_else(|| failed_check.as_ref().map(|text| (ErrorKind::Assertion, text.clone())));
        let example = self.recording.example_reason(label, failure.as_ref(), service_us, end.ended_us);
        let is_short = self.recording.wants_example(label, failure.as_ref());
        if is_short || example.is_some() {
            let wanted = WantedExamples { is_short, reason: example, connecting };
            self.keep_examples(user, end, failure.as_ref(), &answer, wanted);
        }
        if is_seen && let Some(last) = &mut user.data.eval.last {
            last.successful = failure.is_none();
        }
        if let Some((observer, noted)) = observer.zip(noted) {
            self.observed(&observer, user, (end, failure.as_ref()), &answer, noted);
        }
        (failure, failed_check)
    }

    /// Counts what has finished: in the transactions that are open, and by itself, unless one of them stands
    /// for its requests.
    pub fn count_sample(&mut self, user: &mut User, sample: &Sample<'_>) {
        user.execution.has_performed = true;
        let mut is_replaced = false;
        for group in &mut user.execution.groups {
            is_replaced |= group.replaces_requests;
            group.requests += 1;
            group.response_us += sample.response_us;
            group.service_us += sample.service_us.unwrap_or(sample.response_us);
            group.first_byte_us = group.first_byte_us.or(sample.first_byte_us);
            group.bytes_sent += sample.bytes_sent;
            group.bytes_received += sample.bytes_received;
            if sample.failure.is_some() && group.failure.is_none() {
                group.failure = Some(self.context.labels.transaction(sample.label).name.clone());
            }
        }
        if !is_replaced {
            self.recording.recorder.record(sample);
        }
    }

    /// A user that got no connection waits a little before it goes on: otherwise it would do nothing but
    /// fail, tens of thousands of times a second, and keep the generator's core busy with that.
    pub fn recover(&mut self, index: u32, user: &mut User) -> Flow {
        let now_us = self.context.now_us();
        user.timing.activity = UserActivity::Thinking { since_us: now_us };
        let until_us = (now_us + RECOVERY_US).min(user.timing.stop_us.unwrap_or(u64::MAX));
        self.users.timers.set(index, &mut user.timing.deadline, until_us);
        Flow::Wait
    }

    /// What a sample is counted under. To be asked before anything is extracted: a name with variables in it is that of
    /// the request (HTTPSamplerBase.sample).
    pub fn label(&mut self, user: &mut User, label: &Label, kind: TransactionKind) -> SampleLabel {
        match label {
            Label::Known(id) => SampleLabel { id: *id, made: None },
            Label::Made(text) => {
                let name = text.to_text(&mut self.context.scope(&mut user.data));
                SampleLabel { id: self.context.labels.id(&name, kind), made: Some(name) }
            }
        }
    }

    /// Anything but HTTP: its code and its message are JMeter's.
    fn log_plain(&mut self, user: &mut User, end: PlainEnd<'_>, sample: EndedSample<'_>) {
        let EndedSample { label, counted, started_us, ended_us, failed_check } = sample;
        let clock = self.context.shared.clock;
        let since_ms = |us: u64| (clock.wall_ms(us.max(started_us)) - clock.wall_ms(started_us)) as u64;
        let mut row = SampleRow {
            kind: SampleKind::Other,
            started_unix_ms: clock.wall_ms(started_us),
            elapsed_ms: since_ms(ended_us),
            latency_ms: counted.first_byte_us.map_or(0, |after_us| since_ms(started_us + after_us)),
            connect_ms: end.connect_us.unwrap_or(0) / 1_000,
            label: self.sample_name(label),
            code: end.code,
            message: end.message,
            data: DataType::Text,
            success: counted.failure.is_none(),
            failure: failed_check,
            bytes: end.logged_bytes.unwrap_or(counted.bytes_received),
            bytes_sent: counted.bytes_sent,
            ..SampleRow::default()
        };
        self.identify_row(user, &mut row);
        self.log_row(user, row);
    }

    /// The name of a sample that has been counted.
    pub fn sample_name(&self, label: SampleLabel) -> String {
        label.made.unwrap_or_else(|| self.context.labels.transaction(label.id).name.clone())
    }
}

/// What a script says of a sample counts more than what came of it (SampleResult.setSuccessful).
fn as_said(failure: Option<FailureDetail>, said: Option<bool>) -> Option<FailureDetail> {
    match said {
        None => failure,
        Some(true) => None,
        Some(false) => Some(failure.unwrap_or_else(|| {
            (ErrorKind::Assertion, "a script says that the sample is no success".to_owned())
        })),
    }
}

/// What scripts see of the answer.
fn last_answer(answer: &Answer<'_>, failure: Option<&FailureDetail>) -> LastAnswer {
    let unanswered = answer.status == 0 && answer.code.is_none();
    let said = failure.filter(|_| unanswered).map_or(&*answer.reason, |(_, text)| text);
    LastAnswer {
        label: String::new(),
        code: match &answer.code {
            Some(code) => code.to_string(),
            None if unanswered => "Non HTTP response code".to_owned(),
            None => answer.status.to_string(),
        },
        message: said.to_owned(),
        headers: answer.headers.to_string(),
        body: answer.body.to_string(),
        url: answer.asked.url().into_owned(),
        successful: failure.is_none(),
        elapsed_ms: i64::try_from(answer.response_us / 1_000).unwrap_or(i64::MAX),
        started_ms: 0,
        is_ignored: false,
    }
}

fn never_sent(kind: ErrorKind) -> bool {
    kind.is_generators() || matches!(kind, ErrorKind::ConnectRefused | ErrorKind::ConnectFailed)
}
