//! A load that the plan itself has, with several steady times: each of them is a step of one performance.

use super::count::{PlannedWindow, StepCount};
use super::perform::RunDriver;
use crate::completion::SentStep;
use crate::generator::{
    GeneratorError, GeneratorEvent, LoadChange, LoadGenerator, StepLoad, StepOutcome, StepUnderWay,
};
use crate::search::{LoadLevel, LoadStage};
use plimsoll_run::{EndReason, RunEvent, SECOND_US, Second, StepReason};
use std::time::Duration;

/// What is known of the steps so far.
struct Stages {
    /// When the load began.
    started_us: Option<u64>,
    open: Option<StepCount>,
    /// How many steps have started.
    started: usize,
    /// Seconds of set-up scenarios.
    early: Vec<Second>,
}

impl RunDriver<'_, '_> {
    /// Performs all of it; why the run is over.
    pub(super) fn load_in_stages(
        &mut self,
        generator: &mut dyn LoadGenerator,
    ) -> Result<EndReason, GeneratorError> {
        let mut stages = Stages { started_us: None, open: None, started: 0, early: Vec::new() };
        let under_way = self.take_over_stages(&mut stages);
        if stages.started > 0 && stages.open.is_none() {
            return Ok(self.end_of_stages(&stages));
        }
        if let Some(reason) = self.before_step(1) {
            return Ok(reason);
        }
        let load = LoadLevel::of_plan(self.setup.plan);
        let users = load.users_of(self.setup.plan);
        let properties = self.properties(load, users);
        let step_load = StepLoad {
            plan: self.setup.plan,
            change: LoadChange::None,
            nodes: self.setup.stages[0].load.users_of(self.setup.plan).nodes,
            properties: &properties,
            clock: self.setup.clock,
            seed: plimsoll_engine::part_seed(self.setup.seed, 1),
            under_way,
        };
        let (performed, _) = self.perform_load(generator, &step_load, |driver, _, event| {
            driver.heard_in_stages(&mut stages, event)
        });
        let outcome = performed?;
        if stages.started == 0 {
            // Stopped during set-up: what was measured there is in a step of its own.
            self.load_started(&mut stages, self.setup.clock.now_us());
        }
        self.end_stage(&mut stages, &outcome);
        self.write_completions();
        self.refused = outcome.failure.as_ref().is_some_and(|failure| failure.refused);
        if let Some(reason) = self.load_ended(&outcome).or_else(|| self.after_step()) {
            return Ok(reason);
        }
        Ok(self.end_of_stages(&stages))
    }

    /// Who ends a step by hand ends the load with it, and what was to follow.
    fn end_of_stages(&self, stages: &Stages) -> EndReason {
        let is_stopped = self.steering.stopped().is_some() || self.failure.is_some();
        match is_stopped || stages.started < self.setup.stages.len() {
            true => EndReason::Interrupted,
            false => EndReason::Completed,
        }
    }

    fn heard_in_stages(&mut self, stages: &mut Stages, event: GeneratorEvent) {
        match event {
            GeneratorEvent::Started { at_us } if stages.started_us.is_none() => {
                self.load_started(stages, at_us)
            }
            GeneratorEvent::Started { .. } | GeneratorEvent::Note(_) => {}
            GeneratorEvent::Second(second) if stages.started_us.is_none() => {
                stages.early.push(Second { step: 1, ..*second });
            }
            GeneratorEvent::Second(second) => self.second_of_stage(stages, *second),
        }
    }

    fn load_started(&mut self, stages: &mut Stages, at_us: u64) {
        stages.started_us = Some(at_us);
        self.begin_stage(stages, at_us);
        for early in std::mem::take(&mut stages.early) {
            self.count_second(stages.open.as_mut(), &early);
            self.write(&RunEvent::Second(early));
        }
    }

    fn second_of_stage(&mut self, stages: &mut Stages, mut second: Second) {
        let begins_us = u64::from(second.second) * SECOND_US;
        while stages.started < self.setup.stages.len()
            && self.begins_at_us(stages, stages.started) <= begins_us
        {
            let ended_us = self.begins_at_us(stages, stages.started);
            self.end_stage(stages, &StepOutcome { ended_us, ..StepOutcome::default() });
            self.begin_stage(stages, ended_us);
        }
        // One that comes late belongs to the step in which it was.
        let before = (1..stages.started).filter(|stage| self.begins_at_us(stages, *stage) <= begins_us);
        second.step = 1 + before.count() as u32;
        let open = stages.open.as_mut().filter(|count| count.number == second.step);
        self.count_second(open, &second);
        self.write(&RunEvent::Second(second));
    }

    /// A step begins where the one before it is no longer steady.
    fn begins_at_us(&self, stages: &Stages, stage: usize) -> u64 {
        let after = stage.checked_sub(1).map_or(Duration::ZERO, |before| self.setup.stages[before].to);
        stages.started_us.unwrap_or_default() + after.as_micros() as u64
    }

    fn begin_stage(&mut self, stages: &mut Stages, at_us: u64) {
        let mut count = self.stage_count(stages.started);
        self.observer.step_started(count.number, count.load, &StepReason::Given);
        let step = count.start(at_us);
        if let Some(completion) = &mut self.context.completion {
            completion.ledger.step_started(SentStep { number: step.number, started_us: at_us });
        }
        self.write(&RunEvent::StepStarted(step));
        stages.open = Some(count);
        stages.started += 1;
    }

    fn stage_count(&self, stage: usize) -> StepCount {
        let LoadStage { from, to, load } = self.setup.stages[stage];
        let begins = stage.checked_sub(1).map_or(Duration::ZERO, |before| self.setup.stages[before].to);
        let window = PlannedWindow { ramp: from - begins, end: Some(to - begins) };
        let mut users = load.users_of(self.setup.plan);
        if let LoadLevel::Rate(rate) = load {
            users.threads = rate.users.unwrap_or(users.threads);
        }
        StepCount::new(stage as u32 + 1, load, users, window, false)
    }

    fn end_stage(&mut self, stages: &mut Stages, outcome: &StepOutcome) {
        let Some(mut count) = stages.open.take() else { return };
        let Some(step) = count.end(outcome) else { return };
        self.write(&RunEvent::StepEnded(step.clone()));
        self.observe_part(&count, &step);
    }
}

impl<'a> RunDriver<'a, '_> {
    /// Steps that another process, which is gone, performed; the load, of which one is still under way.
    fn take_over_stages(&mut self, stages: &mut Stages) -> Option<StepUnderWay<'a>> {
        let before = self.setup.before?;
        stages.started_us = Some(before.steps.first()?.started_us);
        for step in &before.steps {
            let mut count = self.stage_count(stages.started);
            count.start(step.started_us);
            for second in before.seconds.iter().filter(|second| second.step == step.number) {
                self.show_second(Some(&mut count), second);
            }
            stages.started += 1;
            match step.ended_us {
                Some(_) => self.observe_part(&count, step),
                None => stages.open = Some(count),
            }
        }
        let started_us = stages.started_us?;
        Some(StepUnderWay { started_us, seconds: &before.seconds })
    }
}
