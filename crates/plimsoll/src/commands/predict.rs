//! `plimsoll predict`: what if there were other loads, another mix, more or fewer servers.

use super::report::ANALYSIS_SEED;
use crate::arguments::{AnswerFormat, ArrivalSpacing, PredictArguments};
use crate::exit::{Exit, Failure};
use crate::{loading, progress, recording, reports};
use plimsoll_analysis::prediction::{Prediction, QuestionProblem, WhatIf};
use plimsoll_analysis::{Observations, RunAnalysis};
use plimsoll_plan::diagnostic::closest;
use plimsoll_report::{Words, prediction_html, prediction_json, prediction_markdown, prediction_terminal};

/// 4 where nothing but bounds can be said.
pub fn predict(arguments: &PredictArguments) -> Result<Exit, Failure> {
    let files = recording::find_runs(&arguments.runs)?;
    recording::check_once(&files)?;
    reports::check_answer(&arguments.answer, &files)?;
    let (runs, observed) = recording::open_runs(&files)?;
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    let words = Words::new(arguments.answer.language.unwrap_or_else(|| loading::language_of(&runs)));
    let sides: Vec<(&RunAnalysis, &Observations)> = analysis.runs.iter().zip(&observed).collect();
    let Some((run, _)) = sides.first() else { return Err(Failure::input("there is no run")) };
    let asked = WhatIf {
        users: arguments.users.clone(),
        rates_per_s: arguments.rate.clone(),
        evenly: arguments.arrivals == ArrivalSpacing::Even,
        think_s: arguments.think.map(|think| think.as_secs_f64()),
        mix: arguments.mix.clone(),
        scale: arguments.scale.clone(),
    };
    let found: Prediction =
        plimsoll_analysis::prediction::predict(&sides, &asked, ANALYSIS_SEED).map_err(|e| failure(&e))?;
    let text = match arguments.answer.format {
        AnswerFormat::Text => prediction_terminal(run, &found, &words, progress::text_width()),
        AnswerFormat::Markdown => prediction_markdown(run, &found, &words),
        AnswerFormat::Html => prediction_html(run, &found, &words),
        AnswerFormat::Json => prediction_json(&found),
    };
    reports::write_answer(&arguments.answer, &text, "prediction")?;
    Ok(if found.problem.is_some() { Exit::Inconclusive } else { Exit::Done })
}

fn failure(problem: &QuestionProblem) -> Failure {
    let (text, name, known) = match problem {
        QuestionProblem::UnknownTransaction { name, known } => {
            (format!("--mix: the run has no request `{name}`"), name, known)
        }
        QuestionProblem::UnknownResource { name, known } => {
            (format!("--scale: no resource `{name}` was watched whose use follows throughput"), name, known)
        }
    };
    let hint = match closest(name, known.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known: {}", known.join(", ")),
    };
    Failure::input(text).with_hint(hint)
}
