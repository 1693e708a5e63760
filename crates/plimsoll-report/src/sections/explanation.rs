//! Why that is the conclusion: the chain in numbered steps, what speaks against it, what else was considered.

use super::evidence::links;
use crate::document::{About, Block, ListItem, ListKind, ReportDocument, Section};
use crate::evidence::{self, ReportPlace, SectionAnchor};
use crate::words::{self, Words, args, explanation as explained, limits};
use plimsoll_analysis::bottleneck::LimitVerdict;
use plimsoll_analysis::explanation::ReasoningStep;
use plimsoll_analysis::{Analysis, RunAnalysis};

/// Within the section on the limiting factor, which has the causes and what was ruled out.
pub fn folded<'a>(words: &Words, run: &RunAnalysis) -> Block<'a> {
    let mut blocks = vec![chain(words, run, true)];
    blocks.extend(against(words, run));
    blocks.extend(alternatives(words, run));
    blocks.extend(unwatched(words, run));
    Block::details(words.text("explain-folded"), blocks)
}

/// A document of its own.
pub fn document<'a>(words: &Words, analysis: &'a Analysis) -> ReportDocument<'a> {
    let judged = super::follow_up::section(words, analysis);
    let sections = analysis.runs.iter().flat_map(|run| {
        let words = words.of_run(run);
        let title = match analysis.runs.as_slice() {
            [_] => words.text("explain-title"),
            all => words::run::title(&words, all, &run.header),
        };
        let mut section = Section::new(title).with([chain(&words, run, false)]);
        section.blocks.extend(against(&words, run));
        section.blocks.extend(alternatives(&words, run));
        section.blocks.extend(ruled_out(&words, run));
        section.blocks.extend(refutation(&words, run));
        section.blocks.extend(unwatched(&words, run));
        [section]
    });
    let title = analysis.runs.first().map_or_else(String::new, |run| run.header.name.clone());
    ReportDocument {
        title,
        about: Some(About { kind: words.text("explain-title"), origin: None }),
        has_several_runs: analysis.runs.len() != 1,
        sections: judged.into_iter().chain(sections).collect(),
    }
}

/// The sentences of the chain, for JSON.
pub fn sentences(words: &Words, run: &RunAnalysis) -> Vec<String> {
    let words = words.of_run(run);
    run.explanation.chain.iter().map(|step| explained::step(&words, run, *step)).collect()
}

/// `is_linked`: the places of the report that show the figures are in the same document.
fn chain<'a>(words: &Words, run: &RunAnalysis, is_linked: bool) -> Block<'a> {
    let item = |step: &ReasoningStep| {
        let said = Block::line(explained::step(words, run, *step));
        let shown = is_linked.then(|| links(words, &places(run, *step)));
        ListItem::of(std::iter::once(said).chain(shown).collect())
    };
    Block::List(ListKind::Numbered, run.explanation.chain.iter().map(item).collect())
}

fn places(run: &RunAnalysis, step: ReasoningStep) -> Vec<ReportPlace> {
    match step {
        ReasoningStep::Validity => vec![ReportPlace::Section(SectionAnchor::Validity)],
        ReasoningStep::Growth(of) | ReasoningStep::Levelling(of) => {
            vec![ReportPlace::Steps(vec![of.from_step]), ReportPlace::Steps(vec![of.to_step])]
        }
        ReasoningStep::OneLoad { step } => vec![ReportPlace::Steps(vec![step])],
        ReasoningStep::Width { .. } => vec![ReportPlace::Section(SectionAnchor::Findings)],
        ReasoningStep::Capacity => evidence::of_capacity(run),
        ReasoningStep::Cause | ReasoningStep::NoCause => vec![ReportPlace::Section(SectionAnchor::Limit)],
        ReasoningStep::Requirement { verdict } => run
            .verdicts
            .get(verdict)
            .map(|found| evidence::of_verdict(run, verdict, found))
            .unwrap_or_default(),
        ReasoningStep::Recommendation => evidence::of_recommended(run),
    }
}

/// A heading over lines, where there are some.
fn headed<'a>(heading: String, lines: impl Iterator<Item = String>) -> Vec<Block<'a>> {
    Block::list(lines).map_or_else(Vec::new, |list| vec![Block::heading(heading), list])
}

fn against<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let objections = &run.explanation.against;
    if objections.is_empty() && matches!(run.limiting_factor.verdict, LimitVerdict::Causes { .. }) {
        let none = Block::paragraph(words.text("explain-against-nothing"));
        return vec![Block::heading(words.text("explain-against")), none];
    }
    headed(words.text("explain-against"), objections.iter().map(|it| explained::objection(words, it)))
}

fn alternatives<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let all = run.explanation.alternatives.iter().map(|it| explained::alternative(words, it));
    let refuted = run.limiting_factor.refuted.iter().map(|it| limits::refuted(words, it));
    headed(words.text("explain-alternatives"), all.chain(refuted))
}

fn ruled_out<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let Some(first) = run.limiting_factor.ruled_out.first() else { return Vec::new() };
    let heading = words.say("limit-ruled-out", args![step = first.usage.step]);
    let one = |out: &plimsoll_analysis::bottleneck::RuledOut| {
        format!("{}: {}", limits::name(words, &out.usage), limits::in_step(words, &out.usage))
    };
    headed(heading, run.limiting_factor.ruled_out.iter().map(one))
}

fn refutation<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let refuted = explained::refuted_by(words, run);
    let next = words::tested::next_steps(words, run).into_iter().map(|next| next.text);
    let mut blocks = headed(words.text("explain-refuted"), refuted.into_iter());
    blocks.extend(headed(words.text("label-what-to-do"), next));
    blocks
}

fn unwatched<'a>(words: &Words, run: &RunAnalysis) -> Vec<Block<'a>> {
    let parts = run.explanation.unwatched.iter().map(|part| explained::unwatched(words, *part));
    headed(words.text("explain-unwatched"), parts)
}
