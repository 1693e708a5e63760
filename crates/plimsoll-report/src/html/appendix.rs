//! Definitions, and how to run it again.

use crate::words;
use crate::words::appendix::{self, DEFINITIONS};
use crate::words::label;
use maud::{Markup, html};
use plimsoll_analysis::Analysis;

pub fn section(analysis: &Analysis) -> Markup {
    html! {
        section {
            h2 { (label::APPENDIX) }
            h3 { (label::DEFINITIONS) }
            dl.definitions { @for (term, definition) in DEFINITIONS { dt { (term) } dd { (definition) } } }
            @if analysis.runs.iter().any(|run| !run.header.command.is_empty()) {
                h3 { (label::AGAIN) }
                @for run in &analysis.runs {
                    @if !run.header.command.is_empty() { pre { (words::run::command(&run.header.command)) } }
                }
            }
            p.note { (appendix::seed(analysis.seed)) }
        }
    }
}
