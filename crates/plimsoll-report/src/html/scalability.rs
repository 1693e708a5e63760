//! How throughput grows with load.

use super::table::table;
use crate::table::marginals;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let Some(found) = &run.scalability else { return html! {} };
    html! {
        section #scalability {
            h2 { (words.text("scalability-title")) }
            p { (words::scalability::fit(words, found)) }
            @for reason in &found.inadequate { p { (words::scalability::inadequacy(words, reason)) } }
            @if let Some(peak) = &found.peak { p { (words::scalability::peak(words, peak)) } }
            @if let Some(knee) = words::scalability::knee(words, &found.knee) { p { (knee) } }
            @if let Some(bounds) = &found.bounds { p { (words::scalability::bounds(words, bounds)) } }
            (table(&marginals(words, run), ""))
            p.note { (words.text("scalability-note")) }
        }
    }
}
