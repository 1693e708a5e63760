//! Transactions, errors, projections.

use super::page::figure;
use super::steps::{TimeUnit, times};
use crate::words::{self, Words, args};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::step::{ErrorCount, ResponseTimes};
use plimsoll_analysis::{Projection, RunAnalysis, TransactionRow};
use plimsoll_run::TransactionKind;

pub fn transactions(words: &Words, run: &RunAnalysis) -> Markup {
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
            section id="transactions" {
                h2 { (words.text("label-transactions")) }
                div.scroll tabindex="0" {
                    table.sticky {
                        thead {
                            tr {
                                th.text rowspan="2" { (words.text("label-transaction")) } th rowspan="2" { (words.text("label-step")) } th rowspan="2" { (words.text("label-requests")) }
                                th rowspan="2" { (words.text("label-per-s")) } th rowspan="2" { (words.text("label-errors")) } th rowspan="2" { (words.text("label-errors-percent")) }
                                @if both { th.text rowspan="2" { (words.text("label-times-of")) } }
                                th.group colspan="6" { (words.say(if both { "label-times-in" } else { "label-response-time-in" }, args![unit = unit.name])) }
                            }
                            tr { th { (words.text("label-mean")) } th { "p50" } th { "p95" } th { "p98" } th { "p99" } th { (words.text("label-max")) } }
                        }
                        @for (name, kind) in names {
                            (transaction(words, run, name, kind, &unit, both))
                        }
                    }
                }
            }
        }
    }
}

fn transaction(
    words: &Words,
    run: &RunAnalysis,
    name: &str,
    kind: TransactionKind,
    unit: &TimeUnit,
    both: bool,
) -> Markup {
    let rows: Vec<&TransactionRow> =
        run.transactions.iter().filter(|t| t.name == name && t.kind == kind).collect();
    html! {
        tbody {
            @for (i, row) in rows.iter().enumerate() {
                @let lines = lines(words, &row.response, row.service.as_ref(), both);
                @for (j, (name_of_line, line)) in lines.iter().enumerate() {
                    tr {
                        @if i == 0 && j == 0 {
                            th.text.name rowspan=(rows.len() * lines.len()) {
                                (name)
                                @if kind != TransactionKind::Request { br; span.soft { (words::run::transaction_kind(words, kind)) } }
                            }
                        }
                        @if j == 0 {
                            @let span = lines.len();
                            td rowspan=(span) { (row.step) } td rowspan=(span) { (words.count(row.requests)) }
                            td rowspan=(span) { (words.rate(row.throughput_per_s)) } td rowspan=(span) { (words.count(row.errors)) }
                            td rowspan=(span) { (words.percent(row.errors_percent)) }
                        }
                        @if both { td.text { (name_of_line) } }
                        (times(words, line, unit))
                    }
                }
            }
        }
    }
}

/// Response times, and where a table shows both the service times under them, the same or not.
pub fn lines<'a>(
    words: &Words,
    response: &'a ResponseTimes,
    service: Option<&'a ResponseTimes>,
    both: bool,
) -> Vec<(String, &'a ResponseTimes)> {
    let mut lines = vec![(words.text("label-response"), response)];
    if both {
        lines.push((words.text("label-service"), service.unwrap_or(response)));
    }
    lines
}

pub fn errors(words: &Words, run: &RunAnalysis) -> Markup {
    let any =
        |own: bool| run.steps.iter().flat_map(|s| &s.error_details).any(|e| e.kind.is_generators() == own);
    html! {
        section id="errors" {
            h2 { (words.text("label-errors")) }
            @if any(false) {
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::ErrorsOverTime) {
                    (figure(words, found, Some(run)))
                }
                (error_table(words, run, |error| !error.kind.is_generators()))
            } @else { p { (words.text("label-no-errors")) } }
            @if any(true) {
                h3 { (words.text("label-errors-of-generator")) }
                (error_table(words, run, |error| error.kind.is_generators()))
                p.note { (words.text("label-errors-of-generator-note")) }
            }
        }
    }
}

fn error_table(words: &Words, run: &RunAnalysis, shown: impl Fn(&ErrorCount) -> bool) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr { th { (words.text("label-step")) } th.text { (words.text("label-error")) } th { (words.text("label-count")) } th { (words.text("label-percent-of-requests")) } th.text { (words.text("label-whose")) } } }
                tbody {
                    @for step in &run.steps {
                        @for error in step.error_details.iter().filter(|error| shown(error)) {
                            tr {
                                th { (step.number) }
                                td.text { (words::run::error(words, error)) }
                                td { (words.count(error.count)) }
                                td { (words.percent(100.0 * error.count as f64 / step.requests.max(1) as f64)) }
                                td.text { (words::run::whose(words, error.kind)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub fn projections(words: &Words, run: &RunAnalysis) -> Markup {
    // The same point twice would be the same lines twice.
    let other = run.projection_recommended.as_ref().filter(|_| {
        run.recommended.as_ref().map(|point| point.step) != run.capacity.best().map(|best| best.step)
    });
    html! {
        @if let Some(best) = &run.projection_best {
            section {
                h2 { (words.text("label-projections")) }
                div.scroll tabindex="0" {
                    table.projections {
                        thead { tr { th.text { "" } th.text { (words.text("label-arithmetic")) } th { (words.text("label-result")) } } }
                        (projection(words, &words::capacity::kind(words, &run.capacity), best))
                        @if let Some(recommended) = other {
                            (projection(words, &words.text("label-recommended"), recommended))
                        }
                    }
                }
                @for text in [Some(best), other].into_iter().flatten().filter_map(|projection| words::capacity::headroom(words, projection)) {
                    p { (text) "." }
                }
                p.note { (words.text("capacity-projection-caveat")) }
            }
        }
    }
}

fn projection(words: &Words, name: &str, projection: &Projection) -> Markup {
    html! {
        tbody {
            @for (i, (arithmetic, result)) in words::capacity::arithmetic(words, projection).iter().enumerate() {
                tr {
                    @if i == 0 { th.text.name rowspan="3" { (name) } }
                    td.text.whole { (arithmetic) } td { strong { (result) } }
                }
            }
        }
    }
}
