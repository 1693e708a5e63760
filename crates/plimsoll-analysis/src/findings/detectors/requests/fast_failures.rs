//! `fast-failures`: more than 1 % errors, and they took less than half the time of the successes. They make
//! the response times look better than any user saw.

use crate::findings::prelude::*;
use crate::step::{Window, sum_us};

pub(crate) static DETECTOR: Detector = Detector {
    id: "fast-failures",
    severities: &[Severity::Warning],
    when: "> 1 % failed, in less than half the time of the others",
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
    let succeeded = succeeded.min(window.total.response.count().saturating_sub(timed));
    if timed == 0 || succeeded == 0 {
        return None;
    }
    let failed_us = sum_us(&window.total.failed);
    let failed_mean_us = failed_us / timed as f64;
    let succeeded_mean_us = (sum_us(&window.total.response) - failed_us).max(0.0) / succeeded as f64;
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
