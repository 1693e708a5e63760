//! All requests of a run by transaction, those of its ramps and pauses too: what other tools print at the end of a test.

use super::times::ResponseTimes;
use super::window::Window;
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, Run, TransactionKey, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a run did from its first second to its last, whichever steps it had.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeRun {
    pub transactions: Vec<TransactionTotal>,
    /// Of all requests; groups of requests are not counted again.
    pub all: RequestTotal,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionTotal {
    pub name: String,
    pub kind: TransactionKind,
    #[serde(flatten)]
    pub total: RequestTotal,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestTotal {
    /// All that ended, failed ones too.
    pub requests: u64,
    /// Of those, from the first second in which any request of the run ended to the last.
    pub requests_per_s: f64,
    /// All failures, as other tools count them.
    pub errors: u64,
    /// Of these, failures of the load generator itself.
    #[serde(skip_serializing_if = "is_none")]
    pub generator_errors: u64,
    pub errors_percent: f64,
    pub response: ResponseTimes,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

impl RequestTotal {
    fn of(interval: &Interval, span_s: f64) -> RequestTotal {
        let errors = interval.errors_total();
        RequestTotal {
            requests: interval.requests,
            requests_per_s: interval.requests as f64 / span_s,
            errors,
            generator_errors: Window::errors(interval).1,
            errors_percent: 100.0 * errors as f64 / interval.requests.max(1) as f64,
            response: ResponseTimes::of(&interval.response),
        }
    }
}

impl WholeRun {
    /// `None` where the windows of the steps say the same, or nobody counted single requests.
    pub(crate) fn of(run: &Run, windows: &[Window]) -> Option<WholeRun> {
        let recorded = run.seconds.iter().filter(|second| !second.transactions.is_empty());
        let (first, last) = (recorded.clone().map(|s| s.second).min()?, recorded.map(|s| s.second).max()?);
        let is_inside = |second: &&Second| {
            let of_step = windows.iter().find(|window| window.step.number == second.step);
            of_step.is_some_and(|window| window.holds(second))
        };
        let mut outside = run.seconds.iter().filter(|second| !is_inside(second)).peekable();
        let is_same = windows.len() < 2 && outside.peek().is_none();
        if is_same || run.header.means_only || run.header.lengths_made_up {
            return None;
        }
        let mut sums: BTreeMap<&TransactionKey, Interval> = BTreeMap::new();
        let of_windows = windows.iter().flat_map(|window| &window.transactions).map(|(key, sum)| (*key, sum));
        for (key, interval) in of_windows.chain(outside.flat_map(|second| &second.transactions)) {
            sums.entry(key).or_default().merge(interval);
        }
        let span_s = f64::from(last - first + 1);
        let mut all = Interval::default();
        let requests = sums.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
        requests.for_each(|(_, interval)| all.merge(interval));
        let total = |(key, interval): (&TransactionKey, Interval)| TransactionTotal {
            name: key.name.clone(),
            kind: key.kind,
            total: RequestTotal::of(&interval, span_s),
        };
        Some(WholeRun {
            transactions: sums.into_iter().map(total).collect(),
            all: RequestTotal::of(&all, span_s),
        })
    }
}
