//! Dates in Java's patterns (java.time.format.DateTimeFormatter, java.text.SimpleDateFormat).

use jiff::{Span, SpanRelativeTo, Timestamp, Zoned, civil, tz::TimeZone};

/// `__time(format)` at `wall_ms` in the machine's time zone.
pub(super) fn time(format: &str, wall_ms: i64) -> String {
    let format = match format {
        "" => return wall_ms.to_string(),
        "YMD" => "yyyyMMdd",
        "HMS" => "HHmmss",
        "YMDHMS" => "yyyyMMdd-HHmmss",
        other => other,
    };
    if let Some(divisor) = format.strip_prefix('/').and_then(|d| d.parse::<i64>().ok()).filter(|d| *d != 0) {
        return (wall_ms / divisor).to_string();
    }
    zoned(wall_ms).map_or_else(String::new, |at| format_java(format, &at))
}

/// `__timeShift(format, date, shift)`: the date (or now) moved by an ISO 8601 duration such as `P1DT2H`
/// or `-P1D`. A date that does not fit the format counts as now, a duration that is none as nothing (TimeShift.java).
pub(super) fn time_shift(format: &str, date: &str, shift: &str, wall_ms: i64) -> String {
    shifted(format, date, shift, wall_ms).unwrap_or_default()
}

fn shifted(format: &str, date: &str, shift: &str, wall_ms: i64) -> Option<String> {
    let now = zoned(wall_ms)?;
    let start = match (date, format) {
        ("", _) => None,
        (date, "") => date.parse().ok().and_then(zoned),
        // TimeShift gives defaults to these, and what contradicts them can't be read.
        (_, format) if has(format, "hKkaD") => None,
        (date, format) => parse_java(format, date, now.year()),
    };
    let start = start.unwrap_or(now);
    // java.time.Duration: a day is 24 hours.
    let span = shift.parse::<Span>().ok();
    let duration = span.and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()).ok());
    let moved = match duration {
        Some(duration) => start.checked_add(duration).ok()?,
        None => start,
    };
    Some(match format {
        "" => moved.timestamp().as_millisecond().to_string(),
        format => format_java(format, &moved),
    })
}

/// Whether one of these letters is in the pattern.
fn has(pattern: &str, letters: &str) -> bool {
    runs(pattern).iter().any(|run| matches!(run, Run::Letter(letter, _) if letters.contains(*letter)))
}

/// `__dateTimeConvert(date, format, new format)`; a date that can't be read gives an empty text.
pub(super) fn converted(date: &str, from: &str, to: &str) -> String {
    let at = match from {
        "" => date.parse().ok().and_then(zoned),
        // What the date does not have can't be written.
        from if ["HhKkmsSnANa", "yuYMLdDEQ"].iter().any(|kind| has(to, kind) && !has(from, kind)) => None,
        from => parse_java(from, date, 1970),
    };
    at.map_or_else(String::new, |at| format_java(to, &at))
}

/// `__RandomDate(format, start, end)`: a day from the start to before the end; both the same day is a mistake.
pub(super) fn random_date(
    [format, start, end]: [&str; 3],
    wall_ms: i64,
    random: &mut fastrand::Rng,
) -> String {
    let format = if format.is_empty() { "yyyy-MM-dd" } else { format };
    let Some(now) = zoned(wall_ms) else { return String::new() };
    let epoch = civil::date(1970, 1, 1);
    // What can't be read counts as the first day of 1970.
    let day = |text: &str| parse_java(format, text, now.year()).map_or(epoch, |at| at.date());
    let start = if start.is_empty() { now.date() } else { day(start) };
    let Ok(days) = start.until(day(end)) else { return String::new() };
    if days.get_days() <= 0 {
        return String::new();
    }
    let date = start.checked_add(Span::new().days(random.i32(0..days.get_days())));
    let at = date.and_then(|date| date.to_zoned(TimeZone::system()));
    at.map_or_else(|_| String::new(), |at| format_java(format, &at))
}

/// A moment in the machine's time zone, in Java's pattern.
pub(crate) fn format(pattern: &str, wall_ms: i64) -> String {
    zoned(wall_ms).map_or_else(String::new, |at| format_java(pattern, &at))
}

/// As [`format`], in a time zone by its name or as `GMT+2`; what is not known is GMT, as in Java. `None` is the machine's.
pub(crate) fn format_in(pattern: &str, wall_ms: i64, zone: Option<&str>) -> String {
    let at = Timestamp::from_millisecond(wall_ms).ok().map(|at| at.to_zoned(time_zone(zone)));
    at.map_or_else(String::new, |at| format_java(pattern, &at))
}

/// The moment of a date in a zone, milliseconds since 1970.
pub(crate) fn parsed(pattern: &str, text: &str, zone: Option<&str>) -> Option<i64> {
    let at = parse_java(pattern, text, 1970)?;
    let has_own = pattern.contains(['X', 'x', 'Z', 'z']);
    match zone {
        Some(_) if !has_own => {
            Some(at.datetime().to_zoned(time_zone(zone)).ok()?.timestamp().as_millisecond())
        }
        _ => Some(at.timestamp().as_millisecond()),
    }
}

/// The same time on another day of the month, which may lie outside of it (java.util.Date.setDate).
pub(crate) fn moved_to_day(wall_ms: i64, day: i64) -> Option<i64> {
    let at = zoned(wall_ms)?;
    let moved = at.checked_add(Span::new().try_days(day - i64::from(at.day())).ok()?).ok()?;
    Some(moved.timestamp().as_millisecond())
}

fn time_zone(name: Option<&str>) -> TimeZone {
    let Some(name) = name else { return TimeZone::system() };
    let by_offset = || {
        let shift = name.strip_prefix("GMT").or(name.strip_prefix("UTC"))?;
        offset(shift).map(|(offset, _)| TimeZone::fixed(offset))
    };
    TimeZone::get(name).ok().or_else(by_offset).unwrap_or(TimeZone::UTC)
}

fn zoned(wall_ms: i64) -> Option<Zoned> {
    Some(Timestamp::from_millisecond(wall_ms).ok()?.to_zoned(TimeZone::system()))
}

/// The pattern as runs: a letter repeated, or literal text.
enum Run {
    Letter(char, usize),
    Text(String),
}

fn runs(pattern: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut characters = pattern.chars().peekable();
    while let Some(c) = characters.next() {
        if c == '\'' {
            let mut text = String::new();
            while let Some(inner) = characters.next() {
                if inner == '\'' {
                    if characters.peek() != Some(&'\'') {
                        break;
                    }
                    characters.next();
                }
                text.push(inner);
            }
            runs.push(Run::Text(if text.is_empty() { "'".to_owned() } else { text }));
        } else if c.is_ascii_alphabetic() {
            let mut width = 1;
            while characters.next_if_eq(&c).is_some() {
                width += 1;
            }
            runs.push(Run::Letter(c, width));
        } else {
            runs.push(Run::Text(c.to_string()));
        }
    }
    runs
}

fn format_java(pattern: &str, at: &Zoned) -> String {
    runs(pattern)
        .into_iter()
        .map(|run| match run {
            Run::Text(text) => text,
            Run::Letter(letter, width) => format_letter(letter, width, at),
        })
        .collect()
}

fn format_letter(letter: char, width: usize, at: &Zoned) -> String {
    let number = |value: i64| format!("{value:0width$}");
    let two = |text: String| text[text.len().saturating_sub(2)..].to_owned();
    match letter {
        'y' | 'u' if width == 2 => format!("{:02}", at.year() % 100),
        'y' | 'u' => number(at.year().into()),
        'Y' if width == 2 => two(week(at).0.to_string()),
        'Y' => number(week(at).0.into()),
        'w' => number(week(at).1),
        'M' | 'L' if width == 3 => at.strftime("%b").to_string(),
        'M' | 'L' if width == 5 => at.strftime("%b").to_string()[..1].to_owned(),
        'M' | 'L' if width > 3 => at.strftime("%B").to_string(),
        'M' | 'L' => number(at.month().into()),
        'Q' | 'q' => number((i64::from(at.month()) - 1) / 3 + 1),
        'd' => number(at.day().into()),
        'D' => number(at.day_of_year().into()),
        'E' if width == 4 => at.strftime("%A").to_string(),
        'E' if width == 5 => at.strftime("%a").to_string()[..1].to_owned(),
        'E' => at.strftime("%a").to_string(),
        'e' | 'c' => number(i64::from(at.weekday().to_sunday_one_offset())),
        'G' => "AD".to_owned(),
        'H' => number(at.hour().into()),
        'k' => number(if at.hour() == 0 { 24 } else { at.hour().into() }),
        'h' => number((i64::from(at.hour()) + 11) % 12 + 1),
        'K' => number(i64::from(at.hour()) % 12),
        'm' => number(at.minute().into()),
        's' => number(at.second().into()),
        'S' => format!("{:09}", at.subsec_nanosecond())[..width.min(9)].to_owned(),
        'n' => number(at.subsec_nanosecond().into()),
        'A' => number(of_day_ns(at) / 1_000_000),
        'N' => number(of_day_ns(at)),
        'a' => (if at.hour() < 12 { "AM" } else { "PM" }).to_owned(),
        'Z' if width == 5 && at.offset().is_zero() => "Z".to_owned(),
        'Z' if width == 5 => at.strftime("%:z").to_string(),
        'Z' if width == 4 && at.offset().is_zero() => "GMT".to_owned(),
        'Z' if width == 4 => format!("GMT{}", at.strftime("%:z")),
        'Z' => at.strftime("%z").to_string(),
        'X' if at.offset().is_zero() => "Z".to_owned(),
        'X' | 'x' if width >= 3 => at.strftime("%:z").to_string(),
        'X' | 'x' if width == 1 && at.offset().seconds() % 3600 == 0 => {
            at.strftime("%z").to_string()[..3].to_owned()
        }
        'X' | 'x' => at.strftime("%z").to_string(),
        'V' => at.time_zone().iana_name().unwrap_or("Z").to_owned(),
        'z' => at.strftime("%Z").to_string(),
        other => other.to_string().repeat(width),
    }
}

fn of_day_ns(at: &Zoned) -> i64 {
    let seconds = i64::from(at.hour()) * 3600 + i64::from(at.minute()) * 60 + i64::from(at.second());
    seconds * 1_000_000_000 + i64::from(at.subsec_nanosecond())
}

/// Year and number of the week as the United States count: weeks begin on Sunday, the first has January 1.
fn week(at: &Zoned) -> (i16, i64) {
    let sunday = i64::from(at.weekday().to_sunday_zero_offset());
    let saturday = i64::from(at.day_of_year()) + 6 - sunday;
    let days = i64::from(at.days_in_year());
    if saturday > days { (at.year() + 1, 1) } else { (at.year(), (saturday + 6) / 7) }
}

/// What a pattern found in a text.
struct Fields {
    year: i32,
    month: i32,
    day: i32,
    day_of_year: Option<i32>,
    hour: i32,
    minute: i32,
    second: i32,
    nano: i32,
    /// AM or PM stands behind the hour.
    afternoon: Option<bool>,
    offset: Option<jiff::tz::Offset>,
}

/// Reads a date written in `pattern`; what the pattern leaves out is the start of its period, or this year.
fn parse_java(pattern: &str, text: &str, year: i16) -> Option<Zoned> {
    let mut fields = Fields {
        year: year.into(),
        month: 1,
        day: 1,
        day_of_year: None,
        hour: 0,
        minute: 0,
        second: 0,
        nano: 0,
        afternoon: None,
        offset: None,
    };
    let runs = runs(pattern);
    let mut rest = text;
    for (index, run) in runs.iter().enumerate() {
        match run {
            Run::Text(expected) => rest = rest.strip_prefix(expected.as_str())?,
            Run::Letter(letter, width) => {
                // A number may be longer than its pattern, unless another one follows at once.
                let adjacent = matches!(
                    runs.get(index + 1),
                    Some(Run::Letter('y' | 'u' | 'M' | 'd' | 'H' | 'm' | 's' | 'S', _))
                );
                rest = fields.read(*letter, *width, adjacent, rest)?;
            }
        }
    }
    // Java is strict: nothing may be left.
    if rest.is_empty() { fields.zoned() } else { None }
}

impl Fields {
    /// Reads one part of the pattern; gives what is left of the text.
    fn read<'t>(&mut self, letter: char, width: usize, adjacent: bool, text: &'t str) -> Option<&'t str> {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        const DAYS: [&str; 7] =
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
        match (letter, width) {
            ('M' | 'L', 3..) => {
                let (index, rest) = named(&MONTHS, width, text)?;
                self.month = index + 1;
                return Some(rest);
            }
            ('E', _) => return named(&DAYS, width, text).map(|(_, rest)| rest),
            ('a', _) => {
                let (index, rest) = named(&["AM", "PM"], 4, text)?;
                self.afternoon = Some(index == 1);
                return Some(rest);
            }
            ('X' | 'x' | 'Z' | 'z' | 'V', _) => {
                let (offset, rest) = offset(text)?;
                self.offset = Some(offset);
                return Some(rest);
            }
            _ => {}
        }
        let most = if adjacent || width == 2 || letter == 'S' { width } else { 9 };
        let digits = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let number: i32 = text[..digits].parse().ok().filter(|_| digits >= width.min(4))?;
        match letter {
            'y' | 'u' | 'Y' if width == 2 => self.year = 2000 + number,
            'y' | 'u' | 'Y' => self.year = number,
            'M' | 'L' => self.month = number,
            'd' => self.day = number,
            'D' => self.day_of_year = Some(number),
            'H' | 'h' | 'K' => self.hour = number,
            'k' => self.hour = number % 24,
            'm' => self.minute = number,
            's' => self.second = number,
            'S' => self.nano = number * 10_i32.checked_pow(9_u32.checked_sub(digits as u32)?)?,
            'n' => self.nano = number,
            _ => return None,
        }
        Some(&text[digits..])
    }

    fn zoned(&self) -> Option<Zoned> {
        let hour = match self.afternoon {
            Some(afternoon) => self.hour % 12 + if afternoon { 12 } else { 0 },
            None => self.hour,
        };
        let small = |number: i32| i8::try_from(number).ok();
        let time =
            civil::Time::new(small(hour)?, small(self.minute)?, small(self.second)?, self.nano).ok()?;
        let year = i16::try_from(self.year).ok()?;
        let date = match self.day_of_year {
            Some(day) => civil::Date::new(year, 1, 1).ok()?.with().day_of_year(day.try_into().ok()?).build(),
            // A day that the month does not have is its last one (ResolverStyle.SMART).
            None => {
                let first = civil::Date::new(year, small(self.month)?, 1).ok()?;
                let day = small(self.day).filter(|day| (1..=31).contains(day))?;
                civil::Date::new(year, small(self.month)?, day.min(first.days_in_month()))
            }
        };
        let at = date.ok()?.to_datetime(time);
        match self.offset {
            Some(offset) => at.to_zoned(TimeZone::fixed(offset)).ok(),
            None => at.to_zoned(TimeZone::system()).ok(),
        }
    }
}

/// One of these names, or its first three letters where the pattern is short: its index, and what is left.
fn named<'t>(names: &[&str], width: usize, text: &'t str) -> Option<(i32, &'t str)> {
    let names = names.iter().map(|name| if width > 3 { *name } else { &name[..3] });
    let found = names.enumerate().find_map(|(index, name)| Some((index, text.strip_prefix(name)?)));
    found.map(|(index, rest)| (index as i32, rest))
}

/// `Z`, `UTC`, `GMT`, `+01:00`, `+0100`, `+01`.
fn offset(text: &str) -> Option<(jiff::tz::Offset, &str)> {
    for name in ["Z", "UTC", "GMT"] {
        if let Some(rest) = text.strip_prefix(name) {
            return Some((jiff::tz::Offset::UTC, rest));
        }
    }
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let two = |at: usize| text.get(at..at + 2)?.parse::<i32>().ok();
    let hours = two(1)?;
    let at = if text[3..].starts_with(':') { 4 } else { 3 };
    let (minutes, end) = two(at).map_or((0, 3), |minutes| (minutes, at + 2));
    let offset = jiff::tz::Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()?;
    Some((offset, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_patterns_are_written_as_java_writes_them() {
        let at: Zoned = "2020-12-09T13:05:07.123456789+01:00[+01:00]".parse().expect("a date");
        let cases = [
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", "2020-12-09T13:05:07.123"),
            ("yyyyMMdd-HHmmss", "20201209-130507"),
            ("d/M/yy h:mm a", "9/12/20 1:05 PM"),
            ("EEE, dd MMM yyyy", "Wed, 09 Dec 2020"),
            ("XXX 'o''clock'", "+01:00 o'clock"),
        ];
        for (pattern, expected) in cases {
            assert_eq!(format_java(pattern, &at), expected, "{pattern}");
        }
    }

    #[test]
    fn a_date_is_moved_by_an_iso_duration() {
        assert_eq!(time_shift("yyyy-MM-dd", "2020-02-28", "P2D", 0), "2020-03-01");
        assert_eq!(time_shift("yyyy-MM-dd", "2020-03-01", "-P1D", 0), "2020-02-29");
        assert_eq!(time_shift("", "1000", "PT1S", 0), "2000");
        assert_eq!(time_shift("yyyy-MM-dd", "not a date", "P1D", 0), time("yyyy-MM-dd", 86_400_000));
        assert_eq!(time("/1000", 1_234_567), "1234");
        assert_eq!(time("", 1_234_567), "1234567");
    }
}
