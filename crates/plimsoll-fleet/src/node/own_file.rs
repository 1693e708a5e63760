//! The node's own run file: what it measured, whatever becomes of the network.

use crate::message::PIECE_BYTES;
use plimsoll_run::{
    End, EndReason, LoadStep, NodeRecord, PlanRecord, RunEvent, RunHeader, RunWriter, Second, Secrets,
    StoreError,
};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

/// One file for each session; where there is no room for it the node works without, and what is not in it is remembered.
pub struct OwnFile {
    folder: PathBuf,
    record: NodeRecord,
    open: Option<(String, RunWriter)>,
    last_us: u64,
    unwritten: Unwritten,
}

/// What the file of a session should have and has not.
#[derive(Default)]
struct Unwritten {
    session: String,
    /// The first that was lost, of the run's clock, and how many were.
    seconds: Option<(u32, u32)>,
    /// The first error.
    why: Option<String>,
}

impl Unwritten {
    fn said(&self) -> Option<String> {
        let why = self.why.as_deref()?;
        Some(match self.seconds {
            Some((first, 1)) => format!("second {first} could not be written: {why}"),
            Some((first, count)) => {
                format!("{count} seconds could not be written, from second {first} on: {why}")
            }
            None => format!("it could not be written to its end: {why}"),
        })
    }
}

impl OwnFile {
    pub fn new(folder: PathBuf, record: &NodeRecord) -> OwnFile {
        OwnFile { folder, record: record.clone(), open: None, last_us: 0, unwritten: Unwritten::default() }
    }

    /// A step begins; its number is the key by which its events are known.
    pub fn begin(&mut self, session: &str, started_unix_us: i64, secrets: &Secrets, step: LoadStep) {
        if self.open.as_ref().is_none_or(|(open, _)| open != session) {
            self.finish();
            let header = RunHeader {
                name: format!("node {}", self.record.name),
                started_unix_us,
                version: self.record.version.clone(),
                plan: PlanRecord { file: "node".to_owned(), ..PlanRecord::default() },
                environment: plimsoll_run::environment::capture(),
                secrets: secrets.clone(),
                ..RunHeader::default()
            };
            let path = self.folder.join(format!("{}-{session}.run", self.record.name));
            if self.unwritten.session != session {
                self.unwritten = Unwritten { session: session.to_owned(), ..Unwritten::default() };
            }
            match RunWriter::create(&path, &header) {
                Ok(writer) => self.open = Some((session.to_owned(), writer)),
                Err(error) => self.failed(&error, None),
            }
        }
        self.write(&RunEvent::StepStarted(step));
    }

    pub fn second(&mut self, step: u32, second: &Second) {
        self.last_us = (u64::from(second.second) + 1) * plimsoll_run::SECOND_US;
        self.write(&RunEvent::Second(Second { step, ..second.clone() }));
    }

    pub fn end(&mut self, step: LoadStep) {
        self.write(&RunEvent::StepEnded(LoadStep { ended_us: Some(self.last_us), ..step }));
    }

    fn write(&mut self, event: &RunEvent) {
        let second = match event {
            RunEvent::Second(second) => Some(second.second),
            _ => None,
        };
        let written = match &mut self.open {
            // There may be room again later.
            Some((_, writer)) => writer.append(event).and_then(|()| writer.flush()),
            None => return self.count_unwritten(second),
        };
        if let Err(error) = written {
            self.failed(&error, second);
        }
    }

    fn failed(&mut self, error: &StoreError, second: Option<u32>) {
        self.unwritten.why.get_or_insert_with(|| said(error));
        self.count_unwritten(second);
    }

    fn count_unwritten(&mut self, second: Option<u32>) {
        if let Some(second) = second {
            self.unwritten.seconds.get_or_insert((second, 0)).1 += 1;
        }
    }

    /// A piece of what was written of this session, which is over.
    pub fn piece(&mut self, session: &str, offset: u64) -> Result<FilePiece, String> {
        self.finish();
        let plain = session.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let path = self.folder.join(format!("{}-{session}.run", self.record.name));
        if !plain || !path.is_file() {
            return Err(match self.unwritten(session) {
                Some(why) => format!("it has no run file of its own: {why}"),
                None => "it has no run file of its own: it was started since".to_owned(),
            });
        }
        let read = || -> std::io::Result<FilePiece> {
            let mut file = File::open(&path)?;
            let (bytes, mut piece) = (file.metadata()?.len(), Vec::new());
            file.seek(SeekFrom::Start(offset))?;
            file.take(PIECE_BYTES as u64).read_to_end(&mut piece)?;
            Ok(FilePiece { bytes, piece, unwritten: self.unwritten(session) })
        };
        read().map_err(|error| format!("failed to read {}: {error}", path.display()))
    }

    fn unwritten(&self, session: &str) -> Option<String> {
        Some(&self.unwritten).filter(|unwritten| unwritten.session == session)?.said()
    }

    pub fn finish(&mut self) {
        if let Some((_, writer)) = self.open.take()
            && let Err(error) = writer.finish(&End { at_us: self.last_us, reason: EndReason::Completed })
        {
            self.failed(&error, None);
        }
    }
}

/// What went wrong, without the file's name, which is another machine's.
fn said(error: &StoreError) -> String {
    match error {
        StoreError::DiskFull { .. } => "its disk was full".to_owned(),
        StoreError::FileLimit { limit_bytes, .. } => {
            format!("a file may have {} KB there (`ulimit -f`)", limit_bytes >> 10)
        }
        other => std::error::Error::source(other).map_or_else(|| other.to_string(), ToString::to_string),
    }
}

/// A part of a node's own run file.
pub struct FilePiece {
    /// Of the whole file.
    pub bytes: u64,
    pub piece: Vec<u8>,
    /// What is not in the file, if anything is.
    pub unwritten: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_could_not_be_made_or_written_says_what_is_not_in_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = NodeRecord { name: "a".to_owned(), ..NodeRecord::default() };
        let mut own = OwnFile::new(folder.path().join("none"), &record);
        own.begin("s", 0, &Secrets::default(), LoadStep::default());
        for second in [7, 8] {
            own.second(1, &Second { second, ..Second::default() });
        }
        let said = own.piece("s", 0).err().expect("there is no file");
        assert!(said.contains("2 seconds could not be written, from second 7 on: "), "{said}");
        // Of another session nothing is known.
        assert!(own.piece("other", 0).err().is_some_and(|said| said.ends_with("it was started since")));
        let mut own = OwnFile::new(folder.path().to_owned(), &record);
        own.begin("s", 0, &Secrets::default(), LoadStep::default());
        own.second(1, &Second { second: 7, ..Second::default() });
        let whole = own.piece("s", 0).expect("a piece");
        assert!(whole.bytes > 0 && whole.unwritten.is_none(), "{:?}", whole.unwritten);
    }
}
