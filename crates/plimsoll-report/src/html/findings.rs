//! Findings, and what happened during the run.

use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        section {
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
                        p.next { (words.text("label-next")) " " (words::finding::next(words, &finding.claim)) }
                    }
                }
            }
            (notes(words, run))
        }
    }
}

fn notes(words: &Words, run: &RunAnalysis) -> Markup {
    let at = |us: u64| run.header.started_unix_us.saturating_add_unsigned(us);
    html! {
        @if !run.notes.is_empty() {
            h3 { (words.text("label-log")) }
            div.scroll tabindex="0" {
                table {
                    thead { tr { th { (words.text("label-time")) } th.text { (words.text("label-kind")) } th.text { (words.text("label-note")) } } }
                    tbody {
                        @for note in &run.notes {
                            tr {
                                th { (words.clock(at(note.at_us), &run.header.time_zone)) }
                                td.text { (words::run::note_kind(words, note.kind)) }
                                td.text { (note.text) }
                            }
                        }
                    }
                }
            }
        }
    }
}
