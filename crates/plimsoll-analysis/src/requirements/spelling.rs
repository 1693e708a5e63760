//! The words that people type for the same: those of other tools beside our own.

use super::requirement::{Relation, RequirementMetric};

/// What a word on the left side of a requirement means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Word {
    Measure(RequirementMetric),
    /// What is left when failures are taken away, in percent.
    Success,
    /// Requests per second by its name, which needs no unit.
    PerSecond,
}

/// `p95`, `p(95)`, `95th percentile`, `median`, `avg`, `error rate`, `rps`. `None`: it is none of them.
pub(super) fn word(text: &str) -> Option<Word> {
    let plain = text.to_ascii_lowercase().replace(['_', '-'], " ");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let times = ["http req duration ", "http req duration.", "response time ", "latency ", "duration "];
    let plain = times.iter().find_map(|prefix| plain.strip_prefix(prefix)).unwrap_or(&plain);
    let plain = [" response time", "restime", " latency", " duration", " time"]
        .iter()
        .find_map(|suffix| plain.strip_suffix(suffix))
        .unwrap_or(plain);
    Some(match plain {
        "mean" | "average" | "avg" => Word::Measure(RequirementMetric::Mean),
        "max" | "maximum" | "longest" => Word::Measure(RequirementMetric::Max),
        "errors" | "error" | "error rate" | "errorrate" | "error %" | "error percentage"
        | "error percent" | "failures" | "failure" | "failed" | "failure rate" | "failed requests"
        | "http req failed" | "share of errors" => Word::Measure(RequirementMetric::Errors),
        "success" | "success rate" | "availability" | "checks" => Word::Success,
        "throughput" => Word::Measure(RequirementMetric::Throughput),
        "rps" | "qps" | "tps" | "rate" | "requests per second" | "requests/s" | "requests/sec" | "req/s" => {
            Word::PerSecond
        }
        "median" | "med" => Word::Measure(RequirementMetric::Percentile(50.0)),
        other => Word::Measure(RequirementMetric::Percentile(percentile(other)?)),
    })
}

/// `p95`, `p(95)`, `pct95`, `p95th`, `95th percentile`, `percentile 95`, `perc(95)`
fn percentile(text: &str) -> Option<f64> {
    let after = ["percentile", "perc", "pct", "p"].iter().find_map(|prefix| text.strip_prefix(prefix));
    let before = || ["percentile", "pct", "th"].iter().find_map(|suffix| text.strip_suffix(suffix));
    let digits = after.or_else(before)?.trim();
    let digits = digits.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(digits);
    let digits = digits.trim().trim_end_matches('%');
    let digits = ["th", "st", "nd", "rd"].iter().find_map(|end| digits.strip_suffix(end)).unwrap_or(digits);
    super::requirement::number(digits.trim())
}

/// Signs and words between the two sides; longer ones first.
pub(super) const SIGNS: [(&str, Relation); 13] = [
    ("<=", Relation::LessOrEqual),
    ("≤", Relation::LessOrEqual),
    (">=", Relation::GreaterOrEqual),
    ("≥", Relation::GreaterOrEqual),
    ("<", Relation::Less),
    (">", Relation::Greater),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    (" at most ", Relation::LessOrEqual),
    (" at least ", Relation::GreaterOrEqual),
    (" below ", Relation::Less),
    (" under ", Relation::Less),
    (" above ", Relation::Greater),
];

/// Microseconds in a unit of time.
pub(super) fn unit_us(unit: &str) -> Option<f64> {
    Some(match unit {
        "us" | "µs" | "μs" => 1.0,
        "ms" | "millis" | "msec" | "milliseconds" | "millisecond" => 1e3,
        "s" | "sec" | "secs" | "second" | "seconds" => 1e6,
        "min" | "m" | "minute" | "minutes" => 60e6,
        _ => return None,
    })
}

/// Seconds of a rate's unit: `/s`, `rps`, `per second`.
pub(super) fn rate_unit_s(unit: &str) -> Option<f64> {
    let unit = unit.trim().to_ascii_lowercase();
    let of = unit.split_once('/').map(|(what, per)| (what.trim().to_owned(), per.trim().to_owned()));
    let of = of.or_else(|| Some((String::new(), unit.strip_prefix("per ")?.trim().to_owned())));
    let Some((what, per)) = of else {
        return matches!(unit.as_str(), "rps" | "qps" | "tps" | "hz").then_some(1.0);
    };
    if !matches!(what.as_str(), "" | "req" | "reqs" | "request" | "requests" | "calls" | "iterations") {
        return None;
    }
    match per.as_str() {
        "s" | "sec" | "second" => Some(1.0),
        "min" | "m" | "minute" => Some(60.0),
        "h" | "hour" => Some(3_600.0),
        _ => None,
    }
}
