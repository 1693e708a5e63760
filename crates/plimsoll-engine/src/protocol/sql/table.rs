//! Rows as text.

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

#[cfg(test)]
mod tests {
    use super::*;

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
