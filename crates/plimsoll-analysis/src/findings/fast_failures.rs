//! `fast-failures`: more than 1 % errors, and they took less than half the time of the successes. They make
//! the response times look better than any user saw.

use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::step::{StepRow, Window, sum_us};

thresholds!("fast-failures", Limits {
    /// % of the requests that failed
    percent = 1.0,
    /// of the time of the successes
    faster_than = 0.5,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    rows.filter_map(|(row, window)| claim(row, window, limits)).collect()
}

fn claim(row: &StepRow, window: &Window, limits: Limits) -> Option<Claim> {
    // Times of failures are not kept by whose they are; where many are the generator's, nothing can be said.
    let generators_few = row.generator_errors * 10 <= row.errors;
    let failed = window.total.errors_total();
    let succeeded = window.total.requests.checked_sub(failed).filter(|n| *n > 0)?;
    if row.errors_percent <= limits.percent || failed == 0 || !generators_few {
        return None;
    }
    let failed_us = sum_us(&window.total.failed);
    let failed_mean_us = failed_us / failed as f64;
    let succeeded_mean_us = (sum_us(&window.total.response) - failed_us).max(0.0) / succeeded as f64;
    (failed_mean_us < limits.faster_than * succeeded_mean_us).then_some(Claim::FastFailures {
        step: row.number,
        errors: row.errors,
        errors_percent: row.errors_percent,
        failed_mean_us,
        succeeded_mean_us,
    })
}
