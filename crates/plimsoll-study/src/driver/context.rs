//! What goes on around the load of a run: collectors, and the system under test where the study starts it.

use super::completion::CompletionTracker;
use super::perform::RunDriver;
use crate::jobs::JobPerformer;
use crate::system::{RunningSystem, SystemError};
use plimsoll_engine::RunClock;
use plimsoll_run::{End, EndReason, Note, NoteKind, RunEvent, RunWriter, StoreError};
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
    let note = Note { at_us, kind: NoteKind::Warning, text: why.to_owned() };
    writer.append(&RunEvent::Note(note))?;
    let line = why.lines().next().unwrap_or_default().to_owned();
    writer.finish(&End { at_us, reason: EndReason::Failed(line) })
}

impl RunDriver<'_, '_> {
    pub(super) fn watch_system(&mut self) {
        if let Some(system) = &mut self.context.system {
            system.watch();
        }
    }

    /// The commands before a step; why the run is over when they fail.
    pub(super) fn before_step(&mut self, number: u32) -> Option<EndReason> {
        let steering = self.steering;
        let stopped = || steering.stopped().is_some();
        let system = self.context.system.as_mut()?;
        system.set("PLIMSOLL_STEP", &number.to_string());
        let error = system.before_step(&stopped).err()?;
        Some(self.broken_off(&error))
    }

    pub(super) fn after_step(&mut self) -> Option<EndReason> {
        let steering = self.steering;
        let stopped = || steering.stopped().is_some();
        let error = self.context.system.as_ref()?.after_step(&stopped).err()?;
        Some(self.broken_off(&error))
    }

    fn broken_off(&mut self, error: &SystemError) -> EndReason {
        if matches!(error, SystemError::Stopped) {
            return EndReason::Interrupted;
        }
        let why = error.to_string();
        self.note(NoteKind::Warning, why.clone());
        let line = why.lines().next().unwrap_or_default().to_owned();
        self.reachability.lost = Some(line.clone());
        EndReason::Failed(line)
    }

    /// Stops it however the run went.
    pub(super) fn stop_system(&mut self) {
        let Some(system) = self.context.system.take() else { return };
        for trouble in system.stop() {
            self.note(NoteKind::Warning, trouble.to_string());
        }
    }
}
