//! The W3C's extended log format: IIS, CloudFront, and others that write a `#Fields:` line. It may come again with other
//! fields. Dates and times are UTC; they are when the line was logged.
//!
//! `time-taken` is in milliseconds with IIS and in seconds with CloudFront and wherever it has a fraction, as the format
//! asks for. A whole number from anybody else has no sure unit: it is asked for, and told with the pattern
//! `duration=time-taken:ms`.

use super::field::{AccessField, AccessRow, DurationUnit, Moment};
use super::keyed::{named_fields, no_unit};
use crate::options::{FormatError, ReaderOptions};
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::time::WallClock;

/// Whose log it is.
#[derive(Clone, Copy, PartialEq)]
enum Software {
    Iis,
    CloudFront,
    Other,
}

pub struct W3cLog {
    given: Vec<(String, AccessField)>,
    fields: Vec<String>,
    software: Software,
    clock: WallClock,
    rows: u64,
    unit_reported: bool,
}

impl W3cLog {
    pub fn new(options: &ReaderOptions) -> Result<W3cLog, FormatError> {
        let given = named_fields(options)?;
        let clock = WallClock::new(jiff::tz::TimeZone::UTC);
        Ok(W3cLog {
            given,
            fields: Vec::new(),
            software: Software::Other,
            clock,
            rows: 0,
            unit_reported: false,
        })
    }

    fn directive(&mut self, text: &str) {
        if let Some(software) = text.strip_prefix("#Software:") {
            let is_iis = software.contains("Internet Information") || software.contains("Microsoft HTTP");
            self.software = if is_iis { Software::Iis } else { Software::Other };
        } else if let Some(fields) = text.strip_prefix("#Fields:") {
            self.fields = fields.split_whitespace().map(str::to_lowercase).collect();
            let has = |name: &str| self.fields.iter().any(|field| field == name);
            if has("sc-win32-status") || has("s-sitename") {
                self.software = Software::Iis;
            } else if has("x-edge-location") {
                self.software = Software::CloudFront;
            }
        }
    }

    fn field(&self, name: &str, value: &str) -> AccessField {
        if let Some((_, field)) = self.given.iter().find(|(known, _)| known == name) {
            return *field;
        }
        match name {
            "cs-method" => AccessField::Method,
            "cs-uri" | "cs-uri-stem" => AccessField::Target,
            "sc-status" => AccessField::Status,
            "sc-bytes" => AccessField::BytesOfAnswer,
            "cs-bytes" => AccessField::BytesOfRequest,
            "cs-host" | "cs(host)" | "x-host-header" => AccessField::Instance,
            "time-to-first-byte" => AccessField::FirstByte(DurationUnit::Seconds),
            "time-taken" => match self.software {
                Software::Iis => AccessField::Duration(DurationUnit::Milliseconds),
                Software::CloudFront => AccessField::Duration(DurationUnit::Seconds),
                Software::Other if value.contains('.') || value == "0" => {
                    AccessField::Duration(DurationUnit::Seconds)
                }
                Software::Other => AccessField::Unsure,
            },
            _ => AccessField::Other,
        }
    }

    fn row(&mut self, line: &InputLine<'_>, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        if self.fields.is_empty() {
            return Err(ProblemKind::NoHeader);
        }
        let values = values(text);
        if values.len() != self.fields.len() {
            return Err(ProblemKind::Columns { found: values.len(), expected: self.fields.len() });
        }
        let mut row = AccessRow::default();
        let (mut date, mut time) = ("", "");
        let mut unsure = None;
        for (name, value) in self.fields.iter().zip(&values) {
            match (name.as_str(), self.field(name, value)) {
                ("date", AccessField::Other) => date = value,
                ("time", AccessField::Other) => time = value,
                (_, AccessField::Unsure) => unsure = unsure.or(Some(*value)),
                (_, field) => row.set(field, value),
            }
        }
        if let Some(value) = unsure.filter(|_| !std::mem::replace(&mut self.unit_reported, true)) {
            out.problem(Problem { line: line.number, kind: no_unit("time-taken", value) });
        }
        let written = format!("{date} {time}");
        let mut timed = row;
        if !date.is_empty() && !time.is_empty() {
            timed.set(AccessField::Time(Moment::End), &written);
        }
        timed.finish(&mut self.clock, line.stamp_us, self.rows, out)
    }
}

/// At tabs where there are any, else at spaces; quoted ones hold spaces.
fn values(text: &str) -> Vec<&str> {
    if text.contains('\t') {
        return text.split('\t').map(str::trim).collect();
    }
    let (mut values, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(|inside| inside.split_once('"'));
        let (value, after) = quoted.or_else(|| rest.split_once(' ')).unwrap_or((rest, ""));
        values.push(value);
        rest = after.trim_start();
    }
    values
}

impl LineReader for W3cLog {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        if text.trim().is_empty() {
            return;
        }
        if text.starts_with('#') {
            return self.directive(&text);
        }
        match self.row(&line, &text, out) {
            Ok(()) => self.rows += 1,
            Err(kind) => out.problem(Problem { line: line.number, kind }),
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    lines.iter().any(|line| {
        line.starts_with("#Fields:")
            && ["sc-status", "cs-method", "cs-uri"].iter().any(|name| line.contains(name))
    })
}
