//! Blocks, and text within a line.

use super::page::class_of;
use super::table::table;
use crate::document::{Block, ListItem, ListKind, ParagraphKind, ReportFigure, Span, Spans, Tile};
use crate::drawing::{Form, draw, legend};
use crate::words::Words;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};

pub struct HtmlWriter<'a> {
    pub words: &'a Words,
    /// Of the anchors of its section, and of links.
    pub prefix: String,
}

impl HtmlWriter<'_> {
    pub fn id(&self, anchor: Option<&String>) -> Option<String> {
        anchor.map(|anchor| format!("{}{anchor}", self.prefix))
    }

    pub fn blocks(&self, blocks: &[Block<'_>]) -> Markup {
        html! { @for block in blocks { (self.block(block)) } }
    }

    fn block(&self, block: &Block<'_>) -> Markup {
        match block {
            Block::Heading { anchor, text } => {
                html! { h3 id=[self.id(anchor.as_ref())] { (self.spans(text)) } }
            }
            Block::Paragraph(kind, text) => self.paragraph(*kind, text),
            Block::Callout(blocks) => html! { div.loud { (self.blocks(blocks)) } },
            Block::Tiles(tiles) => html! { div.tiles { @for tile in tiles { (self.tile(tile)) } } },
            Block::List(kind, items) => self.list(*kind, items),
            Block::Properties(pairs) => html! { dl { (self.pairs(pairs)) } },
            Block::Definitions(pairs) => html! { dl.definitions { (self.pairs(pairs)) } },
            Block::Preformatted(text) => html! { pre { (text) } },
            Block::Table(found) => table(self, found),
            Block::Data(_) => html! {},
            Block::Figure(figure) => self.figure(figure),
            Block::Figures(figures) => {
                html! { div.small-figures { @for figure in figures { (self.figure(figure)) } } }
            }
            // In a picture of its own nothing runs and nothing is loaded.
            Block::Drawing { svg, description } => html! {
                figure.drawing { img alt=(description) src={ "data:image/svg+xml;base64," (STANDARD.encode(svg)) }; }
            },
            Block::Details { summary, open, blocks } => html! {
                details open=[open.then_some("open")] { summary { (summary) } (self.blocks(blocks)) }
            },
        }
    }

    fn paragraph(&self, kind: ParagraphKind, text: &Spans) -> Markup {
        let text = self.spans(text);
        let class = match kind {
            ParagraphKind::Line => return text,
            ParagraphKind::Plain => None,
            ParagraphKind::Note => Some("note"),
            ParagraphKind::Evidence => Some("evidence"),
            ParagraphKind::Next => Some("next"),
        };
        html! { p class=[class] { (text) } }
    }

    fn tile(&self, tile: &Tile<'_>) -> Markup {
        html! {
            div.tile {
                p.name { (tile.name) }
                p.value { (tile.value) }
                div.text { (self.blocks(&tile.blocks)) }
            }
        }
    }

    fn list(&self, kind: ListKind, items: &[ListItem<'_>]) -> Markup {
        let all = html! { @for item in items { (self.item(kind, item)) } };
        match kind {
            ListKind::Plain => html! { ul { (all) } },
            ListKind::Numbered => html! { ol { (all) } },
            ListKind::Requirements => html! { ul.requirements { (all) } },
            ListKind::Findings => html! { ol.findings { (all) } },
            ListKind::Statements => html! { ul.said { (all) } },
        }
    }

    fn item(&self, kind: ListKind, item: &ListItem<'_>) -> Markup {
        let blocks = match (kind, item.blocks.split_first()) {
            (ListKind::Requirements, Some((first, others))) => {
                html! { (self.block(first)) div { (self.blocks(others)) } }
            }
            _ => self.blocks(&item.blocks),
        };
        html! { li class=[item.severity] id=[self.id(item.anchor.as_ref())] { (blocks) } }
    }

    fn pairs(&self, pairs: &[(Spans, Spans)]) -> Markup {
        html! { @for (name, value) in pairs { dt { (self.spans(name)) } dd { (self.spans(value)) } } }
    }

    /// Title, legend, both forms of the picture, and how to read it.
    fn figure(&self, found: &ReportFigure<'_>) -> Markup {
        let (words, figure) = (self.words, found.figure);
        html! {
            figure id=[self.id(Some(&found.anchor))] {
                figcaption { (found.caption) }
                (legend(words, figure))
                @for form in Form::all(figure.kind) { div.(form.class()) { (draw(words, figure, *form)) } }
                @if let Some(note) = &found.note { p.note { (note) } }
            }
        }
    }

    pub fn spans(&self, spans: &Spans) -> Markup {
        html! { @for span in &spans.0 { (self.span(span)) } }
    }

    fn span(&self, span: &Span) -> Markup {
        match span {
            Span::Text(text) => html! { (text) },
            Span::Strong(text) => html! { strong { (text) } },
            Span::Soft(inside) => html! { span.soft { (self.spans(inside)) } },
            Span::Emphasis(inside) => html! { em { (self.spans(inside)) } },
            Span::External(to, inside) => {
                html! { a href=(to) rel="noopener noreferrer nofollow" { (self.spans(inside)) } }
            }
            Span::Code(text) => html! { code { (text) } },
            // The word is the message; colour and shape only repeat it.
            Span::Badge(text, judgement) => html! { span.badge.(class_of(*judgement)) { (text) } },
            Span::Severity(text) => html! { span.severity { (text) } },
            Span::Link(anchor, inside) => {
                let is_badge = matches!(inside.0.as_slice(), [Span::Badge(..)]);
                let class = is_badge.then_some("plain");
                html! { a class=[class] href={ "#" (self.prefix) (anchor) } { (self.spans(inside)) } }
            }
            Span::Break => html! { br; },
        }
    }
}
