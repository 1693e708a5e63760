//! A capacity search: every rate with its windows.

use super::page::figure;
use super::steps::TimeUnit;
use super::verdict::badge;
use crate::words::number::dash;
use crate::words::{self, Words, args};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::rate_capacity::{ProbedRate, ProbedWindow, RateCapacity};
use plimsoll_analysis::requirement::{Measure, Requirement};
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if let Some(search) = run.rate_capacity() {
            section id="search" {
                h2 { (words.text("label-search")) }
                p { (words::search::sentence(words, search)) }
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::RateSearch) {
                    (figure(words, found, Some(run)))
                }
                @if !search.rates.is_empty() {
                    h3 { (words.text("label-rate-table")) }
                    (table(words, run, search))
                }
                p.note { (words.text("search-note")) }
            }
        }
    }
}

fn table(words: &Words, run: &RunAnalysis, search: &RateCapacity) -> Markup {
    let unit = TimeUnit::of(run.steps.iter().map(|step| &step.response));
    let percentile = percentile(search);
    html! {
        div.scroll tabindex="0" {
            table.search {
                thead { tr {
                    th { (words.text("label-asked-per-s")) } th { (words.text("label-window")) } th { (words.text("label-arrivals-per-s")) } th { (words.text("label-requests-per-s")) }
                    th { "p" (words.written(percentile)) " " (words.text("label-response")) ", " (unit.name) }
                    th { "p" (words.written(percentile)) " " (words.text("label-service")) ", " (unit.name) }
                    th { (words.text("label-dropped")) } th { (words.text("label-errors-percent")) } th.text { (words.text("label-verdict")) } th.text { (words.text("label-reason")) }
                } }
                @for probed in &search.rates { (rate_rows(words, run, search, probed, percentile, &unit)) }
            }
        }
    }
}

/// That of the limiting requirement, if it is one on all requests.
fn percentile(search: &RateCapacity) -> f64 {
    let limiting = search.limiting.as_deref().and_then(|text| Requirement::parse(text).ok());
    match limiting.filter(|requirement| requirement.transaction.is_none()).map(|r| r.measure) {
        Some(Measure::Percentile(percent)) => percent,
        _ => 95.0,
    }
}

fn rate_rows(
    words: &Words,
    run: &RunAnalysis,
    search: &RateCapacity,
    probed: &ProbedRate,
    percentile: f64,
    unit: &TimeUnit,
) -> Markup {
    let is = |rate: &Option<ProbedRate>| rate.as_ref().is_some_and(|r| r.rate_per_s == probed.rate_per_s);
    let (best, several) = (is(&search.holds), probed.windows.len() > 1);
    html! {
        tbody {
            @for (i, window) in probed.windows.iter().enumerate() {
                tr.best[best && !several] {
                    @if i == 0 {
                        th rowspan=(probed.windows.len() + usize::from(several)) {
                            (words::load::asked_number(words, probed.rate_per_s)) @if best { " ★" }
                        }
                    }
                    td { (words.say("label-step-number", args![step = window.step])) }
                    @if let Some(step) = run.step(window.step) { (window_cells(words, step, percentile, unit)) }
                    (verdict_cells(words, window))
                }
            }
            @if several {
                tr.total.best[best] {
                    td { (words.text("label-together")) }
                    td colspan="6" {}
                    td.text { (badge(words, probed.pooled.judgement)) }
                    td.text.reason { (words::search::why(words, &probed.pooled)) }
                }
            }
        }
    }
}

fn window_cells(words: &Words, step: &StepRow, percentile: f64, unit: &TimeUnit) -> Markup {
    let response = step.percentile_us(percentile);
    let service = if step.service.is_some() { step.service_percentile_us(percentile) } else { response };
    let arrivals = step.arrivals.as_ref();
    html! {
        td { (arrivals.map_or_else(dash, |arrivals| words.rate(arrivals.started_per_s))) }
        td { (words.rate(step.throughput_per_s.value)) }
        td { (unit.cell(words, response.map(|us| us as f64))) }
        td { (unit.cell(words, service.map(|us| us as f64))) }
        td { (arrivals.map_or_else(dash, |arrivals| words.count(arrivals.dropped))) }
        td { (words.percent(step.errors_percent)) }
    }
}

fn verdict_cells(words: &Words, window: &ProbedWindow) -> Markup {
    html! {
        td.text { (badge(words, window.verdict.judgement)) }
        td.text.reason { (words::search::why(words, &window.verdict)) }
    }
}
