//! Every transaction in every step.

use super::times::{TimeUnit, TimesOf, TimesRow, lines, rate, with_times};
use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Table, stored_name};
use crate::evidence::SectionAnchor;
use crate::words::{self, Words};
use plimsoll_analysis::{RunAnalysis, StepRow, TransactionRow};
use plimsoll_run::TransactionKind;
use std::collections::HashMap;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let table = transactions(words, run).laid_out("sticky");
    let section = Section::new(words.text("label-transactions")).at(SectionAnchor::Transactions.name());
    // Of a table there is one, of requests that nobody counted.
    let of_table = run.header.means_only && run.transactions.iter().all(|row| row.response.count == 0);
    (!run.transactions.is_empty() && !of_table).then(|| section.with([Block::Table(table)]))
}

/// A line of one transaction in one step.
struct TransactionLine<'a> {
    row: &'a TransactionRow,
    times: TimesOf<'a>,
    in_flight_us: Option<f64>,
    /// The name stands above, and the step.
    is_named: bool,
    is_counted: bool,
}

impl TimesRow for TransactionLine<'_> {
    fn line(&self) -> TimesOf<'_> {
        self.times
    }

    fn in_flight_us(&self) -> Option<f64> {
        self.in_flight_us
    }
}

/// Every transaction in every step; the steps of one follow each other. The name is shown once for the transaction, the rest
/// up to the times once for the step.
fn transactions(words: &Words, run: &RunAnalysis) -> Table {
    let unit = TimeUnit::of_run(run, run.transactions.iter().map(|t| &t.response));
    let both = run.transactions.iter().any(|t| t.service.is_some());
    let (text, number) = (|id| words.text(id), CellKind::Number);
    let columns = ColumnSet::new()
        .column(
            CellKind::Name,
            text("label-transaction"),
            &["transaction", "kind"],
            |line: &TransactionLine<'_>| name(words, line.row).joined(line.is_named),
        )
        .column(number, text("label-step"), &["step"], |l| Cell::key(l.row.step).joined(l.is_counted))
        .column(number, text("label-requests"), &["requests"], |line| {
            Cell::count(words, line.row.requests).joined(line.is_counted)
        })
        .column(number, text("label-per-s"), &["throughput_per_s"], |line| {
            rate(words, line.row.throughput_per_s).joined(line.is_counted)
        })
        .column(number, text("label-errors"), &["errors"], |line| {
            Cell::count(words, line.row.errors).joined(line.is_counted)
        })
        .column(number, text("label-errors-percent"), &["errors_percent"], |line| {
            let percent = line.row.errors_percent;
            Cell::of(words.percent(percent), percent).joined(line.is_counted)
        });
    with_times(columns, words, &unit, both).table("transactions", transaction_lines(run, both))
}

fn name(words: &Words, row: &TransactionRow) -> Cell {
    let kind = words::run::transaction_kind(words, row.kind);
    Cell::written(row.name.clone())
        .valued(vec![row.name.as_str().into(), stored_name(&row.kind, None).into()])
        .noted((row.kind != TransactionKind::Request).then_some(kind))
}

fn transaction_lines(run: &RunAnalysis, both: bool) -> Vec<TransactionLine<'_>> {
    // In the order in which their names came first.
    let mut places: HashMap<(&str, TransactionKind), usize> = HashMap::new();
    let mut of_names: Vec<Vec<&TransactionRow>> = Vec::new();
    for row in &run.transactions {
        let place = *places.entry((&row.name, row.kind)).or_insert(of_names.len());
        match of_names.get_mut(place) {
            Some(rows) => rows.push(row),
            None => of_names.push(vec![row]),
        }
    }
    let mut all = Vec::new();
    for rows in of_names {
        let first = all.len();
        for row in rows {
            let in_flight_us = run.step(row.step).and_then(StepRow::mean_with_in_flight_us);
            let lines = lines(&row.response, row.service.as_ref(), both).into_iter().enumerate();
            for (place, times) in lines {
                let is_named = all.len() > first;
                all.push(TransactionLine { row, times, in_flight_us, is_named, is_counted: place > 0 });
            }
        }
    }
    all
}
