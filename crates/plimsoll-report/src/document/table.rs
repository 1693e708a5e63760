//! Tables: columns and rows.

use super::Cell;
use crate::words::{Words, args};

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Stable, and unique within one run's part of a report: `steps`, `proof-1`. The name of its CSV file.
    pub id: String,
    /// A class of the page's style sheet, or nothing.
    pub layout: &'static str,
    pub columns: Vec<TableColumn>,
    pub rows: Vec<TableRow>,
}

/// Of a table whose rows are cards on a narrow page.
pub const STACKED: &str = "stacked";
/// Of a table in whose rows a page lets one look for words.
pub const SEARCHED: &str = "searched";

#[derive(Clone, Debug, PartialEq)]
pub struct TableColumn {
    /// A heading over neighbouring columns, in the reader's language.
    pub group: Option<String>,
    /// In the reader's language.
    pub head: String,
    pub kind: CellKind,
    /// Of the values in its cells, with their units, the same in every language. Often one, sometimes several (a mean
    /// and a maximum), and none where another column says the same.
    pub names: Vec<String>,
    /// In a table of its own, with the keys of the rows, where a terminal is too narrow for all.
    pub is_apart: bool,
}

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// A number that names the row.
    Key,
    /// A text that names the row.
    Name,
    Number,
    Text,
    /// A text that is not broken.
    Line,
    /// A text that needs room.
    Reason,
    /// What only a page can show.
    Picture,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableRow {
    pub class: RowClass,
    /// Where a link to the row leads.
    pub anchor: Option<String>,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowClass {
    #[default]
    Plain,
    /// The best step.
    Best,
    /// A step whose figures can't be used.
    Invalid,
    /// What other rows come to together.
    Total,
    /// The same, of the best rate.
    BestTotal,
}

impl Table {
    pub fn new(id: &str, columns: Vec<TableColumn>) -> Table {
        Table { id: id.to_owned(), layout: "", columns, rows: Vec::new() }
    }

    pub fn laid_out(mut self, layout: &'static str) -> Table {
        self.layout = layout;
        self
    }

    pub fn row(&mut self, class: RowClass, cells: Vec<Cell>) -> &mut TableRow {
        self.rows.push(TableRow { class, anchor: None, cells });
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }
}

impl TableRow {
    /// Its cells, each with the number of its (first) column.
    pub fn placed(&self) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.iter().scan(0, |next, cell| {
            let column = *next;
            *next += 1 + cell.covers;
            Some((column, cell))
        })
    }
}

impl Table {
    /// For people: without columns of numbers or texts that no row has a value of. Programs get all of them.
    pub fn without_unknown(&self) -> Table {
        let known = |column: usize| {
            !matches!(self.columns[column].kind, CellKind::Number | CellKind::Text)
                || self.rows.iter().any(|row| row.placed().any(|(at, cell)| at == column && cell.is_known()))
        };
        let known: Vec<bool> = (0..self.columns.len()).map(known).collect();
        self.of_columns(&known)
    }

    /// With some of its columns.
    pub fn only(&self, is_shown: impl Fn(&TableColumn) -> bool) -> Table {
        self.of_columns(&self.columns.iter().map(is_shown).collect::<Vec<bool>>())
    }

    fn of_columns(&self, shown: &[bool]) -> Table {
        if shown.iter().all(|shown| *shown) {
            return self.clone();
        }
        let row = |row: &TableRow| {
            let cells = row.placed().filter_map(|(at, cell)| {
                let left =
                    (at..=at + cell.covers).filter(|at| shown.get(*at).is_none_or(|shown| *shown)).count();
                (left > 0).then(|| Cell { covers: left - 1, ..cell.clone() })
            });
            TableRow { cells: cells.collect(), ..row.clone() }
        };
        let columns =
            self.columns.iter().zip(shown).filter(|(_, shown)| **shown).map(|(column, _)| column.clone());
        Table { columns: columns.collect(), rows: self.rows.iter().map(row).collect(), ..self.clone() }
    }
}

impl CellKind {
    pub fn is_text(self) -> bool {
        !matches!(self, CellKind::Key | CellKind::Number)
    }
}

impl Table {
    /// Rows of a table for people; all of them are in the tables for programs.
    pub const ROWS_MAX: usize = 1_000;

    /// `and 4,000 more rows`
    pub(crate) fn left_out(&self, words: &Words) -> Option<String> {
        let more = self.rows.len().saturating_sub(Table::ROWS_MAX);
        (more > 0).then(|| words.say("format-rows-left-out", args![n = more]))
    }
}

impl TableColumn {
    pub fn new(kind: CellKind, head: String, names: &[&str]) -> TableColumn {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        TableColumn { group: None, head, kind, names, is_apart: false }
    }

    pub fn within(mut self, group: &str) -> TableColumn {
        self.group = Some(group.to_owned());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_see_no_column_of_numbers_without_a_value() {
        let column = |name: &str| TableColumn::new(CellKind::Number, name.to_owned(), &[name]);
        let mut table = Table::new("t", ["a", "b", "c", "d"].map(column).to_vec());
        table.row(RowClass::Plain, vec![Cell::key(1), Cell::missing(), Cell::missing(), Cell::key(0)]);
        table.row(RowClass::Plain, vec![Cell::key(2), Cell::missing(), Cell::key(3), Cell::missing()]);
        // What lies over several columns is of none of them.
        table.row(
            RowClass::Total,
            vec![Cell::written("all"), Cell::written("6 requests").over(2), Cell::missing()],
        );
        let shown = table.without_unknown();
        let heads: Vec<&str> = shown.columns.iter().map(|column| column.head.as_str()).collect();
        assert_eq!(heads, ["a", "c", "d"]);
        assert_eq!(shown.rows[2].cells[1].covers, 0);
        assert_eq!((table.columns.len(), table.rows[2].cells[1].covers), (4, 1), "programs get all");
    }
}
