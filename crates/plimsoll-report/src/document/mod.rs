//! A report as a document: sections of blocks. HTML, Markdown, CSV and the text for a terminal are renderers of it.
//!
//! A document holds what is said and in which order, in the reader's language; how it looks is the renderers' part.
//! `sections` makes the documents.

mod cell;
mod columns;
mod common;
mod places;
mod prose;
mod spans;
mod table;

pub use cell::{Cell, CellPicture, CellValue, Strip, stored_name};
pub use columns::ColumnSet;
pub use prose::prose;
pub use spans::{Span, Spans};
pub use table::{CellKind, RowClass, SEARCHED, STACKED, Table, TableColumn, TableRow};

use plimsoll_analysis::figures::Figure;
use plimsoll_analysis::requirements::Judgement;

pub struct ReportDocument<'a> {
    pub title: String,
    /// Of a report on runs; a comparison has none.
    pub about: Option<About>,
    /// Anchors of a run's part, and the names of its tables, begin with the run's number: `run-2-steps`.
    pub has_several_runs: bool,
    pub sections: Vec<Section<'a>>,
}

/// What stands around the title.
pub struct About {
    /// `Load test report`
    pub kind: String,
    /// When the first run began, and which version made it.
    pub origin: Option<String>,
}

pub struct Section<'a> {
    /// Where links lead, without the run's number.
    pub anchor: Option<String>,
    /// The run in whose part it is, from 1.
    pub run: Option<usize>,
    pub role: SectionRole,
    pub title: Spans,
    pub blocks: Vec<Block<'a>>,
}

/// What a section is, where it looks like no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionRole {
    Plain,
    /// The box that is read first: without a judgement where nothing was required; alarmed where something failed, whatever the requirements say.
    Verdict {
        judgement: Option<Judgement>,
        alarmed: bool,
    },
    /// What several runs say together.
    Conclusion,
    Servers,
    /// The heading over the sections of a run, or of a comparison.
    Part,
    /// Blocks without a heading.
    Bare,
}

pub enum Block<'a> {
    Heading {
        anchor: Option<String>,
        text: Spans,
    },
    Paragraph(ParagraphKind, Spans),
    /// What must not be overlooked.
    Callout(Vec<Block<'a>>),
    /// The answers of the verdict box.
    Tiles(Vec<Tile<'a>>),
    List(ListKind, Vec<ListItem<'a>>),
    /// Names and values.
    Properties(Vec<(Spans, Spans)>),
    /// Terms and what they mean.
    Definitions(Vec<(Spans, Spans)>),
    Preformatted(String),
    /// Nothing where it has no rows.
    Table(Table),
    /// A table that only CSV files have: the text says the same.
    Data(Table),
    Figure(ReportFigure<'a>),
    /// A foreign drawing, made inert; what it shows, in words.
    Drawing {
        svg: String,
        description: String,
    },
    /// Many, beside and below each other.
    Figures(Vec<ReportFigure<'a>>),
    Details {
        summary: String,
        open: bool,
        blocks: Vec<Block<'a>>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParagraphKind {
    Plain,
    /// A line of its own that is no paragraph.
    Line,
    /// How to read what is above.
    Note,
    /// What a statement rests on, each a link.
    Evidence,
    /// What to do next.
    Next,
}

pub struct Tile<'a> {
    pub name: String,
    pub value: String,
    pub blocks: Vec<Block<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    Plain,
    Numbered,
    /// The first block of each is its judgement.
    Requirements,
    Findings,
    /// Statements with sentences below them.
    Statements,
}

pub struct ListItem<'a> {
    pub anchor: Option<String>,
    /// Of a finding.
    pub severity: Option<&'static str>,
    pub blocks: Vec<Block<'a>>,
}

pub struct ReportFigure<'a> {
    pub anchor: String,
    pub figure: &'a Figure,
    pub caption: String,
    /// How to read it.
    pub note: Option<String>,
}

impl<'a> Section<'a> {
    pub fn new(title: impl Into<Spans>) -> Section<'a> {
        Section { anchor: None, run: None, role: SectionRole::Plain, title: title.into(), blocks: Vec::new() }
    }

    pub fn at(mut self, anchor: impl Into<String>) -> Section<'a> {
        self.anchor = Some(anchor.into());
        self
    }

    pub fn role(mut self, role: SectionRole) -> Section<'a> {
        self.role = role;
        self
    }

    pub fn push(&mut self, block: Block<'a>) {
        self.blocks.push(block);
    }

    /// With blocks after those that it has.
    pub fn with(mut self, blocks: impl IntoIterator<Item = Block<'a>>) -> Section<'a> {
        self.blocks.extend(blocks);
        self
    }
}

impl<'a> Block<'a> {
    pub fn heading(text: impl Into<Spans>) -> Block<'a> {
        Block::Heading { anchor: None, text: text.into() }
    }

    pub fn heading_at(anchor: impl Into<String>, text: impl Into<Spans>) -> Block<'a> {
        Block::Heading { anchor: Some(anchor.into()), text: text.into() }
    }

    pub fn paragraph(text: impl Into<Spans>) -> Block<'a> {
        Block::Paragraph(ParagraphKind::Plain, text.into())
    }

    pub fn line(text: impl Into<Spans>) -> Block<'a> {
        Block::Paragraph(ParagraphKind::Line, text.into())
    }

    pub fn note(text: impl Into<Spans>) -> Block<'a> {
        Block::Paragraph(ParagraphKind::Note, text.into())
    }

    /// Items of one line each; nothing where there are none.
    pub fn list<T: Into<Spans>>(lines: impl IntoIterator<Item = T>) -> Option<Block<'a>> {
        let items: Vec<ListItem<'a>> =
            lines.into_iter().map(|line| ListItem::of(vec![Block::line(line)])).collect();
        (!items.is_empty()).then_some(Block::List(ListKind::Plain, items))
    }

    pub fn details(summary: String, blocks: Vec<Block<'a>>) -> Block<'a> {
        Block::Details { summary, open: false, blocks }
    }
}

impl<'a> ListItem<'a> {
    pub fn of(blocks: Vec<Block<'a>>) -> ListItem<'a> {
        ListItem { anchor: None, severity: None, blocks }
    }
}
