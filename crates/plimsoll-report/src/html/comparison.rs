//! Several runs side by side.

use super::page::figure;
use super::steps::TimeUnit;
use super::verdict::badge;
use crate::words::number::dash;
use crate::words::{self, Words, args};
use maud::{Markup, html};
use plimsoll_analysis::matrix::{Matrix, MatrixCell};
use plimsoll_analysis::verdict::Judgement;
use plimsoll_analysis::{Analysis, Outcome};

pub fn section(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        section id="comparison" {
            h2 { (words.text("label-overview")) }
            (runs(words, analysis))
        }
        @if let Some(found) = &analysis.matrix {
            section {
                h2 { (words.text("label-comparison")) }
                (matrix(words, found))
                @for found in &analysis.figures { (figure(words, found, None)) }
                p.note { (words.text("label-comparison-note")) }
            }
        }
    }
}

fn runs(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr { th.text { (words.text("label-run")) } th { (words.text("label-best")) } th.text { (words.text("label-verdict")) } th.text { (words.text("label-validity")) } } }
                tbody {
                    @for (i, run) in analysis.runs.iter().enumerate() {
                        tr {
                            th.text { a href={ "#run-" (i + 1) } { (words::run::title(words, &run.header)) } }
                            td { (words::capacity::figure(words, &run.capacity)) }
                            td.text {
                                @if run.verdicts.is_empty() { (dash()) }
                                @else { (badge(words, as_judgement(run.outcome))) }
                            }
                            td.text { (words::validity::word(words, run)) }
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

fn matrix(words: &Words, matrix: &Matrix) -> Markup {
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
                        th rowspan="2" { (if rates { words.text("label-asked-per-s") } else { words.text("label-threads") }) }
                        @if nodes { th rowspan="2" { (words.text("label-nodes")) } }
                        @for variant in &matrix.variants {
                            th.group colspan=(columns) { (words::run::variant(words, variant)) }
                        }
                    }
                    tr {
                        @for _ in &matrix.variants { th { (words.text("label-per-s")) } th { (words.say("label-mean-in", args![unit = unit.name])) } th { (words.say("label-p95-in", args![unit = unit.name])) } @if service { th { "p95 " (words.text("label-service")) ", " (unit.name) } } @if errors { th { (words.text("label-errors-percent")) } } }
                    }
                }
                tbody {
                    @for row in &matrix.rows {
                        tr {
                            th { (row.rate_per_s.map_or_else(|| row.threads.to_string(), |rate| words::load::asked_number(words, rate))) }
                            @if nodes { td { (row.nodes) } }
                            @for found in &row.cells { (cell(words, found.as_ref(), &unit, service, errors)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(words: &Words, cell: Option<&MatrixCell>, unit: &TimeUnit, service: bool, errors: bool) -> Markup {
    html! {
        @match cell {
            None => { td { (dash()) } td { (dash()) } td { (dash()) } @if service { td { (dash()) } } @if errors { td { (dash()) } } }
            Some(cell) => {
                td {
                    strong { (words.rate(cell.throughput_per_s)) }
                    @if !cell.valid { " " (words.text("label-invalid")) }
                    @if cell.repeats > 1 {
                        br; span.soft { (words.rate(cell.throughput_per_s_min)) "–" (words.rate(cell.throughput_per_s_max)) }
                    }
                }
                td { (unit.cell(words, cell.response.mean_us)) }
                td { (unit.cell(words, cell.response.p95_us.map(|us| us as f64))) }
                @if service { td { (unit.cell(words, cell.service.as_ref().unwrap_or(&cell.response).p95_us.map(|us| us as f64))) } }
                @if errors { td { (words.percent(cell.errors_percent)) } }
            }
        }
    }
}
