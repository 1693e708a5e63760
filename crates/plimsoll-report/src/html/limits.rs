//! The limiting factor: causes, what was ruled out, and the table they come from.

use super::table::table;
use crate::evidence::Section;
use crate::table::{causes, usage};
use crate::words::{self, Words, limits};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::bottleneck::Verdict;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let factor = &run.limiting_factor;
    let watched = factor.table.iter().any(|usage| usage.source.is_some());
    html! {
        section id=(Section::Limit.anchor()) {
            h2 { (words.text("limit-title")) }
            p { (limits::verdict(words, factor)) }
            @if let Verdict::Causes { causes: found, .. } = &factor.verdict { (table(&causes(words, found), "")) }
            @if watched {
                @if let Some(first) = factor.ruled_out.first() {
                    details {
                        summary { (words.say("limit-ruled-out", words::args![step = first.usage.step])) }
                        ul {
                            @for out in &factor.ruled_out {
                                li {
                                    (limits::name(words, &out.usage)) ": "
                                    // Of a server that was gone then, it is its last step.
                                    @if out.usage.step == first.usage.step { (limits::usage(words, &out.usage)) }
                                    @else { (limits::in_step(words, &out.usage)) }
                                }
                            }
                        }
                    }
                }
                details {
                    summary { (words.text("limit-table")) }
                    p.note { (words.text("limit-table-note")) }
                    (table(&usage(words, &factor.table), "sticky"))
                }
            }
        }
    }
}
