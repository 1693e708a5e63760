//! Reads an answer from bytes as they come.

mod head;
#[cfg(test)]
mod laws;

use plimsoll_run::EXAMPLE_BODY_MAX;
use std::cell::Cell;
use std::rc::Rc;

/// Longest header block that is accepted.
const HEAD_MAX: usize = 256 * 1024;
/// Most bytes of one body that are kept for those who look at it; the rest is counted and dropped.
pub const BODY_STORED_MAX: usize = 64 * 1024 * 1024;
/// Bodies up to this length are not counted among those that users keep together, bytes.
const BODY_SMALL: usize = 64 * 1024;
/// The same of a failure that nobody looks at and that will be no whole example, for its excerpt.
const EXCERPT_BODY_MAX: usize = 1_024;

/// What is kept of an answer beside its status and its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keep {
    pub body: bool,
    pub headers: bool,
    pub cookies: bool,
    /// The server may switch to another protocol: the answer ends with its header block.
    pub upgrade: bool,
    /// Most bytes of the body that are kept; the rest is counted and dropped.
    pub body_max: usize,
    /// Nobody looks at it, but it may be an example: head and begin of the body are kept.
    pub example: bool,
    /// The same, if its status is a failure.
    pub failed_example: bool,
}

impl Keep {
    pub fn is_example(&self, status: u16) -> bool {
        self.example || self.failed_example && status >= 400
    }
}

/// Room for the bodies that a worker's users keep at a time.
#[derive(Debug)]
pub struct BodyRoom {
    pub max: usize,
    pub used: Cell<usize>,
}

/// What one answer has of it.
#[derive(Debug, Default)]
struct ReservedRoom {
    room: Option<Rc<BodyRoom>>,
    bytes: usize,
}

impl Drop for ReservedRoom {
    fn drop(&mut self) {
        if let Some(room) = &self.room {
            room.used.set(room.used.get().saturating_sub(self.bytes));
        }
    }
}

// What a head says, and how far reading has come; it is used again for each answer without an allocation.
#[derive(Debug, Default)]
pub struct ResponseReader {
    state: State,
    /// Bytes of a header block or a chunk-size line that has not ended yet.
    partial: Vec<u8>,
    pub status: u16,
    pub reason: String,
    pub keep_alive: bool,
    /// How long the server keeps the idle connection open, seconds, where it says so.
    pub idle_s: Option<u32>,
    /// Interim answers (1xx) before this one.
    pub interim: u16,
    /// One of them said `100 Continue`.
    pub continued: bool,
    /// Bytes seen, of the whole answer and of its header block.
    pub bytes: u64,
    pub head_bytes: u64,
    /// Of the body, where the answer says it.
    pub length: Option<u64>,
    pub headers: String,
    pub body: Vec<u8>,
    /// There was more of the body than is kept.
    pub is_cut: bool,
    reserved: ReservedRoom,
    pub content_encoding: Option<String>,
    pub location: Option<String>,
    pub set_cookies: Vec<String>,
    /// `WWW-Authenticate` of a 401.
    pub challenges: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Head,
    /// Bytes of the body that are still to come.
    Length(u64),
    ChunkSize,
    /// Bytes of the chunk that are still to come, its line end included.
    Chunk {
        data: u64,
        line_end: u8,
    },
    /// Bytes of trailer lines seen.
    Trailer(usize),
    UntilClose,
    Done,
}

#[derive(Debug, PartialEq)]
pub enum ReadProgress {
    More,
    /// The answer is complete; this many bytes of the input belong to it.
    Done(usize),
}

impl ResponseReader {
    /// Takes the next bytes. `head_request`: the answer has no body whatever its headers say.
    pub fn feed(&mut self, input: &[u8], keep: Keep, head_request: bool) -> Result<ReadProgress, String> {
        let mut at = 0;
        while at < input.len() && self.state != State::Done {
            let used = self.take(&input[at..], keep, head_request)?;
            self.bytes += used as u64;
            at += used;
        }
        Ok(if self.state == State::Done { ReadProgress::Done(at) } else { ReadProgress::More })
    }

    /// The peer closed. Complete only when the answer was to end that way.
    pub fn closed(&mut self) -> bool {
        if self.state == State::UntilClose {
            self.state = State::Done;
        }
        self.state == State::Done
    }

    /// Nothing but interim answers has come yet.
    pub fn is_interim(&self) -> bool {
        self.interim > 0 && self.status == 0
    }

    /// Nothing has come yet.
    pub fn is_untouched(&self) -> bool {
        self.bytes == 0
    }

    fn take(&mut self, input: &[u8], keep: Keep, head_request: bool) -> Result<usize, String> {
        match self.state {
            State::Head => self.take_head(input, keep, head_request),
            State::Length(left) => {
                let used = input.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                self.keep_body(&input[..used], keep);
                let left = left - used as u64;
                self.state = if left == 0 { State::Done } else { State::Length(left) };
                Ok(used)
            }
            State::UntilClose => {
                self.keep_body(input, keep);
                Ok(input.len())
            }
            State::ChunkSize => self.take_chunk_size(input),
            State::Chunk { data, line_end } => self.take_chunk(input, data, line_end, keep),
            State::Trailer(before) => self.take_trailer(input, before),
            State::Done => Ok(0),
        }
    }

    /// What of the body someone looks at.
    pub fn keep_body(&mut self, bytes: &[u8], keep: Keep) {
        // Of a failure the begin is enough: an example shows it.
        let most = match keep.body {
            true => keep.body_max,
            false if keep.is_example(self.status) => EXAMPLE_BODY_MAX,
            false if self.status >= 400 => EXCERPT_BODY_MAX,
            false => return,
        };
        let room = most.saturating_sub(self.body.len());
        self.is_cut |= keep.body && bytes.len() > room;
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Most bytes that may be kept of this body.
    pub fn body_max(&self, room: &BodyRoom) -> usize {
        let left = room.max.saturating_sub(room.used.get()).saturating_add(self.reserved.bytes);
        BODY_STORED_MAX.min(left.max(BODY_SMALL))
    }

    /// What is kept of the body has grown.
    pub fn hold(&mut self, room: &Rc<BodyRoom>) {
        let bytes = self.body.len();
        if bytes > BODY_SMALL && bytes != self.reserved.bytes {
            room.used.set(room.used.get() - self.reserved.bytes + bytes);
            self.reserved.bytes = bytes;
            self.reserved.room.get_or_insert_with(|| Rc::clone(room));
        }
    }

    fn take_head(&mut self, input: &[u8], keep: Keep, head_request: bool) -> Result<usize, String> {
        if self.partial.is_empty() {
            return match self.parse_head(input, keep, head_request)? {
                Some(used) => Ok(used),
                None => {
                    self.partial.extend_from_slice(input);
                    Ok(input.len())
                }
            };
        }
        let mut block = std::mem::take(&mut self.partial);
        let before = block.len();
        block.extend_from_slice(input);
        match self.parse_head(&block, keep, head_request)? {
            Some(used) if used <= HEAD_MAX => Ok(used - before),
            _ if block.len() > HEAD_MAX => Err(format!("the header block is longer than {HEAD_MAX} bytes")),
            _ => {
                self.partial = block;
                Ok(input.len())
            }
        }
    }

    fn take_chunk_size(&mut self, input: &[u8]) -> Result<usize, String> {
        let Some(end) = input.iter().position(|b| *b == b'\n') else {
            self.partial.extend_from_slice(input);
            return if self.partial.len() > 4096 {
                Err("a chunk size without an end".to_owned())
            } else {
                Ok(input.len())
            };
        };
        self.partial.extend_from_slice(&input[..=end]);
        let line = std::mem::take(&mut self.partial);
        let digits = line.split(|b| !b.is_ascii_hexdigit()).next().unwrap_or_default();
        let ends = matches!(line.get(digits.len()), Some(b';' | b' ' | b'\t' | b'\r' | b'\n'));
        let text = std::str::from_utf8(digits).unwrap_or_default();
        let size = u64::from_str_radix(text, 16).ok().filter(|_| ends).ok_or("a chunk without a size")?;
        self.state = if size == 0 { State::Trailer(0) } else { State::Chunk { data: size, line_end: 2 } };
        Ok(end + 1)
    }

    fn take_chunk(&mut self, input: &[u8], data: u64, line_end: u8, keep: Keep) -> Result<usize, String> {
        let used = input.len().min(usize::try_from(data).unwrap_or(usize::MAX));
        self.keep_body(&input[..used], keep);
        let data = data - used as u64;
        // Like every other line of the framing it may end with a line feed alone (RFC 9112, 2.2).
        let (ends, line_end) = match &input[used..] {
            _ if data > 0 => (0, line_end),
            [] => (0, line_end),
            [b'\n', ..] => (1, 0),
            [b'\r'] if line_end == 2 => (1, 1),
            [b'\r', b'\n', ..] if line_end == 2 => (2, 0),
            _ => return Err("a chunk is longer than its size".to_owned()),
        };
        self.state =
            if data == 0 && line_end == 0 { State::ChunkSize } else { State::Chunk { data, line_end } };
        Ok(used + ends)
    }

    /// Trailer lines up to the empty one; what they say is not needed.
    fn take_trailer(&mut self, input: &[u8], before: usize) -> Result<usize, String> {
        let end = input.iter().position(|b| *b == b'\n').map(|end| end + 1);
        let used = end.unwrap_or(input.len());
        if before + used > HEAD_MAX {
            return Err("an endless trailer".to_owned());
        }
        self.state = State::Trailer(before + used);
        self.partial.extend_from_slice(&input[..used]);
        if end.is_some() {
            let line = std::mem::take(&mut self.partial);
            if line == b"\r\n" || line == b"\n" {
                self.state = State::Done;
            }
        }
        Ok(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Keep = Keep {
        body: true,
        headers: true,
        cookies: true,
        upgrade: false,
        body_max: BODY_STORED_MAX,
        example: false,
        failed_example: false,
    };

    /// Feeds `text` in pieces of every size; the answer must be the same.
    fn check(text: &str, expected: Result<(u16, &str, bool), &str>) {
        for size in [1, 2, 3, 7, text.len().max(1)] {
            let mut reader = ResponseReader::default();
            let mut outcome = Ok(ReadProgress::More);
            for piece in text.as_bytes().chunks(size) {
                outcome = reader.feed(piece, ALL, false);
                if outcome != Ok(ReadProgress::More) {
                    break;
                }
            }
            let got = match outcome {
                Err(message) => Err(message),
                Ok(ReadProgress::More) if !reader.closed() => Err("incomplete".to_owned()),
                Ok(_) => {
                    let body = String::from_utf8_lossy(&reader.body).into_owned();
                    Ok((reader.status, body, reader.keep_alive))
                }
            };
            let got = got.as_ref().map(|(s, b, k)| (*s, b.as_str(), *k)).map_err(String::as_str);
            match (got, expected) {
                (Err(message), Err(part)) => assert!(message.contains(part), "{message}"),
                (got, expected) => assert_eq!(got, expected, "{text} in pieces of {size}"),
            }
        }
    }

    #[test]
    fn bodies_end_as_their_headers_say() {
        check("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK", Ok((200, "OK", true)));
        check("HTTP/1.1 204 No Content\r\n\r\n", Ok((204, "", true)));
        check("HTTP/1.0 200 OK\r\n\r\nto the end", Ok((200, "to the end", false)));
        check("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", Ok((200, "", false)));
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        check(
            &format!("{chunked}3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\n\r\n"),
            Ok((200, "abc0123456789", true)),
        );
        check(&format!("{chunked}1\r\na\r\n0\r\nTrailer: x\r\n\r\n"), Ok((200, "a", true)));
        check(&format!("{chunked}3\nabc\n2\nde\r\n0\n\n"), Ok((200, "abcde", true)));
        let many = "X: y\r\n".repeat(1_000);
        check(&format!("HTTP/1.1 200 OK\r\n{many}Content-Length: 1\r\n\r\nx"), Ok((200, "x", true)));
        check(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx",
            Ok((201, "x", true)),
        );
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        check("SSH-2.0-OpenSSH_9.2\r\n\r\n", Err("not an HTTP answer"));
        check("HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n", Err("Content-Length"));
        check("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", Err("two different"));
        check("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", Err("without a size"));
        check("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", Err("incomplete"));
        check("", Err("incomplete"));
    }

    #[test]
    fn bytes_after_the_answer_are_left_alone() {
        let mut reader = ResponseReader::default();
        let text = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOKHTTP/1.1";
        assert_eq!(reader.feed(text, ALL, false), Ok(ReadProgress::Done(text.len() - 8)));
    }

    proptest::proptest! {
        /// Foreign bytes in any pieces: an answer, more to come, or a refusal, and never a panic.
        #[test]
        fn any_bytes_in_any_pieces_are_survived(
            start in proptest::sample::select(vec!["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"]),
            bytes in proptest::collection::vec(proptest::sample::select(b"0aF;\r\n: HTP/1.200x\xff\0".to_vec()), 0..200),
            size in 1..9_usize,
        ) {
            let input = [start.as_bytes(), &bytes].concat();
            let mut reader = ResponseReader::default();
            for piece in input.chunks(size) {
                match reader.feed(piece, ALL, false) {
                    Ok(ReadProgress::More) => {}
                    Ok(ReadProgress::Done(used)) => {
                        proptest::prop_assert!(used <= piece.len());
                        break;
                    }
                    Err(_) => break,
                }
            }
            proptest::prop_assert!(reader.bytes as usize <= input.len());
        }
    }
}
