//! `jobs-failed`: background jobs failed, or timed out. What they had to do was not done.

use crate::findings::prelude::*;
use plimsoll_run::{Job, JobVerdict};

pub(crate) static DETECTOR: Detector = Detector {
    id: "jobs-failed",
    severities: &[Severity::Critical],
    when: "background jobs failed, or took longer than they may",
    requires: "",
    needs: &[Need::Jobs],
    thresholds: &[],
    look: Look::Run(detect),
};

/// Jobs beside the load that failed or took too long, of those that ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobsFailed {
    pub steps: Vec<u32>,
    pub failed: u64,
    pub jobs: u64,
    /// The first one of them, whether it took too long, and what it said last.
    pub first: String,
    pub timed_out: bool,
    pub detail: String,
}

impl Claimed for JobsFailed {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }

    fn is_in_headline(&self) -> bool {
        true
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let jobs = &evidence.recorded.jobs;
    let ended = |job: &&Job| !matches!(job.verdict, JobVerdict::Running | JobVerdict::Interrupted);
    let failed: Vec<&Job> =
        jobs.iter().filter(|job| matches!(job.verdict, JobVerdict::Failed | JobVerdict::TimedOut)).collect();
    let Some(first) = failed.first() else { return Vec::new() };
    let mut steps: Vec<u32> = failed.iter().map(|job| job.step).filter(|step| *step > 0).collect();
    steps.sort_unstable();
    steps.dedup();
    let items = evidence.items(&steps, EvidenceItem::throughput);
    let claim = JobsFailed {
        steps,
        failed: failed.len() as u64,
        jobs: jobs.iter().filter(ended).count() as u64,
        first: first.name.clone(),
        timed_out: first.verdict == JobVerdict::TimedOut,
        detail: first.detail.clone(),
    };
    vec![Found::new(claim, items)]
}
