//! Ends, pauses and changes a running study from outside.

use plimsoll_engine::{Control, StopMode};
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
    /// The step under way.
    step: Option<Control>,
    /// Somebody interfered with it.
    touched: bool,
    /// What was done, and when; not yet in the run file.
    done: Vec<(Instant, String)>,
}

/// More interferences than this between two seconds are not noted.
const DONE_MAX: usize = 1_000;

impl Steering {
    /// Ends the run. A later, stronger stop overrides an earlier one.
    pub fn stop(&self, mode: StopMode) {
        self.run.stop(mode);
        if let Some(step) = &self.state().step {
            step.stop(mode);
        }
    }

    pub fn stopped(&self) -> Option<StopMode> {
        self.run.stopped()
    }

    /// As [`Steering::stop`] in order, with a note.
    pub fn quit(&self) {
        self.stop(StopMode::InOrder);
        note(&mut self.state(), "the run was ended by hand".to_owned());
    }

    /// Ends the step under way in order and goes on with the next; whether there is one.
    pub fn end_step(&self) -> bool {
        self.change(|step| {
            step.stop(StopMode::InOrder);
            Some("the step was ended by hand".to_owned())
        })
    }

    /// Pauses the load, or goes on with it; whether that is possible now.
    pub fn toggle_pause(&self) -> bool {
        self.change(|step| {
            let paused = !live::paused(step);
            let text = if paused { "the load was paused by hand" } else { "the load went on after a pause" };
            live::pause(step, paused).then(|| text.to_owned())
        })
    }

    /// Raises (`1.1`) or lowers (`1.0 / 1.1`) the load of the step by this factor; whether that is possible now.
    pub fn scale(&self, by: f64) -> bool {
        self.change(|step| {
            let factor = (live::factor(step) * by).clamp(FACTOR_MIN, FACTOR_MAX);
            let percent = (factor * 100.0).round();
            live::set_factor(step, factor)
                .then(|| format!("the load was set by hand to {percent} % of what was planned"))
        })
    }

    /// Whether the load is paused, and by which factor it differs from what was planned.
    pub fn current(&self) -> (bool, f64) {
        self.state().step.as_ref().map_or((false, 1.0), |step| (live::paused(step), live::factor(step)))
    }

    fn change(&self, change: impl FnOnce(&Control) -> Option<String>) -> bool {
        let mut state = self.state();
        let Some(text) = state.step.as_ref().and_then(change) else { return false };
        state.touched = true;
        note(&mut state, text);
        true
    }

    /// A step begins: what ends it.
    pub(crate) fn begin_step(&self) -> Control {
        let mut state = self.state();
        let control = Control::default();
        if let Some(mode) = self.run.stopped() {
            control.stop(mode);
        }
        state.step = Some(control.clone());
        state.touched = false;
        control
    }

    /// The step is over; whether somebody interfered with it.
    pub(crate) fn finish_step(&self) -> bool {
        let mut state = self.state();
        state.step = None;
        std::mem::take(&mut state.touched)
    }

    /// What was done since this was last asked.
    pub(crate) fn take_done(&self) -> Vec<(Instant, String)> {
        std::mem::take(&mut self.state().done)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const FACTOR_MIN: f64 = 0.01;
const FACTOR_MAX: f64 = 100.0;

fn note(state: &mut State, text: String) {
    if state.done.len() < DONE_MAX {
        state.done.push((Instant::now(), text));
    }
}

/// What the engine can do to a load that runs. It can't do it yet: this is where it is to be connected
/// (`Control::pause`, `paused`, `set_factor`, `factor`).
mod live {
    use plimsoll_engine::Control;

    pub fn pause(_step: &Control, _paused: bool) -> bool {
        false
    }

    pub fn paused(_step: &Control) -> bool {
        false
    }

    pub fn set_factor(_step: &Control, _factor: f64) -> bool {
        false
    }

    pub fn factor(_step: &Control) -> f64 {
        1.0
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
    fn what_was_done_is_told_once() {
        let steering = Steering::default();
        steering.begin_step();
        steering.end_step();
        steering.quit();
        let done: Vec<String> = steering.take_done().into_iter().map(|(_, text)| text).collect();
        assert_eq!(done, ["the step was ended by hand", "the run was ended by hand"]);
        assert!(steering.take_done().is_empty());
    }
}
