//! What ran or was awaited while the load ran: jobs of the system under test, and events that arrive elsewhere.

use serde::{Deserialize, Serialize};

/// A long task of the system under test that ran beside the load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Job {
    /// From 1, in the order of their starts.
    pub number: u32,
    /// With its number where it is repeated: `import 3`.
    pub name: String,
    /// The step that has the figures of its time.
    pub step: u32,
    /// When it was asked for.
    pub started_us: u64,
    /// When it was seen to be over; `None`: it never was.
    pub ended_us: Option<u64>,
    pub verdict: JobVerdict,
    /// What was said of it at last.
    pub detail: String,
}

impl Job {
    pub fn duration_us(&self) -> Option<u64> {
        self.ended_us.map(|ended| ended.saturating_sub(self.started_us))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum JobVerdict {
    /// It goes on, or the run was cut off in it.
    Running,
    Done,
    Failed,
    TimedOut,
    /// The run ended before it did.
    Interrupted,
}

impl JobVerdict {
    pub const ALL: [JobVerdict; 5] = [
        JobVerdict::Running,
        JobVerdict::Done,
        JobVerdict::Failed,
        JobVerdict::TimedOut,
        JobVerdict::Interrupted,
    ];

    /// The stable name in files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            JobVerdict::Running => "running",
            JobVerdict::Done => "done",
            JobVerdict::Failed => "failed",
            JobVerdict::TimedOut => "timed-out",
            JobVerdict::Interrupted => "interrupted",
        }
    }

    pub fn named(name: &str) -> Option<JobVerdict> {
        JobVerdict::ALL.into_iter().find(|verdict| verdict.name() == name)
    }
}

/// What became of the events that a step sent, at the place where they were to arrive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Completion {
    pub step: u32,
    /// The transaction that has their times, of the kind [`TransactionKind::Completion`](crate::TransactionKind::Completion).
    pub name: String,
    /// Requests that sent one and were accepted.
    pub sent: u64,
    /// Requests that sent one and failed; it may have arrived all the same.
    pub failed: u64,
    /// Events that arrived, each counted once.
    pub arrived: u64,
    /// Further arrivals of events that had arrived already.
    pub doubled: u64,
}

impl Completion {
    /// Accepted and never seen again. Events of failed requests that arrived hide as many lost ones.
    pub fn lost(&self) -> u64 {
        self.sent.saturating_sub(self.arrived)
    }
}
