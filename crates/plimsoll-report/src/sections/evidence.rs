//! The way from a sentence to what it rests on.

use crate::document::{Block, ParagraphKind, Spans};
use crate::evidence::{self, ReportPlace, SectionAnchor};
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{EvidenceItem, Finding, Measure};

/// Under a sentence: `Evidence: step 9, figure "Throughput against load"`, each a link.
pub fn links<'a>(words: &Words, places: &[ReportPlace]) -> Block<'a> {
    let links = places.iter().map(|place| (place.anchor(), words::evidence::place(words, place)));
    paragraph(words, ", ", links.collect())
}

fn paragraph<'a>(words: &Words, separator: &str, links: Vec<(String, String)>) -> Block<'a> {
    let name = Spans::from(format!("{} ", words.text("evidence-evidence")));
    Block::Paragraph(ParagraphKind::Evidence, name.links(separator, links))
}

/// Under a finding: its measured values, each a link to where it can be seen, and the other places that show it.
pub fn of_finding<'a>(
    words: &Words,
    runs: &[RunAnalysis],
    run: Option<&RunAnalysis>,
    finding: &Finding,
) -> Option<Block<'a>> {
    let mut links: Vec<(String, String)> = finding
        .evidence
        .iter()
        .map(|item| (anchor_of(run, item), words::finding::item(words, runs, item)))
        .collect();
    let is_steps = |place: &ReportPlace| {
        matches!(place, ReportPlace::Steps(_) | ReportPlace::Section(SectionAnchor::Steps))
    };
    let is_new = |place: &ReportPlace| {
        let known = links.iter().any(|(anchor, _)| *anchor == place.anchor());
        !known && (links.is_empty() || !is_steps(place))
    };
    let places = run.map(|run| evidence::of_claim(run, &finding.claim)).unwrap_or_default();
    let new: Vec<(String, String)> = places
        .iter()
        .filter(|place| is_new(place))
        .map(|place| (place.anchor(), words::evidence::place(words, place)))
        .collect();
    links.extend(new);
    (!links.is_empty()).then(|| paragraph(words, "; ", links))
}

/// Across runs, a value is that of a run's part, which carries its number.
fn anchor_of(run: Option<&RunAnalysis>, item: &EvidenceItem) -> String {
    match (run, &item.measure) {
        (Some(run), _) => evidence::of_item(run, item).anchor(),
        (None, Measure::Run { run, .. }) => format!("run-{}", run + 1),
        (None, _) => "comparison".to_owned(),
    }
}
