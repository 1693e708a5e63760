//! Columns, rows and cells.

use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::requirements::Judgement;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Stable, and unique within one run's part of a report: `steps`, `proof-1`. The name of its CSV file.
    pub id: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// A heading over neighbouring columns, in the reader's language.
    pub group: Option<String>,
    /// In the reader's language.
    pub head: String,
    pub kind: Kind,
    /// Of the values in its cells, with their units, the same in every language. Often one, sometimes several (a mean
    /// and a maximum), and none where another column says the same.
    pub names: Vec<String>,
}

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
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
    pub values: Vec<Value>,
    /// It says the same as the cell above for the same reason, and is shown as one with it.
    pub joined: bool,
    /// How many more columns it covers.
    pub covers: usize,
}

/// What a cell says, in the unit of its column's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    #[default]
    Missing,
    Count(u64),
    Number(f64),
    Text(String),
    /// Microseconds since 1970 UTC.
    Moment(i64),
}

impl Table {
    pub fn new(id: &str, columns: Vec<Column>) -> Table {
        Table { id: id.to_owned(), columns, rows: Vec::new() }
    }

    pub fn row(&mut self, class: RowClass, cells: Vec<Cell>) -> &mut Row {
        self.rows.push(Row { class, anchor: None, cells });
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }
}

impl Column {
    pub fn new(kind: Kind, head: String, names: &[&str]) -> Column {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Column { group: None, head, kind, names }
    }

    pub fn within(mut self, group: &str) -> Column {
        self.group = Some(group.to_owned());
        self
    }
}

impl Cell {
    /// A written form and its value.
    pub fn of(text: String, value: impl Into<Value>) -> Cell {
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
        Cell { values: vec![Value::Text(text.clone())], text, ..Cell::default() }
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
        Cell::of(dash(), Value::Missing)
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
        if matches!(self.values.as_slice(), [Value::Number(_) | Value::Count(_)]) {
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

    pub fn valued(mut self, values: Vec<Value>) -> Cell {
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

impl From<u64> for Value {
    fn from(value: u64) -> Value {
        Value::Count(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Count(value.into())
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Value {
        Value::Count(value as u64)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Number(value as f64)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Number(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Text(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Missing, Into::into)
    }
}
