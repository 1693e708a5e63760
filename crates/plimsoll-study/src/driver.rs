//! Performs one run: step after step, into the run file.

use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepLoad, StepOutcome};
use crate::progress::{Observer, SecondFigures, StepFigures};
use crate::search::{Load, Next, Observed, StepSearch, best};
use crate::study::Timing;
use plimsoll_analysis::climb::{gain_percent, goal_percent};
use plimsoll_engine::{Control, RunClock, StopMode};
use plimsoll_plan::Plan;
use plimsoll_run::{
    Design, End, EndReason, Interval, Note, NoteKind, RunEvent, RunWriter, Step, StoreError, Transaction,
    TransactionKind,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// What a run needs beside its file.
pub struct RunSetup<'a> {
    pub plan: &'a Plan,
    pub properties: &'a BTreeMap<String, String>,
    pub design: &'a Design,
    pub timing: Timing,
    pub search: &'a dyn StepSearch,
    pub seed: u64,
    pub clock: RunClock,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    pub end: EndReason,
    pub steps: u32,
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
/// is ended in order and what was written before stays readable.
pub fn perform(
    setup: &RunSetup<'_>,
    generator: &mut dyn LoadGenerator,
    writer: RunWriter,
    control: &Control,
    observer: &mut dyn Observer,
) -> Result<Performance, PerformError> {
    let mut driver = Driver { setup, writer, control, observer, failure: None, history: Vec::new() };
    let outcome = driver.steps(generator);
    let Driver { writer, failure, history, .. } = driver;
    if let Some(error) = failure {
        return Err(error.into());
    }
    let (reason, outcome) = match outcome {
        Ok(reason) => (reason, Ok(())),
        Err(error) => (EndReason::Failed(error.to_string()), Err(error)),
    };
    writer.finish(&End { at_us: setup.clock.now_us(), reason: reason.clone() })?;
    outcome?;
    Ok(Performance { end: reason, steps: history.len() as u32 })
}

struct Driver<'a, 's> {
    setup: &'a RunSetup<'s>,
    writer: RunWriter,
    control: &'a Control,
    observer: &'a mut dyn Observer,
    /// The first error of the run file; after it nothing is written.
    failure: Option<StoreError>,
    history: Vec<Observed>,
}

impl Driver<'_, '_> {
    fn steps(&mut self, generator: &mut dyn LoadGenerator) -> Result<EndReason, GeneratorError> {
        for number in 1..=STEPS_MAX {
            let (load, why) = match self.setup.search.next(&self.history) {
                Next::Probe { load, why } => (load, why),
                Next::Done => return Ok(EndReason::Completed),
                Next::Converged(why) => return Ok(self.decided(&why, EndReason::Converged)),
                Next::Exhausted(why) => return Ok(self.decided(&why, EndReason::LoadExhausted)),
                Next::Impossible(why) => {
                    return Ok(self.decided(&why.clone(), EndReason::Impossible(why)));
                }
            };
            if number > 1 {
                self.pause();
            }
            if self.control.stopped().is_some() || self.failure.is_some() {
                return Ok(EndReason::Interrupted);
            }
            self.observer.step_started(number, load, &why);
            if !why.is_empty() {
                self.note(NoteKind::Decision, format!("step {number}: {why}"));
            }
            let stopped_by_plan = self.step(generator, number, load)?;
            if stopped_by_plan {
                return Ok(EndReason::StoppedByPlan);
            }
            if self.control.stopped().is_some() || self.failure.is_some() {
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

    fn note(&mut self, kind: NoteKind, text: String) {
        self.write(&RunEvent::Note(Note { at_us: self.setup.clock.now_us(), kind, text }));
    }

    fn write(&mut self, event: &RunEvent) {
        if self.failure.is_some() {
            return;
        }
        if let Err(error) = self.writer.append(event).and_then(|()| self.writer.flush()) {
            self.failure = Some(error);
            self.control.stop(StopMode::InOrder);
        }
    }

    fn pause(&mut self) {
        let pause = self.setup.timing.pause;
        if pause.is_zero() {
            return;
        }
        self.observer.pausing(pause);
        let until_us = self.setup.clock.now_us() + pause.as_micros() as u64;
        while self.setup.clock.now_us() < until_us && self.control.stopped().is_none() {
            let left_us = until_us.saturating_sub(self.setup.clock.now_us());
            std::thread::sleep(Duration::from_micros(left_us.min(50_000)));
        }
    }

    /// Performs one step; whether the plan itself ended the test.
    fn step(
        &mut self,
        generator: &mut dyn LoadGenerator,
        number: u32,
        load: Load,
    ) -> Result<bool, GeneratorError> {
        let Timing { step: hold, ramp, .. } = self.setup.timing;
        let own_load = *self.setup.design == Design::Single;
        let plan = match own_load {
            true => self.setup.plan.clone(),
            false => self.setup.plan.clone().with_users(load.users(), ramp, hold),
        };
        let mut properties = self.setup.properties.clone();
        for (name, value) in [("threads", load.threads), ("nodes", load.nodes)] {
            properties.entry(name.to_owned()).or_insert_with(|| value.to_string());
        }
        let seed = plimsoll_engine::mix(self.setup.seed, u64::from(number));
        let step_load = StepLoad { plan: &plan, properties: &properties, clock: self.setup.clock, seed };
        let mut count = StepCount::new(number, load, Window::of(&plan));
        let control = self.control.clone();
        let outcome = generator.perform(&step_load, &control, &mut |event| self.heard(&mut count, event))?;
        self.step_ended(count, &outcome);
        Ok(outcome.stopped_by_plan)
    }

    fn heard(&mut self, count: &mut StepCount, event: GeneratorEvent) {
        match event {
            GeneratorEvent::Started { at_us } if count.step.is_none() => {
                let step = count.start(at_us);
                self.write(&RunEvent::StepStarted(step));
                for early in std::mem::take(&mut count.early) {
                    self.write(&early);
                }
            }
            // Further main scenarios, one after another: the step is already under way.
            GeneratorEvent::Started { .. } => {}
            GeneratorEvent::Second { second, transactions, generator } => {
                count.add(second, &transactions);
                let figures = count.second_figures(second, &transactions, generator.users());
                let step = count.number;
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

    fn step_ended(&mut self, mut count: StepCount, outcome: &StepOutcome) {
        if count.step.is_none() {
            // Stopped during set-up: what was measured there is kept in a step of its own.
            let step = count.start(self.setup.clock.now_us());
            self.write(&RunEvent::StepStarted(step));
            for early in std::mem::take(&mut count.early) {
                self.write(&early);
            }
        }
        let Some(mut step) = count.step.take() else { return };
        let planned_us = step.measured_to_us;
        let ended_us = outcome.ended_us.max(step.started_us + 1);
        let planned_us = planned_us.filter(|_| outcome.ended_us > 0);
        step.cut_short = planned_us.is_some_and(|planned| ended_us < planned);
        let to_us = planned_us.map_or(ended_us, |planned| planned.min(ended_us));
        if to_us <= step.measured_from_us {
            // It ended within its ramp: then the ramp is all there is.
            step.measured_from_us = step.started_us;
        }
        step.measured_to_us = Some(to_us.max(step.measured_from_us + 1));
        step.ended_us = Some(ended_us);
        step.abandoned = outcome.abandoned;
        let figures = count.figures(&step, self.setup.design, &self.history);
        self.history.push(Observed { load: count.load, throughput_per_s: figures.throughput_per_s });
        self.write(&RunEvent::StepEnded(step));
        self.observer.step_ended(&figures);
    }
}

/// Which part of a step is measured, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    ramp: Duration,
    end: Option<Duration>,
}

impl Window {
    /// The ramp is left out where the plan holds its load for at least a second after it. Ramps and ends
    /// are on whole seconds, so that whole intervals fit.
    fn of(plan: &Plan) -> Window {
        let end = plan.main().map(|s| s.load.ends_at()).collect::<Option<Vec<_>>>();
        let end = end.and_then(|ends| ends.into_iter().max()).map(|end| Duration::from_secs(end.as_secs()));
        let ramp = plan.main().map(|s| s.load.ramp_end()).max().unwrap_or_default();
        let ramp = Duration::from_secs(ramp.as_micros().div_ceil(1_000_000) as u64);
        match end {
            Some(end) if end >= ramp + Duration::from_secs(1) && !plan.scenarios_in_order => {
                Window { ramp, end: Some(end) }
            }
            _ => Window { ramp: Duration::ZERO, end: None },
        }
    }
}

/// Counts what a step does while it runs.
struct StepCount {
    number: u32,
    load: Load,
    window: Window,
    step: Option<Step>,
    /// Seconds of set-up scenarios, before the step has its start.
    early: Vec<RunEvent>,
    by_second: BTreeMap<u32, Interval>,
}

impl StepCount {
    fn new(number: u32, load: Load, window: Window) -> Self {
        StepCount { number, load, window, step: None, early: Vec::new(), by_second: BTreeMap::new() }
    }

    fn start(&mut self, at_us: u64) -> Step {
        let moment = |offset: Duration| at_us + offset.as_micros() as u64;
        let step = Step {
            number: self.number,
            threads: self.load.threads,
            nodes: self.load.nodes,
            started_us: at_us,
            measured_from_us: moment(self.window.ramp),
            measured_to_us: self.window.end.map(moment),
            ..Step::default()
        };
        self.step = Some(step.clone());
        step
    }

    fn add(&mut self, second: u32, transactions: &[(Transaction, Interval)]) {
        let total = self.by_second.entry(second).or_default();
        requests(transactions).for_each(|interval| total.merge(interval));
    }

    fn second_figures(
        &self,
        second: u32,
        transactions: &[(Transaction, Interval)],
        users: u32,
    ) -> SecondFigures {
        let mut total = Interval::default();
        requests(transactions).for_each(|interval| total.merge(interval));
        let now_us = (u64::from(second) + 1) * 1_000_000;
        let since = |start: u64| Duration::from_micros(now_us.saturating_sub(start));
        let step = self.step.as_ref();
        SecondFigures {
            step: self.number,
            elapsed: step.map_or(Duration::ZERO, |step| since(step.started_us)),
            left: step
                .and_then(|step| step.measured_to_us)
                .map(|end| Duration::from_micros(end.saturating_sub(now_us))),
            users,
            requests: total.requests,
            errors: total.errors_total(),
            p95_us: total.response.quantile_us(0.95),
            error: total
                .errors
                .iter()
                .max_by_key(|(_, count)| **count)
                .map(|((kind, detail), _)| format!("{kind}: {detail}")),
        }
    }

    /// The figures of the measured window; what the search decides by.
    fn figures(&self, step: &Step, design: &Design, history: &[Observed]) -> StepFigures {
        let (from_us, to_us) = (step.measured_from_us, step.measured_to_us.unwrap_or(step.measured_from_us));
        let mut total = Interval::default();
        for (second, interval) in &self.by_second {
            let begins_us = u64::from(*second) * 1_000_000;
            if begins_us + 1_000_000 > from_us && begins_us < to_us {
                total.merge(interval);
            }
        }
        let errors = total.errors_total();
        let seconds = (to_us - from_us) as f64 / 1e6;
        // Failures are no throughput: a server that refuses quickly does not carry more.
        let throughput_per_s = total.succeeded() as f64 / seconds;
        let (gain, goal) = match (design, best(history)) {
            (Design::Climb { goal }, Some(best)) => (
                Some(gain_percent(throughput_per_s, best.throughput_per_s)),
                Some(goal_percent(self.load.users(), best.load.users(), *goal)),
            ),
            _ => (None, None),
        };
        StepFigures {
            step: self.number,
            load: self.load,
            throughput_per_s,
            requests: total.requests,
            errors,
            p95_us: total.response.quantile_us(0.95),
            gain,
            goal,
        }
    }
}

/// The intervals that count in totals: requests, not the transactions made of them.
fn requests(transactions: &[(Transaction, Interval)]) -> impl Iterator<Item = &Interval> {
    transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request).map(|(_, interval)| interval)
}
