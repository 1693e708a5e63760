//! `__time` and `__timeShift`: Java's date patterns (java.time.format.DateTimeFormatter).

use jiff::{Span, Timestamp, Zoned, civil, tz::TimeZone};

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
/// or `-P1D`. A date that does not fit the format gives an empty text.
pub(super) fn time_shift(format: &str, date: &str, shift: &str, wall_ms: i64) -> String {
    shifted(format, date, shift, wall_ms).unwrap_or_default()
}

fn shifted(format: &str, date: &str, shift: &str, wall_ms: i64) -> Option<String> {
    let start = match (date, format) {
        ("", _) => zoned(wall_ms)?,
        (date, "") => zoned(date.parse().ok()?)?,
        (date, format) => parse_java(format, date)?,
    };
    let moved = match shift {
        "" => start,
        text => start.checked_add(text.parse::<Span>().ok()?).ok()?,
    };
    Some(match format {
        "" => moved.timestamp().as_millisecond().to_string(),
        format => format_java(format, &moved),
    })
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
    match letter {
        'y' | 'u' if width == 2 => format!("{:02}", at.year() % 100),
        'y' | 'u' | 'Y' => number(at.year().into()),
        'M' | 'L' if width == 3 => at.strftime("%b").to_string(),
        'M' | 'L' if width > 3 => at.strftime("%B").to_string(),
        'M' | 'L' => number(at.month().into()),
        'd' => number(at.day().into()),
        'D' => number(at.day_of_year().into()),
        'E' if width > 3 => at.strftime("%A").to_string(),
        'E' => at.strftime("%a").to_string(),
        'H' => number(at.hour().into()),
        'k' => number(if at.hour() == 0 { 24 } else { at.hour().into() }),
        'h' => number((i64::from(at.hour()) + 11) % 12 + 1),
        'K' => number(i64::from(at.hour()) % 12),
        'm' => number(at.minute().into()),
        's' => number(at.second().into()),
        'S' => format!("{:09}", at.subsec_nanosecond())[..width.min(9)].to_owned(),
        'a' => (if at.hour() < 12 { "AM" } else { "PM" }).to_owned(),
        'Z' => at.strftime("%z").to_string(),
        'X' if at.offset().is_zero() => "Z".to_owned(),
        'X' | 'x' if width >= 3 => at.strftime("%:z").to_string(),
        'X' | 'x' => at.strftime("%z").to_string(),
        'z' => at.strftime("%Z").to_string(),
        other => other.to_string().repeat(width),
    }
}

/// Reads a date written in `pattern`; what the pattern leaves out is the start of its period.
fn parse_java(pattern: &str, text: &str) -> Option<Zoned> {
    let mut rest = text;
    let (mut year, mut month, mut day, mut hour, mut minute, mut second, mut nano) = (1970, 1, 1, 0, 0, 0, 0);
    for run in runs(pattern) {
        match run {
            Run::Text(expected) => rest = rest.strip_prefix(expected.as_str())?,
            Run::Letter(letter, width) => {
                let most = if width == 1 { 9 } else { width };
                let digits = rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
                let number: i32 = rest[..digits].parse().ok()?;
                match letter {
                    'y' | 'u' if width == 2 => year = 2000 + number,
                    'y' | 'u' => year = number,
                    'M' => month = number,
                    'd' => day = number,
                    'H' | 'k' => hour = number,
                    'm' => minute = number,
                    's' => second = number,
                    'S' => nano = number * 10_i32.pow(9_u32.saturating_sub(digits as u32)),
                    _ => return None,
                }
                rest = &rest[digits..];
            }
        }
    }
    let time =
        civil::Time::new(hour.try_into().ok()?, minute.try_into().ok()?, second.try_into().ok()?, nano);
    let date = civil::Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?);
    date.ok()?.to_datetime(time.ok()?).to_zoned(TimeZone::system()).ok()
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
        assert_eq!(time_shift("yyyy-MM-dd", "not a date", "P1D", 0), "");
        assert_eq!(time("/1000", 1_234_567), "1234");
        assert_eq!(time("", 1_234_567), "1234567");
    }
}
