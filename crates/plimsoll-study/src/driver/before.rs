//! What another process, which is gone, measured of the run: its steps are taken from the file as if they had just been made.

use super::perform::RunDriver;
use crate::generator::{StepOutcome, StepUnderWay};
use crate::search::LoadLevel;
use plimsoll_run::{LoadStep, NoteContent, Second, WindowProblem};

impl<'a> RunDriver<'a, '_> {
    /// The step of this number, if it had begun.
    pub(super) fn recorded(&self, number: u32) -> Option<&'a LoadStep> {
        self.setup.before?.steps.iter().find(|step| step.number == number)
    }

    /// A step that had begun and not ended.
    pub(super) fn under_way(&self, number: u32) -> Option<StepUnderWay<'a>> {
        let step = self.recorded(number).filter(|step| step.ended_us.is_none())?;
        Some(StepUnderWay { started_us: step.started_us, seconds: self.recorded_seconds(number) })
    }

    /// They lie together: those of a run are in the order of steps.
    fn recorded_seconds(&self, number: u32) -> &'a [Second] {
        let seconds = self.setup.before.map_or(&[][..], |run| &run.seconds);
        let from = seconds.partition_point(|second| second.step < number);
        let to = seconds.partition_point(|second| second.step <= number);
        &seconds[from..to]
    }

    /// The search sees a step that had ended as it would have then; why it is to be made again.
    pub(super) fn again_from_file(
        &mut self,
        step: &LoadStep,
        load: LoadLevel,
        pooled: u32,
        may_retry: bool,
    ) -> Option<WindowProblem> {
        let plan =
            self.change(load, self.setup.timing.ramp, self.setup.timing.step).of(self.setup.plan.clone());
        let mut count = self.step_count(step.number, load, &plan, may_retry);
        count.start(step.started_us);
        for second in self.recorded_seconds(step.number) {
            drop(count.add(second));
        }
        let ended_us = step.ended_us.unwrap_or_default();
        let outcome = StepOutcome { ended_us, abandoned: step.abandoned, ..StepOutcome::default() };
        let ended = count.end(&outcome)?;
        let touched = self.was_touched(step);
        let (problem, figures) = self.observe(count, &ended, pooled, touched, may_retry);
        self.observer.step_ended(&figures);
        problem
    }

    /// Somebody interfered with its load.
    fn was_touched(&self, step: &LoadStep) -> bool {
        let is_by_hand = |content: &NoteContent| {
            matches!(
                content,
                NoteContent::StepEndedByHand
                    | NoteContent::LoadPaused
                    | NoteContent::LoadResumed
                    | NoteContent::LoadScaled { .. }
            )
        };
        let time = step.started_us..=step.ended_us.unwrap_or(u64::MAX);
        let notes = self.setup.before.map_or(&[][..], |run| &run.notes);
        notes.iter().any(|note| time.contains(&note.at_us) && is_by_hand(&note.content))
    }
}
