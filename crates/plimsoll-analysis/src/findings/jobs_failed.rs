//! `jobs-failed`: jobs beside the load ended badly, or in no time. What they had to do was not done.

use super::{Claim, Evidence};
use plimsoll_run::{Job, JobVerdict};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let jobs = &evidence.recorded.jobs;
    let ended = |job: &&Job| !matches!(job.verdict, JobVerdict::Running | JobVerdict::Interrupted);
    let failed: Vec<&Job> =
        jobs.iter().filter(|job| matches!(job.verdict, JobVerdict::Failed | JobVerdict::TimedOut)).collect();
    let Some(first) = failed.first() else { return Vec::new() };
    let mut steps: Vec<u32> = failed.iter().map(|job| job.step).filter(|step| *step > 0).collect();
    steps.sort_unstable();
    steps.dedup();
    vec![Claim::JobsFailed {
        steps,
        failed: failed.len() as u64,
        jobs: jobs.iter().filter(ended).count() as u64,
        first: first.name.clone(),
        timed_out: first.verdict == JobVerdict::TimedOut,
        detail: first.detail.clone(),
    }]
}
