//! Several runs side by side.

use super::compared::compared;
use super::times::{TimeUnit, rate};
use crate::document::{
    Block, Cell, CellKind, CellValue, ColumnSet, ReportFigure, Section, Table, stored_name,
};
use crate::words::{self, Words, args};
use plimsoll_analysis::grid::Grid;
use plimsoll_analysis::matrix::{Matrix, MatrixCell, MatrixRow};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::{Analysis, Outcome, RunAnalysis};

/// Of a longer table only the heading is shown until somebody asks.
const ROWS_SHOWN: usize = 40;

pub fn overview<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let section = Section::new(words.text("label-overview")).at("comparison");
    Some(section.with([Block::Table(runs(words, analysis))]))
}

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let found = analysis.matrix.as_ref()?;
    let mut section = Section::new(words.text("label-comparison"));
    section.push(Block::Table(variants(words, found)));
    let figures = analysis.figures.iter().map(|figure| Block::Figure(ReportFigure::of(words, figure, None)));
    section.blocks.extend(figures);
    section.push(Block::note(words.text("label-comparison-note")));
    let transactions = compared(words, found);
    if !transactions.rows.is_empty() {
        let summary = words.text("label-transactions-compared");
        let open = transactions.rows.len() <= ROWS_SHOWN;
        section.push(Block::Details { summary, open, blocks: vec![Block::Table(transactions)] });
    }
    Some(section)
}

/// One row for a run.
fn runs(words: &Words, analysis: &Analysis) -> Table {
    let title = |(number, run): &(usize, &RunAnalysis)| {
        let whole = words::run::title(words, &analysis.runs, &run.header);
        // The study's name is the title of the page.
        let text = words::run::named(words, &analysis.runs, &run.header);
        Cell { text, link: Some(format!("run-{number}")), ..Cell::text(whole) }
    };
    let best = |(_, run): &(usize, &RunAnalysis)| {
        let best = run.capacity.best().map(|best| best.throughput_per_s.value);
        let lost = words::capacity::until_lost(words, &run.capacity);
        Cell::of(words::capacity::figure(words, &run.capacity), best).noted(lost)
    };
    let outcome = |(_, run): &(usize, &RunAnalysis)| {
        let critical = words::verdict::critical(run).count();
        let critical = (critical > 0).then(|| words.say("verdict-critical-count", args![n = critical]));
        let outcome = match run.verdicts.is_empty() {
            true => Cell::missing(),
            false => Cell::judged(words, judgement(run.outcome)),
        };
        outcome.remarked(critical).valued(vec![stored_name(&run.outcome, None).into()])
    };
    let valid = |(_, run): &(usize, &RunAnalysis)| {
        let valid = if run.validity.is_valid() { "yes" } else { "no" };
        Cell::of(words::validity::word(words, run), valid)
    };
    ColumnSet::new()
        .column(CellKind::Text, words.text("label-run"), &["run"], title)
        .column(CellKind::Number, words.text("label-best"), &["throughput_per_s"], best)
        .column(CellKind::Text, words.text("label-verdict"), &["outcome"], outcome)
        .column(CellKind::Text, words.text("label-validity"), &["valid"], valid)
        .table("runs", (1..).zip(&analysis.runs))
}

fn judgement(outcome: Outcome) -> Judgement {
    match outcome {
        Outcome::Holds => Judgement::Pass,
        Outcome::RequirementFailed | Outcome::RequestsFailed => Judgement::Fail,
        Outcome::Inconclusive => Judgement::Inconclusive,
    }
}

/// Which columns a matrix needs.
struct Shown {
    unit: TimeUnit,
    errors: bool,
    service: bool,
}

/// Loads × variants.
fn variants(words: &Words, matrix: &Matrix) -> Table {
    let cells = || matrix.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let shown = Shown {
        unit: TimeUnit::of(cells().map(|cell| &cell.response)),
        errors: cells().any(|cell| cell.errors > 0),
        service: cells().any(|cell| cell.service.is_some()),
    };
    let rates = matrix.rows.iter().any(|row| row.rate_per_s.is_some());
    let several_nodes = matrix.rows.iter().any(|row| row.nodes > 1);
    let (load_head, name) = match (matrix.has_both_loads(), rates) {
        (true, _) => ("label-load", "load"),
        (false, true) => ("label-target-per-s", "asked_per_s"),
        (false, false) if several_nodes => ("label-threads", "threads"),
        (false, false) => ("label-users", "threads"),
    };
    let mut columns = ColumnSet::new();
    if matrix.grid.is_some() {
        columns =
            columns.column(CellKind::Name, words.text("label-variant"), &["variant"], |line: &Line<'_>| {
                Cell::text(line.name).joined(!line.is_first)
            });
    }
    columns = columns.column(CellKind::Key, words.text(load_head), &[name], |line| {
        if matrix.has_both_loads() {
            Cell::text(words::load::load(words, &line.row.load()))
        } else {
            load(words, line.row)
        }
    });
    if !rates && several_nodes {
        columns = columns.column(CellKind::Number, words.text("label-nodes"), &["nodes"], |line| {
            Cell::key(line.row.nodes)
        });
    }
    let variants = matrix.grid.as_ref().map_or(&matrix.variants, |grid| &grid.columns);
    for (place, variant) in variants.iter().enumerate() {
        columns = with_variant(columns, words, &shown, (place, variant));
    }
    match &matrix.grid {
        Some(grid) => columns.table("comparison", by_grid(matrix, grid)),
        None => columns.table("comparison", matrix.rows.iter().map(Line::of)),
    }
}

/// A row of the table, with a cell for each variant or part of a variant's name.
struct Line<'a> {
    /// The first part of the variants' names.
    name: &'a str,
    is_first: bool,
    row: &'a MatrixRow,
    cells: Vec<Option<&'a MatrixCell>>,
}

impl<'a> Line<'a> {
    fn of(row: &'a MatrixRow) -> Line<'a> {
        Line { name: "", is_first: true, row, cells: row.cells.iter().map(Option::as_ref).collect() }
    }
}

/// Many variants: rows are the first parts of their names and the loads, columns the second parts.
fn by_grid<'a>(matrix: &'a Matrix, grid: &'a Grid) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    for (name, variants) in grid.rows.iter().zip(&grid.variants) {
        for row in &matrix.rows {
            let cell = |of: &Option<usize>| row.cells.get((*of)?)?.as_ref();
            let cells: Vec<Option<&MatrixCell>> = variants.iter().map(cell).collect();
            if cells.iter().any(Option::is_some) {
                let is_first = lines.last().is_none_or(|line| !std::ptr::eq(line.name, name.as_str()));
                lines.push(Line { name, is_first, row, cells });
            }
        }
    }
    lines
}

fn load(words: &Words, row: &MatrixRow) -> Cell {
    match row.rate_per_s {
        Some(rate) => Cell::of(words::load::asked_number(words, rate), rate),
        None if row.mean_users.is_some() => {
            Cell::of(words::load::users_number(words, &row.load()), row.load().value())
        }
        None => Cell::key(row.threads),
    }
}

type CellOf = fn(&Words, &Shown, &MatrixCell) -> Cell;

/// With the columns of a variant.
fn with_variant<'f>(
    set: ColumnSet<'f, Line<'f>>,
    words: &'f Words,
    shown: &'f Shown,
    (place, variant): (usize, &str),
) -> ColumnSet<'f, Line<'f>> {
    let unit = shown.unit.name;
    let group = words::run::variant(words, variant);
    let stored = if variant.is_empty() { "unnamed" } else { variant };
    let per_s = ["throughput_per_s", "throughput_min_per_s", "throughput_max_per_s", "repeats", "valid"];
    let mut columns: Vec<(String, &[&str], CellOf)> = vec![
        (words.text("label-per-s"), &per_s, throughput),
        (words.say("label-mean-in", args![unit]), &["mean_us"], mean),
        (words.say("label-p95-in", args![unit]), &["p95_us"], p95),
    ];
    if shown.service {
        columns.push((format!("p95 {}, {unit}", words.text("label-service")), &["service_p95_us"], service));
    }
    if shown.errors {
        columns.push((words.text("label-errors-percent"), &["errors_percent"], |words, _, cell| {
            Cell::of(words.percent(cell.errors_percent), cell.errors_percent)
        }));
    }
    columns.into_iter().fold(set, |set, (head, names, of)| {
        let names: Vec<String> = names.iter().map(|name| format!("{stored}: {name}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        set.within(&group, CellKind::Number, head, &names, move |line| {
            line.cells[place].map_or_else(Cell::missing, |cell| of(words, shown, cell))
        })
    })
}

fn throughput(words: &Words, _: &Shown, cell: &MatrixCell) -> Cell {
    let mut throughput = rate(words, cell.throughput_per_s).strong();
    if !cell.valid {
        throughput.text = format!("{} {}", throughput.text, words.text("label-invalid"));
    }
    throughput.text = words::compare::with_servers(words, throughput.text, cell.servers, cell.repeats > 1);
    let range = (cell.repeats > 1).then(|| {
        words.interval(&words.rate(cell.throughput_per_s_min), &words.rate(cell.throughput_per_s_max))
    });
    let values: Vec<CellValue> = vec![
        cell.throughput_per_s.into(),
        cell.throughput_per_s_min.into(),
        cell.throughput_per_s_max.into(),
        cell.repeats.into(),
        if cell.valid { "yes".into() } else { "no".into() },
    ];
    throughput.noted(range).valued(values)
}

fn mean(words: &Words, shown: &Shown, cell: &MatrixCell) -> Cell {
    let note = shown.unit.with_in_flight(words, cell.mean_with_in_flight_us);
    lower(words, cell, shown.unit.short(words, cell.response.mean_us)).noted(note)
}

fn p95(words: &Words, shown: &Shown, cell: &MatrixCell) -> Cell {
    let p95_us = cell.response.p95_us;
    let text = shown.unit.short(words, p95_us.map(|us| us as f64));
    lower(words, cell, text.valued(vec![p95_us.into()]))
}

fn service(words: &Words, shown: &Shown, cell: &MatrixCell) -> Cell {
    shown.unit.whole(words, cell.service.as_ref().unwrap_or(&cell.response).p95_us)
}

/// As a lower bound, where requests were still under way when the window ended.
fn lower(words: &Words, matrix_cell: &MatrixCell, cell: Cell) -> Cell {
    if matrix_cell.mean_with_in_flight_us.is_some() { cell.at_least(words) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_analysis::step::ResponseTimes;
    use plimsoll_run::Language;

    fn cell(throughput_per_s: f64) -> MatrixCell {
        MatrixCell {
            repeats: 1,
            throughput_per_s,
            throughput_per_s_min: throughput_per_s,
            throughput_per_s_max: throughput_per_s,
            response: ResponseTimes {
                mean_us: Some(317_440.0),
                p50_us: Some(5_000),
                p95_us: Some(9_034),
                p99_us: Some(900_000),
                ..ResponseTimes::default()
            },
            mean_with_in_flight_us: None,
            service: None,
            transactions: Vec::new(),
            errors: 0,
            errors_percent: 0.0,
            requests: 1_000,
            valid: true,
            servers: None,
        }
    }

    #[test]
    fn a_grid_has_a_row_for_each_first_part_and_load_that_was_measured() {
        let row = |users: u32, cells: Vec<Option<MatrixCell>>| MatrixRow {
            threads: users,
            nodes: 1,
            users,
            mean_users: None,
            rate_per_s: None,
            cells,
        };
        let matrix = Matrix {
            variants: ["A GET", "A POST", "B GET"].map(str::to_owned).to_vec(),
            rows: vec![
                row(50, vec![Some(cell(1.0)), Some(cell(2.0)), Some(cell(3.0))]),
                row(100, vec![Some(cell(4.0)), None, None]),
            ],
            grid: Some(Grid {
                rows: vec!["A".to_owned(), "B".to_owned()],
                columns: vec!["GET".to_owned(), "POST".to_owned()],
                variants: vec![vec![Some(0), Some(1)], vec![Some(2), None]],
            }),
        };
        let table = super::variants(&Words::new(Language::English), &matrix);
        let texts = |row: &crate::document::TableRow| -> String {
            row.cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = table.rows.iter().map(texts).collect();
        assert_eq!(
            rows,
            ["A 50 1.00 317 9.03 2.00 317 9.03", "A 100 4.00 317 9.03 – – –", "B 50 3.00 317 9.03 – – –"]
        );
        assert!(table.rows.iter().all(|row| row.cells.len() == table.columns.len()));
    }
}
