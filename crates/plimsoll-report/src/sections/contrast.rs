//! Comparisons of runs, and the history of many.

use super::summary::bare;
use crate::document::{
    Block, Cell, CellKind, CellPicture, ColumnSet, ListItem, ListKind, ReportDocument, Section, SectionRole,
    Spans, Strip, Table,
};
use crate::words::number::dash;
use crate::words::{self, Words};
use plimsoll_analysis::comparison::{
    ComparedGroup, Comparison, Contrast, Effect, HISTORY_RUNS_MIN, History, Judged, Row, SeriesHistory,
};
use plimsoll_analysis::requirements::Judgement;

pub fn comparison<'a>(words: &Words, comparison: &Comparison) -> ReportDocument<'a> {
    let claims = super::follow_up::of(words, &[], &comparison.follow_ups);
    let sections = comparison.contrasts.iter().flat_map(|found| contrast(words, comparison, found));
    document(words.text("compare-title"), claims.into_iter().chain(sections).collect())
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
        sections.push(bare(remarks.into_iter().map(Block::paragraph)));
    }
    let changes = history.series.iter().flat_map(|s| s.changes.iter().map(move |change| (s, change)));
    let cells = changes.map(|(series, change)| {
        [
            change.point.clone(),
            series.name.clone(),
            words::series::value(words, change.before),
            words::series::value(words, change.after),
            words::series::percent(words, change),
            words::series::sense(words, change),
        ]
    });
    let heads = [
        (CellKind::Text, "compare-series-point"),
        (CellKind::Text, "compare-series-name"),
        (CellKind::Number, "compare-before"),
        (CellKind::Number, "compare-after"),
        (CellKind::Number, "compare-change"),
        (CellKind::Text, "compare-judgement"),
    ];
    let table = written(words, "series", heads, cells);
    let note = Block::note(words.text("compare-history-note"));
    sections.push(Section::new(words.text("compare-rows")).with([Block::Table(table), note]));
    document(words.text("compare-history-title"), sections)
}

fn document(title: String, sections: Vec<Section<'_>>) -> ReportDocument<'_> {
    ReportDocument { title, about: None, has_several_runs: false, sections }
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
        let items = words::compare::caveats(words, &contrast.caveats).into_iter();
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

/// A table of texts, each column with its heading.
fn written<const N: usize>(
    words: &Words,
    id: &str,
    heads: [(CellKind, &str); N],
    rows: impl Iterator<Item = [String; N]>,
) -> Table {
    let columns = heads.into_iter().enumerate().fold(ColumnSet::new(), |set, (i, (kind, head))| {
        set.column(kind, words.text(head), &[], move |row: &[String; N]| Cell::written(row[i].clone()))
    });
    columns.table(id, rows)
}

/// Verdict, table, sentences and caveats of every contrast.
pub fn comparison_in_short<'a>(words: &Words, comparison: &Comparison) -> Vec<Section<'a>> {
    let claims = super::follow_up::of(words, &[], &comparison.follow_ups);
    let contrasts = comparison.contrasts.iter();
    let sections = contrasts.flat_map(|found| contrast_in_short(words, comparison, found));
    claims.into_iter().chain(sections).collect()
}

fn contrast_in_short<'a>(words: &Words, comparison: &Comparison, contrast: &Contrast) -> Vec<Section<'a>> {
    let about = [
        words::compare::judged(words, contrast.judged),
        words::compare::counts(words, comparison, contrast),
        words::compare::unit(words, contrast),
    ];
    let shown = shown(&contrast.rows);
    let sentences = shown.iter().filter_map(|row| words::compare::sentence(words, contrast, row));
    let summary = contrast.job_summary.iter();
    let summary = summary.map(|found| words::compare::job_summary(words, contrast, found));
    let trends = contrast.job_trends.iter().map(|trend| words::compare::job_trend(words, trend));
    let settings = contrast.configuration.iter().map(|found| {
        let [setting, name, before, after] = words::compare::difference(words, found);
        format!("{setting}, {name}: {before} → {after}")
    });
    let caveats = words::compare::caveats(words, &contrast.caveats).into_iter();
    let titled = |id: &str, list: Block<'a>| Section::new(words.text(id)).with([list]);
    let mut sections = vec![
        Section::new(words::compare::heading(words, contrast)).with(about.map(Block::line)),
        bare([Block::Table(rows(words, comparison.margin_percent, &shown))]),
        bare(Block::list(sentences)),
        bare([Block::Table(jobs(words, contrast))]).with(Block::list(summary.chain(trends))),
    ];
    sections.extend(Block::list(settings).map(|list| titled("compare-configuration", list)));
    sections.extend(Block::list(caveats).map(|list| titled("compare-caveats", list)));
    sections
}

/// More rows of transactions than this are left to the other formats, but for those that are better or worse.
const ROWS_IN_SHORT_MAX: usize = 60;

fn shown(rows: &[Row]) -> Vec<&Row> {
    let all = rows.len() <= ROWS_IN_SHORT_MAX;
    let notable = |row: &Row| matches!(row.effect, Effect::Worse | Effect::Better);
    rows.iter().filter(|row| all || row.subject.transaction.is_none() || notable(row)).collect()
}

/// The changes of level, the largest first.
pub fn history_in_short<'a>(words: &Words, history: &History) -> Section<'a> {
    let few = (history.runs.len() < HISTORY_RUNS_MIN).then(|| words.text("compare-history-few"));
    let changes = history.series.iter().flat_map(|series| {
        series.changes.iter().map(move |change| words::compare::history_change(words, series, change))
    });
    history_section(words, history.judged, words::compare::history_summary(words, history))
        .with(few.map(Block::line))
        .with(Block::list(changes))
}

/// Where the levels of series changed, and what was not looked at.
pub fn series_in_short<'a>(words: &Words, history: &SeriesHistory) -> Section<'a> {
    let changes = history.series.iter().flat_map(|series| {
        series.changes.iter().map(move |change| words::series::change(words, series, change))
    });
    history_section(words, history.judged, words::series::summary(words, history))
        .with(Block::list(changes))
        .with(words::series::remarks(words, history).into_iter().map(Block::line))
}

fn history_section<'a>(words: &Words, judged: Judged, summary: String) -> Section<'a> {
    Section::new(words.text("compare-history-title"))
        .with([words::compare::judged(words, judged), summary].map(Block::line))
}

/// A row for each figure; load, requests and figure name it.
fn rows(words: &Words, margin: f64, rows: &[&Row]) -> Table {
    let scale = scale(rows, margin);
    let ends = (words.fixed(scale, 0), words.with_percent_sign(words.fixed(scale, 0)));
    let strip = |row: &&&Row| {
        is_compared(row).then(|| CellPicture::Strip(Strip { change: row.change(), margin, scale }))
    };
    let judged = |row: &&&Row| {
        let judgement = match row.effect {
            Effect::Worse => Judgement::Fail,
            Effect::Better | Effect::Equivalent => Judgement::Pass,
            Effect::Unproven(_) | Effect::NotComparable => Judgement::Inconclusive,
        };
        Cell { judgement: Some(judgement), ..Cell::written(words::compare::effect(words, row.effect)) }
    };
    let (text, written, figure) = (|id| words.text(id), CellKind::Text, CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Name, text("compare-load"), &[], |row: &&&Row| {
            Cell::written(words::compare::load(words, &row.subject.load, &row.subject.step_name))
        })
        .column(written, text("compare-requests"), &[], |row| {
            Cell::written(words::compare::requests(words, &row.subject))
        })
        .column(written, text("compare-metric"), &[], |row| {
            Cell::written(words::compare::metric(words, row.metric))
        })
        .column(figure, text("compare-before"), &[], |row| {
            Cell::written(words::compare::side(words, row.metric, &row.before))
        })
        .column(figure, text("compare-after"), &[], |row| {
            Cell::written(words::compare::side(words, row.metric, &row.after))
        })
        .column(figure, text("compare-change"), &[], |row| {
            Cell::written(words::compare::change(words, row)).strong()
        })
        .column(figure, text("compare-interval"), &[], |row| {
            Cell::written(words::compare::bounds(words, row).unwrap_or_else(dash))
        })
        .column(CellKind::Picture, format!("−{} … +{}", ends.0, ends.1), &[], |row| Cell {
            picture: strip(row),
            ..Cell::default()
        })
        .column(written, text("compare-judgement"), &[], judged)
        .table("changes", rows)
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

fn jobs(words: &Words, contrast: &Contrast) -> Table {
    let figure = CellKind::Number;
    let heads = [
        (CellKind::Name, "compare-job"),
        (figure, "compare-before"),
        (figure, "compare-after"),
        (figure, "compare-delta"),
        (figure, "compare-change"),
    ];
    written(words, "jobs", heads, contrast.jobs.iter().map(|row| words::compare::job_row(words, row)))
}

fn configuration(words: &Words, contrast: &Contrast) -> Table {
    let heads = ["compare-setting", "compare-name", "compare-before", "compare-after"];
    let rows = contrast.configuration.iter().map(|found| words::compare::difference(words, found));
    written(words, "configuration", heads.map(|id| (CellKind::Text, id)), rows)
}

fn changes(words: &Words, history: &History) -> Table {
    let heads = [
        (CellKind::Name, "compare-history-run"),
        (CellKind::Text, "compare-metric"),
        (CellKind::Number, "compare-before"),
        (CellKind::Number, "compare-after"),
        (CellKind::Number, "compare-change"),
        (CellKind::Text, "compare-judgement"),
    ];
    let changes = history.series.iter().flat_map(|s| s.changes.iter().map(move |change| (s, change)));
    let rows = changes.map(|(series, change)| {
        let level = |value, servers| words::compare::level(words, series.metric, value, servers);
        let percent = change.percent.map(|p| words.with_percent_sign(words::compare::signed(words, p, 1)));
        [
            change.name.clone(),
            words::compare::what(words, &series.subject, series.metric),
            level(change.before, change.servers_before),
            level(change.after, change.servers_after),
            percent.unwrap_or_else(dash),
            words::compare::effect(words, change.effect),
        ]
    });
    written(words, "changes", heads, rows)
}
