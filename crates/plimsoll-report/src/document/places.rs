//! Where links of a document lead, and its tables and figures.

use super::{Block, ReportDocument, ReportFigure, Section, Span, Spans, Table, TableRow};
use std::collections::BTreeSet;

impl<'a> ReportDocument<'a> {
    /// Before the anchors of a section, and in the links that lead to them.
    pub fn prefix(&self, section: &Section<'_>) -> String {
        match section.run {
            Some(run) if self.has_several_runs => format!("run-{run}-"),
            _ => String::new(),
        }
    }

    /// Anchors that links lead to, with their prefixes.
    pub fn targets(&self) -> BTreeSet<String> {
        let (mut anchors, mut links) = (BTreeSet::new(), BTreeSet::new());
        for section in &self.sections {
            let prefix = self.prefix(section);
            let mut found = Places::default();
            found.anchors.extend(section.anchor.clone());
            found.spans(&section.title);
            section.blocks.iter().for_each(|block| found.block(block));
            anchors.extend(found.anchors.iter().map(|anchor| format!("{prefix}{anchor}")));
            links.extend(found.links.iter().map(|link| format!("{prefix}{link}")));
        }
        anchors.intersection(&links).cloned().collect()
    }

    /// Every figure with its anchor and prefix.
    pub fn figures(&self) -> Vec<(String, &ReportFigure<'a>)> {
        let mut all = Vec::new();
        for section in &self.sections {
            let prefix = self.prefix(section);
            section.blocks.iter().for_each(|block| figures(block, &prefix, &mut all));
        }
        all
    }

    /// Every foreign drawing, as a file is called: `diagram-1`.
    pub fn drawings(&self) -> Vec<(String, &str)> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        let drawn = blocks.filter_map(|block| match block {
            Block::Drawing { svg, .. } => Some(svg.as_str()),
            _ => None,
        });
        (1..).zip(drawn).map(|(number, svg)| (format!("diagram-{number}"), svg)).collect()
    }

    /// Every table that has rows, with its prefix in its name.
    pub fn tables(&self) -> Vec<Table> {
        let mut all = Vec::new();
        for section in &self.sections {
            let prefix = self.prefix(section);
            section.blocks.iter().for_each(|block| tables(block, &prefix, &mut all));
        }
        all
    }
}

fn figures<'b, 'a>(block: &'b Block<'a>, prefix: &str, all: &mut Vec<(String, &'b ReportFigure<'a>)>) {
    let mut add = |figure: &'b ReportFigure<'a>| all.push((format!("{prefix}{}", figure.anchor), figure));
    match block {
        Block::Figure(figure) => add(figure),
        Block::Figures(found) => found.iter().for_each(add),
        Block::Details { blocks, .. } => blocks.iter().for_each(|block| figures(block, prefix, all)),
        _ => {}
    }
}

fn tables(block: &Block<'_>, prefix: &str, all: &mut Vec<Table>) {
    match block {
        Block::Table(table) | Block::Data(table) if !table.rows.is_empty() => {
            all.push(Table { id: format!("{prefix}{}", table.id), ..table.clone() });
        }
        Block::Details { blocks, .. } => blocks.iter().for_each(|block| tables(block, prefix, all)),
        _ => {}
    }
}

#[derive(Default)]
struct Places {
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

impl Places {
    fn block(&mut self, block: &Block<'_>) {
        match block {
            Block::Heading { anchor, text } => {
                self.anchors.extend(anchor.clone());
                self.spans(text);
            }
            Block::Paragraph(_, text) => self.spans(text),
            Block::Callout(blocks) | Block::Details { blocks, .. } => self.blocks(blocks),
            Block::Tiles(tiles) => tiles.iter().for_each(|tile| self.blocks(&tile.blocks)),
            Block::List(_, items) => {
                for item in items {
                    self.anchors.extend(item.anchor.clone());
                    self.blocks(&item.blocks);
                }
            }
            Block::Properties(pairs) | Block::Definitions(pairs) => {
                pairs.iter().for_each(|(name, value)| {
                    self.spans(name);
                    self.spans(value);
                });
            }
            Block::Table(table) => table.rows.iter().for_each(|row| self.row(row)),
            Block::Figure(figure) => self.figure(figure),
            Block::Figures(figures) => figures.iter().for_each(|figure| self.figure(figure)),
            Block::Preformatted(_) | Block::Data(_) | Block::Drawing { .. } => {}
        }
    }

    fn blocks(&mut self, blocks: &[Block<'_>]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn figure(&mut self, figure: &ReportFigure<'_>) {
        self.anchors.insert(figure.anchor.clone());
    }

    fn row(&mut self, row: &TableRow) {
        self.anchors.extend(row.anchor.clone());
        row.cells.iter().for_each(|cell| self.spans(&cell.content()));
    }

    fn spans(&mut self, spans: &Spans) {
        for span in &spans.0 {
            match span {
                Span::Link(anchor, text) => {
                    self.links.insert(anchor.clone());
                    self.spans(text);
                }
                Span::Soft(inside) | Span::Emphasis(inside) | Span::External(_, inside) => self.spans(inside),
                _ => {}
            }
        }
    }
}
