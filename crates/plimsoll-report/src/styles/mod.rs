//! Tables as known studies print them: the same columns, digits and marks, so that a series of reports can go on.

mod cells;
mod jobs;
mod matrix;
mod nsp;
mod summary;

use crate::document::{CellKind, Table, TableColumn};
use crate::words::Words;
use plimsoll_analysis::Analysis;
use std::fmt;
use std::str::FromStr;

/// Whose tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStyle {
    /// The Danish health platform's: steps with truncated percentages, calls by server.
    Nsp,
    /// Threads × kinds of requests, by configuration (Apinizer).
    Matrix,
    /// Percentiles of runs (ONAP's VES collector).
    Summary,
    /// Durations of jobs `hh:mm:ss`, with signed differences (FOLIO).
    Jobs,
}

impl TableStyle {
    pub const ALL: [TableStyle; 4] =
        [TableStyle::Nsp, TableStyle::Matrix, TableStyle::Summary, TableStyle::Jobs];

    pub fn name(self) -> &'static str {
        match self {
            TableStyle::Nsp => "nsp",
            TableStyle::Matrix => "matrix",
            TableStyle::Summary => "summary",
            TableStyle::Jobs => "jobs",
        }
    }
}

/// No style is called so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no style of tables is called `{0}`; there are nsp, matrix, summary and jobs")]
pub struct UnknownTableStyle(pub String);

impl FromStr for TableStyle {
    type Err = UnknownTableStyle;

    fn from_str(name: &str) -> Result<TableStyle, UnknownTableStyle> {
        let found = TableStyle::ALL.into_iter().find(|style| style.name() == name);
        found.ok_or_else(|| UnknownTableStyle(name.to_owned()))
    }
}

impl fmt::Display for TableStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
