//! The failed and the slowest exchanges that a run kept.

use super::route::{ApiRoute, Handler, RouteAnswer, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::people::UserRole;
use axum::http::Method;
use plimsoll_run::{ExampleBody, ExampleReason, ExchangeExample, Run};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
struct Examples {
    examples: Vec<Example>,
    /// Further ones for which the run file had no room.
    left_out: u64,
}

// Flat, as the API gives it: a field for each line of what a page shows.
#[derive(Serialize, JsonSchema)]
struct Example {
    transaction: String,
    /// `slow`, or the kind of failure.
    reason: String,
    detail: String,
    step: u32,
    at_s: f64,
    took_us: u64,
    first_byte_us: Option<u64>,
    method: String,
    url: String,
    status: String,
    user: u32,
    iteration: u64,
    variables: Vec<(String, String)>,
    /// Head and body, secrets masked.
    request: String,
    answer: String,
    /// Its trace, where the request carried `traceparent` and the lab knows where traces are.
    trace_url: Option<String>,
}

pub fn routes() -> Vec<ApiRoute> {
    vec![ApiRoute {
        method: Method::GET,
        path: "/api/v1/runs/{id}/examples",
        summary: "Exchanges that the run kept: failed ones and the slowest, with secrets masked",
        role: Some(UserRole::Viewer),
        query: &[],
        body: None,
        answer: RouteAnswer::Json(schema_of::<Examples>),
        handler: Handler::Plain(get),
    }]
}

fn get(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    let run = Run::open(&lab.library.path(&summary))?;
    let template = lab.config.trace_url.as_deref();
    let examples = run.exchanges.iter().map(|exchange| example(exchange, template)).collect();
    ApiReply::json(&Examples { examples, left_out: run.exchanges_left_out })
}

fn example(exchange: &ExchangeExample, template: Option<&str>) -> Example {
    Example {
        transaction: exchange.transaction.clone(),
        reason: match exchange.reason {
            ExampleReason::Slow => "slow".to_owned(),
            ExampleReason::Failed(kind) => kind.name().to_owned(),
        },
        detail: exchange.detail.clone(),
        step: exchange.step,
        at_s: exchange.at_us as f64 / 1e6,
        took_us: exchange.took_us,
        first_byte_us: exchange.first_byte_us,
        method: exchange.method().to_owned(),
        url: exchange.url.clone(),
        status: exchange.status.clone(),
        user: exchange.user,
        iteration: exchange.iteration,
        variables: exchange.variables.clone().into_iter().collect(),
        request: whole(&exchange.request_head, &exchange.request_body),
        answer: whole(&exchange.response_head, &exchange.response_body),
        trace_url: template.and_then(|template| trace_url(template, &exchange.request_head)),
    }
}

fn whole(head: &str, body: &ExampleBody) -> String {
    let body = match body {
        ExampleBody::Empty => String::new(),
        ExampleBody::Text { text, is_cut: true } => format!("\n{text}\n…"),
        ExampleBody::Text { text, is_cut: false } => format!("\n{text}"),
        ExampleBody::Binary { bytes } => format!("\n({bytes} bytes that are no text)"),
    };
    format!("{head}{body}")
}

/// `traceparent: 00-<trace id>-<span id>-01` (W3C Trace Context).
fn trace_url(template: &str, head: &str) -> Option<String> {
    let mut headers = ExchangeExample::headers(head);
    let (_, parent) = headers.find(|(name, _)| name.eq_ignore_ascii_case("traceparent"))?;
    let mut parts = parent.split('-').skip(1);
    let (trace, span) = (parts.next()?, parts.next()?);
    let is_hex =
        |text: &str, digits: usize| text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
    (is_hex(trace, 32) && is_hex(span, 16))
        .then(|| template.replace("{trace_id}", trace).replace("{span_id}", span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_found_by_the_header_of_its_request() {
        let head =
            "GET / HTTP/1.1\nhost: a\nTraceparent: 00-0123456789abcdef0123456789abcdef-0123456789abcdef-01\n";
        let url = trace_url("http://jaeger/trace/{trace_id}?span={span_id}", head);
        assert_eq!(
            url.as_deref(),
            Some("http://jaeger/trace/0123456789abcdef0123456789abcdef?span=0123456789abcdef")
        );
        assert_eq!(trace_url("x{trace_id}", "GET / HTTP/1.1\ntraceparent: 00-javascript-x-01\n"), None);
    }
}
