//! An exchange as an entry of HAR 1.2 (<http://www.softwareishard.com/blog/har-12-spec/>). Fields that begin with `_` are those of
//! Chromium's own export, but for `_error`.

use super::content::{self, content};
use super::exchange::{RecordedExchange, RequestHead, ResponseHead, SocketMessage};
use base64::Engine;
use hyper::HeaderMap;
use hyper::http::Version;
use serde_json::{Value, json};
use std::time::Duration;

pub fn entry(exchange: &RecordedExchange, page: &str) -> Value {
    let took = exchange.took();
    let (sent, received) = exchange.bodies();
    let answer = exchange.answer.as_ref();
    let wait = answer.map_or(took, |answer| answer.wait);
    let mut entry = json!({
        "pageref": page,
        "startedDateTime": format!("{:.6}", exchange.started),
        "time": ms(took),
        "request": request(&exchange.asked, &sent),
        "response": response(answer, &received),
        "cache": {},
        "timings": {
            "blocked": -1, "dns": -1, "connect": -1, "ssl": -1,
            "send": 0, "wait": ms(wait), "receive": ms(took.saturating_sub(wait)),
        },
    });
    if let Some(kind) = exchange.asked.header("sec-fetch-dest").and_then(resource_type) {
        entry["_resourceType"] = kind.into();
    }
    if let Some(failure) = &exchange.failure {
        entry["_error"] = failure.as_str().into();
    }
    if is_websocket(exchange) {
        entry["_resourceType"] = "websocket".into();
        entry["_webSocketMessages"] = exchange.messages.iter().map(message).collect();
    }
    entry
}

fn is_websocket(exchange: &RecordedExchange) -> bool {
    exchange.answer.as_ref().is_some_and(|answer| answer.status.as_u16() == 101)
}

fn request(asked: &RequestHead, sent: &super::body::BodyCopy) -> Value {
    let query = asked.url.split_once('?').map_or("", |(_, query)| query);
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        json!({"name": name, "value": value})
    });
    let mut request = json!({
        "method": asked.method.as_str(),
        "url": asked.url,
        "httpVersion": version(asked.version),
        "cookies": [],
        "headers": headers(&asked.headers),
        "queryString": pairs.collect::<Vec<_>>(),
        "headersSize": -1,
        "bodySize": sent.total,
    });
    if sent.total > 0 {
        let kind = asked.header("content-type").unwrap_or_default();
        request["postData"] = match content::text(&sent.bytes, kind) {
            Some(text) => json!({"mimeType": kind, "text": text}),
            // HAR has no binary bodies of requests; Chromium, too, writes each byte as the character of its number.
            None => json!({
                "mimeType": kind,
                "text": sent.bytes.iter().map(|byte| char::from(*byte)).collect::<String>(),
                "comment": "binary: each character is a byte",
            }),
        };
    }
    request
}

fn response(answer: Option<&ResponseHead>, received: &super::body::BodyCopy) -> Value {
    let Some(answer) = answer else {
        return json!({
            "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
            "content": {"size": 0, "mimeType": ""}, "redirectURL": "", "headersSize": -1, "bodySize": -1,
        });
    };
    json!({
        "status": answer.status.as_u16(),
        "statusText": answer.status.canonical_reason().unwrap_or_default(),
        "httpVersion": version(answer.version),
        "cookies": [],
        "headers": headers(&answer.headers),
        "content": content(received, answer.header("content-type"), answer.header("content-encoding")),
        "redirectURL": answer.header("location"),
        "headersSize": -1,
        "bodySize": received.total,
    })
}

fn headers(headers: &HeaderMap) -> Vec<Value> {
    let pair = |(name, value): (&hyper::header::HeaderName, &hyper::header::HeaderValue)| json!({"name": name.as_str(), "value": String::from_utf8_lossy(value.as_bytes())});
    headers.iter().map(pair).collect()
}

fn message(message: &SocketMessage) -> Value {
    let data = match (message.opcode, std::str::from_utf8(&message.data)) {
        (1, Ok(text)) => text.to_owned(),
        _ => base64::engine::general_purpose::STANDARD.encode(&message.data),
    };
    json!({
        "type": if message.is_sent { "send" } else { "receive" },
        // Seconds since 1970.
        "time": message.time.as_microsecond() as f64 / 1e6,
        "opcode": message.opcode,
        "data": data,
    })
}

fn version(version: Version) -> &'static str {
    match version {
        Version::HTTP_09 => "HTTP/0.9",
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_2 => "HTTP/2",
        Version::HTTP_3 => "HTTP/3",
        _ => "HTTP/1.1",
    }
}

/// Chromium's name of what a browser wants an answer for (Fetch Metadata's `Sec-Fetch-Dest`).
fn resource_type(destination: &str) -> Option<&'static str> {
    Some(match destination {
        "document" | "iframe" | "frame" => "document",
        "script" | "worker" | "serviceworker" | "sharedworker" => "script",
        "style" => "stylesheet",
        "image" => "image",
        "font" => "font",
        "audio" | "video" => "media",
        "track" => "texttrack",
        "manifest" => "manifest",
        "empty" => "fetch",
        _ => return None,
    })
}

fn ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e3
}
