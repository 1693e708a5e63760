//! Where a request goes.

use super::via::Via;
use plimsoll_plan::plan::Dialect;
use std::fmt;
use std::sync::Arc;

/// The parts of an `http(s)` URL that a request needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpTarget {
    pub secure: bool,
    /// Of a WebSocket (`ws`, `wss`).
    pub websocket: bool,
    /// Without brackets, also for IPv6.
    pub host: String,
    pub port: u16,
    /// Begins with `/`; with the query.
    pub path: String,
    /// The proxy on the way.
    pub via: Option<Arc<Via>>,
}

impl HttpTarget {
    /// From an absolute URL; the fragment is dropped.
    pub fn parse(url: &str) -> Result<HttpTarget, String> {
        let (scheme, rest) = url.split_once("://").ok_or_else(|| format!("`{url}` is not a URL"))?;
        // Before the host is cut off: a fragment may follow it directly.
        let rest = rest.split('#').next().unwrap_or_default();
        let split = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(split);
        let authority = authority.rsplit('@').next().unwrap_or_default();
        let (host, port) = split_port(authority)?;
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        HttpTarget::new(scheme, host, port, &path)
    }

    /// `port` may be empty: then it is the scheme's. A fragment of the path is dropped: it is the reader's,
    /// not the server's (RFC 9110, 4.2.5).
    pub fn new(scheme: &str, host: &str, port: &str, path: &str) -> Result<HttpTarget, String> {
        let (secure, websocket) = match scheme.trim().to_ascii_lowercase().as_str() {
            "" | "http" => (false, false),
            "https" => (true, false),
            "ws" => (false, true),
            "wss" => (true, true),
            other => return Err(format!("the protocol `{other}` is neither http nor https")),
        };
        let host = host.trim().trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err("the request names no host".to_owned());
        }
        if host.contains(|c: char| c.is_whitespace() || c.is_control() || "/<>{}?#@\\".contains(c)) {
            return Err(format!("`{host}` is not a host name"));
        }
        let port = match port.trim() {
            "" if secure => 443,
            "" => 80,
            text => text.parse().map_err(|_| format!("`{text}` is not a port"))?,
        };
        let path = path.split('#').next().unwrap_or_default();
        Ok(HttpTarget { secure, websocket, host: host.to_owned(), port, path: escape_path(path), via: None })
    }

    /// As the plan's client spells it: JMeter's makes one slash of several
    /// (org.apache.http.client.utils.URIUtils.rewriteURI).
    pub fn spelled(mut self, dialect: Dialect) -> HttpTarget {
        let path_length = self.path.find('?').unwrap_or(self.path.len());
        if dialect == Dialect::JMeter && self.path[..path_length].contains("//") {
            let mut path = String::with_capacity(self.path.len());
            for c in self.path[..path_length].chars() {
                if c != '/' || !path.ends_with('/') {
                    path.push(c);
                }
            }
            path.push_str(&self.path[path_length..]);
            self.path = path;
        }
        self
    }

    /// The target of a `Location` header seen in the answer from here (RFC 3986, 5.2).
    pub fn redirect(&self, location: &str) -> Result<HttpTarget, String> {
        let base = url::Url::parse(&self.to_string()).map_err(|e| e.to_string())?;
        let url = base.join(location.trim()).map_err(|e| format!("redirect to `{location}`: {e}"))?;
        HttpTarget::parse(url.as_str())
    }

    /// Where a connection to it is made to: the proxy on the way, or itself.
    pub fn hop(&self) -> (&str, u16) {
        match &self.via {
            Some(via) => (&via.host, via.port),
            None => (&self.host, self.port),
        }
    }

    /// The proxy that makes a tunnel to the target: for TLS, and for WebSockets (RFC 6455, 4.1).
    pub fn tunnel_via(&self) -> Option<&Via> {
        self.via.as_deref().filter(|_| self.secure || self.websocket)
    }

    /// The proxy that is sent the request itself.
    pub fn plain_via(&self) -> Option<&Via> {
        self.via.as_deref().filter(|_| !self.secure && !self.websocket)
    }

    pub fn has_default_port(&self) -> bool {
        self.port == if self.secure { 443 } else { 80 }
    }

    /// Whether a connection that was made for `other` leads here, too. A proxy takes plain requests for any
    /// host.
    pub fn shares_connection(&self, other: &HttpTarget) -> bool {
        let same_host = self.port == other.port && self.host == other.host;
        let is_plain = self.plain_via().is_some();
        self.secure == other.secure
            && self.via == other.via
            && is_plain == other.plain_via().is_some()
            && (same_host || is_plain)
    }

    /// The value of the `Host` header.
    pub fn authority(&self) -> String {
        let default_port = if self.secure { 443 } else { 80 };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == default_port { host } else { format!("{host}:{}", self.port) }
    }
}

impl fmt::Display for HttpTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority(), self.path)
    }
}

fn split_port(authority: &str) -> Result<(&str, &str), String> {
    if let Some(end) = authority.find(']') {
        return Ok((&authority[..=end], authority[end + 1..].trim_start_matches(':')));
    }
    Ok(authority.split_once(':').unwrap_or((authority, "")))
}

/// Percent-encodes what may not stand in a request line; what is already encoded stays.
fn escape_path(path: &str) -> String {
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    if path.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'<' && b != b'>') {
        return path;
    }
    let mut escaped = String::with_capacity(path.len() + 16);
    for byte in path.bytes() {
        if byte.is_ascii_graphic() && !b"\"<>".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_taken_apart() {
        let cases = [
            ("http://a.example", "http://a.example/"),
            ("https://a.example:8443/x?y=1#z", "https://a.example:8443/x?y=1"),
            ("http://user:pw@a.example/x", "http://a.example/x"),
            ("http://[::1]:8080/p q", "http://[::1]:8080/p%20q"),
            ("http://a.example?q", "http://a.example/?q"),
        ];
        for (url, expected) in cases {
            assert_eq!(HttpTarget::parse(url).map(|t| t.to_string()), Ok(expected.to_owned()), "{url}");
        }
        for url in ["a.example/x", "ftp://a.example/", "http:///x", "http://a:99999/", "http://<ip>/"] {
            assert!(HttpTarget::parse(url).is_err(), "{url}");
        }
    }

    fn check_path(path: &str, expected: &str) {
        let target = HttpTarget::new("http", "a.example", "", path).expect("a target");
        assert_eq!(target.path, expected, "{path}");
    }

    #[test]
    fn paths_are_sent_without_their_fragment() {
        check_path("/x?y=1#z", "/x?y=1");
        check_path("x#/y?z", "/x");
        check_path("#top", "/");
        check_path("/a%23b", "/a%23b");
        check_path("", "/");
    }

    #[test]
    fn several_slashes_are_one_for_jmeter_alone() {
        for (path, jmeter) in [
            ("/a//b///c?x=1//2", "/a/b/c?x=1//2"),
            ("//lead", "/lead"),
            ("/trail//", "/trail/"),
            ("/a?b//", "/a?b//"),
        ] {
            let spelled =
                |dialect| HttpTarget::new("http", "h", "", path).expect("a target").spelled(dialect).path;
            assert_eq!(spelled(Dialect::JMeter), jmeter);
            assert_eq!(spelled(Dialect::Standard), path);
        }
    }

    #[test]
    fn redirects_are_resolved_against_the_url_they_come_from() {
        let base = HttpTarget::parse("http://a.example:81/x/y?z").expect("a url");
        for (location, expected) in [
            ("/q", "http://a.example:81/q"),
            ("q?r", "http://a.example:81/x/q?r"),
            ("//b.example/", "http://b.example/"),
            ("https://c.example/d", "https://c.example/d"),
        ] {
            assert_eq!(base.redirect(location).map(|t| t.to_string()), Ok(expected.to_owned()));
        }
    }
}
