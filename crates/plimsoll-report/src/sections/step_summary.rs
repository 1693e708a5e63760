//! The steps in a few columns, with the times that requirements name.

use super::steps::{arrivals_count, asked, best, errors_percent, gain, goal, started};
use super::times::rate;
use crate::document::{Cell, CellKind, ColumnSet, Table};
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::figures::{FigureKind, SeriesName};
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn steps(words: &Words, run: &RunAnalysis) -> Table {
    let mut columns = if run.is_open() { arrivals(words, run) } else { users(words, run) };
    for column in time_columns(run) {
        let head = words::figure::series_name(words, &column);
        let cell = move |step: &&StepRow| time(words, run, step, &column);
        columns = columns.column(CellKind::Number, head, &[], cell).apart();
    }
    let best = best(run);
    columns
        .column(CellKind::Text, String::new(), &[], move |step| remark(words, step, best))
        .table("steps", &run.steps)
}

fn number<'f>(words: &'f Words) -> ColumnSet<'f, &'f StepRow> {
    let number = |step: &&StepRow| Cell::count(words, step.number.into());
    ColumnSet::new().column(CellKind::Key, words.text("terminal-step"), &[], number)
}

fn users<'f>(words: &'f Words, run: &'f RunAnalysis) -> ColumnSet<'f, &'f StepRow> {
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    let at_work = run.steps.iter().any(|step| step.is_at_work);
    number(words)
        .column(figure, text(if at_work { "terminal-at-work" } else { "terminal-users" }), &[], |step| {
            Cell::written(words::load::users_number(words, &step.load()))
        })
        .column(figure, text("terminal-per-s"), &[], |step| rate(words, step.throughput_per_s.value))
        .column(figure, text("terminal-gain"), &[], |step| gain(words, run, step))
        .column(figure, text("terminal-goal"), &[], |step| goal(words, run, step))
        .column(figure, text("terminal-errors"), &[], |step| errors_percent(words, run, step))
}

/// Of open load: what was asked, and what became of it.
fn arrivals<'f>(words: &'f Words, run: &'f RunAnalysis) -> ColumnSet<'f, &'f StepRow> {
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    number(words)
        .column(figure, text("terminal-target"), &[], |step| asked(words, step))
        .column(figure, text("terminal-started"), &[], |step| started(words, step))
        .column(figure, text("terminal-per-s"), &[], |step| rate(words, step.throughput_per_s.value))
        .column(figure, text("terminal-dropped"), &[], arrivals_count(words, |a| a.dropped))
        .column(figure, text("terminal-waiting"), &[], arrivals_count(words, |a| a.waiting_at_end))
        .column(figure, text("terminal-errors"), &[], |step| errors_percent(words, run, step))
}

/// The usual percentiles, those that requirements name, and the mean if one does.
fn time_columns(run: &RunAnalysis) -> Vec<SeriesName> {
    let figure = run.figures.iter().find(|figure| figure.kind == FigureKind::ResponseOverTime);
    match figure.map(|figure| figure.series.as_slice()).unwrap_or_default() {
        [] => [50.0, 95.0, 99.0].map(SeriesName::Percentile).to_vec(),
        series => series.iter().map(|series| series.name.clone()).collect(),
    }
}

/// With intended starts each percentile is that of response time and, after the stroke, of service time.
fn time(words: &Words, run: &RunAnalysis, step: &StepRow, column: &SeriesName) -> Cell {
    // Of requests that were still under way when the window ended only the shorter times are known.
    let lower = |text: String| match step.mean_with_in_flight_us() {
        Some(_) if text != dash() => words.say("label-at-least", args![figure = text]),
        _ => text,
    };
    let SeriesName::Percentile(percent) = column else {
        return Cell::maybe(step.response.mean_us, |us| lower(words.time(us)));
    };
    let response = step.percentile_us(*percent);
    let mut text = lower(words.time_or_dash(response));
    if run.has_intended_starts() {
        let service = step.service_percentile_us(*percent).or(response);
        text = format!("{text} | {}", words.time_or_dash(service));
    }
    Cell::written(text)
}

fn remark(words: &Words, step: &StepRow, best: Option<u32>) -> Cell {
    let remark = match (step.is_valid(), best == Some(step.number)) {
        (false, _) => words::validity::step(words, &step.problems),
        (true, true) => words.text("label-best-small"),
        (true, false) => String::new(),
    };
    let servers = step.servers.map(|servers| words::detectors::servers_at_work(words, servers));
    let parts = [Some(remark), servers].into_iter().flatten().filter(|part| !part.is_empty());
    Cell::written(parts.collect::<Vec<_>>().join("; "))
}
