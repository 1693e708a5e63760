//! Transactions of the variants beside each other.

use super::times::{TimeUnit, TimesOf, TimesRow, rate, with_times};
use crate::document::{Cell, CellKind, ColumnSet, Table, stored_name};
use crate::words::{self, Words, args};
use plimsoll_analysis::matrix::{CellTransaction, Matrix, MatrixCell, MatrixRow};
use plimsoll_run::TransactionKind;

/// A row for each transaction, load and variant, in this order. Empty where a single request is all that there is.
pub fn compared(words: &Words, matrix: &Matrix) -> Table {
    let unit = TimeUnit::of(cells(matrix).flat_map(|(_, _, cell)| &cell.transactions).map(|t| &t.response));
    let mut names: Vec<(TransactionKind, &str)> = Vec::new();
    for transaction in cells(matrix).flat_map(|(_, _, cell)| &cell.transactions) {
        if !names.contains(&(transaction.kind, transaction.name.as_str())) {
            names.push((transaction.kind, &transaction.name));
        }
    }
    let mut rows: Vec<ComparedRow<'_>> = Vec::new();
    for name in names {
        let mut before: Option<String> = None;
        for (number, (row, variant, cell, found)) in of(matrix, name).enumerate() {
            let load = load(words, matrix, row);
            let (is_first, is_same_load) = (number == 0, before.as_ref() == Some(&load));
            before = Some(load.clone());
            rows.push(ComparedRow { load, variant, cell, found, is_first, is_same_load });
        }
    }
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    let columns = ColumnSet::new()
        .column(
            CellKind::Name,
            text("label-transaction"),
            &["transaction", "kind"],
            |row: &ComparedRow<'_>| named(words, row.found).joined(!row.is_first),
        )
        .column(CellKind::Text, text("compare-load"), &["load"], |row| {
            Cell::text(row.load.clone()).joined(row.is_same_load)
        })
        .column(CellKind::Text, text("label-variant"), &["variant"], |row| {
            Cell::text(words::run::variant(words, row.variant))
        })
        .column(figure, text("label-per-s"), &["throughput_per_s"], |row| {
            rate(words, row.found.throughput_per_s)
        })
        .column(figure, text("label-errors-percent"), &["errors_percent"], |row| {
            Cell::of(words.percent(row.found.errors_percent), row.found.errors_percent)
        });
    with_times(columns, words, &unit, false).table("transactions-compared", rows)
}

/// `56 users`, `56 users (14 × 4 nodes)` where 56 users were run on other nodes too.
fn load(words: &Words, matrix: &Matrix, row: &MatrixRow) -> String {
    let load = words::load::load(words, &row.load());
    if !matrix.differs_by_nodes(row) {
        return load;
    }
    words.say("load-on-nodes", args![load, threads = row.threads, nodes = row.nodes])
}

/// A transaction of a variant under a load.
struct ComparedRow<'a> {
    load: String,
    variant: &'a str,
    cell: &'a MatrixCell,
    found: &'a CellTransaction,
    is_first: bool,
    /// As in the row above.
    is_same_load: bool,
}

impl TimesRow for ComparedRow<'_> {
    fn line(&self) -> TimesOf<'_> {
        (false, &self.found.response)
    }

    fn in_flight_us(&self) -> Option<f64> {
        self.cell.mean_with_in_flight_us
    }
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
