//! Every transaction in every step.

use crate::step::{ErrorCount, ResponseTimes, error_details, per_s};
use crate::window::Window;
use plimsoll_run::TransactionKind;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TransactionRow {
    pub step: u32,
    pub name: String,
    pub kind: TransactionKind,
    pub requests: u64,
    pub throughput_per_s: f64,
    pub errors: u64,
    pub errors_percent: f64,
    pub error_details: Vec<ErrorCount>,
    pub response: ResponseTimes,
}

pub(crate) fn rows(windows: &[Window]) -> Vec<TransactionRow> {
    let of = |window: &Window| -> Vec<TransactionRow> {
        let row = |(transaction, interval): (&&plimsoll_run::Transaction, &plimsoll_run::Interval)| {
            let (errors, generators) = Window::errors(interval);
            let answered = interval.requests.saturating_sub(generators);
            TransactionRow {
                step: window.step.number,
                name: transaction.name.clone(),
                kind: transaction.kind,
                requests: interval.requests,
                throughput_per_s: per_s(interval.succeeded(), window),
                errors,
                errors_percent: if answered == 0 { 0.0 } else { 100.0 * errors as f64 / answered as f64 },
                error_details: error_details(interval),
                response: ResponseTimes::of(&interval.response),
            }
        };
        window.transactions.iter().map(row).collect()
    };
    windows.iter().flat_map(of).collect()
}
