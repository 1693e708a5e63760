//! What stands in a table's cell: its written form, and the values behind it.

use super::Spans;
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::statistics::Estimate;
use serde::Serialize;

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
    pub picture: Option<CellPicture>,
}

/// What is drawn in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum CellPicture {
    Strip(Strip),
    /// Values over time, at equal distances; `None`: none.
    Course(Vec<Option<f64>>),
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
    pub(super) fn is_known(&self) -> bool {
        let has_text = !self.text.is_empty() && self.text != dash();
        self.covers == 0 && (has_text || self.note.is_some() || self.remark.is_some())
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
