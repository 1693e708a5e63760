//! A capacity search: every rate with its windows.

use super::figures::one;
use super::times::{TimeUnit, rate};
use crate::document::{Block, Cell, CellKind, ColumnSet, RowClass, Section, Table};
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
    let unit = TimeUnit::of_run(run, run.steps.iter().map(|step| &step.response));
    let percent = percentile(search);
    let times = |id| format!("p{} {}, {}", words.written(percent), words.text(id), unit.name);
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    // Of all windows together there are no figures of a step.
    let of_step = |row: &RateRow<'_>, cell: &dyn Fn(&StepRow) -> Cell| match row.window {
        Some(window) => run.step(window.step).map_or_else(Cell::missing, cell),
        None => Cell::blank(6),
    };
    let started =
        |step: &StepRow| Cell::maybe(step.arrivals.as_ref().map(|a| a.started_per_s), |r| words.rate(r));
    let dropped = |step: &StepRow| {
        let arrivals = step.arrivals.as_ref();
        arrivals.map_or_else(Cell::missing, |arrivals| Cell::count(words, arrivals.dropped))
    };
    let service = |step: &StepRow| match step.service {
        Some(_) => step.service_percentile_us(percent),
        None => step.percentile_us(percent),
    };
    ColumnSet::new()
        .column(CellKind::Key, text("label-target-per-s"), &["asked_per_s"], |row: &RateRow<'_>| {
            asked(words, row.probed, row.is_best).joined(!row.is_first)
        })
        .column(figure, text("label-window"), &["step"], |row| match row.window {
            Some(window) => Cell::of(words.say("label-step-number", args![step = window.step]), window.step),
            None => Cell::written(words.text("label-together")),
        })
        .column(figure, text("label-started-per-s"), &["begun_per_s"], |row| of_step(row, &started))
        .column(figure, text("label-requests-per-s"), &["throughput_per_s"], |row| {
            of_step(row, &|step| rate(words, step.throughput_per_s.value))
        })
        .column(figure, times("label-response"), &[&format!("response_p{percent}_us")], |row| {
            of_step(row, &|step| unit.whole(words, step.percentile_us(percent)))
        })
        .column(figure, times("label-service"), &[&format!("service_p{percent}_us")], |row| {
            of_step(row, &|step| unit.whole(words, service(step)))
        })
        .column(figure, text("label-dropped"), &["dropped"], |row| of_step(row, &dropped))
        .column(figure, text("label-errors-percent"), &["errors_percent"], |row| {
            of_step(row, &|step| Cell::of(words.percent(step.errors_percent), step.errors_percent))
        })
        .column(CellKind::Text, text("label-verdict"), &["verdict"], |row| {
            Cell::judged(words, row.verdict.judgement)
        })
        .column(CellKind::Reason, text("label-reason"), &["reason"], |row| {
            let why = words::search::why_in_table(words, row.verdict, row.is_late(run));
            Cell::text(match row.window.is_some_and(|window| window.is_superseded) {
                true => format!("{why} ({})", words.text("search-superseded")),
                false => why,
            })
        })
        .marked("rates", rows(search), RateRow::class)
}

/// A window, or all windows of a rate together.
struct RateRow<'a> {
    probed: &'a ProbedRate,
    is_best: bool,
    is_first: bool,
    window: Option<&'a ProbedWindow>,
    verdict: &'a WindowVerdict,
}

impl RateRow<'_> {
    fn is_late(&self, run: &RunAnalysis) -> bool {
        let steps = self.window.map_or_else(|| self.probed.steps(), |window| vec![window.step]);
        steps.iter().any(|step| run.step(*step).is_some_and(|row| row.uncertainty.is_some()))
    }

    /// A single window of the best rate is its row; of several, the row of all together is.
    fn class(&self) -> RowClass {
        match (self.window, self.is_best) {
            (None, true) => RowClass::BestTotal,
            (None, false) => RowClass::Total,
            (Some(window), true) if self.probed.steps() == [window.step] => RowClass::Best,
            (Some(_), _) => RowClass::Plain,
        }
    }
}

fn rows(search: &RateCapacity) -> Vec<RateRow<'_>> {
    let mut rows = Vec::new();
    for probed in &search.rates {
        let is_best = search.holds.as_ref().is_some_and(|holds| holds.rate_per_s == probed.rate_per_s);
        let row = |window, verdict, is_first| RateRow { probed, is_best, is_first, window, verdict };
        for (i, window) in probed.windows.iter().enumerate() {
            rows.push(row(Some(window), &window.verdict, i == 0));
        }
        if probed.steps().len() > 1 {
            rows.push(row(None, &probed.pooled, false));
        }
    }
    rows
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
