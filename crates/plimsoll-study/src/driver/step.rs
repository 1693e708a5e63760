//! The steps of a run, one after another: the plan with its load, what is heard while it is performed, and how it ended.

use super::count::{PlannedWindow, StepCount};
use super::perform::RunDriver;
use crate::completion::SentStep;
use crate::generator::{
    GeneratorError, GeneratorEvent, LoadChange, LoadGenerator, StepFailure, StepLoad, StepOutcome,
};
use crate::progress::StepFigures;
use crate::search::{ArrivalRate, LoadLevel, Next, Observed, Users};
use crate::study::Timing;
use plimsoll_analysis::requirements::{MeasuredWindow, WindowReason, judge_load};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::step::throughput_of_step;
use plimsoll_engine::Control;
use plimsoll_plan::Plan;
use plimsoll_run::{
    Design, EndReason, LoadStep, NoteContent, RunEvent, RunFailure, SearchEnd, Second, StepProblem,
    StepReason, WindowProblem,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// More steps than any search should need.
const STEPS_MAX: u32 = 1_000;

/// What comes after a step.
enum StepEnd {
    Next,
    /// The same load again: the search does not see this one.
    Retry(WindowProblem),
    /// The run is over.
    Run(EndReason),
}

/// Whether the load generator's own timing was so degraded that the window says nothing of the system.
fn degraded_timing(step: &LoadStep, seconds: &[Second]) -> Option<WindowProblem> {
    let reason = judge_load(&[MeasuredWindow { step, seconds }], &[], 0).reason;
    let WindowReason::Invalid { problem } = reason else { return None };
    let of_timing = matches!(
        problem,
        StepProblem::GeneratorDelayed { .. }
            | StepProblem::GeneratorStopped { .. }
            | StepProblem::GeneratorLateness { .. }
            | StepProblem::GeneratorTurns { .. }
            | StepProblem::NodesMissing { .. }
    );
    of_timing.then_some(WindowProblem::Step { rate_per_s: step.rate_per_s, problem })
}

impl RunDriver<'_, '_> {
    /// Performs what the search asks for, until it or something else ends the run; why it is over.
    pub(super) fn steps(&mut self, generator: &mut dyn LoadGenerator) -> Result<EndReason, GeneratorError> {
        if let Some(jobs) = self.setup.jobs {
            return self.load_with_jobs(generator, jobs);
        }
        if !self.setup.stages.is_empty() {
            return self.load_in_stages(generator);
        }
        // Of the step before, if it is made again; and how often it was.
        let (mut again, mut retries): (Option<WindowProblem>, u32) = (None, 0);
        for number in 1..=STEPS_MAX {
            let (load, why, pooled) = match self.setup.search.next(&self.history) {
                Next::Probe { load, why, pooled } => (load, why, pooled),
                Next::Done => return Ok(EndReason::Completed),
                Next::Converged(why) => return Ok(self.decided(why, |_| EndReason::Converged)),
                Next::Exhausted(why) => return Ok(self.decided(why, |_| EndReason::LoadExhausted)),
                Next::Impossible(why) => return Ok(self.decided(why, EndReason::Impossible)),
                Next::Inconclusive(why) => return Ok(self.decided(why, EndReason::Inconclusive)),
            };
            let why = again.take().map_or(why, StepReason::Again);
            let may_retry = retries < self.setup.timing.retry_invalid;
            let recorded = self.recorded(number);
            if let Some(step) = recorded.filter(|step| step.ended_us.is_some()) {
                match self.again_from_file(step, load, pooled, may_retry) {
                    Some(problem) => (again, retries) = (Some(problem), retries + 1),
                    None => retries = 0,
                }
                continue;
            }
            if number > 1 && recorded.is_none() {
                self.pause();
            }
            if let Some(why) = self.reachability.lost.clone() {
                return Ok(EndReason::Failed(why));
            }
            if self.steering.stopped().is_some() || self.failure.is_some() {
                return Ok(EndReason::Interrupted);
            }
            if let Some(reason) = self.before_step(number) {
                return Ok(reason);
            }
            self.observer.step_started(number, load, &why);
            if why != StepReason::Given && recorded.is_none() {
                self.note(NoteContent::StepChosen { step: number, why });
            }
            match self.step(generator, number, load, pooled, may_retry)? {
                StepEnd::Run(reason) => return Ok(reason),
                StepEnd::Retry(problem) => (again, retries) = (Some(problem), retries + 1),
                StepEnd::Next => retries = 0,
            }
            if let Some(reason) = self.after_step() {
                return Ok(reason);
            }
            if self.steering.stopped().is_some() || self.failure.is_some() {
                return Ok(EndReason::Interrupted);
            }
        }
        Ok(EndReason::Impossible(SearchEnd::TooManySteps { steps: STEPS_MAX }))
    }

    fn decided(&mut self, why: SearchEnd, reason: impl FnOnce(SearchEnd) -> EndReason) -> EndReason {
        self.observer.search_ended(&why);
        self.note(NoteContent::SearchEnded(why.clone()));
        reason(why)
    }

    /// Performs one step; what comes after it.
    fn step(
        &mut self,
        generator: &mut dyn LoadGenerator,
        number: u32,
        load: LoadLevel,
        pooled: u32,
        may_retry: bool,
    ) -> Result<StepEnd, GeneratorError> {
        let Timing { step: hold, ramp, .. } = self.setup.timing;
        let change = self.change(load, ramp, hold);
        let plan = change.of(self.setup.plan.clone());
        let users = load.users_of(&plan);
        let properties = self.properties(load, users);
        let seed = plimsoll_engine::part_seed(self.setup.seed, u64::from(number));
        let step_load = StepLoad {
            plan: &plan,
            change,
            nodes: users.nodes,
            properties: &properties,
            clock: self.setup.clock,
            seed,
            under_way: self.under_way(number),
        };
        let mut count = self.step_count(number, load, &plan, may_retry);
        if let Some(under_way) = step_load.under_way {
            count.start(under_way.started_us);
            under_way.seconds.iter().for_each(|second| self.show_second(Some(&mut count), second));
        }
        let hear = |driver: &mut Self, _: &Control, event| driver.heard(&mut count, event);
        let (performed, touched) = self.perform_load(generator, &step_load, hear);
        let outcome = performed?;
        let problem = self.step_ended(count, &outcome, pooled, touched, may_retry);
        let ended = self.load_ended(&outcome);
        self.refused = number == 1 && outcome.failure.is_some_and(|failure| failure.refused);
        Ok(match (ended, problem) {
            (Some(reason), _) => StepEnd::Run(reason),
            (None, Some(problem)) => StepEnd::Retry(problem),
            (None, None) => StepEnd::Next,
        })
    }

    /// Those of the run, and the load's.
    pub(super) fn properties(&self, load: LoadLevel, users: Users) -> BTreeMap<String, String> {
        let mut properties = self.setup.properties.clone();
        let rate = load.rate_per_s().map(|per_s| ("rate", per_s.to_string()));
        let own = [("threads", users.threads.to_string()), ("nodes", users.nodes.to_string())];
        for (name, value) in own.into_iter().chain(rate) {
            properties.entry(name.to_owned()).or_insert(value);
        }
        properties
    }

    pub(super) fn step_count(&self, number: u32, load: LoadLevel, plan: &Plan, may_retry: bool) -> StepCount {
        let is_climb = matches!(self.setup.design, Design::Climb { .. });
        let keeps_seconds = self.judge.is_some() || is_climb || may_retry;
        StepCount::new(number, load, load.users_of(plan), PlannedWindow::of(plan), keeps_seconds)
    }

    /// Puts a load on until it is over; `hear` gets its start and its seconds. Whether somebody interfered with it.
    pub(super) fn perform_load(
        &mut self,
        generator: &mut dyn LoadGenerator,
        load: &StepLoad<'_>,
        mut hear: impl FnMut(&mut Self, &Control, GeneratorEvent),
    ) -> (Result<StepOutcome, GeneratorError>, bool) {
        let control = self.steering.begin_step();
        let performed = generator.perform(load, &control, &mut |event| match event {
            GeneratorEvent::Note(content) => self.note(content),
            GeneratorEvent::Started { .. } => hear(self, &control, event),
            GeneratorEvent::Second(second) => {
                self.note_interference();
                self.look_around(&second);
                hear(self, &control, GeneratorEvent::Second(second));
            }
        });
        let touched = self.steering.finish_step();
        self.note_interference();
        (performed, touched)
    }

    /// What is to be noted of a load that is over; why the run is over with it.
    pub(super) fn load_ended(&mut self, outcome: &StepOutcome) -> Option<EndReason> {
        self.note_outcome(outcome);
        if outcome.overloaded {
            self.note(NoteContent::Overloaded);
        }
        if let Some(why) = self.reachability.lost.clone() {
            return Some(EndReason::Failed(why));
        }
        if let Some(StepFailure { why, .. }) = &outcome.failure {
            let failure = RunFailure::Text(why.clone());
            self.note(NoteContent::Failed(failure.clone()));
            return Some(EndReason::Failed(failure));
        }
        (outcome.stopped_by_plan || outcome.overloaded).then_some(EndReason::StoppedByPlan)
    }

    /// Counts and shows a second of a step; `None`: the step is over already.
    pub(super) fn count_second(&mut self, count: Option<&mut StepCount>, second: &Second) {
        if let Some(completion) = &mut self.context.completion {
            completion.ledger.sent(second.step, &second.transactions);
        }
        self.show_second(count, second);
    }

    pub(super) fn show_second(&mut self, count: Option<&mut StepCount>, second: &Second) {
        if let Some(count) = count {
            let mut figures = count.add(second);
            (figures.paused, figures.factor) = self.steering.current();
            self.observer.second(&figures);
        }
    }

    /// A log that was slower than the load has slowed it; one that ended early has holes. What was sent again a server
    /// may have counted twice.
    fn note_outcome(&mut self, outcome: &StepOutcome) {
        if outcome.sent_again > 0 {
            self.note(NoteContent::SentAgain { requests: outcome.sent_again });
        }
        for end in &outcome.data_ended {
            self.note(NoteContent::DataRanOut(end.clone()));
        }
        let waited_ms = outcome.log_waited_us / 1_000;
        if waited_ms > 0 {
            self.note(NoteContent::SampleLogSlow { waited_ms });
        }
        if outcome.log_lost > 0 {
            self.note(NoteContent::SampleLogLost { samples: outcome.log_lost });
        }
    }

    /// What gives the plan a load.
    pub(super) fn change(&self, load: LoadLevel, ramp: Duration, hold: Duration) -> LoadChange {
        match load {
            _ if *self.setup.design == Design::Single => LoadChange::None,
            LoadLevel::Users(users) => {
                LoadChange::Users { users: users.count(), ramp, hold, passes: self.setup.timing.passes }
            }
            LoadLevel::Rate(ArrivalRate { per_s, users }) => {
                // A search goes beyond what the system carries; it must not end there.
                let drops = matches!(self.setup.design, Design::Capacity { .. });
                LoadChange::Rate { per_s, users, ramp, hold, drops }
            }
        }
    }

    fn heard(&mut self, count: &mut StepCount, event: GeneratorEvent) {
        match event {
            GeneratorEvent::Started { at_us } if count.step.is_none() => {
                let step = count.start(at_us);
                if let Some(completion) = &mut self.context.completion {
                    completion.ledger.step_started(SentStep { number: step.number, started_us: at_us });
                }
                self.write(&RunEvent::StepStarted(step));
                for early in std::mem::take(&mut count.early) {
                    self.write(&RunEvent::Second(early));
                }
            }
            // Further main scenarios, one after another: the step is already under way.
            GeneratorEvent::Started { .. } | GeneratorEvent::Note(_) => {}
            GeneratorEvent::Second(second) => {
                let second = Second { step: count.number, ..*second };
                self.count_second(Some(count), &second);
                match count.step {
                    Some(_) => self.write(&RunEvent::Second(second)),
                    None => count.early.push(second),
                }
            }
        }
    }

    /// Why the step is to be made again.
    fn step_ended(
        &mut self,
        mut count: StepCount,
        outcome: &StepOutcome,
        pooled: u32,
        touched: bool,
        may_retry: bool,
    ) -> Option<WindowProblem> {
        if count.step.is_none() {
            // Stopped during set-up: what was measured there is kept in a step of its own.
            let step = count.start(self.setup.clock.now_us());
            self.write(&RunEvent::StepStarted(step));
            for early in std::mem::take(&mut count.early) {
                self.write(&RunEvent::Second(early));
            }
        }
        let step = count.end(outcome)?;
        let (problem, figures) = self.observe(count, &step, pooled, touched, may_retry);
        self.write(&RunEvent::StepEnded(step));
        self.write_completions();
        self.observer.step_ended(&figures);
        problem
    }

    /// A step that is one part of a performance; no search sees it.
    pub(super) fn observe_part(&mut self, count: &StepCount, step: &LoadStep) {
        let figures = count.figures(step, self.setup.design, &[]);
        let throughput_per_s = Estimate { value: figures.throughput_per_s, bounds_95: None };
        self.history.push(Observed { load: count.load, throughput_per_s, answer: None });
        self.observer.step_ended(&figures);
    }

    /// What the search sees of a step that is over; why it is to be made again.
    pub(super) fn observe(
        &mut self,
        mut count: StepCount,
        step: &LoadStep,
        pooled: u32,
        touched: bool,
        may_retry: bool,
    ) -> (Option<WindowProblem>, StepFigures) {
        let problem = if may_retry && !touched { degraded_timing(step, &count.seconds) } else { None };
        let figures = count.figures(step, self.setup.design, &self.history);
        if problem.is_none() {
            let bounds_95 = match self.setup.design {
                Design::Climb { .. } => throughput_of_step(step, &count.seconds, self.setup.seed).bounds_95,
                _ => None,
            };
            let throughput_per_s = Estimate { value: figures.throughput_per_s, bounds_95 };
            let answer = self.judge.as_mut().map(|judge| {
                let seconds = std::mem::take(&mut count.seconds);
                judge.judge(step, seconds, pooled, touched)
            });
            self.history.push(Observed { load: count.load, throughput_per_s, answer });
        }
        (problem, figures)
    }
}
