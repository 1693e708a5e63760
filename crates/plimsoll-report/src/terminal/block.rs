//! Sections and blocks in lines. Pictures, what a page folds away and tables for programs only are left out.

use super::lines::{broken, hanging, wrapped};
use super::table::table;
use crate::document::{Block, ListItem, ListKind, Section, Span, Spans};
use crate::words::Words;
use plimsoll_run::visible_line;

/// Columns before a finding, a statement's sentences, a marked item.
const INDENT: usize = 2;

/// Columns before what is said below a judgement.
const BELOW_JUDGEMENT: usize = 6;

pub struct TerminalWriter<'a> {
    lines: Vec<String>,
    /// Lines before the section that is being written.
    before: usize,
    words: &'a Words,
    width: usize,
}

impl<'a> TerminalWriter<'a> {
    pub fn new(words: &'a Words, width: usize) -> TerminalWriter<'a> {
        TerminalWriter { lines: Vec::new(), before: 0, words, width }
    }

    /// With a line break at its end.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// An empty line, the title, the blocks; nothing where a section is empty.
    pub fn section(&mut self, section: &Section<'_>) {
        let before = self.lines.len();
        if before > 0 {
            self.lines.push(String::new());
        }
        self.before = self.lines.len();
        if !section.title.is_empty() {
            self.paragraph(&section.title);
        }
        self.blocks(&section.blocks);
        if self.is_first() {
            self.lines.truncate(before);
        }
    }

    fn is_first(&self) -> bool {
        self.lines.len() == self.before
    }

    /// An empty line above what does not stand first in its section.
    fn apart(&mut self) {
        if !self.is_first() {
            self.lines.push(String::new());
        }
    }

    fn blocks(&mut self, blocks: &[Block<'_>]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block<'_>) {
        match block {
            Block::Heading { text, .. } => {
                self.apart();
                self.paragraph(text);
            }
            Block::Paragraph(_, text) => self.paragraph(text),
            Block::Callout(blocks) => blocks.iter().for_each(|block| match block {
                Block::List(ListKind::Plain, items) => self.marked(items, |_| "- ".to_owned()),
                other => self.block(other),
            }),
            Block::Tiles(tiles) => tiles.iter().for_each(|tile| {
                self.named(&tile.name, &tile.value);
                self.blocks(&tile.blocks);
            }),
            Block::List(kind, items) => self.list(*kind, items),
            Block::Properties(pairs) | Block::Definitions(pairs) => {
                pairs.iter().for_each(|(name, value)| self.named(&name.plain(), &value.plain()));
            }
            Block::Preformatted(text) => {
                self.lines.extend(text.lines().map(|line| visible_line(line).into_owned()));
            }
            Block::Table(found) if found.rows.is_empty() => {}
            Block::Table(found) => {
                self.apart();
                self.lines.extend(table(self.words, found, self.width));
            }
            Block::Details { summary, open: true, blocks } => {
                self.apart();
                self.paragraph(&Spans::from(summary));
                self.blocks(blocks);
            }
            Block::Details { open: false, .. }
            | Block::Data(_)
            | Block::Figure(_)
            | Block::Figures(_)
            | Block::Drawing { .. } => {}
        }
    }

    fn paragraph(&mut self, text: &Spans) {
        self.lines.extend(wrapped(&text.plain(), 0, self.width));
    }

    fn named(&mut self, name: &str, value: &str) {
        self.lines.extend(hanging(&format!("{name}: {value}"), INDENT, self.width));
    }

    fn list(&mut self, kind: ListKind, items: &[ListItem<'_>]) {
        match kind {
            ListKind::Plain => self.items(items, |_| [0, INDENT]),
            ListKind::Statements => self.items(items, |text| match text.0.first() {
                Some(Span::Strong(_)) => [0, INDENT],
                _ => [INDENT, INDENT],
            }),
            ListKind::Findings => self.items(items, |_| [INDENT, INDENT]),
            ListKind::Numbered => self.marked(items, |number| format!("{number}. ")),
            ListKind::Requirements => items.iter().for_each(|item| self.requirement(item)),
        }
    }

    /// Each paragraph in lines of its own, with the indents of the first line and of the others.
    fn items(&mut self, items: &[ListItem<'_>], indents: impl Fn(&Spans) -> [usize; 2]) {
        for block in items.iter().flat_map(|item| &item.blocks) {
            match block {
                Block::Paragraph(_, text) => {
                    self.lines.extend(broken(&text.plain(), indents(text), self.width));
                }
                other => self.block(other),
            }
        }
    }

    fn marked(&mut self, items: &[ListItem<'_>], mark: impl Fn(usize) -> String) {
        for (number, item) in (1..).zip(items) {
            let mark = mark(number);
            let indents = [INDENT, INDENT + mark.chars().count()];
            self.lines.extend(broken(&format!("{mark}{}", said(&item.blocks)), indents, self.width));
        }
    }

    /// The judgement with what it is about, and below it the proof.
    fn requirement(&mut self, item: &ListItem<'_>) {
        let (first, proof) = item.blocks.split_at(item.blocks.len().min(2));
        let texts: Vec<String> = first.iter().map(|block| said(std::slice::from_ref(block))).collect();
        self.lines.extend(hanging(&texts.join("  "), BELOW_JUDGEMENT, self.width));
        self.lines.extend(wrapped(&said(proof), BELOW_JUDGEMENT, self.width));
    }
}

/// The paragraphs, one after another.
fn said(blocks: &[Block<'_>]) -> String {
    let texts = blocks.iter().filter_map(|block| match block {
        Block::Paragraph(_, text) => Some(text.plain()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}
