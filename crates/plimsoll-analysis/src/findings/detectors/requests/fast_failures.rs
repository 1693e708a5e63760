//! `fast-failures`: more than 1 % errors, and they took less than half the time of the same transactions' successes. They make
//! the response times look better than any user saw.

use crate::findings::prelude::*;
use crate::step::{Window, sum_us};
use plimsoll_run::{Interval, TransactionKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "fast-failures",
    severities: &[Severity::Warning],
    when: "> 1 % failed, in less than half the time that the same transactions took when they succeeded",
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
    pub step: u32,
    pub errors: u64,
    pub errors_percent: f64,
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
    rows.filter_map(|(row, window)| found(row, window, limits)).collect()
}

fn found(row: &StepRow, window: &Window, limits: Limits) -> Option<Found> {
    // Times of failures are not kept by whose they are; where many are the generator's, nothing can be said.
    let generators_few = row.generator_errors * 10 <= row.errors;
    let failed = window.total.errors_total();
    let succeeded = window.total.requests.checked_sub(failed).filter(|n| *n > 0)?;
    if row.errors_percent <= limits.percent || failed == 0 || !generators_few {
        return None;
    }
    // Of some nobody knows how long they took.
    let timed = window.total.failed.count();
    succeeded_mean_us(&window.total, succeeded)?;
    // Of the same requests: one that is fast when it succeeds, too, does not fail fast, and of one that never does nobody knows.
    let requests = window.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
    let (mut failed_us, mut as_successes_us, mut compared) = (0.0, 0.0, 0);
    for (_, interval) in requests {
        let succeeded = interval.requests.saturating_sub(interval.errors_total());
        let Some(mean_us) = succeeded_mean_us(interval, succeeded) else { continue };
        let failed = interval.failed.count();
        failed_us += sum_us(&interval.failed);
        as_successes_us += mean_us * failed as f64;
        compared += failed;
    }
    if 2 * compared < timed || compared == 0 {
        return None;
    }
    let (failed_mean_us, succeeded_mean_us) =
        (failed_us / compared as f64, as_successes_us / compared as f64);
    let claim = FastFailures {
        step: row.number,
        errors: row.errors,
        errors_percent: row.errors_percent,
        failed_mean_us,
        succeeded_mean_us,
    };
    (failed_mean_us < limits.faster_than * succeeded_mean_us)
        .then(|| Found::new(claim, vec![EvidenceItem::errors(row)]))
}

/// `None`: none succeeded, or it is not known how long failures took.
fn succeeded_mean_us(interval: &Interval, succeeded: u64) -> Option<f64> {
    let timed = interval.failed.count();
    let succeeded = succeeded.min(interval.response.count().saturating_sub(timed));
    let us = (sum_us(&interval.response) - sum_us(&interval.failed)).max(0.0);
    (timed > 0 && succeeded > 0).then(|| us / succeeded as f64)
}
