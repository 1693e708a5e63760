//! Pairs of variants under each load: by how much each figure differs.

use crate::document::{Cell, CellKind, CellValue, RowClass, Table, TableColumn, stored_name};
use crate::words::{self, Words, args};
use plimsoll_analysis::comparison::{CapacityDifference, DifferenceVerdict, Metric, Row, VariantDifference};
use plimsoll_analysis::conclusion::Conclusion;
use plimsoll_analysis::statistics::{Bounds, Estimate};

/// A row for each pair of variants and load, and one for their capacities.
pub fn differences(words: &Words, found: &Conclusion) -> Table {
    let shares = found.differences.iter().flat_map(|pair| &pair.loads).flat_map(|load| &load.rows);
    let metrics: Vec<Metric> = if shares.clone().any(|row| row.metric.is_share()) {
        Metric::ALL.to_vec()
    } else {
        Metric::ALL.into_iter().filter(|metric| !metric.is_share()).collect()
    };
    let mut columns = vec![
        TableColumn::new(CellKind::Text, words.text("conclusion-pair"), &["before", "after"]),
        TableColumn::new(CellKind::Text, words.text("compare-load"), &["load"]),
    ];
    columns.extend(metrics.iter().map(|metric| {
        let head = words::compare::metric(words, *metric);
        let stored = stored_name(metric, None).replace('-', "_");
        let stored = match metric {
            Metric::ThroughputPerS => "throughput",
            Metric::ErrorsPercent => "errors",
            _ => stored.trim_end_matches("_us"),
        };
        let unit = if metric.is_share() { "points" } else { "percent" };
        let names = ["change", "change_low", "change_high"].map(|what| format!("{stored}_{what}_{unit}"));
        TableColumn { names: names.to_vec(), ..TableColumn::new(CellKind::Number, head, &[]) }
    }));
    columns.push(TableColumn::new(CellKind::Text, words.text("conclusion-result"), &["result"]));
    let mut table = Table::new("differences", columns);
    for pair in &found.differences {
        if let Some(capacity) = &pair.capacity {
            table.row(RowClass::Plain, capacity_row(words, pair, capacity, metrics.len()));
        }
        for load in &pair.loads {
            let subject = &load.rows[0].subject;
            let name = words::compare::load(words, &subject.load, &subject.step_name);
            let cells = metrics.iter().map(|metric| {
                let row = load.rows.iter().find(|row| row.metric == *metric);
                row.map_or_else(no_change, |row| change(words, row))
            });
            let cells: Vec<Cell> = cells.collect();
            let mut line = line(words, pair, name, cells, load.verdict);
            if let Some(result) = line.last_mut() {
                result.note = words::differences::servers(words, pair, load);
            }
            table.row(RowClass::Plain, line);
        }
    }
    table
}

fn line(
    words: &Words,
    pair: &VariantDifference,
    load: String,
    changes: Vec<Cell>,
    verdict: DifferenceVerdict,
) -> Vec<Cell> {
    let names = vec![pair.before.as_str().into(), pair.after.as_str().into()];
    let mut cells =
        vec![Cell::written(words::differences::heading(words, pair)).valued(names), Cell::text(load)];
    cells.extend(changes);
    cells.push(Cell::of(words::differences::verdict(words, verdict), stored_name(&verdict, None)));
    cells
}

fn capacity_row(
    words: &Words,
    pair: &VariantDifference,
    found: &CapacityDifference,
    columns: usize,
) -> Vec<Cell> {
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    let bounds_95 = found.ratio.bounds_95.map(|b| Bounds { low: percent(b.low), high: percent(b.high) });
    let change = Estimate { value: percent(found.ratio.value), bounds_95 };
    let shown = |value: f64| words::compare::signed(words, value, 1);
    let text = words.with_percent_sign(shown(change.value));
    let bounds =
        bounds_95.map(|b| words.say("compare-bounds", args![low = shown(b.low), high = shown(b.high)]));
    let mut cells = vec![changed(text, bounds, change)];
    cells.resize_with(columns, no_change);
    let verdict = words::differences::verdict_of(found.effect);
    line(words, pair, words.text("conclusion-capacity"), cells, verdict)
}

fn change(words: &Words, row: &Row) -> Cell {
    changed(words::compare::change(words, row), words::compare::bounds(words, row), row.change())
}

fn changed(text: String, bounds: Option<String>, change: Estimate) -> Cell {
    let (low, high) = (change.bounds_95.map(|b| b.low), change.bounds_95.map(|b| b.high));
    Cell::written(text).valued(vec![change.value.into(), low.into(), high.into()]).noted(bounds)
}

fn no_change() -> Cell {
    Cell::missing().valued(vec![CellValue::Missing; 3])
}
