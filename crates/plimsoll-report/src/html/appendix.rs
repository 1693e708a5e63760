//! Definitions, and how to run it again.

use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::Analysis;

pub fn section(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        section {
            h2 { (words.text("label-appendix")) }
            h3 { (words.text("label-definitions")) }
            dl.definitions { @for (term, definition) in words::appendix::definitions(words) { dt { (term) } dd { (definition) } } }
            @if analysis.runs.iter().any(|run| !run.header.command.is_empty()) {
                h3 { (words.text("label-again")) }
                @for run in &analysis.runs {
                    @if !run.header.command.is_empty() { pre { (words::run::command(&run.header.command)) } }
                }
            }
            (super::detectors::list(words, analysis))
            p.note { (words::appendix::seed(words, analysis.seed)) }
        }
    }
}
