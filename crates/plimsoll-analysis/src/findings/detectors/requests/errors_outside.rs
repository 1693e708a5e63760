//! `errors-outside`: surely (Wilson's lower bound) more than 1 % of all recorded requests failed outside the measured windows, or 5 % of
//! those outside (20 or more), and more often than inside: no figure of a step shows them.

use crate::findings::prelude::*;
use crate::statistics::wilson;
use crate::step::ErrorCount;
use plimsoll_run::TransactionKind;

pub(crate) static DETECTOR: Detector = Detector {
    id: "errors-outside",
    severities: &[Severity::Warning, Severity::Information],
    when: "surely (Wilson) > 1 % of all recorded requests failed outside the measured windows (while the load rose \
        or fell, between steps, after the last), or > 5 % of those that were outside, and 20 or more (for information); and they fail more often there than inside",
    requires: "",
    needs: &[Need::Errors],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("errors-outside", Limits {
    /// % of all requests that were recorded
    percent = 1.0,
    /// % of the requests outside
    outside_percent = 5.0,
    /// failures outside, at least, where they are few of all
    failures = 20.0,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorsOutside {
    pub errors: u64,
    /// That were recorded outside the windows.
    pub requests: u64,
    /// Of all requests that were recorded.
    pub errors_percent_of_all: f64,
    /// They are few of all, but many of those outside.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub few_of_all: bool,
    pub top: Vec<ErrorCount>,
    /// Those with the most failures first.
    pub transactions: Vec<FailedOutside>,
}

/// A transaction's requests outside the windows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedOutside {
    pub name: String,
    pub errors: u64,
    pub requests: u64,
}

impl Claimed for ErrorsOutside {
    fn severity(&self) -> Option<Severity> {
        Some(if self.few_of_all { Severity::Information } else { Severity::Warning })
    }

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
    let is_much = 100.0 * wilson(errors, all).low > limits.percent;
    let is_much_there = 100.0 * wilson(errors, outside.requests).low > limits.outside_percent;
    if all == 0 || !is_more || !(is_much || is_much_there && errors as f64 >= limits.failures) {
        return Vec::new();
    }
    let claim = ErrorsOutside {
        errors,
        requests: outside.requests,
        errors_percent_of_all: 100.0 * errors as f64 / all as f64,
        few_of_all: !is_much,
        top: outside.failures.iter().take(TOP).cloned().collect(),
        transactions: transactions(evidence),
    };
    vec![Found::new(claim, Vec::new())]
}

/// Of the whole run less those of the steps.
fn transactions(evidence: &Evidence) -> Vec<FailedOutside> {
    let Some(whole) = &evidence.run.whole else { return Vec::new() };
    let of_requests = whole.transactions.iter().filter(|of| of.kind == TransactionKind::Request);
    let outside = of_requests.map(|of| {
        let rows =
            || evidence.run.transactions.iter().filter(|row| row.kind == of.kind && row.name == of.name);
        let errors: u64 = rows().map(|row| row.errors).sum();
        let of_system = of.total.errors - of.total.generator_errors;
        let requests: u64 = rows().map(|row| row.requests).sum();
        FailedOutside {
            name: of.name.clone(),
            errors: of_system.saturating_sub(errors),
            requests: of.total.requests.saturating_sub(requests),
        }
    });
    let mut found: Vec<FailedOutside> = outside.filter(|of| of.errors > 0).collect();
    found.sort_by_key(|of| std::cmp::Reverse(of.errors));
    found.truncate(TOP);
    found
}
