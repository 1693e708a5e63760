//! The proof of each requirement, step by step.

use super::verdict::badge;
use crate::words;
use crate::words::label;
use maud::{Markup, html};
use plimsoll_analysis::{RunAnalysis, Verdict};

pub fn section(run: &RunAnalysis) -> Markup {
    html! {
        @if !run.verdicts.is_empty() {
            section {
                h2 { (label::PROOF) }
                @for verdict in &run.verdicts { (proof(run, verdict)) }
                p.note { (words::verdict::METHOD) }
            }
        }
    }
}

fn proof(run: &RunAnalysis, verdict: &Verdict) -> Markup {
    html! {
        h3 { (verdict.requirement) " " (badge(verdict.judgement)) }
        p { (words::verdict::proof(verdict)) }
        @if verdict.steps.len() > 1 {
            div.scroll tabindex="0" {
                table.proof {
                    thead { tr { th { (label::STEP) } th { (label::USERS) } th.text { (label::VERDICT) } th { (label::MEASURED) } th.text { (label::EVIDENCE) } } }
                    tbody {
                        @for step in &verdict.steps {
                            tr {
                                th { (step.step) }
                                td { (run.step(step.step).map_or(0, |row| row.users)) }
                                td.text { (badge(step.judgement)) }
                                td { (words::verdict::measured(step)) }
                                td.text.whole { (words::verdict::evidence(&step.evidence)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
