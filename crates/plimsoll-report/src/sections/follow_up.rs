//! Whether the claims of findings held that a later run was to decide: before everything else of several runs.

use crate::document::{Block, ListItem, ListKind, Section, Spans};
use crate::words::{Words, follow_up};
use plimsoll_analysis::follow_up::ClaimVerdict;
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::{Analysis, FollowUp};

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let items: Vec<ListItem<'a>> = analysis.follow_ups.iter().map(|of| item(words, analysis, of)).collect();
    let section = Section::new(words.text("next-title")).at("follow-ups");
    (!items.is_empty()).then(|| section.with([Block::List(ListKind::Statements, items)]))
}

fn item<'a>(words: &Words, analysis: &Analysis, of: &FollowUp) -> ListItem<'a> {
    let judgement = match of.verdict {
        ClaimVerdict::Supported => Judgement::Pass,
        ClaimVerdict::Refuted => Judgement::Fail,
        ClaimVerdict::Undecided { .. } => Judgement::Inconclusive,
    };
    let verdict = Spans::new().badge(follow_up::verdict(words, &of.verdict), judgement);
    ListItem::of(vec![
        Block::line(verdict),
        Block::paragraph(follow_up::because(words, &analysis.runs, of)),
        Block::note(follow_up::heading(words, &analysis.runs, of)),
    ])
}

/// For JSON.
pub fn sentences(words: &Words, analysis: &Analysis) -> Vec<String> {
    analysis.follow_ups.iter().map(|of| follow_up::sentence(words, &analysis.runs, of)).collect()
}
