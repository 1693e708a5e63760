//! Times as logs write them, to microseconds since 1970.

use crate::options::ReaderOptions;
use crate::reader::Output;
use crate::repeated_hour::RowOrder;
use jiff::civil;
use jiff::tz::{AmbiguousOffset, TimeZone};
use plimsoll_run::{At, ServerEvent, ServerEventKind, Source};

/// A date and a time of day, with what the text says of its offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub year: i32,
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    pub microsecond: u32,
    /// East of Greenwich; `None`: local time of whoever wrote it.
    pub offset_s: Option<i32>,
}

impl Written {
    fn is_possible(&self) -> bool {
        (1970..=9999).contains(&self.year)
            && (1..=12).contains(&self.month)
            && (1..=31).contains(&self.day)
            && self.hour < 24
            && self.minute < 60
            && self.second <= 60
    }
}

/// Places written times, remembering the offset of the quarter of an hour it met last: rows of a log follow each other.
///
/// A local time that occurs twice, when clocks are set back, is taken as the first of the two, until the log goes back by the time
/// that is repeated; one that does not occur, when they are set forward, is taken with the offset before.
pub struct WallClock {
    zone: TimeZone,
    quarter: Option<LocalQuarter>,
    order: RowOrder,
}

/// A quarter of an hour of local time.
#[derive(Clone, Copy)]
struct LocalQuarter {
    /// Since 1970.
    number: i64,
    offset_s: i32,
    /// By how much clocks are set back, where its times occur twice.
    repeated_s: i32,
}

impl WallClock {
    pub fn new(zone: TimeZone) -> WallClock {
        WallClock { zone, quarter: None, order: RowOrder::default() }
    }

    pub fn unix_us(&mut self, written: &Written) -> Option<i64> {
        if !written.is_possible() {
            return None;
        }
        let days = days_since_1970(written.year, written.month, written.day);
        let time_s =
            i64::from(written.hour) * 3600 + i64::from(written.minute) * 60 + i64::from(written.second);
        let local_s = days * 86_400 + time_s;
        let offset_s = match written.offset_s {
            Some(offset_s) => offset_s,
            None => self.offset_s(local_s, written)?,
        };
        Some((local_s - i64::from(offset_s)) * 1_000_000 + i64::from(written.microsecond))
    }

    /// Tells how times were taken that occur twice.
    pub fn finish(&mut self, out: &mut dyn Output) {
        if let Some(hour) = self.order.take() {
            out.repeated_hour(hour);
        }
    }

    /// Whether the clock's own zone is called so at a time.
    pub fn is_called(&self, name: &str, unix_us: i64) -> bool {
        jiff::Timestamp::from_microsecond(unix_us)
            .is_ok_and(|time| self.zone.to_offset_info(time).abbreviation() == name)
    }

    fn offset_s(&mut self, local_s: i64, written: &Written) -> Option<i32> {
        let number = local_s.div_euclid(900);
        let quarter = match self.quarter {
            Some(known) if known.number == number => known,
            _ => self.quarter(number, written)?,
        };
        self.quarter = Some(quarter);
        let first_s = local_s - i64::from(quarter.offset_s);
        let is_second = self.order.is_second(first_s, i64::from(quarter.repeated_s));
        Some(quarter.offset_s - if is_second { quarter.repeated_s } else { 0 })
    }

    fn quarter(&self, number: i64, written: &Written) -> Option<LocalQuarter> {
        let of = |value: u8| i8::try_from(value).ok();
        let local = civil::DateTime::new(
            i16::try_from(written.year).ok()?,
            of(written.month)?,
            of(written.day)?,
            of(written.hour)?,
            of(written.minute)?,
            of(written.second.min(59))?,
            0,
        )
        .ok()?;
        let (offset, repeated_s) = match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => (offset, 0),
            AmbiguousOffset::Gap { before, .. } => (before, 0),
            AmbiguousOffset::Fold { before, after } => (before, before.seconds() - after.seconds()),
        };
        Some(LocalQuarter { number, offset_s: offset.seconds(), repeated_s })
    }
}

/// Watches the times of one stream: a clock that goes back is an event.
#[derive(Clone, Copy, Debug)]
pub struct ClockWatch {
    last_us: Option<i64>,
    /// A time after this is no step of the clock but a mistake.
    latest_unix_us: i64,
}

impl ClockWatch {
    /// Steps back of less than this are the jitter of whoever rounds.
    const BACK_US_MIN: i64 = 1_000_000;

    pub fn new(options: &ReaderOptions) -> ClockWatch {
        ClockWatch { last_us: None, latest_unix_us: options.latest_unix_us }
    }

    pub fn see(&mut self, at: At, source: &Source, out: &mut dyn Output) {
        let At::Wall(us) = at else { return };
        if us > self.latest_unix_us {
            return;
        }
        if let Some(last_us) = self.last_us.replace(us)
            && last_us.saturating_sub(us) > ClockWatch::BACK_US_MIN
        {
            out.event(ServerEvent {
                at,
                source: source.clone(),
                kind: ServerEventKind::ClockJump,
                duration_us: None,
                text: format!("the clock went back by {} s", last_us.saturating_sub(us) / 1_000_000),
            });
        }
    }
}

/// Howard Hinnant's `days_from_civil`.
fn days_since_1970(year: i32, month: u8, day: u8) -> i64 {
    let year = i64::from(year) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let month = i64::from(month);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// `2026-11-21T08:22:00.603+0000`, `2026-11-21 08:22:00,6`, `2026/11/21 08:22:00Z`: year first.
pub fn iso(text: &[u8]) -> Option<Written> {
    let separator = *text.get(4)?;
    if !matches!(separator, b'-' | b'/') || *text.get(7)? != separator {
        return None;
    }
    let mut written = Written {
        year: i32::try_from(crate::number::whole(text.get(..4)?)?).ok()?,
        month: two(text, 5)?,
        day: two(text, 8)?,
        ..Written::default()
    };
    if !matches!(*text.get(10)?, b'T' | b' ' | b't') {
        return None;
    }
    let rest = time_of_day(text.get(11..)?, &mut written)?;
    written.offset_s = offset(rest)?;
    written.is_possible().then_some(written)
}

/// The Common Log Format's `25/Oct/2015:04:11:25 +0100`, the seconds perhaps with a fraction.
pub fn common_log(text: &[u8]) -> Option<Written> {
    let mut written = Written {
        day: two(text, 0)?,
        month: month(text.get(3..6)?)?,
        year: i32::try_from(crate::number::whole(text.get(7..11)?)?).ok()?,
        ..Written::default()
    };
    let rest = time_of_day(text.get(12..)?, &mut written)?;
    written.offset_s = offset(rest)?;
    written.is_possible().then_some(written)
}

/// What sysstat and JMeter write in other orders: `11/21/26 08:22:16`, `11/21/2026 08:22:16 PM`, `21.11.2026
/// 08:22:16`, `21-11-26 08:22`. With slashes the month comes first, unless it can't be one.
pub fn local(text: &str) -> Option<Written> {
    if let Some(written) = iso(text.as_bytes()) {
        return Some(written);
    }
    let (date, time) = text.trim().split_once([' ', 'T'])?;
    let separator = date.find(['/', '.', '-']).map(|at| date.as_bytes()[at])?;
    let mut parts = date.trim_end_matches('.').split(char::from(separator)).map(|p| p.parse::<i32>().ok());
    let (first, second, year) = (parts.next()??, parts.next()??, parts.next()??);
    let (month, day) = match separator {
        b'/' if first <= 12 => (first, second),
        _ => (second, first),
    };
    let mut written = Written {
        year: if year < 100 { year + 2000 } else { year },
        month: u8::try_from(month).ok()?,
        day: u8::try_from(day).ok()?,
        ..Written::default()
    };
    let rest = time_of_day(time.trim().as_bytes(), &mut written)?;
    match rest.trim_ascii() {
        b"PM" | b"pm" if written.hour < 12 => written.hour += 12,
        b"AM" | b"am" if written.hour == 12 => written.hour = 0,
        b"PM" | b"pm" | b"AM" | b"am" | b"" => {}
        other => written.offset_s = offset(other)?,
    }
    written.is_possible().then_some(written)
}

/// Microseconds since 1970 from a number of seconds, milliseconds, microseconds or nanoseconds, distinguished by size
/// (between 1973 and 2100 they don't overlap).
pub fn unix_us(value: f64) -> Option<i64> {
    let us = match value.abs() {
        x if x < 1e8 => return None,
        x if x < 1e11 => value * 1e6,
        x if x < 1e14 => value * 1e3,
        x if x < 1e17 => value,
        x if x < 1e20 => value / 1e3,
        _ => return None,
    };
    Some(us.round() as i64)
}

fn two(text: &[u8], at: usize) -> Option<u8> {
    let (tens, ones) = (text.get(at)?.wrapping_sub(b'0'), text.get(at + 1)?.wrapping_sub(b'0'));
    (tens < 10 && ones < 10).then(|| tens * 10 + ones)
}

/// `08:22:00`, then perhaps a fraction; gives what follows.
pub(crate) fn time_of_day<'a>(text: &'a [u8], written: &mut Written) -> Option<&'a [u8]> {
    if *text.get(2)? != b':' {
        return None;
    }
    (written.hour, written.minute) = (two(text, 0)?, two(text, 3)?);
    let Some(b':') = text.get(5) else {
        return Some(&text[5..]);
    };
    written.second = two(text, 6)?;
    let mut rest = &text[8..];
    if let [b'.' | b',' | b':', fraction @ ..] = rest
        && fraction.first().is_some_and(u8::is_ascii_digit)
    {
        let digits = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
        let mut weight = 100_000;
        for digit in &fraction[..digits] {
            written.microsecond += u32::from(digit - b'0') * weight;
            weight /= 10;
        }
        rest = &fraction[digits..];
    }
    Some(rest)
}

/// `Z`, `+0100`, `+01:00`, `+01`, or nothing at all; the outer `None` is for anything else.
pub(crate) fn offset(text: &[u8]) -> Option<Option<i32>> {
    let text = text.trim_ascii();
    let (sign, digits) = match text {
        [] => return Some(None),
        b"Z" | b"z" | b"UTC" | b"GMT" => return Some(Some(0)),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let hours = i32::from(two(digits, 0)?);
    let minutes = match digits.len() {
        2 => 0,
        4 => i32::from(two(digits, 2)?),
        5 if digits[2] == b':' => i32::from(two(digits, 3)?),
        _ => return None,
    };
    (hours < 24 && minutes < 60).then_some(Some(sign * (hours * 3600 + minutes * 60)))
}

fn month(text: &[u8]) -> Option<u8> {
    const NAMES: [&[u8; 3]; 12] =
        [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];
    let at = NAMES.iter().position(|name| text.eq_ignore_ascii_case(*name))?;
    u8::try_from(at + 1).ok()
}

/// The number of a month by its English short name.
pub(crate) fn month_named(name: &str) -> Option<u8> {
    if name.len() == 3 { month(name.as_bytes()) } else { None }
}

/// Seconds east of Greenwich of a zone that is written short (`CET`, `+0530`, `-03`). `None` where the name is unknown,
/// or that of several zones (`CST`, `IST`, `BST`).
pub fn zone_offset_s(name: &str) -> Option<i32> {
    if name.starts_with(['+', '-']) {
        return offset(name.as_bytes()).flatten();
    }
    let quarters = match name {
        "UTC" | "GMT" | "WET" | "Z" => 0,
        "CET" | "MET" | "WEST" | "WAT" => 4,
        "CEST" | "MEST" | "EET" | "CAT" | "SAST" => 8,
        "EEST" | "MSK" | "EAT" => 12,
        "PKT" => 20,
        "NPT" => 23,
        "WIB" => 28,
        "HKT" | "SGT" | "AWST" | "PHT" => 32,
        "JST" | "KST" => 36,
        "AEST" => 40,
        "AEDT" => 44,
        "NZST" => 48,
        "NZDT" => 52,
        "NST" => -14,
        "AST" | "EDT" => -16,
        "ADT" | "BRT" | "ART" => -12,
        "EST" | "CDT" => -20,
        "MDT" => -24,
        "MST" | "PDT" => -28,
        "PST" | "AKDT" => -32,
        "AKST" => -36,
        "HST" => -40,
        _ => return None,
    };
    Some(quarters * 900)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: Option<Written>, expected: &str) {
        let mut clock = WallClock::new(TimeZone::get("Europe/Copenhagen").unwrap());
        let found = written.and_then(|written| clock.unix_us(&written));
        let found = found.map(|us| jiff::Timestamp::from_microsecond(us).unwrap().to_string());
        assert_eq!(found.as_deref().unwrap_or("none"), expected);
    }

    #[test]
    fn written_times_are_placed() {
        check(iso(b"2026-11-21T08:22:00.603+0000"), "2026-11-21T08:22:00.603Z");
        check(iso(b"2026-11-21 08:22:00,6"), "2026-11-21T07:22:00.6Z");
        check(iso(b"2026/07/21 08:22:00"), "2026-07-21T06:22:00Z");
        check(iso(b"2026-11-21T08:22:00-05:30"), "2026-11-21T13:52:00Z");
        check(iso(b"2011-21-21 14:15:25.321"), "none");
        check(iso(b"not a time"), "none");
        check(common_log(b"25/Oct/2015:04:11:25 +0100"), "2015-10-25T03:11:25Z");
        check(common_log(b"25/Oct/2015:04:11:25.123456 +0100"), "2015-10-25T03:11:25.123456Z");
        check(common_log(b"25/Foo/2015:04:11:25 +0100"), "none");
        check(local("11/21/26 08:22:16"), "2026-11-21T07:22:16Z");
        check(local("11/21/2026 08:22:16 PM"), "2026-11-21T19:22:16Z");
        check(local("21.11.2026 08:22:16"), "2026-11-21T07:22:16Z");
        check(local("21.11.2026"), "none");
    }

    #[test]
    fn an_hour_that_occurs_twice_is_the_first_and_one_that_is_missing_is_moved() {
        check(iso(b"2026-10-25 02:30:00"), "2026-10-25T00:30:00Z");
        check(iso(b"2026-03-29 02:30:00"), "2026-03-29T01:30:00Z");
    }

    #[test]
    fn numbers_of_seconds_and_their_parts_are_distinguished() {
        for value in [1.633706790e9, 1.633706790e12, 1.633706790e15, 1.633706790e18] {
            assert_eq!(unix_us(value), Some(1_633_706_790_000_000));
        }
        assert_eq!(unix_us(12.0), None);
    }
}
