//! Several runs side by side.

use super::compared::compared;
use super::times::{TimeUnit, at_least, rate};
use crate::document::{
    Block, Cell, CellKind, CellValue, ReportFigure, RowClass, Section, Table, TableColumn, stored_name,
};
use crate::words::{self, Words, args};
use plimsoll_analysis::grid::Grid;
use plimsoll_analysis::matrix::{Matrix, MatrixCell, MatrixRow};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::{Analysis, Outcome};

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
    let columns = vec![
        TableColumn::new(CellKind::Text, words.text("label-run"), &["run"]),
        TableColumn::new(CellKind::Number, words.text("label-best"), &["throughput_per_s"]),
        TableColumn::new(CellKind::Text, words.text("label-verdict"), &["outcome"]),
        TableColumn::new(CellKind::Text, words.text("label-validity"), &["valid"]),
    ];
    let mut table = Table::new("runs", columns);
    for (i, run) in analysis.runs.iter().enumerate() {
        let whole = words::run::title(words, &analysis.runs, &run.header);
        // The study's name is the title of the page.
        let text = words::run::named(words, &analysis.runs, &run.header);
        let title = Cell { text, ..Cell::text(whole) };
        let critical = words::verdict::critical(run).count();
        let critical = (critical > 0).then(|| words.say("verdict-critical-count", args![n = critical]));
        let outcome = match run.verdicts.is_empty() {
            true => Cell::missing(),
            false => Cell::judged(words, judgement(run.outcome)),
        };
        let valid = if run.validity.is_valid() { "yes" } else { "no" };
        let cells = vec![
            Cell { link: Some(format!("run-{}", i + 1)), ..title },
            Cell::of(
                words::capacity::figure(words, &run.capacity),
                run.capacity.best().map(|best| best.throughput_per_s.value),
            )
            .noted(words::capacity::until_lost(words, &run.capacity)),
            outcome.remarked(critical).valued(vec![stored_name(&run.outcome, None).into()]),
            Cell::of(words::validity::word(words, run), valid),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
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
    let nodes = !rates && matrix.rows.iter().any(|row| row.nodes > 1);
    let (load, name) =
        if rates { ("label-target-per-s", "asked_per_s") } else { ("label-threads", "threads") };
    let mut columns = vec![TableColumn::new(CellKind::Key, words.text(load), &[name])];
    if nodes {
        columns.push(TableColumn::new(CellKind::Number, words.text("label-nodes"), &["nodes"]));
    }
    if let Some(grid) = &matrix.grid {
        columns.insert(0, TableColumn::new(CellKind::Name, words.text("label-variant"), &["variant"]));
        return by_grid(words, matrix, grid, columns, &shown);
    }
    for variant in &matrix.variants {
        columns.extend(variant_columns(words, variant, &shown));
    }
    let mut table = Table::new("comparison", columns);
    for row in &matrix.rows {
        let mut line = load_cells(words, row, nodes);
        line.extend(row.cells.iter().flat_map(|cell| variant_cells(words, cell.as_ref(), &shown)));
        table.row(RowClass::Plain, line);
    }
    table
}

/// Many variants: rows are the first parts of their names and the loads, columns the second parts.
fn by_grid(words: &Words, matrix: &Matrix, grid: &Grid, head: Vec<TableColumn>, shown: &Shown) -> Table {
    let nodes = head.len() > 2;
    let mut columns = head;
    columns.extend(grid.columns.iter().flat_map(|name| variant_columns(words, name, shown)));
    let mut table = Table::new("comparison", columns);
    for (name, variants) in grid.rows.iter().zip(&grid.variants) {
        let cell = |row: &'_ MatrixRow, of: Option<usize>| row.cells.get(of?).cloned().flatten();
        let measured = |row: &&MatrixRow| variants.iter().any(|of| cell(row, *of).is_some());
        for (i, row) in matrix.rows.iter().filter(measured).enumerate() {
            let mut line = vec![Cell::text(name.clone()).joined(i > 0)];
            line.extend(load_cells(words, row, nodes));
            line.extend(variants.iter().flat_map(|of| variant_cells(words, cell(row, *of).as_ref(), shown)));
            table.row(RowClass::Plain, line);
        }
    }
    table
}

fn load_cells(words: &Words, row: &MatrixRow, nodes: bool) -> Vec<Cell> {
    let load = match row.rate_per_s {
        Some(rate) => Cell::of(words::load::asked_number(words, rate), rate),
        None if row.mean_users.is_some() => {
            Cell::of(words::load::users_number(words, &row.load()), row.load().value())
        }
        None => Cell::key(row.threads),
    };
    std::iter::once(load).chain(nodes.then(|| Cell::key(row.nodes))).collect()
}

fn variant_columns(words: &Words, variant: &str, shown: &Shown) -> Vec<TableColumn> {
    let unit = shown.unit.name;
    let group = words::run::variant(words, variant);
    let stored = if variant.is_empty() { "unnamed" } else { variant };
    let column = |head: String, names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("{stored}: {name}")).collect();
        TableColumn { names, ..TableColumn::new(CellKind::Number, head, &[]).within(&group) }
    };
    let throughput = ["throughput_per_s", "throughput_min_per_s", "throughput_max_per_s", "repeats", "valid"];
    let mut columns = vec![
        column(words.text("label-per-s"), &throughput),
        column(words.say("label-mean-in", args![unit]), &["mean_us"]),
        column(words.say("label-p95-in", args![unit]), &["p95_us"]),
    ];
    if shown.service {
        columns.push(column(format!("p95 {}, {unit}", words.text("label-service")), &["service_p95_us"]));
    }
    if shown.errors {
        columns.push(column(words.text("label-errors-percent"), &["errors_percent"]));
    }
    columns
}

fn variant_cells(words: &Words, cell: Option<&MatrixCell>, shown: &Shown) -> Vec<Cell> {
    let Some(cell) = cell else {
        let columns = 3 + usize::from(shown.service) + usize::from(shown.errors);
        return (0..columns).map(|_| Cell::missing()).collect();
    };
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
    let mut cells = vec![
        throughput.noted(range).valued(values),
        shown.unit.short(words, cell.response.mean_us),
        shown
            .unit
            .short(words, cell.response.p95_us.map(|us| us as f64))
            .valued(vec![cell.response.p95_us.into()]),
    ];
    if let Some(mean_us) = cell.mean_with_in_flight_us {
        let times = at_least(words, cells.split_off(1), Some(mean_us));
        cells.extend(times);
        cells[1].note = shown.unit.with_in_flight(words, Some(mean_us));
    }
    if shown.service {
        cells.push(shown.unit.whole(words, cell.service.as_ref().unwrap_or(&cell.response).p95_us));
    }
    if shown.errors {
        cells.push(Cell::of(words.percent(cell.errors_percent), cell.errors_percent));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use plimsoll_analysis::step::ResponseTimes;

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
