//! What can't be is no figure but a problem with its line: times that have not come yet, sizes and durations beyond any
//! message's, more failures than requests. The one place of that rule for all readers; what a column's own unit forbids is
//! [`crate::series::is_possible`].

use crate::problem::{Problem, ProblemKind};
use crate::reader::Output;
use crate::repeated_hour::RepeatedHour;
use crate::request::RequestRow;
use plimsoll_run::{At, Reading, ServerEvent};

/// Longer than this no request takes: a week, for those that open a channel.
pub(crate) const DURATION_MAX_US: u64 = 7 * 86_400 * 1_000_000;
/// A message is smaller.
pub(crate) const BYTES_MAX: u64 = 1 << 50;

/// Passes on what one line gives, but for what can't be.
pub struct Possible<'a> {
    out: &'a mut dyn Output,
    line: u64,
    latest_unix_us: i64,
    /// A line has one problem, however many readings it gives.
    reported: bool,
}

impl<'a> Possible<'a> {
    pub fn new(out: &'a mut dyn Output, line: u64, latest_unix_us: i64) -> Possible<'a> {
        Possible { out, line, latest_unix_us, reported: false }
    }

    fn has_come(&mut self, at: At) -> bool {
        let At::Wall(unix_us) = at else { return true };
        match has_come(unix_us, self.latest_unix_us) {
            Ok(()) => true,
            Err(kind) => self.refuse(kind),
        }
    }

    fn refuse(&mut self, kind: ProblemKind) -> bool {
        if !std::mem::replace(&mut self.reported, true) {
            self.out.problem(Problem { line: self.line, kind });
        }
        false
    }
}

/// Refuses a time that has not come yet.
pub(crate) fn has_come(unix_us: i64, latest_unix_us: i64) -> Result<(), ProblemKind> {
    if unix_us <= latest_unix_us {
        return Ok(());
    }
    let time = jiff::Timestamp::from_microsecond(unix_us);
    Err(ProblemKind::Future { time: time.map_or_else(|_| unix_us.to_string(), |time| time.to_string()) })
}

/// A count of bytes; what is no number is none, and what can't be one is refused.
pub(crate) fn bytes(what: &str, text: &[u8]) -> Result<Option<u64>, ProblemKind> {
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let is_negative = text.strip_prefix(b"-").is_some_and(is_number);
    let bytes = crate::number::whole(text);
    let is_too_many = bytes.is_some_and(|bytes| bytes > BYTES_MAX) || bytes.is_none() && is_number(text);
    if is_negative || is_too_many {
        return Err(ProblemKind::impossible(what, text));
    }
    Ok(bytes)
}

fn wrong_in(request: &RequestRow<'_>) -> Option<ProblemKind> {
    let is_too_long = |us: &Option<u64>| us.is_some_and(|us| us > DURATION_MAX_US);
    // A row that stands for several has their sum.
    let mean_us = request.duration_us.map(|us| us / u64::from(request.samples.max(1)));
    let durations = [("duration", mean_us), ("time to the first byte", request.first_byte_us)];
    if let Some((what, Some(us))) = durations.into_iter().find(|(_, us)| is_too_long(us)) {
        return Some(ProblemKind::impossible(what, format!("{} s", us / 1_000_000).as_bytes()));
    }
    if request.errors > request.samples {
        let text = format!("{} of {}", request.errors, request.samples);
        return Some(ProblemKind::impossible("failures", text.as_bytes()));
    }
    None
}

impl Output for Possible<'_> {
    fn reading(&mut self, reading: Reading) {
        if self.has_come(reading.at) {
            self.out.reading(reading);
        }
    }

    fn event(&mut self, event: ServerEvent) {
        if self.has_come(event.at) {
            self.out.event(event);
        }
    }

    fn request(&mut self, request: &RequestRow<'_>) {
        if !self.has_come(request.started) {
            return;
        }
        match wrong_in(request) {
            None => self.out.request(request),
            Some(kind) => {
                self.refuse(kind);
            }
        }
    }

    fn part(&mut self) {
        self.out.part();
    }

    fn check(&mut self, name: &str, passed: bool) {
        self.out.check(name, passed);
    }

    fn unsent(&mut self, line: u64, text: &str) {
        self.out.unsent(line, text);
    }

    fn repeated_hour(&mut self, hour: RepeatedHour) {
        self.out.repeated_hour(hour);
    }

    fn problem(&mut self, problem: Problem) {
        self.out.problem(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_a_count_or_nothing_or_refused() {
        let refused = |text: &str| Err(ProblemKind::impossible("bytes", text.as_bytes()));
        let cases = [
            ("", Ok(None)),
            ("-", Ok(None)),
            ("null", Ok(None)),
            ("0", Ok(Some(0))),
            ("1125899906842624", Ok(Some(BYTES_MAX))),
            ("1125899906842625", refused("1125899906842625")),
            ("-5", refused("-5")),
            ("99999999999999999999999", refused("99999999999999999999999")),
        ];
        for (text, expected) in cases {
            assert_eq!(bytes("bytes", text.as_bytes()), expected, "{text}");
        }
    }
}
