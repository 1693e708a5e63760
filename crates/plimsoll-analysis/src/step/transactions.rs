//! Every transaction in every step.

use super::times::{ErrorCount, ResponseTimes, error_details};
use super::window::{Window, per_s};
use plimsoll_run::{Interval, TransactionKey, TransactionKind};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionRow {
    pub step: u32,
    pub name: String,
    pub kind: TransactionKind,
    pub requests: u64,
    pub throughput_per_s: f64,
    /// Failures that count against the server.
    pub errors: u64,
    pub errors_percent: f64,
    /// Failures of the load generator itself; not in `errors`.
    pub generator_errors: u64,
    pub error_details: Vec<ErrorCount>,
    /// From the intended start, where there is one.
    pub response: ResponseTimes,
    /// From the actual start; `None`: the same as `response`.
    pub service: Option<ResponseTimes>,
}

pub(crate) fn transactions(windows: &[Window]) -> Vec<TransactionRow> {
    let of = |window: &Window| -> Vec<TransactionRow> {
        let row = |(transaction, interval): (&&TransactionKey, &Interval)| {
            let (errors, generator_errors) = Window::errors(interval);
            let answered = Window::answered(interval);
            TransactionRow {
                step: window.step.number,
                name: transaction.name.clone(),
                kind: transaction.kind,
                requests: interval.requests,
                throughput_per_s: per_s(interval.succeeded(), window),
                errors,
                errors_percent: if answered == 0 { 0.0 } else { 100.0 * errors as f64 / answered as f64 },
                error_details: error_details(interval),
                generator_errors,
                response: ResponseTimes::of(&interval.response),
                service: interval.service.as_ref().map(ResponseTimes::of),
            }
        };
        window.transactions.iter().map(row).collect()
    };
    windows.iter().flat_map(of).collect()
}
