//! Numbers with units, as people write them in plans, studies and on the command line.

use std::time::Duration;

/// Most users of a scenario, and of a plan.
pub const USERS_MAX: u32 = 1_000_000;

/// Most arrivals per second.
pub const RATE_PER_S_MAX: f64 = 10_000_000.0;

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum UnitError {
    #[error("`{0}` is not a duration; write for example `250 ms`, `10 s`, `15 min` or `1 h`")]
    Duration(String),
    #[error("`{0}` is not a percentage; write for example `60 %`")]
    Percentage(String),
    #[error("`{0}` is not a rate; write for example `50/s`, `600/min` or `11000/h`")]
    Rate(String),
}

/// A duration such as `250 ms`, `1.5 s`, `15 min`, `1 h`, `90s`, `1h30m`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, UnitError> {
    let error = || UnitError::Duration(text.to_owned());
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(error());
    }
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().map_err(|_| error())?;
        rest = rest[digits..].trim_start();
        let letters = rest.find(|c: char| c.is_ascii_digit() || c.is_whitespace()).unwrap_or(rest.len());
        seconds += number * seconds_per(&rest[..letters]).ok_or_else(error)?;
        rest = rest[letters..].trim_start();
    }
    let exact = Duration::try_from_secs_f64(seconds).map_err(|_| error())?;
    // Plans are written with whole microseconds.
    u64::try_from((exact.as_nanos() + 500) / 1_000).map(Duration::from_micros).map_err(|_| error())
}

fn seconds_per(unit: &str) -> Option<f64> {
    Some(match unit {
        "us" | "µs" | "μs" => 1e-6,
        "ms" => 1e-3,
        "" | "s" | "sec" | "second" | "seconds" => 1.0,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86400.0,
        _ => return None,
    })
}

/// A percentage such as `60 %` or `0.5%`, as a fraction (0.6, 0.005). The sign is required.
pub fn percentage(text: &str) -> Result<f64, UnitError> {
    let error = || UnitError::Percentage(text.to_owned());
    let number = text.trim().strip_suffix('%').ok_or_else(error)?;
    match number.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value / 100.0),
        _ => Err(error()),
    }
}

/// From `0 %` to `100 %`, as a fraction.
pub fn share(text: &str) -> Result<f64, String> {
    match percentage(text) {
        Ok(fraction) if (0.0..=1.0).contains(&fraction) => Ok(fraction),
        Ok(_) => Err(format!("`{text}` is not between 0 % and 100 %")),
        Err(error) => Err(error.to_string()),
    }
}

/// A rate such as `50/s`, `600/min` or `11000/h`, per second.
pub fn rate_per_s(text: &str) -> Result<f64, UnitError> {
    let error = || UnitError::Rate(text.to_owned());
    let (number, unit) = text.split_once('/').ok_or_else(error)?;
    let per = seconds_per(unit.trim()).filter(|_| !unit.trim().is_empty()).ok_or_else(error)?;
    match number.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value / per),
        _ => Err(error()),
    }
}

/// A duration as a person writes it, exact for whole microseconds: `15 min`, `250 ms`, `1 h 30 min`.
pub fn format_duration(duration: Duration) -> String {
    let micros = duration.as_micros();
    if micros == 0 {
        return "0 s".to_owned();
    }
    if !micros.is_multiple_of(1_000) {
        return format!("{micros} us");
    }
    if !micros.is_multiple_of(1_000_000) {
        return format!("{} ms", micros / 1_000);
    }
    let seconds = duration.as_secs();
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    let written: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n} {unit}")).collect();
    written.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_in_every_common_unit() {
        let cases = [
            ("250 ms", 250_000),
            ("1.5 s", 1_500_000),
            ("15 min", 900_000_000),
            ("1h30m", 5_400_000_000),
            ("1 h 30 min", 5_400_000_000),
            ("7", 7_000_000),
            ("20µs", 20),
            ("1.5 us", 2),
        ];
        for (text, micros) in cases {
            assert_eq!(duration(text), Ok(Duration::from_micros(micros)), "{text}");
        }
        for text in ["", "soon", "5 parsecs", "-3 s", "s", "1e400 s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_written_duration_reads_back_the_same() {
        for micros in [1, 999, 1_000, 250_000, 1_000_000, 61_000_000, 5_400_000_000, 0] {
            let value = Duration::from_micros(micros);
            assert_eq!(duration(&format_duration(value)), Ok(value));
        }
    }

    #[test]
    fn percentages_and_rates_need_their_sign() {
        assert_eq!(percentage("60 %"), Ok(0.6));
        assert!(percentage("60").is_err());
        assert_eq!(rate_per_s("600/min"), Ok(10.0));
        assert!(rate_per_s("600").is_err());
        assert!(rate_per_s("600/").is_err());
    }
}
