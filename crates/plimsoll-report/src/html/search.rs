//! A capacity search: every rate with its windows.

use super::page::figure;
use super::steps::TimeUnit;
use super::verdict::badge;
use crate::words::number::{count, dash, percent, rate};
use crate::words::{self, label};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::rate_capacity::{ProbedRate, ProbedWindow, RateCapacity};
use plimsoll_analysis::requirement::{Measure, Requirement};
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section(run: &RunAnalysis) -> Markup {
    html! {
        @if let Some(search) = run.rate_capacity() {
            section {
                h2 { (label::SEARCH) }
                p { (words::search::sentence(search)) }
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::RateSearch) {
                    (figure(found, Some(run)))
                }
                @if !search.rates.is_empty() {
                    h3 { (label::RATE_TABLE) }
                    (table(run, search))
                }
                p.note { (words::search::NOTE) }
            }
        }
    }
}

fn table(run: &RunAnalysis, search: &RateCapacity) -> Markup {
    let unit = TimeUnit::of(run.steps.iter().map(|step| &step.response));
    let percentile = percentile(search);
    html! {
        div.scroll tabindex="0" {
            table.search {
                thead { tr {
                    th { (label::ASKED_PER_S) } th { (label::WINDOW) } th { (label::ARRIVALS_PER_S) } th { (label::REQUESTS_PER_S) }
                    th { "p" (percentile) " " (label::RESPONSE) ", " (unit.name) }
                    th { "p" (percentile) " " (label::SERVICE) ", " (unit.name) }
                    th { (label::DROPPED) } th { (label::ERRORS_PERCENT) } th.text { (label::VERDICT) } th.text { (label::REASON) }
                } }
                @for probed in &search.rates { (rate_rows(run, search, probed, percentile, &unit)) }
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
                            (words::load::asked_number(probed.rate_per_s)) @if best { " ★" }
                        }
                    }
                    td { (label::STEP.to_lowercase()) " " (window.step) }
                    @if let Some(step) = run.step(window.step) { (window_cells(step, percentile, unit)) }
                    (verdict_cells(window))
                }
            }
            @if several {
                tr.total.best[best] {
                    td { (label::TOGETHER) }
                    td colspan="6" {}
                    td.text { (badge(probed.pooled.judgement)) }
                    td.text.reason { (words::search::why(&probed.pooled)) }
                }
            }
        }
    }
}

fn window_cells(step: &StepRow, percentile: f64, unit: &TimeUnit) -> Markup {
    let response = step.percentile_us(percentile);
    let service = if step.service.is_some() { step.service_percentile_us(percentile) } else { response };
    let arrivals = step.arrivals.as_ref();
    html! {
        td { (arrivals.map_or_else(dash, |arrivals| rate(arrivals.started_per_s))) }
        td { (rate(step.throughput_per_s.value)) }
        td { (unit.cell(response.map(|us| us as f64))) }
        td { (unit.cell(service.map(|us| us as f64))) }
        td { (arrivals.map_or_else(dash, |arrivals| count(arrivals.dropped))) }
        td { (percent(step.errors_percent)) }
    }
}

fn verdict_cells(window: &ProbedWindow) -> Markup {
    html! {
        td.text { (badge(window.verdict.judgement)) }
        td.text.reason { (words::search::why(&window.verdict)) }
    }
}
