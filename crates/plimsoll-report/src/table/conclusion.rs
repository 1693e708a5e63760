//! What several runs say together.

use super::cell::{Cell, Column, Kind, RowClass, Table, Value, stored_name};
use crate::evidence::{self, Place, Section};
use crate::words::{self, Words, args};
use plimsoll_analysis::comparison::{CapacityDifference, Metric, Row, Told, VariantDifference};
use plimsoll_analysis::conclusion::{Conclusion, VariantConclusion};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::statistics::{Bounds, Estimate};
use plimsoll_analysis::{Analysis, RunAnalysis};

/// A row for each variant, its repeats together, with links to the parts of its runs.
pub fn conclusion(words: &Words, analysis: &Analysis, found: &Conclusion) -> Table {
    let column = |id: &str, names: &[&str]| Column::new(Kind::Text, words.text(id), names);
    let columns = vec![
        Column::new(Kind::Name, words.text("label-variant"), &["variant", "runs"]),
        column(
            "conclusion-capacity",
            &["capacity_kind", "capacity_per_s", "capacity_min_per_s", "capacity_max_per_s"],
        ),
        column("label-recommended", &["recommended_per_s"]),
        column("label-limiting-factor", &["limiting_factor", "grade", "limiting_factor_runs"]),
        column("conclusion-critical", &["critical_findings"]),
        column("conclusion-requirements", &["requirements_held_runs"]),
    ];
    let mut table = Table::new("conclusion", columns);
    for variant in &found.variants {
        let cells = vec![
            Cell::text(words::run::variant(words, &variant.name))
                .valued(vec![variant.name.as_str().into(), variant.runs.len().into()])
                .noted(properties(analysis, variant)),
            capacity(words, analysis, variant),
            recommended(words, analysis, variant),
            limit(words, analysis, variant),
            critical(words, analysis, variant),
            requirements(words, analysis, variant),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

fn properties(analysis: &Analysis, variant: &VariantConclusion) -> Option<String> {
    let run = &analysis.runs[*variant.runs.first()?];
    words::conclusion::properties(&run.header.variant)
}

fn capacity(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let place = |run: &RunAnalysis| evidence::of_capacity(run).into_iter().next();
    let Some(found) = &variant.capacity else {
        let text = words.text("capacity-figure-unknown");
        let cell = Cell { text, values: vec![Value::Missing; 4], ..Cell::default() };
        return linked(words, analysis, variant, &variant.runs, place, cell.strong());
    };
    let values = vec![
        stored_name(&found.kind, None).into(),
        found.throughput_per_s.into(),
        found.throughput_per_s_min.into(),
        found.throughput_per_s_max.into(),
    ];
    let mut notes: Vec<String> =
        words::conclusion::capacity_note(words, found, variant.runs.len()).into_iter().collect();
    notes.extend(words::conclusion::shares(words, found, &analysis.runs));
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    let cell = Cell::written(words::conclusion::capacity(words, found)).valued(values).noted(note).strong();
    linked(words, analysis, variant, &found.runs, place, cell)
}

fn recommended(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    if variant.requirements.is_empty() {
        return Cell::missing();
    }
    let point = variant.recommended.as_ref().map(|point| point.throughput_per_s.value);
    let text = point.map_or_else(|| words.text("label-none"), |value| words.per_s(value));
    let cell =
        Cell::of(text, point).noted(words::conclusion::recommended_note(words, variant, &analysis.runs));
    let place = |run: &RunAnalysis| evidence::of_recommended(run).into_iter().next();
    linked(words, analysis, variant, &variant.runs, place, cell)
}

fn limit(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let found = &variant.limit;
    let text = words::conclusion::limit(words, found);
    let first = found.causes.first();
    let values = vec![
        first.map(|_| text.clone()).into(),
        first.map(|cause| stored_name(&cause.grade, None)).into(),
        first.map(|cause| cause.runs.len()).into(),
    ];
    let note = words::conclusion::limit_note(words, found, variant.runs.len());
    let cell = Cell::written(text).valued(values).noted(note);
    linked(words, analysis, variant, &variant.runs, |_| Some(Place::Section(Section::Limit)), cell)
}

fn critical(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let cell = Cell::count(words, variant.critical_findings as u64);
    let place = |_: &RunAnalysis| Some(Place::Section(Section::Findings));
    linked(words, analysis, variant, &variant.critical_runs, place, cell)
}

fn requirements(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let Some(judgement) = variant.judgement() else { return Cell::missing() };
    let note = words::conclusion::requirements_note(words, variant);
    let cell = Cell::judged(words, judgement).valued(vec![variant.holds.len().into()]).noted(note);
    let place = |run: &RunAnalysis| {
        let worst = |wanted| run.verdicts.iter().position(|verdict| verdict.judgement == wanted);
        let index = worst(Judgement::Fail).or_else(|| worst(Judgement::Inconclusive)).unwrap_or(0);
        (!run.verdicts.is_empty()).then_some(Place::Requirement(index))
    };
    linked(words, analysis, variant, &variant.runs, place, cell)
}

/// Of a single run the cell itself leads to its evidence, of several a line of their numbers.
fn linked(
    words: &Words,
    analysis: &Analysis,
    variant: &VariantConclusion,
    runs: &[usize],
    place: impl Fn(&RunAnalysis) -> Option<Place>,
    cell: Cell,
) -> Cell {
    let anchor = |run: usize| Some(words::conclusion::anchor(run, &place(&analysis.runs[run])?.anchor()));
    if let [only] = variant.runs.as_slice() {
        return Cell { link: runs.contains(only).then(|| anchor(*only)).flatten(), ..cell };
    }
    let number = |run: usize| variant.runs.iter().position(|of| *of == run).map_or(0, |place| place + 1);
    let places: Vec<(String, String)> =
        runs.iter().filter_map(|run| Some((number(*run).to_string(), anchor(*run)?))).collect();
    let name = words.say("conclusion-repeats", args![n = places.len()]);
    Cell { places: (!places.is_empty()).then_some((name, places)), ..cell }
}

/// A row for each pair of variants and load, and one for their capacities.
pub fn differences(words: &Words, found: &Conclusion) -> Table {
    let shares = found.differences.iter().flat_map(|pair| &pair.loads).flat_map(|load| &load.rows);
    let metrics: Vec<Metric> = if shares.clone().any(|row| row.metric.is_share()) {
        Metric::ALL.to_vec()
    } else {
        Metric::ALL.into_iter().filter(|metric| !metric.is_share()).collect()
    };
    let mut columns = vec![
        Column::new(Kind::Text, words.text("conclusion-pair"), &["before", "after"]),
        Column::new(Kind::Text, words.text("compare-load"), &["load"]),
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
        Column { names: names.to_vec(), ..Column::new(Kind::Number, head, &[]) }
    }));
    columns.push(Column::new(Kind::Text, words.text("conclusion-result"), &["result"]));
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
            let mut line = line(words, pair, name, cells, load.told);
            if let Some(result) = line.last_mut() {
                result.note = words::differences::servers(words, pair, load);
            }
            table.row(RowClass::Plain, line);
        }
    }
    table
}

fn line(words: &Words, pair: &VariantDifference, load: String, changes: Vec<Cell>, told: Told) -> Vec<Cell> {
    let names = vec![pair.before.as_str().into(), pair.after.as_str().into()];
    let mut cells =
        vec![Cell::written(words::differences::heading(words, pair)).valued(names), Cell::text(load)];
    cells.extend(changes);
    cells.push(Cell::of(words::differences::told(words, told), stored_name(&told, None)));
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
    let told = words::differences::told_of(found.effect);
    line(words, pair, words.text("conclusion-capacity"), cells, told)
}

fn change(words: &Words, row: &Row) -> Cell {
    changed(words::compare::change(words, row), words::compare::bounds(words, row), row.change())
}

fn changed(text: String, bounds: Option<String>, change: Estimate) -> Cell {
    let (low, high) = (change.bounds_95.map(|b| b.low), change.bounds_95.map(|b| b.high));
    Cell::written(text).valued(vec![change.value.into(), low.into(), high.into()]).noted(bounds)
}

fn no_change() -> Cell {
    Cell::missing().valued(vec![Value::Missing; 3])
}
