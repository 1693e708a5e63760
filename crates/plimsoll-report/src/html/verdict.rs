//! The box that is read first.

use super::evidence::links;
use crate::evidence::{self, Place, Section, finding_anchor};
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::{Outcome, RunAnalysis};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let class = match run.outcome {
        Outcome::Holds => "pass",
        Outcome::RequirementFailed => "fail",
        Outcome::Inconclusive => "open",
    };
    let alarmed = words::verdict::critical(run).next().is_some();
    html! {
        section.verdict.(class).alarmed[alarmed] {
            h2 { (words::verdict::outcome(words, run)) }
            (loudest(words, run))
            (critical(words, run))
            div.tiles {
                (tile(&words::capacity::kind(words, &run.capacity), &words::capacity::figure(words, &run.capacity), html! {
                    p { (words::capacity::sentence(words, &run.capacity)) } (links(words, &evidence::of_capacity(run)))
                }))
                (recommended(words, run))
                (tile(&words.text("label-validity"), &words::validity::word(words, run), html! {
                    p { (words::validity::summary(words, run)) } (links(words, &[Place::Section(Section::Validity)]))
                }))
                (tile(&words.text("label-limiting-factor"), &words::limits::short(words, &run.limiting_factor.verdict), html! {
                    p { (words::limits::verdict(words, &run.limiting_factor)) } (links(words, &[Place::Section(Section::Limit)]))
                }))
            }
            @if !run.verdicts.is_empty() {
                ul.requirements {
                    @for (index, verdict) in run.verdicts.iter().enumerate() {
                        li {
                            (badge(words, verdict.judgement))
                            div {
                                strong { (verdict.requirement) }
                                " " span.soft { (words::verdict::judged_at(words, &verdict.judged_at)) }
                                p { (words::verdict::proof(words, verdict)) }
                                (links(words, &evidence::of_verdict(run, index, verdict)))
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
    html! {
        @for text in words::verdict::loudest(words, run) {
            div.loud { (text) (links(words, &[Place::Section(Section::Findings)])) }
        }
    }
}

/// What failed under the load, whatever the requirements say; each leads to its finding.
fn critical(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if let Some(heading) = words::verdict::critical_heading(words, run) {
            div.loud {
                p { (heading) }
                ul {
                    @for (place, finding) in words::verdict::critical(run) {
                        li {
                            a href={ "#" (finding_anchor(place)) } { (words::finding::short(words, &finding.claim)) }
                        }
                    }
                }
            }
        }
    }
}

fn recommended(words: &Words, run: &RunAnalysis) -> Markup {
    let text = words::capacity::recommended(words, run);
    let name = words.text("label-recommended");
    let value = words::capacity::recommended_figure(words, run).unwrap_or_else(|| words.text("label-none"));
    tile(&name, &value, html! { p { (text) } (links(words, &evidence::of_recommended(run))) })
}

fn tile(name: &str, value: &str, text: Markup) -> Markup {
    html! {
        div.tile {
            p.name { (name) }
            p.value { (value) }
            div.text { (text) }
        }
    }
}

pub fn badge(words: &Words, judgement: Judgement) -> Markup {
    badge_of(&words::verdict::judgement(words, judgement), judgement)
}

/// The word is the message; colour and shape only repeat it.
pub fn badge_of(text: &str, judgement: Judgement) -> Markup {
    let class = match judgement {
        Judgement::Pass => "pass",
        Judgement::Fail => "fail",
        Judgement::Inconclusive => "open",
    };
    html! { span.badge.(class) { (text) } }
}
