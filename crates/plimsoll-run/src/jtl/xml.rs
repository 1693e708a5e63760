//! Rows as elements (`SampleResultConverter`, `HTTPResultConverter`).

use super::columns::{JtlColumn, JtlColumns};
use crate::sample::{SampleKind, SampleRow};
use std::fmt::Write;

pub const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n";
pub const END: &str = "\n</testResults>\n";

pub fn element(columns: &JtlColumns, row: &SampleRow, out: &mut String) {
    nested(columns, row, &row.variables, 0, out);
}

fn nested(columns: &JtlColumns, row: &SampleRow, variables: &[String], depth: usize, out: &mut String) {
    let tag = match row.kind {
        SampleKind::Http => "httpSample",
        SampleKind::Other => "sample",
    };
    let indent = "  ".repeat(depth);
    let _ = write!(out, "{indent}<{tag}");
    attributes(columns, row, variables, out);
    let before = out.len();
    out.push_str(">\n");
    if let Some(failure) = &row.failure {
        assertion(failure, &indent, out);
    }
    if columns.sub_results {
        row.sub_results.iter().for_each(|sub| nested(columns, sub, variables, depth + 1, out));
    }
    if columns.has(JtlColumn::Url)
        && let Some(url) = &row.url
    {
        let _ = writeln!(out, "{indent}  <java.net.URL>{}</java.net.URL>", Escaped(url));
    }
    if out.len() == before + 2 {
        out.truncate(before);
        out.push_str("/>\n");
    } else {
        let _ = writeln!(out, "{indent}</{tag}>");
    }
}

fn attributes(columns: &JtlColumns, row: &SampleRow, variables: &[String], out: &mut String) {
    let mut attribute = |column: JtlColumn, name: &str, value: &dyn std::fmt::Display| {
        if columns.has(column) {
            let _ = write!(out, " {name}=\"{value}\"");
        }
    };
    attribute(JtlColumn::Elapsed, "t", &row.elapsed_ms);
    attribute(JtlColumn::IdleTime, "it", &row.idle_ms);
    attribute(JtlColumn::Latency, "lt", &row.latency_ms);
    attribute(JtlColumn::Connect, "ct", &row.connect_ms);
    attribute(JtlColumn::TimeStamp, "ts", &row.started_unix_ms);
    attribute(JtlColumn::Success, "s", &row.success);
    attribute(JtlColumn::Label, "lb", &Escaped(&row.label));
    attribute(JtlColumn::ResponseCode, "rc", &Escaped(&row.code));
    attribute(JtlColumn::ResponseMessage, "rm", &Escaped(&row.message));
    attribute(JtlColumn::ThreadName, "tn", &Escaped(&row.thread));
    attribute(JtlColumn::DataType, "dt", &row.data.name());
    attribute(JtlColumn::Encoding, "de", &Escaped(&row.encoding));
    attribute(JtlColumn::Bytes, "by", &row.bytes);
    attribute(JtlColumn::SentBytes, "sby", &row.bytes_sent);
    attribute(JtlColumn::SampleCount, "sc", &1);
    attribute(JtlColumn::ErrorCount, "ec", &u8::from(!row.success));
    attribute(JtlColumn::GroupThreads, "ng", &row.group_threads);
    attribute(JtlColumn::AllThreads, "na", &row.all_threads);
    attribute(JtlColumn::Hostname, "hn", &Escaped(&columns.hostname));
    for (name, value) in columns.variables.iter().zip(variables) {
        let _ = write!(out, " {name}=\"{}\"", Escaped(value));
    }
}

fn assertion(message: &str, indent: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "{indent}  <assertionResult>\n{indent}    <name>Assertion</name>\n{indent}    <failure>true</failure>\n\
         {indent}    <error>false</error>\n{indent}    <failureMessage>{}</failureMessage>\n\
         {indent}  </assertionResult>",
        Escaped(message)
    );
}

/// What XML 1.0 can't hold becomes `?`.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\'' => out.write_str("&apos;")?,
                '\r' => out.write_str("&#xd;")?,
                '\n' => out.write_str("&#xa;")?,
                '\t' => out.write_str("&#x9;")?,
                '\u{0}'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.write_char('?')?,
                c => out.write_char(c)?,
            }
        }
        Ok(())
    }
}
