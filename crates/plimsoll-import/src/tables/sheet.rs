//! Rows of text by the names of their columns.

use crate::decimal_comma;
use crate::time_columns::{TimeColumn, time_and_unit_us, time_columns};

/// A table as text.
pub struct Sheet {
    /// Lower case.
    pub columns: Vec<String>,
    pub rows: Vec<SheetRow>,
    pub problems: Vec<String>,
}

pub struct SheetRow {
    pub line: u64,
    cells: Vec<String>,
}

impl Sheet {
    pub fn of(text: &str) -> Sheet {
        let text = text.trim_start_matches('\u{feff}');
        let header = text.lines().next().unwrap_or_default();
        let count = |byte: &u8| header.bytes().filter(|b| b == byte).count();
        let delimiter = *[b',', b';', b'\t'].iter().max_by_key(|byte| count(byte)).unwrap_or(&b',');
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let columns = reader.headers().map(|h| h.iter().map(str::to_lowercase).collect()).unwrap_or_default();
        let (mut rows, mut problems) = (Vec::new(), Vec::new());
        let has_comma = decimal_comma::is_used(delimiter, text);
        for record in reader.records() {
            match record.map(|record| if has_comma { decimal_comma::plain(record) } else { record }) {
                Ok(record) => rows.push(SheetRow {
                    line: record.position().map_or(0, csv::Position::line),
                    cells: record.iter().map(str::to_owned).collect(),
                }),
                Err(error) => problems.push(error.to_string()),
            }
        }
        if delimiter == b',' {
            join_thousands(&mut rows);
        }
        Sheet { columns, rows, problems }
    }

    pub fn place(&self, names: &[&str]) -> Option<usize> {
        self.columns.iter().position(|column| names.contains(&column.as_str()))
    }

    pub fn has(&self, names: &[&str]) -> bool {
        self.place(names).is_some()
    }

    /// Those of response times.
    pub fn time_columns(&self) -> Vec<TimeColumn> {
        let cells = |place: usize| self.rows.iter().map(|row| row.text(place)).collect();
        time_columns(self.columns.iter().map(String::as_str), &cells)
    }

    /// Columns that are none of these, with their places.
    pub fn others<'a>(&'a self, known: &'a [usize]) -> impl Iterator<Item = (usize, &'a str)> {
        let named = self.columns.iter().map(String::as_str).enumerate();
        named.filter(|(place, name)| !known.contains(place) && !name.is_empty())
    }
}

impl SheetRow {
    /// Empty where the row has no such cell.
    pub fn text(&self, place: usize) -> &str {
        self.cells.get(place).map_or("", String::as_str)
    }

    /// `None`: the cell is empty.
    pub fn number(&self, sheet: &Sheet, place: usize, problems: &mut Vec<String>) -> Option<f64> {
        let text = self.text(place);
        if text.is_empty() || text == "-" {
            return None;
        }
        // `0.1 %` in a column of percent is 0.1.
        let column = sheet.columns[place].to_lowercase();
        match ["%", "percent", "pct"].iter().any(|word| column.contains(word)) {
            true => self.percent(sheet, place, problems),
            false => self.parsed(text, sheet, place, problems),
        }
    }

    /// Of a column that is known to hold percentages.
    pub fn percent(&self, sheet: &Sheet, place: usize, problems: &mut Vec<String>) -> Option<f64> {
        let text = self.text(place).trim_end_matches('%').trim_end();
        if text.is_empty() || text == "-" { None } else { self.parsed(text, sheet, place, problems) }
    }

    fn parsed(&self, text: &str, sheet: &Sheet, place: usize, problems: &mut Vec<String>) -> Option<f64> {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        if number.is_none() {
            let column = &sheet.columns[place];
            problems.push(format!("line {}: {column}: {text:?} is not a number of 0 or more", self.line));
        }
        number
    }
}

/// `"1,020"` between commas becomes `1020`, if no cell has a comma that is a decimal one.
fn join_thousands(rows: &mut [SheetRow]) {
    let is_number =
        |text: &str| text.contains(',') && text.bytes().all(|b| b.is_ascii_digit() || b",.".contains(&b));
    let cells = || rows.iter().flat_map(|row| &row.cells);
    if cells().filter(|text| is_number(text)).all(|text| has_thousands(text)) {
        let cells = rows.iter_mut().flat_map(|row| &mut row.cells);
        cells.filter(|text| is_number(text)).for_each(|text| text.retain(|c| c != ','));
    }
}

fn has_thousands(text: &str) -> bool {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    matches!(first.len(), 1..=3) && !first.starts_with('0') && groups.all(|group| group.len() == 3)
}

/// `287ms`, `1.06s`, `12 us` in microseconds; `None`: no time with a unit.
pub fn time_us(text: &str) -> Option<f64> {
    time_and_unit_us(text).map(|(us, _)| us)
}

/// Microseconds of one of the unit that a name ends with: `get_avg_ms`, `pure_avg_s`.
pub fn unit_us(name: &str) -> Option<f64> {
    [("_ms", 1e3), ("_us", 1.0), ("_s", 1e6)].iter().find(|(end, _)| name.ends_with(end)).map(|(_, us)| *us)
}

/// `00:52:51`
pub fn seconds(text: &str) -> Option<u64> {
    let mut parts = text.split(':').map(|part| part.trim().parse::<u64>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    (parts.next().is_none() && minutes < 60 && seconds < 60 && hours < 10_000)
        .then_some(hours * 3_600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_between_thousands_is_no_decimal_one() {
        let cells = |text: &str| -> Vec<String> { Sheet::of(text).rows.remove(0).cells };
        assert_eq!(cells("a,b\n\"1,020\",\"12,345,678.5\"\n"), ["1020", "12345678.5"]);
        assert_eq!(cells("a,b\n\"1,020\",\"99,5\"\n"), ["1,020", "99,5"]);
        assert_eq!(cells("a;b\n1,020;x\n"), ["1,020", "x"], "not known");
    }

    #[test]
    fn times_have_units() {
        let cases =
            [("287ms", Some(287e3)), ("1.06s", Some(1.06e6)), ("12", None), ("ms", None), ("-1s", None)];
        for (text, expected) in cases {
            assert_eq!(time_us(text), expected, "{text}");
        }
        let cases = [("02:46:27", Some(9_987)), ("00:60:00", None), ("1:2", None), ("a:b:c", None)];
        for (text, expected) in cases {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
