//! h2load's requests, one a line (`--log-file`): microseconds since 1970 at the start, status, microseconds to the end of the answer, with tabs
//! between them; later versions may add columns.
//!
//! Traps: the status is -1 where a stream failed; requests to a server that refuses connections are in no line. There is no name and no
//! URL.

use crate::line::to_str;
use crate::number::whole;
use crate::options::ReaderOptions;
use crate::possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::request::RequestRow;
use plimsoll_run::At;

/// What requests are called that have no name.
const LABEL: &str = "request";
/// Digits of microseconds since 1970, from 2001 to 2286.
const TIME_DIGITS: usize = 16;

pub struct H2loadLog {
    latest_unix_us: i64,
}

impl H2loadLog {
    pub fn new(options: &ReaderOptions) -> H2loadLog {
        H2loadLog { latest_unix_us: options.latest_unix_us }
    }

    fn row(&self, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let mut columns = text.split('\t');
        let (Some(started), Some(status), Some(took)) = (columns.next(), columns.next(), columns.next())
        else {
            return Err(ProblemKind::unrecognised(text.as_bytes()));
        };
        let number = |what: &str, digits: &str| {
            whole(digits.as_bytes()).ok_or_else(|| ProblemKind::number(what, digits.as_bytes()))
        };
        let started_us = number("time", started)?.cast_signed();
        possible::has_come(started_us, self.latest_unix_us)?;
        let is_answered = status != "-1";
        if is_answered {
            number("status", status)?;
        }
        let request = RequestRow {
            started: At::Wall(started_us),
            duration_us: Some(number("duration", took)?),
            label: LABEL,
            status,
            message: if is_answered { "" } else { "the stream failed" },
            ..RequestRow::default()
        };
        out.request(&request.with_success(is_answered && status < "400"));
        Ok(())
    }
}

impl LineReader for H2loadLog {
    fn has_terminal_codes(&self) -> bool {
        false
    }

    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        if let Err(kind) = self.row(&to_str(line.bytes), out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_one = |line: &String| {
        let columns: Vec<&str> = line.split('\t').collect();
        columns.len() >= 3
            && columns[0].len() == TIME_DIGITS
            && (columns[1] == "-1" || columns[1].len() == 3 && is_number(columns[1]))
            && is_number(columns[0])
            && is_number(columns[2])
    };
    lines.first().is_some_and(is_one)
}
