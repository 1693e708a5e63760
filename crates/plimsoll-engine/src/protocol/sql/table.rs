//! Rows as text.

use super::SqlFailure;
use plimsoll_run::ErrorKind;
use std::fmt::Write;

/// What a query brought: names and rows of values, as Java would print them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultTable {
    pub columns: Vec<String>,
    /// `None`: NULL.
    pub rows: Vec<Vec<Option<String>>>,
}

impl ResultTable {
    /// Names and values with tabs between them, a line for each row (AbstractJDBCTestElement).
    pub fn to_text(&self) -> String {
        let mut text = self.columns.join("\t");
        if !self.columns.is_empty() {
            text.push('\n');
        }
        for row in &self.rows {
            for (i, value) in row.iter().enumerate() {
                text.push_str(value.as_deref().unwrap_or("null"));
                text.push(if i + 1 == row.len() { '\n' } else { '\t' });
            }
        }
        text
    }

    /// The rows as Java prints a list of maps.
    pub fn to_list(&self) -> String {
        let mut text = "[".to_owned();
        for (i, row) in self.rows.iter().enumerate() {
            text.push_str(if i == 0 { "{" } else { ", {" });
            for (j, (name, value)) in self.columns.iter().zip(row).enumerate() {
                let separator = if j == 0 { "" } else { ", " };
                // Writing to a string can't fail.
                let _ = write!(text, "{separator}{name}={}", value.as_deref().unwrap_or("null"));
            }
            text.push('}');
        }
        text.push(']');
        text
    }
}

/// Most bytes of one result that are kept, and what a value takes beside its text.
const TABLE_BYTES_MAX: usize = 64 << 20;
const VALUE_BYTES: usize = 24;

/// Room for the rows of one result.
#[derive(Debug)]
pub struct TableRoom {
    left: usize,
}

impl Default for TableRoom {
    fn default() -> Self {
        TableRoom { left: TABLE_BYTES_MAX }
    }
}

impl TableRoom {
    /// An error: the result is longer than what is kept, and the rest of it is not read.
    pub fn take(&mut self, row: &[Option<String>]) -> Result<(), SqlFailure> {
        let bytes: usize = row.iter().map(|value| value.as_ref().map_or(0, String::len) + VALUE_BYTES).sum();
        self.left = self.left.checked_sub(bytes + VALUE_BYTES).ok_or_else(|| {
            let text =
                format!("the result is longer than the {} MB that are kept of one", TABLE_BYTES_MAX >> 20);
            SqlFailure::broken(ErrorKind::AnswerLimit, "null", text)
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_without_an_end_is_given_up() {
        let mut room = TableRoom::default();
        let row = vec![Some("x".repeat(1 << 20)), None];
        let retained = (0..100).take_while(|_| room.take(&row).is_ok()).count();
        assert_eq!(retained, 63);
    }

    #[test]
    fn rows_are_lines_with_tabs_and_missing_values_are_null() {
        let table = ResultTable {
            columns: vec!["id".to_owned(), "name".to_owned()],
            rows: vec![vec![Some("1".to_owned()), Some("a".to_owned())], vec![Some("2".to_owned()), None]],
        };
        assert_eq!(table.to_text(), "id\tname\n1\ta\n2\tnull\n");
        assert_eq!(table.to_list(), "[{id=1, name=a}, {id=2, name=null}]");
    }
}
