//! Gatling's `simulation.log`: text up to Gatling 3.9 (tab-separated; every layout from 2.0 on), binary from 3.10
//! ([`super::gatling_binary`]); distinguished by the first byte.
//!
//! Lines `REQUEST … groups name start end OK|KO message` and `GROUP … groups start end cumulated OK|KO`, times in
//! milliseconds since 1970. What stands before the groups changed from version to version, so columns are found from
//! the times. A group is given as a group: its time contains pauses.
//!
//! Users: those that `USER … START` began and `USER … END` did not end when a request's line was written.
//!
//! Traps: in 2.0 scenario and user stand before the kind of the line. With four times (Gatling 2.0 and 2.1) the third is the first byte. Redirects have rows of their own
//! (`name Redirect 1`). A request that could not be built is an `ERROR` line (of some versions a `GROUP` line) with a text and the time:
//! it was never sent, and is no row.

use super::gatling_binary::GatlingBinary;
use crate::line::to_str;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output, Reader};
use crate::request::{RequestKind, RequestRow};
use crate::text::Lines;
use plimsoll_run::At;

/// Either kind; which one is known with the first byte.
pub enum Gatling {
    /// Times after this have not come yet.
    Unknown(i64),
    Text(Box<Lines<GatlingText>>),
    Binary(Box<GatlingBinary>),
}

impl Gatling {
    pub fn new(options: &ReaderOptions) -> Gatling {
        Gatling::Unknown(options.latest_unix_us)
    }
}

impl Reader for Gatling {
    fn read(&mut self, bytes: &[u8], stamp_us: Option<i64>, out: &mut dyn Output) {
        if let (Gatling::Unknown(latest_unix_us), Some(first)) = (&self, bytes.first()) {
            let latest_unix_us = *latest_unix_us;
            *self = match first {
                0 => Gatling::Binary(Box::new(GatlingBinary::until(latest_unix_us))),
                _ => Gatling::Text(Box::new(Lines::new(GatlingText::default()).until(latest_unix_us))),
            };
        }
        match self {
            Gatling::Unknown(_) => {}
            Gatling::Text(reader) => reader.read(bytes, stamp_us, out),
            Gatling::Binary(reader) => reader.read(bytes, stamp_us, out),
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        match self {
            Gatling::Unknown(_) => {}
            Gatling::Text(reader) => reader.finish(out),
            Gatling::Binary(reader) => reader.finish(out),
        }
    }
}

#[derive(Default)]
pub struct GatlingText {
    /// Groups and name, put together.
    label: String,
    users: ActiveUsers,
}

/// Users between their START and their END; none known before the first of them.
#[derive(Clone, Copy, Default)]
pub(super) struct ActiveUsers(Option<u32>);

impl ActiveUsers {
    pub fn see(&mut self, is_start: bool) {
        let before = self.0.unwrap_or(0);
        self.0 = Some(if is_start { before.saturating_add(1) } else { before.saturating_sub(1) });
    }

    /// `None` too where there is none, and yet somebody's request ended.
    pub fn now(self) -> Option<u32> {
        self.0.filter(|users| *users > 0)
    }
}

impl GatlingText {
    /// The fields, the place of the first time, and the place of the outcome.
    fn times(fields: &[&str]) -> Option<(usize, usize)> {
        let outcome = (2..fields.len()).rev().find(|at| matches!(fields[*at], "OK" | "KO"))?;
        let is_number =
            |at: &usize| !fields[*at].is_empty() && fields[*at].bytes().all(|b| b.is_ascii_digit());
        let count = (1..outcome).rev().take_while(is_number).count();
        (count >= 2).then_some((outcome - count, outcome))
    }

    fn request(&mut self, fields: &[&str], out: &mut dyn Output) -> Result<(), &'static str> {
        let (first, outcome) = GatlingText::times(fields).ok_or("no start, end and outcome")?;
        // A name may itself be a number: the times are the last two, or the last four of Gatling 2.0.
        let numbers: Vec<Option<i64>> =
            fields[first..outcome].iter().map(|field| field.parse().ok()).collect();
        let last = |count: usize| -> Option<Vec<i64>> {
            numbers[numbers.len().checked_sub(count)?..].iter().copied().collect()
        };
        let four: Option<Vec<i64>> = last(4).filter(|all| all.iter().all(|ms| *ms > 100_000_000_000));
        let has_four = four.is_some();
        let times = four.or_else(|| last(2)).ok_or("a time out of range")?;
        let (start_ms, end_ms) = (times[0], times[times.len() - 1]);
        let name_at = outcome - times.len() - 1;
        if name_at == 0 {
            return Err("no name");
        }
        let groups = name_at.checked_sub(1).filter(|at| *at > 0).map_or("", |at| fields[at]);
        label(&mut self.label, groups.split(','), fields[name_at]);
        let message = fields.get(outcome + 1).copied().unwrap_or("").trim();
        let first_byte_us = has_four.then(|| elapsed_us(start_ms, times[2])).flatten();
        let request = RequestRow {
            started: started(start_ms)?,
            duration_us: Some(elapsed_us(start_ms, end_ms).ok_or("an end before the start")?),
            first_byte_us,
            label: &self.label,
            message,
            users: self.users.now(),
            ..RequestRow::default()
        };
        out.request(&request.with_success(fields[outcome] == "OK"));
        Ok(())
    }

    fn group(&mut self, fields: &[&str], out: &mut dyn Output) -> Result<(), &'static str> {
        let (first, outcome) = GatlingText::times(fields).ok_or("no start, end and outcome")?;
        if outcome - first < 3 || first < 2 {
            return Err("no start, end and cumulated time");
        }
        let times: Vec<i64> =
            fields[outcome - 3..outcome].iter().filter_map(|field| field.parse().ok()).collect();
        let [start_ms, end_ms, _] = times[..] else { return Err("times out of range") };
        label(&mut self.label, fields[outcome - 4].split(','), "");
        let request = RequestRow {
            started: started(start_ms)?,
            duration_us: Some(elapsed_us(start_ms, end_ms).ok_or("an end before the start")?),
            label: &self.label,
            kind: RequestKind::Group,
            ..RequestRow::default()
        };
        out.request(&request.with_success(fields[outcome] == "OK"));
        Ok(())
    }
}

/// Some logs have a space in place of the tab before the word.
fn is_of_user(fields: &[&str], word: &str) -> bool {
    let is_it = |field: &&str| {
        field.strip_suffix(word).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    fields.iter().any(is_it)
}

impl LineReader for GatlingText {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = to_str(line.bytes);
        let mut fields: Vec<&str> = text.split('\t').collect();
        // Gatling 2.0: `scenario  user  REQUEST …`, `class  id  RUN …`.
        if fields.len() > 4 && !KINDS.contains(&fields[0]) && KINDS.contains(&fields[2]) {
            fields.swap(0, 2);
        }
        let read = match fields[0] {
            "USER" if is_of_user(&fields, "START") => {
                self.users.see(true);
                Ok(())
            }
            "USER" if is_of_user(&fields, "END") => {
                self.users.see(false);
                Ok(())
            }
            "REQUEST" => self.request(&fields, out),
            "GROUP" if !is_error(&fields) => self.group(&fields, out),
            "USER" => Err("neither START nor END"),
            "RUN" | "ASSERTION" | "ACTION" | "SCENARIO" | "" => Ok(()),
            "ERROR" | "GROUP" => {
                return out.unsent(line.number, fields.get(1).map_or("an error", |text| text.trim()));
            }
            _ => {
                return out
                    .problem(Problem { line: line.number, kind: ProblemKind::unrecognised(line.bytes) });
            }
        };
        if let Err(text) = read {
            let text = format!("{text}: {:?}", crate::line::start_of(line.bytes));
            out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
        }
    }
}

/// A text and the time, where groups have their names, three times and an outcome.
fn is_error(fields: &[&str]) -> bool {
    let is_time = |text: &&str| text.len() > 11 && text.bytes().all(|b| b.is_ascii_digit());
    fields.len() == 3 && fields.last().is_some_and(is_time)
}

/// What a line is about.
const KINDS: [&str; 8] = ["REQUEST", "GROUP", "RUN", "USER", "ASSERTION", "ACTION", "SCENARIO", "ERROR"];

/// `group / inner / name`.
pub(super) fn label<'a>(label: &mut String, groups: impl Iterator<Item = &'a str>, name: &'a str) {
    label.clear();
    for part in groups.chain([name]).filter(|part| !part.is_empty()) {
        if !label.is_empty() {
            label.push_str(" / ");
        }
        label.push_str(part);
    }
}

pub(super) fn started(ms: i64) -> Result<At, &'static str> {
    ms.checked_mul(1000).map(At::Wall).ok_or("a time out of range")
}

pub(super) fn elapsed_us(start_ms: i64, end_ms: i64) -> Option<u64> {
    u64::try_from(end_ms.checked_sub(start_ms)?).ok()?.checked_mul(1000)
}

/// The first line of a text, or a binary log's version.
pub fn recognise(lines: &[String]) -> bool {
    let first = lines.first().map_or("", String::as_str);
    let text = lines.iter().take_while(|line| line.starts_with("ASSERTION\t")).count();
    let is_run = |line: &String| {
        line.starts_with("RUN\t") || line.split('\t').nth(2) == Some("RUN") && line.split('\t').count() >= 5
    };
    lines.get(text).is_some_and(is_run) || super::gatling_binary::recognise(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;

    fn check(log: &str, expected: &str) {
        let mut dump = Dump::default();
        let mut reader = Gatling::new(&ReaderOptions::default());
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        assert_eq!(dump.text, expected);
    }

    #[test]
    fn rows_of_every_version_are_read() {
        let get = "2026-11-21T08:22:10Z request 15000 us \"get\"\n";
        check("REQUEST\t\tget\t1795249330000\t1795249330015\tOK\t \n", get);
        check("REQUEST\t7\t\tget\t1795249330000\t1795249330015\tOK\t\n", get);
        check("REQUEST\tScenario\t7\t\tget\t1795249330000\t1795249330015\tOK\t\n", get);
        check(
            "REQUEST\tScenario\t7\t\tget\t1795249330000\t1795249330001\t1795249330009\t1795249330015\tOK\t\n",
            "2026-11-21T08:22:10Z request 15000 us \"get\" first=9000\n",
        );
        check(
            "REQUEST\ta,b\tget\t1795249330000\t1795249330015\tKO\tstatus.find.is(200)\n",
            "2026-11-21T08:22:10Z request 15000 us \"a / b / get\" message=\"status.find.is(200)\" FAILED\n",
        );
        // 2.0, with users.
        check(
            "All\t7-1\tUSER\tSTART\t1795249330000\t1795249330000\n\
             All\t7-1\tREQUEST\t\tget\t1795249330000\t1795249330001\t1795249330009\t1795249330015\tOK\t \n\
             All\t7-1\tUSER\tEND\t1795249330000\t1795249330020\n\
             All\t7-1\tREQUEST\t\tget\t1795249330000\t1795249330001\t1795249330009\t1795249330015\tOK\t \n",
            "2026-11-21T08:22:10Z request 15000 us \"get\" first=9000 users=1\n\
             2026-11-21T08:22:10Z request 15000 us \"get\" first=9000\n",
        );
        check(
            "GROUP\ta,b\t1795249330000\t1795249331000\t900\tOK\n",
            "2026-11-21T08:22:10Z group 1000000 us \"a / b\"\n",
        );
    }

    #[test]
    fn lines_that_are_no_rows_are_passed_over_or_reported() {
        // A space in place of a tab; and what is neither.
        check("RUN\tx\t\ty\t1\t \t3.5.1\nUSER\tAll START\t1\t1\n", "");
        check("RUN\tx\t\ty\t1\t \t3.5.1\nUSER\tAll\tSTART\t1\t1\n", "");
        check("REQUEST\tcut\n", "! input:1: no start, end and outcome: \"REQUEST\\tcut\"\n");
        check(
            "REQUEST\t\tx\t5\t3\tOK\n",
            "! input:1: an end before the start: \"REQUEST\\t\\tx\\t5\\t3\\tOK\"\n",
        );
        check(
            "ERROR\tfailed to build\t5\n",
            "! input:1: a request that could not be made: failed to build\n",
        );
        check(
            "GROUP\tFailed to build request get: no id \t1795249330000\n",
            "! input:1: a request that could not be made: Failed to build request get: no id\n",
        );
        check("GROUP\tcut\t5\n", "! input:1: no start, end and outcome: \"GROUP\\tcut\\t5\"\n");
        check(
            "USER\tAll\tPAUSE\t1\t1\n",
            "! input:1: neither START nor END: \"USER\\tAll\\tPAUSE\\t1\\t1\"\n",
        );
        check("nonsense\n", "! input:1: not a line of this format: \"nonsense\"\n");
    }
}
