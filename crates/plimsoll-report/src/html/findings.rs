//! Findings, and what happened during the run.

use super::evidence::links;
use super::table::table;
use crate::evidence;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        section id="findings" {
            h2 { (words.text("label-findings")) }
            @if run.findings.is_empty() { p { (words.text("label-no-findings")) } }
            ol.findings {
                @for finding in &run.findings {
                    li.(words::finding::class(finding.severity)) {
                        p {
                            span.severity { (words::finding::severity(words, finding.severity)) } " "
                            code { (finding.id) }
                        }
                        p { (words::finding::sentence(words, &finding.claim)) }
                        (links(words, &evidence::of_claim(run, &finding.claim)))
                        p.next { (words.text("label-next")) " " (words::finding::next(words, &finding.claim)) }
                    }
                }
            }
            (notes(words, run))
        }
    }
}

fn notes(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if !run.notes.is_empty() {
            h3 { (words.text("label-log")) }
            (table(&crate::table::notes(words, run), ""))
        }
    }
}
