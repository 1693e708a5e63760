//! Beside the step table of a terminal: jobs, events that arrive elsewhere, and what calls carried.

use crate::table::{Table, completions, job_times, jobs, units};
use crate::terminal_table::fitted;
use crate::words::Words;
use plimsoll_analysis::{Analysis, RunAnalysis};

/// Of one run; no line where there is nothing of it.
pub(crate) fn of_run(words: &Words, run: &RunAnalysis, width: usize) -> Vec<String> {
    let found = &run.experiment;
    let tables = [jobs(words, found), completions(words, found), units(words, found)];
    tables.iter().flat_map(|table| lines(table, width)).collect()
}

/// Durations of the same jobs side by side.
pub(crate) fn across(words: &Words, analysis: &Analysis, width: usize) -> Vec<String> {
    lines(&job_times(words, analysis), width)
}

/// An empty line, then the table.
fn lines(table: &Table, width: usize) -> Vec<String> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let head = table.columns.iter().map(|column| match &column.group {
        Some(group) => format!("{group}: {}", column.head),
        None => column.head.clone(),
    });
    let body = table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect());
    let rows: Vec<Vec<String>> = std::iter::once(head.collect()).chain(body).collect();
    std::iter::once(String::new()).chain(fitted(&rows, 1, width)).collect()
}
