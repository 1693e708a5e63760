//! The steps of a run, one after another.

use super::count::{StepCount, Window};
use super::presence::Presence;
use super::surroundings::Surroundings;
use crate::completion::SentStep;
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepFailure, StepLoad, StepOutcome};
use crate::jobs::Jobs;
use crate::progress::{Observer, SecondFigures, StepFigures};
use crate::search::{Load, Next, Observed, Rate, StepSearch, Users};
use crate::steering::Steering;
use crate::study::Timing;
use crate::window::WindowJudge;
use plimsoll_engine::{RunClock, StopMode};
use plimsoll_plan::Plan;
use plimsoll_run::{
    Design, End, EndReason, Interval, Note, NoteKind, RunEvent, RunWriter, StoreError, Transaction,
};
use plimsoll_telemetry::watch::Collected;
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
    pub jobs: Option<&'a Jobs>,
    pub seed: u64,
    pub clock: RunClock,
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

/// More steps than any search should need.
const STEPS_MAX: u32 = 1_000;

/// Performs the run and closes its file. When the file can't be written any more (a full disk), the load
/// is ended in order and what was written before stays readable. What the collectors of `surroundings` find of the
/// servers meanwhile goes into the file too. They and the system under test end with the run.
pub fn perform(
    setup: &RunSetup<'_>,
    generator: &mut dyn LoadGenerator,
    writer: RunWriter,
    surroundings: Surroundings,
    steering: &Steering,
    observer: &mut dyn Observer,
) -> Result<Performance, PerformError> {
    let judge = match setup.design {
        Design::Capacity { .. } => Some(WindowJudge::new(setup.requirements)),
        _ => None,
    };
    let mut driver = Driver {
        setup,
        writer,
        steering,
        observer,
        surroundings,
        presence: Presence::default(),
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
    let Driver { writer, failure, history, refused, presence, .. } = driver;
    if let Some(error) = failure {
        return Err(error.into());
    }
    let (reason, outcome) = match outcome {
        Ok(reason) => (reason, Ok(())),
        Err(error) => (EndReason::Failed(error.to_string()), Err(error)),
    };
    writer.finish(&End { at_us: ended_us, reason: reason.clone() })?;
    outcome?;
    Ok(Performance {
        end: reason,
        steps: history.len() as u32,
        refused,
        system_lost: presence.lost.is_some(),
    })
}

pub(super) struct Driver<'a, 's> {
    pub(super) setup: &'a RunSetup<'s>,
    writer: RunWriter,
    pub(super) steering: &'a Steering,
    observer: &'a mut dyn Observer,
    pub(super) surroundings: Surroundings,
    /// Whether the system under test is still there.
    pub(super) presence: Presence,
    /// The first error of the run file; after it nothing is written.
    failure: Option<StoreError>,
    history: Vec<Observed>,
    /// Of a capacity search.
    judge: Option<WindowJudge>,
    refused: bool,
}

impl Driver<'_, '_> {
    fn steps(&mut self, generator: &mut dyn LoadGenerator) -> Result<EndReason, GeneratorError> {
        if let Some(jobs) = self.setup.jobs {
            return self.beside_jobs(generator, jobs);
        }
        for number in 1..=STEPS_MAX {
            let (load, why, pooled) = match self.setup.search.next(&self.history) {
                Next::Probe { load, why, pooled } => (load, why, pooled),
                Next::Done => return Ok(EndReason::Completed),
                Next::Converged(why) => return Ok(self.decided(&why, EndReason::Converged)),
                Next::Exhausted(why) => return Ok(self.decided(&why, EndReason::LoadExhausted)),
                Next::Impossible(why) => {
                    return Ok(self.decided(&why.clone(), EndReason::Impossible(why)));
                }
                Next::Inconclusive(why) => {
                    return Ok(self.decided(&why.clone(), EndReason::Inconclusive(why)));
                }
            };
            if number > 1 {
                self.pause();
            }
            if let Some(why) = self.presence.lost.clone() {
                return Ok(EndReason::Failed(why));
            }
            if self.steering.stopped().is_some() || self.failure.is_some() {
                return Ok(EndReason::Interrupted);
            }
            if let Some(reason) = self.before_step(number) {
                return Ok(reason);
            }
            self.observer.step_started(number, load, &why);
            if !why.is_empty() {
                self.note(NoteKind::Decision, format!("step {number}: {why}"));
            }
            if let Some(reason) = self.step(generator, number, load, pooled)? {
                return Ok(reason);
            }
            if let Some(reason) = self.after_step() {
                return Ok(reason);
            }
            if self.steering.stopped().is_some() || self.failure.is_some() {
                return Ok(EndReason::Interrupted);
            }
        }
        Ok(EndReason::Impossible(format!("the search did not end within {STEPS_MAX} steps")))
    }

    fn decided(&mut self, why: &str, reason: EndReason) -> EndReason {
        self.observer.search_ended(why);
        self.note(NoteKind::Decision, format!("the search ended: {why}"));
        reason
    }

    pub(super) fn note(&mut self, kind: NoteKind, text: String) {
        self.write(&RunEvent::Note(Note { at_us: self.setup.clock.now_us(), kind, text }));
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
        let collection = self.surroundings.collection.as_ref();
        let Some(collection) = collection.filter(|_| self.failure.is_none()) else { return };
        let written = collection.store(&mut self.writer);
        self.checked(written);
    }

    fn end_collection(&mut self) {
        let Some(collection) = self.surroundings.collection.take() else { return };
        for collected in collection.finish() {
            if let Collected::Ended(totals) = &collected
                && let Some(trouble) = &totals.trouble
            {
                self.note(NoteKind::Warning, format!("{}: {trouble}", totals.input.name));
            }
            if self.failure.is_none() {
                let written = collected.store(&mut self.writer);
                self.checked(written);
            }
        }
    }

    fn pause(&mut self) {
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
            self.surroundings.collection.is_some() && self.failure.is_none() && self.presence.lost.is_none();
        if !time.is_zero() && wanted && self.steering.stopped().is_none() {
            self.observer.pausing(time);
            self.note(
                NoteKind::Information,
                format!("the servers are watched for {} s after the load", time.as_secs()),
            );
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

    /// Performs one step; why the run is over with it.
    fn step(
        &mut self,
        generator: &mut dyn LoadGenerator,
        number: u32,
        load: Load,
        pooled: u32,
    ) -> Result<Option<EndReason>, GeneratorError> {
        let plan = self.plan(load);
        let users = match load {
            Load::Users(users) => users,
            Load::Rate(_) => Users { threads: plan.users_max(), nodes: 1 },
        };
        let mut properties = self.setup.properties.clone();
        let rate = load.rate_per_s().map(|per_s| ("rate", per_s.to_string()));
        let own = [("threads", users.threads.to_string()), ("nodes", users.nodes.to_string())];
        for (name, value) in own.into_iter().chain(rate) {
            properties.entry(name.to_owned()).or_insert(value);
        }
        let seed = plimsoll_engine::mix(self.setup.seed, u64::from(number));
        let step_load = StepLoad { plan: &plan, properties: &properties, clock: self.setup.clock, seed };
        let keeps_seconds = self.judge.is_some();
        let mut count = StepCount::new(number, load, users, Window::of(&plan), keeps_seconds);
        let control = self.steering.begin_step();
        let performed = generator.perform(&step_load, &control, &mut |event| self.heard(&mut count, event));
        let touched = self.steering.finish_step();
        self.note_interference();
        let outcome = performed?;
        self.step_ended(count, &outcome, pooled, touched);
        self.note_sample_log(&outcome);
        if outcome.overloaded {
            let text = "an arrival found no free user, and the plan ends the test then (overload: abort)";
            self.note(NoteKind::Warning, text.to_owned());
        }
        if let Some(why) = self.presence.lost.clone() {
            return Ok(Some(EndReason::Failed(why)));
        }
        if let Some(StepFailure { why, refused }) = outcome.failure {
            self.refused = refused && number == 1;
            self.note(NoteKind::Warning, why.clone());
            return Ok(Some(EndReason::Failed(why)));
        }
        Ok((outcome.stopped_by_plan || outcome.overloaded).then_some(EndReason::StoppedByPlan))
    }

    /// A log that was slower than the load has slowed it; one that ended early has holes.
    fn note_sample_log(&mut self, outcome: &StepOutcome) {
        let waited_ms = outcome.log_waited_us / 1_000;
        if waited_ms > 0 {
            let text =
                format!("the sample log was slower than the load: workers waited {waited_ms} ms for it");
            self.note(NoteKind::Warning, text);
        }
        if outcome.log_lost > 0 {
            let text = format!("{} samples are missing from the sample log", outcome.log_lost);
            self.note(NoteKind::Warning, text);
        }
    }

    /// The plan with the step's load.
    fn plan(&self, load: Load) -> Plan {
        let Timing { step: hold, ramp, .. } = self.setup.timing;
        let plan = self.setup.plan.clone();
        match load {
            _ if *self.setup.design == Design::Single => plan,
            Load::Users(users) => {
                let plan = plan.with_users(users.count(), ramp, hold);
                match self.setup.timing.passes {
                    Some(passes) => plan.with_passes(passes, ramp),
                    None => plan,
                }
            }
            Load::Rate(Rate { per_s, users }) => {
                let mut plan = plan.with_rate(per_s, users, ramp, hold);
                if matches!(self.setup.design, Design::Capacity { .. }) {
                    // A search goes beyond what the system carries; it must not end there.
                    plan.drop_instead_of_abort();
                }
                plan
            }
        }
    }

    /// What there is beside the load, once a second.
    pub(super) fn look_around(&mut self, second: u32, transactions: &[(Transaction, Interval)]) {
        self.collect();
        self.presence.count(second, transactions);
        self.look_at_system();
        self.take_arrivals(false);
    }

    pub(super) fn observe_start(&mut self, number: u32, load: Load, why: &str) {
        self.observer.step_started(number, load, why);
    }

    pub(super) fn observe_second(&mut self, figures: &SecondFigures) {
        self.observer.second(figures);
    }

    pub(super) fn observe_end(&mut self, figures: &StepFigures) {
        self.observer.step_ended(figures);
    }

    pub(super) fn observed(&mut self, observed: Observed) {
        self.history.push(observed);
    }

    /// What somebody did to the load goes into the run file.
    pub(super) fn note_interference(&mut self) {
        for (when, text) in self.steering.take_done() {
            let at_us = self.setup.clock.now_us().saturating_sub(when.elapsed().as_micros() as u64);
            self.write(&RunEvent::Note(Note { at_us, kind: NoteKind::Warning, text }));
        }
    }

    fn heard(&mut self, count: &mut StepCount, event: GeneratorEvent) {
        match event {
            GeneratorEvent::Started { at_us } if count.step.is_none() => {
                let step = count.start(at_us);
                if let Some(completing) = &mut self.surroundings.completing {
                    completing.ledger.step_started(SentStep { number: step.number, started_us: at_us });
                }
                self.write(&RunEvent::StepStarted(step));
                for early in std::mem::take(&mut count.early) {
                    self.write(&early);
                }
            }
            // Further main scenarios, one after another: the step is already under way.
            GeneratorEvent::Started { .. } => {}
            GeneratorEvent::Note { kind, text } => self.note(kind, text),
            GeneratorEvent::Second { second, transactions, generator } => {
                self.note_interference();
                self.look_around(second, &transactions);
                let mut figures = count.add(second, &transactions, &generator);
                (figures.paused, figures.factor) = self.steering.current();
                let step = count.number;
                if let Some(completing) = &mut self.surroundings.completing {
                    completing.ledger.sent(step, &transactions);
                }
                let event = RunEvent::Second { step, second, transactions, generator: *generator };
                if count.step.is_some() {
                    self.write(&event);
                } else {
                    count.early.push(event);
                }
                self.observer.second(&figures);
            }
        }
    }

    fn step_ended(&mut self, mut count: StepCount, outcome: &StepOutcome, pooled: u32, touched: bool) {
        if count.step.is_none() {
            // Stopped during set-up: what was measured there is kept in a step of its own.
            let step = count.start(self.setup.clock.now_us());
            self.write(&RunEvent::StepStarted(step));
            for early in std::mem::take(&mut count.early) {
                self.write(&early);
            }
        }
        let Some(step) = count.end(outcome) else { return };
        let figures = count.figures(&step, self.setup.design, &self.history);
        let verdict = self.judge.as_mut().map(|judge| {
            let seconds = std::mem::take(&mut count.seconds);
            judge.judge(&step, seconds, pooled, touched)
        });
        let throughput_per_s = figures.throughput_per_s;
        self.history.push(Observed { load: count.load, throughput_per_s, verdict });
        self.write(&RunEvent::StepEnded(step));
        self.write_completions();
        self.observer.step_ended(&figures);
    }
}
