//! Transactions, errors, the load generator, projections.

use super::page::figure;
use super::steps::{TimeUnit, times};
use crate::words::label;
use crate::words::number::{count, dash, fixed, percent, rate, time_or_dash};
use crate::words::{self};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::step::GeneratorState;
use plimsoll_analysis::{Projection, RunAnalysis, TransactionRow};
use plimsoll_run::TransactionKind;

pub fn transactions(run: &RunAnalysis) -> Markup {
    let unit = TimeUnit::of(run.transactions.iter().map(|t| &t.response));
    let mut names: Vec<(&str, TransactionKind)> = Vec::new();
    for row in &run.transactions {
        if !names.contains(&(row.name.as_str(), row.kind)) {
            names.push((&row.name, row.kind));
        }
    }
    html! {
        @if !names.is_empty() {
            section {
                h2 { (label::TRANSACTIONS) }
                div.scroll tabindex="0" {
                    table.sticky {
                        thead {
                            tr {
                                th.text rowspan="2" { (label::TRANSACTION) } th rowspan="2" { (label::STEP) } th rowspan="2" { (label::REQUESTS) }
                                th rowspan="2" { (label::PER_S) } th rowspan="2" { (label::ERRORS) } th rowspan="2" { (label::ERRORS_PERCENT) }
                                th.group colspan="6" { (label::RESPONSE_TIME_IN) (unit.name) }
                            }
                            tr { th { (label::MEAN) } th { "p50" } th { "p95" } th { "p98" } th { "p99" } th { (label::MAX) } }
                        }
                        @for (name, kind) in names {
                            (transaction(run, name, kind, &unit))
                        }
                    }
                }
            }
        }
    }
}

fn transaction(run: &RunAnalysis, name: &str, kind: TransactionKind, unit: &TimeUnit) -> Markup {
    let rows: Vec<&TransactionRow> =
        run.transactions.iter().filter(|t| t.name == name && t.kind == kind).collect();
    html! {
        tbody {
            @for (i, row) in rows.iter().enumerate() {
                tr {
                    @if i == 0 {
                        th.text.name rowspan=(rows.len()) {
                            (name)
                            @if kind == TransactionKind::Group { br; span.soft { (words::run::transaction_kind(kind)) } }
                        }
                    }
                    td { (row.step) } td { (count(row.requests)) } td { (rate(row.throughput_per_s)) }
                    td { (count(row.errors)) } td { (percent(row.errors_percent)) }
                    (times(&row.response, unit))
                }
            }
        }
    }
}

pub fn errors(run: &RunAnalysis) -> Markup {
    let any = run.steps.iter().any(|s| !s.error_details.is_empty());
    html! {
        section {
            h2 { (label::ERRORS) }
            @if any {
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::ErrorsOverTime) {
                    (figure(found, Some(run)))
                }
                div.scroll tabindex="0" {
                    table {
                        thead { tr { th { (label::STEP) } th.text { (label::ERROR) } th { (label::COUNT) } th { (label::PERCENT_OF_REQUESTS) } th.text { (label::WHOSE) } } }
                        tbody {
                            @for step in &run.steps {
                                @for error in &step.error_details {
                                    tr {
                                        th { (step.number) }
                                        td.text { (words::run::error(error)) }
                                        td { (count(error.count)) }
                                        td { (percent(100.0 * error.count as f64 / step.requests.max(1) as f64)) }
                                        td.text { (words::run::whose(error.kind)) }
                                    }
                                }
                            }
                        }
                    }
                }
            } @else { p { (label::NO_ERRORS) } }
        }
    }
}

pub fn generator(run: &RunAnalysis) -> Markup {
    let kinds = [FigureKind::GeneratorCpuOverTime, FigureKind::UsersOverTime];
    html! {
        section {
            h2 { (label::GENERATOR) }
            @for found in kinds.iter().filter_map(|kind| run.figures.iter().find(|f| f.kind == *kind)) {
                (figure(found, Some(run)))
            }
            div.scroll tabindex="0" {
                table {
                    thead { tr {
                        th { (label::STEP) } th { (label::WORKERS) } th { (label::CPU_MEAN) } th { (label::CPU_MAX) } th { (label::BUSY_SECONDS) }
                        th { (label::TIMERS_LATE) } th { (label::NEW_CONNECTIONS) } th { (label::CONNECT_P95) }
                    } }
                    tbody { @for step in &run.steps { (generator_row(step.number, &step.generator)) } }
                }
            }
            p.note { (words::validity::GENERATOR_TABLE) }
        }
    }
}

fn generator_row(step: u32, state: &GeneratorState) -> Markup {
    let workers = state.workers.len().max(1) as f64;
    let mean = state.workers.iter().map(|w| w.cpu_percent_mean).sum::<f64>() / workers;
    let busiest = state.workers.iter().map(|w| w.busy_seconds_percent).fold(0.0, f64::max);
    html! {
        tr {
            th { (step) } td { (state.workers.len()) }
            td { (fixed(mean, 0)) } td { (state.cpu_percent_max().map_or_else(dash, |max| fixed(max, 0))) }
            td { (percent(busiest)) " %" }
            td { (time_or_dash(state.lateness_p99_us)) } td { (count(state.connects)) }
            td { (time_or_dash(state.connect_p95_us)) }
        }
    }
}

pub fn projections(run: &RunAnalysis) -> Markup {
    // The same point twice would be the same lines twice.
    let other = run.projection_recommended.as_ref().filter(|_| {
        run.recommended.as_ref().map(|point| point.step) != run.capacity.best().map(|best| best.step)
    });
    html! {
        @if let Some(best) = &run.projection_best {
            section {
                h2 { (label::PROJECTIONS) }
                div.scroll tabindex="0" {
                    table.projections {
                        thead { tr { th.text { "" } th.text { (label::ARITHMETIC) } th { (label::RESULT) } } }
                        (projection(words::capacity::kind(&run.capacity), best))
                        @if let Some(recommended) = other {
                            (projection(label::RECOMMENDED, recommended))
                        }
                    }
                }
                @for text in [Some(best), other].into_iter().flatten().filter_map(words::capacity::headroom) {
                    p { (text) "." }
                }
                p.note { (words::capacity::PROJECTION_CAVEAT) }
            }
        }
    }
}

fn projection(name: &str, projection: &Projection) -> Markup {
    html! {
        tbody {
            @for (i, (arithmetic, result)) in words::capacity::arithmetic(projection).iter().enumerate() {
                tr {
                    @if i == 0 { th.text.name rowspan="3" { (name) } }
                    td.text.whole { (arithmetic) } td { strong { (result) } }
                }
            }
        }
    }
}
