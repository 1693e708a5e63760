//! The node's own run file: what it measured, whatever becomes of the network.

use crate::message::PIECE_BYTES;
use plimsoll_run::{
    End, EndReason, LoadStep, NodeRecord, PlanRecord, RunEvent, RunHeader, RunWriter, Second, Secrets,
};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

/// One file for each session; without room for it the node works without.
pub struct OwnFile {
    folder: PathBuf,
    record: NodeRecord,
    open: Option<(String, RunWriter)>,
    last_us: u64,
}

impl OwnFile {
    pub fn new(folder: PathBuf, record: &NodeRecord) -> OwnFile {
        OwnFile { folder, record: record.clone(), open: None, last_us: 0 }
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
            self.open = RunWriter::create(&path, &header).ok().map(|writer| (session.to_owned(), writer));
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
        let Some((_, writer)) = &mut self.open else { return };
        if writer.append(event).and_then(|()| writer.flush()).is_err() {
            self.open = None;
        }
    }

    /// A piece of what was written of this session, which is over, and how long all of it is.
    pub fn piece(&mut self, session: &str, offset: u64) -> Result<(u64, Vec<u8>), String> {
        self.finish();
        let plain = session.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let path = self.folder.join(format!("{}-{session}.run", self.record.name));
        if !plain || !path.is_file() {
            return Err(
                "it has no run file of its own: its disk had no room, or it was started since".to_owned()
            );
        }
        let read = || -> std::io::Result<(u64, Vec<u8>)> {
            let mut file = File::open(&path)?;
            let (bytes, mut piece) = (file.metadata()?.len(), Vec::new());
            file.seek(SeekFrom::Start(offset))?;
            file.take(PIECE_BYTES as u64).read_to_end(&mut piece)?;
            Ok((bytes, piece))
        };
        read().map_err(|error| format!("failed to read {}: {error}", path.display()))
    }

    pub fn finish(&mut self) {
        if let Some((_, writer)) = self.open.take() {
            // It is whole without its end, too.
            let _ = writer.finish(&End { at_us: self.last_us, reason: EndReason::Completed });
        }
    }
}
