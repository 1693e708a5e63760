//! Tables: every cell has its own, so what the page shows once for several rows is repeated.

use super::inline::{Links, escaped};
use crate::document::{CellKind, Table, TableColumn, TableRow};
use crate::words::Words;

/// Nothing where there are no rows; of many the first.
pub fn table(table: &Table, links: &Links<'_>, words: &Words) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    let table = &table.without_unknown();
    let shown = |column: usize| table.columns.get(column).is_none_or(|c| c.kind != CellKind::Picture);
    let columns = || table.columns.iter().filter(|column| column.kind != CellKind::Picture);
    let mark = |column: &TableColumn| if column.kind.is_text() { ":---" } else { "---:" }.to_owned();
    let row = |row: &TableRow| {
        let anchor = links.anchor(row.anchor.as_ref());
        let cells = row.placed().filter(|(column, _)| shown(*column)).flat_map(|(_, cell)| {
            let covered = std::iter::repeat_n(String::new(), cell.covers);
            std::iter::once(links.spans(&cell.content())).chain(covered)
        });
        let mut cells: Vec<String> = cells.collect();
        cells[0].insert_str(0, &anchor);
        line(cells)
    };
    let head = [line(columns().map(heading).collect()), line(columns().map(mark).collect())];
    let rows = table.rows.iter().take(Table::ROWS_MAX).map(row);
    let more = table.left_out(words).map(|more| format!("\n{}", escaped(&more)));
    head.into_iter().chain(rows).chain(more).collect::<Vec<_>>().join("\n")
}

fn line(cells: Vec<String>) -> String {
    format!("| {} |", cells.join(" | "))
}

/// `Response time, ms: p95` where the page has two lines.
fn heading(column: &TableColumn) -> String {
    match column.group.as_deref().filter(|group| *group != column.head) {
        Some(group) if !column.head.is_empty() => format!("{}: {}", escaped(group), escaped(&column.head)),
        _ => escaped(&column.head),
    }
}
