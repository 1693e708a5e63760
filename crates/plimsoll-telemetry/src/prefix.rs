//! A time that somebody put before each line of a tool's output: `ts` of moreutils, `awk '{print strftime(), $0}'`,
//! `while read line; do echo "$(date) $line"; done`.
//!
//! A date without a year (`Mar 21 10:07:06`, ts' own form) or a time of day alone says how far lines are apart, not when
//! they were printed: such times count from the first of them.

use crate::time::{self, WallClock, Written};
use plimsoll_run::At;

const DAY_US: i64 = 86_400 * 1_000_000;

/// Takes times from the beginnings of lines.
pub struct LinePrefix {
    clock: WallClock,
    /// The first and the last time without a date of its own, since midnight or the year's beginning.
    first_us: Option<i64>,
    last_us: i64,
    /// Days or years that passed since.
    passed_us: i64,
}

impl LinePrefix {
    pub fn new(clock: WallClock) -> LinePrefix {
        LinePrefix { clock, first_us: None, last_us: 0, passed_us: 0 }
    }

    /// The time before a line and the line itself; no time where it has none.
    pub fn split<'a>(&mut self, line: &'a str) -> (Option<At>, &'a str) {
        let Some((written, words)) = read(line) else { return (None, line) };
        let rest = after_words(line, words);
        if rest.is_empty() {
            return (None, line);
        }
        let at = match written {
            Prefix::Unix(us) => Some(At::Wall(us)),
            Prefix::Date(written) => self.clock.unix_us(&written).map(At::Wall),
            Prefix::Day(us) => Some(self.since(us, DAY_US)),
            Prefix::Year(us) => Some(self.since(us, 366 * DAY_US)),
        };
        (at, if at.is_some() { rest } else { line })
    }

    /// A time that starts again with each day or year.
    fn since(&mut self, us: i64, period_us: i64) -> At {
        // An hour back is a clock that was set; more than half a period is the next one.
        if us < self.last_us - period_us / 2 {
            self.passed_us += period_us;
        }
        self.last_us = us;
        let first_us = *self.first_us.get_or_insert(us);
        At::Since((us + self.passed_us - first_us).max(0))
    }
}

/// The time of a line that is a date with a time of day and nothing else, as `date` prints it between two outputs of a tool.
pub(crate) fn date_alone(line: &str, clock: &mut WallClock) -> Option<i64> {
    let (written, words) = read(line)?;
    if !after_words(line, words).is_empty() {
        return None;
    }
    match written {
        Prefix::Unix(us) => Some(us),
        Prefix::Date(written) => clock.unix_us(&written),
        Prefix::Day(_) | Prefix::Year(_) => None,
    }
}

enum Prefix {
    Unix(i64),
    Date(Written),
    /// Microseconds since midnight.
    Day(i64),
    /// Microseconds since the year's beginning.
    Year(i64),
}

/// The time, and of how many words it is.
fn read(line: &str) -> Option<(Prefix, usize)> {
    let line = line.trim_start();
    if !line.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[') {
        return None;
    }
    let words: Vec<&str> = line
        .split_whitespace()
        .take(6)
        .map(|word| word.trim_start_matches('[').trim_end_matches([']', ':', '|']))
        .collect();
    let first = *words.first()?;
    if first.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        // From 2001 on; no column of a tool's first place is so large.
        let is_long = first.split('.').next().is_some_and(|whole| whole.len() >= 10);
        return is_long
            .then(|| first.parse().ok())
            .flatten()
            .and_then(time::unix_us)
            .map(|us| (Prefix::Unix(us), 1));
    }
    if let Some(written) = time::iso(first.as_bytes()) {
        return Some((Prefix::Date(written), 1));
    }
    let two = words.get(..2).map(|words| words.join(" "));
    let dated = two.and_then(|text| time::iso(text.as_bytes()));
    if let Some(mut written) = dated {
        let zone = words.get(2).and_then(|word| offset(word));
        written.offset_s = written.offset_s.or(zone);
        return Some((Prefix::Date(written), 2 + usize::from(zone.is_some())));
    }
    if let Some(us) = time_of_day_us(first) {
        // What is a date behind it is iostat's or sar's own.
        return Some((Prefix::Day(us), 1));
    }
    // `Wed Mar 21 10:07:06 CET 2018`, `Mar 21 10:07:06`.
    let at = usize::from(time::month_named(first).is_none());
    let month = time::month_named(words.get(at)?)?;
    let day: u8 = words.get(at + 1)?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let us = time_of_day_us(words.get(at + 2)?)?;
    let year = |place: usize| {
        words.get(place).and_then(|word| word.parse::<i32>().ok()).filter(|y| (1970..2100).contains(y))
    };
    let (offset_s, year, count) = match (year(at + 3), year(at + 4)) {
        (Some(year), _) => (None, Some(year), at + 4),
        (None, Some(year)) => (offset(words[at + 3]), Some(year), at + 5),
        (None, None) => (None, None, at + 3),
    };
    let second = us / 1_000_000;
    let written = Written {
        year: year.unwrap_or(1972),
        month,
        day,
        hour: (second / 3_600) as u8,
        minute: (second / 60 % 60) as u8,
        second: (second % 60) as u8,
        microsecond: (us % 1_000_000) as u32,
        offset_s,
    };
    if year.is_some() {
        return Some((Prefix::Date(written), count));
    }
    // The beginning of a leap year, so that the 29th of February has a place.
    let begin = Written { year: 1972, month: 1, day: 1, offset_s: Some(0), ..Written::default() };
    let mut utc = WallClock::new(jiff::tz::TimeZone::UTC);
    let us = utc.unix_us(&Written { offset_s: Some(0), ..written })? - utc.unix_us(&begin)?;
    Some((Prefix::Year(us), count))
}

/// `+0100` or a zone's name that stands for one offset.
fn offset(word: &str) -> Option<i32> {
    time::offset(word.as_bytes()).flatten().or_else(|| time::zone_offset_s(word))
}

/// `10:07:06.123`.
fn time_of_day_us(word: &str) -> Option<i64> {
    let mut written = Written::default();
    let bytes = word.as_bytes();
    let is_whole = bytes.len() >= 8 && bytes.get(5) == Some(&b':');
    let rest = if is_whole { time::time_of_day(bytes, &mut written)? } else { return None };
    let second = i64::from(written.hour) * 3_600 + i64::from(written.minute) * 60 + i64::from(written.second);
    (rest.is_empty() && written.hour < 24 && written.minute < 60 && written.second <= 60)
        .then(|| second * 1_000_000 + i64::from(written.microsecond))
}

/// What follows so many words.
fn after_words(line: &str, words: usize) -> &str {
    let mut rest = line.trim_start();
    for _ in 0..words {
        rest = rest.find(char::is_whitespace).map_or("", |end| rest[end..].trim_start());
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_before_lines_are_taken_off() {
        let check = |lines: &[&str], expected: &[(Option<At>, &str)]| {
            let mut prefix = LinePrefix::new(WallClock::new(jiff::tz::TimeZone::UTC));
            let found: Vec<_> = lines.iter().map(|line| prefix.split(line)).collect();
            assert_eq!(found, expected, "{lines:?}");
        };
        let wall = |us| Some(At::Wall(us));
        let since = |us| Some(At::Since(us));
        const MARCH: i64 = 1_521_626_826_000_000;
        check(&["2018-03-21 10:07:06  1  0 x"], &[(wall(MARCH), "1  0 x")]);
        check(&["[2018-03-21T11:07:06+0100] 1  0 x"], &[(wall(MARCH), "1  0 x")]);
        check(&["2018-03-21 11:07:06 CET 1  0 x"], &[(wall(MARCH), "1  0 x")]);
        check(
            &["1521626826.5 1  0 x", "1521626826 1"],
            &[(wall(MARCH + 500_000), "1  0 x"), (wall(MARCH), "1")],
        );
        check(&["Wed Mar 21 11:07:06 CET 2018 1  0"], &[(wall(MARCH), "1  0")]);
        check(&["Wed 21 Mar 11:07:06 CET 2018 1  0"], &[(None, "Wed 21 Mar 11:07:06 CET 2018 1  0")]);
        check(
            &["Dec 31 23:59:59  1  0", "Jan  1 00:00:01  2  0"],
            &[(since(0), "1  0"), (since(86_402_000_000 - 86_400_000_000), "2  0")],
        );
        check(&["23:59:59 a", "00:00:01 b"], &[(since(0), "a"), (since(2_000_000), "b")]);
        for line in [
            "",
            " 1  0  16592 12214380",
            "11/21/26 08:22:16",
            "2018-03-21 10:07:06",
            "sda 1.00",
            "18.10 0.36",
        ] {
            check(&[line], &[(None, line)]);
        }
    }
}
