//! Which transactions failed, and how.

use crate::document::{Block, Cell, CellKind, CellValue, ColumnSet, Section, Table, stored_name};
use crate::evidence::SectionAnchor;
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::{ErrorCount, TransactionRow};
use plimsoll_run::{ErrorExample, ErrorKind, TransactionKind};

/// All steps together; failures of the load generator itself are not the system's.
struct Failures<'a> {
    transaction: &'a str,
    kind: ErrorKind,
    count: u64,
    /// Of this transaction, failed or not.
    requests: u64,
    message: &'a ErrorCount,
    /// It stands for less frequent messages of its kind.
    is_rest: bool,
    /// As a worker saw it first.
    example: Option<&'a ErrorExample>,
}

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let table = table(words, run);
    let section =
        Section::new(words.text("label-errors-by-transaction")).at(SectionAnchor::ErrorsByTransaction.name());
    // A table may have errors in some of its rows only.
    let is_partial = run.steps.iter().any(|step| !run.errors_known(step));
    let note = is_partial.then(|| Block::note(words.text("run-errors-of-known-steps")));
    (!table.rows.is_empty()).then(|| section.with([Block::Table(table)]).with(note))
}

pub fn table(words: &Words, run: &RunAnalysis) -> Table {
    let share = |row: &Failures<'_>| {
        let percent = 100.0 * row.count as f64 / row.requests.max(1) as f64;
        Cell::of(words.percent(percent), percent)
    };
    let kind = |row: &Failures<'_>| {
        Cell::of(words::run::error_kind_of(words, row.message), stored_name(&row.kind, None))
    };
    // What kind of failure it is stands in a column of its own.
    let message = |row: &Failures<'_>| match row.message.detail.as_str() {
        _ if row.is_rest => Cell::text("…"),
        "" => Cell::missing(),
        detail => Cell::text(detail),
    };
    let text = |id| words.text(id);
    let table = ColumnSet::new()
        .column(CellKind::Name, text("label-transaction"), &["transaction"], |row: &Failures<'_>| {
            Cell::text(row.transaction)
        })
        .column(CellKind::Text, text("label-error"), &["error"], kind)
        .column(CellKind::Number, text("label-count"), &["count"], |row| Cell::count(words, row.count))
        .column(CellKind::Number, text("label-percent-of-its-requests"), &["percent"], share)
        .column(CellKind::Text, text("label-message"), &["message"], message);
    let failures = failures(run);
    if failures.iter().all(|row| row.example.is_none()) {
        return table.table("errors-by-transaction", failures);
    }
    let names = ["example_at", "example_url", "example_status", "example_excerpt"];
    table
        .column(CellKind::Reason, text("label-example"), &names, |row| example(words, run, row))
        .table("errors-by-transaction", failures)
}

/// What to look for in a log, and when.
fn example(words: &Words, run: &RunAnalysis, row: &Failures<'_>) -> Cell {
    let Some(example) = row.example else { return Cell::missing() };
    let at = run.header.started_unix_us.saturating_add_unsigned(example.at_us);
    let values = vec![
        CellValue::Moment(at),
        example.url.as_str().into(),
        example.status.as_str().into(),
        example.excerpt.as_str().into(),
    ];
    Cell::written(words::run::error_example(words, run, example)).valued(values)
}

/// Messages of one kind of failure that have a row of their own, at most.
const MESSAGES_MAX: usize = 3;

/// A row for each transaction and message, the most frequent first; of one kind the less frequent ones together.
fn failures(run: &RunAnalysis) -> Vec<Failures<'_>> {
    let mut all: Vec<Failures<'_>> = Vec::new();
    // Of steps together nothing is known where their lengths are made up.
    let is_counted = !run.header.lengths_made_up;
    // Nor of steps of a table that says nothing of errors.
    let is_known = |step: u32| run.step(step).is_none_or(|step| run.errors_known(step));
    let of_requests = || {
        let counted = move |row: &&TransactionRow| is_counted && row.kind == TransactionKind::Request;
        run.transactions.iter().filter(counted).filter(move |row| is_known(row.step))
    };
    for row in of_requests() {
        for error in row.error_details.iter().filter(|error| !error.kind.is_generators()) {
            let is_same = |of: &&mut Failures<'_>| {
                of.transaction == row.name && (of.kind, &of.message.detail) == (error.kind, &error.detail)
            };
            match all.iter_mut().find(is_same) {
                Some(known) => known.count += error.count,
                None => {
                    let same = of_requests().filter(|other| other.name == row.name);
                    let requests = same.map(|other| other.requests).sum();
                    let (transaction, kind, count) = (row.name.as_str(), error.kind, error.count);
                    let is_it = |of: &&ErrorExample| {
                        of.transaction == row.name && of.kind == error.kind && says(of, &error.detail)
                    };
                    let example = run.error_examples.iter().find(is_it);
                    let is_rest = false;
                    all.push(Failures {
                        transaction,
                        kind,
                        count,
                        requests,
                        message: error,
                        is_rest,
                        example,
                    });
                }
            }
        }
    }
    all.sort_by_key(|row| std::cmp::Reverse(row.count));
    let mut shown: Vec<Failures<'_>> = Vec::new();
    for row in all {
        let of_kind = |of: &Failures<'_>| of.transaction == row.transaction && of.kind == row.kind;
        match shown.iter().filter(|of| of_kind(of)).count() {
            own if own <= MESSAGES_MAX => shown.push(row),
            // The last of its kind stands for the others from here on.
            _ => {
                if let Some(rest) = shown.iter_mut().rfind(|of| of_kind(of)) {
                    rest.count += row.count;
                    (rest.is_rest, rest.example) = (true, None);
                }
            }
        }
    }
    shown.sort_by_key(|row| std::cmp::Reverse(row.count));
    shown
}

/// Of messages that are cut one may have the beginning of the other.
fn says(example: &ErrorExample, detail: &str) -> bool {
    example.detail.contains(detail) || detail.contains(&example.detail)
}
