//! A load that goes on, with jobs in the background: each job is a step, and the time between two jobs is one.

mod before;

use super::count::{PlannedWindow, StepCount};
use super::perform::RunDriver;
use crate::completion::SentStep;
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepLoad, StepOutcome};
use crate::jobs::{JobPerformer, JobRunner, JobSegment, JobsSpec, SharedTimeline};
use crate::search::Users;
use plimsoll_engine::Control;
use plimsoll_run::{EndReason, Job, LoadStep, RunEvent, RunFailure, SECOND_US, Second, StepReason};
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
    reported: Vec<Job>,
    /// Seconds of set-up scenarios.
    early: Vec<Second>,
    /// Until then another process, which is gone, looked at the run.
    seen_us: Option<u64>,
}

/// A second that ended within this is of a load that goes on.
const STILL_US: u64 = 5 * SECOND_US;
/// Beyond the time that the jobs may take: the load must not end before them.
const MARGIN: Duration = Duration::from_secs(3_600);

impl RunDriver<'_, '_> {
    /// Performs all of it; why the run is over.
    pub(super) fn load_with_jobs(
        &mut self,
        generator: &mut dyn LoadGenerator,
        jobs: &JobsSpec,
    ) -> Result<EndReason, GeneratorError> {
        let change = self.change(jobs.load, jobs.ramp, jobs.longest() + MARGIN);
        let plan = change.of(self.setup.plan.clone());
        let seed = plimsoll_engine::part_seed(self.setup.seed, 1);
        let step_load = StepLoad {
            plan: &plan,
            change,
            nodes: jobs.load.users_of(&plan).nodes,
            properties: self.setup.properties,
            clock: self.setup.clock,
            seed,
            under_way: self.load_under_way(),
        };
        let mut segments = Segments {
            jobs,
            performer: self.context.jobs.take(),
            users: jobs.load.users_of(&plan),
            runner: None,
            numbers: Vec::new(),
            open: None,
            reported: Vec::new(),
            early: Vec::new(),
            seen_us: None,
        };
        if step_load.under_way.is_some() && self.take_over_jobs(&mut segments) {
            return Ok(EndReason::Completed);
        }
        if let Some(reason) = self.before_step(1) {
            return Ok(reason);
        }
        let hear =
            |driver: &mut Self, control: &Control, event| driver.heard_of_jobs(&mut segments, control, event);
        let (performed, _) = self.perform_load(generator, &step_load, hear);
        // However it ended: jobs go no further than the load.
        self.steering.end_for_cause();
        if let Some(runner) = &mut segments.runner {
            runner.join();
            if let Some(seen_us) = segments.seen_us.filter(|_| segments.performer.is_some()) {
                runner.give_up(self.setup.clock.now_us(), seen_us);
            }
        }
        let outcome = performed?;
        self.end_segment(&mut segments, &outcome);
        self.say_jobs(&mut segments);
        self.write_completions();
        let stopped = self.steering.stopped().is_some();
        match self.load_ended(&outcome) {
            Some(EndReason::StoppedByPlan) if stopped => {}
            Some(reason) => return Ok(reason),
            None => {}
        }
        if let Some(reason) = self.after_step() {
            return Ok(reason);
        }
        let is_whole = segments.runner.as_ref().is_some_and(|runner| runner.timeline.lock().is_over);
        Ok(match self.steering.stopped().is_some() || !is_whole {
            // Ended by hand.
            true => EndReason::Interrupted,
            false => EndReason::Completed,
        })
    }

    fn heard_of_jobs(&mut self, segments: &mut Segments<'_>, control: &Control, event: GeneratorEvent) {
        match event {
            GeneratorEvent::Started { at_us } if segments.runner.is_none() => {
                let journal = self.setup.journal.cloned();
                let timeline = SharedTimeline::start(journal, at_us, segments.jobs.ramp);
                segments.runner = Some(JobRunner::new(timeline));
                for early in std::mem::take(&mut segments.early) {
                    self.second_of_segment(segments, early);
                }
                self.start_jobs(segments, control);
            }
            GeneratorEvent::Started { .. } | GeneratorEvent::Note(_) => {}
            GeneratorEvent::Second(second) if segments.runner.is_none() => segments.early.push(*second),
            GeneratorEvent::Second(second) => {
                let ended_us = (u64::from(second.second) + 1) * SECOND_US;
                self.second_of_segment(segments, *second);
                // A load that another process began: its last seconds may be all that comes.
                if ended_us + STILL_US > self.setup.clock.now_us() {
                    self.start_jobs(segments, control);
                }
            }
        }
    }

    fn start_jobs(&mut self, segments: &mut Segments<'_>, control: &Control) {
        let (Some(runner), Some(performer)) = (&mut segments.runner, segments.performer.take()) else {
            return;
        };
        let (clock, steering) = (self.setup.clock, self.steering.clone());
        let jobs = segments.jobs.clone();
        if let Err(error) =
            runner.start(jobs, performer, (clock, segments.seen_us), control.clone(), steering)
        {
            let why = format!("failed to start the thread of the jobs: {error}");
            self.reachability.lost = Some(RunFailure::Text(why));
            self.steering.end_for_cause();
        }
    }

    fn second_of_segment(&mut self, segments: &mut Segments<'_>, mut second: Second) {
        let Some(runner) = &segments.runner else { return };
        let (segment, previous) = {
            let timeline = runner.timeline.lock();
            let at = timeline.at(second.second);
            let open = segments.open.as_ref().map(|(segment, _)| segment.from_s);
            let previous = timeline.segments.iter().find(|s| Some(s.from_s) == open).cloned();
            (timeline.segments[at].clone(), previous)
        };
        let is_later = segments.numbers.last().is_none_or(|(from_s, _)| *from_s < segment.from_s);
        if is_later {
            if let (Some((open, _)), Some(previous)) = (&mut segments.open, previous) {
                *open = previous;
            }
            let ended_us = u64::from(segment.from_s) * SECOND_US;
            self.end_segment(segments, &StepOutcome { ended_us, ..StepOutcome::default() });
            self.begin_segment(segments, segment.clone());
        }
        let of_second = segments.numbers.iter().rev().find(|(from_s, _)| *from_s <= second.second);
        second.step = of_second.or(segments.numbers.first()).map_or(1, |(_, number)| *number);
        let open = segments.open.as_mut().map(|(_, count)| count).filter(|count| count.number == second.step);
        self.count_second(open, &second);
        self.write(&RunEvent::Second(second));
        self.say_jobs(segments);
    }

    fn begin_segment(&mut self, segments: &mut Segments<'_>, segment: JobSegment) {
        let number = segments.numbers.len() as u32 + 1;
        let started_us = u64::from(segment.from_s) * SECOND_US;
        let (count, step) = self.open_segment(segments, &segment, number);
        self.write(&RunEvent::StepStarted(step));
        if let Some(completion) = &mut self.context.completion {
            completion.ledger.step_started(SentStep { number, started_us });
        }
        segments.open = Some((segment, count));
    }

    fn open_segment(
        &mut self,
        segments: &mut Segments<'_>,
        segment: &JobSegment,
        number: u32,
    ) -> (StepCount, LoadStep) {
        let window = PlannedWindow { ramp: Duration::ZERO, end: None };
        let mut count = StepCount::new(number, segments.jobs.load, segments.users, window, false);
        let mut step = count.start(u64::from(segment.from_s) * SECOND_US);
        step.name.clone_from(&segment.name);
        // What lies before it is in no figure.
        step.measured_from_us = segment.measured_from_us;
        count.step = Some(step.clone());
        segments.numbers.push((segment.from_s, number));
        let why = StepReason::Job(segment.name.clone());
        self.observer.step_started(number, segments.jobs.load, &why);
        (count, step)
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
        self.write(&RunEvent::StepEnded(step.clone()));
        self.observe_part(&count, &step);
    }

    /// Writes jobs that have changed.
    fn say_jobs(&mut self, segments: &mut Segments<'_>) {
        let Some(runner) = &segments.runner else { return };
        runner.timeline.take_notes().into_iter().for_each(|content| self.note(content));
        let mut jobs = runner.timeline.lock().jobs.clone();
        for job in &mut jobs {
            let second = (job.started_us / SECOND_US) as u32;
            let of_second = segments.numbers.iter().rev().find(|(from_s, _)| *from_s <= second);
            // One that begins in the second in which another ended has the step after it.
            let own =
                runner.timeline.lock().segments.iter().find(|s| s.job == Some(job.number)).map(|s| s.from_s);
            let own = own.and_then(|from_s| segments.numbers.iter().find(|(from, _)| *from == from_s));
            job.step = own.or(of_second).map_or(0, |(_, number)| *number);
        }
        for job in jobs.iter().filter(|job| !segments.reported.contains(job)) {
            self.write(&RunEvent::Job(job.clone()));
        }
        segments.reported = jobs;
    }
}

/// With the part that lies wholly within the segment; without a whole second of it nothing is measured.
fn measured(mut step: LoadStep, segment: &JobSegment) -> LoadStep {
    let ended_us = step.ended_us.unwrap_or(segment.measured_from_us);
    let to_us = segment.measured_to_us.unwrap_or(ended_us).min(ended_us);
    step.measured_from_us = segment.measured_from_us;
    step.measured_to_us = Some(match segment.measured_from_us + SECOND_US <= to_us {
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
            measured_from_us: started_ms.div_ceil(1_000) * SECOND_US,
            measured_to_us: Some(ended_ms / 1_000 * SECOND_US),
            job: Some(1),
        };
        let step = LoadStep { ended_us: Some(ended_ms.div_ceil(1_000) * SECOND_US), ..LoadStep::default() };
        let step = measured(step, &segment);
        let found = (step.measured_from_us / SECOND_US, step.measured_to_us.unwrap_or(0) / SECOND_US);
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
