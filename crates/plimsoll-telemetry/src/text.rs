//! Bytes to lines: byte-order marks, UTF-16, terminal codes, line ends, and lines without end.

use crate::line::{ESCAPE, LINE_BYTES_MAX, without_terminal_codes};
use crate::possible::Possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output, Reader};
use memchr::memchr;

/// Splits a stream into lines for a [`LineReader`].
pub struct Lines<R> {
    reader: R,
    decoder: Decoder,
    /// The beginning of a line whose end has not come yet; at most [`LINE_BYTES_MAX`].
    partial: Vec<u8>,
    /// The current line is too long: skipped up to its end.
    skipping: bool,
    number: u64,
    plain: Vec<u8>,
    /// Times after this have not come yet.
    latest_unix_us: i64,
}

impl<R: LineReader> Lines<R> {
    pub fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            decoder: Decoder::default(),
            partial: Vec::new(),
            skipping: false,
            number: 0,
            plain: Vec::new(),
            latest_unix_us: i64::MAX,
        }
    }

    /// Refuses times after this.
    pub fn until(mut self, latest_unix_us: i64) -> Lines<R> {
        self.latest_unix_us = latest_unix_us;
        self
    }

    fn split(&mut self, mut bytes: &[u8], stamp_us: Option<i64>, out: &mut dyn Output) {
        // Asked of all lines at once: hardly any file has one.
        let is_plain = memchr(ESCAPE, bytes).is_none();
        while let Some(end) = memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            bytes = rest;
            if self.partial.is_empty() && !self.skipping {
                self.line(line, is_plain, (stamp_us, true), out);
                continue;
            }
            self.keep(line, out);
            self.end_partial(stamp_us, true, out);
        }
        self.keep(bytes, out);
    }

    fn keep(&mut self, bytes: &[u8], out: &mut dyn Output) {
        if self.skipping {
            return;
        }
        if self.partial.len() + bytes.len() > LINE_BYTES_MAX {
            out.problem(Problem { line: self.number + 1, kind: ProblemKind::LineTooLong });
            self.partial = Vec::new();
            self.skipping = true;
            return;
        }
        self.partial.extend_from_slice(bytes);
    }

    fn end_partial(&mut self, stamp_us: Option<i64>, has_end: bool, out: &mut dyn Output) {
        if self.skipping {
            self.skipping = false;
            self.number += 1;
            return;
        }
        let mut partial = std::mem::take(&mut self.partial);
        self.line(&partial, memchr(ESCAPE, &partial).is_none(), (stamp_us, has_end), out);
        partial.clear();
        self.partial = partial;
    }

    fn line(
        &mut self,
        bytes: &[u8],
        is_plain: bool,
        (stamp_us, has_end): (Option<i64>, bool),
        out: &mut dyn Output,
    ) {
        self.number += 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let number = self.number;
        let out = &mut Possible::new(out, number, self.latest_unix_us);
        if !is_plain && self.reader.has_terminal_codes() {
            self.plain.clear();
            without_terminal_codes(bytes, &mut self.plain);
            self.reader.line(InputLine { bytes: &self.plain, number, stamp_us, has_end }, out);
        } else {
            self.reader.line(InputLine { bytes, number, stamp_us, has_end }, out);
        }
    }
}

impl<R: LineReader> Reader for Lines<R> {
    fn read(&mut self, bytes: &[u8], stamp_us: Option<i64>, out: &mut dyn Output) {
        let mut decoder = std::mem::take(&mut self.decoder);
        self.split(decoder.decode(bytes), stamp_us, out);
        self.decoder = decoder;
    }

    fn finish(&mut self, out: &mut dyn Output) {
        let mut decoder = std::mem::take(&mut self.decoder);
        self.split(decoder.finish(), None, out);
        if !self.partial.is_empty() || self.skipping {
            self.end_partial(None, false, out);
        }
        self.reader.finish(&mut Possible::new(out, self.number, self.latest_unix_us));
    }
}

/// UTF-16 to UTF-8 in pieces; everything else passes as it is. UTF-16 is known by its byte-order mark, or by
/// zeros in every other place of the first four bytes, as Windows tools write it without one.
#[derive(Default)]
pub struct Decoder {
    encoding: Encoding,
    /// Bytes before the encoding is known, and half a UTF-16 unit afterwards.
    buffered: Vec<u8>,
    /// A high surrogate whose low one has not come yet.
    surrogate: Option<u16>,
    decoded: Vec<u8>,
}

#[derive(Clone, Copy, Default)]
enum Encoding {
    #[default]
    Unknown,
    Bytes,
    Utf16(fn([u8; 2]) -> u16),
}

impl Decoder {
    pub fn decode<'a>(&'a mut self, bytes: &'a [u8]) -> &'a [u8] {
        match self.encoding {
            Encoding::Bytes => bytes,
            Encoding::Utf16(unit) => {
                self.decoded.clear();
                self.units(bytes, unit);
                &self.decoded
            }
            Encoding::Unknown => {
                self.buffered.extend_from_slice(bytes);
                if self.buffered.len() < 4 {
                    return &[];
                }
                self.begin()
            }
        }
    }

    /// What is still held back.
    pub fn finish(&mut self) -> &[u8] {
        if matches!(self.encoding, Encoding::Unknown) {
            return self.begin();
        }
        &[]
    }

    fn begin(&mut self) -> &[u8] {
        let buffered = std::mem::take(&mut self.buffered);
        let (encoding, mark_bytes) = match buffered.as_slice() {
            [0xEF, 0xBB, 0xBF, ..] => (Encoding::Bytes, 3),
            [0xFF, 0xFE, ..] => (Encoding::Utf16(u16::from_le_bytes), 2),
            [0xFE, 0xFF, ..] => (Encoding::Utf16(u16::from_be_bytes), 2),
            [1..=255, 0, 1..=255, 0, ..] => (Encoding::Utf16(u16::from_le_bytes), 0),
            [0, 1..=255, 0, 1..=255, ..] => (Encoding::Utf16(u16::from_be_bytes), 0),
            _ => (Encoding::Bytes, 0),
        };
        self.encoding = encoding;
        self.decoded.clear();
        match encoding {
            Encoding::Utf16(unit) => self.units(&buffered[mark_bytes..], unit),
            _ => self.decoded.extend_from_slice(&buffered[mark_bytes..]),
        }
        &self.decoded
    }

    fn units(&mut self, mut bytes: &[u8], unit: fn([u8; 2]) -> u16) {
        if let Some(first) = self.buffered.pop() {
            let Some((second, rest)) = bytes.split_first() else {
                self.buffered.push(first);
                return;
            };
            self.unit(unit([first, *second]));
            bytes = rest;
        }
        let pairs = bytes.chunks_exact(2);
        self.buffered.extend_from_slice(pairs.remainder());
        for pair in pairs {
            self.unit(unit([pair[0], pair[1]]));
        }
    }

    fn unit(&mut self, unit: u16) {
        let units = match self.surrogate.take() {
            Some(high) => [Some(high), Some(unit)],
            None if (0xD800..0xDC00).contains(&unit) => {
                self.surrogate = Some(unit);
                return;
            }
            None => [Some(unit), None],
        };
        for character in char::decode_utf16(units.into_iter().flatten()) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;

    struct Echo;

    impl LineReader for Echo {
        fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
            let start = line.text().into_owned();
            out.problem(Problem { line: line.number, kind: ProblemKind::Unrecognised { start } });
        }
    }

    /// The lines of an input, read whole and in pieces of every small size.
    fn check(bytes: &[u8], expected: &[&str]) {
        for piece in (1..=7).chain([bytes.len().max(1)]) {
            let mut dump = Dump::default();
            let mut lines = Lines::new(Echo);
            for bytes in bytes.chunks(piece) {
                lines.read(bytes, None, &mut dump);
            }
            lines.finish(&mut dump);
            let found: Vec<String> = dump
                .problems
                .iter()
                .map(|problem| match &problem.kind {
                    ProblemKind::Unrecognised { start } => format!("{}:{start}", problem.line),
                    other => format!("{}!{other}", problem.line),
                })
                .collect();
            assert_eq!(found, expected, "in pieces of {piece}");
        }
    }

    #[test]
    fn lines_come_out_whatever_the_pieces() {
        check(b"a\r\nb\n\nlast", &["1:a", "2:b", "3:", "4:last"]);
        check(b"", &[]);
        check(b"x", &["1:x"]);
    }

    #[test]
    fn encodings_are_known_by_mark_or_by_zeros() {
        check(b"\xEF\xBB\xBFtime\n", &["1:time"]);
        check(b"\xFF\xFEa\0\xE5\0\n\0b\0", &["1:aå", "2:b"]);
        check(b"\xFE\xFF\0a\0\n\0b", &["1:a", "2:b"]);
        check(b"a\0b\0\n\0", &["1:ab"]);
        check(b"\xFF\xFE\x3D\xD8\x00\xDE!\0", &["1:😀!"]);
        check(b"bl\xE5\n", &["1:blå"]);
    }

    #[test]
    fn terminal_codes_are_left_out() {
        check(b"\x1b[2J\x1b[HNAME \x1b[1;31mred\x1b[0m\x1b[K\n", &["1:NAME red"]);
        check(b"\x1b]8;;http://h/\x1b\\text\x1b]8;;\x1b\\ after\n", &["1:text after"]);
        check(b"\x1b]0;title\x07text\n\x1b[", &["1:text", "2:"]);
    }

    #[test]
    fn a_line_of_a_megabyte_is_retained_and_one_without_end_is_reported() {
        let mut long = vec![b'x'; 1 << 20];
        long.extend_from_slice(b"\nnext\n");
        let mut dump = Dump::default();
        let mut lines = Lines::new(Echo);
        lines.read(&long, None, &mut dump);
        assert_eq!(dump.problems.len(), 2);

        let mut dump = Dump::default();
        let mut lines = Lines::new(Echo);
        for _ in 0..9 {
            lines.read(&long[..1 << 20], None, &mut dump);
        }
        assert!(lines.partial.capacity() <= 2 * LINE_BYTES_MAX);
        lines.read(b"\nnext\n", None, &mut dump);
        let kinds: Vec<_> = dump.problems.iter().map(|p| (p.line, p.kind.clone())).collect();
        let next = ProblemKind::Unrecognised { start: "next".to_owned() };
        assert_eq!(kinds, [(1, ProblemKind::LineTooLong), (2, next)]);
    }
}
