//! The opening handshake (RFC 6455, 4.1).

use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;

/// Most header lines that are looked at.
const HEADERS_MAX: usize = 128;

/// Adds the headers of an upgrade with a key of its own; those that the plan gives stay.
pub fn offer(headers: &mut Vec<(String, String)>, subprotocols: &[String]) {
    let mut add = |name: &str, value: String| {
        if !headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name)) {
            headers.push((name.to_owned(), value));
        }
    };
    add("Connection", "Upgrade".to_owned());
    add("Upgrade", "websocket".to_owned());
    add("Sec-WebSocket-Version", "13".to_owned());
    add("Sec-WebSocket-Key", generate_key());
    if !subprotocols.is_empty() {
        add("Sec-WebSocket-Protocol", subprotocols.join(", "));
    }
}

/// Whether an answer with status 101 belongs to this request. `head` is its header block.
pub fn verify(request: &[u8], head: &str) -> Result<(), String> {
    let mut sent = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut parsed = httparse::Request::new(&mut sent);
    parsed.parse(request).map_err(|e| e.to_string())?;
    let sent = Headers(parsed.headers);
    let mut received = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut parsed = httparse::Response::new(&mut received);
    parsed.parse(head.as_bytes()).map_err(|e| e.to_string())?;
    let received = Headers(parsed.headers);
    if !received.tokens("upgrade").any(|token| token.eq_ignore_ascii_case("websocket")) {
        return Err("the answer has no header `Upgrade: websocket`".to_owned());
    }
    if !received.tokens("connection").any(|token| token.eq_ignore_ascii_case("upgrade")) {
        return Err("the answer has no header `Connection: Upgrade`".to_owned());
    }
    let key = sent.first("sec-websocket-key").unwrap_or_default();
    if received.first("sec-websocket-accept") != Some(&derive_accept_key(key.as_bytes())) {
        return Err("the answer's Sec-WebSocket-Accept does not belong to the key".to_owned());
    }
    if let Some(extension) = received.tokens("sec-websocket-extensions").next() {
        return Err(format!("the server uses the extension `{extension}`, which is not supported"));
    }
    match received.first("sec-websocket-protocol") {
        Some(chosen) if !sent.tokens("sec-websocket-protocol").any(|offered| offered == chosen) => {
            Err(format!("the server chose the subprotocol `{chosen}`, which was not offered"))
        }
        _ => Ok(()),
    }
}

struct Headers<'a>(&'a [httparse::Header<'a>]);

impl<'a> Headers<'a> {
    fn all(&self, name: &'static str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
        named.filter_map(|header| std::str::from_utf8(header.value).ok())
    }

    fn first(&self, name: &'static str) -> Option<&'a str> {
        self.all(name).next().map(str::trim)
    }

    fn tokens(&self, name: &'static str) -> impl Iterator<Item = &'a str> {
        self.all(name).flat_map(|value| value.split(',')).map(str::trim).filter(|token| !token.is_empty())
    }
}
