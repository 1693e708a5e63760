//! Tables for a terminal: no cell is cut or broken, however narrow it is.

use super::lines::{hanging, wrapped};
use plimsoll_run::visible_line;

/// Rows of equal length, the first of which is the head, in the first form that fits: whole; with the first columns, up
/// to `keys` of them, as a line above the rows that have them in common; each row as a list of what its cells are.
pub fn fitted(rows: &[Vec<String>], keys: usize, width: usize) -> Vec<String> {
    fitted_from(rows, 0, keys, width)
}

/// The same with the first column always above its rows.
pub fn grouped(rows: &[Vec<String>], keys: usize, width: usize) -> Vec<String> {
    fitted_from(rows, 1, keys, width)
}

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

/// Right-aligned columns of rows of equal length. A last column without a heading is text, to the left.
pub fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| visible_line(cell).into_owned()).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let remarks = rows.first().and_then(|head| head.last()).is_some_and(String::is_empty);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| {
            if remarks && i + 1 == columns { cell.clone() } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ")
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
