//! The box that is read first.

use crate::words;
use crate::words::label;
use maud::{Markup, html};
use plimsoll_analysis::verdict::Judgement;
use plimsoll_analysis::{Outcome, RunAnalysis};

pub fn section(run: &RunAnalysis) -> Markup {
    let class = match run.outcome {
        Outcome::Holds => "pass",
        Outcome::RequirementFailed => "fail",
        Outcome::Inconclusive => "open",
    };
    html! {
        section.verdict.(class) {
            h2 { (words::verdict::outcome(run)) }
            (loudest(run))
            div.tiles {
                (tile(words::capacity::kind(&run.capacity), &words::capacity::figure(&run.capacity),
                    &words::capacity::sentence(&run.capacity)))
                @match &run.recommended {
                    Some(point) => (tile(label::RECOMMENDED,
                        &words::number::per_s(point.throughput_per_s.value), &words::capacity::recommended(run))),
                    None => (tile(label::RECOMMENDED, label::NONE, &words::capacity::recommended(run))),
                }
                (tile(label::VALIDITY, words::validity::word(run), &words::validity::summary(run)))
                (tile(label::LIMITING_FACTOR, label::NOT_KNOWN, words::run::LIMITING_FACTOR))
            }
            @if !run.verdicts.is_empty() {
                ul.requirements {
                    @for verdict in &run.verdicts {
                        li {
                            (badge(verdict.judgement))
                            div {
                                strong { (verdict.requirement) }
                                " " span.soft { (words::verdict::judged_at(&verdict.judged_at)) }
                                p { (words::verdict::proof(verdict)) }
                            }
                        }
                    }
                }
                p.note { (words::verdict::rule(run)) }
            }
        }
    }
}

/// What makes figures unusable is said before any figure.
fn loudest(run: &RunAnalysis) -> Markup {
    html! { @for text in words::verdict::loudest(run) { p.loud { (text) } } }
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
pub fn badge(judgement: Judgement) -> Markup {
    let class = match judgement {
        Judgement::Pass => "pass",
        Judgement::Fail => "fail",
        Judgement::Inconclusive => "open",
    };
    html! { span.badge.(class) { (words::verdict::judgement(judgement)) } }
}
