//! How throughput grows with load.

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
            @if !found.marginals.is_empty() {
                div.scroll tabindex="0" {
                    table {
                        thead { tr {
                            th { (words.text("scalability-from")) }
                            th { (words.text("scalability-to")) }
                            th { (words.text("scalability-per-s")) }
                            th { (words.text("scalability-efficiency")) }
                        } }
                        tbody {
                            @for step in &found.marginals {
                                tr {
                                    td { (words.count(u64::from(step.from_load.users))) }
                                    td { (words.count(u64::from(step.to_load.users))) }
                                    td { (words.rate(step.from_per_s)) " → " (words.rate(step.to_per_s)) }
                                    td { (words::scalability::efficiency(words, step)) }
                                }
                            }
                        }
                    }
                }
            }
            p.note { (words.text("scalability-note")) }
        }
    }
}
