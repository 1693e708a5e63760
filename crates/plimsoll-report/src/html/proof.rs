//! The proof of each requirement, step by step.

use super::table::table;
use super::verdict::badge;
use crate::evidence::requirement_anchor;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::{RunAnalysis, Verdict};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if !run.verdicts.is_empty() {
            section {
                h2 { (words.text("label-proof")) }
                @for (index, verdict) in run.verdicts.iter().enumerate() { (proof(words, run, index, verdict)) }
                p.note { (words.text("verdict-method")) }
            }
        }
    }
}

fn proof(words: &Words, run: &RunAnalysis, index: usize, verdict: &Verdict) -> Markup {
    html! {
        h3 id=(requirement_anchor(index)) { (verdict.requirement) " " (badge(words, verdict.judgement)) }
        p { (words::verdict::proof(words, verdict)) }
        @if verdict.steps.len() > 1 { (table(&crate::table::proof(words, run, index + 1, verdict), "proof")) }
    }
}
