//! Markdown that people wrote, as blocks. Nothing of it is passed on as it is: raw HTML is shown as text, of a picture its
//! description is left, and links lead to the web or to nobody.

use super::{
    Block, Cell, CellKind, ListItem, ListKind, ParagraphKind, RowClass, Span, Spans, Table, TableColumn,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Lists and quotations within each other deeper than this are one level.
const DEPTH_MAX: usize = 20;

/// `id` is of its tables: `purpose-1`.
pub fn prose<'a>(id: &str, text: &str) -> Vec<Block<'a>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut writer = ProseWriter { id, blocks: vec![Vec::new()], ..ProseWriter::default() };
    Parser::new_ext(text, options).for_each(|event| writer.event(event));
    writer.end_paragraph(ParagraphKind::Plain);
    writer.blocks.into_iter().flatten().collect()
}

#[derive(Default)]
struct ProseWriter<'t, 'a> {
    id: &'t str,
    /// Of the text, and of each open list item.
    blocks: Vec<Vec<Block<'a>>>,
    /// Open lists: whether it is numbered, and its items.
    lists: Vec<(ListKind, Vec<ListItem<'a>>)>,
    /// Of the current line, and of each open link and emphasis in it.
    spans: Spans,
    outer: Vec<(Spans, Inline)>,
    is_strong: bool,
    /// The text of an open code block.
    code: Option<String>,
    quotes: usize,
    table: Option<(Vec<String>, Vec<Vec<Spans>>)>,
    tables: usize,
}

enum Inline {
    Emphasis,
    /// Where it leads; nowhere where that is not the web.
    Link(Option<String>),
}

impl<'a> ProseWriter<'_, 'a> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.push(Span::Code(text.to_string()));
            }
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.push(Span::Break),
            Event::Rule => self.end_paragraph(ParagraphKind::Plain),
            Event::FootnoteReference(name) => self.text(&name),
            Event::TaskListMarker(done) => self.text(if done { "☑ " } else { "☐ " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.end_paragraph(ParagraphKind::Line);
                let kind = if first.is_some() { ListKind::Numbered } else { ListKind::Plain };
                if self.lists.len() < DEPTH_MAX {
                    self.lists.push((kind, Vec::new()));
                }
            }
            Tag::Item => {
                self.end_paragraph(ParagraphKind::Line);
                self.blocks.push(Vec::new());
            }
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::Emphasis | Tag::Strikethrough => self.open(Inline::Emphasis),
            Tag::Strong => self.is_strong = true,
            Tag::Link { dest_url, .. } => {
                let is_web =
                    ["https://", "http://", "mailto:"].iter().any(|start| dest_url.starts_with(start));
                self.open(Inline::Link(is_web.then(|| dest_url.to_string())));
            }
            Tag::Table(_) => self.table = Some((Vec::new(), Vec::new())),
            Tag::TableRow => {
                if let Some((_, rows)) = &mut self.table {
                    rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                let quoted = self.quotes > 0;
                self.end_paragraph(if quoted { ParagraphKind::Note } else { ParagraphKind::Plain });
            }
            TagEnd::Heading(_) => {
                let text = std::mem::take(&mut self.spans);
                self.block(Block::Heading { anchor: None, text });
            }
            TagEnd::Item => self.end_item(),
            TagEnd::List(_) => {
                if let Some((kind, items)) = self.lists.pop().filter(|(_, items)| !items.is_empty()) {
                    self.block(Block::List(kind, items));
                }
            }
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::CodeBlock => {
                if let Some(text) = self.code.take() {
                    self.block(Block::Preformatted(text.trim_end().to_owned()));
                }
            }
            TagEnd::Emphasis | TagEnd::Strikethrough | TagEnd::Link => self.close(),
            TagEnd::Strong => self.is_strong = false,
            TagEnd::TableCell => self.end_cell(),
            TagEnd::Table => self.end_table(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.push_str(text);
            return;
        }
        let text = text.to_owned();
        self.push(if self.is_strong { Span::Strong(text) } else { Span::Text(text) });
    }

    fn push(&mut self, span: Span) {
        self.spans.0.push(span);
    }

    fn open(&mut self, inline: Inline) {
        self.outer.push((std::mem::take(&mut self.spans), inline));
    }

    fn close(&mut self) {
        let Some((outer, inline)) = self.outer.pop() else { return };
        let inside = std::mem::replace(&mut self.spans, outer);
        match inline {
            Inline::Emphasis => self.push(Span::Emphasis(inside)),
            Inline::Link(Some(to)) => self.push(Span::External(to, inside)),
            Inline::Link(None) => self.spans.0.extend(inside.0),
        }
    }

    fn block(&mut self, block: Block<'a>) {
        match self.blocks.last_mut() {
            Some(blocks) => blocks.push(block),
            None => self.blocks.push(vec![block]),
        }
    }

    fn end_paragraph(&mut self, kind: ParagraphKind) {
        let text = std::mem::take(&mut self.spans);
        if !text.is_empty() {
            self.block(Block::Paragraph(kind, text));
        }
    }

    fn end_item(&mut self) {
        self.end_paragraph(ParagraphKind::Line);
        if self.blocks.len() < 2 {
            return;
        }
        let item = ListItem::of(self.blocks.pop().unwrap_or_default());
        match self.lists.last_mut() {
            Some((_, items)) => items.push(item),
            None => item.blocks.into_iter().for_each(|block| self.block(block)),
        }
    }

    fn end_cell(&mut self) {
        let cell = std::mem::take(&mut self.spans);
        let Some((head, rows)) = &mut self.table else { return };
        match rows.last_mut() {
            Some(row) => row.push(cell),
            None => head.push(cell.plain()),
        }
    }

    fn end_table(&mut self) {
        let Some((head, rows)) = self.table.take() else { return };
        self.tables += 1;
        let columns: Vec<TableColumn> =
            head.iter().map(|head| TableColumn::new(CellKind::Text, head.clone(), &[head])).collect();
        let mut table = Table::new(&format!("{}-{}", self.id, self.tables), columns);
        for row in rows {
            let mut cells: Vec<Cell> = row.iter().map(|cell| Cell::text(cell.plain())).collect();
            cells.resize(head.len(), Cell::text(""));
            table.row(RowClass::Plain, cells);
        }
        self.block(Block::Table(table));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(blocks: &[Block<'_>]) -> String {
        let one = |block: &Block<'_>| match block {
            Block::Paragraph(kind, text) => format!("{kind:?}: {}", text.plain()),
            Block::Heading { text, .. } => format!("# {}", text.plain()),
            Block::List(kind, items) => {
                let items: Vec<String> = items.iter().map(|item| plain(&item.blocks)).collect();
                format!("{kind:?}[{}]", items.join(" | "))
            }
            Block::Preformatted(text) => format!("pre {text}"),
            Block::Table(table) => format!("table of {} rows", table.rows.len()),
            _ => "?".to_owned(),
        };
        blocks.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn markdown_becomes_blocks_and_html_stays_text() {
        let text = "# A\n\nb *c* **d** `e`\n\n- one\n  - two\n- three\n\n1. x\n2. y\n\n```\n<b>\n```\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n<script>alert(1)</script>\n\n![pic](http://evil/x.png) <img src=x onerror=y>\n\n> said";
        assert_eq!(
            plain(&prose("t", text)),
            "# A; Plain: b c d e; Plain[Line: one; Plain[Line: two] | Line: three]; \
             Numbered[Line: x | Line: y]; pre <b>; table of 1 rows; Plain: <script>alert(1)</script>\n; \
             Plain: pic <img src=x onerror=y>; Note: said"
        );
    }

    #[test]
    fn links_lead_to_the_web_or_to_nobody() {
        let links = |text: &str| match prose("t", text).as_slice() {
            [Block::Paragraph(_, spans)] => {
                spans.0.iter().filter(|span| matches!(span, Span::External(..))).count()
            }
            _ => usize::MAX,
        };
        assert_eq!(links("[a](https://example.org/x)"), 1);
        for text in
            ["[a](javascript:alert(1))", "[a](file:///etc/passwd)", "[a](data:text/html,x)", "[a](/x)"]
        {
            assert_eq!(links(text), 0, "{text}");
        }
    }
}
