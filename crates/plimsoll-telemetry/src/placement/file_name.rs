//! Times in names of files: `host-vmstat-20191007111959.log`, `gc-2019-10-07_11-19-59.log`, `lag.20191007-1119.txt`.

use crate::time::{WallClock, Written};
use jiff::tz::TimeZone;

/// A time in a file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub unix_us: i64,
    /// As it stands in the name.
    pub text: String,
    /// Where it stands, in bytes of the name.
    pub start: usize,
    /// The true time lies up to this much after it: a second, or a minute where seconds are not known.
    pub precision_us: u64,
}

/// The last time in a name, taken as local time of the zone: a date of eight digits (or with `-`, `_`, `.` between
/// its parts), and a time of six or four.
pub fn stamp_in(name: &str, zone: &TimeZone) -> Option<Stamp> {
    let bytes = name.as_bytes();
    let mut found = None;
    let mut start = 0;
    while start < bytes.len() {
        let begins = bytes[start].is_ascii_digit() && (start == 0 || !bytes[start - 1].is_ascii_digit());
        match begins.then(|| stamp_at(bytes, start)).flatten() {
            Some((written, end, precision_us)) => {
                if let Some(unix_us) = WallClock::new(zone.clone()).unix_us(&written) {
                    let text = String::from_utf8_lossy(&bytes[start..end]).into_owned();
                    found = Some(Stamp { unix_us, text, start, precision_us });
                }
                start = end;
            }
            None => start += 1,
        }
    }
    found
}

fn stamp_at(bytes: &[u8], start: usize) -> Option<(Written, usize, u64)> {
    let mut at = start;
    let year = number(bytes, &mut at, 4)?;
    if !(1990..=2099).contains(&year) {
        return None;
    }
    let apart = separator(bytes, &mut at);
    let month = number(bytes, &mut at, 2)?;
    if apart && !separator(bytes, &mut at) {
        return None;
    }
    let day = number(bytes, &mut at, 2)?;
    // Between date and time there may be one more sign than between other parts.
    if bytes.get(at).is_some_and(|byte| matches!(byte, b'T' | b't')) {
        at += 1;
    } else {
        separator(bytes, &mut at);
    }
    let hour = number(bytes, &mut at, 2)?;
    separator(bytes, &mut at);
    let minute = number(bytes, &mut at, 2)?;
    let mut with_seconds = at;
    separator(bytes, &mut with_seconds);
    let second = number(bytes, &mut with_seconds, 2).filter(|second| *second <= 60);
    if second.is_some() {
        at = with_seconds;
    }
    if bytes.get(at).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let small = |value: u32| u8::try_from(value).ok();
    let written = Written {
        year: i32::try_from(year).ok()?,
        month: small(month).filter(|month| (1..=12).contains(month))?,
        day: small(day).filter(|day| (1..=31).contains(day))?,
        hour: small(hour).filter(|hour| *hour < 24)?,
        minute: small(minute).filter(|minute| *minute < 60)?,
        second: small(second.unwrap_or(0))?,
        ..Written::default()
    };
    Some((written, at, if second.is_some() { 1_000_000 } else { 60_000_000 }))
}

fn number(bytes: &[u8], at: &mut usize, digits: usize) -> Option<u32> {
    let text = bytes.get(*at..*at + digits)?;
    if !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    *at += digits;
    Some(text.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

fn separator(bytes: &[u8], at: &mut usize) -> bool {
    let is_one = bytes.get(*at).is_some_and(|byte| matches!(byte, b'-' | b'_' | b'.' | b':' | b' '));
    *at += usize::from(is_one);
    is_one
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, zone: &str, expected: Option<(&str, &str)>) {
        let zone = TimeZone::get(zone).unwrap();
        let found = stamp_in(name, &zone);
        let found = found
            .map(|stamp| (stamp.text, jiff::Timestamp::from_microsecond(stamp.unix_us).unwrap().to_string()));
        assert_eq!(found.as_ref().map(|(a, b)| (a.as_str(), b.as_str())), expected, "{name}");
    }

    #[test]
    fn times_are_found_in_names() {
        let utc = "UTC";
        let at = "2019-10-07T11:19:59Z";
        check("docker01-vmstat-20191007111959.log", utc, Some(("20191007111959", at)));
        check(
            "docker01-vmstat-20191007111959.log",
            "Europe/Copenhagen",
            Some(("20191007111959", "2019-10-07T09:19:59Z")),
        );
        check("gc-2019-10-07_11-19-59.log.0", utc, Some(("2019-10-07_11-19-59", at)));
        check("20131118_144601", utc, Some(("20131118_144601", "2013-11-18T14:46:01Z")));
        check("lag.20191007-1119.txt", utc, Some(("20191007-1119", "2019-10-07T11:19:00Z")));
        check("a-2019-10-07T11:19:59.log", utc, Some(("2019-10-07T11:19:59", at)));
        check("run-20180101000000/host-20191007111959.log", utc, Some(("20191007111959", at)));
        check("vmstat-20191007.log", utc, None);
        check("vmstat-20191307111959.log", utc, None);
        check("session-1698345455862.jtl", utc, None);
        check("123420191007111959", utc, None);
        check("20191007111959123", utc, None);
        check("", utc, None);
    }
}
