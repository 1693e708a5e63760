//! Rows of values (`CSVSaveService.resultToDelimitedString`).

use super::columns::{JtlColumn, JtlColumns};
use crate::sample::{DataType, SampleRow};
use std::fmt::Write;

/// JMeter writes sub-results of sub-results no deeper.
const DEPTH_MAX: usize = 11;

pub fn header(columns: &JtlColumns, out: &mut String) {
    let mut line = Line::new(columns.delimiter, out);
    columns.list().iter().for_each(|column| line.text(column.name()));
    // Names of variables are quoted whatever is in them (`CSVSaveService.printableFieldNamesToString`).
    for name in &columns.variables {
        line.part(|out| write!(out, "\"{name}\""));
    }
    out.push('\n');
}

/// The row, and those of its sub-results after it.
pub fn rows(columns: &JtlColumns, row: &SampleRow, out: &mut String) {
    rows_at(columns, row, &row.variables, 0, out);
}

fn rows_at(columns: &JtlColumns, row: &SampleRow, variables: &[String], depth: usize, out: &mut String) {
    values(columns, row, variables, out);
    if columns.sub_results && depth < DEPTH_MAX {
        for sub in &row.sub_results {
            rows_at(columns, sub, variables, depth + 1, out);
        }
    }
}

fn values(columns: &JtlColumns, row: &SampleRow, variables: &[String], out: &mut String) {
    let mut line = Line::new(columns.delimiter, out);
    for column in columns.list() {
        match column {
            JtlColumn::TimeStamp => line.part(|out| write!(out, "{}", row.started_unix_ms)),
            JtlColumn::Elapsed => line.number(row.elapsed_ms),
            JtlColumn::Label => line.text(&row.label),
            JtlColumn::ResponseCode => line.text(&row.code),
            JtlColumn::ResponseMessage => line.text(&row.message),
            JtlColumn::ThreadName => line.text(&row.thread),
            JtlColumn::DataType => line.text(row.data.name()),
            JtlColumn::Success => line.text(if row.success { "true" } else { "false" }),
            JtlColumn::FailureMessage => line.text(row.failure.as_deref().unwrap_or_default()),
            JtlColumn::Bytes => line.number(row.bytes),
            JtlColumn::SentBytes => line.number(row.bytes_sent),
            JtlColumn::GroupThreads => line.number(u64::from(row.group_threads)),
            JtlColumn::AllThreads => line.number(u64::from(row.all_threads)),
            JtlColumn::Url => line.text(row.url.as_deref().unwrap_or("null")),
            JtlColumn::Filename => line.text(""),
            JtlColumn::Latency => line.number(row.latency_ms),
            JtlColumn::Encoding => line.text(encoding(row)),
            JtlColumn::SampleCount => line.number(1),
            JtlColumn::ErrorCount => line.number(u64::from(!row.success)),
            JtlColumn::Hostname => line.text(&columns.hostname),
            JtlColumn::IdleTime => line.number(row.idle_ms),
            JtlColumn::Connect => line.number(row.connect_ms),
        }
    }
    for number in 0..columns.variables.len() {
        line.text(variables.get(number).map_or("", String::as_str));
    }
    out.push('\n');
}

/// `SampleResult.getDataEncodingWithDefault`; JMeter 5.6 takes UTF-8 where nothing is said.
fn encoding(row: &SampleRow) -> &str {
    match row.data {
        _ if !row.encoding.is_empty() => &row.encoding,
        DataType::Unknown | DataType::Text | DataType::Binary => "UTF-8",
    }
}

struct Line<'a> {
    delimiter: char,
    is_first: bool,
    out: &'a mut String,
}

impl<'a> Line<'a> {
    fn new(delimiter: char, out: &'a mut String) -> Self {
        Line { delimiter, is_first: true, out }
    }

    fn part(&mut self, write: impl FnOnce(&mut String) -> std::fmt::Result) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(self.delimiter);
        }
        write(self.out).expect("a String takes everything");
    }

    fn number(&mut self, number: u64) {
        self.part(|out| write!(out, "{number}"));
    }

    /// Quoted where it has to be (`CSVSaveService.quoteDelimiters`).
    fn text(&mut self, text: &str) {
        let delimiter = self.delimiter;
        let is_special = |c: char| matches!(c, '"' | '\r' | '\n') || c == delimiter;
        self.part(|out| {
            if text.contains(is_special) {
                write!(out, "\"{}\"", text.replace('"', "\"\""))
            } else {
                out.write_str(text)
            }
        });
    }
}
