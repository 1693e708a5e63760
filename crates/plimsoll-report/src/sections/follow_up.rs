//! Whether the claims of findings held that a later run was to decide: before everything else of several runs.

use crate::document::{Block, ListItem, ListKind, Section, Spans};
use crate::words::{Words, follow_up};
use plimsoll_analysis::follow_up::ClaimVerdict;
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::{Analysis, FollowUp, RunAnalysis};

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    of(words, &analysis.runs, &analysis.follow_ups)
}

/// Without `runs` they are not named.
pub fn of<'a>(words: &Words, runs: &[RunAnalysis], follow_ups: &[FollowUp]) -> Option<Section<'a>> {
    let items: Vec<ListItem<'a>> = follow_ups.iter().map(|of| item(words, runs, of)).collect();
    let section = Section::new(words.text("next-title")).at("follow-ups");
    (!items.is_empty()).then(|| section.with([Block::List(ListKind::Statements, items)]))
}

fn item<'a>(words: &Words, runs: &[RunAnalysis], of: &FollowUp) -> ListItem<'a> {
    let judgement = match of.verdict {
        ClaimVerdict::Supported => Judgement::Pass,
        ClaimVerdict::Refuted => Judgement::Fail,
        ClaimVerdict::Undecided { .. } => Judgement::Inconclusive,
    };
    let verdict = Spans::new().badge(follow_up::verdict(words, &of.verdict), judgement);
    let mut blocks = vec![Block::line(verdict), Block::paragraph(follow_up::because(words, runs, of))];
    if !runs.is_empty() {
        blocks.push(Block::note(follow_up::heading(words, runs, of)));
    }
    ListItem::of(blocks)
}

/// For JSON.
pub fn sentences(words: &Words, analysis: &Analysis) -> Vec<String> {
    analysis.follow_ups.iter().map(|of| follow_up::sentence(words, &analysis.runs, of)).collect()
}
