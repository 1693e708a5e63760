//! One run, from its first step to the end of its file.

use super::context::RunContext;
use super::reachability::Reachability;
use crate::generator::{GeneratorError, LoadGenerator};
use crate::jobs::JobsSpec;
use crate::journal::RunJournal;
use crate::progress::Observer;
use crate::search::{LoadStage, Observed, StepSearch};
use crate::steering::Steering;
use crate::study::Timing;
use crate::window::WindowJudge;
use plimsoll_engine::{RunClock, StopMode};
use plimsoll_plan::Plan;
use plimsoll_run::{
    Design, End, EndReason, Note, NoteContent, Run, RunEvent, RunFailure, RunWriter, Second, StoreError,
};
use plimsoll_watch::Delivery;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a run needs beside its file.
pub struct RunSetup<'a> {
    pub plan: &'a Plan,
    pub properties: &'a BTreeMap<String, String>,
    pub design: &'a Design,
    /// As written; a capacity search judges its windows by them.
    pub requirements: &'a [String],
    pub timing: Timing,
    pub search: &'a dyn StepSearch,
    /// Instead of the search's steps: a load that goes on, with jobs beside it.
    pub jobs: Option<&'a JobsSpec>,
    /// Instead of the search's steps: those of a load that the plan itself has.
    pub stages: &'a [LoadStage],
    pub seed: u64,
    pub clock: RunClock,
    /// What another process, which is gone, measured of it.
    pub before: Option<&'a Run>,
    /// For whoever goes on with it; `None`: nobody can.
    pub journal: Option<&'a RunJournal>,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    pub end: EndReason,
    pub steps: u32,
    /// The generator can't perform the plan: nothing was measured.
    pub refused: bool,
    /// The system under test went away; another run may find it again.
    pub system_lost: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum PerformError {
    #[error("failed to generate load")]
    Generator(#[from] GeneratorError),
    #[error("failed to {0}")]
    Store(#[from] StoreError),
}

/// Performs the run and closes its file. When the file can't be written any more (a full disk), the load
/// is ended in order and what was written before stays readable. What the collectors of `context` find of the
/// servers meanwhile goes into the file too. They and the system under test end with the run.
pub fn perform(
    setup: &RunSetup<'_>,
    generator: &mut dyn LoadGenerator,
    writer: RunWriter,
    context: RunContext,
    steering: &Steering,
    observer: &mut dyn Observer,
) -> Result<Performance, PerformError> {
    let judge = match setup.design {
        Design::Capacity { .. } => Some(WindowJudge::new(setup.requirements)),
        _ => None,
    };
    let mut driver = RunDriver {
        setup,
        writer,
        steering,
        observer,
        context,
        reachability: Reachability::default(),
        failure: None,
        history: Vec::new(),
        judge,
        refused: false,
    };
    driver.watch_system();
    let outcome = driver.steps(generator);
    driver.watch_after();
    let ended_us = setup.clock.now_us();
    driver.finish_completing();
    driver.end_collection();
    driver.stop_system();
    let RunDriver { writer, failure, history, refused, reachability, .. } = driver;
    if let Some(error) = failure {
        return Err(error.into());
    }
    let (reason, outcome) = match outcome {
        Ok(reason) => (reason, Ok(())),
        Err(error) => (EndReason::Failed(RunFailure::Text(error.to_string())), Err(error)),
    };
    writer.finish(&End { at_us: ended_us, reason: reason.clone() })?;
    outcome?;
    Ok(Performance {
        end: reason,
        steps: history.len() as u32,
        refused,
        system_lost: reachability.lost.is_some(),
    })
}

pub(super) struct RunDriver<'a, 's> {
    pub(super) setup: &'a RunSetup<'s>,
    writer: RunWriter,
    pub(super) steering: &'a Steering,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) context: RunContext,
    /// Whether the system under test is still there.
    pub(super) reachability: Reachability,
    /// The first error of the run file; after it nothing is written.
    pub(super) failure: Option<StoreError>,
    pub(super) history: Vec<Observed>,
    /// Of a capacity search.
    pub(super) judge: Option<WindowJudge>,
    pub(super) refused: bool,
}

impl RunDriver<'_, '_> {
    pub(super) fn note(&mut self, content: NoteContent) {
        self.write(&RunEvent::Note(Note::new(self.setup.clock.now_us(), content)));
    }

    pub(super) fn write(&mut self, event: &RunEvent) {
        if self.failure.is_some() {
            return;
        }
        let written = self.writer.append(event).and_then(|()| self.writer.flush());
        self.checked(written);
    }

    fn checked(&mut self, written: Result<(), StoreError>) {
        if let Err(error) = written {
            self.failure = Some(error);
            self.steering.stop(StopMode::InOrder);
        }
    }

    /// Stores what the collectors have found since the last time.
    fn collect(&mut self) {
        let collection = self.context.collection.as_ref();
        let Some(collection) = collection.filter(|_| self.failure.is_none()) else { return };
        let written = collection.store(&mut self.writer);
        self.checked(written);
    }

    fn end_collection(&mut self) {
        let Some(collection) = self.context.collection.take() else { return };
        for collected in collection.finish() {
            if let Delivery::Ended(totals) = &collected
                && let Some(trouble) = &totals.trouble
            {
                let (input, trouble) = (totals.input.name.clone(), trouble.to_string());
                self.note(NoteContent::CollectorTrouble { input, trouble });
            }
            if self.failure.is_none() {
                let written = collected.store(&mut self.writer);
                self.checked(written);
            }
        }
    }

    pub(super) fn pause(&mut self) {
        let pause = self.setup.timing.pause;
        if pause.is_zero() {
            return;
        }
        self.observer.pausing(pause);
        self.wait(pause);
    }

    /// Watches on after the load, unless the run was broken off.
    fn watch_after(&mut self) {
        let time = self.setup.timing.watch_after;
        let wanted =
            self.context.collection.is_some() && self.failure.is_none() && self.reachability.lost.is_none();
        if !time.is_zero() && wanted && self.steering.stopped().is_none() {
            self.observer.pausing(time);
            self.note(NoteContent::WatchedAfterLoad { seconds: time.as_secs() });
            self.wait(time);
        }
    }

    /// Lets time go by, while the collectors' finds are stored.
    fn wait(&mut self, time: Duration) {
        let until_us = self.setup.clock.now_us() + time.as_micros() as u64;
        while self.setup.clock.now_us() < until_us && self.steering.stopped().is_none() {
            self.collect();
            self.look_at_system();
            self.take_arrivals(false);
            let left_us = until_us.saturating_sub(self.setup.clock.now_us());
            std::thread::sleep(Duration::from_micros(left_us.min(50_000)));
        }
    }

    /// What there is beside the load, once a second.
    pub(super) fn look_around(&mut self, second: &Second) {
        self.collect();
        self.reachability.count(second);
        self.look_at_system();
        self.take_arrivals(false);
    }

    /// What somebody did to the load goes into the run file.
    pub(super) fn note_interference(&mut self) {
        for (when, content) in self.steering.take_done() {
            let at_us = self.setup.clock.now_us().saturating_sub(when.elapsed().as_micros() as u64);
            self.write(&RunEvent::Note(Note::new(at_us, content)));
        }
    }
}
