//! What people say in the report: their conclusion at its head, and what it is about.

use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Spans, Table, prose};
use crate::drawing::inert;
use crate::words::{Words, args};
use plimsoll_analysis::Analysis;
use plimsoll_run::{DocumentVersion, ReportTexts};

/// Those of the first run that has some: runs of one study have the same.
fn texts(analysis: &Analysis) -> Option<&ReportTexts> {
    analysis.runs.iter().map(|run| &run.header.report_texts).find(|texts| !texts.is_empty())
}

/// The author's conclusion and recommendations.
pub fn conclusion<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let texts = texts(analysis)?;
    let section = Section::new(words.text("label-author-conclusion")).at("author-conclusion");
    let own = texts.conclusion.iter().flat_map(|text| prose("author-conclusion", text));
    let recommended = texts.recommendations.iter().flat_map(|text| {
        let heading = Block::heading(words.text("label-author-recommendations"));
        std::iter::once(heading).chain(prose("author-recommendations", text))
    });
    let section = section.with(own).with(recommended);
    (!section.blocks.is_empty()).then_some(section)
}

/// Author, purpose, scope, assumptions, diagram, history.
pub fn about<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let texts = texts(analysis)?;
    let mut section = Section::new(words.text("label-about-report")).at("about");
    let pairs: Vec<(Spans, Spans)> = [("label-author", &texts.author), ("label-contact", &texts.contact)]
        .into_iter()
        .filter_map(|(name, value)| Some((words.text(name).into(), value.as_ref()?.into())))
        .collect();
    if !pairs.is_empty() {
        section.push(Block::Properties(pairs));
    }
    for (id, name, text) in [
        ("purpose", "label-purpose", &texts.purpose),
        ("scope", "label-scope", &texts.scope),
        ("assumptions", "label-assumptions", &texts.assumptions),
    ] {
        let Some(text) = text else { continue };
        section.push(Block::heading_at(id, words.text(name)));
        section.blocks.extend(prose(id, text));
    }
    if let Some(diagram) = &texts.diagram {
        section.push(Block::heading_at("diagram", words.text("label-diagram")));
        section.push(match inert(&diagram.svg) {
            Some(svg) => Block::Drawing { svg, description: words.text("label-diagram") },
            None => Block::note(words.say("label-diagram-unreadable", args![file = &diagram.file])),
        });
    }
    if !texts.history.is_empty() {
        section.push(Block::heading_at("history", words.text("label-history")));
        section.push(Block::Table(history(words, &texts.history)));
    }
    (!section.blocks.is_empty()).then_some(section)
}

/// Whether the appendix defines its words.
pub fn has_glossary(analysis: &Analysis) -> bool {
    texts(analysis).is_none_or(|texts| texts.glossary != Some(false))
}

fn history(words: &Words, versions: &[DocumentVersion]) -> Table {
    let text = |id| words.text(id);
    ColumnSet::new()
        .column(CellKind::Line, text("label-version"), &["version"], |row: &&DocumentVersion| {
            Cell::text(row.version.clone())
        })
        .column(CellKind::Line, text("label-date"), &["date"], |row| Cell::text(row.date.clone()))
        .column(CellKind::Text, text("label-author"), &["author"], |row| Cell::text(row.author.clone()))
        .column(CellKind::Text, text("label-change"), &["change"], |row| Cell::text(row.change.clone()))
        .table("history", versions)
}
