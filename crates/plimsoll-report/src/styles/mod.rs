//! Tables as known studies print them: the same columns, digits and marks, so that a series of reports can go on.

mod cells;
mod jobs;
mod matrix;
mod nsp;
mod summary;

use crate::document::{CellKind, Table, TableColumn};
use crate::words::Words;
use plimsoll_analysis::{Analysis, RunAnalysis};
use plimsoll_run::TableStyle;

/// The tables of a style, without empty ones. Of several runs the tables' names begin with the run's number where each
/// run has its own.
pub fn styled(style: TableStyle, analysis: &Analysis, words: &Words) -> Vec<Table> {
    let of_runs = |tables: &dyn Fn(usize) -> Vec<Table>| -> Vec<Table> {
        let mut all = Vec::new();
        for number in 0..analysis.runs.len() {
            for mut table in tables(number) {
                if analysis.runs.len() > 1 {
                    table.id = format!("run-{}-{}", number + 1, table.id);
                }
                all.push(table);
            }
        }
        all
    };
    let mut all = match style {
        TableStyle::Nsp => of_runs(&|run| nsp::tables(words, &analysis.runs[run])),
        TableStyle::Summary => of_runs(&|run| summary::tables(words, &analysis.runs[run])),
        TableStyle::Matrix => vec![matrix::table(words, analysis)],
        TableStyle::Jobs => vec![jobs::table(words, analysis)],
    };
    all.retain(|table| !table.rows.is_empty());
    all
}

/// Runs of which an imported table has percentiles alone.
pub(crate) fn summaries(words: &Words, run: &RunAnalysis) -> Vec<Table> {
    let all = summary::tables(words, run).into_iter();
    all.filter(|table| !table.rows.is_empty()).collect()
}

/// As Markdown: a line of heads, and a line for each row.
pub fn markdown_of(table: &Table) -> String {
    let plain = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let head = |column: &TableColumn| {
        let group = column.group.as_ref().map(|group| format!("{group}: ")).unwrap_or_default();
        plain(&format!("{group}{}", column.head))
    };
    let mark = |column: &TableColumn| {
        if matches!(column.kind, CellKind::Number | CellKind::Key) {
            "---:".to_owned()
        } else {
            ":---".to_owned()
        }
    };
    let rows = table.rows.iter().map(|row| line(row.cells.iter().map(|cell| plain(&cell.text)).collect()));
    let heads = line(table.columns.iter().map(head).collect());
    let marks = line(table.columns.iter().map(mark).collect());
    heads + &marks + &rows.collect::<String>()
}
