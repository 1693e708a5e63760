//! Transactions, errors, projections.

use super::page::figure;
use super::steps::{TimeUnit, times};
use crate::words::label;
use crate::words::number::{count, percent, rate};
use crate::words::{self};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::step::{ErrorCount, ResponseTimes};
use plimsoll_analysis::{Projection, RunAnalysis, TransactionRow};
use plimsoll_run::TransactionKind;

pub fn transactions(run: &RunAnalysis) -> Markup {
    let unit = TimeUnit::of(run.transactions.iter().map(|t| &t.response));
    let both = run.transactions.iter().any(|t| t.service.is_some());
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
                                @if both { th.text rowspan="2" { (label::TIMES_OF) } }
                                th.group colspan="6" { (if both { label::TIMES_IN } else { label::RESPONSE_TIME_IN }) (unit.name) }
                            }
                            tr { th { (label::MEAN) } th { "p50" } th { "p95" } th { "p98" } th { "p99" } th { (label::MAX) } }
                        }
                        @for (name, kind) in names {
                            (transaction(run, name, kind, &unit, both))
                        }
                    }
                }
            }
        }
    }
}

fn transaction(run: &RunAnalysis, name: &str, kind: TransactionKind, unit: &TimeUnit, both: bool) -> Markup {
    let rows: Vec<&TransactionRow> =
        run.transactions.iter().filter(|t| t.name == name && t.kind == kind).collect();
    html! {
        tbody {
            @for (i, row) in rows.iter().enumerate() {
                @let lines = lines(&row.response, row.service.as_ref(), both);
                @for (j, (name_of_line, line)) in lines.iter().enumerate() {
                    tr {
                        @if i == 0 && j == 0 {
                            th.text.name rowspan=(rows.len() * lines.len()) {
                                (name)
                                @if kind != TransactionKind::Request { br; span.soft { (words::run::transaction_kind(kind)) } }
                            }
                        }
                        @if j == 0 {
                            @let span = lines.len();
                            td rowspan=(span) { (row.step) } td rowspan=(span) { (count(row.requests)) }
                            td rowspan=(span) { (rate(row.throughput_per_s)) } td rowspan=(span) { (count(row.errors)) }
                            td rowspan=(span) { (percent(row.errors_percent)) }
                        }
                        @if both { td.text { (name_of_line) } }
                        (times(line, unit))
                    }
                }
            }
        }
    }
}

/// Response times, and where a table shows both the service times under them, the same or not.
pub fn lines<'a>(
    response: &'a ResponseTimes,
    service: Option<&'a ResponseTimes>,
    both: bool,
) -> Vec<(&'static str, &'a ResponseTimes)> {
    let mut lines = vec![(label::RESPONSE, response)];
    if both {
        lines.push((label::SERVICE, service.unwrap_or(response)));
    }
    lines
}

pub fn errors(run: &RunAnalysis) -> Markup {
    let any =
        |own: bool| run.steps.iter().flat_map(|s| &s.error_details).any(|e| e.kind.is_generators() == own);
    html! {
        section {
            h2 { (label::ERRORS) }
            @if any(false) {
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::ErrorsOverTime) {
                    (figure(found, Some(run)))
                }
                (error_table(run, |error| !error.kind.is_generators()))
            } @else { p { (label::NO_ERRORS) } }
            @if any(true) {
                h3 { (label::ERRORS_OF_GENERATOR) }
                (error_table(run, |error| error.kind.is_generators()))
                p.note { (label::ERRORS_OF_GENERATOR_NOTE) }
            }
        }
    }
}

fn error_table(run: &RunAnalysis, shown: impl Fn(&ErrorCount) -> bool) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr { th { (label::STEP) } th.text { (label::ERROR) } th { (label::COUNT) } th { (label::PERCENT_OF_REQUESTS) } th.text { (label::WHOSE) } } }
                tbody {
                    @for step in &run.steps {
                        @for error in step.error_details.iter().filter(|error| shown(error)) {
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
