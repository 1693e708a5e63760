//! What JMeter 5.6.3 writes in the place of a status when there was no answer: the exception of its HTTP client
//! (Apache HttpClient 4.5, Java 17), and its text.

use crate::ErrorKind;
use std::net::{IpAddr, SocketAddr};

/// A request without an answer.
#[derive(Clone, Copy, Debug)]
pub struct NotAnswered<'a> {
    pub kind: ErrorKind,
    /// In our words; given where JMeter has no word of its own.
    pub detail: &'a str,
    pub method: &'a str,
    pub url: &'a str,
    /// Where it went: the target's or the proxy's.
    pub host: &'a str,
    pub port: u16,
    pub peer: Option<SocketAddr>,
    /// Where an answer had begun: bytes of its body that came, and how many were to come, where it said so.
    pub body: Option<(u64, Option<u64>)>,
}

/// Response code and message.
pub fn not_answered(request: &NotAnswered<'_>) -> (String, String) {
    let NotAnswered { kind, detail, host, port, .. } = *request;
    let (exception, text) = match kind {
        ErrorKind::ConnectRefused => {
            ("org.apache.http.conn.HttpHostConnectException", connect_text(request, "Connection refused"))
        }
        ErrorKind::ConnectTimeout => {
            ("org.apache.http.conn.ConnectTimeoutException", connect_text(request, "Connect timed out"))
        }
        ErrorKind::ConnectFailed => ("java.net.NoRouteToHostException", detail.to_owned()),
        ErrorKind::NameResolution => {
            ("java.net.UnknownHostException", format!("{host}: Name or service not known"))
        }
        ErrorKind::ResponseTimeout => ("java.net.SocketTimeoutException", "Read timed out".to_owned()),
        ErrorKind::Reset => ("java.net.SocketException", "Connection reset".to_owned()),
        ErrorKind::ClosedEarly if detail.ends_with("without an answer") => {
            ("org.apache.http.NoHttpResponseException", format!("{host}:{port} failed to respond"))
        }
        ErrorKind::ClosedEarly => ("org.apache.http.ConnectionClosedException", premature_end(request.body)),
        ErrorKind::Tls if detail.contains("closed during") => {
            let text = "Remote host terminated the handshake";
            ("javax.net.ssl.SSLHandshakeException", text.to_owned())
        }
        ErrorKind::Tls => ("javax.net.ssl.SSLException", detail.to_owned()),
        ErrorKind::BadHttp if detail.starts_with("the redirect does not say") => {
            let NotAnswered { method, url, .. } = *request;
            let text = format!("Missing location header in redirect for {method} {url} HTTP/1.1");
            ("java.lang.IllegalArgumentException", text)
        }
        ErrorKind::BadHttp => ("org.apache.http.client.ClientProtocolException", "null".to_owned()),
        ErrorKind::TooManyRedirects => {
            ("java.io.IOException", "Exceeded maximum number of redirects: 20".to_owned())
        }
        ErrorKind::BadRequest if detail.starts_with("the file to send can't be read: ") => {
            ("java.io.FileNotFoundException", missing_file(detail))
        }
        ErrorKind::BadRequest => ("java.net.URISyntaxException", detail.to_owned()),
        _ => ("java.io.IOException", detail.to_owned()),
    };
    (format!("Non HTTP response code: {exception}"), format!("Non HTTP response message: {text}"))
}

fn premature_end(body: Option<(u64, Option<u64>)>) -> String {
    match body {
        Some((received, Some(expected))) => {
            let (expected, received) = (thousands(expected), thousands(received));
            format!(
                "Premature end of Content-Length delimited message body (expected: {expected}; received: {received})"
            )
        }
        _ => "Premature end of chunk coded message body: closing chunk expected".to_owned(),
    }
}

/// `/data/x.txt (No such file or directory)`, of `the file to send can't be read: /data/x.txt: …`.
fn missing_file(detail: &str) -> String {
    let path = detail.split(": ").nth(1).unwrap_or_default();
    format!("{path} (No such file or directory)")
}

/// `1,234,567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

/// `Connect to localhost:81 [localhost/127.0.0.1] failed: Connection refused`; a target that is given by its address
/// has no name before the stroke.
fn connect_text(request: &NotAnswered<'_>, why: &str) -> String {
    let NotAnswered { host, port, peer, .. } = *request;
    let name = if host.parse::<IpAddr>().is_ok() { "" } else { host };
    let address = peer.map_or_else(|| host.to_owned(), |peer| peer.ip().to_string());
    format!("Connect to {host}:{port} [{name}/{address}] failed: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: ErrorKind, detail: &str, code: &str, message: &str) {
        let peer = Some(SocketAddr::from(([127, 0, 0, 1], 81)));
        let body = Some((3, Some(1_234)));
        let (method, url) = ("GET", "http://localhost:81/");
        let request = NotAnswered { kind, detail, method, url, host: "localhost", port: 81, peer, body };
        let expected =
            (format!("Non HTTP response code: {code}"), format!("Non HTTP response message: {message}"));
        assert_eq!(not_answered(&request), expected);
    }

    #[test]
    fn failures_have_jmeters_names() {
        let refused = "Connect to localhost:81 [localhost/127.0.0.1] failed: Connection refused";
        check(ErrorKind::ConnectRefused, "", "org.apache.http.conn.HttpHostConnectException", refused);
        check(ErrorKind::ResponseTimeout, "", "java.net.SocketTimeoutException", "Read timed out");
        let silent = "the server closed the connection without an answer";
        let respond = "localhost:81 failed to respond";
        let cut = "Premature end of Content-Length delimited message body (expected: 1,234; received: 3)";
        check(ErrorKind::ClosedEarly, "", "org.apache.http.ConnectionClosedException", cut);
        check(ErrorKind::ClosedEarly, silent, "org.apache.http.NoHttpResponseException", respond);
    }
}
