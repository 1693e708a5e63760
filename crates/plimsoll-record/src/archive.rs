//! The HAR file while it grows: what stands on the disk is whole after each entry.

use crate::error::RecordError;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub struct Archive {
    path: PathBuf,
    file: File,
    /// Where the last entry ends. Behind it stands what makes the file whole, and is overwritten by the next entry.
    end: u64,
    is_empty: bool,
    /// What makes the file whole now.
    tail: String,
}

impl Archive {
    /// A new file, its owner's alone (recordings hold passwords), in the place of any that is there.
    pub fn create(path: &Path, version: &str) -> Result<Self, RecordError> {
        use std::os::unix::fs::OpenOptionsExt;
        let problem = |error| RecordError::Write { file: path.to_owned(), error };
        let mut options = std::fs::OpenOptions::new();
        let options = options.write(true).create(true).truncate(true).mode(0o600);
        let mut file = options.open(path).map_err(problem)?;
        let head = format!(
            "{{\"log\":{{\"version\":\"1.2\",\"creator\":{{\"name\":\"plimsoll\",\"version\":{version:?}}},\"entries\":["
        );
        file.write_all(head.as_bytes()).map_err(problem)?;
        let mut archive = Archive {
            path: path.to_owned(),
            file,
            end: head.len() as u64,
            is_empty: true,
            tail: String::new(),
        };
        archive.write("", tail(&[])).map_err(problem)?;
        Ok(archive)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.end
    }

    /// One entry more. Where that fails (a full disk), the file is as whole as it was before.
    pub(crate) fn append(&mut self, entry: &Value, pages: &[Value]) -> Result<(), RecordError> {
        let separator = if self.is_empty { "\n" } else { ",\n" };
        let written = self.write(&format!("{separator}{entry}"), tail(pages));
        self.is_empty &= written.is_err();
        written.map_err(|error| RecordError::Write { file: self.path.clone(), error })
    }

    fn write(&mut self, text: &str, tail: String) -> io::Result<()> {
        let attempt = self.write_at(self.end, text, &tail);
        match attempt {
            Ok(()) => {
                self.end += text.len() as u64;
                self.tail = tail;
            }
            Err(_) => {
                let old = std::mem::take(&mut self.tail);
                self.write_at(self.end, "", &old)?;
                self.tail = old;
            }
        }
        attempt
    }

    fn write_at(&mut self, place: u64, text: &str, tail: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(place))?;
        self.file.write_all(format!("{text}{tail}").as_bytes())?;
        self.file.set_len(place + (text.len() + tail.len()) as u64)
    }
}

fn tail(pages: &[Value]) -> String {
    let pages: Vec<String> = pages.iter().map(Value::to_string).collect();
    format!("\n],\"pages\":[{}]}}}}\n", pages.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_file_is_whole_after_each_entry_also_when_pages_get_shorter() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.har");
        let mut archive = Archive::create(&path, "0.1.0").expect("a file");
        let read = || -> Value {
            serde_json::from_str(&std::fs::read_to_string(&path).expect("text")).expect("JSON")
        };
        assert_eq!(read()["log"]["entries"], json!([]));
        archive.append(&json!({"a": 1}), &[json!({"id": "a long page"})]).expect("written");
        archive.append(&json!({"a": 2}), &[]).expect("written");
        assert_eq!(read()["log"]["entries"], json!([{"a": 1}, {"a": 2}]));
        assert_eq!(read()["log"]["pages"], json!([]));
    }
}
