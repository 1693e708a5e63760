//! The box that is read first.

use super::evidence::links;
use crate::document::{Block, ListItem, ListKind, Section, SectionRole, Spans, Tile};
use crate::evidence::{self, ReportPlace, SectionAnchor, finding_anchor};
use crate::words::tested::NextAction;
use crate::words::{self, Words};
use plimsoll_analysis::requirements::{Judgement, Verdict};
use plimsoll_analysis::{Outcome, RunAnalysis};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let judgement = match run.outcome {
        Outcome::Holds => (!run.verdicts.is_empty()).then_some(Judgement::Pass),
        Outcome::RequirementFailed | Outcome::RequestsFailed => Some(Judgement::Fail),
        Outcome::Inconclusive => Some(Judgement::Inconclusive),
    };
    let alarmed = words::verdict::critical(run).next().is_some();
    let mut section = Section::new(words::verdict::outcome(words, run))
        .role(SectionRole::Verdict { judgement, alarmed })
        .with(loudest(words, run))
        .with(words::answer::at_expected(words, run).map(Block::paragraph))
        .with(critical(words, run))
        .with(tested(words, std::slice::from_ref(run)))
        .with([Block::Tiles(tiles(words, run).into())])
        .with(next(words, run));
    if !run.verdicts.is_empty() {
        let items = run.verdicts.iter().enumerate().map(|(i, verdict)| requirement(words, run, i, verdict));
        section.push(Block::List(ListKind::Requirements, items.collect()));
        section.push(Block::note(words::verdict::rule(words, run)));
    }
    Some(section)
}

/// What was tested, in a few lines.
pub fn tested<'a>(words: &Words, runs: &[RunAnalysis]) -> Option<Block<'a>> {
    let pairs: Vec<(Spans, Spans)> = words::tested::properties(words, runs)
        .into_iter()
        .map(|(name, value)| (Spans::from(name), Spans::from(value)))
        .collect();
    (!pairs.is_empty()).then_some(Block::Properties(pairs))
}

/// What to do, each with where it comes from.
fn next<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let steps = words::tested::next_steps(words, run).into_iter();
    let items: Vec<ListItem<'a>> = steps
        .map(|NextAction { text, anchor, place }| {
            let link = Spans::new().link(anchor, words.text(place));
            ListItem::of(vec![Block::line(Spans::from(text).text(" (").join(link).text(")"))])
        })
        .collect();
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::heading(words.text("label-what-to-do")), Block::List(ListKind::Numbered, items)]
}

fn tiles<'a>(words: &Words, run: &RunAnalysis) -> [Tile<'a>; 4] {
    let tile = |name: String, value: String, text: String, places: &[ReportPlace]| {
        let text = below(words, &value, text);
        Tile { name, value, blocks: vec![Block::paragraph(text), links(words, places)] }
    };
    let (capacity, limit) = (&run.capacity, &run.limiting_factor);
    let recommended = words::recommendation::figure(words, run).unwrap_or_else(|| words.text("label-none"));
    [
        tile(
            words::capacity::kind(words, capacity),
            words::capacity::figure(words, capacity),
            words::capacity::of_run(words, run),
            &evidence::of_capacity(run),
        ),
        tile(
            words.text("label-recommended"),
            recommended,
            words::recommendation::sentence(words, run),
            &evidence::of_recommended(run),
        ),
        tile(
            words.text("label-validity"),
            words::validity::word(words, run),
            words::validity::summary(words, run),
            &[ReportPlace::Section(SectionAnchor::Validity)],
        ),
        tile(
            words.text("label-limiting-factor"),
            words::limits::short(words, &limit.verdict),
            words::limits::verdict(words, limit),
            &[ReportPlace::Section(SectionAnchor::Limit)],
        ),
    ]
}

/// The text without the value that stands above it, which it may begin with.
fn below(words: &Words, value: &str, text: String) -> String {
    let rest = [". ", ": "].iter().find_map(|mark| text.strip_prefix(value)?.strip_prefix(mark));
    rest.map_or_else(|| text.clone(), |rest| words.capitalised(rest))
}

/// What makes figures unusable is said before any figure.
fn loudest<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let findings = || links(words, &[ReportPlace::Section(SectionAnchor::Findings)]);
    let said = words::verdict::loudest(words, run).into_iter();
    said.map(|text| Block::Callout(vec![Block::line(text), findings()])).collect()
}

/// What failed under the load, whatever the requirements say; each leads to its finding.
fn critical<'a>(words: &Words, run: &RunAnalysis) -> Option<Block<'a>> {
    let heading = words::verdict::critical_heading(words, run)?;
    let lines = words::verdict::critical(run).map(|(place, finding)| {
        Spans::new().link(finding_anchor(place), words::finding::short(words, &finding.claim))
    });
    let list = Block::list(lines);
    Some(Block::Callout(std::iter::once(Block::paragraph(heading)).chain(list).collect()))
}

fn requirement<'a>(words: &Words, run: &RunAnalysis, index: usize, verdict: &Verdict) -> ListItem<'a> {
    let judgement = words::verdict::judgement(words, verdict.judgement);
    let judged_at = words::verdict::judged_at(words, run, &verdict.judged_at);
    let asked = match words::answer::sentence(words, run, verdict) {
        Some(answer) => Spans::new()
            .strong(words::answer::opening(words, &answer))
            .text(" ")
            .soft(format!("{}, {judged_at}", verdict.requirement)),
        None => Spans::new().strong(&verdict.requirement).text(" ").soft(judged_at),
    };
    ListItem::of(vec![
        Block::line(Spans::new().badge(judgement, verdict.judgement)),
        Block::line(asked),
        Block::paragraph(words::verdict::proof(words, run, verdict)),
        links(words, &evidence::of_verdict(run, index, verdict)),
    ])
}
