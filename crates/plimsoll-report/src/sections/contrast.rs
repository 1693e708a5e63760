//! Comparisons of runs, and the history of many.

use crate::document::{
    Block, Cell, CellKind, ListItem, ListKind, ReportDocument, RowClass, Section, SectionRole, Spans, Strip,
    Table, TableColumn,
};
use crate::words::number::dash;
use crate::words::{self, Words};
use plimsoll_analysis::comparison::{
    ComparedGroup, Comparison, Contrast, Effect, HISTORY_RUNS_MIN, History, Judged, Row, SeriesHistory,
};
use plimsoll_analysis::requirements::Judgement;

pub fn comparison<'a>(words: &Words, comparison: &Comparison) -> ReportDocument<'a> {
    let sections = comparison.contrasts.iter().flat_map(|found| contrast(words, comparison, found));
    document(words.text("compare-title"), sections.collect())
}

pub fn history<'a>(words: &Words, history: &History) -> ReportDocument<'a> {
    let mut sections = vec![verdict(words, history.judged, words::compare::history_summary(words, history))];
    if history.runs.len() < HISTORY_RUNS_MIN {
        sections.push(bare(vec![Block::paragraph(words.text("compare-history-few"))]));
    }
    let table = changes(words, history);
    let note = Block::note(words.text("compare-history-note"));
    sections.push(Section::new(words.text("compare-rows")).with([Block::Table(table), note]));
    document(words.text("compare-history-title"), sections)
}

/// Series of values, in whatever unit.
pub fn series<'a>(words: &Words, history: &SeriesHistory) -> ReportDocument<'a> {
    let mut sections = vec![verdict(words, history.judged, words::series::summary(words, history))];
    let remarks = words::series::remarks(words, history);
    if !remarks.is_empty() {
        sections.push(bare(remarks.into_iter().map(Block::paragraph).collect()));
    }
    let columns = vec![
        column(words, CellKind::Text, "compare-series-point"),
        column(words, CellKind::Text, "compare-series-name"),
        column(words, CellKind::Number, "compare-before"),
        column(words, CellKind::Number, "compare-after"),
        column(words, CellKind::Number, "compare-change"),
        column(words, CellKind::Text, "compare-judgement"),
    ];
    let mut table = Table::new("series", columns);
    for (series, change) in history.series.iter().flat_map(|s| s.changes.iter().map(move |c| (s, c))) {
        let cells = [
            change.point.clone(),
            series.name.clone(),
            words::series::value(words, change.before),
            words::series::value(words, change.after),
            words::series::percent(words, change),
            words::series::sense(words, change),
        ];
        table.row(RowClass::Plain, cells.map(Cell::written).into());
    }
    let note = Block::note(words.text("compare-history-note"));
    sections.push(Section::new(words.text("compare-rows")).with([Block::Table(table), note]));
    document(words.text("compare-history-title"), sections)
}

fn document(title: String, sections: Vec<Section<'_>>) -> ReportDocument<'_> {
    ReportDocument { title, about: None, has_several_runs: false, sections }
}

fn bare(blocks: Vec<Block<'_>>) -> Section<'_> {
    Section::new(Spans::new()).role(SectionRole::Bare).with(blocks)
}

fn verdict<'a>(words: &Words, judged: Judged, summary: String) -> Section<'a> {
    let judgement = match judged {
        Judged::NoRegression => Judgement::Pass,
        Judged::Regression => Judgement::Fail,
        Judged::Undecided => Judgement::Inconclusive,
    };
    Section::new(Spans::new().badge(words::compare::judged(words, judged), judgement))
        .role(SectionRole::Verdict { judgement: Some(judgement), alarmed: false })
        .with([Block::paragraph(summary)])
}

fn contrast<'a>(words: &Words, comparison: &Comparison, contrast: &Contrast) -> Vec<Section<'a>> {
    let counts = words::compare::counts(words, comparison, contrast);
    let unit = Block::note(words::compare::unit(words, contrast));
    let side = |id: &str, group: &ComparedGroup| {
        let one = |spans: Spans, run: &plimsoll_analysis::comparison::ComparedRun| {
            let started = words.date_time(run.started_unix_us, &run.time_zone);
            spans.text(format!("{} · {started}", run.name)).line_break()
        };
        let name = format!("{}: {}", words.text(id), group.name);
        (Spans::from(name), group.runs.iter().fold(Spans::new(), one))
    };
    let sides = vec![side("compare-before", &contrast.before), side("compare-after", &contrast.after)];
    let mut sections = vec![
        Section::new(words::compare::heading(words, contrast)).role(SectionRole::Part),
        verdict(words, contrast.judged, counts),
        bare(vec![unit, Block::Properties(sides)]),
    ];
    if !contrast.caveats.is_empty() {
        let items = contrast.caveats.iter().map(|caveat| words::compare::caveat(words, caveat));
        let items = items.map(|text| ListItem::of(vec![Block::line(text)]));
        let list = Block::List(ListKind::Plain, items.collect());
        sections.push(Section::new(words.text("compare-caveats")).with([list]));
    }
    if !contrast.rows.is_empty() {
        let all: Vec<&Row> = contrast.rows.iter().collect();
        let sentences = contrast.rows.iter().filter_map(|row| words::compare::sentence(words, contrast, row));
        let table = Block::Table(rows(words, comparison.margin_percent, &all));
        let section = Section::new(words.text("compare-rows")).with([table]);
        sections.push(section.with(sentences.map(Block::paragraph)));
    }
    if !contrast.jobs.is_empty() {
        let summary = contrast.job_summary.iter();
        let summary = summary.map(|found| words::compare::job_summary(words, contrast, found));
        let trends = contrast.job_trends.iter().map(|trend| words::compare::job_trend(words, trend));
        let section = Section::new(words.text("compare-jobs")).with([Block::Table(jobs(words, contrast))]);
        sections.push(section.with(summary.chain(trends).map(Block::paragraph)));
    }
    let block = match contrast.configuration.is_empty() {
        true => Block::paragraph(words.text("compare-configuration-same")),
        false => Block::Table(configuration(words, contrast)),
    };
    sections.push(Section::new(words.text("compare-configuration")).with([block]));
    sections
}

fn column(words: &Words, kind: CellKind, id: &str) -> TableColumn {
    TableColumn::new(kind, words.text(id), &[])
}

/// A row for each figure; load, requests and figure name it.
pub fn rows(words: &Words, margin: f64, rows: &[&Row]) -> Table {
    let scale = scale(rows, margin);
    let ends = (words.fixed(scale, 0), words.with_percent_sign(words.fixed(scale, 0)));
    let columns = vec![
        column(words, CellKind::Name, "compare-load"),
        column(words, CellKind::Text, "compare-requests"),
        column(words, CellKind::Text, "compare-metric"),
        column(words, CellKind::Number, "compare-before"),
        column(words, CellKind::Number, "compare-after"),
        column(words, CellKind::Number, "compare-change"),
        column(words, CellKind::Number, "compare-interval"),
        TableColumn::new(CellKind::Picture, format!("−{} … +{}", ends.0, ends.1), &[]),
        column(words, CellKind::Text, "compare-judgement"),
    ];
    let mut table = Table::new("changes", columns);
    for row in rows {
        let judgement = match row.effect {
            Effect::Worse => Judgement::Fail,
            Effect::Better | Effect::Equivalent => Judgement::Pass,
            Effect::Unproven(_) | Effect::NotComparable => Judgement::Inconclusive,
        };
        let strip = || Strip { change: row.change(), margin, scale };
        let effect = words::compare::effect(words, row.effect);
        let cells = vec![
            Cell::written(words::compare::load(words, &row.subject.load, &row.subject.step_name)),
            Cell::written(words::compare::requests(words, &row.subject)),
            Cell::written(words::compare::metric(words, row.metric)),
            Cell::written(words::compare::side(words, row.metric, &row.before)),
            Cell::written(words::compare::side(words, row.metric, &row.after)),
            Cell::written(words::compare::change(words, row)).strong(),
            Cell::written(words::compare::bounds(words, row).unwrap_or_else(dash)),
            Cell { strip: is_compared(row).then(strip), ..Cell::default() },
            Cell { judgement: Some(judgement), ..Cell::written(effect) },
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

fn is_compared(row: &Row) -> bool {
    row.ratio.is_some() && row.effect != Effect::NotComparable
}

/// Percent at the ends of the strips: what holds the intervals, but no more than a doubling.
fn scale(rows: &[&Row], margin: f64) -> f64 {
    let far = |row: &&Row| {
        let change = row.change();
        let ends = change.bounds_95.map_or(0.0, |b| b.low.abs().max(b.high.abs()));
        ends.max(change.value.abs())
    };
    let widest = rows.iter().filter(|row| is_compared(row)).map(far).fold(2.0 * margin, f64::max);
    (widest / 10.0).ceil().clamp(1.0, 10.0) * 10.0
}

pub fn jobs(words: &Words, contrast: &Contrast) -> Table {
    let heads = ["compare-before", "compare-after", "compare-delta", "compare-change"];
    let numbers = heads.map(|id| column(words, CellKind::Number, id));
    let name = column(words, CellKind::Name, "compare-job");
    let mut table = Table::new("jobs", std::iter::once(name).chain(numbers).collect());
    for row in &contrast.jobs {
        table.row(RowClass::Plain, words::compare::job_row(words, row).map(Cell::written).into());
    }
    table
}

fn configuration(words: &Words, contrast: &Contrast) -> Table {
    let heads = ["compare-setting", "compare-name", "compare-before", "compare-after"];
    let mut table = Table::new("configuration", heads.map(|id| column(words, CellKind::Text, id)).into());
    for found in &contrast.configuration {
        table.row(RowClass::Plain, words::compare::difference(words, found).map(Cell::written).into());
    }
    table
}

fn changes(words: &Words, history: &History) -> Table {
    let columns = vec![
        column(words, CellKind::Name, "compare-history-run"),
        column(words, CellKind::Text, "compare-metric"),
        column(words, CellKind::Number, "compare-before"),
        column(words, CellKind::Number, "compare-after"),
        column(words, CellKind::Number, "compare-change"),
        column(words, CellKind::Text, "compare-judgement"),
    ];
    let mut table = Table::new("changes", columns);
    for series in &history.series {
        let level = |value, servers| words::compare::level(words, series.metric, value, servers);
        for change in &series.changes {
            let percent =
                change.percent.map(|p| words.with_percent_sign(words::compare::signed(words, p, 1)));
            let cells = [
                change.name.clone(),
                words::compare::what(words, &series.subject, series.metric),
                level(change.before, change.servers_before),
                level(change.after, change.servers_after),
                percent.unwrap_or_else(dash),
                words::compare::effect(words, change.effect),
            ];
            table.row(RowClass::Plain, cells.map(Cell::written).into());
        }
    }
    table
}
