//! An [`Analysis`](plimsoll_analysis::Analysis) as a report: HTML, Markdown, JSON, JUnit XML, tables, a comment on a change, or text for a
//! terminal.
//!
//! Nothing is computed here that a reader could mistake for a measurement: numbers come from the analysis,
//! sentences from `words`. The HTML is one file that needs no network and no script.
//!
//! A report is a document of sections and blocks (`document`), made by `sections`; HTML, Markdown, CSV and the text for a
//! terminal are written from it. Start reading at `sections`; every word a reader sees is in `words`, every picture in `drawing`.

mod comment;
mod csv;
mod document;
mod drawing;
mod evidence;
mod html;
mod json;
mod junit;
mod markdown;
mod sections;
mod sentence;
mod styles;
mod terminal;
pub mod trial;
mod words;

pub use comment::{comment, comparison_comment};
pub use document::{Cell, CellKind, CellValue, RowClass, Strip, Table, TableColumn, TableRow};
pub use html::Theme;
pub use json::{
    JSON_SCHEMA_VERSION, comparison_json, explanation_json, history_json, json, prediction_json, series_json,
};
pub use junit::{comparison_junit, history_junit, junit, series_junit};
pub use markdown::{Markdown, Picture};
pub use plimsoll_run::{Language, TableStyle};
pub use sentence::{headline, load, measured, step_load};
pub use styles::{markdown_of, styled};
pub use terminal::in_lines;
pub use words::{Words, notes};

use plimsoll_analysis::comparison::{Comparison, History, SeriesHistory};
use plimsoll_analysis::prediction::Prediction;
use plimsoll_analysis::{Analysis, Finding, RunAnalysis};
use std::collections::BTreeMap;

/// One HTML file that needs no network.
pub fn html(analysis: &Analysis, words: &Words) -> String {
    html::page(&sections::report(words, analysis), words)
}

/// What can be said of a run that goes on, as a part of a page: verdict, steps, findings, servers, load generator. It wants
/// [`style_sheet`].
pub fn so_far_html(analysis: &Analysis, words: &Words) -> String {
    html::part_of_page(&sections::so_far(words, analysis), words)
}

/// A page whose reader wants it light or dark, whatever the system says.
pub fn in_theme(page: &str, theme: Theme) -> String {
    page.replacen("<html ", &format!("<html data-theme=\"{}\" ", theme.name()), 1)
}

/// Of all pages.
pub fn style_sheet() -> &'static str {
    html::STYLE
}

/// What pages hold of scripts, for those who say which may run.
pub fn script() -> &'static str {
    html::VIEWER
}

/// The page as it is to be printed: behind each link the page that its anchor is on, as far as `pages` knows them. To be
/// asked with none first; the pages are known when that is printed.
pub fn html_to_print(page: &str, words: &Words, pages: &BTreeMap<String, u32>) -> String {
    page.replacen("</head>", &format!("{}</head>", html::page_numbers(words, pages)), 1)
}

pub fn comparison_html(comparison: &Comparison, words: &Words) -> String {
    html::page(&sections::contrast::comparison(words, comparison), words)
}

pub fn history_html(history: &History, words: &Words) -> String {
    html::page(&sections::contrast::history(words, history), words)
}

pub fn series_html(history: &SeriesHistory, words: &Words) -> String {
    html::page(&sections::contrast::series(words, history), words)
}

/// The report in short, for a terminal of this many columns.
pub fn terminal(analysis: &Analysis, words: &Words, width: usize) -> String {
    terminal::text(&sections::summary::sections(words, analysis), words, width)
}

pub fn comparison_terminal(comparison: &Comparison, words: &Words, width: usize) -> String {
    terminal::text(&sections::contrast::comparison_in_short(words, comparison), words, width)
}

pub fn history_terminal(history: &History, words: &Words, width: usize) -> String {
    terminal::text(&[sections::contrast::history_in_short(words, history)], words, width)
}

pub fn series_terminal(history: &SeriesHistory, words: &Words, width: usize) -> String {
    terminal::text(&[sections::contrast::series_in_short(words, history)], words, width)
}

/// Why these runs end with the conclusion that they do, as a page of its own.
pub fn explanation_html(analysis: &Analysis, words: &Words) -> String {
    html::page(&sections::explanation::document(words, analysis), words)
}

/// The same in Markdown.
pub fn explanation_markdown(analysis: &Analysis, words: &Words) -> String {
    markdown::markdown(&sections::explanation::document(words, analysis), words, "").text
}

/// The same for a terminal.
pub fn explanation_terminal(analysis: &Analysis, words: &Words, width: usize) -> String {
    terminal::text(&sections::explanation::document(words, analysis).sections, words, width)
}

/// What a study is for that a finding proposes: the claim, the experiment, and what would support and refute it.
pub fn next_purpose(
    run: &RunAnalysis,
    finding: &Finding,
    (changed, by_hand): (Option<&str>, bool),
    words: &Words,
) -> Vec<String> {
    words::follow_up::purpose(words, run, finding, changed, by_hand)
}

/// Words of a command line, to be pasted into a shell; values of secret properties are masked.
pub fn command_line(arguments: &[String]) -> String {
    words::run::command(arguments)
}

/// The next experiment of a finding, in a sentence.
pub fn next_experiment(run: &RunAnalysis, finding: &Finding, words: &Words) -> String {
    with_plain_spaces(&words::finding::next(&words.of_run(run), Some(run), finding))
}

/// What a finding claims, in a sentence.
pub fn claim(run: &RunAnalysis, finding: &Finding, words: &Words) -> String {
    with_plain_spaces(&words::finding::sentence(
        &words.of_run(run),
        std::slice::from_ref(run),
        &finding.claim,
    ))
}

/// As a terminal shows it.
fn with_plain_spaces(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// Whether each claim held that a later run was to decide, in a sentence.
pub fn judged_claims(analysis: &Analysis, words: &Words) -> Vec<String> {
    sections::follow_up::sentences(words, analysis).iter().map(|text| with_plain_spaces(text)).collect()
}

/// What was asked of a run, and the answer, as a page.
pub fn prediction_html(run: &RunAnalysis, found: &Prediction, words: &Words) -> String {
    html::page(&sections::prediction::document(words, run, found), words)
}

/// The same in Markdown.
pub fn prediction_markdown(run: &RunAnalysis, found: &Prediction, words: &Words) -> String {
    markdown::markdown(&sections::prediction::document(words, run, found), words, "").text
}

/// The same for a terminal.
pub fn prediction_terminal(run: &RunAnalysis, found: &Prediction, words: &Words, width: usize) -> String {
    terminal::text(&sections::prediction::document(words, run, found).sections, words, width)
}

/// `folder` is where the pictures will be, as seen from the text: `report-figures`.
pub fn markdown(analysis: &Analysis, words: &Words, folder: &str) -> Markdown {
    markdown::markdown(&sections::report(words, analysis), words, folder)
}

/// Every table, for CSV files. Where there are several runs, the names of a run's tables begin with its number:
/// `run-2-steps`.
pub fn tables(analysis: &Analysis, words: &Words) -> Vec<Table> {
    csv::tables(&sections::report(words, analysis))
}
