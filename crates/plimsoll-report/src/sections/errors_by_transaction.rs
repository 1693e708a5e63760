//! Which transactions failed, and how.

use crate::document::{Block, Cell, CellKind, ColumnSet, Section, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::ErrorCount;
use plimsoll_run::{ErrorKind, TransactionKind};

/// All steps together; failures of the load generator itself are not the system's.
struct Failures<'a> {
    transaction: &'a str,
    kind: ErrorKind,
    count: u64,
    /// Of this transaction, failed or not.
    requests: u64,
    /// The most frequent one in a single step.
    example: &'a ErrorCount,
}

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let failures = failures(run);
    if failures.is_empty() {
        return None;
    }
    let share = |row: &Failures<'_>| {
        let percent = 100.0 * row.count as f64 / row.requests.max(1) as f64;
        Cell::of(words.percent(percent), percent)
    };
    let kind =
        |row: &Failures<'_>| Cell::of(words::run::error_kind(words, row.kind), stored_name(&row.kind, None));
    let example =
        |row: &Failures<'_>| Cell::of(words::run::error(words, row.example), row.example.detail.as_str());
    let text = |id| words.text(id);
    let table = ColumnSet::new()
        .column(CellKind::Name, text("label-transaction"), &["transaction"], |row: &Failures<'_>| {
            Cell::text(row.transaction)
        })
        .column(CellKind::Text, text("label-error"), &["error"], kind)
        .column(CellKind::Number, text("label-count"), &["count"], |row| Cell::count(words, row.count))
        .column(CellKind::Number, text("label-percent-of-its-requests"), &["percent"], share)
        .column(CellKind::Text, text("label-example"), &["example"], example)
        .table("errors-by-transaction", failures);
    Some(Section::new(text("label-errors-by-transaction")).with([Block::Table(table)]))
}

/// A row for each transaction and kind of failure, the most frequent first.
fn failures(run: &RunAnalysis) -> Vec<Failures<'_>> {
    let mut all: Vec<Failures<'_>> = Vec::new();
    let of_requests = || run.transactions.iter().filter(|row| row.kind == TransactionKind::Request);
    for row in of_requests() {
        for error in row.error_details.iter().filter(|error| !error.kind.is_generators()) {
            match all.iter_mut().find(|of| of.transaction == row.name && of.kind == error.kind) {
                Some(known) => {
                    known.count += error.count;
                    if error.count > known.example.count {
                        known.example = error;
                    }
                }
                None => {
                    let same = of_requests().filter(|other| other.name == row.name);
                    let requests = same.map(|other| other.requests).sum();
                    let (transaction, kind, count) = (row.name.as_str(), error.kind, error.count);
                    all.push(Failures { transaction, kind, count, requests, example: error });
                }
            }
        }
    }
    all.sort_by_key(|row| std::cmp::Reverse(row.count));
    all
}
