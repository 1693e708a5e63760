//! How throughput grows with load.

use super::table::table;
use crate::table;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::scalability::DemandsProblem;
use plimsoll_analysis::{Capacity, RunAnalysis};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let Some(found) = &run.scalability else { return html! {} };
    html! {
        section #scalability {
            h2 { (words.text("scalability-title")) }
            p { (words::scalability::fit(words, found)) }
            @for reason in &found.inadequate { p { (words::scalability::inadequacy(words, reason)) } }
            @if let Some(peak) = &found.peak { p { (words::scalability::peak(words, peak)) } }
            @if let Some(knee) = words::scalability::knee(words, &found.knee) { p { (knee) } }
            @if let Some(bounds) = &found.bounds { p { (words::scalability::bounds(words, bounds, is_maximum(&run.capacity))) } }
            (table(&table::marginals(words, run), ""))
            @if !found.left_out.is_empty() { p { (words::scalability::left_out(words, &found.left_out)) } }
            p.note { (words.text("scalability-note")) }
        }
    }
}

fn is_maximum(capacity: &Capacity) -> bool {
    match capacity {
        Capacity::Maximum { .. } | Capacity::Refused { .. } => true,
        Capacity::BelowAsked { pool_was_full, .. } => !pool_was_full,
        Capacity::LowerBound { .. } | Capacity::OneLoad { .. } | Capacity::Rate(_) | Capacity::Unknown => {
            false
        }
    }
}

/// What one request costs each watched host, where the mix of requests changed enough to tell.
pub fn demands(words: &Words, run: &RunAnalysis) -> Markup {
    let found = run.demands.iter().any(|host| host.demands.is_some());
    let constant = run.demands.iter().any(|host| host.problem == Some(DemandsProblem::MixTooConstant));
    html! {
        @if found || constant {
            section #demands {
                h2 { (words.text("scalability-demands")) }
                @if found { (table(&table::demands(words, run), "")) }
                @if constant { p { (words.text("scalability-mix-constant")) } }
                @if found { p.note { (words.text("scalability-demands-note")) } }
            }
        }
    }
}
