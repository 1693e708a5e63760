//! What an observer is given of a sample. Nothing here runs unless there is one.

use super::Worker;
use super::sample::SampleEnd;
use crate::extract::Answer;
use crate::net::FailureDetail;
use crate::observer::{
    ObservedCheck, ObservedConnecting, ObservedExchange, ObservedExtraction, ObservedSample, ObservedTimes,
    ObservedUser, SampleObserver,
};
use crate::program::Compiled;
use crate::scope::UserScope;
use crate::user::User;
use plimsoll_plan::plan::Extractor;
use plimsoll_run::{ExampleBody, ExampleConnecting, ExampleReason, ExchangeExample};
use std::sync::Arc;

/// What is noted while an answer is looked at.
#[derive(Default)]
pub struct Observation {
    pub connecting: Option<ObservedConnecting>,
    /// Of the extractors so far.
    pub found: Vec<bool>,
    pub extracted: Vec<ObservedExtraction>,
    pub checks: Vec<ObservedCheck>,
}

impl Observation {
    /// The extractors are done.
    pub fn extracted(&mut self, extractors: &[Extractor<Compiled>], scope: &UserScope<'_>) {
        let named = |name: String| scope.user.variables.get_named(&scope.program.slots, &name);
        let of = |(extractor, is_found): (&Extractor<Compiled>, &bool)| {
            let name = &extractor.variable.name;
            let own = scope.user.variables.get(extractor.variable.slot).map(str::to_owned);
            // All matches are in variables of their own.
            let all = || {
                let count = named(format!("{name}_matchNr"))?;
                let first = named(format!("{name}_1")).unwrap_or_default();
                Some(format!("{count} values, the first: {first}"))
            };
            let value = if extractor.match_number < 0 { all().or(own) } else { own };
            ObservedExtraction { variable: name.clone(), is_found: *is_found, value }
        };
        let named = |(extractor, _): &(&Extractor<Compiled>, &bool)| !extractor.variable.name.is_empty();
        self.extracted = extractors.iter().zip(&self.found).filter(named).map(of).collect();
    }
}

/// Which examples a sample is to give, and what is known of its connection.
pub struct WantedExamples {
    pub is_short: bool,
    pub reason: Option<ExampleReason>,
    pub connecting: Option<ObservedConnecting>,
}

impl Worker {
    /// Says what has been observed.
    pub fn observed(
        &self,
        observer: &Arc<dyn SampleObserver>,
        user: &User,
        (end, failure): (&SampleEnd<'_>, Option<&FailureDetail>),
        answer: &Answer<'_>,
        noted: Observation,
    ) {
        let Some(label) = &end.label else { return };
        let name = |id: u32| self.context.labels.transaction(id).name.clone();
        observer.sampled(ObservedSample {
            user: self.observed_user(user),
            label: label.made.clone().unwrap_or_else(|| name(label.id)),
            exchange: exchange(answer),
            parts: answer.parts.iter().map(exchange).collect(),
            times: ObservedTimes {
                connecting: noted.connecting,
                first_byte_us: end.first_byte_us.map(|at| at.saturating_sub(end.started_us)),
                whole_us: end.ended_us.saturating_sub(end.started_us),
            },
            bytes_sent: end.bytes_sent,
            bytes_received: end.bytes_received,
            extracted: noted.extracted,
            checks: noted.checks,
            failure: failure.cloned(),
            variables: user.data.variables.all(&self.context.program.slots),
        });
    }

    /// The short example of a failure, and the whole exchange.
    pub fn keep_examples(
        &mut self,
        user: &User,
        end: &SampleEnd<'_>,
        failure: Option<&FailureDetail>,
        answer: &Answer<'_>,
        WantedExamples { is_short, reason, connecting }: WantedExamples,
    ) {
        let label = end.label.as_ref().map(|label| label.id);
        if is_short {
            let (variables, slots) = (&user.data.variables, &self.context.program.slots);
            let shown = |text: &str| variables.without_secrets(slots, text.to_owned());
            self.recording.example(label, failure, end.ended_us, answer, shown);
        }
        let Some((label, reason)) = label.zip(reason) else { return };
        let ObservedUser { scenario, number, iteration, transactions } = self.observed_user(user);
        let body = answer.bytes_of_body.as_deref().unwrap_or(answer.body.as_bytes());
        let example = ExchangeExample {
            // Its name is put in when the second ends, its step when it is written.
            transaction: String::new(),
            step: 0,
            reason,
            detail: failure.map(|(_, text)| text.clone()).unwrap_or_default(),
            at_us: end.ended_us,
            took_us: end.ended_us.saturating_sub(end.started_us),
            first_byte_us: end.first_byte_us.map(|at| at.saturating_sub(end.started_us)),
            connecting: connecting.map(|made| ExampleConnecting {
                name_us: made.name_us,
                connect_us: made.connect_us,
                tls_us: made.tls_us,
            }),
            bytes_received: end.bytes_received,
            node: None,
            scenario,
            user: number,
            iteration,
            transactions,
            variables: user.data.variables.all(&self.context.program.slots),
            url: answer.asked.url().into_owned(),
            request_head: answer.asked.head().into_owned(),
            request_body: ExampleBody::of(answer.asked.data_bytes(), false),
            status: status(answer),
            response_head: answer.headers.to_string(),
            response_body: ExampleBody::of(body, answer.is_cut),
        };
        let secrets = self.context.program.slots.secrets();
        self.recording.recorder.exchanges.add(label, example.bounded(secrets));
    }

    pub fn observed_user(&self, user: &User) -> ObservedUser {
        let groups = user.execution.groups.iter();
        ObservedUser {
            scenario: self.context.program.scenarios[user.data.scenario].name.clone(),
            number: user.data.number,
            iteration: user.data.iteration + 1,
            transactions: groups
                .map(|group| self.context.labels.transaction(group.label).name.clone())
                .collect(),
        }
    }
}

/// As the server said it; empty without an answer.
fn status(answer: &Answer<'_>) -> String {
    let status = match (&answer.code, answer.status) {
        (Some(code), _) => format!("{code} {}", answer.reason),
        (None, 0) => String::new(),
        (None, status) => format!("{status} {}", answer.reason),
    };
    status.trim().to_owned()
}

fn exchange(answer: &Answer<'_>) -> ObservedExchange {
    ObservedExchange {
        url: answer.asked.url().into_owned(),
        asked_head: answer.asked.head().into_owned(),
        asked_body: answer.asked.data_bytes().to_vec(),
        status: status(answer),
        head: answer.headers.to_string(),
        body: answer.bytes_of_body.clone().unwrap_or_else(|| answer.body.as_bytes().to_vec()),
        is_cut: answer.is_cut,
        took_us: answer.response_us,
    }
}
