//! Content through a reader, with its checksum; a big JTL in pieces on several threads.

use crate::requests::Requests;
use memchr::{memchr_iter, memrchr};
use plimsoll_telemetry::{Output, Reader, read_all};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Bytes of a piece.
const PIECE_BYTES: usize = 4 << 20;
/// A piece grows to this when it has no place to be cut.
const PIECE_BYTES_MAX: usize = 64 << 20;

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

/// The header of a JTL that can be cut: the first column is a time in digits, so that a line that begins with one
/// begins a row (a line end inside quotes is hardly followed by twelve digits).
pub fn header_to_cut_at(path: &Path) -> Option<Vec<u8>> {
    let mut head = vec![0; 64 * 1024];
    let count = File::open(path).ok()?.read(&mut head).ok()?;
    let end = head[..count].iter().position(|byte| *byte == b'\n')? + 1;
    let header = head[..end].to_vec();
    (header.starts_with(b"timeStamp") && begins_row(head.get(end..count)?)).then_some(header)
}

fn begins_row(bytes: &[u8]) -> bool {
    bytes.len() > 12 && bytes[..12].iter().all(u8::is_ascii_digit)
}

struct Piece {
    bytes: Vec<u8>,
    /// Lines of the file before it.
    lines_before: u64,
}

/// Reads such a file with `threads` readers, each of which begins every piece anew.
pub fn read_in_pieces(
    path: &Path,
    header: &[u8],
    threads: usize,
    make: &(dyn Fn() -> Box<dyn Reader> + Sync),
    start: &(dyn Fn() -> Requests + Sync),
) -> io::Result<(Requests, Whole)> {
    let mut file = File::open(path)?;
    let (sender, receiver) = sync_channel::<Piece>(threads);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| scope.spawn(|| read_pieces(&receiver, header, make, start())))
            .collect();
        let whole = cut(&mut file, &sender);
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
    header: &[u8],
    make: &(dyn Fn() -> Box<dyn Reader> + Sync),
    mut out: Requests,
) -> Requests {
    loop {
        // A poisoned lock means that another worker panicked, which ends all.
        let Ok(piece) = pieces.lock().map(|receiver| receiver.recv()) else { return out };
        let Ok(piece) = piece else { return out };
        let known = out.problems.first.len();
        let mut reader = make();
        if piece.lines_before > 0 {
            reader.read(header, None, &mut out);
        }
        reader.read(&piece.bytes, None, &mut out);
        reader.finish(&mut out);
        for problem in out.problems.first[known..].iter_mut().filter(|problem| problem.line > 0) {
            // The header that was put before it is a line too.
            problem.line += piece.lines_before.saturating_sub(1);
        }
    }
}

/// Reads and hashes the file, and cuts it where rows begin.
fn cut(file: &mut File, sender: &SyncSender<Piece>) -> Whole {
    let mut hash = Sha256::new();
    let (mut bytes, mut lines_before) = (0, 0);
    let mut rest: Vec<u8> = Vec::new();
    let mut broken = None;
    loop {
        let kept = rest.len();
        rest.resize(kept + PIECE_BYTES, 0);
        let mut filled = kept;
        while filled < rest.len() {
            match file.read(&mut rest[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    broken = Some(error.to_string());
                    break;
                }
            }
        }
        rest.truncate(filled);
        hash.update(&rest[kept..]);
        bytes += (filled - kept) as u64;
        let at_end = filled < kept + PIECE_BYTES;
        let end = if at_end { Some(filled) } else { last_row(&rest) };
        let Some(end) = end.or_else(|| (filled > PIECE_BYTES_MAX).then_some(filled)) else { continue };
        let next = rest.split_off(end);
        let piece = Piece { bytes: std::mem::replace(&mut rest, next), lines_before };
        lines_before += memchr_iter(b'\n', &piece.bytes).count() as u64;
        // Nobody listens when a worker panicked, which is told when it is joined.
        if sender.send(piece).is_err() || at_end {
            return Whole { bytes, sha256: hexadecimal(hash), broken };
        }
    }
}

/// Where the last row begins that can be known to be one.
fn last_row(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(at) = memrchr(b'\n', &bytes[..end]) {
        if begins_row(&bytes[at + 1..]) {
            return Some(at + 1);
        }
        end = at;
    }
    None
}
