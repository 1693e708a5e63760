//! Why a row failed.

use plimsoll_run::ErrorKind;
use plimsoll_telemetry::{RequestKind, RequestRow};

/// Longest detail of an error that is kept.
const DETAIL_CHARS_MAX: usize = 200;

/// JMeter names Java's exceptions in the place of the status.
pub fn failure(request: &RequestRow<'_>) -> (ErrorKind, String) {
    let detail = |text: &str| text.chars().take(DETAIL_CHARS_MAX).collect::<String>();
    if request.kind == RequestKind::Group {
        return (ErrorKind::Child, String::new());
    }
    if let Some(code) = request.status_code() {
        return if (200..400).contains(&code) {
            (ErrorKind::Assertion, detail(request.message))
        } else {
            (ErrorKind::Status, request.status.to_owned())
        };
    }
    let text = format!("{} {}", request.status, request.message);
    let has = |part: &str| text.contains(part);
    let kind = if has("UnknownHost") || has("no such host") {
        ErrorKind::NameResolution
    } else if has("ConnectTimeout") || (has("connect timed out") || has("dial: i/o timeout")) {
        ErrorKind::ConnectTimeout
    } else if has("Connection refused") || has("connection refused") {
        ErrorKind::ConnectRefused
    } else if has("ConnectException") || has("HttpHostConnect") {
        ErrorKind::ConnectFailed
    } else if has("SSL") || has("x509") || has("tls:") {
        ErrorKind::Tls
    } else if has("reset") {
        ErrorKind::Reset
    } else if has("NoHttpResponse") || has("Socket closed") || has("EOF") {
        ErrorKind::ClosedEarly
    } else if has("Timeout") || has("timeout") || has("timed out") {
        ErrorKind::ResponseTimeout
    } else if request.status.is_empty() {
        ErrorKind::Assertion
    } else {
        ErrorKind::Status
    };
    let said = if request.message.is_empty() { request.status } else { request.message };
    (kind, detail(said))
}
