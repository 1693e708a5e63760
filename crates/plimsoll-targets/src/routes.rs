//! The routes that every target has, whatever its behaviour and the request's method.
//!
//! | path | answer |
//! |---|---|
//! | `/status/CODE` | that status (200–599), the code as text |
//! | `/redirect/N` | 302 to `/redirect/N-1`; `/redirect/1` to `/`: N redirects in all; `/redirect/0` is `OK` |
//! | `/delay/MS` | `OK` after that many milliseconds (at most ten minutes), rounded up to Tokio's next millisecond |
//! | `/bytes/N` | N bytes `x`, at most 4 GiB |
//! | `/cookie/set/NAME/VALUE` | sets the cookie for all paths |
//! | `/cookie` | the request's cookies as text, one `name=value` per line |
//! | `/json` | a small fixed JSON document |
//! | `/gzip` | a text with `Content-Encoding: gzip`, whatever the request accepts |
//! | `/chunked` | a text of three chunks, without `Content-Length` |
//! | `/close` | announces 1000 bytes, sends ten and closes the connection |
//! | `/headers` | the request's headers as text, `name: value` per line, names in lower case |
//! | `/counter` | the number of requests answered before this one |
//!
//! A number that is missing or out of range answers 400 and says why. Any other path, `/` too, is up to the
//! target's behaviour.

use crate::body::{AnswerBody, CutOff};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use hyper::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderValue, LOCATION, SET_COOKIE,
};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Response, StatusCode};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// What a route answers, and when.
#[derive(Debug)]
pub struct Routed {
    /// To wait before the answer.
    pub delay: Duration,
    pub answer: Response<AnswerBody>,
}

/// The document at `/json`.
pub const JSON: &str = r#"{"id":42,"name":"Plimsoll","tags":["load","line"],"position":{"x":1.5,"y":-2},"items":[{"id":1,"price":9.95},{"id":2,"price":20}],"active":true,"parent":null}"#;
/// The text at `/gzip`, unpacked.
pub const GZIP_TEXT: &str = "The mark on a ship's hull shows how deep it may safely be loaded.\n";
/// The pieces of `/chunked`.
pub const CHUNKS: [&str; 3] = ["first\n", "second\n", "third\n"];
/// The `Content-Length` that `/close` announces.
pub const CLOSE_ANNOUNCED: u64 = 1000;

const DELAY_MS_MAX: u64 = 600_000;
const BYTES_MAX: u64 = 4 << 30;

/// The answer of a fixed route; `None` when the path is none of them. `served`: requests answered so far.
pub fn route(request: &Parts, served: u64) -> Option<Routed> {
    let mut segments = request.uri.path().trim_start_matches('/').splitn(4, '/');
    let name = segments.next()?;
    let argument = segments.next();
    let answer = match name {
        "delay" => return Some(delay(argument)),
        "status" => status(argument),
        "redirect" => redirect(argument),
        "bytes" => filler(argument),
        "cookie" => cookie(&request.headers, argument, segments.next(), segments.next()),
        "json" => typed("application/json", JSON),
        "gzip" => gzip(),
        "chunked" => {
            let pieces = CHUNKS.map(|c| Bytes::from_static(c.as_bytes())).to_vec();
            with_type("text/plain", AnswerBody::Pieces(pieces.into_iter()))
        }
        "close" => {
            let mut answer = with_type("text/plain", AnswerBody::CutOff(CutOff::ToSend));
            answer.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(CLOSE_ANNOUNCED));
            answer
        }
        "headers" => text(headers_text(&request.headers)),
        "counter" => text(served.to_string()),
        _ => return None,
    };
    Some(Routed { delay: Duration::ZERO, answer })
}

/// 200 with a plain text.
pub fn text(text: impl Into<Bytes>) -> Response<AnswerBody> {
    typed("text/plain", text)
}

/// 200 with a body of that type.
pub fn typed(content_type: &'static str, body: impl Into<Bytes>) -> Response<AnswerBody> {
    with_type(content_type, AnswerBody::of(body))
}

/// The request's line and headers as JSON: `{"method":…,"path":…,"query":…,"headers":{name:[value,…]}}`.
pub fn request_json(request: &Parts) -> String {
    let mut headers = serde_json::Map::new();
    for (name, value) in &request.headers {
        let values = headers.entry(name.as_str()).or_insert_with(|| serde_json::Value::Array(Vec::new()));
        if let Some(values) = values.as_array_mut() {
            values.push(String::from_utf8_lossy(value.as_bytes()).into());
        }
    }
    serde_json::json!({
        "method": request.method.as_str(),
        "path": request.uri.path(),
        "query": request.uri.query(),
        "headers": headers,
    })
    .to_string()
}

fn with_type(content_type: &'static str, body: AnswerBody) -> Response<AnswerBody> {
    let mut answer = Response::new(body);
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}

fn refused(why: String) -> Response<AnswerBody> {
    let mut answer = text(why);
    *answer.status_mut() = StatusCode::BAD_REQUEST;
    answer
}

/// The number in a path, in `min..=max`; else the answer that says what was wrong.
fn number(argument: Option<&str>, min: u64, max: u64) -> Result<u64, Box<Response<AnswerBody>>> {
    let argument = argument.unwrap_or("");
    argument.parse().ok().filter(|n| (min..=max).contains(n)).ok_or_else(|| {
        Box::new(refused(format!("expected a number from {min} to {max}, not \"{argument}\"\n")))
    })
}

fn delay(argument: Option<&str>) -> Routed {
    match number(argument, 0, DELAY_MS_MAX) {
        Ok(ms) => Routed { delay: Duration::from_millis(ms), answer: text("OK") },
        Err(refused) => Routed { delay: Duration::ZERO, answer: *refused },
    }
}

fn status(argument: Option<&str>) -> Response<AnswerBody> {
    let code = match number(argument, 200, 599) {
        Ok(code) => code as u16,
        Err(refused) => return *refused,
    };
    let status = StatusCode::from_u16(code).expect("200 to 599 are status codes");
    let mut answer = match status {
        StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT | StatusCode::NOT_MODIFIED => {
            Response::new(AnswerBody::empty())
        }
        _ => text(code.to_string()),
    };
    *answer.status_mut() = status;
    answer
}

fn redirect(argument: Option<&str>) -> Response<AnswerBody> {
    let location = match number(argument, 0, u64::from(u32::MAX)) {
        Err(refused) => return *refused,
        Ok(0) => return text("OK"),
        Ok(1) => "/".to_owned(),
        Ok(n) => format!("/redirect/{}", n - 1),
    };
    let mut answer = text(format!("to {location}\n"));
    *answer.status_mut() = StatusCode::FOUND;
    let location = HeaderValue::from_str(&location).expect("a path of letters and digits");
    answer.headers_mut().insert(LOCATION, location);
    answer
}

fn filler(argument: Option<&str>) -> Response<AnswerBody> {
    match number(argument, 0, BYTES_MAX) {
        Ok(left) => with_type("application/octet-stream", AnswerBody::Filler { left }),
        Err(refused) => *refused,
    }
}

fn cookie(
    headers: &HeaderMap,
    verb: Option<&str>,
    name: Option<&str>,
    value: Option<&str>,
) -> Response<AnswerBody> {
    match (verb, name, value) {
        (None, ..) => text(cookies_text(headers)),
        (Some("set"), Some(name), Some(value)) if !name.is_empty() => {
            match HeaderValue::from_str(&format!("{name}={value}; Path=/")) {
                Ok(cookie) => {
                    let mut answer = text(format!("{name}={value}\n"));
                    answer.headers_mut().insert(SET_COOKIE, cookie);
                    answer
                }
                Err(_) => refused("not a cookie\n".to_owned()),
            }
        }
        _ => refused("expected /cookie or /cookie/set/NAME/VALUE\n".to_owned()),
    }
}

fn cookies_text(headers: &HeaderMap) -> String {
    let mut lines = String::new();
    for header in headers.get_all(COOKIE) {
        for cookie in String::from_utf8_lossy(header.as_bytes()).split(';') {
            lines.push_str(cookie.trim());
            lines.push('\n');
        }
    }
    lines
}

fn headers_text(headers: &HeaderMap) -> String {
    let mut lines = String::new();
    for (name, value) in headers {
        let _ = writeln!(lines, "{name}: {}", String::from_utf8_lossy(value.as_bytes()));
    }
    lines
}

fn gzip() -> Response<AnswerBody> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(GZIP_TEXT.as_bytes()).expect("writing to memory can't fail");
    let packed = encoder.finish().expect("writing to memory can't fail");
    let mut answer = text(packed);
    answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    answer
}
