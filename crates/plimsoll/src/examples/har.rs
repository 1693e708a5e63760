//! Examples as an HTTP Archive, version 1.2 (<http://www.softwareishard.com/blog/har-12-spec/>), for browsers' network panels and
//! other tools. What HAR has no word for stands in fields that begin with `_`.

use plimsoll_run::{ExampleBody, ExampleReason, ExchangeExample, Run};
use serde_json::{Value, json};

pub fn har(run: &Run, examples: &[&ExchangeExample]) -> Value {
    let entries: Vec<Value> = examples.iter().map(|example| entry(run, example)).collect();
    json!({"log": {
        "version": "1.2",
        "creator": {"name": "plimsoll", "version": run.header.version},
        "pages": [],
        "entries": entries,
    }})
}

fn entry(run: &Run, example: &ExchangeExample) -> Value {
    let started_us = run
        .header
        .started_unix_us
        .saturating_add_unsigned(example.at_us)
        .saturating_sub_unsigned(example.took_us);
    let started = jiff::Timestamp::from_microsecond(started_us).unwrap_or_default();
    let reason = match example.reason {
        ExampleReason::Slow => "slow",
        ExampleReason::Failed(kind) => kind.name(),
    };
    json!({
        "startedDateTime": format!("{started:.6}"),
        "time": ms(example.took_us),
        "request": request(example),
        "response": response(example),
        "cache": {},
        "timings": timings(example),
        "comment": example.detail,
        "_reason": reason,
        "_transaction": example.transaction,
        "_step": example.step,
        "_node": example.node,
        "_scenario": example.scenario,
        "_user": example.user,
        "_iteration": example.iteration,
        "_variables": example.variables,
    })
}

fn ms(us: u64) -> f64 {
    us as f64 / 1e3
}

/// -1: it took no time, for the connection was there; that of TLS is in that of connecting, too.
fn timings(example: &ExchangeExample) -> Value {
    let first_us = example.first_byte_us.unwrap_or(example.took_us);
    let made = example.connecting;
    let (connect_us, tls_us) = (made.and_then(|made| made.connect_us), made.and_then(|made| made.tls_us));
    let connected_us = connect_us.map(|us| us + tls_us.unwrap_or(0));
    let before_us = made.map_or(0, |made| made.name_us) + connected_us.unwrap_or(0);
    let known = |us: Option<u64>| us.map_or(-1.0, ms);
    json!({
        "dns": known(made.map(|made| made.name_us)),
        "connect": known(connected_us),
        "ssl": known(tls_us),
        "send": 0,
        "wait": ms(first_us.saturating_sub(before_us)),
        "receive": ms(example.took_us.saturating_sub(first_us)),
    })
}

fn request(example: &ExchangeExample) -> Value {
    let first = example.request_head.lines().next().unwrap_or_default();
    let query = example.url.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        json!({"name": name, "value": value})
    });
    let mut request = json!({
        "method": example.method(),
        "url": example.url,
        "httpVersion": first.rsplit(' ').next().filter(|word| word.starts_with("HTTP/")).unwrap_or("HTTP/1.1"),
        "cookies": [],
        "headers": headers(&example.request_head),
        "queryString": pairs.collect::<Vec<_>>(),
        "headersSize": -1,
        "bodySize": size(&example.request_body),
    });
    if example.request_body != ExampleBody::Empty {
        request["postData"] =
            json!({"mimeType": media_type(&example.request_head), "text": example.request_body.text()});
    }
    request
}

fn response(example: &ExchangeExample) -> Value {
    let (code, text) = example.status.split_once(' ').unwrap_or((&example.status, ""));
    let first = example.response_head.split(' ').next().unwrap_or_default();
    let location = ExchangeExample::headers(&example.response_head)
        .find(|(name, _)| name.eq_ignore_ascii_case("location"))
        .map_or("", |(_, value)| value);
    json!({
        // 0: there was no answer.
        "status": code.parse::<u16>().unwrap_or(0),
        "statusText": text,
        "httpVersion": if first.starts_with("HTTP/") { first } else { "HTTP/1.1" },
        "cookies": [],
        "headers": headers(&example.response_head),
        "content": {
            "size": size(&example.response_body),
            "mimeType": media_type(&example.response_head),
            "text": example.response_body.text(),
        },
        "redirectURL": location,
        "headersSize": -1,
        "bodySize": size(&example.response_body),
    })
}

fn headers(head: &str) -> Vec<Value> {
    ExchangeExample::headers(head).map(|(name, value)| json!({"name": name, "value": value})).collect()
}

fn media_type(head: &str) -> &str {
    let mut headers = ExchangeExample::headers(head);
    headers.find(|(name, _)| name.eq_ignore_ascii_case("content-type")).map_or("", |(_, value)| value)
}

/// Bytes; -1: not known.
fn size(body: &ExampleBody) -> i64 {
    match body {
        ExampleBody::Empty => 0,
        ExampleBody::Text { is_cut: true, .. } => -1,
        ExampleBody::Text { text, .. } => text.len() as i64,
        ExampleBody::Binary { bytes } => i64::try_from(*bytes).unwrap_or(-1),
    }
}
