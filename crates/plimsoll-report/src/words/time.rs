//! Wall time in the zone the run was made in, and lengths of time.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

/// `2020-12-09 15:30:08 (Europe/Copenhagen)`
pub fn date_time(unix_us: i64, zone: &str) -> String {
    let (zone, name) = known(zone);
    match Timestamp::from_microsecond(unix_us) {
        Ok(at) => format!("{} ({name})", at.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S")),
        Err(_) => super::number::dash(),
    }
}

/// `15:30:08`
pub fn clock(unix_us: i64, zone: &str) -> String {
    match Timestamp::from_microsecond(unix_us) {
        Ok(at) => at.to_zoned(known(zone).0).strftime("%H:%M:%S").to_string(),
        Err(_) => super::number::dash(),
    }
}

/// `2020-12-09`
pub fn date(unix_us: i64, zone: &str) -> String {
    match Timestamp::from_microsecond(unix_us) {
        Ok(at) => at.to_zoned(known(zone).0).strftime("%Y-%m-%d").to_string(),
        Err(_) => super::number::dash(),
    }
}

/// Where a table shows the time of day only.
pub fn all_on(day: &str, zone: &str) -> String {
    format!("Times are of {day} ({}).", self::zone(zone))
}

/// The name of the zone that times are shown in.
pub fn zone(zone: &str) -> String {
    known(zone).1
}

/// An unknown zone is shown as UTC, and called so.
fn known(name: &str) -> (TimeZone, String) {
    let zone = TimeZone::get(name).ok().or_else(|| offset(name).map(TimeZone::fixed));
    zone.map_or_else(|| (TimeZone::UTC, "UTC".to_owned()), |zone| (zone, name.to_owned()))
}

/// `+01:00`
fn offset(text: &str) -> Option<Offset> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    Offset::from_seconds(sign * (hours * 3_600 + minutes * 60)).ok()
}

/// `850 ms`, `12.5 s`, `60 s`, `15 min 4 s`, `2 h 5 min`
pub fn length(seconds: f64) -> String {
    if seconds < 1.0 {
        return format!("{:.0} ms", seconds * 1e3);
    }
    if seconds < 120.0 {
        let decimals = usize::from(seconds.fract() > 0.05 && seconds.fract() < 0.95);
        return format!("{seconds:.decimals$} s");
    }
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3_600, whole % 3_600 / 60, whole % 60);
    let mut parts = Vec::new();
    for (value, unit) in [(hours, "h"), (minutes, "min"), (seconds, "s")] {
        if value > 0 {
            parts.push(format!("{value} {unit}"));
        }
    }
    parts.truncate(2);
    parts.join(" ")
}

/// Time since the start of the run, for axes: `0:45`, `12:30`, `1:05:00`.
pub fn since_start(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3_600, whole % 3_600 / 60, whole % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wall_time_is_in_the_run_s_zone() {
        let at = 1_607_524_208_000_000;
        assert_eq!(date_time(at, "Europe/Copenhagen"), "2020-12-09 15:30:08 (Europe/Copenhagen)");
        assert_eq!(clock(at, "+03:00"), "17:30:08");
        assert_eq!((date(at, "+10:00"), zone("Nowhere")), ("2020-12-10".to_owned(), "UTC".to_owned()));
        assert_eq!(date_time(at, "Nowhere/At all"), "2020-12-09 14:30:08 (UTC)");
    }

    #[test]
    fn lengths_read_well() {
        let lengths = [0.85, 5.0, 12.5, 60.0, 904.0, 7_500.0, 3_600.0].map(length);
        assert_eq!(lengths, ["850 ms", "5 s", "12.5 s", "60 s", "15 min 4 s", "2 h 5 min", "1 h"]);
        assert_eq!([45.0, 750.0, 3_900.0].map(since_start), ["0:45", "12:30", "1:05:00"]);
    }
}
