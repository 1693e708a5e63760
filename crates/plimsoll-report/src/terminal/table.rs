//! Tables for a terminal: no cell is cut or broken, however narrow it is.

use super::lines::{hanging, wrapped};
use crate::document::{CellKind, Table};
use crate::words::Words;
use crate::words::number::dash;
use plimsoll_run::visible_line;

/// In the first form that fits: whole; some columns in a table of their own, if it has such; each group of columns as a
/// row; what names a row above those that have it in common; each row as a list. Texts that need room stand below.
pub fn table(words: &Words, table: &Table, width: usize) -> Vec<String> {
    let mut table = table.without_unknown().only(|column| column.kind != CellKind::Picture);
    let more = table.left_out(words);
    table.rows.truncate(Table::ROWS_MAX);
    let below = below(&table, width);
    let table = table.only(|column| column.kind != CellKind::Reason);
    let mut lines = whole(&table);
    if lines.iter().any(|line| line.trim_end().chars().count() > width) {
        lines = narrower(words, &table, width);
    }
    lines.into_iter().chain(below).chain(more).collect()
}

fn narrower(words: &Words, table: &Table, width: usize) -> Vec<String> {
    let fitted = |table: &Table| fitted(&rows(table), keys(table), width);
    if table.columns.iter().any(|column| column.is_apart) {
        let mut lines = fitted(&table.only(|column| !column.is_apart));
        lines.push(String::new());
        lines.extend(fitted(&table.only(|column| column.is_apart || column.kind == CellKind::Key)));
        return lines;
    }
    if table.columns.iter().any(|column| column.group.is_some()) {
        return fitted_from(&by_group(words, table), 1, 2, width);
    }
    fitted(table)
}

/// How many columns name a row: those before the first number.
fn keys(table: &Table) -> usize {
    table.columns.iter().take_while(|column| column.kind != CellKind::Number).count().max(1)
}

/// The head, then the rows, of equal length.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let head = table.columns.iter().map(|column| column.head.clone()).collect();
    let body = table.rows.iter().map(|row| {
        let cells = row.placed().flat_map(|(_, cell)| {
            std::iter::once(cell.content().plain()).chain(std::iter::repeat_n(String::new(), cell.covers))
        });
        cells.collect()
    });
    std::iter::once(head).chain(body).collect()
}

/// Groups of columns have their names in a line above.
fn whole(table: &Table) -> Vec<String> {
    let mut rows = rows(table);
    if table.columns.iter().all(|column| column.group.is_none()) {
        return aligned(&rows);
    }
    let (widths, mut names, mut at) = (widths(&rows), Vec::new(), 0);
    while let Some(group) = table.columns.get(at).map(|column| &column.group) {
        let columns = table.columns[at..].iter().take_while(|column| column.group == *group).count();
        let name = visible_line(group.as_deref().unwrap_or_default()).into_owned();
        let room = widths[at..at + columns].iter().sum::<usize>() + GAP.len() * (columns - 1);
        let length = name.chars().count().max(room);
        rows[0][at] = format!("{:>width$}", rows[0][at], width = widths[at] + length - room);
        names.push(format!("{name:>length$}"));
        at += columns;
    }
    std::iter::once(names.join(GAP)).chain(aligned(&rows)).collect()
}

/// A row for each group of columns under the first cell of each row. Groups have the same columns, but for some that one
/// may lack.
fn by_group(words: &Words, table: &Table) -> Vec<Vec<String>> {
    let of_groups =
        || table.columns.iter().enumerate().filter_map(|(i, c)| Some((i, c.group.as_ref()?, &c.head)));
    let (mut groups, mut heads): (Vec<&String>, Vec<&String>) = (Vec::new(), Vec::new());
    for (_, group, head) in of_groups() {
        if !groups.contains(&group) {
            groups.push(group);
        }
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    let first = [table.columns[0].head.clone(), words.text("label-variant")];
    let mut rows: Vec<Vec<String>> = vec![first.into_iter().chain(heads.iter().copied().cloned()).collect()];
    for row in &table.rows {
        for group in &groups {
            let cell = |head: &&String| {
                let found = of_groups().find(|(_, of, own)| of == group && own == head);
                found.map_or_else(dash, |(i, ..)| row.cells[i].content().plain())
            };
            let cells: Vec<String> = heads.iter().map(cell).collect();
            if cells.iter().any(|cell| *cell != dash()) {
                let first = [row.cells[0].text.clone(), (*group).clone()];
                rows.push(first.into_iter().chain(cells).collect());
            }
        }
    }
    rows
}

/// Texts that need room, each with what names its row.
fn below(table: &Table, width: usize) -> Vec<String> {
    let Some(at) = table.columns.iter().position(|column| column.kind == CellKind::Reason) else {
        return Vec::new();
    };
    let keys = keys(table);
    let known = rows(table).into_iter().skip(1).filter(|row| row[at] != dash());
    known.flat_map(|row| hanging(&format!("{}: {}", heading(&row[..keys]), row[at]), 4, width)).collect()
}

/// Rows of equal length, the first of which is the head, in the first form that fits: whole; with the first columns, up
/// to `keys` of them, as a line above the rows that have them in common; each row as a list of what its cells are.
fn fitted(rows: &[Vec<String>], keys: usize, width: usize) -> Vec<String> {
    fitted_from(rows, 0, keys, width)
}

/// The same with at least `from` columns above their rows.
fn fitted_from(rows: &[Vec<String>], from: usize, keys: usize, width: usize) -> Vec<String> {
    let fits = |form: &Form| form.width <= width;
    let found = (from..=keys).map(|keys| under_headings(rows, keys, width)).find(fits);
    found.map_or_else(|| listed(rows, keys, width), |form| form.lines)
}

struct Form {
    lines: Vec<String>,
    /// Of the widest line that can't be broken.
    width: usize,
}

/// The first `keys` columns as lines of their own, which may be broken between words.
fn under_headings(rows: &[Vec<String>], keys: usize, width: usize) -> Form {
    let rest: Vec<Vec<String>> = rows.iter().map(|row| row[keys..].to_vec()).collect();
    let indent = if keys == 0 { "" } else { "  " };
    let cells: Vec<String> =
        aligned(&rest).iter().map(|line| format!("{indent}{}", line.trim_end())).collect();
    let longest = cells.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    let mut above: Option<&[String]> = None;
    for (i, (row, line)) in rows.iter().zip(cells).enumerate() {
        let own = &row[..keys];
        if i > 0 && keys > 0 && above != Some(own) {
            lines.extend(hanging(&heading(own), 4, width));
            above = Some(own);
        }
        lines.push(line);
    }
    Form { lines, width: longest }
}

fn heading(keys: &[String]) -> String {
    keys.join(", ")
}

/// For a terminal that is too narrow for any table: `Before: 28.9/s; After: 39.9/s`.
fn listed(rows: &[Vec<String>], keys: usize, width: usize) -> Vec<String> {
    let Some((head, body)) = rows.split_first() else { return Vec::new() };
    let mut lines = Vec::new();
    for row in body {
        lines.extend(hanging(&heading(&row[..keys]), 4, width));
        let named = head[keys..].iter().zip(&row[keys..]).filter(|(_, cell)| !cell.is_empty());
        let reported: Vec<String> = named
            .map(|(head, cell)| match head.is_empty() {
                true => cell.clone(),
                false => unbroken(&format!("{head}: {cell}"), width),
            })
            .collect();
        lines.extend(wrapped(&reported.join("; "), 2, width));
    }
    lines
}

/// In one line, if a line can hold it.
fn unbroken(text: &str, width: usize) -> String {
    if text.chars().count() + 3 <= width { text.replace(' ', "\u{a0}") } else { text.to_owned() }
}

/// Between columns.
const GAP: &str = "  ";

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let width =
        |column: usize| rows.iter().map(|row| visible_line(&row[column]).chars().count()).max().unwrap_or(0);
    (0..rows.first().map_or(0, Vec::len)).map(width).collect()
}

/// Right-aligned columns of rows of equal length. A last column without a heading is text, to the left.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| visible_line(cell).into_owned()).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let remarks = rows.first().and_then(|head| head.last()).is_some_and(String::is_empty);
    let widths = widths(&rows);
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| {
            if remarks && i + 1 == columns { cell.clone() } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join(GAP)
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: usize, expected: &[&str]) {
        let rows = [
            ["Load", "Requests", "Before", "After"],
            ["1 user", "all of them", "28.9/s", "1,039.9/s"],
            ["1 user", "Proxy", "11.5/s", "29.0/s"],
            ["40 users", "Proxy", "64.1/s", "131.5/s"],
        ];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let found = fitted(&rows, 2, width);
        let found: Vec<String> = found.iter().map(|line| line.replace('\u{a0}', " ")).collect();
        assert_eq!(found, expected);
        assert!(found.iter().all(|line| line.chars().count() <= width), "{found:?}");
    }

    #[test]
    fn a_table_takes_the_first_form_that_fits_and_no_cell_is_broken() {
        check(
            40,
            &[
                "    Load     Requests  Before      After",
                "  1 user  all of them  28.9/s  1,039.9/s",
                "  1 user        Proxy  11.5/s     29.0/s",
                "40 users        Proxy  64.1/s    131.5/s",
            ],
        );
        check(
            39,
            &[
                "     Requests  Before      After",
                "1 user",
                "  all of them  28.9/s  1,039.9/s",
                "        Proxy  11.5/s     29.0/s",
                "40 users",
                "        Proxy  64.1/s    131.5/s",
            ],
        );
        check(
            31,
            &[
                "  Before      After",
                "1 user, all of them",
                "  28.9/s  1,039.9/s",
                "1 user, Proxy",
                "  11.5/s     29.0/s",
                "40 users, Proxy",
                "  64.1/s    131.5/s",
            ],
        );
        check(
            18,
            &[
                "1 user, all of",
                "    them",
                "  Before: 28.9/s;",
                "  After: 1,039.9/s",
                "1 user, Proxy",
                "  Before: 11.5/s;",
                "  After: 29.0/s",
                "40 users, Proxy",
                "  Before: 64.1/s;",
                "  After: 131.5/s",
            ],
        );
    }
}
