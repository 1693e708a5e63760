//! What of a run its own process alone knows, in a file that is its owner's alone: with it another process can go on with the run.

use crate::completion::SinkPosition;
use crate::jobs::JobEvent;
use plimsoll_run::private::create_private;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Clones are the same journal; the file is gone with the last of them.
#[derive(Clone, Debug)]
pub struct RunJournal(Arc<JournalFile>);

#[derive(Debug)]
struct JournalFile {
    path: PathBuf,
    known: Mutex<RunKnowledge>,
}

/// What is in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunKnowledge {
    /// Of the run, in microseconds since 1970.
    started_unix_us: i64,
    /// Where the arrivals of the run begin.
    pub sink: Option<SinkPosition>,
    pub jobs: Vec<JobEvent>,
    /// What was taken out of answers to jobs.
    pub values: BTreeMap<String, String>,
}

/// What of a run another process finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalContent {
    /// A load with jobs had begun.
    pub has_load_with_jobs: bool,
}

impl RunKnowledge {
    fn read(path: &Path, started_unix_us: i64) -> Option<RunKnowledge> {
        let known: RunKnowledge = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        (known.started_unix_us == started_unix_us).then_some(known)
    }
}

impl RunJournal {
    /// Of a run that begins.
    pub fn create(path: &Path, started_unix_us: i64) -> RunJournal {
        let known = RunKnowledge { started_unix_us, ..RunKnowledge::default() };
        RunJournal(Arc::new(JournalFile { path: path.to_owned(), known: Mutex::new(known) }))
    }

    /// Of a run that another process began; `None`: there is none of this run.
    pub fn reopen(path: &Path, started_unix_us: i64) -> Option<RunJournal> {
        let known = RunKnowledge::read(path, started_unix_us)?;
        Some(RunJournal(Arc::new(JournalFile { path: path.to_owned(), known: Mutex::new(known) })))
    }

    /// What is in it, before anything is done with it; `None`: there is none of this run.
    pub fn look(path: &Path, started_unix_us: i64) -> Option<JournalContent> {
        let known = RunKnowledge::read(path, started_unix_us)?;
        Some(JournalContent { has_load_with_jobs: !known.jobs.is_empty() })
    }

    /// When a load with jobs began; `None`: it has not.
    pub(crate) fn load_began_us(&self) -> Option<u64> {
        let known = self.known();
        let began = |event: &JobEvent| match event {
            JobEvent::LoadStarted { at_us, .. } => Some(*at_us),
            _ => None,
        };
        known.jobs.iter().find_map(began)
    }

    pub(crate) fn known(&self) -> RunKnowledge {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is known from now on is in the file when this returns.
    pub(crate) fn change(&self, change: impl FnOnce(&mut RunKnowledge)) {
        let mut known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut known);
        // Without room for it the run goes on; only nobody can take it over, who would know less than has happened.
        if written(&self.0.path, &known).is_err() {
            let _ = std::fs::remove_file(&self.0.path);
        }
    }
}

/// A reader finds it as it was before or after, never half.
fn written(path: &Path, known: &RunKnowledge) -> std::io::Result<()> {
    let part = path.with_extension("part");
    serde_json::to_writer(create_private(&part)?, known)?;
    std::fs::rename(part, path)
}

impl Drop for JournalFile {
    /// The run is over: there is nothing to go on with.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_process_finds_what_was_known_and_of_this_run_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.journal");
        let journal = RunJournal::create(&path, 7);
        journal.change(|known| known.jobs.push(JobEvent::LoadStarted { at_us: 1, ramp_us: 2 }));
        assert!(RunJournal::reopen(&path, 8).is_none());
        let copy = std::fs::read(&path).expect("a file");
        drop(journal);
        assert!(!path.exists() && RunJournal::reopen(&path, 7).is_none());
        std::fs::write(&path, copy).expect("written");
        let found = RunJournal::reopen(&path, 7).expect("its own");
        assert_eq!(found.known().jobs, [JobEvent::LoadStarted { at_us: 1, ramp_us: 2 }]);
    }

    #[test]
    fn what_could_not_be_written_leaves_no_older_knowledge() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.journal");
        let journal = RunJournal::create(&path, 7);
        journal.change(|known| known.jobs.push(JobEvent::LoadStarted { at_us: 1, ramp_us: 2 }));
        assert!(path.exists());
        // Where the new one is written first there is a folder, so that it can't be.
        std::fs::create_dir(path.with_extension("part")).expect("made");
        journal.change(|known| known.jobs.push(JobEvent::LoadStarted { at_us: 3, ramp_us: 2 }));
        assert!(RunJournal::look(&path, 7).is_none());
    }
}
