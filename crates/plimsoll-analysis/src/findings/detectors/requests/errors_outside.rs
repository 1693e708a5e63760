//! `errors-outside`: surely (Wilson's lower bound) more than 1 % of all recorded requests failed outside the measured windows, and more
//! often than inside: no figure of a step shows them.

use crate::findings::prelude::*;
use crate::statistics::wilson;
use crate::step::ErrorCount;

pub(crate) static DETECTOR: Detector = Detector {
    id: "errors-outside",
    severities: &[Severity::Warning],
    when: "surely (Wilson) > 1 % of all recorded requests failed outside the measured windows: while the load rose \
        or fell, between steps, after the last; and they fail more often there than inside",
    requires: "",
    needs: &[Need::Errors],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("errors-outside", Limits {
    /// % of all requests that were recorded
    percent = 1.0,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorsOutside {
    pub errors: u64,
    /// That were recorded outside the windows.
    pub requests: u64,
    /// Of all requests that were recorded.
    pub errors_percent_of_all: f64,
    pub top: Vec<ErrorCount>,
}

impl Claimed for ErrorsOutside {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }
}

/// Kinds and details named in the finding.
const TOP: usize = 3;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let outside = &evidence.run.outside;
    let (errors, all) = (outside.failed(), outside.of_requests);
    // What fails as often within is seen there.
    let within = (all - outside.requests, outside.of_errors - outside.errors);
    let is_more = wilson(errors, outside.requests).low > wilson(within.1, within.0).high;
    if all == 0 || 100.0 * wilson(errors, all).low <= limits.percent || !is_more {
        return Vec::new();
    }
    let claim = ErrorsOutside {
        errors,
        requests: outside.requests,
        errors_percent_of_all: 100.0 * errors as f64 / all as f64,
        top: outside.failures.iter().take(TOP).cloned().collect(),
    };
    vec![Found::new(claim, Vec::new())]
}
