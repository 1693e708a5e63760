//! `plimsoll explain`: why runs end with the conclusion that they do.

use super::report::ANALYSIS_SEED;
use crate::arguments::{AnswerFormat, ExplainArguments};
use crate::exit::{Exit, Failure};
use crate::{loading, progress, recording, reports};
use plimsoll_analysis::conclusion::name_variants;
use plimsoll_report::{
    Words, explanation_html, explanation_json, explanation_markdown, explanation_terminal,
};

/// An explanation is no verdict: its exit code is 0 whatever the runs say.
pub fn explain(arguments: &ExplainArguments) -> Result<Exit, Failure> {
    let files = recording::find_runs(&arguments.runs)?;
    recording::check_once(&files)?;
    reports::check_answer(&arguments.answer, &files)?;
    let (mut runs, observed) = recording::open_runs(&files)?;
    name_variants(&mut runs);
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    let words = Words::new(arguments.answer.language.unwrap_or_else(|| loading::language_of(&runs)));
    let text = match arguments.answer.format {
        AnswerFormat::Text => explanation_terminal(&analysis, &words, progress::text_width()),
        AnswerFormat::Markdown => explanation_markdown(&analysis, &words),
        AnswerFormat::Html => explanation_html(&analysis, &words),
        AnswerFormat::Json => explanation_json(&analysis, &words),
    };
    reports::write_answer(&arguments.answer, &text, "explanation")?;
    Ok(Exit::Done)
}
