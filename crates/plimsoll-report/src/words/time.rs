//! Wall time in the zone the run was made in, and lengths of time.

use super::catalogue::{Arg, Words, args};
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

/// Moments and lengths of time. Examples are English.
/// Whole seconds say too little of tasks that are shorter than this.
const SHORT_TASK_S: f64 = 60.0;

impl Words {
    /// `2020-12-09 15:30:08 (Europe/Copenhagen)`
    pub(crate) fn date_time(&self, unix_us: i64, zone: &str) -> String {
        let (date, clock) = (self.date(unix_us, zone), self.clock(unix_us, zone));
        self.say("number-moment", args![date, clock, zone = self.zone(zone)])
    }

    /// `15:30:08`
    pub fn clock(&self, unix_us: i64, zone: &str) -> String {
        self.moment("number-clock", unix_us, zone, &[("hour", "%H"), ("minute", "%M"), ("second", "%S")])
    }

    /// `2020-12-09`
    pub(crate) fn date(&self, unix_us: i64, zone: &str) -> String {
        self.moment("number-date", unix_us, zone, &[("year", "%Y"), ("month", "%m"), ("day", "%d")])
    }

    fn moment(&self, id: &str, unix_us: i64, zone: &str, parts: &[(&'static str, &str)]) -> String {
        let Ok(at) = Timestamp::from_microsecond(unix_us) else { return super::number::dash() };
        let at = at.to_zoned(known(zone).0);
        let part =
            |(name, format): &(&'static str, &str)| (*name, Arg::Text(at.strftime(format).to_string()));
        self.say(id, &parts.iter().map(part).collect::<Vec<_>>())
    }

    /// Where a table shows the time of day only.
    pub(crate) fn all_on(&self, date: &str, zone: &str) -> String {
        self.say("number-all-on", args![date, zone = self.zone(zone)])
    }

    /// The name of the zone that times are shown in.
    pub(crate) fn zone(&self, zone: &str) -> String {
        known(zone).1
    }

    /// `00:52:51`, the same in every language; `6.8 s` where the longest task of the table is shorter than a minute.
    pub(crate) fn task(&self, seconds: f64, longest_s: f64) -> String {
        if longest_s < SHORT_TASK_S {
            return self.say("number-length-s", args![value = self.fixed(seconds.abs(), 1)]);
        }
        let whole = seconds.abs().round() as u64;
        format!("{:02}:{:02}:{:02}", whole / 3_600, whole % 3_600 / 60, whole % 60)
    }

    /// `+00:12:19`, `−00:01:05`, `00:00:00`; `+0.2 s`
    pub(crate) fn task_change(&self, seconds: f64, longest_s: f64) -> String {
        let unit = if longest_s < SHORT_TASK_S { 0.1 } else { 1.0 };
        let sign = match (seconds / unit).round() {
            steps if steps > 0.0 => "+",
            steps if steps < 0.0 => "−",
            _ => "",
        };
        format!("{sign}{}", self.task(seconds, longest_s))
    }

    /// `850 ms`, `12.5 s`, `60 s`, `15 min 4 s`, `2 h 5 min`
    pub(crate) fn length(&self, seconds: f64) -> String {
        if seconds < 1.0 {
            return self.say("number-length-ms", args![value = self.fixed(seconds * 1e3, 0)]);
        }
        if seconds < 120.0 {
            let decimals = usize::from(seconds.fract() > 0.05 && seconds.fract() < 0.95);
            return self.say("number-length-s", args![value = self.fixed(seconds, decimals)]);
        }
        let whole = seconds.round() as u64;
        let (hours, minutes, seconds) = (whole / 3_600, whole % 3_600 / 60, whole % 60);
        let mut parts = Vec::new();
        let units = ["number-length-h", "number-length-min", "number-length-s"];
        for (value, unit) in [hours, minutes, seconds].into_iter().zip(units) {
            if value > 0 {
                parts.push(self.say(unit, args![value = self.count(value)]));
            }
        }
        parts.truncate(2);
        parts.join(" ")
    }
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

/// Time since the start of the run, for axes: `0:45`, `12:30`, `1:05:00`.
pub fn since_start(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3_600, whole % 3_600 / 60, whole % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Language;

    fn english() -> Words {
        Words::new(Language::English)
    }

    #[test]
    fn wall_time_is_in_the_run_s_zone() {
        let at = 1_607_524_208_000_000;
        assert_eq!(english().date_time(at, "Europe/Copenhagen"), "2020-12-09 15:30:08 (Europe/Copenhagen)");
        assert_eq!(english().clock(at, "+03:00"), "17:30:08");
        assert_eq!(
            (english().date(at, "+10:00"), english().zone("Nowhere")),
            ("2020-12-10".to_owned(), "UTC".to_owned())
        );
        assert_eq!(english().date_time(at, "Nowhere/At all"), "2020-12-09 14:30:08 (UTC)");
    }

    #[test]
    fn lengths_read_well() {
        let lengths =
            [0.85, 5.0, 12.5, 60.0, 904.0, 7_500.0, 3_600.0].map(|seconds| english().length(seconds));
        assert_eq!(lengths, ["850 ms", "5 s", "12.5 s", "60 s", "15 min 4 s", "2 h 5 min", "1 h"]);
        assert_eq!([45.0, 750.0, 3_900.0].map(since_start), ["0:45", "12:30", "1:05:00"]);
    }

    #[test]
    fn tasks_are_reported_in_seconds_and_tenths_where_all_are_short() {
        let reported = |seconds: f64, longest_s: f64| {
            let words = Words::new(Language::Danish);
            (words.task(seconds.abs(), longest_s), words.task_change(seconds, longest_s))
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(reported(-65.2, 3_171.0), pair("00:01:05", "−00:01:05"));
        assert_eq!(reported(0.3, 3_171.0), pair("00:00:00", "00:00:00"));
        assert_eq!(reported(0.26, 13.4), pair("0,3 s", "+0,3 s"));
        assert_eq!(reported(-0.04, 13.4), pair("0,0 s", "0,0 s"));
    }

    #[test]
    fn moments_and_lengths_have_the_language_s_form() {
        let forms = |language| {
            let words = Words::new(language);
            let moment = words.date_time(1_607_524_208_000_000, "Europe/Copenhagen");
            format!("{moment}; {}; {}", words.length(7_500.0), words.length(12.5))
        };
        assert_eq!(forms(Language::English), "2020-12-09 15:30:08 (Europe/Copenhagen); 2 h 5 min; 12.5 s");
        assert_eq!(forms(Language::Danish), "09-12-2020 kl. 15.30.08 (Europe/Copenhagen); 2 t 5 min; 12,5 s");
        assert_eq!(forms(Language::Turkish), "09.12.2020 15:30:08 (Europe/Copenhagen); 2 sa 5 dk; 12,5 sn");
    }
}
