//! A requirement as a user writes it: `p95 <= 2.5 s`, `errors < 1 %`, `p95 of "Login" <= 1 s`.

use super::spelling::{SIGNS, Word, rate_unit_s, unit_us, word};
use std::fmt;

/// What is demanded of every step, or of one transaction in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    pub measure: RequirementMetric,
    pub comparison: Relation,
    /// In the measure's unit: microseconds, percent of requests, or requests per second.
    pub limit: f64,
    /// `None`: all requests.
    pub transaction: Option<String>,
}

/// What requirements on the response times of all requests name: to be drawn and printed where they are judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Named {
    /// Ascending.
    pub percentiles: Vec<f64>,
    pub mean: bool,
    pub limits: Vec<Requirement>,
}

impl Named {
    pub fn of(requirements: &[String]) -> Named {
        let mut named = Named::default();
        let read = requirements.iter().flat_map(|text| Requirement::parse(text));
        for requirement in read.filter(|requirement| requirement.transaction.is_none()) {
            match requirement.measure {
                RequirementMetric::Percentile(percent) => named.percentiles.push(percent),
                RequirementMetric::Mean => named.mean = true,
                RequirementMetric::Max => {}
                RequirementMetric::Errors | RequirementMetric::Throughput => continue,
            }
            named.limits.push(requirement);
        }
        named.percentiles.sort_by(f64::total_cmp);
        named.percentiles.dedup();
        named
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RequirementMetric {
    /// Response time; `Percentile(95.0)`.
    Percentile(f64),
    /// Response time.
    Mean,
    /// Response time.
    Max,
    /// Percent of requests that failed.
    Errors,
    Throughput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// As it is written; understood of no errors at all, and then as at most.
    Equal,
}

/// The forms a requirement can take, for messages.
pub const FORMS: &str = "p95 <= 2.5 s | p99.9 < 500 ms | mean <= 200 ms | max < 5 s | errors < 1 % | \
                         throughput >= 100/s | p95 of \"Login\" <= 1 s";

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequirementError {
    #[error("read the requirement `{text}`: it has no <=, <, >= or > (forms: {FORMS})")]
    NoComparison { text: String },
    #[error(
        "read the requirement `{text}`: `{measure}` is not pNN, mean, median, max, errors or throughput (forms: {FORMS})"
    )]
    Measure { text: String, measure: String },
    #[error(
        "read the requirement `{text}`: only errors can be == 0; everything else is at most (<=) or at least (>=)"
    )]
    Equal { text: String },
    #[error("read the requirement `{text}`: a percentile is above 0 and below 100; for all requests use max")]
    Percentile { text: String },
    #[error("read the requirement `{text}`: {measure} is limited from {side}")]
    Direction { text: String, measure: &'static str, side: &'static str },
    #[error("read the requirement `{text}`: `{limit}` is not {expected} (forms: {FORMS})")]
    Limit { text: String, limit: String, expected: &'static str },
    #[error("read the requirement `{text}`: nothing is less than 0 %; if no request may fail: errors <= 0 %")]
    Impossible { text: String },
    #[error("read the requirement `{text}`: the transaction is written in quotes, p95 of \"Login\" <= 1 s")]
    Scope { text: String },
}

impl Requirement {
    /// It limits failures, of all requests or of a transaction.
    pub fn is_of_errors(&self) -> bool {
        self.measure == RequirementMetric::Errors
    }

    pub(crate) fn is_of_time(&self) -> bool {
        matches!(
            self.measure,
            RequirementMetric::Percentile(_) | RequirementMetric::Mean | RequirementMetric::Max
        )
    }

    pub fn parse(text: &str) -> Result<Requirement, RequirementError> {
        let owned = || text.to_owned();
        let (left, comparison, right) =
            split(text).ok_or_else(|| RequirementError::NoComparison { text: owned() })?;
        let (measure, transaction) = scope(left).ok_or_else(|| RequirementError::Scope { text: owned() })?;
        let understood = word(measure)
            .ok_or_else(|| RequirementError::Measure { text: owned(), measure: measure.to_owned() })?;
        // At least 99 % successes are at most 1 % errors.
        let turned;
        let (measure, comparison, right) = match understood {
            Word::Measure(measure) => (measure, comparison, right),
            Word::PerSecond => {
                turned = if number(right).is_some() { format!("{right}/s") } else { right.to_owned() };
                (RequirementMetric::Throughput, comparison, turned.as_str())
            }
            Word::Success => {
                let limit = || RequirementError::Limit {
                    text: owned(),
                    limit: right.to_owned(),
                    expected: "a share (99 %)",
                };
                let least = percent(right).ok_or_else(limit)?;
                let comparison = match comparison {
                    Relation::Greater => Relation::Less,
                    Relation::GreaterOrEqual => Relation::LessOrEqual,
                    other if least == 100.0 => other,
                    _ => {
                        let (measure, side) = ("the share of successes", "below (>= or >)");
                        return Err(RequirementError::Direction { text: owned(), measure, side });
                    }
                };
                turned = format!("{} %", ((100.0 - least) * 1e9).round() / 1e9);
                (RequirementMetric::Errors, comparison, turned.as_str())
            }
        };
        let is_none = measure == RequirementMetric::Errors
            && matches!(percent(right).or_else(|| number(right)), Some(0.0));
        let (comparison, right) = match comparison {
            Relation::Equal if is_none => (Relation::LessOrEqual, "0 %"),
            Relation::Equal => return Err(RequirementError::Equal { text: owned() }),
            Relation::LessOrEqual if is_none => (comparison, "0 %"),
            other => (other, right),
        };
        if let RequirementMetric::Percentile(percent) = measure
            && !(percent > 0.0 && percent < 100.0)
        {
            return Err(RequirementError::Percentile { text: owned() });
        }
        let from_below = matches!(comparison, Relation::Greater | Relation::GreaterOrEqual);
        if from_below != (measure == RequirementMetric::Throughput) {
            let side = if from_below { "above (<= or <)" } else { "below (>= or >)" };
            return Err(RequirementError::Direction { text: owned(), measure: measure.noun(), side });
        }
        let (limit, expected) = match measure {
            RequirementMetric::Percentile(_) | RequirementMetric::Mean | RequirementMetric::Max => {
                (time_us(right), "a time with its unit (us, ms, s, min): 500 ms")
            }
            RequirementMetric::Errors => (percent(right), "a share (1 %); 0.01 of all is 1 %"),
            RequirementMetric::Throughput => (rate_per_s(right), "a rate (100/s, 6000/min, 360000/h)"),
        };
        let limit = limit.ok_or_else(|| RequirementError::Limit {
            text: owned(),
            limit: right.to_owned(),
            expected,
        })?;
        if measure == RequirementMetric::Errors && comparison == Relation::Less && limit == 0.0 {
            return Err(RequirementError::Impossible { text: owned() });
        }
        Ok(Requirement { measure, comparison, limit, transaction })
    }

    /// The share of requests (0 to 1) that may be over a percentile's limit: 0.05 for p95.
    pub fn allowed_share(&self) -> Option<f64> {
        match self.measure {
            // Rounded, for 100 − 99.9 is not 0.1 in binary.
            RequirementMetric::Percentile(percent) => Some(((100.0 - percent) * 1e9).round() / 1e11),
            RequirementMetric::Errors => Some(self.limit / 100.0),
            _ => None,
        }
    }
}

impl RequirementMetric {
    fn noun(self) -> &'static str {
        match self {
            RequirementMetric::Percentile(_) => "a percentile",
            RequirementMetric::Mean => "the mean",
            RequirementMetric::Max => "the maximum",
            RequirementMetric::Errors => "the share of errors",
            RequirementMetric::Throughput => "throughput",
        }
    }
}

/// Left side, comparison, right side; quotes may hold a comparison sign.
fn split(text: &str) -> Option<(&str, Relation, &str)> {
    let after_quotes = text.rfind('"').map_or(0, |at| at + 1);
    SIGNS.iter().find_map(|(sign, comparison)| {
        let at = after_quotes + text[after_quotes..].find(sign)?;
        Some((text[..at].trim(), *comparison, text[at + sign.len()..].trim()))
    })
}

/// `p95 of "Login"` → `p95` and `Login`; `None` when the quotes are missing.
fn scope(left: &str) -> Option<(&str, Option<String>)> {
    // Words for a measure may have several words themselves.
    if word(left).is_some() {
        return Some((left, None));
    }
    let Some((measure, name)) = left.split_once(" of ").or_else(|| left.split_once(" for ")) else {
        return (!left.contains('"')).then_some((left, None));
    };
    let name = name.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!name.is_empty()).then(|| (measure.trim(), Some(name.to_owned())))
}

pub(super) fn number(text: &str) -> Option<f64> {
    let digits_only = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    digits_only.then(|| text.parse().ok()).flatten()
}

fn time_us(text: &str) -> Option<f64> {
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let factor = unit_us(text[at..].trim())?;
    // Rounded to whole microseconds: 2.3 ms is 2,299.9999… in binary.
    number(text[..at].trim()).map(|value| (value * factor).round()).filter(|us| *us >= 1.0)
}

fn percent(text: &str) -> Option<f64> {
    number(text.strip_suffix('%')?.trim()).filter(|percent| *percent <= 100.0)
}

fn rate_per_s(text: &str) -> Option<f64> {
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let seconds = rate_unit_s(&text[at..])?;
    number(text[..at].trim()).map(|value| value / seconds)
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.measure {
            RequirementMetric::Percentile(percent) => write!(f, "p{percent}")?,
            RequirementMetric::Mean => f.write_str("mean")?,
            RequirementMetric::Max => f.write_str("max")?,
            RequirementMetric::Errors => f.write_str("errors")?,
            RequirementMetric::Throughput => f.write_str("throughput")?,
        }
        if let Some(name) = &self.transaction {
            write!(f, " of \"{name}\"")?;
        }
        let limit = self.limit;
        write!(f, " {} ", self.comparison)?;
        match self.measure {
            RequirementMetric::Errors => write!(f, "{limit} %"),
            RequirementMetric::Throughput => {
                let (limit, unit) = in_its_unit(limit);
                write!(f, "{limit}/{unit}")
            }
            _ if limit >= 1e6 => write!(f, "{} s", limit / 1e6),
            _ if limit >= 1e3 => write!(f, "{} ms", limit / 1e3),
            _ => write!(f, "{limit} us"),
        }
    }
}

/// A rate in the unit in which it has few digits: `11000/h` is 3.0555…/s.
fn in_its_unit(per_s: f64) -> (f64, &'static str) {
    let units = [(1.0, "s"), (60.0, "min"), (3_600.0, "h")];
    let written = units.map(|(seconds, unit)| ((per_s * seconds * 1e3).round() / 1e3, seconds, unit));
    let short = written.into_iter().find(|(rate, seconds, _)| rate / seconds == per_s);
    short.map_or((per_s, "s"), |(rate, _, unit)| (rate, unit))
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Equal => "==",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parsed, written again, and parsed again to the same.
    fn check(text: &str, limit: f64, written: &str) {
        let requirement = Requirement::parse(text).unwrap_or_else(|e| panic!("failed to {e}"));
        assert_eq!(requirement.limit, limit, "{text}");
        assert_eq!(requirement.to_string(), written);
        assert_eq!(Requirement::parse(written), Ok(requirement));
    }

    #[test]
    fn every_form_is_read_and_given_back() {
        check("p95 <= 2.5 s", 2_500_000.0, "p95 <= 2.5 s");
        check("p99.9 < 500 ms", 500_000.0, "p99.9 < 500 ms");
        check("P50≤2.3ms", 2_300.0, "p50 <= 2.3 ms");
        check("mean <= 200 ms", 200_000.0, "mean <= 200 ms");
        check("max < 5 s", 5_000_000.0, "max < 5 s");
        check("max < 2 min", 120_000_000.0, "max < 120 s");
        check("errors < 1 %", 1.0, "errors < 1 %");
        check("errors <= 0%", 0.0, "errors <= 0 %");
        check("throughput >= 100/s", 100.0, "throughput >= 100/s");
        for (text, limit, written) in [
            ("median < 300 ms", 300_000.0, "p50 < 300 ms"),
            ("avg <= 1 second", 1e6, "mean <= 1 s"),
            ("p(95)<500ms", 500_000.0, "p95 < 500 ms"),
            ("p(99.9) below 2 seconds", 2e6, "p99.9 < 2 s"),
            ("95th percentile <= 1 s", 1e6, "p95 <= 1 s"),
            ("http_req_duration p(90) < 400ms", 400_000.0, "p90 < 400 ms"),
            ("average response time at most 200 ms", 200_000.0, "mean <= 200 ms"),
            ("pct95ResTime <= 1 s", 1e6, "p95 <= 1 s"),
            ("errors == 0", 0.0, "errors <= 0 %"),
            ("errors = 0 %", 0.0, "errors <= 0 %"),
            ("failures <= 0", 0.0, "errors <= 0 %"),
            ("error rate < 1 %", 1.0, "errors < 1 %"),
            ("http_req_failed < 1%", 1.0, "errors < 1 %"),
            ("success rate >= 99.9 %", 0.1, "errors <= 0.1 %"),
            ("checks == 100 %", 0.0, "errors <= 0 %"),
            ("rps >= 250", 250.0, "throughput >= 250/s"),
            ("throughput >= 100 req/s", 100.0, "throughput >= 100/s"),
            ("throughput at least 6000 per minute", 100.0, "throughput >= 100/s"),
            ("median of \"Log in\" < 1 s", 1e6, "p50 of \"Log in\" < 1 s"),
            ("p(95) for \"Log in\" < 1 s", 1e6, "p95 of \"Log in\" < 1 s"),
        ] {
            check(text, limit, written);
        }
        check("throughput > 11000/h", 11_000.0 / 3_600.0, "throughput > 11000/h");
        check("p95 of \"Login <b> >= 1\" <= 1 s", 1_000_000.0, "p95 of \"Login <b> >= 1\" <= 1 s");
    }

    #[test]
    fn what_is_not_a_requirement_is_refused_with_a_hint() {
        for (text, hint) in [
            ("", "forms:"),
            ("p95 2.5 s", "no <="),
            ("p95 <= 2.5", "a time"),
            ("p95 <= 2.5 h", "a time"),
            ("p95 <= 0 s", "a time"),
            ("p100 <= 1 s", "use max"),
            ("p0 <= 1 s", "use max"),
            ("pNaN <= 1 s", "not pNN"),
            ("p1e1 <= 1 s", "not pNN"),
            ("speed <= 1 s", "not pNN"),
            ("p95 >= 1 s", "from above"),
            ("throughput <= 5/s", "from below"),
            ("throughput >= 5", "a rate"),
            ("errors < 1", "a share"),
            ("errors < 0.01", "0.01 of all is 1 %"),
            ("errors == 1 %", "only errors can be == 0"),
            ("p95 == 1 s", "only errors can be == 0"),
            ("p95 < 500", "500 ms"),
            ("success >= 99", "a share"),
            ("success <= 99 %", "limited from below"),
            ("min <= 1 s", "not pNN"),
            ("rps >= many", "a rate"),
            ("errors < 101 %", "a share"),
            ("errors < 0 %", "errors <= 0 %"),
            ("p95 of Login <= 1 s", "in quotes"),
            ("p95 of \"\" <= 1 s", "in quotes"),
        ] {
            let error = Requirement::parse(text).expect_err(text).to_string();
            assert!(error.contains(hint), "{text}: {error}");
        }
    }

    /// Whatever is written, there is an answer; and what is read comes back the same.
    #[test]
    fn nothing_written_makes_a_panic() {
        let mutations =
            ["", " ", "p", "9", ".", "<", ">=", "≤", "\"", " of \"x\" ", "µs", "ms", "%", "/h", "é", "0"];
        let mut random = fastrand::Rng::with_seed(1);
        let forms: Vec<&str> = FORMS.split(" | ").collect();
        let mut read = 0;
        for _ in 0..50_000 {
            let mut text: Vec<char> = forms[random.usize(..forms.len())].chars().collect();
            for _ in 0..random.usize(0..4) {
                let from = random.usize(0..=text.len());
                let to = (from + random.usize(0..3)).min(text.len());
                text.splice(from..to, mutations[random.usize(..mutations.len())].chars());
            }
            let text: String = text.into_iter().collect();
            if let Ok(requirement) = Requirement::parse(&text) {
                read += 1;
                assert_eq!(Requirement::parse(&requirement.to_string()), Ok(requirement), "{text}");
            }
        }
        assert!(read > 10_000, "{read} were requirements");
    }

    #[test]
    fn the_allowed_share_is_exact() {
        let share = |text: &str| Requirement::parse(text).expect(text).allowed_share();
        assert_eq!(share("p95 <= 1 s"), Some(0.05));
        assert_eq!(share("p99.9 <= 1 s"), Some(0.001));
        assert_eq!(share("errors < 1 %"), Some(0.01));
        assert_eq!(share("mean < 1 s"), None);
    }
}
