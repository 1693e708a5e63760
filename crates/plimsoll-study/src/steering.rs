//! Ends, pauses and changes a running study from outside.

use plimsoll_engine::{Control, FACTOR_MAX, StopMode};
use plimsoll_run::NoteContent;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Shared by whoever performs a study and whoever may interfere: a signal, a key. What is asked of a step
/// ends with the step: the next one runs as it was planned.
#[derive(Clone, Debug, Default)]
pub struct Steering {
    run: Control,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// A step is under way.
    in_step: bool,
    /// Somebody interfered with it.
    touched: bool,
    /// What was done, and when; not yet in the run file.
    done: Vec<(Instant, NoteContent)>,
}

/// More interferences than this between two seconds are not noted.
const DONE_MAX: usize = 1_000;

impl Steering {
    /// Ends the run. A later, stronger stop overrides an earlier one.
    pub fn stop(&self, mode: StopMode) {
        self.run.stop(mode);
    }

    /// The control of the whole run.
    pub fn control(&self) -> Control {
        self.run.clone()
    }

    pub fn stopped(&self) -> Option<StopMode> {
        self.run.stopped()
    }

    /// As [`Steering::stop`] in order, with a note.
    pub fn quit(&self) {
        self.stop(StopMode::InOrder);
        note(&mut self.state(), NoteContent::RunEndedByHand);
    }

    /// Ends the step under way in order and goes on with the next; whether there is one.
    pub fn end_step(&self) -> bool {
        self.change(|control| {
            control.end_part();
            NoteContent::StepEndedByHand
        })
    }

    /// Pauses the load, or goes on with it; whether there is one.
    pub fn toggle_pause(&self) -> bool {
        self.change(|control| {
            let paused = !control.paused();
            control.pause(paused);
            if paused { NoteContent::LoadPaused } else { NoteContent::LoadResumed }
        })
    }

    /// Raises (`1.1`) or lowers (`1.0 / 1.1`) the load of the step by this factor; whether there is one.
    pub fn scale(&self, by: f64) -> bool {
        self.change(|control| {
            control.set_factor((control.factor() * by).clamp(FACTOR_MIN, FACTOR_MAX));
            NoteContent::LoadScaled { percent: (control.factor() * 100.0).round() as u32 }
        })
    }

    /// Whether the load is paused, and by which factor it differs from what was planned.
    pub fn current(&self) -> (bool, f64) {
        (self.run.paused(), self.run.factor())
    }

    fn change(&self, change: impl FnOnce(&Control) -> NoteContent) -> bool {
        let mut state = self.state();
        if state.in_step {
            let content = change(&self.run);
            state.touched = true;
            note(&mut state, content);
        }
        state.in_step
    }

    /// A step begins, as it was planned: what ends it.
    pub(crate) fn begin_step(&self) -> Control {
        let mut state = self.state();
        self.run.pause(false);
        self.run.set_factor(1.0);
        (state.in_step, state.touched) = (true, false);
        self.run.for_part()
    }

    /// Ends the step under way in order: not by hand, but for what was seen.
    pub(crate) fn end_for_cause(&self) {
        self.run.end_part();
    }

    /// The step is over; whether somebody interfered with it.
    pub(crate) fn finish_step(&self) -> bool {
        let mut state = self.state();
        state.in_step = false;
        std::mem::take(&mut state.touched)
    }

    /// What was done since this was last asked.
    pub(crate) fn take_done(&self) -> Vec<(Instant, NoteContent)> {
        std::mem::take(&mut self.state().done)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So far can the load be lowered; at 0 there would be nothing to raise again.
const FACTOR_MIN: f64 = 0.01;

fn note(state: &mut State, content: NoteContent) {
    if state.done.len() < DONE_MAX {
        state.done.push((Instant::now(), content));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_ends_alone_and_a_run_with_its_step() {
        let steering = Steering::default();
        assert!(!steering.end_step(), "there is no step yet");
        let first = steering.begin_step();
        assert!(steering.end_step());
        assert_eq!((first.stopped(), steering.stopped()), (Some(StopMode::InOrder), None));
        assert!(steering.finish_step(), "somebody interfered");
        let second = steering.begin_step();
        assert_eq!(second.stopped(), None);
        steering.stop(StopMode::Now);
        assert_eq!((second.stopped(), steering.stopped()), (Some(StopMode::Now), Some(StopMode::Now)));
        assert!(!steering.finish_step());
        assert_eq!(steering.begin_step().stopped(), Some(StopMode::Now));
    }

    #[test]
    fn the_next_step_runs_as_it_was_planned() {
        let steering = Steering::default();
        assert!(!steering.toggle_pause() && !steering.scale(1.1), "there is no step yet");
        let first = steering.begin_step();
        assert!(steering.toggle_pause() && steering.scale(1.1) && steering.scale(1.1));
        assert!(first.paused() && (first.factor() - 1.21).abs() < 1e-9);
        assert!(steering.toggle_pause());
        (0..100).for_each(|_| assert!(steering.scale(0.5)));
        assert_eq!(steering.current(), (false, FACTOR_MIN));
        assert!(steering.finish_step());
        let second = steering.begin_step();
        assert_eq!((second.paused(), second.factor()), (false, 1.0));
        assert_eq!(steering.take_done().len(), 104);
    }

    #[test]
    fn what_was_done_is_reported_once() {
        let steering = Steering::default();
        steering.begin_step();
        steering.end_step();
        steering.quit();
        let done: Vec<NoteContent> = steering.take_done().into_iter().map(|(_, content)| content).collect();
        assert_eq!(done, [NoteContent::StepEndedByHand, NoteContent::RunEndedByHand]);
        assert!(steering.take_done().is_empty());
    }
}
