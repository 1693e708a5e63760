//! The way from a sentence to what it rests on.

use crate::evidence::{self, Place, Section};
use crate::words::{self, Words, finding};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{EvidenceItem, Finding, Measure};

/// Under a sentence: `Evidence: step 9, figure "Throughput against load"`, each a link.
pub fn links(words: &Words, places: &[Place]) -> Markup {
    html! {
        p.evidence {
            (words.text("evidence-evidence")) " "
            @for (i, place) in places.iter().enumerate() {
                @if i > 0 { ", " }
                a href={ "#" (place.anchor()) } { (words::evidence::place(words, place)) }
            }
        }
    }
}

/// Under a finding: its measured values, each a link to where it can be seen, and the other places that show it.
pub fn finding(words: &Words, runs: &[RunAnalysis], run: Option<&RunAnalysis>, finding: &Finding) -> Markup {
    let items: Vec<(String, String)> = finding
        .evidence
        .iter()
        .map(|item| (anchor_of(run, item), finding::item(words, runs, item)))
        .collect();
    let is_new = |place: &Place| {
        let known = items.iter().any(|(anchor, _)| *anchor == place.anchor());
        !known && (items.is_empty() || !matches!(place, Place::Steps(_) | Place::Section(Section::Steps)))
    };
    let places = run.map(|run| evidence::of_claim(run, &finding.claim)).unwrap_or_default();
    let places = places.iter().filter(|place| is_new(place));
    let all = items
        .iter()
        .cloned()
        .chain(places.map(|place| (place.anchor(), words::evidence::place(words, place))));
    html! {
        p.evidence {
            (words.text("evidence-evidence")) " "
            @for (i, (anchor, text)) in all.enumerate() {
                @if i > 0 { "; " }
                a href={ "#" (anchor) } { (text) }
            }
        }
    }
}

/// Across runs, a value is that of a run's part, which carries its number.
fn anchor_of(run: Option<&RunAnalysis>, item: &EvidenceItem) -> String {
    match (run, &item.measure) {
        (Some(run), _) => evidence::of_item(run, item).anchor(),
        (None, Measure::Run { run, .. }) => format!("run-{}", run + 1),
        (None, _) => "comparison".to_owned(),
    }
}

/// A run's part of a page with several runs: its anchors, and the links to them, carry the run's number.
pub fn scoped(part: &str, run: usize) -> String {
    // Foreign text can't hold these: its quotation marks are escaped.
    part.replace(" id=\"", &format!(" id=\"run-{run}-")).replace(" href=\"#", &format!(" href=\"#run-{run}-"))
}
