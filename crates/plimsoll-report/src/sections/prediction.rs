//! What if: the answer, what it rests on, and how well that predicts what was measured.

use crate::document::{About, Block, Cell, CellKind, ColumnSet, ReportDocument, Section, Table};
use crate::words::number::dash;
use crate::words::{Words, prediction as predicted};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::prediction::{FittedStep, PredictedPoint, Prediction};
use plimsoll_analysis::statistics::Estimate;

pub fn document<'a>(words: &Words, run: &RunAnalysis, prediction: &Prediction) -> ReportDocument<'a> {
    let words = &words.of_run(run);
    let mut section = Section::new(words.text("predict-title"));
    let problem = prediction.problem.as_ref();
    section.blocks.extend(problem.map(|it| Block::paragraph(predicted::problem(words, it))));
    let is_bound = problem.is_some();
    if prediction.points.is_empty() {
        // Not even bounds follow.
        return of_sections(words, run, vec![section]);
    }
    section.push(Block::Table(points(words, prediction, is_bound)));
    let said = [
        predicted::limits(words, prediction),
        predicted::network(words, prediction),
        predicted::mix(words, prediction),
        predicted::variability(words, prediction),
        predicted::beyond(words, prediction),
        predicted::below(words, prediction),
        predicted::not_carried(words, prediction),
    ];
    section.blocks.extend(said.into_iter().flatten().map(Block::paragraph));
    let note = if is_bound { "predict-note-bounds" } else { "predict-note" };
    section.push(Block::note(words.text(note)));
    let mut fit = Section::new(words.text("predict-fit-title"));
    fit.blocks.extend(predicted::fit(words, prediction).map(Block::paragraph));
    fit.push(Block::Table(left_out(words, &prediction.left_out)));
    let sections = if prediction.left_out.is_empty() { vec![section] } else { vec![section, fit] };
    of_sections(words, run, sections)
}

fn of_sections<'a>(words: &Words, run: &RunAnalysis, sections: Vec<Section<'a>>) -> ReportDocument<'a> {
    ReportDocument {
        title: run.header.name.clone(),
        about: Some(About { kind: words.text("predict-kind"), origin: None }),
        has_several_runs: false,
        sections,
    }
}

/// With bounds alone there is nothing else to show.
fn points(words: &Words, of: &Prediction, is_bound: bool) -> Table {
    let estimate = |of: Option<Estimate>, written: &dyn Fn(f64) -> String| {
        let Some(of) = of else { return Cell::missing() };
        Cell::of(written(of.value), of.value).noted(predicted::interval(words, &of, written))
    };
    let per_s = |value: f64| words.per_s(value);
    let time = |seconds: f64| words.time(seconds * 1e6);
    let names = ["users", "rate_per_s"];
    let mut columns = ColumnSet::new().column(
        CellKind::Name,
        words.text("predict-load"),
        &names,
        |point: &&PredictedPoint| {
            let values = vec![point.users.map(u64::from).into(), point.rate_per_s.into()];
            Cell::written(predicted::load(words, point)).valued(values)
        },
    );
    if !is_bound {
        columns = columns
            .column(CellKind::Number, words.text("predict-throughput"), &["throughput_per_s"], |point| {
                estimate(point.throughput_per_s, &per_s)
            })
            .column(CellKind::Number, words.text("predict-response"), &["response_s"], |point| {
                estimate(point.response_s, &time)
            })
            .column(CellKind::Number, words.text("predict-used"), &["utilisation_percent_max"], |point| {
                let most = point.utilisation_percent.iter().copied().reduce(f64::max);
                Cell::maybe(most, |most| words.with_percent_sign(words.significant(most, 3)))
            });
    }
    columns
        .column(CellKind::Number, words.text("predict-at-most"), &["at_most_per_s"], |point| {
            let most = Some(point.bound.at_most_per_s).filter(|most| most.is_finite());
            Cell::of(most.map_or_else(dash, per_s), most)
        })
        .column(CellKind::Number, words.text("predict-at-least"), &["response_s_at_least"], |point| {
            let least = point.bound.response_s_at_least;
            Cell::of(least.map_or_else(dash, time), least)
        })
        .table("predicted", &of.points)
}

fn left_out(words: &Words, steps: &[FittedStep]) -> Table {
    let time = |seconds: f64| if seconds < 1e6 { words.time(seconds * 1e6) } else { dash() };
    ColumnSet::new()
        .column(CellKind::Name, words.text("label-step"), &["step"], |step: &&FittedStep| {
            Cell::of(predicted::step(words, step), step.step)
        })
        .column(CellKind::Number, words.text("predict-measured"), &["measured_per_s"], |step| {
            Cell::of(words.per_s(step.measured_per_s), step.measured_per_s)
        })
        .column(CellKind::Number, words.text("predict-predicted"), &["predicted_per_s"], |step| {
            Cell::of(words.per_s(step.predicted_per_s), step.predicted_per_s)
        })
        .column(CellKind::Number, words.text("predict-measured-time"), &["measured_response_s"], |step| {
            Cell::of(time(step.measured_response_s), step.measured_response_s)
        })
        .column(CellKind::Number, words.text("predict-predicted-time"), &["predicted_response_s"], |step| {
            Cell::of(time(step.predicted_response_s), step.predicted_response_s)
        })
        .column(CellKind::Number, words.text("predict-error"), &["error_percent"], |step| {
            let error = words.with_percent_sign(words.fixed(step.error_percent, 1));
            Cell::of(error, step.error_percent)
        })
        .table("left-out", steps)
}
