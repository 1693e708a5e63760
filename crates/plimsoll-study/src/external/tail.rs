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

/// Gatling's.
const LOG_IN_FOLDER: &str = "simulation.log";

/// Bytes taken at a time.
const PIECE_BYTES: usize = 256 * 1024;

impl Tail {
    pub fn new(path: PathBuf) -> Tail {
        Tail { path, file: None, piece: Vec::new() }
    }

    /// The next bytes; empty when there are none yet, or no file.
    pub fn next(&mut self) -> &[u8] {
        if self.file.is_none() {
            self.file = self.place().and_then(|place| File::open(place).ok());
        }
        self.piece.resize(PIECE_BYTES, 0);
        let count = self.file.as_mut().and_then(|file| file.read(&mut self.piece).ok()).unwrap_or(0);
        &self.piece[..count]
    }
}

impl Tail {
    /// Where a tool was given a folder, it makes a folder in it for its log, as Gatling does.
    fn place(&self) -> Option<PathBuf> {
        if !self.path.is_dir() {
            return Some(self.path.clone());
        }
        let folders = std::fs::read_dir(&self.path).ok()?.flatten();
        folders.map(|folder| folder.path().join(LOG_IN_FOLDER)).find(|log| log.is_file())
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
