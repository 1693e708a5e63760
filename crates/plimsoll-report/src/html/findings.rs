//! Findings, and what happened during the run.

use crate::words;
use crate::words::label;
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn section(run: &RunAnalysis) -> Markup {
    html! {
        section {
            h2 { (label::FINDINGS) }
            @if run.findings.is_empty() { p { (label::NO_FINDINGS) } }
            ol.findings {
                @for finding in &run.findings {
                    li.(words::finding::severity(finding.severity)) {
                        p {
                            span.severity { (words::finding::severity(finding.severity)) } " "
                            code { (finding.id) }
                        }
                        p { (words::finding::sentence(&finding.claim)) }
                        p.next { (label::NEXT) " " (words::finding::next(&finding.claim)) }
                    }
                }
            }
            (notes(run))
        }
    }
}

fn notes(run: &RunAnalysis) -> Markup {
    let at = |us: u64| run.header.started_unix_us.saturating_add_unsigned(us);
    html! {
        @if !run.notes.is_empty() {
            h3 { (label::LOG) }
            div.scroll tabindex="0" {
                table {
                    thead { tr { th { (label::TIME) } th.text { (label::KIND) } th.text { (label::NOTE) } } }
                    tbody {
                        @for note in &run.notes {
                            tr {
                                th { (words::time::clock(at(note.at_us), &run.header.time_zone)) }
                                td.text { (words::run::note_kind(note.kind)) }
                                td.text { (note.text) }
                            }
                        }
                    }
                }
            }
        }
    }
}
