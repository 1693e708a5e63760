//! Lengths of time as plans hold them in texts: milliseconds, in one way of writing for each value.

use plimsoll_plan::Template;
use std::time::Duration;

/// The canonical text: whole milliseconds as `250`, parts of them as `0.25`.
pub fn of_duration(duration: Duration) -> String {
    let micros = duration.as_micros();
    match micros % 1000 {
        0 => (micros / 1000).to_string(),
        part => format!("{}.{part:03}", micros / 1000).trim_end_matches('0').to_owned(),
    }
}

/// The length of time that a canonical text means.
pub fn to_duration(text: &str) -> Option<Duration> {
    let milliseconds: f64 = text.trim().parse().ok()?;
    let micros = (milliseconds * 1000.0).round();
    (0.0..1e15).contains(&micros).then(|| Duration::from_micros(micros as u64))
}

/// A timer's field as written: what is no number counts as 0, as in JMeter.
pub fn lenient(template: Template) -> Template {
    match template.as_literal() {
        Some(text) => Template::literal(of_duration(to_duration(text).unwrap_or_default())),
        None => template,
    }
}
