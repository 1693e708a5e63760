//! A [`Table`] as markup.

use super::verdict::badge_of;
use crate::table::{Cell, Column, Kind, Row, RowClass, Table};
use maud::{Markup, html};

/// Of a table whose rows are cards on a narrow page: each cell knows its column's head.
pub const STACKED: &str = "stacked";

/// In a frame of its own that scrolls; `class` is for the style sheet. Nothing if there are no rows.
pub fn table(table: &Table, class: &str) -> Markup {
    let stacked = class == STACKED;
    let class = (!class.is_empty()).then_some(class);
    html! {
        @if !table.rows.is_empty() {
            div.scroll tabindex="0" {
                table class=[class] {
                    (head(&table.columns))
                    tbody { @for (i, row) in table.rows.iter().enumerate() { (self::row(table, i, row, stacked)) } }
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
                tr {
                    @for (i, column) in columns.iter().enumerate().filter(|(_, c)| c.group.is_some()) {
                        th.text[is_text(column.kind)].begins[begins(columns, i)] { (column.head) }
                    }
                }
            }
        }
    }
}

/// The first column of a group.
fn begins(columns: &[Column], column: usize) -> bool {
    let group = |column: usize| columns.get(column).and_then(|column| column.group.as_ref());
    group(column).is_some() && (column == 0 || group(column) != group(column - 1))
}

fn is_text(kind: Kind) -> bool {
    !matches!(kind, Kind::Key | Kind::Number)
}

fn row(table: &Table, index: usize, row: &Row, stacked: bool) -> Markup {
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
                @if !cell.joined {
                    (self::cell(cell, table.columns.get(column), begins(&table.columns, column), span(table, index, column), stacked))
                }
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

fn cell(cell: &Cell, column: Option<&Column>, begins: bool, rows: usize, stacked: bool) -> Markup {
    let kind = column.map(|column| column.kind);
    let head = column.filter(|_| stacked).map(|column| column.head.as_str());
    let (is_head, class) = match kind.filter(|_| cell.covers == 0) {
        Some(Kind::Key) => (true, None),
        Some(Kind::Name) => (true, Some("text name")),
        Some(Kind::Text) => (false, Some("text")),
        Some(Kind::Line) => (false, Some("text whole")),
        Some(Kind::Reason) => (false, Some("text reason")),
        Some(Kind::Number) | None => (false, begins.then_some("begins")),
    };
    let rows = (rows > 1).then_some(rows);
    let columns = (cell.covers > 0).then_some(1 + cell.covers);
    html! {
        @if is_head { th class=[class] rowspan=[rows] { (content(cell)) } }
        @else { td class=[class] rowspan=[rows] colspan=[columns] data-head=[head] { (content(cell)) } }
    }
}

fn content(cell: &Cell) -> Markup {
    html! {
        @if let Some(judgement) = cell.judgement {
            @if let Some(link) = &cell.link { a.plain href={ "#" (link) } { (badge_of(&cell.text, judgement)) } }
            @else { (badge_of(&cell.text, judgement)) }
        }
        @else if let Some(link) = &cell.link { a href={ "#" (link) } { @if cell.strong { strong { (cell.text) } } @else { (cell.text) } } }
        @else if cell.strong { strong { (cell.text) } }
        @else { (cell.text) }
        @if let Some(remark) = &cell.remark {
            (if cell.judgement.is_some() { " " } else { "; " }) strong { (remark) }
        }
        @if let Some(note) = &cell.note { br; span.soft { (note) } }
        @if let Some((name, places)) = &cell.places {
            br;
            span.soft { (name) " " @for (i, (text, link)) in places.iter().enumerate() {
                @if i > 0 { ", " }
                a href={ "#" (link) } { (text) }
            } }
        }
    }
}
