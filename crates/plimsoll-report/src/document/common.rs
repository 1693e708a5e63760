//! What all runs of a report say alike is said once, before the first of them.

use super::{Block, ListKind, ParagraphKind, ReportDocument, Section, SectionRole, Spans};
use std::collections::BTreeSet;

/// Sections of which facts move, besides notes: they say how a run was made.
const OF_SETUP: [&str; 2] = ["validity", "setup"];

impl<'a> ReportDocument<'a> {
    /// Takes out of the parts of the runs what stands in the same section of each: names and values, lists, and notes on how
    /// to read it. It goes into a section of its own before the first run.
    pub fn share_common(&mut self, title: String) {
        let runs: BTreeSet<usize> = self.sections.iter().filter_map(|section| section.run).collect();
        if runs.len() < 2 {
            return;
        }
        let mut common = Section::new(title).at("common");
        let first = runs.first().copied();
        let names: Vec<String> =
            self.sections.iter().filter(|s| s.run == first).map(|section| section.title.plain()).collect();
        for name in names {
            let is_it = |section: &&mut Section<'a>| {
                let is_verdict = matches!(section.role, SectionRole::Verdict { .. });
                section.run.is_some() && !is_verdict && section.title.plain() == name
            };
            let mut alike: Vec<&mut Section<'a>> = self.sections.iter_mut().filter(is_it).collect();
            if alike.len() == runs.len() {
                let blocks = taken(&mut alike);
                if !blocks.is_empty() {
                    common.push(Block::heading(name));
                    common.blocks.extend(blocks);
                }
            }
        }
        if !common.blocks.is_empty() {
            let place = self.sections.iter().position(|section| section.run.is_some()).unwrap_or_default();
            // Before the heading of the first run.
            self.sections.insert(place.saturating_sub(1), common);
        }
    }
}

/// The blocks, and parts of blocks, that are in all of these sections; there they are no more.
fn taken<'a>(sections: &mut [&mut Section<'a>]) -> Vec<Block<'a>> {
    let is_setup = sections[0].anchor.as_deref().is_some_and(|anchor| OF_SETUP.contains(&anchor));
    let mut found = Vec::new();
    let pairs = if is_setup { common_pairs(sections) } else { Vec::new() };
    if !pairs.is_empty() {
        let is_common = |pair: &(Spans, Spans)| pairs.contains(pair);
        for block in sections.iter_mut().flat_map(|section| &mut section.blocks) {
            if let Block::Properties(own) = block {
                own.retain(|pair| !is_common(pair));
            }
        }
        found.push(Block::Properties(pairs));
    }
    let keys: Vec<Vec<Option<String>>> = sections
        .iter()
        .map(|section| section.blocks.iter().map(|block| key(block, is_setup)).collect())
        .collect();
    let in_all = |key: &String| keys.iter().all(|own| own.iter().flatten().any(|other| other == key));
    let common: BTreeSet<String> = keys[0].iter().flatten().filter(|key| in_all(key)).cloned().collect();
    for (number, section) in sections.iter_mut().enumerate() {
        for block in std::mem::take(&mut section.blocks) {
            let is_common = key(&block, is_setup).is_some_and(|key| common.contains(&key));
            match (is_common, number) {
                (true, 0) => found.push(block),
                (true, _) => {}
                (false, _) => section.blocks.push(block),
            }
        }
        without_lone_headings(&mut section.blocks);
    }
    found
}

fn common_pairs(sections: &[&mut Section<'_>]) -> Vec<(Spans, Spans)> {
    let pairs = |section: &Section<'_>| -> Vec<(Spans, Spans)> {
        let of = section.blocks.iter().filter_map(|block| match block {
            Block::Properties(pairs) => Some(pairs.clone()),
            _ => None,
        });
        of.flatten().collect()
    };
    let all: Vec<_> = sections.iter().map(|section| pairs(section)).collect();
    let in_all = |pair: &(Spans, Spans)| all.iter().all(|own| own.contains(pair));
    all[0].iter().filter(|pair| in_all(pair)).cloned().collect()
}

/// By which a block is known in another run; `None`: it stays where it is.
fn key(block: &Block<'_>, is_setup: bool) -> Option<String> {
    match block {
        Block::Paragraph(ParagraphKind::Note, text) => Some(text.plain()),
        Block::List(ListKind::Plain, items) if is_setup => {
            let lines = items.iter().flat_map(|item| &item.blocks).map(|block| match block {
                Block::Paragraph(_, text) => text.plain(),
                _ => String::new(),
            });
            Some(lines.collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    }
}

/// Empty blocks go, and headings under which nothing is left.
fn without_lone_headings(blocks: &mut Vec<Block<'_>>) {
    blocks.retain(|block| !matches!(block, Block::Properties(pairs) if pairs.is_empty()));
    let is_heading = |block: &Block<'_>| matches!(block, Block::Heading { .. });
    let mut place = blocks.len();
    while place > 0 {
        place -= 1;
        if is_heading(&blocks[place]) && blocks.get(place + 1).is_none_or(is_heading) {
            blocks.remove(place);
        }
    }
}
