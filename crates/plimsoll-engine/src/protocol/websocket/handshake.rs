//! The opening handshake (RFC 6455, 4.1).

use super::deflate::{self, Deflate};
use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;

/// Most header lines that are looked at.
const HEADERS_MAX: usize = 128;

const EXTENSIONS: &str = "Sec-WebSocket-Extensions";

/// Adds the headers of an upgrade with a key of its own; those that the plan gives stay. When messages are to be
/// compressed that is the only extension offered.
pub fn offer(headers: &mut Vec<(String, String)>, subprotocols: &[String], deflates: bool) {
    if deflates {
        headers.retain(|(given, _)| !given.eq_ignore_ascii_case(EXTENSIONS));
        headers.push((EXTENSIONS.to_owned(), deflate::OFFER.to_owned()));
    }
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

/// Whether an answer with status 101 belongs to this request, and how messages are compressed. `head` is its
/// header block.
pub fn verify(request: &[u8], head: &str, deflates: bool) -> Result<Option<Deflate>, String> {
    let mut sent = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut parsed = httparse::Request::new(&mut sent);
    parsed.parse(request).map_err(|e| e.to_string())?;
    let sent = Headers(parsed.headers);
    let mut received = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut parsed = httparse::Response::new(&mut received);
    // Kept without the empty line that ends it.
    let head = format!("{head}\n");
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
    let agreed = extensions(&received, deflates)?;
    match received.first("sec-websocket-protocol") {
        Some(chosen) if !sent.tokens("sec-websocket-protocol").any(|offered| offered == chosen) => {
            Err(format!("the server chose the subprotocol `{chosen}`, which was not offered"))
        }
        _ => Ok(agreed),
    }
}

fn extensions(received: &Headers<'_>, deflates: bool) -> Result<Option<Deflate>, String> {
    let mut agreed = None;
    for extension in received.tokens("sec-websocket-extensions") {
        let name = extension.split(';').next().unwrap_or_default().trim_end();
        agreed = match (name, deflates, agreed) {
            (deflate::NAME, true, None) => Some(deflate::agree(extension)?),
            (deflate::NAME, true, Some(_)) => {
                return Err(format!("the server answers the extension `{name}` twice"));
            }
            (deflate::NAME, false, _) => {
                return Err(format!(
                    "the server uses the extension `{extension}`, which the plan does not offer with \
                     `compression: deflate`"
                ));
            }
            _ => return Err(format!("the server uses the extension `{extension}`, which is not supported")),
        };
    }
    Ok(agreed)
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
