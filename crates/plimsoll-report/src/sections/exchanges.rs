//! Examples of what was sent and answered: failures, and the slowest answers.

use crate::document::{Block, Section};
use crate::words::{self, Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_run::{ExampleBody, ExampleReason, ExchangeExample};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let mut groups: Vec<Vec<&ExchangeExample>> = Vec::new();
    for example in &run.exchanges {
        match groups.last_mut() {
            Some(group)
                if group[0].transaction == example.transaction && group[0].reason == example.reason =>
            {
                group.push(example);
            }
            _ => groups.push(vec![example]),
        }
    }
    let folded = groups.iter().map(|group| Block::Details {
        summary: summary(words, group[0]),
        open: false,
        blocks: group.iter().flat_map(|example| blocks(words, run, example)).collect(),
    });
    let section = Section::new(words.text("label-exchanges")).at("exchanges");
    let note = Block::note(words.text("run-exchanges-note"));
    let left_out = (run.exchanges_left_out > 0).then(|| {
        let megabytes = run.header.examples.megabytes;
        Block::note(words.say("run-exchanges-left-out", args![n = run.exchanges_left_out, megabytes]))
    });
    (!groups.is_empty()).then(|| section.with([note]).with(left_out).with(folded))
}

fn summary(words: &Words, example: &ExchangeExample) -> String {
    let of = &example.transaction;
    match example.reason {
        ExampleReason::Slow => words.say("run-exchanges-slow", args![of]),
        ExampleReason::Failed(kind) => {
            words.say("run-exchanges-failed", args![of, error = words::run::error_kind(words, kind)])
        }
    }
}

fn blocks<'a>(words: &Words, run: &RunAnalysis, example: &ExchangeExample) -> [Block<'a>; 2] {
    let at = run.header.started_unix_us.saturating_add_unsigned(example.at_us);
    let (message, node) = match example.node {
        Some(node) => ("run-exchange-of-node", node),
        None => ("run-exchange", 0),
    };
    let line = args![
        time = words.clock(at, &run.header.time_zone),
        step = words.step(example.step),
        node,
        user = example.user,
        iteration = example.iteration,
        took = words.time(example.took_us as f64)
    ];
    [Block::line(words.say(message, line)), Block::Preformatted(text(example))]
}

/// As it went over the connection, with marks that say which way.
fn text(example: &ExchangeExample) -> String {
    let mut out = String::new();
    let mut part = |mark: &str, head: &str, body: &ExampleBody| {
        for line in head.lines() {
            out.push_str(&format!("{mark} {line}\n"));
        }
        match body {
            ExampleBody::Empty => {}
            ExampleBody::Text { text, is_cut } => {
                out.push_str(&format!("\n{}{}\n", text.trim_end(), if *is_cut { " …" } else { "" }));
            }
            ExampleBody::Binary { bytes } => out.push_str(&format!("\n({bytes} B)\n")),
        }
    };
    part(">", &example.request_head, &example.request_body);
    let head = if example.response_head.is_empty() { &example.status } else { &example.response_head };
    part("<", head, &example.response_body);
    if !example.detail.is_empty() {
        out.push_str(&format!("! {}\n", example.detail));
    }
    out
}
