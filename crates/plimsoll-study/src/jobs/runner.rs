//! Jobs one after another, by a thread of its own, beside the load.

use super::performer::JobPerformer;
use super::spec::JobsSpec;
use super::timeline::Timeline;
use crate::steering::Steering;
use plimsoll_engine::{Control, RunClock};
use plimsoll_run::JobVerdict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What is shared with the driver.
#[derive(Clone, Debug, Default)]
pub struct SharedTimeline(Arc<Mutex<Timeline>>);

impl SharedTimeline {
    pub fn lock(&self) -> MutexGuard<'_, Timeline> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// From the moment on at which the load begins.
    pub fn start(
        jobs: JobsSpec,
        mut performer: JobPerformer,
        clock: RunClock,
        control: Control,
        steering: Steering,
    ) -> std::io::Result<JobRunner> {
        let timeline = SharedTimeline::default();
        timeline.lock().begin(clock.now_us(), jobs.ramp.as_micros() as u64);
        let shared = timeline.clone();
        let thread = std::thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            let stopped = || control.stopped().is_some();
            pause(jobs.ramp + jobs.before, &stopped);
            let all = jobs.jobs.iter().flat_map(|job| (1..=job.repeat).map(move |turn| (job, turn)));
            let count = jobs.count();
            for (number, (job, turn)) in (1..).zip(all) {
                if stopped() {
                    return;
                }
                let name = if job.repeat > 1 { format!("{} {turn}", job.name) } else { job.name.clone() };
                shared.lock().job_started(name, clock.now_us());
                let (verdict, detail) = performer.perform(job, number, &stopped);
                shared.lock().job_ended(clock.now_us(), verdict, detail);
                if verdict != JobVerdict::Interrupted && number < count {
                    pause(job.pause, &stopped);
                }
            }
            pause(jobs.after, &stopped);
            if !stopped() {
                shared.lock().end(clock.now_us());
                steering.end_for_cause();
            }
        })?;
        Ok(JobRunner { timeline, thread: Some(thread) })
    }

    /// Waits for the thread, which the end of the load ends.
    pub fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn pause(time: Duration, stopped: &dyn Fn() -> bool) {
    let until = Instant::now() + time;
    while Instant::now() < until && !stopped() {
        std::thread::sleep(LOOK.min(until.saturating_duration_since(Instant::now())));
    }
}
