//! The box that is read first.

use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::verdict::Judgement;
use plimsoll_analysis::{Outcome, RunAnalysis};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let class = match run.outcome {
        Outcome::Holds => "pass",
        Outcome::RequirementFailed => "fail",
        Outcome::Inconclusive => "open",
    };
    html! {
        section.verdict.(class) {
            h2 { (words::verdict::outcome(words, run)) }
            (loudest(words, run))
            div.tiles {
                (tile(&words::capacity::kind(words, &run.capacity), &words::capacity::figure(words, &run.capacity),
                    &words::capacity::sentence(words, &run.capacity)))
                @match &run.recommended {
                    Some(point) => (tile(&words.text("label-recommended"),
                        &words.per_s(point.throughput_per_s.value), &words::capacity::recommended(words, run))),
                    None => (tile(&words.text("label-recommended"), &words.text("label-none"), &words::capacity::recommended(words, run))),
                }
                (tile(&words.text("label-validity"), &words::validity::word(words, run), &words::validity::summary(words, run)))
                (tile(&words.text("label-limiting-factor"), &words::limits::short(words, &run.limiting_factor.verdict), &words::limits::verdict(words, &run.limiting_factor.verdict)))
            }
            @if !run.verdicts.is_empty() {
                ul.requirements {
                    @for verdict in &run.verdicts {
                        li {
                            (badge(words, verdict.judgement))
                            div {
                                strong { (verdict.requirement) }
                                " " span.soft { (words::verdict::judged_at(words, &verdict.judged_at)) }
                                p { (words::verdict::proof(words, verdict)) }
                            }
                        }
                    }
                }
                p.note { (words::verdict::rule(words, run)) }
            }
        }
    }
}

/// What makes figures unusable is said before any figure.
fn loudest(words: &Words, run: &RunAnalysis) -> Markup {
    html! { @for text in words::verdict::loudest(words, run) { p.loud { (text) } } }
}

fn tile(name: &str, value: &str, text: &str) -> Markup {
    html! {
        div.tile {
            p.name { (name) }
            p.value { (value) }
            p.text { (text) }
        }
    }
}

/// The word is the message; colour and shape only repeat it.
pub fn badge(words: &Words, judgement: Judgement) -> Markup {
    let class = match judgement {
        Judgement::Pass => "pass",
        Judgement::Fail => "fail",
        Judgement::Inconclusive => "open",
    };
    html! { span.badge.(class) { (words::verdict::judgement(words, judgement)) } }
}
