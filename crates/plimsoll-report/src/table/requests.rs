//! Transactions and errors.

use super::cell::{Cell, Column, Kind, RowClass, Table, stored_name};
use super::steps::{TimeUnit, TimesOf, at_least, rate, time_cells, time_columns};
use crate::words::{self, Words};
use plimsoll_analysis::step::{ErrorCount, ResponseTimes};
use plimsoll_analysis::{RunAnalysis, StepRow, TransactionRow};
use plimsoll_run::TransactionKind;

/// Every transaction in every step; the steps of one follow each other.
pub fn transactions(words: &Words, run: &RunAnalysis) -> Table {
    let unit = TimeUnit::of(run.transactions.iter().map(|t| &t.response));
    let both = run.transactions.iter().any(|t| t.service.is_some());
    let mut columns = vec![
        Column::new(Kind::Name, words.text("label-transaction"), &["transaction", "kind"]),
        Column::new(Kind::Number, words.text("label-step"), &["step"]),
        Column::new(Kind::Number, words.text("label-requests"), &["requests"]),
        Column::new(Kind::Number, words.text("label-per-s"), &["throughput_per_s"]),
        Column::new(Kind::Number, words.text("label-errors"), &["errors"]),
        Column::new(Kind::Number, words.text("label-errors-percent"), &["errors_percent"]),
    ];
    columns.extend(time_columns(words, &unit, both));
    let mut table = Table::new("transactions", columns);
    let mut names: Vec<(&str, TransactionKind)> = Vec::new();
    for row in &run.transactions {
        if !names.contains(&(row.name.as_str(), row.kind)) {
            names.push((&row.name, row.kind));
        }
    }
    for (name, kind) in names {
        let rows = run.transactions.iter().filter(|row| row.name == name && row.kind == kind);
        let lines = rows.flat_map(|row| {
            let lines = lines(&row.response, row.service.as_ref(), both);
            lines.into_iter().enumerate().map(move |(i, line)| (row, i, line))
        });
        for (number, (row, i, line)) in lines.enumerate() {
            let mut cells = transaction(words, row, number > 0, i > 0);
            let in_flight = run.step(row.step).and_then(StepRow::mean_with_in_flight_us);
            cells.extend(at_least(words, time_cells(words, line, &unit, both), in_flight));
            table.row(RowClass::Plain, cells);
        }
    }
    table
}

/// Up to the times; the name is shown once for the transaction, the rest once for the step.
fn transaction(words: &Words, row: &TransactionRow, named: bool, counted: bool) -> Vec<Cell> {
    let kind = words::run::transaction_kind(words, row.kind);
    let name = Cell::written(row.name.clone())
        .valued(vec![row.name.as_str().into(), stored_name(&row.kind, None).into()])
        .noted((row.kind != TransactionKind::Request).then_some(kind));
    vec![
        name.joined(named),
        Cell::key(row.step).joined(counted),
        Cell::count(words, row.requests).joined(counted),
        rate(words, row.throughput_per_s).joined(counted),
        Cell::count(words, row.errors).joined(counted),
        Cell::of(words.percent(row.errors_percent), row.errors_percent).joined(counted),
    ]
}

/// Response times, and where a table shows both the service times under them, the same or not.
pub fn lines<'a>(
    response: &'a ResponseTimes,
    service: Option<&'a ResponseTimes>,
    both: bool,
) -> Vec<TimesOf<'a>> {
    let mut lines = vec![(false, response)];
    if both {
        lines.push((true, service.unwrap_or(response)));
    }
    lines
}

/// Kinds of failure by step: the system's, or the load generator's own.
pub fn errors(words: &Words, run: &RunAnalysis, own: bool) -> Table {
    let id = if own { "generator-errors" } else { "errors" };
    let mut table = Table::new(
        id,
        vec![
            Column::new(Kind::Key, words.text("label-step"), &["step"]),
            Column::new(Kind::Text, words.text("label-error"), &["error", "detail"]),
            Column::new(Kind::Number, words.text("label-count"), &["count"]),
            Column::new(Kind::Number, words.text("label-percent-of-requests"), &["percent"]),
            Column::new(Kind::Text, words.text("label-whose"), &[]),
        ],
    );
    for step in &run.steps {
        let shown = |error: &&ErrorCount| error.kind.is_generators() == own;
        for error in step.error_details.iter().filter(shown) {
            let percent = 100.0 * error.count as f64 / step.requests.max(1) as f64;
            let cells = vec![
                Cell::key(step.number),
                Cell::written(words::run::error(words, error))
                    .valued(vec![stored_name(&error.kind, None).into(), error.detail.as_str().into()]),
                Cell::count(words, error.count),
                Cell::of(words.percent(percent), percent),
                Cell::written(words::run::whose(words, error.kind)),
            ];
            table.row(RowClass::Plain, cells);
        }
    }
    table
}
