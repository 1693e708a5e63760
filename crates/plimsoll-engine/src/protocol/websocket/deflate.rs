//! Compressed messages (RFC 7692): what is offered, what a server may agree to, and how messages are packed.

use flate2::{Compress, Compression, FlushCompress, Status};
use std::cell::RefCell;

/// Each message is packed on its own, so that an idle socket keeps no window of the messages before.
pub const OFFER: &str = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";
pub const NAME: &str = "permessage-deflate";
/// What ends each message and is not sent (7.2.1).
pub const TAIL: [u8; 4] = [0, 0, 0xff, 0xff];
/// Room that is left for each call of the packer; with less it might write an end of the block twice.
const ROOM_BYTES: usize = 64;

/// What client and server agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deflate {
    /// The server refers to messages before, although it was asked not to.
    pub server_keeps_window: bool,
}

/// Looks at one extension of the server's answer, to the offer above (7.1).
pub fn agree(extension: &str) -> Result<Deflate, String> {
    let mut parts = extension.split(';').map(str::trim);
    parts.next();
    let mut seen: Vec<&str> = Vec::new();
    for part in parts {
        let (name, value) = match part.split_once('=') {
            Some((name, value)) => (name.trim_end(), Some(unquoted(value.trim_start()))),
            None => (part, None),
        };
        let is_right = match (name, value) {
            ("server_no_context_takeover" | "client_no_context_takeover", None) => true,
            // It may be given without an offer (7.1.2.1), and any window can be read with the largest.
            ("server_max_window_bits", Some(bits)) => {
                matches!(bits, "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15")
            }
            ("client_max_window_bits", _) => {
                return Err(format!("the server answers `{part}` to {NAME}, which was not offered"));
            }
            _ => false,
        };
        if !is_right {
            return Err(format!("the server answers `{part}` to {NAME}, which has no such parameter"));
        }
        if seen.contains(&name) {
            return Err(format!("the server answers `{name}` to {NAME} twice"));
        }
        seen.push(name);
    }
    Ok(Deflate { server_keeps_window: !seen.contains(&"server_no_context_takeover") })
}

fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}

thread_local! {
    /// It is large, and used for one message at a time.
    static PACKER: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), false));
}

/// The payload of a message, packed (7.2.1).
pub fn pack(message: &[u8]) -> Result<Vec<u8>, String> {
    if message.is_empty() {
        return Ok(vec![0]);
    }
    PACKER.with_borrow_mut(|packer| {
        packer.reset();
        let mut packed = Vec::with_capacity(message.len() / 2 + ROOM_BYTES);
        loop {
            packed.reserve(ROOM_BYTES);
            let rest = &message[packer.total_in() as usize..];
            let status = packer.compress_vec(rest, &mut packed, FlushCompress::Sync);
            if matches!(status, Err(_) | Ok(Status::StreamEnd)) {
                return Err("a message can't be compressed".to_owned());
            }
            if packer.total_in() as usize == message.len() && packed.len() < packed.capacity() {
                break;
            }
        }
        if packed.ends_with(&TAIL) {
            packed.truncate(packed.len() - TAIL.len());
        }
        Ok(packed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_agrees_within_the_offer() {
        let check = |parameters: &str, expected: Result<bool, &str>| {
            let agreed = agree(&format!("permessage-deflate{parameters}"));
            match (&agreed, expected) {
                (Ok(agreed), Ok(keeps)) => assert_eq!(agreed.server_keeps_window, keeps, "{parameters}"),
                (Err(reported), Err(words)) => assert!(reported.contains(words), "{reported}"),
                _ => panic!("{parameters}: {agreed:?}"),
            }
        };
        check("", Ok(true));
        check("; client_no_context_takeover", Ok(true));
        check("; server_no_context_takeover; client_no_context_takeover", Ok(false));
        check(";server_no_context_takeover ; server_max_window_bits = \"10\"", Ok(false));
        check("; server_max_window_bits=8", Ok(true));
        check(
            "; client_max_window_bits=12",
            Err("`client_max_window_bits=12` to permessage-deflate, which was not offered"),
        );
        for wrong in
            ["; server_max_window_bits=16", "; server_max_window_bits=08", "; server_max_window_bits"]
        {
            check(wrong, Err("no such parameter"));
        }
        check("; server_no_context_takeover=1", Err("no such parameter"));
        check("; x", Err("no such parameter"));
        check(";", Err("no such parameter"));
        check("; server_no_context_takeover; server_no_context_takeover", Err("twice"));
    }

    #[test]
    fn packed_messages_have_no_tail_and_know_nothing_of_each_other() {
        let (once, text) = (pack(b"Hello").expect("packed"), "Hello, Plimsoll! ".repeat(100_000));
        assert_eq!(pack(b"Hello").expect("packed"), once);
        assert!(pack(text.as_bytes()).expect("packed").len() < text.len() / 50);
        assert!(!once.ends_with(&TAIL) && !once.is_empty(), "{once:02x?}");
        assert_eq!(pack(b"").expect("packed"), [0], "7.2.3.6");
    }
}
