//! Findings of a run, and across runs.

use super::evidence;
use crate::document::{Block, ListItem, ListKind, ParagraphKind, Section, Spans};
use crate::evidence::{SectionAnchor, finding_anchor};
use crate::words::{self, Words};
use plimsoll_analysis::{Analysis, Finding, RunAnalysis};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let mut section = Section::new(words.text("label-findings")).at(SectionAnchor::Findings.name());
    if run.findings.is_empty() {
        section.push(Block::paragraph(words.text("label-no-findings")));
    }
    section.push(list(words, std::slice::from_ref(run), Some(run), &run.findings));
    Some(section)
}

/// What is found across runs; nothing where nothing is.
pub fn several_runs<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let section = Section::new(words.text("detector-across-runs"));
    let list = || list(words, &analysis.runs, None, &analysis.findings);
    (!analysis.findings.is_empty()).then(|| section.with([list()]))
}

/// `runs` are those that claims name by their places, `run` the one whose part this is.
fn list<'a>(
    words: &Words,
    runs: &[RunAnalysis],
    run: Option<&RunAnalysis>,
    findings: &[Finding],
) -> Block<'a> {
    let item = |(i, finding): (usize, &Finding)| {
        let severity = words::finding::severity(words, finding.severity);
        let mut blocks = vec![
            Block::paragraph(Spans::new().severity(severity).text(" ").code(finding.id)),
            Block::paragraph(words::finding::sentence(words, runs, &finding.claim)),
        ];
        blocks.extend(evidence::of_finding(words, runs, run, finding));
        blocks.extend(against(words, finding));
        let next = format!("{} {}", words.text("label-next"), words::finding::next(words, run, finding));
        blocks.push(Block::Paragraph(ParagraphKind::Next, next.into()));
        let severity = Some(words::finding::class(finding.severity));
        ListItem { anchor: Some(finding_anchor(i)), severity, blocks }
    };
    Block::List(ListKind::Findings, findings.iter().enumerate().map(item).collect())
}

/// What speaks against it.
fn against<'a>(words: &Words, finding: &Finding) -> Option<Block<'a>> {
    let caveats: Vec<String> =
        finding.against.iter().map(|caveat| words::finding::caveat(words, caveat)).collect();
    let said = || format!("{} {}", words.text("detector-against"), caveats.join("; "));
    (!caveats.is_empty()).then(|| Block::note(said()))
}
