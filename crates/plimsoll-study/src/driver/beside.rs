//! A load that goes on, with jobs beside it: each job is a step, and the time between two jobs is one.

use super::count::{PlannedWindow, StepCount};
use super::perform::RunDriver;
use crate::completion::SentStep;
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepLoad, StepOutcome};
use crate::jobs::{JobPerformer, JobRunner, JobSegment, JobsSpec};
use crate::search::{ArrivalRate, LoadLevel, Observed, Users};
use plimsoll_engine::Control;
use plimsoll_run::{
    EndReason, GeneratorInterval, Interval, Job, JobVerdict, LoadStep, NoteKind, RunEvent, TransactionKey,
};
use std::time::Duration;

/// What is known of the steps so far.
struct Segments<'a> {
    jobs: &'a JobsSpec,
    performer: Option<JobPerformer>,
    users: Users,
    runner: Option<JobRunner>,
    /// Of the first second of each segment that has one, ascending.
    numbers: Vec<(u32, u32)>,
    open: Option<(JobSegment, StepCount)>,
    told: Vec<Job>,
    /// Seconds of set-up scenarios.
    early: Vec<Early>,
}

/// A second before the load begins.
struct Early {
    second: u32,
    transactions: Vec<(TransactionKey, Interval)>,
    generator: GeneratorInterval,
}

/// Beyond the time that the jobs may take: the load must not end before them.
const MARGIN: Duration = Duration::from_secs(3_600);

impl RunDriver<'_, '_> {
    /// Performs all of it; why the run is over.
    pub(super) fn beside_jobs(
        &mut self,
        generator: &mut dyn LoadGenerator,
        jobs: &JobsSpec,
    ) -> Result<EndReason, GeneratorError> {
        let hold = jobs.longest() + MARGIN;
        let plan = self.setup.plan.clone();
        let plan = match jobs.load {
            LoadLevel::Users(users) => plan.with_users(users.count(), jobs.ramp, hold),
            LoadLevel::Rate(ArrivalRate { per_s, users }) => plan.with_rate(per_s, users, jobs.ramp, hold),
        };
        let users = match jobs.load {
            LoadLevel::Users(users) => users,
            LoadLevel::Rate(_) => Users { threads: plan.users_max(), nodes: 1 },
        };
        let seed = plimsoll_engine::part_seed(self.setup.seed, 1);
        let step_load =
            StepLoad { plan: &plan, properties: self.setup.properties, clock: self.setup.clock, seed };
        let mut segments = Segments {
            jobs,
            performer: self.context.jobs.take(),
            users,
            runner: None,
            numbers: Vec::new(),
            open: None,
            told: Vec::new(),
            early: Vec::new(),
        };
        if let Some(reason) = self.before_step(1) {
            return Ok(reason);
        }
        let control = self.steering.begin_step();
        let performed = generator
            .perform(&step_load, &control, &mut |event| self.heard_beside(&mut segments, &control, event));
        if performed.is_err() {
            self.steering.end_for_cause();
        }
        if let Some(runner) = &mut segments.runner {
            runner.join();
        }
        self.steering.finish_step();
        self.note_interference();
        let outcome = performed?;
        self.end_segment(&mut segments, &outcome);
        self.tell_jobs(&mut segments);
        self.write_completions();
        let failed = segments.told.iter().any(|job| job.verdict == JobVerdict::Interrupted);
        if let Some(why) = self.reachability.lost.clone() {
            return Ok(EndReason::Failed(why));
        }
        if let Some(reason) = self.after_step() {
            return Ok(reason);
        }
        if let Some(failure) = outcome.failure {
            self.note(NoteKind::Warning, failure.why.clone());
            return Ok(EndReason::Failed(failure.why));
        }
        let all = segments.told.len() as u32 == jobs.count();
        Ok(match (self.steering.stopped(), outcome.stopped_by_plan || outcome.overloaded) {
            (Some(_), _) => EndReason::Interrupted,
            (None, true) => EndReason::StoppedByPlan,
            // Ended by hand.
            (None, false) if failed || !all => EndReason::Interrupted,
            (None, false) => EndReason::Completed,
        })
    }

    fn heard_beside(&mut self, segments: &mut Segments<'_>, control: &Control, event: GeneratorEvent) {
        match event {
            GeneratorEvent::Started { .. } if segments.runner.is_none() => {
                let Some(performer) = segments.performer.take() else { return };
                let (clock, steering) = (self.setup.clock, self.steering.clone());
                match JobRunner::start(segments.jobs.clone(), performer, clock, control.clone(), steering) {
                    Ok(runner) => segments.runner = Some(runner),
                    Err(error) => {
                        self.reachability.lost =
                            Some(format!("failed to start the thread of the jobs: {error}"));
                        self.steering.end_for_cause();
                    }
                }
                for Early { second, transactions, generator } in std::mem::take(&mut segments.early) {
                    self.second_beside(segments, second, transactions, generator);
                }
            }
            GeneratorEvent::Started { .. } => {}
            GeneratorEvent::Note { kind, text } => self.note(kind, text),
            GeneratorEvent::Second { second, transactions, generator } => {
                if segments.runner.is_none() {
                    segments.early.push(Early { second, transactions, generator: *generator });
                    return;
                }
                self.note_interference();
                self.look_around(second, &transactions);
                self.second_beside(segments, second, transactions, *generator);
            }
        }
    }

    fn second_beside(
        &mut self,
        segments: &mut Segments<'_>,
        second: u32,
        transactions: Vec<(TransactionKey, Interval)>,
        generator: GeneratorInterval,
    ) {
        let Some(runner) = &segments.runner else { return };
        let (segment, previous) = {
            let timeline = runner.timeline.lock();
            let at = timeline.at(second);
            let open = segments.open.as_ref().map(|(segment, _)| segment.from_s);
            let previous = timeline.segments.iter().find(|s| Some(s.from_s) == open).cloned();
            (timeline.segments[at].clone(), previous)
        };
        let is_later = segments.open.as_ref().is_none_or(|(open, _)| open.from_s < segment.from_s);
        if is_later {
            if let (Some((open, _)), Some(previous)) = (&mut segments.open, previous) {
                *open = previous;
            }
            let ended_us = u64::from(segment.from_s) * 1_000_000;
            self.end_segment(segments, &StepOutcome { ended_us, ..StepOutcome::default() });
            self.begin_segment(segments, segment.clone());
        }
        let of_second = segments.numbers.iter().rev().find(|(from_s, _)| *from_s <= second);
        let step = of_second.or(segments.numbers.first()).map_or(1, |(_, number)| *number);
        if let Some(completion) = &mut self.context.completion {
            completion.ledger.sent(step, &transactions);
        }
        if let Some((_, count)) = &mut segments.open
            && count.number == step
        {
            let mut figures = count.add(second, &transactions, &generator);
            (figures.paused, figures.factor) = self.steering.current();
            self.observe_second(&figures);
        }
        self.write(&RunEvent::Second { step, second, transactions, generator });
        self.tell_jobs(segments);
    }

    fn begin_segment(&mut self, segments: &mut Segments<'_>, segment: JobSegment) {
        let number = segments.numbers.len() as u32 + 1;
        let started_us = u64::from(segment.from_s) * 1_000_000;
        let window = PlannedWindow { ramp: Duration::ZERO, end: None };
        let mut count = StepCount::new(number, segments.jobs.load, segments.users, window, false);
        let mut step = count.start(started_us);
        step.name.clone_from(&segment.name);
        count.step = Some(step.clone());
        segments.numbers.push((segment.from_s, number));
        self.observe_start(number, segments.jobs.load, &segment.name);
        self.write(&RunEvent::StepStarted(step));
        if let Some(completion) = &mut self.context.completion {
            completion.ledger.step_started(SentStep { number, started_us });
        }
        segments.open = Some((segment, count));
    }

    fn end_segment(&mut self, segments: &mut Segments<'_>, outcome: &StepOutcome) {
        let Some((mut segment, mut count)) = segments.open.take() else { return };
        if let Some(runner) = &segments.runner {
            let timeline = runner.timeline.lock();
            if let Some(known) = timeline.segments.iter().find(|known| known.from_s == segment.from_s) {
                segment = known.clone();
            }
        }
        let Some(step) = count.end(outcome) else { return };
        let step = measured(step, &segment);
        let figures = count.figures(&step, self.setup.design, &[]);
        self.observed(Observed {
            load: segments.jobs.load,
            throughput_per_s: figures.throughput_per_s,
            verdict: None,
        });
        self.write(&RunEvent::StepEnded(step));
        self.observe_end(&figures);
    }

    /// Writes jobs that have changed.
    fn tell_jobs(&mut self, segments: &mut Segments<'_>) {
        let Some(runner) = &segments.runner else { return };
        let mut jobs = runner.timeline.lock().jobs.clone();
        for job in &mut jobs {
            let second = (job.started_us / 1_000_000) as u32;
            let of_second = segments.numbers.iter().rev().find(|(from_s, _)| *from_s <= second);
            // One that begins in the second in which another ended has the step after it.
            let own =
                runner.timeline.lock().segments.iter().find(|s| s.job == Some(job.number)).map(|s| s.from_s);
            let own = own.and_then(|from_s| segments.numbers.iter().find(|(from, _)| *from == from_s));
            job.step = own.or(of_second).map_or(0, |(_, number)| *number);
        }
        for job in jobs.iter().filter(|job| !segments.told.contains(job)) {
            self.write(&RunEvent::Job(job.clone()));
        }
        segments.told = jobs;
    }
}

/// With the part that lies wholly within the segment; without a whole second of it nothing is measured.
fn measured(mut step: LoadStep, segment: &JobSegment) -> LoadStep {
    let ended_us = step.ended_us.unwrap_or(segment.measured_from_us);
    let to_us = segment.measured_to_us.unwrap_or(ended_us).min(ended_us);
    step.measured_from_us = segment.measured_from_us;
    step.measured_to_us = Some(match segment.measured_from_us + 1_000_000 <= to_us {
        true => to_us,
        false => segment.measured_from_us,
    });
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole seconds of a job, in milliseconds of its start and end.
    fn check(started_ms: u64, ended_ms: u64, expected_s: (u64, u64)) {
        let segment = JobSegment {
            name: "job".to_owned(),
            from_s: (started_ms / 1_000) as u32,
            measured_from_us: started_ms.div_ceil(1_000) * 1_000_000,
            measured_to_us: Some(ended_ms / 1_000 * 1_000_000),
            job: Some(1),
        };
        let step = LoadStep { ended_us: Some(ended_ms.div_ceil(1_000) * 1_000_000), ..LoadStep::default() };
        let step = measured(step, &segment);
        let found = (step.measured_from_us / 1_000_000, step.measured_to_us.unwrap_or(0) / 1_000_000);
        assert_eq!(found, expected_s, "{started_ms} {ended_ms}");
    }

    #[test]
    fn seconds_in_which_a_job_begins_or_ends_are_not_measured() {
        check(3_000, 9_000, (3, 9));
        check(2_994, 9_015, (3, 9));
        check(2_994, 3_015, (3, 3));
        check(2_100, 2_900, (3, 3));
        check(12_010, 13_520, (13, 13));
    }
}
