//! An example as lines for a terminal, like a sample of `plimsoll try`.

use crate::trial;
use plimsoll_report::trial::{ShownBody, ShownExchange, TrialSample, VariableChange};
use plimsoll_run::{ExampleBody, ExampleReason, ExchangeExample};

/// `at`: when its answer ended, as the run's clock has it.
pub fn lines(example: &ExchangeExample, at: &str, is_full: bool) -> String {
    let why = match example.reason {
        ExampleReason::Slow => "slow".to_owned(),
        ExampleReason::Failed(kind) => format!("failed: {}", kind.name()),
    };
    let ExchangeExample { step, user, iteration, scenario, .. } = example;
    let node = example.node.map_or_else(String::new, |node| format!("node {node}, "));
    let heading = format!("{at}, step {step}, {node}{scenario}, user {user}, iteration {iteration}; {why}\n");
    heading + &trial::lines(&sample(example, is_full), is_full)
}

fn sample(example: &ExchangeExample, is_full: bool) -> TrialSample {
    let body = |body: &ExampleBody| match body {
        ExampleBody::Empty => ShownBody::Empty,
        ExampleBody::Text { text, is_cut } => {
            let end = if *is_cut { " …" } else { "" };
            let is_json = !is_cut && text.trim_start().starts_with(['{', '[']);
            let tree = if is_json { serde_json::from_str::<serde_json::Value>(text).ok() } else { None };
            let pretty = tree.and_then(|tree| serde_json::to_string_pretty(&tree).ok());
            ShownBody::Text { raw: format!("{text}{end}"), pretty, left_out: 0 }
        }
        ExampleBody::Binary { bytes } => {
            ShownBody::Text { raw: format!("({bytes} bytes that are no text)"), pretty: None, left_out: 0 }
        }
    };
    let headers = |head: &str| {
        let all = ExchangeExample::headers(head);
        all.map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
    };
    let variables = example.variables.iter().filter(|_| is_full);
    TrialSample {
        number: 1,
        scenario: example.scenario.clone(),
        iteration: example.iteration,
        transactions: example.transactions.clone(),
        label: example.transaction.clone(),
        exchange: ShownExchange {
            method: example.method().to_owned(),
            url: example.url.clone(),
            asked_headers: headers(&example.request_head),
            asked_body: body(&example.request_body),
            status: example.status.clone(),
            headers: headers(&example.response_head),
            body: body(&example.response_body),
            is_cut: false,
            took_us: example.took_us,
        },
        parts: Vec::new(),
        phases: trial::phases_of(example.connecting, example.first_byte_us, example.took_us),
        whole_us: example.took_us,
        address: None,
        bytes_received: example.bytes_received,
        extracted: Vec::new(),
        checks: Vec::new(),
        failure: Some(example.detail.clone()).filter(|_| example.reason != ExampleReason::Slow),
        changes: variables
            .map(|(name, value)| VariableChange {
                name: name.clone(),
                before: None,
                after: Some(value.clone()),
            })
            .collect(),
        waits_us: Vec::new(),
    }
}
