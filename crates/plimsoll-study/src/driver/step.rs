//! One step of a run: the plan with its load, what is heard while it is performed, and how it ended.

use super::count::{PlannedWindow, StepCount};
use super::perform::RunDriver;
use crate::completion::SentStep;
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepFailure, StepLoad, StepOutcome};
use crate::search::{ArrivalRate, LoadLevel, Observed, Users};
use crate::study::Timing;
use plimsoll_plan::Plan;
use plimsoll_run::{Design, EndReason, NoteKind, RunEvent};

impl RunDriver<'_, '_> {
    /// Performs one step; why the run is over with it.
    pub(super) fn step(
        &mut self,
        generator: &mut dyn LoadGenerator,
        number: u32,
        load: LoadLevel,
        pooled: u32,
    ) -> Result<Option<EndReason>, GeneratorError> {
        let plan = self.plan(load);
        let users = match load {
            LoadLevel::Users(users) => users,
            LoadLevel::Rate(_) => Users { threads: plan.users_max(), nodes: 1 },
        };
        let mut properties = self.setup.properties.clone();
        let rate = load.rate_per_s().map(|per_s| ("rate", per_s.to_string()));
        let own = [("threads", users.threads.to_string()), ("nodes", users.nodes.to_string())];
        for (name, value) in own.into_iter().chain(rate) {
            properties.entry(name.to_owned()).or_insert(value);
        }
        let seed = plimsoll_engine::part_seed(self.setup.seed, u64::from(number));
        let step_load = StepLoad { plan: &plan, properties: &properties, clock: self.setup.clock, seed };
        let keeps_seconds = self.judge.is_some();
        let mut count = StepCount::new(number, load, users, PlannedWindow::of(&plan), keeps_seconds);
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
        if let Some(why) = self.reachability.lost.clone() {
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
    fn plan(&self, load: LoadLevel) -> Plan {
        let Timing { step: hold, ramp, .. } = self.setup.timing;
        let plan = self.setup.plan.clone();
        match load {
            _ if *self.setup.design == Design::Single => plan,
            LoadLevel::Users(users) => {
                let plan = plan.with_users(users.count(), ramp, hold);
                match self.setup.timing.passes {
                    Some(passes) => plan.with_passes(passes, ramp),
                    None => plan,
                }
            }
            LoadLevel::Rate(ArrivalRate { per_s, users }) => {
                let mut plan = plan.with_rate(per_s, users, ramp, hold);
                if matches!(self.setup.design, Design::Capacity { .. }) {
                    // A search goes beyond what the system carries; it must not end there.
                    plan.drop_instead_of_abort();
                }
                plan
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
                if let Some(completion) = &mut self.context.completion {
                    completion.ledger.sent(step, &transactions);
                }
                let event = RunEvent::Second { step, second, transactions, generator: *generator };
                if count.step.is_some() {
                    self.write(&event);
                } else {
                    count.early.push(event);
                }
                self.observe_second(&figures);
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
        self.observed(Observed { load: count.load, throughput_per_s, verdict });
        self.write(&RunEvent::StepEnded(step));
        self.write_completions();
        self.observe_end(&figures);
    }
}
