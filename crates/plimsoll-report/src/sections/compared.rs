//! Transactions of the variants beside each other.

use super::times::{TimeUnit, at_least, rate, time_cells, time_columns};
use crate::document::{Cell, CellKind, RowClass, Table, TableColumn, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::matrix::{CellTransaction, Matrix, MatrixCell, MatrixRow};
use plimsoll_run::TransactionKind;

/// A row for each transaction, load and variant, in this order. Empty where a single request is all that there is.
pub fn compared(words: &Words, matrix: &Matrix) -> Table {
    let unit = TimeUnit::of(cells(matrix).flat_map(|(_, _, cell)| &cell.transactions).map(|t| &t.response));
    let mut columns = vec![
        TableColumn::new(CellKind::Name, words.text("label-transaction"), &["transaction", "kind"]),
        TableColumn::new(CellKind::Text, words.text("compare-load"), &["load"]),
        TableColumn::new(CellKind::Text, words.text("label-variant"), &["variant"]),
        TableColumn::new(CellKind::Number, words.text("label-per-s"), &["throughput_per_s"]),
        TableColumn::new(CellKind::Number, words.text("label-errors-percent"), &["errors_percent"]),
    ];
    columns.extend(time_columns(words, &unit));
    let mut table = Table::new("transactions-compared", columns);
    let mut names: Vec<(TransactionKind, &str)> = Vec::new();
    for transaction in cells(matrix).flat_map(|(_, _, cell)| &cell.transactions) {
        if !names.contains(&(transaction.kind, transaction.name.as_str())) {
            names.push((transaction.kind, &transaction.name));
        }
    }
    for name in names {
        let mut load_before = None;
        for (number, (row, variant, cell, found)) in of(matrix, name).enumerate() {
            let load = words::load::load(words, &row.load());
            let same = load_before.as_ref() == Some(&load);
            let mut line = vec![
                named(words, found).joined(number > 0),
                Cell::text(load.clone()).joined(same),
                Cell::text(words::run::variant(words, variant)),
                rate(words, found.throughput_per_s),
                Cell::of(words.percent(found.errors_percent), found.errors_percent),
            ];
            let times = time_cells(words, &found.response, &unit);
            line.extend(at_least(words, times, cell.mean_with_in_flight_us));
            table.row(RowClass::Plain, line);
            load_before = Some(load);
        }
    }
    table
}

fn named(words: &Words, found: &CellTransaction) -> Cell {
    let kind = words::run::transaction_kind(words, found.kind);
    Cell::written(found.name.clone())
        .valued(vec![found.name.as_str().into(), stored_name(&found.kind, None).into()])
        .noted((found.kind != TransactionKind::Request).then_some(kind))
}

fn cells(matrix: &Matrix) -> impl Iterator<Item = (&MatrixRow, &str, &MatrixCell)> + Clone {
    matrix.rows.iter().flat_map(|row| {
        let named = matrix.variants.iter().zip(&row.cells);
        named.filter_map(move |(variant, cell)| Some((row, variant.as_str(), cell.as_ref()?)))
    })
}

type Found<'a> = (&'a MatrixRow, &'a str, &'a MatrixCell, &'a CellTransaction);

fn of<'a>(matrix: &'a Matrix, (kind, name): (TransactionKind, &'a str)) -> impl Iterator<Item = Found<'a>> {
    cells(matrix).filter_map(move |(row, variant, cell)| {
        let mut all = cell.transactions.iter();
        let found = all.find(|transaction| transaction.kind == kind && transaction.name == name)?;
        Some((row, variant, cell, found))
    })
}
