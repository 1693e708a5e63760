//! A question, and its answer.

use super::answer::PointPredictor;
use super::change::NetworkChange;
use super::fit::{FitLoad, PutOn};
use super::inputs;
use super::mix;
use super::model::FittedModel;
use super::question::{Prediction, PredictionProblem, QuestionProblem, WhatIf};
use super::stations;
use crate::run_analysis::RunAnalysis;
use crate::servers::Observations;

/// Loads that a network needs, so that one can be left out.
const LOADS_MIN: usize = 4;
/// A mean error of the steps that were left out above this: the network does not fit.
const ERROR_PERCENT_MAX: f64 = 12.0;

/// Runs of one system, its repeats; the first one's resources are those that were watched.
///
/// # Errors
/// The question names what the runs do not have.
pub fn predict(
    runs: &[(&RunAnalysis, &Observations)],
    asked: &WhatIf,
    seed: u64,
) -> Result<Prediction, QuestionProblem> {
    let analysed: Vec<&RunAnalysis> = runs.iter().map(|(run, _)| *run).collect();
    let loads = inputs::loads(&analysed);
    let watched =
        runs.first().map(|(run, of)| stations::watched(run, &run.limiting_factor, of)).unwrap_or_default();
    let mix = mix::change(&analysed, &loads, asked)?;
    let change = NetworkChange { asked, watched: &watched, mix: mix.unwrap_or(mix::NO_CHANGE) };
    change.check()?;
    let mixed = inputs::mixes_differ(&analysed);
    let rises = analysed.iter().any(|run| run.rising.is_some());
    let model = if mixed.is_none() && !rises { FittedModel::best(&loads, &watched) } else { None };
    let think_s = asked.think_s.unwrap_or_else(|| think_s(&loads));
    // At random, times of service are taken to be random as well, as by the closed network.
    let variability = if asked.evenly { inputs::service_variability(&analysed) / 2.0 } else { 1.0 };
    let mut prediction = Prediction {
        problem: mixed
            .map(|of| PredictionProblem::MixesDiffer { of })
            .or_else(|| rises.then_some(PredictionProblem::TimesRise))
            .or_else(|| problem(&loads, model.as_ref())),
        network: None,
        stations: Vec::new(),
        limits: Vec::new(),
        think_s,
        left_out: model.as_ref().map(|model| model.left_out.clone()).unwrap_or_default(),
        error_percent_mean: model.as_ref().map(|model| model.error_percent),
        error_percent_max: model
            .as_ref()
            .map(|model| model.left_out.iter().map(|step| step.error_percent.abs()).fold(0.0, f64::max)),
        mix,
        variability: asked.evenly.then_some(variability),
        points: Vec::new(),
    };
    if matches!(
        prediction.problem,
        Some(PredictionProblem::MixesDiffer { .. } | PredictionProblem::TimesRise)
    ) {
        return Ok(prediction);
    }
    let range = inputs::MeasuredRange::of(&analysed);
    // What does not predict the loads that were measured is no bound beyond them; what was watched still is.
    let trusted = model.as_ref().filter(|_| prediction.problem.is_none());
    let answer =
        PointPredictor { loads: &loads, model: trusted, change: &change, range, think_s, variability };
    prediction.limits = answer.limits();
    if let Some(model) = model.as_ref().filter(|_| prediction.problem.is_none()) {
        prediction.network = Some(change.of(&model.network, &model.places));
        prediction.stations =
            model.places.iter().map(|place| Some(watched.get((*place)?)?.clone())).collect();
    }
    let is_answered = prediction.problem.is_none();
    prediction.points = answer.points(is_answered, seed);
    Ok(prediction)
}

fn problem(loads: &[FitLoad], model: Option<&FittedModel>) -> Option<PredictionProblem> {
    let mut values: Vec<f64> = loads.iter().map(FitLoad::value).collect();
    values.dedup();
    if values.len() < LOADS_MIN {
        return Some(PredictionProblem::TooFewLoads { loads: values.len(), min: LOADS_MIN });
    }
    let Some(model) = model else { return Some(PredictionProblem::NoStation) };
    (model.error_percent > ERROR_PERCENT_MAX).then_some(PredictionProblem::DoesNotFit {
        error_percent: model.error_percent,
        most_percent: ERROR_PERCENT_MAX,
    })
}

/// That of the load with the longest; 0 with rates.
fn think_s(loads: &[FitLoad]) -> f64 {
    let of = |load: &FitLoad| match load.put_on {
        PutOn::Users { think_s, .. } => think_s,
        PutOn::Rate(_) => 0.0,
    };
    // At low loads it is measured best: what users wait there is little.
    loads.first().map_or(0.0, of)
}
