//! A [`Table`] as markup.

use super::verdict::badge_of;
use crate::table::{Cell, Column, Kind, Row, RowClass, Table};
use maud::{Markup, html};

/// In a frame of its own that scrolls; `class` is for the style sheet. Nothing if there are no rows.
pub fn table(table: &Table, class: &str) -> Markup {
    let class = (!class.is_empty()).then_some(class);
    html! {
        @if !table.rows.is_empty() {
            div.scroll tabindex="0" {
                table class=[class] {
                    (head(&table.columns))
                    tbody { @for (i, row) in table.rows.iter().enumerate() { (self::row(table, i, row)) } }
                }
            }
        }
    }
}

fn head(columns: &[Column]) -> Markup {
    let grouped = columns.iter().any(|column| column.group.is_some());
    let groups = columns.chunk_by(|a, b| a.group.is_some() && a.group == b.group);
    let rows = grouped.then_some("2");
    html! {
        thead {
            tr {
                @for group in groups {
                    @match &group[0].group {
                        Some(name) => { th.group colspan=(group.len()) { (name) } }
                        None => { th.text[is_text(group[0].kind)] rowspan=[rows] { (group[0].head) } }
                    }
                }
            }
            @if grouped {
                tr { @for column in columns.iter().filter(|c| c.group.is_some()) { th.text[is_text(column.kind)] { (column.head) } } }
            }
        }
    }
}

fn is_text(kind: Kind) -> bool {
    !matches!(kind, Kind::Key | Kind::Number)
}

fn row(table: &Table, index: usize, row: &Row) -> Markup {
    let class = match row.class {
        RowClass::Plain => None,
        RowClass::Best => Some("best"),
        RowClass::Invalid => Some("invalid"),
        RowClass::Total => Some("total"),
        RowClass::BestTotal => Some("total best"),
    };
    html! {
        tr class=[class] id=[&row.anchor] {
            @for (column, cell) in placed(row) {
                @if !cell.joined { (self::cell(cell, table.columns.get(column).map(|c| c.kind), span(table, index, column))) }
            }
        }
    }
}

/// The cells of a row, each with the number of its (first) column.
fn placed(row: &Row) -> impl Iterator<Item = (usize, &Cell)> {
    row.cells.iter().scan(0, |next, cell| {
        let column = *next;
        *next += 1 + cell.covers;
        Some((column, cell))
    })
}

/// How many rows a cell is shown for.
fn span(table: &Table, index: usize, column: usize) -> usize {
    let joined = |row: &&Row| placed(row).any(|(place, cell)| place == column && cell.joined);
    1 + table.rows[index + 1..].iter().take_while(joined).count()
}

fn cell(cell: &Cell, kind: Option<Kind>, rows: usize) -> Markup {
    let (is_head, class) = match kind.filter(|_| cell.covers == 0) {
        Some(Kind::Key) => (true, None),
        Some(Kind::Name) => (true, Some("text name")),
        Some(Kind::Text) => (false, Some("text")),
        Some(Kind::Line) => (false, Some("text whole")),
        Some(Kind::Reason) => (false, Some("text reason")),
        Some(Kind::Number) | None => (false, None),
    };
    let rows = (rows > 1).then_some(rows);
    let columns = (cell.covers > 0).then_some(1 + cell.covers);
    html! {
        @if is_head { th class=[class] rowspan=[rows] { (content(cell)) } }
        @else { td class=[class] rowspan=[rows] colspan=[columns] { (content(cell)) } }
    }
}

fn content(cell: &Cell) -> Markup {
    html! {
        @if let Some(judgement) = cell.judgement { (badge_of(&cell.text, judgement)) }
        @else if let Some(link) = &cell.link { a href={ "#" (link) } { (cell.text) } }
        @else if cell.strong { strong { (cell.text) } }
        @else { (cell.text) }
        @if let Some(remark) = &cell.remark {
            (if cell.judgement.is_some() { " " } else { "; " }) strong { (remark) }
        }
        @if let Some(note) = &cell.note { br; span.soft { (note) } }
    }
}
