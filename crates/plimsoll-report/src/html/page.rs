//! The order of the report.

use super::{
    appendix, comparison, details, findings, generator, proof, search, servers, setup, steps, verdict,
};
use crate::drawing::{Form, draw, legend};
use crate::words;
use crate::words::label;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use plimsoll_analysis::figures::{Figure, FigureKind};
use plimsoll_analysis::{Analysis, RunAnalysis};

const STYLE: &str = include_str!("style.css");

/// One HTML file: no network, no script; prints on A4.
pub fn html(analysis: &Analysis) -> String {
    let title = analysis.runs.first().map_or_else(|| label::NO_RUN.to_owned(), |run| run.header.name.clone());
    let single = analysis.runs.len() == 1;
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " – " (label::REPORT) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (heading(analysis, &title))
                    @if !single { (comparison::section(analysis)) }
                    @for (i, run) in analysis.runs.iter().enumerate() {
                        @if !single { h2.run id={ "run-" (i + 1) } { (words::run::title(&run.header)) } }
                        (run_sections(run))
                    }
                    (appendix::section(analysis))
                }
            }
        }
    };
    page.into_string()
}

fn heading(analysis: &Analysis, title: &str) -> Markup {
    let run = analysis.runs.first();
    markup! {
        header {
            p.kicker { (label::REPORT) }
            h1 { (title) }
            @if let Some(run) = run {
                p.meta {
                    (words::time::date_time(run.header.started_unix_us, &run.header.time_zone))
                    " · " (label::PROGRAM) " " (run.header.version)
                }
            }
        }
    }
}

fn run_sections(run: &RunAnalysis) -> Markup {
    markup! {
        (verdict::section(run))
        (setup::validity(run))
        (setup::section(run))
        (search::section(run))
        (steps::section(run))
        (figures_section(run, label::THROUGHPUT, &[
            FigureKind::ThroughputByLoad,
            FigureKind::ThroughputOverTime,
            FigureKind::ArrivalsOverTime,
        ]))
        (figures_section(run, label::RESPONSE_TIMES, &[
            FigureKind::ResponseByLoad,
            FigureKind::ResponseOverTime,
            FigureKind::ServiceOverTime,
            FigureKind::PercentileCurves,
            FigureKind::LatencyHeat,
        ]))
        (proof::section(run))
        (details::transactions(run))
        (details::errors(run))
        (servers::section(run))
        (generator::section(run))
        (details::projections(run))
        (findings::section(run))
    }
}

fn figures_section(run: &RunAnalysis, title: &str, kinds: &[FigureKind]) -> Markup {
    let found: Vec<&Figure> =
        kinds.iter().filter_map(|kind| run.figures.iter().find(|f| f.kind == *kind)).collect();
    markup! {
        @if !found.is_empty() {
            section {
                h2 { (title) }
                @for figure in found { (self::figure(figure, Some(run))) }
            }
        }
    }
}

/// Title, legend, both forms of the picture, and how to read it.
pub fn figure(figure: &Figure, run: Option<&RunAnalysis>) -> Markup {
    markup! {
        figure {
            figcaption { (words::figure::title(figure, run)) }
            (legend(figure))
            div.wide { (PreEscaped(draw(figure, Form::Wide))) }
            div.narrow { (PreEscaped(draw(figure, Form::Narrow))) }
            @if let Some(note) = words::figure::note(figure) { p.note { (note) } }
        }
    }
}
