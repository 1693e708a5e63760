//! Tables.

use super::block::HtmlWriter;
use crate::document::{Cell, CellKind, CellPicture, RowClass, STACKED, Strip, Table, TableColumn, TableRow};
use maud::{Markup, html};

/// In a frame of its own that scrolls. Nothing if there are no rows.
pub fn table(writer: &HtmlWriter<'_>, table: &Table) -> Markup {
    let table = &table.without_unknown();
    let class = (!table.layout.is_empty()).then_some(table.layout);
    html! {
        @if !table.rows.is_empty() {
            div.scroll tabindex="0" {
                table class=[class] {
                    (head(&table.columns))
                    tbody {
                        @for (i, row) in table.rows.iter().enumerate().take(Table::ROWS_MAX) { (self::row(writer, table, i, row)) }
                    }
                }
            }
            @if let Some(more) = table.left_out(writer.words) { p.note { (more) } }
        }
    }
}

fn head(columns: &[TableColumn]) -> Markup {
    let grouped = columns.iter().any(|column| column.group.is_some());
    let groups = columns.chunk_by(|a, b| a.group.is_some() && a.group == b.group);
    let rows = grouped.then_some("2");
    html! {
        thead {
            tr {
                @for group in groups {
                    @match &group[0].group {
                        Some(name) => { th.group colspan=(group.len()) { (name) } }
                        None => { th.text[group[0].kind.is_text()] rowspan=[rows] { (group[0].head) } }
                    }
                }
            }
            @if grouped {
                tr {
                    @for (i, column) in columns.iter().enumerate().filter(|(_, c)| c.group.is_some()) {
                        th.text[column.kind.is_text()].begins[begins(columns, i)] { (column.head) }
                    }
                }
            }
        }
    }
}

/// The first column of a group.
fn begins(columns: &[TableColumn], column: usize) -> bool {
    let group = |column: usize| columns.get(column).and_then(|column| column.group.as_ref());
    group(column).is_some() && (column == 0 || group(column) != group(column - 1))
}

fn row(writer: &HtmlWriter<'_>, table: &Table, index: usize, row: &TableRow) -> Markup {
    let class = match row.class {
        RowClass::Plain => None,
        RowClass::Best => Some("best"),
        RowClass::Invalid => Some("invalid"),
        RowClass::Total => Some("total"),
        RowClass::BestTotal => Some("total best"),
    };
    html! {
        tr class=[class] id=[writer.id(row.anchor.as_ref())] {
            @for (column, cell) in row.placed().filter(|(_, cell)| !cell.joined) {
                (self::cell(writer, table, column, cell, span(table, index, column)))
            }
        }
    }
}

/// How many rows a cell is shown for.
fn span(table: &Table, index: usize, column: usize) -> usize {
    let joined = |row: &&TableRow| row.placed().any(|(place, cell)| place == column && cell.joined);
    1 + table.rows[index + 1..].iter().take_while(joined).count()
}

fn cell(writer: &HtmlWriter<'_>, table: &Table, number: usize, cell: &Cell, rows: usize) -> Markup {
    let column = table.columns.get(number);
    // Cards on a narrow page: each cell knows its column's head.
    let head = column.filter(|_| table.layout == STACKED).map(|column| column.head.as_str());
    let begins = begins(&table.columns, number);
    let (is_head, class) = match column.map(|column| column.kind).filter(|_| cell.covers == 0) {
        Some(CellKind::Key) => (true, None),
        Some(CellKind::Name) => (true, Some("text name")),
        Some(CellKind::Text | CellKind::Picture) => (false, Some("text")),
        Some(CellKind::Line) => (false, Some("text whole")),
        Some(CellKind::Reason) => (false, Some("text reason")),
        Some(CellKind::Number) | None => (false, begins.then_some("begins")),
    };
    let rows = (rows > 1).then_some(rows);
    let columns = (cell.covers > 0).then_some(1 + cell.covers);
    let content =
        html! { (writer.spans(&cell.content())) @if let Some(found) = &cell.picture { (picture(found)) } };
    html! {
        @if is_head { th class=[class] rowspan=[rows] { (content) } }
        @else { td class=[class] rowspan=[rows] colspan=[columns] data-head=[head] { (content) } }
    }
}

fn picture(picture: &CellPicture) -> Markup {
    match picture {
        CellPicture::Strip(found) => strip(found),
        CellPicture::Course(values) => course(values),
    }
}

/// A line from 0 or its least value to its greatest, broken where there is no value.
fn course(values: &[Option<f64>]) -> Markup {
    const WIDTH: f64 = 120.0;
    const HEIGHT: f64 = 20.0;
    let known = || values.iter().flatten().copied();
    let (low, high) = (known().fold(0.0, f64::min), known().fold(0.0, f64::max));
    let place = |(i, value): (usize, f64)| {
        let x = 1.0 + (WIDTH - 2.0) * i as f64 / (values.len() - 1).max(1) as f64;
        let share = if high > low { (value - low) / (high - low) } else { 0.0 };
        format!("{x:.1},{:.1}", HEIGHT - 1.0 - (HEIGHT - 2.0) * share)
    };
    let places = values.iter().enumerate().map(|(i, value)| Some(place((i, (*value)?)))).collect::<Vec<_>>();
    let lines = places.split(Option::is_none).filter(|line| !line.is_empty());
    // A point alone is written twice: its ends are round.
    let points = |line: &[Option<String>]| {
        let twice = line.iter().cycle().take(line.len().max(2));
        twice.flatten().cloned().collect::<Vec<_>>().join(" ")
    };
    html! {
        svg width="120" height="20" viewBox="0 0 120 20" aria-hidden="true" {
            @for line in lines {
                polyline points=(points(line)) fill="none" stroke="#1b1f24" stroke-width="1.2" stroke-linecap="round" {}
            }
        }
    }
}

/// One line of a forest plot: the margin in grey, equality as a line, the interval with its estimate.
fn strip(strip: &Strip) -> Markup {
    const WIDTH: f64 = 200.0;
    let at = |percent: f64| WIDTH / 2.0 * (1.0 + percent.clamp(-strip.scale, strip.scale) / strip.scale);
    let number = |x: f64| format!("{x:.1}");
    let (margin, change) = (strip.margin, &strip.change);
    html! {
        svg width="200" height="18" viewBox="0 0 200 18" aria-hidden="true" {
            rect x=(number(at(-margin))) y="0" width=(number(at(margin) - at(-margin))) height="18" fill="#e4e8ec" {}
            line x1="100" y1="0" x2="100" y2="18" stroke="#57606a" stroke-width="1" {}
            @if let Some(bounds) = change.bounds_95 {
                line x1=(number(at(bounds.low))) y1="9" x2=(number(at(bounds.high))) y2="9" stroke="#1b1f24" stroke-width="2" {}
            }
            circle cx=(number(at(change.value))) cy="9" r="4" fill="#1b1f24" {}
        }
    }
}
