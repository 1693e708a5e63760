//! Tables as CSV (RFC 4180): values, not their written form.

use crate::document::{Cell, CellValue, ReportDocument, RowClass, Table};
use jiff::Timestamp;
use plimsoll_run::visible;
use std::collections::BTreeSet;

/// Every table of a document, in its order, without empty ones; no two names differ only in what no file system takes.
pub fn tables(document: &ReportDocument<'_>) -> Vec<Table> {
    let mut all = document.tables();
    let mut taken = BTreeSet::new();
    for table in &mut all {
        let (name, mut number) = (table.id.clone(), 1);
        while !taken.insert(table.id.to_lowercase()) {
            number += 1;
            table.id = format!("{name}-{number}");
        }
    }
    all
}

impl Table {
    /// UTF-8, a line of names, then a line for each row; numbers in full with a point, moments as ISO 8601 in UTC,
    /// nothing where there is no value. Where rows are marked, a column `row` says how.
    pub fn csv(&self) -> String {
        let marked = self.rows.iter().any(|row| row.class != RowClass::Plain);
        let mut text = String::new();
        let names = self.columns.iter().flat_map(|column| column.names.iter().map(|name| field(name)));
        line(&mut text, names.chain(marked.then(|| "row".to_owned())));
        for row in &self.rows {
            let mut fields: Vec<String> = Vec::new();
            let mut column = 0;
            for cell in &row.cells {
                let end = (column + 1 + cell.covers).min(self.columns.len());
                let wanted: usize = self.columns[column..end].iter().map(|column| column.names.len()).sum();
                fields.extend((0..wanted).map(|i| written(cell, i)));
                column = end;
            }
            line(&mut text, fields.into_iter().chain(marked.then(|| class(row.class).to_owned())));
        }
        text
    }
}

fn class(class: RowClass) -> &'static str {
    match class {
        RowClass::Plain => "",
        RowClass::Best => "best",
        RowClass::Invalid => "invalid",
        RowClass::Total | RowClass::BestTotal => "total",
    }
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    text.push_str(&fields.collect::<Vec<_>>().join(","));
    text.push_str("\r\n");
}

fn written(cell: &Cell, index: usize) -> String {
    match cell.values.get(index) {
        None | Some(CellValue::Missing) => String::new(),
        Some(CellValue::Count(value)) => value.to_string(),
        Some(CellValue::Number(value)) if value.is_finite() => value.to_string(),
        Some(CellValue::Number(_)) => String::new(),
        Some(CellValue::Text(text)) => field(text),
        Some(CellValue::Moment(us)) => {
            Timestamp::from_microsecond(*us).map(|at| at.to_string()).unwrap_or_default()
        }
    }
}

/// In quotation marks where it has to be. No-break spaces are for paper. What a spreadsheet would take for a formula
/// gets an apostrophe before it (OWASP, "CSV Injection").
fn field(text: &str) -> String {
    let text = visible(&text.replace('\u{a0}', " ")).into_owned();
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let text = if is_formula { format!("'{text}") } else { text };
    let plain = !text.contains(['"', ',', '\r', '\n', ';', '\t']) && text.trim() == text;
    if plain { text } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{CellKind, TableColumn};

    #[test]
    fn no_field_is_a_formula_and_numbers_stay_numbers() {
        for (text, expected) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1+1", "'+1+1"),
            ("-2", "'-2"),
            ("@SUM(1,2)", "\"'@SUM(1,2)\""),
            ("\t=1", "\"'\t=1\""),
            ("a=1", "a=1"),
            ("a\u{1b}[2J", "a␛[2J"),
        ] {
            assert_eq!(field(text), expected);
        }
        let cell = Cell::of("−2".to_owned(), -2.5);
        assert_eq!(written(&cell, 0), "-2.5");
    }

    #[test]
    fn values_are_written_for_programs() {
        let columns = vec![
            TableColumn::new(CellKind::Key, "Trin".to_owned(), &["step"]),
            TableColumn::new(CellKind::Number, "middel / maks.".to_owned(), &["mean_us", "max_us"]),
            TableColumn::new(CellKind::Text, "Start".to_owned(), &["start", "name"]),
        ];
        let mut table = Table::new("t", columns);
        let values = vec![CellValue::Number(1_234.5), CellValue::Missing];
        table.row(
            RowClass::Best,
            vec![
                Cell::key(1),
                Cell::written("1,23 ms").valued(values),
                Cell::written("kl. 15")
                    .valued(vec![CellValue::Moment(1_607_524_208_000_000), "a \"b\",\nc".into()]),
            ],
        );
        table.row(RowClass::Total, vec![Cell::text("I alt"), Cell::blank(2)]);
        assert_eq!(
            table.csv(),
            "step,mean_us,max_us,start,name,row\r\n\
             1,1234.5,,2020-12-09T14:30:08Z,\"a \"\"b\"\",\nc\",best\r\n\
             I alt,,,,,total\r\n"
        );
    }
}
