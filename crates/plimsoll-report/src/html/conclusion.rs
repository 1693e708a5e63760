//! What several runs say together, before anything else.

use super::table::{STACKED, table};
use crate::evidence::{Section, finding_anchor};
use crate::table::{conclusion, differences};
use crate::words::{self, Words, args};
use maud::{Markup, html};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::Finding;
use plimsoll_analysis::conclusion::{Conclusion, Recurrence, Recurring, host_of};

pub fn section(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        @if let Some(found) = &analysis.conclusion {
            section.conclusion id="conclusion" {
                h2 { (words.text("conclusion-title")) }
                (table(&conclusion(words, analysis, found), STACKED))
                (differing(words, found))
                (recurring(words, analysis, found))
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

fn recurring(words: &Words, analysis: &Analysis, found: &Conclusion) -> Markup {
    let (shown, further) = words::conclusion::shown(found);
    html! {
        @if !shown.is_empty() {
            h3 { (words.text("conclusion-recurs")) }
            ul.said {
                @for one in shown {
                    li {
                        @for (i, thing) in one.of.iter().enumerate() {
                            @if i > 0 { ", " }
                            a href={ "#" (anchor(analysis, one, thing)) } { (words::conclusion::recurring(words, thing)) }
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
fn anchor(analysis: &Analysis, found: &Recurrence, thing: &Recurring) -> String {
    let run = found.runs.first().copied().unwrap_or_default();
    let place = match thing {
        Recurring::LimitingFactor { .. } => Section::Limit.anchor().to_owned(),
        Recurring::Finding { id, host, .. } => {
            let is_it = |finding: &Finding| finding.id == id && host_of(finding) == host.as_str();
            let index = analysis.runs.get(run).and_then(|run| run.findings.iter().position(is_it));
            index.map_or_else(|| Section::Findings.anchor().to_owned(), finding_anchor)
        }
    };
    words::conclusion::anchor(run, &place)
}
