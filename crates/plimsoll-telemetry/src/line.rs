//! The bytes of a line as text.

use memchr::memchr;
use std::borrow::Cow;

/// A longer line is left out and reported.
pub const LINE_BYTES_MAX: usize = 8 << 20;

pub(crate) const ESCAPE: u8 = 0x1b;

/// Leaves out terminal control sequences (ECMA-48: `ESC [ … letter`, `ESC ] … BEL`, `ESC letter`), which
/// `docker stats` writes even into a file.
pub fn without_terminal_codes(bytes: &[u8], plain: &mut Vec<u8>) {
    let mut rest = bytes;
    while let Some(start) = memchr(ESCAPE, rest) {
        plain.extend_from_slice(&rest[..start]);
        let sequence = &rest[start + 1..];
        let length = match sequence.first() {
            Some(b'[') => sequence[1..].iter().position(|b| (0x40..0x7f).contains(b)).map(|at| at + 2),
            // To BEL, or to ESC and a backslash.
            Some(b']') => sequence.iter().enumerate().find_map(|(at, byte)| match byte {
                0x07 => Some(at + 1),
                &ESCAPE if sequence.get(at + 1) == Some(&b'\\') => Some(at + 2),
                _ => None,
            }),
            Some(b'(' | b')') => Some(2),
            Some(_) => Some(1),
            None => Some(0),
        };
        rest = sequence.get(length.unwrap_or(sequence.len())..).unwrap_or_default();
    }
    plain.extend_from_slice(rest);
}

/// UTF-8, or else Latin-1: what old tools print. Control characters of the range 80–9F stay what they are.
pub fn to_str(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// The first characters of a line, for a message.
pub fn start_of(bytes: &[u8]) -> String {
    let text = to_str(&bytes[..bytes.len().min(400)]);
    let mut start: String = text.chars().take(60).collect();
    if text.chars().count() > 60 {
        start.push('…');
    }
    start
}
