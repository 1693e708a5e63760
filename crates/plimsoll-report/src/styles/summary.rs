//! Percentiles of runs as a table told them, average and maximum in one cell: as the reports on ONAP's VES collector print
//! them. What such percentiles are worth, the finding `percentiles-of-percentiles` says.

use super::cells::{shortest, text};
use crate::document::{CellKind, RowClass, Table, TableColumn};
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_run::{ImportedRows, ImportedSummary};

pub fn tables(words: &Words, run: &RunAnalysis) -> Vec<Table> {
    let reported = run.header.imported_tables.iter().filter_map(|table| match &table.rows {
        ImportedRows::Summaries(rows) => Some(table_of(words, rows)),
        _ => None,
    });
    reported.collect()
}

fn table_of(words: &Words, rows: &[ImportedSummary]) -> Table {
    // `p50`, `p95`: columns whose parts belong together.
    let mut percentiles: Vec<&str> = Vec::new();
    for (column, _) in rows.iter().flat_map(|row| &row.percentiles) {
        let name = column.split('_').next().unwrap_or(column);
        if !percentiles.contains(&name) {
            percentiles.push(name);
        }
    }
    let mut columns = vec![
        TableColumn::new(CellKind::Name, words.text("style-setup"), &["condition"]),
        TableColumn::new(CellKind::Name, words.text("style-scenario"), &["scenario"]),
    ];
    columns.extend(percentiles.iter().map(|name| {
        let head = words.say("style-percentile", args![percent = name.trim_start_matches('p')]);
        TableColumn::new(CellKind::Line, head, &[name])
    }));
    columns.extend([
        TableColumn::new(CellKind::Number, words.text("style-processing"), &["mean"]),
        TableColumn::new(CellKind::Number, words.text("style-errors"), &["error"]),
        TableColumn::new(CellKind::Number, words.text("style-cpu"), &["max_cpu_percent"]),
    ]);
    let mut table = Table::new("summary", columns);
    let mut before: Option<&ImportedSummary> = None;
    for row in rows {
        let same = before.is_some_and(|before| before.condition == row.condition);
        let mut scenario = text(scenario(row)).joined(same);
        let mut setup = text(setup(row)).joined(same);
        if same {
            scenario.text.clear();
            setup.text.clear();
        }
        let mut cells = vec![setup, scenario];
        for name in &percentiles {
            let parts = row.cells.iter().filter(|(column, _)| column.split('_').next() == Some(name));
            cells.push(text(parts.map(|(_, written)| written.as_str()).collect::<Vec<_>>().join(", ")));
        }
        let mean = row.mean_us.map_or_else(String::new, |us| format!("{}ms", shortest(words, us / 1e3, 1)));
        cells.extend([text(mean), text(written(row, "error")), text(written(row, "cpu"))]);
        before = Some(row);
        table.row(RowClass::Plain, cells);
    }
    table
}

/// `10RPS → 5min`
fn scenario(row: &ImportedSummary) -> String {
    format!("{}RPS → {}min", row.rate_per_s, row.duration_s / 60.0)
}

/// What a condition has beside rate and length.
fn setup(row: &ImportedSummary) -> String {
    let known = ["rps", "rate_per_s", "throughput_per_s", "minutes"];
    let others = row.condition.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    others.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}

fn written(row: &ImportedSummary, part: &str) -> String {
    let cell = row.cells.iter().find(|(column, _)| column.contains(part));
    cell.map_or_else(String::new, |(_, text)| text.clone())
}
