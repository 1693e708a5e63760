//! Tables: every cell has its own, so what the page shows once for several rows is repeated.

use super::inline::inline;
use roxmltree::Node;
use std::collections::BTreeSet;

pub fn table(node: Node<'_, '_>, targets: &BTreeSet<String>) -> String {
    let (head_rows, body_rows) = (rows(node, "thead"), rows(node, "tbody"));
    let (head, body) = (grid(&head_rows, targets), grid(&body_rows, targets));
    let columns = head.iter().chain(&body).map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return String::new();
    }
    let heads: Vec<String> = (0..columns).map(|column| heading(&head, column)).collect();
    let left = is_left(&body_rows, columns);
    let marks = left.iter().map(|left| if *left { ":---" } else { "---:" }.to_owned());
    let mut lines = vec![line(&heads), line(&marks.collect::<Vec<_>>())];
    for mut row in body {
        row.resize(columns, String::new());
        lines.push(line(&row));
    }
    lines.join("\n")
}

fn rows<'a, 'input>(table: Node<'a, 'input>, part: &'static str) -> Vec<Node<'a, 'input>> {
    let parts = table.children().filter(move |child| child.has_tag_name(part));
    parts.flat_map(|part| part.children()).filter(|child| child.has_tag_name("tr")).collect()
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// `Response time, ms: p95` where the page has two lines.
fn heading(head: &[Vec<String>], column: usize) -> String {
    let mut parts: Vec<&str> = head.iter().filter_map(|row| row.get(column)).map(String::as_str).collect();
    parts.dedup();
    parts.retain(|part| !part.is_empty());
    parts.join(": ")
}

/// Columns of text, by the first row that has all of them.
fn is_left(rows: &[Node<'_, '_>], columns: usize) -> Vec<bool> {
    let cells = rows.iter().map(|row| row.children().filter(Node::is_element).collect::<Vec<_>>());
    let whole = cells.into_iter().find(|cells| cells.len() == columns).unwrap_or_default();
    let is_text =
        |cell: &Node<'_, '_>| cell.attribute("class").is_some_and(|class| class.starts_with("text"));
    let mut left: Vec<bool> = whole.iter().map(is_text).collect();
    left.resize(columns, true);
    left
}

/// Cells in their columns; of a cell over several columns the first holds the text, over several rows all do.
fn grid(rows: &[Node<'_, '_>], targets: &BTreeSet<String>) -> Vec<Vec<String>> {
    let mut grid: Vec<Vec<Option<String>>> = vec![Vec::new(); rows.len()];
    for (number, row) in rows.iter().enumerate() {
        let mut column = 0;
        let mut anchor = anchor(*row, targets);
        for cell in row.children().filter(Node::is_element) {
            while grid[number].get(column).is_some_and(Option::is_some) {
                column += 1;
            }
            let span = |name| cell.attribute(name).and_then(|n| n.parse::<usize>().ok()).unwrap_or(1);
            let (down, across) = (span("rowspan").min(rows.len() - number), span("colspan"));
            let text = inline(cell, targets);
            let is_head = cell.has_tag_name("th") && row.parent().is_some_and(|p| p.has_tag_name("thead"));
            for (i, line) in grid[number..number + down].iter_mut().enumerate() {
                line.resize_with(line.len().max(column + across), || None);
                for (j, place) in line[column..column + across].iter_mut().enumerate() {
                    let shown = j == 0 || is_head;
                    let anchor = if i == 0 && j == 0 { std::mem::take(&mut anchor) } else { String::new() };
                    *place = Some(if shown { format!("{anchor}{text}") } else { String::new() });
                }
            }
            column += across;
        }
    }
    grid.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect()
}

/// Of an element that a link leads to.
pub fn anchor(node: Node<'_, '_>, targets: &BTreeSet<String>) -> String {
    let id = node.attribute("id").filter(|id| targets.contains(*id));
    id.map_or_else(String::new, |id| format!("<a id=\"{id}\"></a>"))
}
