//! What several runs say together, before anything else.

use super::table::{STACKED, table};
use crate::evidence::{Place, Section};
use crate::table::{conclusion, differences};
use crate::words::{self, Words, args};
use maud::{Markup, html};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::conclusion::{Conclusion, Recurrence, Recurring};

pub fn section(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        @if let Some(found) = &analysis.conclusion {
            section.conclusion id="conclusion" {
                h2 { (words.text("conclusion-title")) }
                (table(&conclusion(words, analysis, found), STACKED))
                (differing(words, found))
                (recurring(words, found))
            }
        }
    }
}

fn differing(words: &Words, found: &Conclusion) -> Markup {
    let (pairs, further) = words::differences::shown(words, found);
    html! {
        @if !pairs.is_empty() {
            h3 id="differences" { (words.text("conclusion-differences")) }
            ul.said {
                @for pair in pairs {
                    li {
                        strong { (words::differences::heading(words, pair)) }
                        @for sentence in words::differences::sentences(words, found, pair) { p { (sentence) } }
                    }
                }
            }
            @if let Some(further) = further { p { (further) } }
            p.note { (words::differences::note(words, found)) }
            details {
                summary { (words.text("conclusion-table")) }
                (table(&differences(words, found), ""))
            }
        }
    }
}

fn recurring(words: &Words, found: &Conclusion) -> Markup {
    let (shown, further) = words::conclusion::shown(found);
    html! {
        @if !shown.is_empty() {
            h3 { (words.text("conclusion-recurs")) }
            ul.said {
                @for one in shown {
                    li {
                        @for (i, thing) in one.of.iter().enumerate() {
                            @if i > 0 { ", " }
                            a href={ "#" (anchor(one, thing)) } { (words::conclusion::recurring(words, thing)) }
                        }
                        " – " (words::conclusion::coverage(words, found, one)) "."
                    }
                }
            }
            @if let Some(n) = further { p { (words.say("conclusion-further-recurrences", args![n])) } }
        }
    }
}

/// In the first of the runs that have it.
fn anchor(found: &Recurrence, thing: &Recurring) -> String {
    let section = match thing {
        Recurring::LimitingFactor { .. } => Section::Limit,
        Recurring::Finding { .. } => Section::Findings,
    };
    words::conclusion::anchor(found.runs.first().copied().unwrap_or_default(), &Place::Section(section))
}
