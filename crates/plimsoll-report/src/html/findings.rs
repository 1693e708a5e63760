//! Findings, and the log of the run.

use super::evidence::finding as finding_links;
use super::table::table;
use crate::evidence::finding_anchor;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::{Analysis, Finding, RunAnalysis};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        section id="findings" {
            h2 { (words.text("label-findings")) }
            @if run.findings.is_empty() { p { (words.text("label-no-findings")) } }
            (list(words, std::slice::from_ref(run), Some(run), &run.findings))
        }
    }
}

/// What is found across runs; nothing where nothing is.
pub fn across(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        @if !analysis.findings.is_empty() {
            section {
                h2 { (words.text("detector-across-runs")) }
                (list(words, &analysis.runs, None, &analysis.findings))
            }
        }
    }
}

/// `runs` are those that claims name by their places, `run` the one whose part this is.
fn list(words: &Words, runs: &[RunAnalysis], run: Option<&RunAnalysis>, findings: &[Finding]) -> Markup {
    html! {
        ol.findings {
            @for (i, finding) in findings.iter().enumerate() {
                li.(words::finding::class(finding.severity)) id=(finding_anchor(i)) {
                    p {
                        span.severity { (words::finding::severity(words, finding.severity)) } " "
                        code { (finding.id) }
                    }
                    p { (words::finding::sentence(words, runs, &finding.claim)) }
                    (finding_links(words, runs, run, finding))
                    (super::detectors::against(words, finding))
                    p.next { (words.text("label-next")) " " (words::finding::next(words, run, finding)) }
                }
            }
        }
    }
}

pub fn log(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if !run.notes.is_empty() {
            section {
                h2 { (words.text("label-log")) }
                (table(&crate::table::notes(words, run), ""))
            }
        }
    }
}
