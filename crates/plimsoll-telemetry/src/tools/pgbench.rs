//! pgbench's transactions, one a line (`--log`): client, number, microseconds that it took, script, seconds since 1970 and microseconds at its
//! end; with `--rate` microseconds by which it began late, with `--max-tries` how often it was tried again.
//!
//! Traps: a failed transaction (`failed`, or `serialization` and `deadlock` with `--failures-detailed`) and one that was skipped have no
//! time. With `--rate` the time is from when it was to begin. Each thread writes a file of its own. What a statement's error ends is in
//! no line, and neither is what `--sampling-rate` leaves out; lines of `--aggregate-interval` are sums, and refused.

use crate::line::to_str;
use crate::number::whole;
use crate::options::ReaderOptions;
use crate::possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::request::RequestRow;
use plimsoll_run::At;

/// Columns that every line has, and at most.
const COLUMNS: std::ops::RangeInclusive<usize> = 6..=8;
/// Digits of seconds since 1970, from 2001 to 2286.
const TIME_DIGITS: usize = 10;

/// What stands in the place of a time, and what it means.
const WITHOUT_TIME: [(&str, &str); 4] = [
    ("failed", "serialization failure or deadlock"),
    ("serialization", "serialization failure"),
    ("deadlock", "deadlock"),
    ("skipped", "skipped, for it was late"),
];

pub struct PgbenchLog {
    latest_unix_us: i64,
}

impl PgbenchLog {
    pub fn new(options: &ReaderOptions) -> PgbenchLog {
        PgbenchLog { latest_unix_us: options.latest_unix_us }
    }

    fn row(&self, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let columns: Vec<&str> = text.split_ascii_whitespace().collect();
        if !is_line(&columns) {
            return Err(ProblemKind::unrecognised(text.as_bytes()));
        }
        let number = |what: &str, at: usize| {
            whole(columns[at].as_bytes()).ok_or_else(|| ProblemKind::number(what, columns[at].as_bytes()))
        };
        let ended_us = (number("time", 4)? * 1_000_000 + number("microseconds", 5)?).cast_signed();
        possible::has_come(ended_us, self.latest_unix_us)?;
        let message = WITHOUT_TIME.iter().find(|(word, _)| *word == columns[2]).map(|(_, message)| *message);
        let duration_us = match message {
            None => Some(number("duration", 2)?),
            Some(_) => None,
        };
        let took_us = duration_us.and_then(|us| i64::try_from(us).ok()).unwrap_or(0);
        // As its summary counts them.
        let label = format!("script {}", number("script", 3)? + 1);
        let request = RequestRow {
            started: At::Wall(ended_us.saturating_sub(took_us)),
            duration_us,
            label: &label,
            message: message.unwrap_or_default(),
            thread: columns[0],
            ..RequestRow::default()
        };
        out.request(&request.with_success(message.is_none()));
        Ok(())
    }
}

impl LineReader for PgbenchLog {
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

fn is_line(columns: &[&str]) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_known = |at: usize, text: &str| at == 2 && WITHOUT_TIME.iter().any(|(word, _)| *word == text);
    COLUMNS.contains(&columns.len())
        && columns.iter().enumerate().all(|(at, text)| is_number(text) || is_known(at, text))
        && columns[4].len() == TIME_DIGITS
        && columns[5].len() <= 6
}

pub fn recognise(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| is_line(&line.split_ascii_whitespace().collect::<Vec<_>>()))
}
