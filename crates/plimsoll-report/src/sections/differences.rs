//! Pairs of variants under each load: by how much each figure differs.

use crate::document::{Cell, CellKind, CellValue, ColumnSet, Table, stored_name};
use crate::words::{self, Words, args};
use plimsoll_analysis::comparison::{CapacityDifference, LoadDifference, Metric, Row, VariantDifference};
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
    let pair = |row: &DifferenceRow<'_>| {
        let names = vec![row.pair.before.as_str().into(), row.pair.after.as_str().into()];
        Cell::written(words::differences::heading(words, row.pair)).valued(names)
    };
    let mut columns = ColumnSet::new()
        .column(CellKind::Text, words.text("conclusion-pair"), &["before", "after"], pair)
        .column(CellKind::Text, words.text("compare-load"), &["load"], |row| match row.of {
            Of::Capacity(_) => Cell::text(words.text("conclusion-capacity")),
            Of::Load(load) => {
                let subject = &load.rows[0].subject;
                Cell::text(words::compare::load(words, &subject.load, &subject.step_name))
            }
        });
    for (place, metric) in metrics.into_iter().enumerate() {
        let head = words::compare::metric(words, metric);
        let stored = stored_name(&metric, None).replace('-', "_");
        let stored = match metric {
            Metric::ThroughputPerS => "throughput",
            Metric::ErrorsPercent => "errors",
            _ => stored.trim_end_matches("_us"),
        };
        let unit = if metric.is_share() { "points" } else { "percent" };
        let names = ["change", "change_low", "change_high"].map(|what| format!("{stored}_{what}_{unit}"));
        let names = names.each_ref().map(String::as_str);
        columns = columns.column(CellKind::Number, head, &names, move |row| match row.of {
            Of::Capacity(found) if place == 0 => capacity_change(words, found),
            Of::Capacity(_) => no_change(),
            Of::Load(load) => {
                let row = load.rows.iter().find(|row| row.metric == metric);
                row.map_or_else(no_change, |row| change(words, row))
            }
        });
    }
    columns
        .column(CellKind::Text, words.text("conclusion-result"), &["result"], |row| {
            let (verdict, note) = match row.of {
                Of::Capacity(found) => (words::differences::verdict_of(found.effect), None),
                Of::Load(load) => (load.verdict, words::differences::servers(words, row.pair, load)),
            };
            let text = words::differences::verdict(words, verdict);
            Cell::of(text, stored_name(&verdict, None)).noted(note)
        })
        .table("differences", rows(found))
}

/// A row of a pair of variants.
struct DifferenceRow<'a> {
    pair: &'a VariantDifference,
    of: Of<'a>,
}

#[derive(Clone, Copy)]
enum Of<'a> {
    Capacity(&'a CapacityDifference),
    Load(&'a LoadDifference),
}

fn rows(found: &Conclusion) -> impl Iterator<Item = DifferenceRow<'_>> {
    found.differences.iter().flat_map(|pair| {
        let loads = pair.loads.iter().map(Of::Load);
        let all = pair.capacity.iter().map(Of::Capacity).chain(loads);
        all.map(move |of| DifferenceRow { pair, of })
    })
}

fn capacity_change(words: &Words, found: &CapacityDifference) -> Cell {
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    let bounds_95 = found.ratio.bounds_95.map(|b| Bounds { low: percent(b.low), high: percent(b.high) });
    let change = Estimate { value: percent(found.ratio.value), bounds_95 };
    let shown = |value: f64| words::compare::signed(words, value, 1);
    let bounds =
        bounds_95.map(|b| words.say("compare-bounds", args![low = shown(b.low), high = shown(b.high)]));
    changed(words.with_percent_sign(shown(change.value)), bounds, change)
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
