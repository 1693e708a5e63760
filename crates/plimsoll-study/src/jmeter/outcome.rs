//! Why a sample of JMeter's failed.

use plimsoll_run::ErrorKind;
use plimsoll_telemetry::{RequestRow, is_generators_limit};

/// What the code of a sample begins with whose answer is no HTTP (`HTTPSampleResult`): a Java exception follows.
const NOT_HTTP: &str = "Non HTTP response code:";

/// Exceptions of JMeter's HTTP clients by the end of their names.
const EXCEPTIONS: &[(&str, ErrorKind)] = &[
    ("UnknownHostException", ErrorKind::NameResolution),
    ("HttpHostConnectException", ErrorKind::ConnectRefused),
    ("ConnectTimeoutException", ErrorKind::ConnectTimeout),
    ("NoRouteToHostException", ErrorKind::ConnectFailed),
    ("ConnectException", ErrorKind::ConnectRefused),
    ("SocketTimeoutException", ErrorKind::ResponseTimeout),
    ("SSLHandshakeException", ErrorKind::Tls),
    ("SSLException", ErrorKind::Tls),
    ("SSLPeerUnverifiedException", ErrorKind::Tls),
    ("NoHttpResponseException", ErrorKind::ClosedEarly),
    ("ConnectionClosedException", ErrorKind::ClosedEarly),
    ("EOFException", ErrorKind::ClosedEarly),
    ("SocketException", ErrorKind::Reset),
    ("URISyntaxException", ErrorKind::BadRequest),
    ("MalformedURLException", ErrorKind::BadRequest),
    ("FileNotFoundException", ErrorKind::BadRequest),
    ("ClientProtocolException", ErrorKind::BadHttp),
    ("ParseException", ErrorKind::BadHttp),
];

/// Longest detail that is kept.
const DETAIL_CHARS_MAX: usize = 200;

/// The kind and the detail of a failure.
pub fn failure(request: &RequestRow<'_>) -> (ErrorKind, String) {
    if let Some(exception) = request.status.strip_prefix(NOT_HTTP) {
        let exception = exception.trim();
        let message = request.message.strip_prefix("Non HTTP response message:").unwrap_or(request.message);
        if is_generators_limit(&format!("{exception} {message}")) {
            return (ErrorKind::GeneratorResources, shortened(message));
        }
        if message.contains("redirect") {
            return (ErrorKind::TooManyRedirects, shortened(message));
        }
        let known = EXCEPTIONS.iter().find(|(name, _)| exception.ends_with(name));
        let name = exception.rsplit('.').next().unwrap_or(exception);
        let detail = shortened(&format!("{name}: {}", message.trim()));
        return (known.map_or(ErrorKind::BadHttp, |(_, kind)| *kind), detail);
    }
    match request.status_code() {
        Some(code) if !(200..400).contains(&code) => (ErrorKind::Status, format!("status {code}")),
        // A sampler that is no HTTP gives codes of its own; what failed is a check or the sampler itself.
        _ if request.message.is_empty() => (ErrorKind::Assertion, shortened(request.status)),
        _ => (ErrorKind::Assertion, shortened(request.message)),
    }
}

fn shortened(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    line.chars().take(DETAIL_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_distinguished_as_the_engines_own() {
        let cases = [
            ("503", "Service Unavailable", ErrorKind::Status, "status 503"),
            (
                "200",
                "Test failed: text expected to contain /x/",
                ErrorKind::Assertion,
                "Test failed: text expected to contain /x/",
            ),
            (
                "Non HTTP response code: org.apache.http.conn.HttpHostConnectException",
                "Non HTTP response message: Connect to 127.0.0.1:1 failed: Connection refused",
                ErrorKind::ConnectRefused,
                "HttpHostConnectException: Connect to 127.0.0.1:1 failed: Connection refused",
            ),
            (
                "Non HTTP response code: java.net.SocketTimeoutException",
                "Non HTTP response message: Read timed out",
                ErrorKind::ResponseTimeout,
                "SocketTimeoutException: Read timed out",
            ),
            (
                "Non HTTP response code: java.net.SocketException",
                "Non HTTP response message: Too many open files",
                ErrorKind::GeneratorResources,
                "Too many open files",
            ),
            (
                "Non HTTP response code: java.net.NoRouteToHostException",
                "Non HTTP response message: Cannot assign requested address (Address not available)",
                ErrorKind::GeneratorResources,
                "Cannot assign requested address (Address not available)",
            ),
            (
                "Non HTTP response code: java.net.BindException",
                "Non HTTP response message: Address already in use: connect",
                ErrorKind::GeneratorResources,
                "Address already in use: connect",
            ),
            ("", "no connection\nat line 3", ErrorKind::Assertion, "no connection"),
            ("KO", "", ErrorKind::Assertion, "KO"),
        ];
        for (status, message, kind, detail) in cases {
            let request = RequestRow { status, message, success: false, ..RequestRow::default() };
            assert_eq!(failure(&request), (kind, detail.to_owned()));
        }
    }
}
