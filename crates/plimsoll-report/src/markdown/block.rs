//! Sections and blocks.

use super::inline::{Links, escaped, line_start, longest_run};
use super::table::table;
use crate::document::{
    Block, ListItem, ListKind, ReportDocument, ReportFigure, Section, SectionRole, Spans, Tile,
};
use crate::words::Words;
use plimsoll_run::visible;
use std::collections::BTreeSet;

pub struct MarkdownWriter<'a> {
    text: String,
    targets: BTreeSet<String>,
    words: &'a Words,
    folder: &'a str,
}

/// The text of one section.
struct Part<'a> {
    text: String,
    links: Links<'a>,
    words: &'a Words,
    folder: &'a str,
    /// Foreign ones that stand before.
    drawings: usize,
}

impl<'a> MarkdownWriter<'a> {
    pub fn new(document: &ReportDocument<'_>, words: &'a Words, folder: &'a str) -> MarkdownWriter<'a> {
        MarkdownWriter { text: String::new(), targets: document.targets(), words, folder }
    }

    pub fn document(mut self, document: &ReportDocument<'_>) -> String {
        if let Some(about) = &document.about {
            self.line(&about.kind, "");
        }
        self.line(&document.title, "# ");
        if let Some(origin) = document.about.as_ref().and_then(|about| about.origin.as_ref()) {
            self.line(origin, "");
        }
        let mut drawings = 0;
        for section in &document.sections {
            let links = Links { targets: &self.targets, prefix: document.prefix(section) };
            let mut part =
                Part { text: String::new(), links, words: self.words, folder: self.folder, drawings };
            part.section(section);
            drawings = part.drawings;
            let text = part.text;
            self.text.push_str(&text);
        }
        format!("{}\n", self.text.trim_end())
    }

    fn line(&mut self, text: &str, mark: &str) {
        let text = escaped(text).trim().to_owned();
        let text = if mark.is_empty() { line_start(text) } else { text };
        self.text.push_str(&format!("{mark}{text}\n\n"));
    }
}

impl Part<'_> {
    fn section(&mut self, section: &Section<'_>) {
        let anchor = self.links.anchor(section.anchor.as_ref());
        match section.role {
            SectionRole::Bare => {}
            SectionRole::Part => self.heading("##", &anchor, &section.title),
            _ => {
                self.block(anchor);
                self.heading("##", "", &section.title);
            }
        }
        self.blocks(&section.blocks);
    }

    fn block(&mut self, text: String) {
        if !text.trim().is_empty() {
            self.text.push_str(text.trim_end());
            self.text.push_str("\n\n");
        }
    }

    fn blocks(&mut self, blocks: &[Block<'_>]) {
        blocks.iter().for_each(|block| self.one(block));
    }

    fn one(&mut self, block: &Block<'_>) {
        match block {
            Block::Heading { anchor, text } => {
                let anchor = self.links.anchor(anchor.as_ref());
                self.heading("###", &anchor, text);
            }
            Block::Paragraph(_, text) => self.block(line_start(self.inline(text))),
            Block::Callout(blocks) => self.callout(blocks),
            Block::Tiles(tiles) => tiles.iter().for_each(|tile| self.tile(tile)),
            Block::List(kind, items) => self.list(*kind, items),
            Block::Properties(pairs) | Block::Definitions(pairs) => {
                let line = |(name, value): &(Spans, Spans)| {
                    format!("- **{}**: {}", self.inline(name), self.inline(value))
                };
                self.block(pairs.iter().map(line).collect::<Vec<_>>().join("\n"));
            }
            Block::Preformatted(text) => self.preformatted(text),
            Block::Table(found) => self.block(table(found, &self.links, self.words)),
            Block::Data(_) => {}
            Block::Figure(figure) => self.figure(figure),
            Block::Figures(figures) => figures.iter().for_each(|figure| self.figure(figure)),
            Block::Drawing { description, .. } => self.drawing(description),
            Block::Details { summary, blocks, .. } => {
                self.block(format!("**{}**", escaped(summary).trim()));
                self.blocks(blocks);
            }
        }
    }

    fn inline(&self, text: &Spans) -> String {
        self.links.spans(text).trim().to_owned()
    }

    fn heading(&mut self, mark: &str, anchor: &str, text: &Spans) {
        self.block(format!("{mark} {anchor}{}", self.inline(text).replace("<br>", " ")));
    }

    /// Its name, its value, what is said of it.
    fn tile(&mut self, tile: &Tile<'_>) {
        let (name, value) = (escaped(&tile.name), escaped(&tile.value));
        let inside = self.nested(&tile.blocks);
        self.item("- ", &format!("**{}: {}**\n\n{inside}", name.trim(), value.trim()));
    }

    fn callout(&mut self, blocks: &[Block<'_>]) {
        let lines: Vec<String> = self.nested(blocks).lines().map(|line| format!("> {line}")).collect();
        self.block(lines.join("\n").replace("> \n", ">\n"));
    }

    /// What is in an element, by itself.
    fn nested(&mut self, blocks: &[Block<'_>]) -> String {
        let before = std::mem::take(&mut self.text);
        self.blocks(blocks);
        std::mem::replace(&mut self.text, before).trim().to_owned()
    }

    fn list(&mut self, kind: ListKind, items: &[ListItem<'_>]) {
        for (i, item) in items.iter().enumerate() {
            let anchor = self.links.anchor(item.anchor.as_ref());
            let inside = self.nested(&item.blocks);
            let mark = match kind {
                ListKind::Findings | ListKind::Numbered => format!("{}. ", i + 1),
                _ => "- ".to_owned(),
            };
            self.item(&mark, &format!("{anchor}{inside}"));
        }
    }

    fn item(&mut self, mark: &str, inside: &str) {
        let indent = " ".repeat(mark.len());
        let lines = inside.trim().lines().enumerate().map(|(i, line)| match (i, line) {
            (0, line) => format!("{mark}{line}"),
            (_, "") => String::new(),
            (_, line) => format!("{indent}{line}"),
        });
        self.block(lines.collect::<Vec<_>>().join("\n"));
    }

    fn preformatted(&mut self, text: &str) {
        let text = visible(text);
        let fence = "`".repeat(3.max(1 + longest_run(&text, '`')));
        self.block(format!("{fence}\n{text}\n{fence}"));
    }

    fn picture(&mut self, description: &str, name: &str) {
        let folder =
            self.folder.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "%29");
        self.block(format!("![{description}]({folder}/{name}.svg)"));
    }

    fn drawing(&mut self, description: &str) {
        self.drawings += 1;
        let name = format!("diagram-{}", self.drawings);
        self.picture(escaped(description).trim(), &name);
    }

    /// The caption, the picture (its legend is in it), the note.
    fn figure(&mut self, found: &ReportFigure<'_>) {
        let caption = escaped(&found.caption).trim().to_owned();
        self.block(format!("{}**{caption}**", self.links.anchor(Some(&found.anchor))));
        let name = format!("{}{}", self.links.prefix, found.anchor);
        self.picture(&caption, &name);
        if let Some(note) = &found.note {
            self.block(line_start(escaped(note).trim().to_owned()));
        }
    }
}
