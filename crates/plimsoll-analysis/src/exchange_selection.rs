//! The examples of exchanges that a report shows: a few of each transaction and reason.

use crate::step::Window;
use plimsoll_run::{ExampleBody, ExampleReason, ExchangeExample, Run};

/// Of one transaction and reason; and of all together.
const SHOWN_MAX: usize = 3;
const SHOWN_MAX_IN_ALL: usize = 60;
/// Longest begin of a body, characters.
const BODY_CHARS_MAX: usize = 2_000;

/// Failures first: of each kind the first, the last and one between them. Of the slow ones the slowest of all steps, those of
/// measured windows before others.
pub fn select(run: &Run, windows: &[Window<'_>]) -> Vec<ExchangeExample> {
    let mut groups: Vec<Vec<&ExchangeExample>> = Vec::new();
    for example in &run.exchanges {
        let is_of = |group: &&mut Vec<&ExchangeExample>| {
            group
                .first()
                .is_some_and(|of| of.transaction == example.transaction && of.reason == example.reason)
        };
        match groups.iter_mut().find(is_of) {
            Some(group) => group.push(example),
            None => groups.push(vec![example]),
        }
    }
    groups.sort_by_key(|group| group.first().map(|of| of.reason));
    let is_measured = |example: &ExchangeExample| {
        windows.iter().any(|window| (window.from_us..=window.to_us).contains(&example.at_us))
    };
    let chosen = groups.into_iter().flat_map(|mut group| {
        if group.first().is_some_and(|of| of.reason == ExampleReason::Slow) {
            group.sort_by_key(|example| (!is_measured(example), std::cmp::Reverse(example.took_us)));
            group.truncate(SHOWN_MAX);
            return group;
        }
        group.sort_by_key(|example| example.at_us);
        let mut places = vec![0, group.len() / 2, group.len() - 1];
        places.dedup();
        places.into_iter().map(|place| group[place]).collect()
    });
    chosen.take(SHOWN_MAX_IN_ALL).map(shortened).collect()
}

fn shortened(example: &ExchangeExample) -> ExchangeExample {
    let body = |body: &ExampleBody| match body {
        ExampleBody::Text { text, .. } if text.chars().count() > BODY_CHARS_MAX => {
            ExampleBody::Text { text: text.chars().take(BODY_CHARS_MAX).collect(), is_cut: true }
        }
        other => other.clone(),
    };
    ExchangeExample {
        request_body: body(&example.request_body),
        response_body: body(&example.response_body),
        ..example.clone()
    }
}
