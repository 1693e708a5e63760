//! Definitions, and how to run it again.

use crate::words::appendix::DEFINITIONS;
use maud::{Markup, html};
use plimsoll_analysis::Analysis;

pub fn section(analysis: &Analysis) -> Markup {
    html! {
        section {
            h2 { "Appendix" }
            h3 { "Definitions and formulas" }
            dl.definitions { @for (term, definition) in DEFINITIONS { dt { (term) } dd { (definition) } } }
            @if analysis.runs.iter().any(|run| !run.header.command.is_empty()) {
                h3 { "To run it again" }
                @for run in &analysis.runs {
                    @if !run.header.command.is_empty() { pre { (run.header.command.join(" ")) } }
                }
            }
            p.note { "Seed of the resampling: " (analysis.seed) ". The same runs and seed give the same intervals." }
        }
    }
}
