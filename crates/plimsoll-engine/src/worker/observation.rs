//! What an observer is given of a sample. Nothing here runs unless there is one.

use super::Worker;
use super::sample::SampleEnd;
use crate::extract::Answer;
use crate::net::Failure;
use crate::observer::{
    ObservedCheck, ObservedConnecting, ObservedExchange, ObservedExtraction, ObservedSample, ObservedTimes,
    ObservedUser, SampleObserver,
};
use crate::program::Compiled;
use crate::scope::UserScope;
use crate::user::User;
use plimsoll_plan::plan::Extractor;
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

impl Worker {
    /// Says what has been observed.
    pub fn observed(
        &self,
        observer: &Arc<dyn SampleObserver>,
        user: &User,
        (end, failure): (&SampleEnd<'_>, Option<&Failure>),
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

fn exchange(answer: &Answer<'_>) -> ObservedExchange {
    let status = match (&answer.code, answer.status) {
        (Some(code), _) => format!("{code} {}", answer.reason),
        (None, 0) => String::new(),
        (None, status) => format!("{status} {}", answer.reason),
    };
    ObservedExchange {
        url: answer.asked.url().into_owned(),
        asked_head: answer.asked.head().into_owned(),
        asked_body: answer.asked.data_bytes().to_vec(),
        status: status.trim().to_owned(),
        head: answer.headers.to_string(),
        body: answer.bytes_of_body.clone().unwrap_or_else(|| answer.body.as_bytes().to_vec()),
        is_cut: answer.is_cut,
        took_us: answer.response_us,
    }
}
