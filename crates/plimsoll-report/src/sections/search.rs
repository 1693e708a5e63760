//! A capacity search: every rate with its windows.

use super::figures::one;
use super::times::{TimeUnit, rate};
use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn, TableRow};
use crate::evidence::SectionAnchor;
use crate::words::{self, Words, args};
use plimsoll_analysis::capacity::{ProbedRate, ProbedWindow, RateCapacity};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::requirements::WindowVerdict;
use plimsoll_analysis::requirements::{Requirement, RequirementMetric};
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let search = run.rate_capacity()?;
    let mut section = Section::new(words.text("label-search")).at(SectionAnchor::Search.name());
    section.push(Block::paragraph(words::search::sentence(words, search)));
    section.blocks.extend(one(words, run, FigureKind::RateSearch));
    if !search.rates.is_empty() {
        section.push(Block::heading(words.text("label-rate-table")));
        section.push(Block::Table(rates(words, run, search).laid_out("search")));
    }
    section.push(Block::note(words.text("search-note")));
    Some(section)
}

fn rates(words: &Words, run: &RunAnalysis, search: &RateCapacity) -> Table {
    let unit = TimeUnit::of(run.steps.iter().map(|step| &step.response));
    let percent = percentile(search);
    let number = |head: String, name: &str| TableColumn::new(CellKind::Number, head, &[name]);
    let times = |id| format!("p{} {}, {}", words.written(percent), words.text(id), unit.name);
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-target-per-s"), &["asked_per_s"]),
        number(words.text("label-window"), "step"),
        number(words.text("label-started-per-s"), "begun_per_s"),
        number(words.text("label-requests-per-s"), "throughput_per_s"),
        number(times("label-response"), &format!("response_p{percent}_us")),
        number(times("label-service"), &format!("service_p{percent}_us")),
        number(words.text("label-dropped"), "dropped"),
        number(words.text("label-errors-percent"), "errors_percent"),
        TableColumn::new(CellKind::Text, words.text("label-verdict"), &["verdict"]),
        TableColumn::new(CellKind::Reason, words.text("label-reason"), &["reason"]),
    ];
    let mut table = Table::new("rates", columns);
    for probed in &search.rates {
        let is_best = search.holds.as_ref().is_some_and(|holds| holds.rate_per_s == probed.rate_per_s);
        for (i, window) in probed.windows.iter().enumerate() {
            let row = window_row(words, run, (probed, window), is_best, i, (percent, &unit));
            table.rows.push(row);
        }
        if probed.windows.len() > 1 {
            let class = if is_best { RowClass::BestTotal } else { RowClass::Total };
            let mut cells = vec![asked(words, probed, is_best).joined(true)];
            cells.extend([Cell::written(words.text("label-together")), Cell::blank(6)]);
            cells.extend(verdict_cells(words, &probed.pooled));
            table.row(class, cells);
        }
    }
    table
}

/// That of the limiting requirement, if it is one on all requests.
fn percentile(search: &RateCapacity) -> f64 {
    let limiting = search.limiting.as_deref().and_then(|text| Requirement::parse(text).ok());
    match limiting.filter(|requirement| requirement.transaction.is_none()).map(|r| r.measure) {
        Some(RequirementMetric::Percentile(percent)) => percent,
        _ => 95.0,
    }
}

fn asked(words: &Words, probed: &ProbedRate, is_best: bool) -> Cell {
    let star = if is_best { " ★" } else { "" };
    let text = words::load::asked_number(words, probed.rate_per_s);
    Cell::of(format!("{text}{star}"), probed.rate_per_s)
}

/// A single window of the best rate is its row; of several, the row of all together is.
fn window_row(
    words: &Words,
    run: &RunAnalysis,
    (probed, window): (&ProbedRate, &ProbedWindow),
    is_best: bool,
    index: usize,
    (percent, unit): (f64, &TimeUnit),
) -> TableRow {
    let number = words.say("label-step-number", args![step = window.step]);
    let mut cells = vec![asked(words, probed, is_best).joined(index > 0), Cell::of(number, window.step)];
    match run.step(window.step) {
        Some(step) => cells.extend(window_cells(words, step, percent, unit)),
        None => cells.extend((0..6).map(|_| Cell::missing())),
    }
    cells.extend(verdict_cells(words, &window.verdict));
    let best = is_best && probed.windows.len() == 1;
    TableRow { class: if best { RowClass::Best } else { RowClass::Plain }, anchor: None, cells }
}

fn window_cells(words: &Words, step: &StepRow, percent: f64, unit: &TimeUnit) -> Vec<Cell> {
    let response = step.percentile_us(percent);
    let service = if step.service.is_some() { step.service_percentile_us(percent) } else { response };
    let arrivals = step.arrivals.as_ref();
    vec![
        Cell::maybe(arrivals.map(|arrivals| arrivals.started_per_s), |rate| words.rate(rate)),
        rate(words, step.throughput_per_s.value),
        unit.whole(words, response),
        unit.whole(words, service),
        arrivals.map_or_else(Cell::missing, |arrivals| Cell::count(words, arrivals.dropped)),
        Cell::of(words.percent(step.errors_percent), step.errors_percent),
    ]
}

fn verdict_cells(words: &Words, verdict: &WindowVerdict) -> [Cell; 2] {
    [Cell::judged(words, verdict.judgement), Cell::text(words::search::why(words, verdict))]
}
