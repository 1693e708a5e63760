//! Why a row failed.

use crate::generator_limits::is_generators_limit;
use crate::request::{FailedBy, RequestKind, RequestRow, path};
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

/// JMeter's message of a sample of which a part failed, where it does not say which.
pub(crate) const SUB_SAMPLES: &str = "One or more sub-samples failed";

/// JMeter's own exception, where it could not parse what the server gave.
const UNPARSED: &str = "LinkExtractorParseException";

/// JMeter's property by which such failures are none.
const IGNORED_BY: &str = "(httpsampler.ignore_failed_embedded_resource)";

/// Of a page whose resources the server gave, all of them, and JMeter could not parse one: that it was JMeter, and why.
fn unparsed_resource(message: &str) -> Option<String> {
    let plain = message.replace("Non HTTP response code: ", "").replace("Non HTTP response message: ", "");
    let codes = || plain.split(" code:").skip(1).map(|rest| rest.split(' ').next().unwrap_or(rest));
    let is_given = |code: &str| code.parse().is_ok_and(|code: u16| (200..400).contains(&code));
    if !codes().any(|code| code.ends_with(UNPARSED))
        || !codes().all(|code| is_given(code) || code.ends_with(UNPARSED))
    {
        return None;
    }
    // `PAGE code:200 message:Embedded resource download error:URL code:…LinkExtractorParseException message:…, message:WHY`.
    let before = plain.split(UNPARSED).next()?.rsplit_once(" code:")?.0;
    let url = before.rsplit_once("message:").map_or(before, |(_, last)| last);
    let url = url.strip_prefix(EMBEDDED).map_or(url, |url| url.trim_start_matches(':'));
    let file = path(url).rsplit('/').find(|part| !part.is_empty()).unwrap_or(url);
    let why = plain.rsplit_once("message:").map_or("", |(_, last)| last);
    let why = why.rsplit_once(url).map_or(why, |(_, behind)| behind).trim_matches([',', ' ']);
    let begin = format!("JMeter could not parse {file}: ");
    let room = DETAIL_CHARS_MAX.saturating_sub(begin.chars().count() + IGNORED_BY.len() + 1);
    let why: String = why.chars().take(room).collect();
    Some(format!("{begin}{} {IGNORED_BY}", why.trim_end()))
}

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
    } else if has("reset") || has("roken pipe") {
        // What is written to a connection that the peer has closed already.
        ErrorKind::Reset
    } else if has("NoHttpResponse") || has("Socket closed") || has("EOF") || has("connection closed before") {
        ErrorKind::ClosedEarly
    } else if has("Timeout") || has("timeout") || has("timed out") {
        ErrorKind::ResponseTimeout
    } else {
        return None;
    })
}

pub(crate) fn is_status_words(message: &str) -> bool {
    STATUS_WORDS.iter().any(|words| words.eq_ignore_ascii_case(message))
}

/// A script may call its sample failed, whatever the status is; `None`: the row says more of it.
fn by_itself(request: &RequestRow<'_>) -> Option<(ErrorKind, String)> {
    let status = match request.status_code() {
        Some(200..400) => request.status,
        None if request.status.is_empty() => "none",
        _ => return None,
    };
    let says = !request.message.is_empty() && !is_status_words(request.message);
    let is_part = request.message.starts_with(EMBEDDED) || request.message == SUB_SAMPLES;
    let said = if says { format!("{status}: {}", request.message) } else { status.to_owned() };
    (!is_part).then_some((ErrorKind::Status, said))
}

/// JMeter names Java's exceptions in the place of the status.
pub fn failure(request: &RequestRow<'_>) -> (ErrorKind, String) {
    let detail = |text: &str| text.chars().take(DETAIL_CHARS_MAX).collect::<String>();
    if request.kind == RequestKind::Group {
        return (ErrorKind::Child, String::new());
    }
    match request.failed_by {
        FailedBy::Part => return (ErrorKind::Child, detail(request.message)),
        FailedBy::NoAssertion if kind_of_text(request.message).is_none() => {
            if let Some(found) = by_itself(request) {
                return (found.0, detail(&found.1));
            }
        }
        FailedBy::NoAssertion | FailedBy::Unknown => {}
    }
    // k6 has a status of 0 where no answer came.
    if let Some(code) = request.status_code().filter(|code| *code > 0) {
        let broken = Some(ErrorKind::Reset).filter(|_| request.message.contains("Broken pipe"));
        return if (200..400).contains(&code) && request.message == SUB_SAMPLES {
            (ErrorKind::Child, String::new())
        } else if (200..400).contains(&code) && request.message.starts_with(EMBEDDED) {
            let said = unparsed_resource(request.message);
            (ErrorKind::Child, said.unwrap_or_else(|| detail(request.message)))
        } else if let Some(kind) = broken {
            (kind, detail(request.message))
        } else if (200..400).contains(&code) {
            // The status in words says nothing of the assertion.
            let said = if is_status_words(request.message) { "" } else { request.message };
            (ErrorKind::Assertion, detail(said))
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
        check("200", "Broken pipe (2)", (ErrorKind::Reset, "Broken pipe (2)"));
        check("200", "One or more sub-samples failed", (ErrorKind::Child, ""));
        let known = |failed_by, status: &str, message: &str, expected: (ErrorKind, &str)| {
            let found = failure(&RequestRow { failed_by, status, message, ..RequestRow::default() });
            assert_eq!((found.0, found.1.as_str()), expected, "{failed_by:?} {status:?} {message:?}");
        };
        known(FailedBy::Part, "200", "a.css: 404 Not Found", (ErrorKind::Child, "a.css: 404 Not Found"));
        known(FailedBy::NoAssertion, "", "too few items", (ErrorKind::Status, "none: too few items"));
        known(FailedBy::NoAssertion, "200", "too few items", (ErrorKind::Status, "200: too few items"));
        known(FailedBy::NoAssertion, "200", "OK", (ErrorKind::Status, "200"));
        known(FailedBy::NoAssertion, "404", "Not Found", (ErrorKind::Status, "404"));
        known(FailedBy::NoAssertion, "200", "Read timed out", (ErrorKind::Assertion, "Read timed out"));
        let embedded = "Embedded resource download error:http://a/b.png code:404 message:Not Found";
        check("200", embedded, (ErrorKind::Child, embedded));
        let unparsed = "Embedded resource download error:https://a/css/b.css?v=2 code:200 message:Embedded resource download \
                        error:https://a/css/b.css?v=2 code:Non HTTP response code: org.apache.jmeter.protocol.http.parser.\
                        LinkExtractorParseException message:Non HTTP response message: java.lang.IllegalArgumentException: \
                        Unrecoverable error met during parsing, you can ignore such errors by setting \
                        property:'httpsampler.ignore_failed_embedded_resource' to true, message:Failed to parse CSS: \
                        https://a/css/b.css?v=2, [3104:1] Encountered text '/' corresponding to token \"/\". Was expecting one of: \
                        <EOF>, <S>, \"}\", \"[\", \".\", \";\", \":\", \"*\", \"|\", <HASH>, ";
        let says = "JMeter could not parse b.css: [3104:1] Encountered text '/' corresponding to token \"/\". Was expecting one of: \
                    <EOF>, <S>, \"}\", \"[\", \".\", \";\", \":\", \"*\", \"| (httpsampler.ignore_failed_embedded_resource)";
        check("200", unparsed, (ErrorKind::Child, says));
        // One that the server did not give is not hidden behind it.
        let both = format!(
            "{embedded}, {}",
            unparsed.strip_prefix("Embedded resource download error:").expect("its beginning")
        );
        let cut: String = both.chars().take(DETAIL_CHARS_MAX).collect();
        check("200", &both, (ErrorKind::Child, &cut));
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
