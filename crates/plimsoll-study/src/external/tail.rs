//! A file that somebody else is writing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// Reads what has been added since the last time. Of a folder's files, as pgbench's threads write one each, whole lines.
pub struct Tail {
    path: PathBuf,
    file: Option<File>,
    piece: Vec<u8>,
    /// Of a folder: each file, with the begin of a line that has no end yet.
    parts: BTreeMap<PathBuf, (File, Vec<u8>)>,
}

/// Gatling's.
const LOG_IN_FOLDER: &str = "simulation.log";

/// Bytes taken at a time.
const PIECE_BYTES: usize = 256 * 1024;

impl Tail {
    pub fn new(path: PathBuf) -> Tail {
        Tail { path, file: None, piece: Vec::new(), parts: BTreeMap::new() }
    }

    /// The next bytes; empty when there are none yet, or no file.
    pub fn next(&mut self) -> &[u8] {
        if self.file.is_none() {
            self.file = self.place().and_then(open_file);
        }
        if self.file.is_none() {
            return self.whole_lines();
        }
        self.piece.resize(PIECE_BYTES, 0);
        let count = self.file.as_mut().and_then(|file| file.read(&mut self.piece).ok()).unwrap_or(0);
        &self.piece[..count]
    }
}

impl Tail {
    /// Of the first file that has some.
    fn whole_lines(&mut self) -> &[u8] {
        self.piece.clear();
        let files = std::fs::read_dir(&self.path).into_iter().flatten().flatten();
        for path in files.map(|file| file.path()).filter(|path| path.is_file()) {
            let part = match self.parts.entry(path) {
                Entry::Occupied(part) => part.into_mut(),
                Entry::Vacant(place) => {
                    let Ok(file) = File::open(place.key()) else { continue };
                    place.insert((file, Vec::new()))
                }
            };
            let (file, open) = part;
            let mut added = std::mem::take(open);
            let _ = file.take(PIECE_BYTES as u64).read_to_end(&mut added);
            let end = match added.iter().rposition(|byte| *byte == b'\n') {
                None if added.len() > LINE_BYTES_MAX => added.len(),
                end => end.map_or(0, |at| at + 1),
            };
            *open = added.split_off(end);
            if end > 0 {
                self.piece = added;
                break;
            }
        }
        &self.piece
    }

    /// Where a tool was given a folder, it makes a folder in it for its log, as Gatling does.
    fn place(&self) -> Option<PathBuf> {
        if !self.path.is_dir() {
            return Some(self.path.clone());
        }
        let folders = std::fs::read_dir(&self.path).ok()?.flatten();
        folders.map(|folder| folder.path().join(LOG_IN_FOLDER)).find(|log| log.is_file())
    }
}

/// `None` also of what has become a folder since it was looked at: a folder can be opened, and nothing be read of it.
fn open_file(path: PathBuf) -> Option<File> {
    let file = File::open(path).ok()?;
    file.metadata().is_ok_and(|metadata| !metadata.is_dir()).then_some(file)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_path_that_became_a_folder_is_not_opened_as_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(open_file(folder.path().to_owned()).is_none());
        let file = folder.path().join("rows");
        std::fs::write(&file, "one").expect("written");
        assert!(open_file(file).is_some());
    }

    #[test]
    fn of_a_folders_files_whole_lines_come_and_none_is_cut_by_another_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("rows");
        let mut tail = Tail::new(place.clone());
        assert_eq!(tail.next(), b"");
        std::fs::create_dir(&place).expect("a folder");
        let mut files = ["log.7", "log.7.1"].map(|name| File::create(place.join(name)).expect("a file"));
        let all = |tail: &mut Tail| {
            let mut text = String::new();
            while let Ok(piece) = std::str::from_utf8(tail.next()).map(str::to_owned)
                && !piece.is_empty()
            {
                text += &piece;
            }
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        files[0].write_all(b"one\ntw").expect("written");
        files[1].write_all(b"thr").expect("written");
        assert_eq!(all(&mut tail), ["one"]);
        files[1].write_all(b"ee\nfour\n").expect("written");
        files[0].write_all(b"o\n").expect("written");
        assert_eq!(all(&mut tail), ["four", "three", "two"]);
        assert_eq!(all(&mut tail), Vec::<String>::new());
    }
}
