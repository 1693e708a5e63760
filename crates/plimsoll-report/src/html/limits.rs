//! The limiting factor: causes, what was ruled out, and the table they come from.

use crate::evidence::Section;
use crate::words::{self, Words, limits, number};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::limits::{Cause, Usage, Verdict};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let factor = &run.limiting_factor;
    let watched = factor.table.iter().any(|usage| usage.source.is_some());
    html! {
        section id=(Section::Limit.anchor()) {
            h2 { (words.text("limit-title")) }
            p { (limits::verdict(words, &factor.verdict)) }
            @if let Verdict::Causes { causes, .. } = &factor.verdict { (self::causes(words, causes)) }
            @if watched {
                @if let Some(first) = factor.ruled_out.first() {
                    p { (words.say("limit-ruled-out", words::args![step = first.usage.step])) }
                    ul {
                        @for out in &factor.ruled_out {
                            li { (limits::name(words, &out.usage)) ": " (limits::usage(words, &out.usage)) }
                        }
                    }
                }
                (table(words, &factor.table))
            }
        }
    }
}

fn causes(words: &Words, causes: &[Cause]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th.text { (words.text("limit-cause")) } th.text { (words.text("limit-grade")) }
                    th.text { (words.text("limit-because")) } th.text { (words.text("limit-refuted")) }
                } }
                tbody {
                    @for cause in causes {
                        tr {
                            th.text.name { (limits::name(words, &cause.usage)) }
                            td.text { (limits::grade(words, cause.grade)) }
                            td.text.whole { (limits::because(words, cause)) }
                            td.text.whole { (limits::refuted_by(words, cause.resource)) }
                        }
                    }
                }
            }
        }
    }
}

/// Rows are resources, columns are steps.
fn table(words: &Words, table: &[Usage]) -> Markup {
    let mut steps: Vec<u32> = table.iter().map(|usage| usage.step).collect();
    steps.sort_unstable();
    steps.dedup();
    let is_same = |a: &Usage, b: &Usage| (a.resource, &a.source, &a.name) == (b.resource, &b.source, &b.name);
    let rows: Vec<&[Usage]> = table.chunk_by(is_same).collect();
    html! {
        details {
            summary { (words.text("limit-table")) }
            p.note { (words.text("limit-table-note")) }
            div.scroll tabindex="0" {
                table.sticky {
                    thead { tr {
                        th.text { (words.text("limit-resource")) }
                        @for step in &steps { th { (words.text("label-step")) " " (step) } }
                    } }
                    tbody {
                        @for row in rows {
                            tr {
                                th.text.name { (limits::name(words, &row[0])) }
                                @for step in &steps {
                                    @match row.iter().find(|usage| usage.step == *step) {
                                        Some(usage) => {
                                            td.text {
                                                @if usage.is_saturated() { strong { (limits::usage(words, usage)) } }
                                                @else { (limits::usage(words, usage)) }
                                            }
                                        }
                                        None => { td.text { (number::dash()) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
