//! Why a row failed.

use crate::generator_limits::is_generators_limit;
use crate::request::{RequestKind, RequestRow};
use plimsoll_run::ErrorKind;

/// Longest detail of an error that is kept.
const DETAIL_CHARS_MAX: usize = 200;

/// Of answers that are no failures by themselves.
const STATUS_WORDS: [&str; 9] = [
    "OK",
    "Created",
    "Accepted",
    "No Content",
    "Partial Content",
    "Moved Permanently",
    "Found",
    "See Other",
    "Not Modified",
];

/// How JMeter begins the message of a page of which an image or a script failed.
const EMBEDDED: &str = "Embedded resource download error";

/// What a load generator's words tell of a failure without an answer; `None`: nothing that is known.
fn kind_of_text(text: &str) -> Option<ErrorKind> {
    let has = |part: &str| text.contains(part);
    Some(if is_generators_limit(text) {
        ErrorKind::GeneratorResources
    } else if has("UnknownHost") || has("no such host") {
        ErrorKind::NameResolution
    } else if has("ConnectTimeout") || has("connect timed out") || has("dial: i/o timeout") {
        ErrorKind::ConnectTimeout
    } else if has("Connection refused") || has("connection refused") {
        ErrorKind::ConnectRefused
    } else if has("ConnectException") || has("HttpHostConnect") {
        ErrorKind::ConnectFailed
    } else if has("SSL") || has("x509") || has("tls:") {
        ErrorKind::Tls
    } else if has("reset") {
        ErrorKind::Reset
    } else if has("NoHttpResponse")
        || has("Socket closed")
        || has("EOF")
        || has("roken pipe")
        || has("connection closed before")
    {
        ErrorKind::ClosedEarly
    } else if has("Timeout") || has("timeout") || has("timed out") {
        ErrorKind::ResponseTimeout
    } else {
        return None;
    })
}

/// JMeter names Java's exceptions in the place of the status.
pub fn failure(request: &RequestRow<'_>) -> (ErrorKind, String) {
    let detail = |text: &str| text.chars().take(DETAIL_CHARS_MAX).collect::<String>();
    if request.kind == RequestKind::Group {
        return (ErrorKind::Child, String::new());
    }
    // k6 has a status of 0 where no answer came.
    if let Some(code) = request.status_code().filter(|code| *code > 0) {
        let broken = Some(ErrorKind::ClosedEarly).filter(|_| request.message.contains("Broken pipe"));
        return if (200..400).contains(&code) && request.message.starts_with(EMBEDDED) {
            (ErrorKind::Child, detail(request.message))
        } else if let Some(kind) = broken {
            (kind, detail(request.message))
        } else if (200..400).contains(&code) {
            // The status in words says nothing of the assertion.
            let is_status = STATUS_WORDS.iter().any(|words| words.eq_ignore_ascii_case(request.message));
            (ErrorKind::Assertion, if is_status { String::new() } else { detail(request.message) })
        } else {
            (ErrorKind::Status, request.status.to_owned())
        };
    }
    let kind = kind_of_text(&format!("{} {}", request.status, request.message));
    let unknown = if request.status.is_empty() { ErrorKind::Assertion } else { ErrorKind::Status };
    let kind = kind.unwrap_or(unknown);
    // JMeter's words before those of the exception.
    let message = request.message.strip_prefix("Non HTTP response message: ").unwrap_or(request.message);
    match (message, request.status) {
        // That an assertion failed would be said; the row says nothing.
        ("", "") => (ErrorKind::Status, "none".to_owned()),
        ("", status) => (kind, detail(status)),
        (message, _) => (kind, detail(message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_row_does_not_say_is_not_claimed() {
        let check = |status: &str, message: &str, expected: (ErrorKind, &str)| {
            let found = failure(&RequestRow { status, message, ..RequestRow::default() });
            assert_eq!((found.0, found.1.as_str()), expected, "{status:?} {message:?}");
        };
        check("200", "OK", (ErrorKind::Assertion, ""));
        check("200", "expected to contain /x/", (ErrorKind::Assertion, "expected to contain /x/"));
        check("", "", (ErrorKind::Status, "none"));
        check("0", "lookup: no such host", (ErrorKind::NameResolution, "lookup: no such host"));
        check("0", "", (ErrorKind::Status, "0"));
        check("", "too few items", (ErrorKind::Assertion, "too few items"));
        check("200", "Broken pipe (2)", (ErrorKind::ClosedEarly, "Broken pipe (2)"));
        let embedded = "Embedded resource download error:http://a/b.png code:404 message:Not Found";
        check("200", embedded, (ErrorKind::Child, embedded));
        check("503", "Service Unavailable", (ErrorKind::Status, "503"));
        check(
            "Non HTTP response code: java.net.SocketTimeoutException",
            "Non HTTP response message: Read timed out",
            (ErrorKind::ResponseTimeout, "Read timed out"),
        );
        check(
            "Non HTTP response code: java.net.NoRouteToHostException",
            "Non HTTP response message: Cannot assign requested address (Address not available)",
            (ErrorKind::GeneratorResources, "Cannot assign requested address (Address not available)"),
        );
        check("500", "Too many open files", (ErrorKind::Status, "500"));
    }
}
