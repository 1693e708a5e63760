//! Every transaction in every step.

use super::times::{TimeUnit, at_least, lines, rate, time_cells, time_columns};
use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::{RunAnalysis, StepRow, TransactionRow};
use plimsoll_run::TransactionKind;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let table = transactions(words, run).laid_out("sticky");
    let section = Section::new(words.text("label-transactions")).at("transactions");
    (!run.transactions.is_empty()).then(|| section.with([Block::Table(table)]))
}

/// Every transaction in every step; the steps of one follow each other.
fn transactions(words: &Words, run: &RunAnalysis) -> Table {
    let unit = TimeUnit::of(run.transactions.iter().map(|t| &t.response));
    let both = run.transactions.iter().any(|t| t.service.is_some());
    let mut columns = vec![
        TableColumn::new(CellKind::Name, words.text("label-transaction"), &["transaction", "kind"]),
        TableColumn::new(CellKind::Number, words.text("label-step"), &["step"]),
        TableColumn::new(CellKind::Number, words.text("label-requests"), &["requests"]),
        TableColumn::new(CellKind::Number, words.text("label-per-s"), &["throughput_per_s"]),
        TableColumn::new(CellKind::Number, words.text("label-errors"), &["errors"]),
        TableColumn::new(CellKind::Number, words.text("label-errors-percent"), &["errors_percent"]),
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
