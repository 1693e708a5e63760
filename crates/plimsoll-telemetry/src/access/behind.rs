//! What stands behind the usual fields of an access log: `rt=0.091 urt="0.089"`, as nginx' `log_format` is often extended, or a number.
//!
//! nginx writes its times in seconds with three decimals (`$request_time`, `$upstream_response_time`): under the names that its formats use
//! they need no unit. `_ms`, `_us` and `_s` at the end of a name say theirs. Any other may be of any unit.

use super::field::{AccessField, AccessRow, DurationUnit};
use super::keyed;

/// Of nginx' formats.
const OF_REQUEST: [&str; 3] = ["rt", "request_time", "req_time"];
const OF_UPSTREAM: [&str; 3] = ["urt", "upstream_response_time", "upstream_rt"];
/// Times of whoever wrote them.
const OF_ANYBODY: [&str; 9] =
    ["response_time", "resp_time", "rtime", "reqtime", "apptime", "duration", "elapsed", "latency", "took"];
const UNITS: [(&str, DurationUnit); 3] =
    [("_ms", DurationUnit::Milliseconds), ("_us", DurationUnit::Microseconds), ("_s", DurationUnit::Seconds)];

/// What came of the named values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TrailingTimes<'a> {
    None,
    /// The row has a time.
    Taken,
    /// This may be a time, of an unknown unit.
    Unsure(&'a str),
}

/// Puts the times that are named behind the usual fields into the row.
pub(super) fn named<'a>(text: &'a str, row: &mut AccessRow<'a>) -> TrailingTimes<'a> {
    let Some(behind) = behind(text) else { return TrailingTimes::None };
    let mut found = TrailingTimes::None;
    for word in words(behind) {
        let Some((name, value)) = word.split_once('=') else { continue };
        let value = value.trim_end_matches([',', ';']).trim_matches('"');
        match field(name, value) {
            AccessField::Unsure if found == TrailingTimes::None => found = TrailingTimes::Unsure(word),
            field @ AccessField::Duration(_) => {
                row.set(field, value);
                found = TrailingTimes::Taken;
            }
            field @ AccessField::Upstream(_) => row.set(field, value),
            _ => {}
        }
    }
    found
}

fn field(name: &str, value: &str) -> AccessField {
    let lower = name.to_ascii_lowercase();
    let is_number = value.parse::<f64>().is_ok();
    let is_of_nginx = value.split([',', ':']).all(|part| is_seconds_of_nginx(part.trim()));
    let is_time = |name: &str| OF_REQUEST.contains(&name) || OF_ANYBODY.contains(&name);
    let with_unit = UNITS.iter().find_map(|(end, unit)| Some((lower.strip_suffix(end)?, *unit)));
    match (lower.as_str(), with_unit) {
        (_, Some((stem, unit))) if is_time(stem) && is_number => AccessField::Duration(unit),
        (name, _) if OF_REQUEST.contains(&name) && is_of_nginx => {
            AccessField::Duration(DurationUnit::Seconds)
        }
        (name, _) if OF_UPSTREAM.contains(&name) && is_of_nginx => {
            AccessField::Upstream(DurationUnit::Seconds)
        }
        (lower, _) if is_number && (is_time(lower) || keyed::known(name) == AccessField::Unsure) => {
            AccessField::Unsure
        }
        _ => AccessField::Other,
    }
}

/// `0.091`, or `-` where there was none.
fn is_seconds_of_nginx(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_time = |(whole, decimals): (&str, &str)| digits(whole) && digits(decimals) && decimals.len() == 3;
    text == "-" || text.split_once('.').is_some_and(is_time)
}

/// From behind the quoted line of the request on.
fn behind(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once("] \"").and_then(|(_, rest)| rest.split_once("\" "))?;
    Some(behind)
}

/// Words at spaces outside of quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let words = text.split(move |c: char| {
        is_quoted ^= c == '"';
        c == ' ' && !is_quoted
    });
    words.filter(|word| !word.starts_with('"'))
}

/// A number as the last word, where it is none of the combined format: behind a quote, or behind status and bytes.
pub(super) fn number(text: &str) -> Option<&str> {
    let behind = behind(text)?;
    let last = behind.rsplit([' ', '"']).find(|word| !word.is_empty())?;
    let is_number =
        last.bytes().all(|b| b.is_ascii_digit() || b == b'.') && last.bytes().any(|b| b.is_ascii_digit());
    let is_behind = match behind.rfind('"') {
        Some(quote) => behind[quote + 1..].contains(last),
        None => behind.split_whitespace().count() > 2,
    };
    (is_number && is_behind && text.trim_end().ends_with(last)).then_some(last)
}
