//! Content through a reader, with its checksum; a big JTL in pieces on several threads.

use crate::requests::Requests;
use memchr::{memchr, memchr_iter, memrchr};
use plimsoll_run::{Reading, ServerEvent};
use plimsoll_telemetry::{Output, Problem, Reader, RequestRow, jtl, read_all};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// Bytes of a piece, as they suit the caches and the number of seconds in one.
pub const PIECE_BYTES: usize = 4 << 20;
/// A piece grows to this when it has no place to be cut.
const PIECE_BYTES_MAX: usize = 64 << 20;

/// A piece is read together with what is this far before it: rows of sub-results follow their sample's within less.
const BEFORE_BYTES: usize = 64 << 10;
/// What a reader gets of a piece at a time: what it looks at twice is then still near the processor.
const READ_BYTES: usize = 256 << 10;

/// What was read.
pub struct Whole {
    pub bytes: u64,
    pub sha256: String,
    /// It could not be read to its end.
    pub broken: Option<String>,
}

/// Reads a stream to its end, or as far as it goes.
pub fn read_stream(stream: &mut dyn Read, reader: &mut dyn Reader, out: &mut dyn Output) -> Whole {
    let mut hashed = Hashed { inner: stream, hash: Sha256::new(), bytes: 0 };
    let broken = read_all(&mut hashed, reader, out).err().map(|error| {
        reader.finish(out);
        error.to_string()
    });
    Whole { bytes: hashed.bytes, sha256: hexadecimal(hashed.hash), broken }
}

/// Passes bytes on and adds them to the checksum.
pub struct Hashed<'a> {
    inner: &'a mut dyn Read,
    hash: Sha256,
    bytes: u64,
}

impl<'a> Hashed<'a> {
    pub fn new(inner: &'a mut dyn Read) -> Hashed<'a> {
        Hashed { inner, hash: Sha256::new(), bytes: 0 }
    }

    pub fn finish(self) -> (u64, String) {
        (self.bytes, hexadecimal(self.hash))
    }
}

impl Read for Hashed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a JTL that can be cut begins with.
pub struct JtlHead {
    /// The first line with its end.
    header: Vec<u8>,
    delimiter: u8,
    columns: usize,
}

/// The header of a JTL that can be cut: the first column is a time in digits.
pub fn header_to_cut_at(path: &Path) -> Option<JtlHead> {
    let mut first = vec![0; 64 * 1024];
    let count = File::open(path).ok()?.read(&mut first).ok()?;
    let end = first[..count].iter().position(|byte| *byte == b'\n')? + 1;
    let header = first[..end].to_vec();
    let delimiter = *header.strip_prefix(b"timeStamp")?.first()?;
    let columns = jtl::count_columns(&header, delimiter)?;
    let head = JtlHead { header, delimiter, columns };
    head.begins_row(first.get(end..count)?).then_some(head)
}

impl JtlHead {
    /// A line that is a row whatever was before it: a reader takes it as the next row even when a quote is open.
    fn begins_row(&self, bytes: &[u8]) -> bool {
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let line = memchr(b'\n', bytes).map(|end| &bytes[..end]);
        digits >= 12
            && line.is_some_and(|line| jtl::count_columns(line, self.delimiter) == Some(self.columns))
    }

    /// The first at `from` or behind it.
    fn first_row(&self, bytes: &[u8], from: usize) -> Option<usize> {
        // All that is kept begins with a row, or with the header.
        if from == 0 && self.begins_row(bytes) {
            return Some(0);
        }
        let mut ends = memchr_iter(b'\n', bytes.get(from..)?);
        ends.find(|end| self.begins_row(&bytes[from + end + 1..])).map(|end| from + end + 1)
    }

    /// Where the last row begins that can be known to be one, not before `from`.
    fn last_row(&self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut end = bytes.len();
        while let Some(at) = memrchr(b'\n', bytes.get(from..end)?).map(|at| from + at) {
            if self.begins_row(&bytes[at + 1..]) {
                return Some(at + 1);
            }
            end = at;
        }
        None
    }
}

struct Piece {
    bytes: Vec<u8>,
    /// Rows up to here belong to the piece before; they are read for what follows them.
    begins: usize,
    /// Lines of the file before `begins`.
    lines_before: u64,
}

/// Reads such a file with `threads` readers, each of which begins every piece again.
pub fn read_in_pieces(
    path: &Path,
    head: &JtlHead,
    threads: usize,
    piece_bytes: usize,
    make: &(dyn Fn() -> Box<dyn Reader> + Sync),
    start: &(dyn Fn() -> Requests + Sync),
) -> io::Result<(Requests, Whole)> {
    let mut file = File::open(path)?;
    let (sender, receiver) = sync_channel::<Piece>(threads);
    let (used, unused) = channel();
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let receiver = &receiver;
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                let used = used.clone();
                scope.spawn(move || read_pieces(receiver, &used, head, make, start()))
            })
            .collect();
        let whole = cut(&mut file, head, piece_bytes, &sender, &unused);
        drop(sender);
        let mut all = start();
        for worker in workers {
            match worker.join() {
                Ok(part) => all.merge(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all.problems.first.sort_by_key(|problem| problem.line);
        Ok((all, whole))
    })
}

fn read_pieces(
    pieces: &Mutex<Receiver<Piece>>,
    used: &Sender<Vec<u8>>,
    head: &JtlHead,
    make: &(dyn Fn() -> Box<dyn Reader> + Sync),
    mut out: Requests,
) -> Requests {
    loop {
        // A poisoned lock means that another worker panicked, which ends all.
        let Ok(piece) = pieces.lock().map(|receiver| receiver.recv()) else { return out };
        let Ok(piece) = piece else { return out };
        let known = out.problems.first.len();
        let mut reader = make();
        let (before, own) = piece.bytes.split_at(piece.begins);
        let mut lines_read = 0;
        if piece.lines_before > 0 {
            reader.read(&head.header, None, &mut Nowhere);
            before.chunks(READ_BYTES).for_each(|bytes| reader.read(bytes, None, &mut Nowhere));
            // A quote that is still open there was told with the piece before.
            reader.finish(&mut Nowhere);
            lines_read = 1 + memchr_iter(b'\n', before).count() as u64;
        }
        own.chunks(READ_BYTES).for_each(|bytes| reader.read(bytes, None, &mut out));
        reader.finish(&mut out);
        for problem in out.problems.first[known..].iter_mut().filter(|problem| problem.line > 0) {
            problem.line += piece.lines_before - lines_read;
        }
        // Nobody wants it when all is read.
        let _ = used.send(piece.bytes);
    }
}

/// For what another reader tells.
struct Nowhere;

impl Output for Nowhere {
    fn reading(&mut self, _reading: Reading) {}

    fn event(&mut self, _event: ServerEvent) {}

    fn request(&mut self, _request: &RequestRow<'_>) {}

    fn problem(&mut self, _problem: Problem) {}
}

/// Reads and hashes the file, and cuts it where rows begin.
fn cut(
    file: &mut File,
    head: &JtlHead,
    piece_bytes: usize,
    sender: &SyncSender<Piece>,
    unused: &Receiver<Vec<u8>>,
) -> Whole {
    let mut hash = Sha256::new();
    let (mut bytes, mut lines_before, mut begins) = (0, 0, 0_usize);
    let mut rest: Vec<u8> = Vec::new();
    loop {
        let retained = rest.len();
        let read = file.take(piece_bytes as u64).read_to_end(&mut rest);
        let broken = read.err().map(|error| error.to_string());
        hash.update(&rest[retained..]);
        let filled = rest.len();
        bytes += (filled - retained) as u64;
        let at_end = filled < retained + piece_bytes;
        let end = if at_end { Some(filled) } else { head.last_row(&rest, begins) };
        let Some(end) = end.or_else(|| (filled > PIECE_BYTES_MAX).then_some(filled)) else { continue };
        let lines = memchr_iter(b'\n', &rest[begins..end]).count() as u64;
        let from = head.first_row(&rest[..end], end.saturating_sub(BEFORE_BYTES)).unwrap_or(end);
        let mut next = unused.try_recv().unwrap_or_default();
        next.clear();
        next.extend_from_slice(&rest[from..]);
        rest.truncate(end);
        let piece = Piece { bytes: std::mem::replace(&mut rest, next), begins, lines_before };
        lines_before += lines;
        begins = end - from;
        // Nobody listens when a worker panicked, which is told when it is joined.
        if sender.send(piece).is_err() || at_end {
            return Whole { bytes, sha256: hexadecimal(hash), broken };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_telemetry::{Format, ReaderOptions};
    use std::fmt::Write as _;

    /// What one reader makes of a file, and several in pieces of any size, is the same.
    fn check(text: &str, requests: u64, problems: usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jtl");
        std::fs::write(&path, text).expect("a file");
        let format = Format::named("jtl").expect("it is known");
        let make = || format.reader(&ReaderOptions::default()).expect("default options");
        let seconds = |out: Requests| {
            let (mut all, users) = (Vec::new(), out.seconds.users(1_684_951_190, 1_684_951_200));
            let taken = out.seconds.take(|second, transactions| {
                all.push((second, transactions));
                true
            });
            taken.expect("what waits is read");
            (all, users)
        };
        let mut one = Requests::default();
        let whole = read_stream(&mut text.as_bytes(), make().as_mut(), &mut one);
        assert_eq!((one.requests, one.problems.first.len()), (requests, problems), "{:?}", one.problems);
        let (counts, bad) = ((one.requests, one.untimed), one.problems.clone());
        let expected = seconds(one);
        let head = header_to_cut_at(&path).expect("it can be cut");
        for piece_bytes in (40..400).step_by(7).chain([2_000, 1 << 20]) {
            let (found, read) = read_in_pieces(&path, &head, 2, piece_bytes, &make, &Requests::default)
                .expect("it can be read");
            assert_eq!((read.bytes, &read.sha256), (whole.bytes, &whole.sha256));
            assert_eq!((found.requests, found.untimed), counts, "in pieces of {piece_bytes} bytes");
            assert_eq!(found.problems, bad, "in pieces of {piece_bytes} bytes");
            assert_eq!(seconds(found), expected, "in pieces of {piece_bytes} bytes");
        }
    }

    #[test]
    fn the_size_of_the_pieces_changes_nothing() {
        let mut text =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,allThreads,\
                        Latency\n"
                .to_owned();
        for n in 0..60_u64 {
            // Out of order, of two threads in turns, pages with parts, messages of several lines, and what is no row.
            let ms = 1_684_951_191_182 + n * 37 % 5_000;
            let message =
                ["OK", "\"no,\n123456789012 such, thing\"", "\"1684951191182,7,x\""][n as usize % 3];
            let _ = writeln!(text, "{ms},{},page {},200,{message},T {},true,900,{n},5", 20 + n, n % 4, n % 2);
            let _ = writeln!(text, "{ms},7,page {}-0,200,OK,T {},true,300,{n},3", n % 4, n % 2);
            let _ = writeln!(text, "{},6,page {}-1,503,Busy,T {},false,200,{n},3", ms + 7, n % 4, n % 2);
            if n % 20 == 0 {
                text.push_str("1684951191182,what,page,200,OK,T 1,true,1,1,1\n\n");
            }
        }
        check(&text, 60, 3);
    }

    #[test]
    fn a_quote_that_is_never_closed_ends_at_the_next_row_wherever_it_is_cut() {
        let mut text = "timeStamp,elapsed,label,responseMessage,success\n".to_owned();
        for n in 0..20 {
            let message = if n == 9 { "\"open" } else { "OK" };
            let _ = writeln!(text, "{},5,a,{message},true", 1_684_951_191_182_u64 + n * 100);
        }
        check(&text, 19, 1);
    }
}
