//! Several runs side by side.

use super::page::figure;
use super::steps::TimeUnit;
use super::verdict::badge;
use crate::words;
use crate::words::label;
use crate::words::number::{dash, percent, rate};
use maud::{Markup, html};
use plimsoll_analysis::matrix::{Matrix, MatrixCell};
use plimsoll_analysis::verdict::Judgement;
use plimsoll_analysis::{Analysis, Outcome};

pub fn section(analysis: &Analysis) -> Markup {
    html! {
        section {
            h2 { (label::OVERVIEW) }
            (runs(analysis))
        }
        @if let Some(found) = &analysis.matrix {
            section {
                h2 { (label::COMPARISON) }
                (matrix(found))
                @for found in &analysis.figures { (figure(found, None)) }
                p.note { (label::COMPARISON_NOTE) }
            }
        }
    }
}

fn runs(analysis: &Analysis) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr { th.text { (label::RUN) } th { (label::BEST) } th.text { (label::VERDICT) } th.text { (label::VALIDITY) } } }
                tbody {
                    @for (i, run) in analysis.runs.iter().enumerate() {
                        tr {
                            th.text { a href={ "#run-" (i + 1) } { (words::run::title(&run.header)) } }
                            td { (words::capacity::figure(&run.capacity)) }
                            td.text {
                                @if run.verdicts.is_empty() { (dash()) }
                                @else { (badge(as_judgement(run.outcome))) }
                            }
                            td.text { (words::validity::word(run)) }
                        }
                    }
                }
            }
        }
    }
}

fn as_judgement(outcome: Outcome) -> Judgement {
    match outcome {
        Outcome::Holds => Judgement::Pass,
        Outcome::RequirementFailed => Judgement::Fail,
        Outcome::Inconclusive => Judgement::Inconclusive,
    }
}

fn matrix(matrix: &Matrix) -> Markup {
    let cells = || matrix.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let unit = TimeUnit::of(cells().map(|cell| &cell.response));
    let errors = cells().any(|cell| cell.errors > 0);
    let service = cells().any(|cell| cell.service.is_some());
    let rates = matrix.rows.iter().any(|row| row.rate_per_s.is_some());
    let columns = 3 + usize::from(service) + usize::from(errors);
    let nodes = !rates && matrix.rows.iter().any(|row| row.nodes > 1);
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th rowspan="2" { (if rates { label::ASKED_PER_S } else { label::THREADS }) }
                        @if nodes { th rowspan="2" { (label::NODES) } }
                        @for variant in &matrix.variants {
                            th.group colspan=(columns) { (words::run::variant(variant)) }
                        }
                    }
                    tr {
                        @for _ in &matrix.variants { th { (label::PER_S) } th { (label::MEAN_IN) (unit.name) } th { (label::P95_IN) (unit.name) } @if service { th { "p95 " (label::SERVICE) ", " (unit.name) } } @if errors { th { (label::ERRORS_PERCENT) } } }
                    }
                }
                tbody {
                    @for row in &matrix.rows {
                        tr {
                            th { (row.rate_per_s.map_or_else(|| row.threads.to_string(), words::load::asked_number)) }
                            @if nodes { td { (row.nodes) } }
                            @for found in &row.cells { (cell(found.as_ref(), &unit, service, errors)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(cell: Option<&MatrixCell>, unit: &TimeUnit, service: bool, errors: bool) -> Markup {
    html! {
        @match cell {
            None => { td { (dash()) } td { (dash()) } td { (dash()) } @if service { td { (dash()) } } @if errors { td { (dash()) } } }
            Some(cell) => {
                td {
                    strong { (rate(cell.throughput_per_s)) }
                    @if !cell.valid { " " (label::INVALID) }
                    @if cell.repeats > 1 {
                        br; span.soft { (rate(cell.throughput_per_s_min)) "–" (rate(cell.throughput_per_s_max)) }
                    }
                }
                td { (unit.cell(cell.response.mean_us)) }
                td { (unit.cell(cell.response.p95_us.map(|us| us as f64))) }
                @if service { td { (unit.cell(cell.service.as_ref().unwrap_or(&cell.response).p95_us.map(|us| us as f64))) } }
                @if errors { td { (percent(cell.errors_percent)) } }
            }
        }
    }
}
