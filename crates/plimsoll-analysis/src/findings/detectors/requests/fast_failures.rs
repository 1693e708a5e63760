//! `fast-failures`: more than 1 % errors, and they took less than half the time of the same transactions' successes. They make
//! the response times look better than any user saw. The steps in which they do are one finding.

use crate::findings::prelude::*;
use crate::step::{Window, sum_us};
use plimsoll_run::{Interval, Latencies, TransactionKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "fast-failures",
    severities: &[Severity::Warning],
    when: "> 1 % failed, in less than half the time that the same transactions took when they succeeded; not where most of a step's failures are of one second: \
        what was under way when something broke was cut off",
    requires: "values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("fast-failures", Limits {
    /// % of the requests that failed
    percent = 1.0,
    /// of the time of the successes
    faster_than = 0.5,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FastFailures {
    pub steps: Vec<u32>,
    pub errors: u64,
    /// Of the requests of these steps together.
    pub errors_percent: f64,
    /// Of all that failed and have a time.
    pub failed_mean_us: f64,
    /// Of the transactions that fail, in the shares in which they do.
    pub succeeded_mean_us: f64,
}

impl Claimed for FastFailures {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    let fast: Vec<(&StepRow, ComparedTimes)> =
        rows.filter_map(|(row, window)| Some((row, fast_in(row, window, limits)?))).collect();
    if fast.is_empty() {
        return Vec::new();
    }
    let all = fast.iter().fold(ComparedTimes::default(), |sum, (_, times)| sum.plus(*times));
    let errors = fast.iter().map(|(row, _)| row.errors).sum();
    let is_fast = |window: &&Window| fast.iter().any(|(row, _)| row.number == window.step.number);
    let mut failed = Latencies::default();
    evidence.windows.iter().filter(is_fast).for_each(|window| failed.merge(&window.total.failed));
    let requests: u64 = fast.iter().map(|(row, _)| row.requests).sum();
    let claim = FastFailures {
        steps: fast.iter().map(|(row, _)| row.number).collect(),
        errors,
        errors_percent: 100.0 * errors as f64 / requests.max(1) as f64,
        failed_mean_us: failed.mean_us().unwrap_or(all.failed_us / all.failures as f64),
        succeeded_mean_us: all.as_successes_us / all.failures as f64,
    };
    // Others that never succeed may take long to fail: then failures as a whole are not fast.
    if claim.failed_mean_us >= limits.faster_than * claim.succeeded_mean_us {
        return Vec::new();
    }
    let items = evidence.items(&claim.steps, EvidenceItem::errors);
    vec![Found::new(claim, items)]
}

/// Times of failures of transactions that also succeed.
#[derive(Clone, Copy, Default)]
struct ComparedTimes {
    failures: u64,
    failed_us: f64,
    /// What as many successes of the same transactions would have taken.
    as_successes_us: f64,
}

impl ComparedTimes {
    fn plus(self, other: ComparedTimes) -> ComparedTimes {
        ComparedTimes {
            failures: self.failures + other.failures,
            failed_us: self.failed_us + other.failed_us,
            as_successes_us: self.as_successes_us + other.as_successes_us,
        }
    }

    fn of(window: &Window) -> ComparedTimes {
        let requests = window.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
        let of_one = |(_, interval): (_, &Interval)| {
            let succeeded = interval.requests.saturating_sub(interval.errors_total());
            let failures = interval.failed.count();
            Some(ComparedTimes {
                failures,
                failed_us: sum_us(&interval.failed),
                as_successes_us: succeeded_mean_us(interval, succeeded)? * failures as f64,
            })
        };
        requests.filter_map(of_one).fold(ComparedTimes::default(), ComparedTimes::plus)
    }
}

/// In fewer seconds one of them may have most by chance.
const SECONDS_MIN: usize = 5;

fn fast_in(row: &StepRow, window: &Window, limits: Limits) -> Option<ComparedTimes> {
    // Times of failures are not kept by whose they are; where many are the generator's, nothing can be said.
    let generators_few = row.generator_errors * 10 <= row.errors;
    let failed = window.total.errors_total();
    let succeeded = window.total.requests.checked_sub(failed).filter(|n| *n > 0)?;
    if row.errors_percent <= limits.percent || failed == 0 || !generators_few {
        return None;
    }
    succeeded_mean_us(&window.total, succeeded)?;
    // What was under way when something broke did not fail fast: it was cut off.
    let by_second = window.by_second(None, |interval| interval.errors_total() as f64);
    if by_second.len() >= SECONDS_MIN && 2.0 * by_second.iter().copied().fold(0.0, f64::max) > failed as f64 {
        return None;
    }
    // One that is fast when it succeeds, too, does not fail fast, and of one that never does nobody knows.
    let times = ComparedTimes::of(window);
    let are_most = times.failures > 0 && 2 * times.failures >= window.total.failed.count();
    (are_most && times.failed_us < limits.faster_than * times.as_successes_us).then_some(times)
}

/// `None`: none succeeded, or it is not known how long failures took.
fn succeeded_mean_us(interval: &Interval, succeeded: u64) -> Option<f64> {
    let timed = interval.failed.count();
    let succeeded = succeeded.min(interval.response.count().saturating_sub(timed));
    let us = (sum_us(&interval.response) - sum_us(&interval.failed)).max(0.0);
    (timed > 0 && succeeded > 0).then(|| us / succeeded as f64)
}
