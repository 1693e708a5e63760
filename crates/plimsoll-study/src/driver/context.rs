//! What goes on around the load of a run: collectors, and the system under test where the study starts it.

use crate::completion::CompletionTracker;
use crate::jobs::JobPerformer;
use crate::system::RunningSystem;
use plimsoll_engine::RunClock;
use plimsoll_run::{End, EndReason, Note, NoteContent, RunEvent, RunFailure, RunWriter, StoreError};
use plimsoll_watch::Collectors;

/// Ends with the run.
#[derive(Default)]
pub struct RunContext {
    pub collection: Option<Collectors>,
    pub system: Option<RunningSystem>,
    /// Where events arrive.
    pub completion: Option<CompletionTracker>,
    /// Whoever performs the jobs of the study.
    pub jobs: Option<JobPerformer>,
}

/// A run that could not begin, so that it is not missing among the others: its file says why.
pub fn record_failure(mut writer: RunWriter, clock: &RunClock, why: &str) -> Result<(), StoreError> {
    let at_us = clock.now_us();
    let failure = RunFailure::Text(why.to_owned());
    writer.append(&RunEvent::Note(Note::new(at_us, NoteContent::Failed(failure))))?;
    writer.finish(&End { at_us, reason: EndReason::Failed(first_line(why)) })
}

/// The rest is what a command printed.
pub(super) fn first_line(why: &str) -> RunFailure {
    RunFailure::Text(why.lines().next().unwrap_or_default().to_owned())
}
