//! The order of the report.

use super::{
    appendix, comparison, conclusion, details, evidence, experiment, findings, generator, limits, proof,
    scalability, search, servers, setup, steps, verdict,
};
use crate::drawing::{Form, draw, legend};
use crate::evidence::figure_anchor;
use crate::words::{self, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use plimsoll_analysis::figures::{Figure, FigureKind};
use plimsoll_analysis::{Analysis, RunAnalysis};

pub(super) const STYLE: &str = include_str!("style.css");
const VIEWER: &str = include_str!("viewer.js");

/// One HTML file: no network; complete without its script, which lets the reader look closer; prints on A4.
pub fn html(analysis: &Analysis, words: &Words) -> String {
    let title =
        analysis.runs.first().map_or_else(|| words.text("label-no-run"), |run| run.header.name.clone());
    let single = analysis.runs.len() == 1;
    let page = markup! {
        (DOCTYPE)
        html lang=(words.language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " – " (words.text("label-report")) }
                style { (PreEscaped(STYLE)) (PreEscaped(print_head(words, &title))) }
            }
            body {
                main {
                    (heading(words, analysis, &title))
                    @if !single {
                        (conclusion::section(words, analysis))
                        (findings::across(words, analysis))
                        (comparison::section(words, analysis))
                    }
                    @for (i, run) in analysis.runs.iter().enumerate() {
                        @if !single { h2.run id={ "run-" (i + 1) } { (words::run::title(words, &analysis.runs, &run.header)) } }
                        div data-run=(i + 1) { (part(words, run, (!single).then_some(i + 1))) }
                    }
                    (appendix::section(words, analysis))
                }
                script type="application/json" id="viewer-words" { (PreEscaped(viewer_words(words))) }
                script { (PreEscaped(VIEWER)) }
            }
        }
    };
    page.into_string()
}

/// At the head of every printed page. A title is foreign text: what could end the string or the element is written
/// by number.
fn print_head(words: &Words, title: &str) -> String {
    let text = format!("{title} – {}", words.text("label-report"));
    let plain = |c: char| c.is_alphanumeric() || " -–.,:/()".contains(c);
    let written: String = text
        .chars()
        .map(|c| if plain(c) { c.to_string() } else { format!("\\{:x} ", u32::from(c)) })
        .collect();
    format!(
        "@page {{ @top-left {{ content: \"{written}\"; font: 8pt system-ui, Arial, sans-serif; color: #57606a; }} }}"
    )
}

/// What the script says. A catalogue's text holds no markup, but `<` could end the element.
fn viewer_words(words: &Words) -> String {
    let said = serde_json::json!({ "back": words.text("format-viewer-back"), "hide": words.text("format-viewer-hide"), "link": words.text("format-viewer-link") });
    said.to_string().replace('<', "\\u003c")
}

fn heading(words: &Words, analysis: &Analysis, title: &str) -> Markup {
    let run = analysis.runs.first();
    markup! {
        header {
            p.kicker { (words.text("label-report")) }
            h1 { (title) }
            @if let Some(run) = run {
                p.meta {
                    (words.date_time(run.header.started_unix_us, &run.header.time_zone))
                    " · " (words.text("label-program")) " " (run.header.version)
                }
            }
        }
    }
}

/// One run's part; with its number where there are several.
fn part(words: &Words, run: &RunAnalysis, number: Option<usize>) -> Markup {
    let sections = run_sections(words, run);
    match number {
        Some(number) => PreEscaped(evidence::scoped(&sections.into_string(), number)),
        None => sections,
    }
}

fn run_sections(words: &Words, run: &RunAnalysis) -> Markup {
    markup! {
        (verdict::section(words, run))
        (setup::validity(words, run))
        (limits::section(words, run))
        (findings::section(words, run))
        (setup::section(words, run))
        (search::section(words, run))
        (steps::section(words, run))
        (experiment::section(words, run))
        (figures_section(words, run, &words.text("label-throughput"), &[
            FigureKind::ThroughputByLoad,
            FigureKind::ThroughputOverTime,
            FigureKind::ArrivalsOverTime,
        ]))
        (scalability::section(words, run))
        (scalability::demands(words, run))
        (figures_section(words, run, &words.text("label-response-times"), &[
            FigureKind::ResponseByLoad,
            FigureKind::ResponseByThroughput,
            FigureKind::ResponseOverTime,
            FigureKind::ServiceOverTime,
            FigureKind::PercentileCurves,
            FigureKind::LatencyHeat,
        ]))
        (proof::section(words, run))
        (details::transactions(words, run))
        (details::errors(words, run))
        (servers::section(words, run))
        (generator::section(words, run))
        (details::projections(words, run))
        (findings::log(words, run))
    }
}

fn figures_section(words: &Words, run: &RunAnalysis, title: &str, kinds: &[FigureKind]) -> Markup {
    let found: Vec<&Figure> =
        kinds.iter().filter_map(|kind| run.figures.iter().find(|f| f.kind == *kind)).collect();
    markup! {
        @if !found.is_empty() {
            section {
                h2 { (title) }
                @for figure in found { (self::figure(words, figure, Some(run))) }
            }
        }
    }
}

/// Title, legend, both forms of the picture, and how to read it.
pub fn figure(words: &Words, figure: &Figure, run: Option<&RunAnalysis>) -> Markup {
    markup! {
        figure id=(figure_anchor(figure)) {
            figcaption { (words::figure::title(words, figure, run)) }
            (legend(words, figure))
            @for form in Form::all(figure.kind) { div.(form.class()) { (draw(words, figure, *form)) } }
            @if let Some(note) = words::figure::note(words, figure) { p.note { (note) } }
        }
    }
}
