//! The appendix' list of detectors, and what speaks against a finding.

use super::table::table;
use crate::table::detectors;
use crate::words::{Words, finding};
use maud::{Markup, html};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::findings::Finding;

/// What speaks against a finding, below it.
pub fn against(words: &Words, finding: &Finding) -> Markup {
    html! {
        @if !finding.against.is_empty() {
            p.note {
                (words.text("detector-against")) " "
                @for (i, caveat) in finding.against.iter().enumerate() {
                    @if i > 0 { "; " }
                    (finding::caveat(words, caveat))
                }
            }
        }
    }
}

pub fn list(words: &Words, analysis: &Analysis) -> Markup {
    let several = analysis.runs.len() > 1;
    html! {
        h3 #detectors { (words.text("detector-list")) }
        @for (i, run) in analysis.runs.iter().enumerate() {
            details {
                summary { @if several { (words.text("label-run")) " " (i + 1) } @else { (words.text("detector-list")) } }
                (table(&detectors(words, "detectors", &run.detectors), ""))
            }
        }
        @if several {
            details { summary { (words.text("detector-across-runs")) } (table(&detectors(words, "detectors", &analysis.detectors), "")) }
        }
    }
}
