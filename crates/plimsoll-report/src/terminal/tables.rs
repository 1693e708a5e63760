//! Beside the step table of a terminal: jobs, events that arrive elsewhere, and what calls carried.

use super::lines::hanging;
use super::table::{aligned, fitted, grouped};
use crate::document::{Cell, CellKind, Table};
use crate::sections::{completions, errors_by_transaction, job_times, jobs, units};
use crate::words::Words;
use crate::words::number::dash;
use plimsoll_analysis::{Analysis, RunAnalysis};

/// Of one run; no line where there is nothing of it.
pub fn of_run(words: &Words, run: &RunAnalysis, width: usize) -> Vec<String> {
    let found = &run.experiment;
    let tables = [jobs(words, found), completions(words, found), units(words, found)];
    tables.iter().flat_map(|table| lines(words, table, width)).chain(errors(words, run, width)).collect()
}

/// Which transactions failed and how, and below an example of each to look for in a log.
fn errors(words: &Words, run: &RunAnalysis, width: usize) -> Vec<String> {
    let mut table = errors_by_transaction(words, run);
    let columns = table.columns.len();
    if table.columns.pop_if(|column| column.kind == CellKind::Reason).is_none() {
        return lines(words, &table, width);
    }
    let examples: Vec<Cell> = table.rows.iter_mut().filter_map(|row| row.cells.pop()).collect();
    let named = table.rows.iter().map(|row| format!("{}, {}", row.cells[0].text, row.cells[1].text));
    let named: Vec<String> = named.collect();
    let mut all = lines(words, &table, width);
    debug_assert_eq!(columns, table.columns.len() + 1);
    for (name, example) in named.iter().zip(&examples).filter(|(_, example)| *example != &Cell::missing()) {
        all.extend(hanging(&format!("{name}: {}", example.text), 4, width));
    }
    all
}

/// Durations of the same jobs side by side.
pub fn several_runs(words: &Words, analysis: &Analysis, width: usize) -> Vec<String> {
    lines(words, &job_times(words, analysis), width)
}

/// An empty line, then the table; nothing where it has no row.
fn lines(words: &Words, table: &Table, width: usize) -> Vec<String> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let whole = whole(table);
    let fits = |lines: &[String]| lines.iter().all(|line| line.chars().count() <= width);
    let has_groups = table.columns.iter().any(|column| column.group.is_some());
    let shown = match aligned(&whole) {
        next_to if fits(&next_to) => next_to,
        _ if has_groups => grouped(&by_group(words, table), 2, width),
        _ => fitted(&whole, 1, width),
    };
    std::iter::once(String::new()).chain(shown).collect()
}

fn whole(table: &Table) -> Vec<Vec<String>> {
    let head = table.columns.iter().map(|column| match &column.group {
        Some(group) => format!("{group}: {}", column.head),
        None => column.head.clone(),
    });
    let body = table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect());
    std::iter::once(head.collect()).chain(body).collect()
}

/// A row for each group of columns under the first cell of each row. Groups have the same columns, but for some that one
/// may lack.
fn by_group(words: &Words, table: &Table) -> Vec<Vec<String>> {
    let of_groups =
        || table.columns.iter().enumerate().filter_map(|(i, c)| Some((i, c.group.as_ref()?, &c.head)));
    let (mut groups, mut heads): (Vec<&String>, Vec<&String>) = (Vec::new(), Vec::new());
    for (_, group, head) in of_groups() {
        if !groups.contains(&group) {
            groups.push(group);
        }
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    let first = [table.columns[0].head.clone(), words.text("label-variant")];
    let mut rows: Vec<Vec<String>> = vec![first.into_iter().chain(heads.iter().copied().cloned()).collect()];
    for row in &table.rows {
        for group in &groups {
            let cell = |head: &&String| {
                let found = of_groups().find(|(_, of, own)| of == group && own == head);
                found.map_or_else(dash, |(i, ..)| row.cells[i].text.clone())
            };
            let first = [row.cells[0].text.clone(), (*group).clone()];
            rows.push(first.into_iter().chain(heads.iter().map(cell)).collect());
        }
    }
    rows
}
