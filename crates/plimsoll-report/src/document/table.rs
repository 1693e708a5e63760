//! Columns, rows and cells.

use super::Spans;
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::statistics::Estimate;
use serde::Serialize;

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

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// As the reader sees it.
    pub text: String,
    pub strong: bool,
    /// A word that is marked by its colour and frame.
    pub judgement: Option<Judgement>,
    /// What is added to the text and must not be overlooked.
    pub remark: Option<String>,
    /// A second, quieter line.
    pub note: Option<String>,
    /// An anchor of the page.
    pub link: Option<String>,
    /// Several, each with its text, in a line of their own that the first text begins.
    pub places: Option<(String, Vec<(String, String)>)>,
    /// One for each of the column's names; of all columns it covers.
    pub values: Vec<CellValue>,
    /// It says the same as the cell above for the same reason, and is shown as one with it.
    pub joined: bool,
    /// How many more columns it covers.
    pub covers: usize,
    /// A picture beside the text, of a page only.
    pub strip: Option<Strip>,
}

/// A change in percent, drawn: its interval between -`scale` and `scale`, and what still counts as equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    pub change: Estimate,
    pub margin: f64,
    pub scale: f64,
}

/// What a cell says, in the unit of its column's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum CellValue {
    #[default]
    Missing,
    Count(u64),
    Number(f64),
    Text(String),
    /// Microseconds since 1970 UTC.
    Moment(i64),
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
    /// For people: without columns of numbers that no row has a value of. Programs get all of them.
    pub fn without_unknown(&self) -> Table {
        let known = |column: usize| {
            self.columns[column].kind != CellKind::Number
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

impl Cell {
    /// A written form and its value.
    pub fn of(text: String, value: impl Into<CellValue>) -> Cell {
        Cell { text, values: vec![value.into()], ..Cell::default() }
    }

    pub fn count(words: &Words, value: u64) -> Cell {
        Cell::of(words.count(value), value)
    }

    /// A number that is not written with separated thousands.
    pub fn key(number: u32) -> Cell {
        Cell::of(number.to_string(), number)
    }

    /// Written as it is.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        Cell { values: vec![CellValue::Text(text.clone())], text, ..Cell::default() }
    }

    /// All that a reader sees of it.
    pub fn content(&self) -> Spans {
        let text = match self.judgement {
            Some(judgement) => Spans::new().badge(&self.text, judgement),
            None if self.strong => Spans::new().strong(&self.text),
            None => Spans::from(&self.text),
        };
        let mut content = match &self.link {
            Some(anchor) => Spans::new().link(anchor, text),
            None => text,
        };
        if let Some(remark) = &self.remark {
            let before = if self.judgement.is_some() { " " } else { "; " };
            content = content.text(before).strong(remark);
        }
        if let Some(note) = &self.note {
            content = content.line_break().soft(note);
        }
        if let Some((name, places)) = &self.places {
            let links = places.iter().map(|(text, anchor)| (anchor.clone(), text));
            content = content.line_break().soft(Spans::from(format!("{name} ")).links(", ", links));
        }
        content
    }

    /// It says something of its own column.
    fn is_known(&self) -> bool {
        self.covers == 0 && !self.text.is_empty() && self.text != dash()
    }

    /// A number, or a dash.
    pub fn maybe(value: Option<f64>, written: impl FnOnce(f64) -> String) -> Cell {
        Cell::of(value.map_or_else(dash, written), value)
    }

    /// Without a value of its own.
    pub fn written(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    pub fn judged(words: &Words, judgement: Judgement) -> Cell {
        let text = words::verdict::judgement(words, judgement);
        Cell { judgement: Some(judgement), ..Cell::of(text, stored_name(&judgement, None)) }
    }

    pub fn missing() -> Cell {
        Cell::of(dash(), CellValue::Missing)
    }

    /// An empty one over so many columns.
    pub fn blank(columns: usize) -> Cell {
        Cell { covers: columns.saturating_sub(1), ..Cell::default() }
    }

    pub fn over(mut self, columns: usize) -> Cell {
        self.covers = columns.saturating_sub(1);
        self
    }

    pub fn strong(mut self) -> Cell {
        self.strong = true;
        self
    }

    /// A figure that is only a lower bound; other cells stay.
    pub fn at_least(mut self, words: &Words) -> Cell {
        if matches!(self.values.as_slice(), [CellValue::Number(_) | CellValue::Count(_)]) {
            self.text = words.say("label-at-least", args![figure = self.text]);
        }
        self
    }

    pub fn noted(mut self, note: Option<String>) -> Cell {
        self.note = note;
        self
    }

    pub fn remarked(mut self, remark: Option<String>) -> Cell {
        self.remark = remark;
        self
    }

    pub fn valued(mut self, values: Vec<CellValue>) -> Cell {
        self.values = values;
        self
    }

    /// The same as the cell above, if it is not in the first of the rows that belong together.
    pub fn joined(mut self, joined: bool) -> Cell {
        self.joined = joined;
        self
    }
}

/// The name of an enum's value in JSON; of one with fields what `tag` holds.
pub fn stored_name(value: &impl Serialize, tag: Option<&str>) -> String {
    let stored = serde_json::to_value(value).unwrap_or_default();
    let name = tag.map_or(&stored, |tag| &stored[tag]);
    name.as_str().unwrap_or_default().to_owned()
}

impl From<u64> for CellValue {
    fn from(value: u64) -> CellValue {
        CellValue::Count(value)
    }
}

impl From<u32> for CellValue {
    fn from(value: u32) -> CellValue {
        CellValue::Count(value.into())
    }
}

impl From<usize> for CellValue {
    fn from(value: usize) -> CellValue {
        CellValue::Count(value as u64)
    }
}

impl From<i64> for CellValue {
    fn from(value: i64) -> CellValue {
        CellValue::Number(value as f64)
    }
}

impl From<f64> for CellValue {
    fn from(value: f64) -> CellValue {
        CellValue::Number(value)
    }
}

impl From<&str> for CellValue {
    fn from(value: &str) -> CellValue {
        CellValue::Text(value.to_owned())
    }
}

impl From<String> for CellValue {
    fn from(value: String) -> CellValue {
        CellValue::Text(value)
    }
}

impl<T: Into<CellValue>> From<Option<T>> for CellValue {
    fn from(value: Option<T>) -> CellValue {
        value.map_or(CellValue::Missing, Into::into)
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
