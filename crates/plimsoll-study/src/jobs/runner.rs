//! Jobs one after another, by a thread of its own, in the background of the load.

use super::performer::JobPerformer;
use super::spec::{JobSpec, JobsSpec};
use super::timeline::{JobEvent, Timeline};
use crate::journal::RunJournal;
use crate::steering::Steering;
use plimsoll_engine::{Control, RunClock};
use plimsoll_run::{Job, JobVerdict, NoteContent, SECOND_US};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// What is shared with the driver, and what of it another process finds if this one is killed.
#[derive(Clone, Debug, Default)]
pub struct SharedTimeline {
    timeline: Arc<Mutex<Timeline>>,
    notes: Arc<Mutex<Vec<NoteContent>>>,
    journal: Option<RunJournal>,
}

impl SharedTimeline {
    /// Of a load that begins.
    pub fn start(journal: Option<RunJournal>, at_us: u64, ramp: Duration) -> SharedTimeline {
        if let Some(journal) = &journal {
            journal.change(|known| known.jobs.clear());
        }
        let shared = SharedTimeline { journal, ..SharedTimeline::default() };
        shared.add(JobEvent::LoadStarted { at_us, ramp_us: ramp.as_micros() as u64 });
        shared
    }

    /// Of a load that another process began.
    pub fn take_over(journal: RunJournal) -> SharedTimeline {
        let timeline = Timeline::of(&journal.known().jobs);
        SharedTimeline {
            timeline: Arc::new(Mutex::new(timeline)),
            journal: Some(journal),
            ..SharedTimeline::default()
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, Timeline> {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever goes on with the run must know of a job before the system does.
    fn add(&self, event: JobEvent) {
        if let Some(journal) = &self.journal {
            journal.change(|known| known.jobs.push(event.clone()));
        }
        self.lock().add(&event);
    }

    fn accepted(&self, extracted: &BTreeMap<String, String>) {
        if let Some(journal) = &self.journal {
            journal.change(|known| {
                known.values.clone_from(extracted);
                known.jobs.push(JobEvent::Accepted);
            });
        }
    }

    /// `seen_us`: until then it was known to go on, if not until its end.
    fn ended(&self, at_us: u64, seen_us: Option<u64>, (verdict, detail): (JobVerdict, String)) {
        let event = JobEvent::Ended { at_us, seen_us: seen_us.unwrap_or(at_us), verdict, detail };
        match verdict {
            // It may go on after the end of this process: whoever goes on with the run asks about it.
            JobVerdict::Interrupted => self.lock().add(&event),
            _ => self.add(event),
        }
    }

    /// The last job is given up, for nobody knows what became of it.
    fn cut_off(&self, at_us: u64, seen_us: u64) {
        let job = self.lock().jobs.last().map(|job| job.name.clone()).unwrap_or_default();
        self.note(NoteContent::JobCutOff { job });
        let (verdict, detail) = (JobVerdict::Interrupted, String::new());
        self.add(JobEvent::Ended { at_us, seen_us, verdict, detail });
    }

    /// All jobs are over.
    fn over(&self, at_us: u64) {
        let is_over = self.lock().is_over;
        if !is_over {
            self.add(JobEvent::LoadEnded { at_us });
        }
    }

    fn is_accepted(&self) -> bool {
        let known = self.journal.as_ref().map(RunJournal::known);
        known.is_some_and(|known| known.jobs.last() == Some(&JobEvent::Accepted))
    }

    fn note(&self, content: NoteContent) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(content);
    }

    /// What is to be noted since this was last asked.
    pub fn take_notes(&self) -> Vec<NoteContent> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Performs the jobs; ends the load when all are over.
#[derive(Debug)]
pub struct JobRunner {
    pub timeline: SharedTimeline,
    thread: Option<JoinHandle<()>>,
}

const LOOK: Duration = Duration::from_millis(20);

impl JobRunner {
    pub fn new(timeline: SharedTimeline) -> JobRunner {
        JobRunner { timeline, thread: None }
    }

    /// `seen_us`: until then another process, which is gone, looked at the run.
    pub fn start(
        &mut self,
        jobs: JobsSpec,
        performer: JobPerformer,
        (clock, seen_us): (RunClock, Option<u64>),
        control: Control,
        steering: Steering,
    ) -> std::io::Result<()> {
        let timeline = self.timeline.clone();
        let mut jobs = JobsUnderWay { jobs, performer, clock, control, timeline, seen_us };
        let thread = std::thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            if !jobs.timeline.lock().is_over {
                jobs.perform();
            }
            if !jobs.is_stopped() {
                jobs.timeline.over(jobs.clock.now_us());
                steering.end_for_cause();
            }
        })?;
        self.thread = Some(thread);
        Ok(())
    }

    /// The load is over before anybody could ask about a job that was under way.
    pub fn give_up(&self, at_us: u64, seen_us: u64) {
        let is_open = self.timeline.lock().jobs.last().is_some_and(|job| job.verdict == JobVerdict::Running);
        if is_open {
            self.timeline.cut_off(at_us, seen_us);
        }
    }

    /// Waits for the thread, which the end of the load ends.
    pub fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct JobsUnderWay {
    jobs: JobsSpec,
    performer: JobPerformer,
    clock: RunClock,
    control: Control,
    timeline: SharedTimeline,
    seen_us: Option<u64>,
}

impl JobsUnderWay {
    fn is_stopped(&self) -> bool {
        self.control.stopped().is_some()
    }

    fn perform(&mut self) {
        if let Some(journal) = self.timeline.journal.as_ref().filter(|_| self.seen_us.is_some()) {
            self.performer.take_over(journal.known().values);
        }
        let (mut over_us, mut pause) = (self.timeline.lock().began_us, self.jobs.ramp + self.jobs.before);
        let jobs = self.jobs.jobs.clone();
        let all = jobs.iter().flat_map(|job| (1..=job.repeat).map(move |turn| (job, turn)));
        for (number, (job, turn)) in (1..).zip(all) {
            let known = self.timeline.lock().jobs.get(number as usize - 1).cloned();
            if known.is_none() {
                self.wait_until(over_us, pause);
            }
            if self.is_stopped() {
                return;
            }
            self.performer.set_number(number);
            match known {
                Some(known) if known.verdict == JobVerdict::Running => self.go_on(job, &known),
                Some(_) => {}
                None => self.begin(job, turn),
            }
            (over_us, pause) = (self.timeline.lock().last_ended_us, job.pause);
        }
        self.wait_until(over_us, self.jobs.after);
    }

    fn begin(&mut self, job: &JobSpec, turn: u32) {
        let name = if job.repeat > 1 { format!("{} {turn}", job.name) } else { job.name.clone() };
        let started_us = self.clock.now_us();
        self.timeline.add(JobEvent::Started { name, at_us: started_us });
        let control = self.control.clone();
        let stopped = || control.stopped().is_some();
        let (verdict, detail) = match self.performer.start(job, &stopped) {
            Ok(()) => {
                self.timeline.accepted(self.performer.extracted());
                self.performer.watch(job, self.left(job, started_us), &stopped, &mut || {})
            }
            Err(over) => over,
        };
        self.timeline.ended(self.clock.now_us(), None, (verdict, detail));
    }

    /// A job that another process asked for. Whether a start that was under way has reached the system nobody knows, and a command
    /// ended with that process: neither is done a second time.
    fn go_on(&mut self, job: &JobSpec, known: &Job) {
        let last_seen_us = self.seen_us.unwrap_or_default().max(known.started_us);
        if job.poll.is_none() || !self.timeline.is_accepted() {
            return self.timeline.cut_off(self.clock.now_us(), last_seen_us);
        }
        let job_name = || known.name.clone();
        let of_run = |us: u64| (us / SECOND_US) as u32;
        let (since_s, until_s) = (of_run(last_seen_us), of_run(self.clock.now_us()));
        let (control, mut was_seen) = (self.control.clone(), false);
        let mut seen = || {
            if !std::mem::replace(&mut was_seen, true) {
                self.timeline.note(NoteContent::JobWatchedAgain { job: job_name(), since_s, until_s });
            }
        };
        let left = self.left(job, known.started_us);
        let found = self.performer.watch(job, left, &|| control.stopped().is_some(), &mut seen);
        // Of one that did not answer, or took too long, nobody knows that it had ended.
        if !was_seen && found.0 == JobVerdict::Done {
            let until_s = of_run(self.clock.now_us());
            self.timeline.note(NoteContent::JobEndUnseen { job: job_name(), since_s, until_s });
        }
        self.timeline.ended(self.clock.now_us(), (!was_seen).then_some(last_seen_us), found);
    }

    /// Of the time that the job may take.
    fn left(&self, job: &JobSpec, started_us: u64) -> Duration {
        let taken = Duration::from_micros(self.clock.now_us().saturating_sub(started_us));
        job.timeout.saturating_sub(taken)
    }

    fn wait_until(&self, from_us: u64, time: Duration) {
        let until_us = from_us + time.as_micros() as u64;
        while !self.is_stopped() {
            let left_us = until_us.saturating_sub(self.clock.now_us());
            if left_us == 0 {
                return;
            }
            std::thread::sleep(LOOK.min(Duration::from_micros(left_us)));
        }
    }
}
