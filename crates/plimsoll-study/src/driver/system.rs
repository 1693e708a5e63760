//! The system under test that the study starts: its commands around a run and around each step.

use super::context::first_line;
use super::perform::RunDriver;
use crate::system::SystemError;
use plimsoll_run::{EndReason, NoteContent, RunFailure};

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
        let failure = first_line(&why);
        self.note(NoteContent::Failed(RunFailure::Text(why)));
        self.reachability.lost = Some(failure.clone());
        EndReason::Failed(failure)
    }

    /// Stops it however the run went.
    pub(super) fn stop_system(&mut self) {
        let Some(system) = self.context.system.take() else { return };
        for trouble in system.stop() {
            self.note(NoteContent::Text(trouble.to_string()));
        }
    }
}
