//! A file that somebody else is writing.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// Reads what has been added since the last time.
pub struct Tail {
    path: PathBuf,
    file: Option<File>,
    piece: Vec<u8>,
}

/// Bytes taken at a time.
const PIECE_BYTES: usize = 256 * 1024;

impl Tail {
    pub fn new(path: PathBuf) -> Tail {
        Tail { path, file: None, piece: Vec::new() }
    }

    /// The next bytes; empty when there are none yet, or no file.
    pub fn next(&mut self) -> &[u8] {
        if self.file.is_none() {
            self.file = File::open(&self.path).ok();
        }
        self.piece.resize(PIECE_BYTES, 0);
        let count = self.file.as_mut().and_then(|file| file.read(&mut self.piece).ok()).unwrap_or(0);
        &self.piece[..count]
    }
}

/// A growing text in whole lines.
pub struct LineTail {
    tail: Tail,
    open: Vec<u8>,
}

/// A longer line is cut.
const LINE_BYTES_MAX: usize = 64 * 1024;

impl LineTail {
    pub fn new(path: PathBuf) -> LineTail {
        LineTail { tail: Tail::new(path), open: Vec::new() }
    }

    /// The lines that have been completed.
    pub fn lines(&mut self, line: &mut dyn FnMut(&str)) {
        loop {
            let piece = self.tail.next();
            if piece.is_empty() {
                return;
            }
            for part in piece.split_inclusive(|byte| *byte == b'\n') {
                let room = LINE_BYTES_MAX.saturating_sub(self.open.len());
                self.open.extend_from_slice(&part[..part.len().min(room)]);
                if part.ends_with(b"\n") {
                    line(String::from_utf8_lossy(&self.open).trim_end());
                    self.open.clear();
                }
            }
        }
    }
}
