//! Files that functions read and write while a plan runs.

use crate::input_file;
use crate::plan::Origin;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// What JMeter gives for a file that can't be read.
pub(super) const UNREADABLE: &str = "**ERR**";

/// Longer lines of a file are given in parts.
const LINE_BYTES_MAX: u64 = 64 << 20;

/// A user's rows in the files of `__CSVRead`, by file or alias; `None`: the next use takes the next row.
pub type Rows = HashMap<String, Option<usize>>;

/// Reading positions that all users of a job share.
#[derive(Clone, Debug, Default)]
pub struct Files {
    shared: Arc<Mutex<Shared>>,
    /// Nothing is written: a plan is only looked at.
    only_reads: bool,
}

#[derive(Debug, Default)]
struct Shared {
    tables: HashMap<String, Table>,
    /// By use of `__StringFromFile`.
    sequences: HashMap<u32, Sequence>,
    texts: HashMap<PathBuf, Arc<str>>,
}

/// The rows of a file up to its first empty line (FileRowColContainer.java).
#[derive(Debug, Default)]
struct Table {
    rows: Vec<Vec<String>>,
    next: usize,
}

#[derive(Debug, Default)]
struct Sequence {
    reader: Option<BufReader<File>>,
    /// Of the file to be opened next, for a numbered sequence.
    number: Option<i64>,
    is_opened: bool,
}

/// What `__StringFromFile` read.
pub(super) enum FileLine {
    Text(String),
    Unreadable,
    /// All files of a numbered sequence are used up.
    EndOfSequence,
}

/// A file beside the plan, else where the program was started.
fn path(origin: &Origin, name: &str) -> PathBuf {
    let next_to = input_file::placed(&origin.folder.join(name)).into_owned();
    if next_to.exists() { next_to } else { PathBuf::from(name) }
}

impl Files {
    /// For looking at a plan: what it would write is not written.
    pub fn only_reading() -> Self {
        Files { only_reads: true, ..Files::default() }
    }

    /// A cell of the user's row, from 0; or, by `next`, its next row; or an alias for a file by `*alias`.
    pub(super) fn cell(&self, origin: &Origin, rows: &mut Rows, file: &str, column: &str) -> String {
        let Ok(mut shared) = self.shared.lock() else { return String::new() };
        if column.starts_with('*') {
            shared.open(origin, file, column);
            rows.entry(column.to_owned()).or_insert(None);
            return String::new();
        }
        if column == "next" || column == "next()" {
            if let Some(row) = rows.get_mut(file) {
                *row = None;
            }
            return String::new();
        }
        let Ok(column) = column.parse::<usize>() else { return String::new() };
        if !rows.contains_key(file) {
            if file.starts_with('*') || !shared.open(origin, file, file) {
                return String::new();
            }
            rows.insert(file.to_owned(), None);
        }
        let Some(table) = shared.tables.get_mut(file) else { return String::new() };
        let row = rows.entry(file.to_owned()).or_default().get_or_insert_with(|| table.next_row());
        table.rows.get(*row).and_then(|row| row.get(column)).cloned().unwrap_or_default()
    }

    /// A whole file. Read once: what the plan itself writes is read again.
    pub(super) fn text(&self, origin: &Origin, name: &str, encoding: &str) -> String {
        let path = path(origin, name);
        if let Some(text) = self.shared.lock().ok().and_then(|shared| shared.texts.get(&path).cloned()) {
            return text.to_string();
        }
        let Ok(bytes) = input_file::read(&path) else { return UNREADABLE.to_owned() };
        let text: Arc<str> = decoded(bytes, encoding).into();
        if let Ok(mut shared) = self.shared.lock() {
            shared.texts.insert(path, Arc::clone(&text));
        }
        text.to_string()
    }

    pub(super) fn write(&self, origin: &Origin, name: &str, text: &str, append: bool) -> bool {
        if self.only_reads {
            return true;
        }
        let path = path(origin, name);
        let opened = File::options().create(true).append(append).write(true).truncate(!append).open(&path);
        // Held while it is written, so that lines of several users do not mix.
        let Ok(mut shared) = self.shared.lock() else { return false };
        shared.texts.remove(&path);
        opened.is_ok_and(|mut file| file.write_all(text.as_bytes()).is_ok())
    }

    /// Where a file is that a plan names.
    pub(crate) fn path_of(&self, origin: &Origin, name: &str) -> PathBuf {
        path(origin, name)
    }

    pub(crate) fn text_of(&self, path: &std::path::Path) -> Option<String> {
        input_file::read(path).ok().map(|bytes| decoded(bytes, ""))
    }

    /// Writes a file beside the plan or where the program was started, or below; an error where it would lie elsewhere.
    pub(crate) fn write_below(
        &self,
        origin: &Origin,
        name: &str,
        text: &str,
        append: bool,
    ) -> Result<(), String> {
        let path = path(origin, name);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(std::path::Path::new(".")));
        let folder = folder.map_err(|error| format!("failed to write {name}: {error}"))?;
        let roots = [Some(origin.folder.clone()), std::env::current_dir().ok()];
        let is_below = |root: &PathBuf| fs::canonicalize(root).is_ok_and(|root| folder.starts_with(root));
        let is_link = path.symlink_metadata().is_ok_and(|found| !found.is_file());
        if is_link || !roots.iter().flatten().any(is_below) {
            return Err(format!("scripts write files only below the plan's folder, and {name} is not there"));
        }
        match self.write(origin, name, text, append) {
            true => Ok(()),
            false => Err(format!("failed to write {name}")),
        }
    }

    /// The next line for all users; after the last one the file begins again, or the next of the sequence does.
    pub(super) fn line(
        &self,
        origin: &Origin,
        site: u32,
        name: &str,
        numbers: Option<(&str, &str)>,
    ) -> FileLine {
        let Ok(mut shared) = self.shared.lock() else { return FileLine::Unreadable };
        let sequence = shared.sequences.entry(site).or_default();
        let (start, end) = numbers.unwrap_or(("", ""));
        let (start, end) = (start.parse().ok(), end.parse::<i64>().ok());
        if !sequence.is_opened {
            sequence.number = start;
            sequence.open(origin, name, end);
        }
        for _ in 0..2 {
            let Some(reader) = &mut sequence.reader else { break };
            let mut line = String::new();
            match reader.by_ref().take(LINE_BYTES_MAX).read_line(&mut line) {
                Ok(0) => sequence.open(origin, name, end),
                Ok(_) => {
                    let length = line.trim_end_matches(['\n', '\r']).len();
                    line.truncate(length);
                    return FileLine::Text(line);
                }
                Err(_) => return FileLine::Unreadable,
            }
        }
        if end.is_some() { FileLine::EndOfSequence } else { FileLine::Unreadable }
    }
}

impl Shared {
    fn open(&mut self, origin: &Origin, file: &str, alias: &str) -> bool {
        if !self.tables.contains_key(alias) {
            let Ok(bytes) = input_file::read(&path(origin, file)) else { return false };
            let text = decoded(bytes, "");
            let rows = text.lines().take_while(|line| !line.is_empty());
            let rows = rows.map(|line| line.split(',').map(str::to_owned).collect()).collect();
            self.tables.insert(alias.to_owned(), Table { rows, next: 0 });
        }
        true
    }
}

impl Table {
    fn next_row(&mut self) -> usize {
        let row = self.next;
        self.next = if row + 1 >= self.rows.len() { 0 } else { row + 1 };
        row
    }
}

impl Sequence {
    /// Opens the file, or the next one of a sequence whose name is a format such as `'data'000'.txt'`.
    fn open(&mut self, origin: &Origin, name: &str, end: Option<i64>) {
        self.is_opened = true;
        let number = self.number;
        if end.is_some_and(|end| number.unwrap_or(1) > end) {
            self.reader = None;
            return;
        }
        let name = match number {
            Some(number) => crate::number_format::decimal_format(name, number),
            None => name.to_owned(),
        };
        self.number = number.map(|number| number + 1);
        self.reader = input_file::open(&path(origin, &name)).ok().map(BufReader::new);
    }
}

fn decoded(bytes: Vec<u8>, encoding: &str) -> String {
    match encoding.to_ascii_lowercase().as_str() {
        "iso-8859-1" | "latin1" | "iso8859_1" => bytes.into_iter().map(char::from).collect(),
        _ => String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()),
    }
}
