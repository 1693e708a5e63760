//! JMeter's CSV results (`-l results.jtl`; `CSVSaveService`), with any columns in any order, any delimiter, with
//! a header or without; also Taurus' and Apiritif's files of the same names.
//!
//! Defaults: with a header JMeter writes 17 columns, comma, UTF-8. `timeStamp` is the start of the sample in
//! milliseconds since 1970 (`sampleresult.timestamp.start=true` in the shipped properties; otherwise set
//! [`ReaderOptions::timestamp_is_end`]), or local time in a format of the user's. `elapsed`, `Latency`, `Connect` are
//! milliseconds; `elapsed` contains `Connect`.
//!
//! Traps: a message may hold line ends and quotes. A row whose message begins with "Number of samples in
//! transaction" is a transaction controller's: a group. `SampleCount` > 1 means that the rows were added up
//! (`elapsed` is then their sum). A row with a size that can't be (negative, as sums beyond an integer were in old
//! versions) is reported and left out. Rows of sub-results repeat what the row before them has: they are left out. A file without times gives row numbers.

use super::columns::{CsvLayout, is_boolean};
use super::record::CsvFields;
use super::sub_results::{RowFacts, SubResults};
use crate::line::to_str;
use crate::number::whole;
use crate::options::ReaderOptions;
use crate::possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::request::{RequestKind, RequestRow, path};
use crate::time::{self, WallClock};
use memchr::memchr;
use plimsoll_run::At;
use plimsoll_run::jtl::JtlColumn;
use std::borrow::Cow;

/// A record whose quotes stay open for longer than this is given up.
const RECORD_BYTES_MAX: usize = 1 << 20;
const RECORD_LINES_MAX: u64 = 10_000;

/// Lines that are tried as a header before the file is given up.
const UNFIT_MAX: u32 = 100;

pub struct JtlCsv {
    given: Vec<String>,
    timestamp_is_end: bool,
    clock: WallClock,
    columns: Option<CsvLayout>,
    /// Lines that gave no layout.
    unfit: u32,
    fields: CsvFields,
    /// A record with an open quote, and the line it began in.
    open: Vec<u8>,
    open_line: u64,
    rows: u64,
    /// Fields of the row before.
    last_count: usize,
    sub_results: SubResults,
}

impl JtlCsv {
    pub fn new(options: &ReaderOptions) -> JtlCsv {
        JtlCsv {
            given: options.columns.clone(),
            timestamp_is_end: options.timestamp_is_end,
            clock: WallClock::new(options.time_zone.clone()),
            columns: None,
            unfit: 0,
            fields: CsvFields::default(),
            open: Vec::new(),
            open_line: 0,
            rows: 0,
            last_count: 0,
            sub_results: SubResults::default(),
        }
    }

    /// True when the line is a header and so no row.
    fn begin(&mut self, line: &InputLine<'_>, out: &mut dyn Output) -> bool {
        let header = CsvLayout::from_header(line.bytes);
        let is_header = header.is_some();
        self.columns = header.or_else(|| match self.given.as_slice() {
            [] => CsvLayout::guessed(line.bytes),
            given => CsvLayout::given(given, line.bytes),
        });
        if self.columns.is_none() {
            self.unfit += 1;
        }
        if self.unfit == 1 && self.columns.is_none() {
            out.problem(Problem { line: line.number, kind: ProblemKind::NoHeader });
        }
        is_header
    }

    /// A line while a quote is open. A line that is a whole record by itself ends a record that was cut off.
    fn continued(&mut self, line: &InputLine<'_>, delimiter: u8, count: usize, out: &mut dyn Output) {
        let restarts = line.bytes.iter().take_while(|b| b.is_ascii_digit()).count() >= 12
            && self.fields.split(line.bytes, delimiter)
            && self.fields.len() == count;
        let too_long = self.open.len() + line.bytes.len() > RECORD_BYTES_MAX
            || line.number - self.open_line > RECORD_LINES_MAX;
        if restarts || too_long {
            out.problem(Problem {
                line: self.open_line,
                kind: ProblemKind::Truncated { what: "a quoted field" },
            });
            self.open.clear();
            if restarts {
                self.record(line.bytes, line.number, out);
            }
            return;
        }
        self.open.push(b'\n');
        self.open.extend_from_slice(line.bytes);
        if memchr(b'"', line.bytes).is_none() {
            return;
        }
        let mut record = std::mem::take(&mut self.open);
        if self.fields.split(&record, delimiter) {
            self.record(&record, self.open_line, out);
            record.clear();
        }
        self.open = record;
    }

    /// Of a last line without an end: it has fewer fields than its header and the row before.
    fn is_cut_off(&self, count: usize) -> bool {
        self.fields.len() < if self.last_count == 0 { count } else { count.min(self.last_count) }
    }

    /// A whole record, which `self.fields` has just split.
    fn record(&mut self, bytes: &[u8], line: u64, out: &mut dyn Output) {
        let record = to_str(bytes);
        let Some(columns) = &self.columns else { return };
        if matches!(record, Cow::Owned(_)) {
            // Not UTF-8: its characters moved when it was decoded.
            self.fields.split(record.as_bytes(), columns.delimiter);
        }
        // Sample variables may be missing or added; only what the row can't do without is asked for.
        let needed = columns.place(JtlColumn::Success).or(columns.place(JtlColumn::Elapsed)).unwrap_or(0);
        if self.fields.len() <= needed {
            let kind = ProblemKind::Columns { found: self.fields.len(), expected: columns.count };
            out.problem(Problem { line, kind });
            return;
        }
        if columns.is_header(&record, &self.fields) {
            return;
        }
        let row = Row { columns, fields: &self.fields, record: &record };
        match row.request(&mut self.clock, self.timestamp_is_end, self.rows, &mut self.sub_results, out) {
            Ok(()) => (self.rows, self.last_count) = (self.rows + 1, self.fields.len()),
            Err(kind) => out.problem(Problem { line, kind }),
        }
    }
}

impl LineReader for JtlCsv {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.is_empty() && self.open.is_empty() {
            return;
        }
        if self.columns.is_none() && (self.unfit >= UNFIT_MAX || self.begin(&line, out)) {
            return;
        }
        let Some(columns) = &self.columns else { return };
        let (delimiter, count) = (columns.delimiter, columns.count);
        if !self.open.is_empty() {
            return self.continued(&line, delimiter, count, out);
        }
        if self.fields.split(line.bytes, delimiter) {
            if !line.has_end && self.is_cut_off(count) {
                let kind = ProblemKind::Truncated { what: "a row" };
                return out.problem(Problem { line: line.number, kind });
            }
            self.record(line.bytes, line.number, out);
        } else if line.bytes.len() <= RECORD_BYTES_MAX {
            self.open.extend_from_slice(line.bytes);
            self.open_line = line.number;
        } else {
            let kind = ProblemKind::TooLarge { what: "a record", max_bytes: RECORD_BYTES_MAX };
            out.problem(Problem { line: line.number, kind });
        }
    }

    fn has_terminal_codes(&self) -> bool {
        false
    }

    fn finish(&mut self, out: &mut dyn Output) {
        if !self.open.is_empty() {
            out.problem(Problem {
                line: self.open_line,
                kind: ProblemKind::Truncated { what: "a quoted field" },
            });
            self.open.clear();
        }
        self.clock.finish(out);
    }
}

/// One record with its layout.
struct Row<'a> {
    columns: &'a CsvLayout,
    fields: &'a CsvFields,
    record: &'a str,
}

impl<'a> Row<'a> {
    fn text(&self, column: JtlColumn) -> Cow<'a, str> {
        self.columns.place(column).map_or(Cow::Borrowed(""), |at| self.fields.text(self.record, at))
    }

    fn bytes(&self, column: JtlColumn) -> &'a [u8] {
        self.columns.place(column).map_or(&[], |at| self.fields.bytes(self.record, at))
    }

    fn milliseconds_us(&self, column: JtlColumn) -> Option<u64> {
        crate::number::milliseconds_us(self.bytes(column))
    }

    fn request(
        &self,
        clock: &mut WallClock,
        timestamp_is_end: bool,
        index: u64,
        sub_results: &mut SubResults,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let duration_us = self.milliseconds_us(JtlColumn::Elapsed);
        if duration_us.is_none() && self.columns.place(JtlColumn::Elapsed).is_some() {
            return Err(ProblemKind::number("elapsed", self.bytes(JtlColumn::Elapsed)));
        }
        let started = match self.columns.place(JtlColumn::TimeStamp) {
            None => At::Index(index),
            Some(_) => self.started(clock, if timestamp_is_end { duration_us } else { None })?,
        };
        let (label, url) = (self.text(JtlColumn::Label), self.text(JtlColumn::Url));
        let (status, message) = (self.text(JtlColumn::ResponseCode), self.text(JtlColumn::ResponseMessage));
        let failure = self.text(JtlColumn::FailureMessage);
        let (thread, instance) = (self.text(JtlColumn::ThreadName), self.text(JtlColumn::Hostname));
        let success = match self.columns.place(JtlColumn::Success) {
            None => !matches!(whole(status.as_bytes()), Some(400..)),
            Some(_) => success(self.bytes(JtlColumn::Success))?,
        };
        let number = |column| whole(self.bytes(column));
        let bytes = possible::bytes("bytes", self.bytes(JtlColumn::Bytes))?;
        let bytes_sent = possible::bytes("sentBytes", self.bytes(JtlColumn::SentBytes))?;
        let small = |column| number(column).and_then(|value| u32::try_from(value).ok());
        let samples = small(JtlColumn::SampleCount);
        let is_group = message.starts_with(super::TRANSACTION);
        if let (At::Wall(started), false) = (started, label.is_empty()) {
            let idle_us = self.milliseconds_us(JtlColumn::IdleTime);
            let whole_us = duration_us.unwrap_or(0).saturating_add(idle_us.unwrap_or(0));
            let row = RowFacts {
                label: &label,
                thread: &thread,
                started,
                ended: started.saturating_add(i64::try_from(whole_us).unwrap_or(i64::MAX)),
                bytes,
                bytes_sent,
            };
            if sub_results.is_part(&row) {
                out.part();
                return Ok(());
            }
        }
        let target: &str = if &*url == "null" { "" } else { &url };
        out.request(&RequestRow {
            started,
            duration_us,
            first_byte_us: self.milliseconds_us(JtlColumn::Latency).filter(|_| !is_group),
            connect_us: self.milliseconds_us(JtlColumn::Connect).filter(|_| !is_group),
            label: if label.is_empty() { path(target) } else { &label },
            target,
            status: &status,
            message: super::reason(&status, &message, &failure),
            success,
            bytes_received: bytes,
            bytes_sent,
            thread: &thread,
            instance: &instance,
            users: small(JtlColumn::AllThreads),
            kind: if is_group { RequestKind::Group } else { RequestKind::Request },
            samples: samples.unwrap_or(1),
            errors: samples.and(small(JtlColumn::ErrorCount)).unwrap_or(u32::from(!success)),
            ..RequestRow::default()
        });
        Ok(())
    }

    /// The start of the sample; `duration_us` when the time is that of its end.
    fn started(&self, clock: &mut WallClock, duration_us: Option<u64>) -> Result<At, ProblemKind> {
        let written = self.bytes(JtlColumn::TimeStamp);
        let time_us = match whole(written) {
            Some(ms) => i64::try_from(ms).ok().and_then(|ms| ms.checked_mul(1000)),
            None => time::local(&to_str(written)).and_then(|written| clock.unix_us(&written)),
        };
        let before_us = duration_us.and_then(|us| i64::try_from(us).ok()).unwrap_or(0);
        let started_us = time_us.and_then(|us| us.checked_sub(before_us));
        started_us.map(At::Wall).ok_or_else(|| ProblemKind::Time { value: crate::line::start_of(written) })
    }
}

fn success(bytes: &[u8]) -> Result<bool, ProblemKind> {
    match bytes {
        b"true" => Ok(true),
        b"false" => Ok(false),
        other => {
            let text = to_str(other);
            match is_boolean(&text) {
                true => Ok(text.eq_ignore_ascii_case("true")),
                false => {
                    Err(ProblemKind::Malformed { text: format!("success: {text:?} is not true or false") })
                }
            }
        }
    }
}

/// A header with JMeter's names, or a row in one of its default orders.
pub fn recognise(lines: &[String]) -> bool {
    lines.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| {
        // Names of JSON stand between quotes and commas, too.
        if line.starts_with('{') {
            return false;
        }
        let header = CsvLayout::from_header(line.as_bytes());
        header.or_else(|| CsvLayout::guessed(line.as_bytes())).is_some()
    })
}
