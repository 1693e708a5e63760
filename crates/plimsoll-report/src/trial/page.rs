//! A trial as a page: one file without a network, complete without its script, which searches, folds and copies.

use super::{ShownBody, ShownExchange, TrialEnd, TrialSample, VariableChange, bytes, curl, time};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plimsoll_run::visible;

const STYLE: &str = concat!(include_str!("../html/theme.css"), include_str!("page/style.css"));
const VIEWER: &str = include_str!("page/viewer.js");
/// What its first bytes say.
const MARK: &str = "<meta name=\"generator\" content=\"plimsoll try\">";

/// Transactions in transactions that are distinguished by their margin.
const DEPTH_MAX: usize = 2;

/// Whether a file that begins so is a page of a trial.
pub fn is_page(head: &str) -> bool {
    head.contains(MARK)
}

pub fn page(plan: &str, end: &TrialEnd) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (PreEscaped(MARK))
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (shown(plan)) " – tried" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (shown(plan)) }
                    p class="soft" { (summary(end)) }
                    div class="tools" {
                        input id="search" type="search" placeholder="Search in URLs, headers, bodies, variables" aria-label="Search";
                        label { input id="failed" type="checkbox"; " failed only" }
                        button id="open" type="button" { "Open all" }
                        button id="close" type="button" { "Close all" }
                        span id="found" class="soft" aria-live="polite" {}
                    }
                    (samples(&end.samples))
                }
                script { (PreEscaped(VIEWER)) }
            }
        }
    };
    page.into_string()
}

/// Text of others in one line.
fn shown(text: &str) -> String {
    visible(text).into_owned()
}

fn summary(end: &TrialEnd) -> String {
    let requests = if end.count == 1 { "1 request".to_owned() } else { format!("{} requests", end.count) };
    let failed = if end.failed == 0 { "none failed".to_owned() } else { format!("{} failed", end.failed) };
    let retained = match end.count - end.samples.len() {
        0 => "",
        _ => "; the last of them follow",
    };
    let bounded = if end.is_bounded { "; ended though the plan goes on" } else { "" };
    format!("One user, no load: {requests}, {failed}{bounded}{retained}")
}

fn samples(samples: &[TrialSample]) -> Markup {
    let before = std::iter::once(None).chain(samples.iter().map(Some));
    html! {
        @for (sample, before) in samples.iter().zip(before) {
            @let of_same = before.filter(|b| b.scenario == sample.scenario && b.iteration == sample.iteration);
            @if of_same.is_none() {
                h2 {
                    (shown(&sample.scenario))
                    @if sample.iteration > 1 { span class="soft" { ", iteration " (sample.iteration) } }
                }
            }
            @if !sample.transactions.is_empty() && of_same.is_none_or(|b| b.transactions != sample.transactions) {
                p class="where" { (shown(&sample.transactions.join(" › "))) }
            }
            div class=(format!("depth{}", sample.transactions.len().min(DEPTH_MAX))) { (one(sample)) }
        }
    }
}

fn one(sample: &TrialSample) -> Markup {
    let exchange = &sample.exchange;
    let is_failed = sample.failure.is_some();
    let class = if is_failed { "sample failed" } else { "sample" };
    let what = if exchange.url.is_empty() { &sample.label } else { &exchange.url };
    let status = if exchange.status.is_empty() { "no answer" } else { &exchange.status };
    html! {
        details id=(format!("s{}", sample.number)) class=(class) open[is_failed] {
            summary {
                span class=(if is_failed { "fail" } else { "pass" }) { (if is_failed { "✗" } else { "✓" }) }
                span class="what" { span class="method" { (shown(&exchange.method)) } " " (shown(what)) }
                span class=(if is_failed { "status fail" } else { "status" }) { (shown(status)) }
                span class="time" { (time(sample.whole_us)) }
                @if sample.label != *what { span class="label" { (shown(&sample.label)) } }
            }
            div class="inside" {
                (phases(sample))
                (findings(sample))
                @for part in sample.parts.iter().filter(|part| part.url != exchange.url) {
                    p class="where" { "↳ " (shown(&part.method)) " " (shown(&part.url)) " " (shown(&part.status)) " " (time(part.took_us)) }
                }
                @if !exchange.url.is_empty() || exchange.body != ShownBody::Empty { (sides(exchange)) }
            }
        }
    }
}

fn phases(sample: &TrialSample) -> Markup {
    html! {
        ul class="phases" {
            @for wait in &sample.waits_us { li { "wait before " b { (time(*wait)) } } }
            @for (name, us) in &sample.phases { li { (name) " " b { (time(*us)) } } }
            li { "received " b { (bytes(sample.bytes_received)) } }
            @if let Some(address) = &sample.address { li { "to " b { (address) } } }
        }
    }
}

fn findings(sample: &TrialSample) -> Markup {
    let is_said = |reason: &String| sample.checks.iter().any(|(_, failure)| failure.as_ref() == Some(reason));
    html! {
        ul class="findings" {
            @for (text, failure) in &sample.checks {
                @match failure {
                    None => li { span class="pass" { "✓ " } (shown(text)) },
                    Some(failure) => li { span class="fail" { "✗ " (shown(text)) ": " (shown(failure)) } },
                }
            }
            @if let Some(reason) = sample.failure.as_ref().filter(|reason| !is_said(reason)) {
                li { span class="fail" { "✗ " (shown(reason)) } }
            }
            @for found in &sample.extracted {
                @match (&found.found, &found.instead) {
                    (Some(value), _) => li { "→ " b { (shown(&found.variable)) } " = " code { (shown(value)) } },
                    (None, Some(value)) => li { "→ " b { (shown(&found.variable)) } span class="fail" { ": nothing found" } "; it is " code { (shown(value)) } },
                    (None, None) => li { "→ " b { (shown(&found.variable)) } span class="fail" { ": nothing found" } },
                }
            }
            @for change in &sample.changes { li { (changed(change)) } }
        }
    }
}

fn changed(change: &VariableChange) -> Markup {
    html! {
        "~ " b { (shown(&change.name)) }
        @match (&change.before, &change.after) {
            (Some(before), Some(after)) => { ": " code { (shown(before)) } " → " code { (shown(after)) } },
            (None, Some(after)) => { " = " code { (shown(after)) } },
            (_, None) => { " has no value any more" },
        }
    }
}

fn sides(exchange: &ShownExchange) -> Markup {
    html! {
        div class="sides" {
            div {
                div class="line" {
                    h3 { "Request" }
                    @if !exchange.url.is_empty() {
                        button type="button" data-curl=(shown(&curl::command(exchange))) { "Copy as curl" }
                    }
                }
                (headers(&exchange.asked_headers))
                (body(&exchange.asked_body))
            }
            div {
                div class="line" { h3 { "Answer" } }
                (headers(&exchange.headers))
                (body(&exchange.body))
                @if exchange.is_cut { p class="soft" { "The body is longer than what is kept of it." } }
            }
        }
    }
}

fn headers(headers: &[(String, String)]) -> Markup {
    html! {
        @if !headers.is_empty() {
            div class="headers" {
                @for (name, value) in headers { div { b { (shown(name)) } ": " (shown(value)) } }
            }
        }
    }
}

fn body(body: &ShownBody) -> Markup {
    html! {
        @match body {
            ShownBody::Empty => {},
            ShownBody::Binary { bytes: size, sha256 } => {
                p class="soft" { (bytes(*size as u64)) ", no text; SHA-256 " code { (sha256) } }
            },
            ShownBody::Text { raw, pretty, left_out } => {
                div class="body" {
                    @match pretty {
                        Some(pretty) => {
                            div class="line" { span {} button class="form" type="button" { "Raw" } }
                            pre { (shown(pretty)) }
                            pre hidden { (shown(raw)) }
                        },
                        None => pre { (shown(raw)) },
                    }
                    @if *left_out > 0 { p class="soft" { (bytes(*left_out as u64)) " more are left out" } }
                }
            },
        }
    }
}
