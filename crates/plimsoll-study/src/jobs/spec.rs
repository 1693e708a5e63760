//! What a study says of its jobs.

use crate::search::LoadLevel;
use std::time::Duration;

/// A load that goes on, and a sequence of jobs beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct JobsSpec {
    pub load: LoadLevel,
    pub ramp: Duration,
    /// The load alone, after its ramp and before the first job.
    pub before: Duration,
    /// And after the last job.
    pub after: Duration,
    /// One kind after another.
    pub jobs: Vec<JobSpec>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JobSpec {
    pub name: String,
    pub repeat: u32,
    pub start: JobStart,
    /// `None`: it is done when its start has ended.
    pub poll: Option<JobPoll>,
    pub timeout: Duration,
    /// Before the next job.
    pub pause: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobStart {
    Request(JobRequest),
    Command(String),
}

/// `${name}` in URL, headers and body stands for a property, `job` (its number), or what was extracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRequest {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<String>,
    /// Names, and JSONPaths into the answer.
    pub extract: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JobPoll {
    pub how: PollHow,
    pub every: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PollHow {
    Request {
        request: JobRequest,
        done: JobCondition,
        failed: Option<JobCondition>,
    },
    /// Ends with 0 when the job is done, with 1 while it goes on, and with anything else when it has failed.
    Command(String),
}

/// A value of a JSON answer is one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobCondition {
    pub json: String,
    pub is: Vec<String>,
}

impl JobsSpec {
    pub fn count(&self) -> u32 {
        self.jobs.iter().map(|job| job.repeat).sum()
    }

    /// The longest that it may all take.
    pub fn longest(&self) -> Duration {
        let of = |job: &JobSpec| (job.timeout + job.pause) * job.repeat;
        self.ramp + self.before + self.after + self.jobs.iter().map(of).sum::<Duration>()
    }
}
