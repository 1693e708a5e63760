//! Which second of the run belongs to which job. Pure.

use plimsoll_run::{Job, JobVerdict, SECOND_US};
use serde::{Deserialize, Serialize};

/// The name of steps in which no job ran.
pub const NO_JOB: &str = "no job";

/// From a whole second up to the next segment's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSegment {
    pub name: String,
    pub from_s: u32,
    /// Its part that lies wholly within the job, or wholly outside of any.
    pub measured_from_us: u64,
    pub measured_to_us: Option<u64>,
    /// Number of its job.
    pub job: Option<u32>,
}

/// Times on the run's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobEvent {
    LoadStarted {
        at_us: u64,
        ramp_us: u64,
    },
    /// A job is about to be asked for.
    Started {
        name: String,
        at_us: u64,
    },
    /// Its start is done; from now on it is only asked how far it is.
    Accepted,
    Ended {
        at_us: u64,
        /// Until then it was known to go on.
        seen_us: u64,
        verdict: JobVerdict,
        detail: String,
    },
    /// The last job and the time after it are over.
    LoadEnded {
        at_us: u64,
    },
}

/// What has happened so far.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub segments: Vec<JobSegment>,
    pub jobs: Vec<Job>,
    /// When the load began.
    pub began_us: u64,
    /// When the last job was over, or given up.
    pub last_ended_us: u64,
    /// The load was asked to end, for all jobs are over.
    pub is_over: bool,
}

impl Timeline {
    pub fn of(events: &[JobEvent]) -> Timeline {
        let mut timeline = Timeline::default();
        events.iter().for_each(|event| timeline.add(event));
        timeline
    }

    pub fn add(&mut self, event: &JobEvent) {
        match event {
            JobEvent::LoadStarted { at_us, ramp_us } => self.begin(*at_us, *ramp_us),
            JobEvent::Started { name, at_us } => self.job_started(name.clone(), *at_us),
            JobEvent::Accepted => {}
            JobEvent::Ended { at_us, seen_us, verdict, detail } => {
                self.job_ended(*at_us, *seen_us, *verdict, detail.clone());
            }
            JobEvent::LoadEnded { at_us } => self.end(*at_us),
        }
    }

    /// The load begins; what is measured begins with the first whole second after its ramp.
    fn begin(&mut self, at_us: u64, ramp_us: u64) {
        self.began_us = at_us;
        self.segments.push(JobSegment {
            name: NO_JOB.to_owned(),
            from_s: (at_us / SECOND_US) as u32,
            measured_from_us: (at_us + ramp_us).div_ceil(SECOND_US) * SECOND_US,
            measured_to_us: None,
            job: None,
        });
    }

    fn job_started(&mut self, name: String, at_us: u64) {
        let number = self.jobs.len() as u32 + 1;
        // The second in which it starts is neither with it nor without: it belongs to the job, unmeasured.
        self.change(&name, at_us / SECOND_US, at_us.div_ceil(SECOND_US), Some(number));
        self.jobs.push(Job {
            number,
            name,
            step: 0,
            started_us: at_us,
            ended_us: None,
            verdict: JobVerdict::Running,
            detail: String::new(),
        });
    }

    fn job_ended(&mut self, at_us: u64, seen_us: u64, verdict: JobVerdict, detail: String) {
        self.last_ended_us = at_us;
        if let Some(job) = self.jobs.last_mut() {
            job.ended_us = (verdict != JobVerdict::Interrupted).then_some(at_us);
            (job.verdict, job.detail) = (verdict, detail);
        }
        if let Some(segment) = self.segments.last_mut() {
            segment.measured_to_us = Some(seen_us / SECOND_US * SECOND_US);
        }
        self.change(NO_JOB, at_us.div_ceil(SECOND_US), at_us.div_ceil(SECOND_US), None);
    }

    /// The load is asked to end.
    fn end(&mut self, at_us: u64) {
        self.is_over = true;
        if let Some(segment) = self.segments.last_mut() {
            segment.measured_to_us = Some(at_us / SECOND_US * SECOND_US);
        }
    }

    fn change(&mut self, name: &str, from_s: u64, measured_from_s: u64, job: Option<u32>) {
        let mut from_s = from_s as u32;
        if let Some(last) = self.segments.last_mut() {
            from_s = from_s.max(last.from_s);
            last.measured_to_us.get_or_insert(u64::from(from_s) * SECOND_US);
        }
        if self.segments.last().is_some_and(|last| last.from_s == from_s) {
            // It has no second of its own.
            self.segments.pop();
        }
        let measured_from_us = measured_from_s.max(u64::from(from_s)) * SECOND_US;
        self.segments.push(JobSegment {
            name: name.to_owned(),
            from_s,
            measured_from_us,
            measured_to_us: None,
            job,
        });
    }

    /// Index of the segment that a second belongs to.
    pub fn at(&self, second: u32) -> usize {
        self.segments.iter().rposition(|segment| segment.from_s <= second).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts and ends of jobs in milliseconds; segments as `name from measured-from–measured-to`, in seconds.
    fn check(jobs: &[(u64, u64)], end_ms: u64, expected: &[&str]) {
        let mut timeline = Timeline::default();
        timeline.begin(1_200_000, 1_700_000);
        for (number, (start_ms, end_ms)) in jobs.iter().enumerate() {
            timeline.job_started(format!("j{}", number + 1), start_ms * 1_000);
            timeline.job_ended(end_ms * 1_000, end_ms * 1_000, JobVerdict::Done, String::new());
        }
        timeline.end(end_ms * 1_000);
        let text = |s: &JobSegment| {
            let to = s.measured_to_us.map_or(0, |us| us / SECOND_US);
            format!("{} {} {}–{to}", s.name, s.from_s, s.measured_from_us / SECOND_US)
        };
        let found: Vec<String> = timeline.segments.iter().map(text).collect();
        assert_eq!(found, expected);
        assert_eq!(timeline.jobs.len(), jobs.len());
    }

    #[test]
    fn seconds_in_which_a_job_starts_or_ends_are_measured_nowhere() {
        check(&[], 9_400, &["no job 1 3–9"]);
        check(&[(5_300, 9_600)], 15_000, &["no job 1 3–5", "j1 5 6–9", "no job 10 10–15"]);
        check(&[(5_000, 9_000)], 15_000, &["no job 1 3–5", "j1 5 5–9", "no job 9 9–15"]);
    }

    #[test]
    fn jobs_without_a_pause_share_no_second() {
        check(
            &[(5_300, 9_600), (9_700, 14_000)],
            15_000,
            &["no job 1 3–5", "j1 5 6–9", "j2 10 10–14", "no job 14 14–15"],
        );
    }

    #[test]
    fn a_second_belongs_to_the_last_segment_that_has_started() {
        let mut timeline = Timeline::default();
        timeline.begin(1_000_000, 0);
        timeline.job_started("j".to_owned(), 5_300_000);
        timeline.job_ended(9_600_000, 9_600_000, JobVerdict::Done, String::new());
        let found: Vec<usize> = [0, 1, 4, 5, 9, 10, 99].map(|second| timeline.at(second)).to_vec();
        assert_eq!(found, [0, 0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn what_nobody_saw_of_a_job_is_not_measured() {
        let ended = JobEvent::Ended {
            at_us: 20_300_000,
            seen_us: 12_000_000,
            verdict: JobVerdict::Done,
            detail: String::new(),
        };
        let events = [
            JobEvent::LoadStarted { at_us: 1_000_000, ramp_us: 0 },
            JobEvent::Started { name: "j".to_owned(), at_us: 5_300_000 },
            JobEvent::Accepted,
            ended,
        ];
        let timeline = Timeline::of(&events);
        let (job, after) = (&timeline.segments[1], &timeline.segments[2]);
        assert_eq!((job.measured_from_us, job.measured_to_us), (6_000_000, Some(12_000_000)));
        assert_eq!((after.from_s, after.measured_from_us), (21, 21_000_000));
        assert_eq!((timeline.at(15), timeline.jobs[0].ended_us), (1, Some(20_300_000)));
    }
}
