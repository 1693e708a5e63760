//! Columns of response times in tables, by their names: `p95_ms`, `95th percentile (s)`, `p(99)`, JMeter's `90% Line`,
//! `median_latency_us`, `avg_ms`.

/// What of the response times a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeFigure {
    Mean,
    /// 50 for a median, 100 for the longest.
    Percentile(f64),
}

/// A response time of more than a year is none.
const LONGEST_US: f64 = 365.0 * 86_400.0 * 1e6;

#[derive(Clone, Debug, PartialEq)]
pub struct TimeColumn {
    pub place: usize,
    pub figure: TimeFigure,
    /// Microseconds of its unit; `None`: each cell has its own.
    unit_us: Option<f64>,
}

/// Words that a name may have besides the figure.
const OF_TIMES: [&str; 23] = [
    "latency",
    "lat",
    "response",
    "resp",
    "time",
    "times",
    "rt",
    "line",
    "percentile",
    "perc",
    "pct",
    "duration",
    "elapsed",
    "http",
    "req",
    "request",
    "requests",
    "of",
    "the",
    "antwortzeit",
    "antwortzeiten",
    "svartid",
    "svartider",
];

/// Of them those that only times have: `p95_req_s` is a rate.
const TIMES_ALONE: [&str; 7] = ["latency", "lat", "time", "times", "rt", "duration", "elapsed"];

const UNITS: [(&[&str], f64); 3] = [
    (&["ms", "msec", "millis", "milliseconds"], 1e3),
    (&["us", "µs", "μs", "usec", "microseconds"], 1.0),
    (&["s", "sec", "secs", "seconds"], 1e6),
];

/// Those of a header; of the cells of a column without a unit each must have its own (`160ms`).
pub fn time_columns<'a>(
    header: impl IntoIterator<Item = &'a str>,
    cells: &dyn Fn(usize) -> Vec<&'a str>,
) -> Vec<TimeColumn> {
    let names: Vec<&str> = header.into_iter().collect();
    // JMeter's aggregate report has milliseconds, in `Average` and `Max` too.
    let is_of_jmeter = names.iter().any(|name| name.ends_with("% line"));
    let mut found: Vec<TimeColumn> = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let Some((figure, unit_us)) = figure(name) else { continue };
        let unit_us = unit_us.or(is_of_jmeter.then_some(1e3));
        let cells = cells(place);
        let filled = || cells.iter().filter(|text| !is_empty(text));
        let have_units = || filled().count() > 0 && filled().all(|text| time_and_unit_us(text).is_some());
        if (unit_us.is_some() || have_units()) && found.iter().all(|other| other.figure != figure) {
            found.push(TimeColumn { place, figure, unit_us });
        }
    }
    // What is the longest alone may be a setting, such as a limit.
    let is_percentile = |column: &TimeColumn| matches!(column.figure, TimeFigure::Percentile(p) if p < 100.0);
    if !found.iter().any(is_percentile) {
        found.retain(|column| column.figure != LONGEST);
    }
    found
}

const LONGEST: TimeFigure = TimeFigure::Percentile(100.0);

fn is_empty(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "" | "-" | "n/a" | "na" | "nan" | "null" | "none")
}

/// What a column's name says, and its unit.
fn figure(name: &str) -> Option<(TimeFigure, Option<f64>)> {
    let name = fraction_of_percentile(&name.to_lowercase());
    let words: Vec<&str> = name
        .split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '%'))
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
        .collect();
    let has = |words_of: &[&str]| words.iter().any(|word| words_of.contains(word));
    let says_percentile = has(&["percentile", "perc", "pct", "line", "latency", "lat", "rt"]);
    let (mut figure, mut unit_us, mut p) = (None, None, false);
    for word in &words {
        let after_p = std::mem::replace(&mut p, *word == "p");
        if p || OF_TIMES.contains(word) {
            continue;
        }
        if let Some((_, us)) = UNITS.iter().find(|(names, _)| names.contains(word)) {
            unit_us = Some(*us);
            continue;
        }
        // `p95ms`
        let (word, unit) = match word.strip_prefix('p').and_then(|_| word.strip_suffix("ms")) {
            Some(percentile) => (percentile, Some(1e3)),
            None => (*word, None),
        };
        unit_us = unit_us.or(unit);
        let of_word = of_word(word, says_percentile || after_p)?;
        if figure.replace(of_word).is_some() {
            return None;
        }
    }
    // `max_duration_s` is a setting, `max_req_s` a rate.
    let is_setting = figure == Some(LONGEST) && has(&["duration", "elapsed"]);
    let is_rate = has(&["req", "request", "requests"]) && unit_us == Some(1e6) && !has(&TIMES_ALONE);
    if is_setting || is_rate {
        return None;
    }
    Some((figure?, unit_us))
}

/// `p99_9` is p99.9.
fn fraction_of_percentile(name: &str) -> String {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut words: Vec<String> = Vec::new();
    for word in name.split('_') {
        match words.last_mut() {
            Some(last) if last.strip_prefix('p').is_some_and(digits) && digits(word) => {
                last.push('.');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words.join("_")
}

/// `p95`, `95th`, `median`; a bare number (`95`, `95%`) only where something else says that it is a percentile.
fn of_word(word: &str, may_be_bare: bool) -> Option<TimeFigure> {
    match word {
        "avg" | "average" | "mean" => return Some(TimeFigure::Mean),
        "median" | "med" => return Some(TimeFigure::Percentile(50.0)),
        "max" | "maximum" | "longest" => return Some(LONGEST),
        _ => {}
    }
    let percent = |text: &str| text.parse::<f64>().ok().filter(|percent| *percent > 0.0 && *percent <= 100.0);
    let marked = ["perc", "pct", "p"].iter().find_map(|begin| percent(word.strip_prefix(begin)?));
    let ordinal = || ["th", "st", "nd", "rd", "%ile"].iter().find_map(|end| percent(word.strip_suffix(end)?));
    let bare = || percent(word.trim_end_matches('%')).filter(|_| may_be_bare);
    // `1st` and `2` count something else.
    let written = || ordinal().or_else(bare).filter(|percent| *percent >= BARE_MIN);
    marked.or_else(written).map(TimeFigure::Percentile)
}

/// The lowest percentile that is known by an ordinal or a number alone.
const BARE_MIN: f64 = 50.0;

impl TimeColumn {
    /// Of a cell, in microseconds, and to how many of them it is rounded; `None`: it is empty.
    pub fn value_us(&self, text: &str) -> Result<Option<(f64, f64)>, String> {
        if is_empty(text) {
            return Ok(None);
        }
        let plain = || text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
        let written = match self.unit_us {
            Some(unit) => plain().map(|number| (number * unit, unit)).or_else(|| time_and_unit_us(text)),
            None => time_and_unit_us(text),
        };
        let written = written.filter(|(us, _)| *us < LONGEST_US);
        let (us, unit) = written.ok_or_else(|| format!("{text:?} is not a time"))?;
        let digits =
            text.split_once('.').map_or(0, |(_, rest)| rest.bytes().take_while(u8::is_ascii_digit).count());
        Ok(Some((us, unit / 10f64.powi(digits as i32))))
    }
}

/// `287ms`, `1.06s`, `12 us` in microseconds, and its unit; `None`: no time with a unit.
pub fn time_and_unit_us(text: &str) -> Option<(f64, f64)> {
    let text = text.trim();
    let units = [("ms", 1e3), ("us", 1.0), ("µs", 1.0), ("s", 1e6)];
    let (number, unit) = units.iter().find_map(|(name, us)| Some((text.strip_suffix(name)?, us)))?;
    let number: f64 = number.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some((number * unit, *unit))
}

/// The times of a row, as its columns have them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimesOfRow {
    pub mean_us: Option<f64>,
    /// Percents, and microseconds.
    pub percentiles: Vec<(f64, f64)>,
    /// To how many microseconds the coarsest of those but the longest is rounded.
    pub resolution_us: f64,
}

impl TimesOfRow {
    /// `cell` is what stands in a column, and `column` names it in problems.
    pub fn of<'a>(
        columns: &[TimeColumn],
        cell: &dyn Fn(usize) -> &'a str,
        column: &dyn Fn(usize) -> String,
        problems: &mut Vec<String>,
    ) -> TimesOfRow {
        let mut times = TimesOfRow::default();
        for known in columns {
            match (known.value_us(cell(known.place)), known.figure) {
                (Ok(None), _) => {}
                (Ok(Some((us, _))), TimeFigure::Mean) => times.mean_us = Some(us),
                (Ok(Some((us, rounded_us))), TimeFigure::Percentile(percent)) => {
                    times.percentiles.push((percent, us));
                    // `2.1s` is far longer than the others.
                    if known.figure != LONGEST {
                        times.resolution_us = times.resolution_us.max(rounded_us);
                    }
                }
                (Err(problem), _) => problems.push(format!("{}: {problem}", column(known.place))),
            }
        }
        times.percentiles.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let Some(pair) = times.percentiles.windows(2).find(|pair| pair[0].1 > pair[1].1) {
            let [(lower, _), (higher, _)] = [pair[0], pair[1]];
            let place = columns.iter().find(|known| known.figure == TimeFigure::Percentile(higher));
            let place = place.map_or(0, |known| known.place);
            problems
                .push(format!("{}: p{higher} is less than p{lower}: no percentile is taken", column(place)));
            times.percentiles.clear();
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_times_are_known_by_their_names() {
        use TimeFigure::{Mean, Percentile};
        let cases = [
            ("p95_ms", Some((Percentile(95.0), Some(1e3)))),
            ("P99.9 (ms)", Some((Percentile(99.9), Some(1e3)))),
            ("p(95)_ms", Some((Percentile(95.0), Some(1e3)))),
            ("95th percentile (s)", Some((Percentile(95.0), Some(1e6)))),
            ("99th Percentile Response Time (ms)", Some((Percentile(99.0), Some(1e3)))),
            ("95th Percentile of Response Time (ms)", Some((Percentile(95.0), Some(1e3)))),
            ("http_req_duration_p95_s", Some((Percentile(95.0), Some(1e6)))),
            ("p95_req_s", None),
            ("max_duration_s", None),
            ("p95ms", Some((Percentile(95.0), Some(1e3)))),
            ("lat_95_ms", Some((Percentile(95.0), Some(1e3)))),
            ("med_ms", Some((Percentile(50.0), Some(1e3)))),
            ("90% Line", Some((Percentile(90.0), None))),
            ("p99_9_ms", Some((Percentile(99.9), Some(1e3)))),
            ("99%ile_ms", Some((Percentile(99.0), Some(1e3)))),
            ("Antwortzeit p95 (ms)", Some((Percentile(95.0), Some(1e3)))),
            ("1st_request_ms", None),
            ("line 2", None),
            ("latency_p99_us", Some((Percentile(99.0), Some(1.0)))),
            ("pct95_ms", Some((Percentile(95.0), Some(1e3)))),
            ("median_ms", Some((Percentile(50.0), Some(1e3)))),
            ("max_latency_ms", Some((Percentile(100.0), Some(1e3)))),
            ("avg_ms", Some((Mean, Some(1e3)))),
            ("p95", Some((Percentile(95.0), None))),
            // Percentiles of percentiles, parts, and what is no time.
            ("p95_avg", None),
            ("p95_max", None),
            ("cpu_pct", None),
            ("95%", None),
            ("db_p95_ms", None),
            ("pods", None),
            ("time_s", None),
            ("p0_ms", None),
        ];
        for (name, expected) in cases {
            assert_eq!(figure(name), expected, "{name}");
        }
    }

    #[test]
    fn a_column_without_a_unit_needs_cells_with_one() {
        let found = |cells: Vec<&'static str>| time_columns(["users", "p95"], &|_| cells.clone()).len();
        assert_eq!(found(vec!["160ms", "", "1.06s"]), 1);
        assert_eq!(found(vec!["160", "1.06s"]), 0);
        assert_eq!(found(vec![""]), 0);
        assert_eq!(found(vec!["n/a", "150ms"]), 1);
    }

    #[test]
    fn jmeters_aggregate_report_has_milliseconds_and_a_longest_time_alone_is_a_setting() {
        let none = |_: usize| Vec::new();
        let found = time_columns(["# samples", "average", "median", "90% line", "max", "error %"], &none);
        let figures: Vec<TimeFigure> = found.iter().map(|column| column.figure).collect();
        let expected =
            [TimeFigure::Mean, TimeFigure::Percentile(50.0), TimeFigure::Percentile(90.0), LONGEST];
        assert_eq!(figures, expected);
        assert!(found.iter().all(|column| column.unit_us == Some(1e3)));
        assert_eq!(time_columns(["users", "max_response_time_ms", "rps"], &none), []);
    }

    #[test]
    fn percentiles_that_fall_are_no_percentiles() {
        let columns = time_columns(["p95_ms", "p99_ms"], &|_| Vec::new());
        let (mut problems, name) =
            (Vec::new(), |place: usize| format!("line 2: {}", ["p95_ms", "p99_ms"][place]));
        let found = TimesOfRow::of(&columns, &|place| ["300", "20"][place], &name, &mut problems);
        assert_eq!(found.percentiles, []);
        assert_eq!(problems, ["line 2: p99_ms: p99 is less than p95: no percentile is taken"]);
    }

    #[test]
    fn cells_say_how_they_are_rounded() {
        let column = |unit_us| TimeColumn { place: 0, figure: TimeFigure::Mean, unit_us };
        assert_eq!(column(Some(1e3)).value_us("160"), Ok(Some((160e3, 1e3))));
        assert_eq!(column(Some(1e6)).value_us("0.25"), Ok(Some((0.25e6, 1e4))));
        assert_eq!(column(None).value_us("1.06s"), Ok(Some((1.06e6, 1e4))));
        assert_eq!(column(Some(1e3)).value_us("-"), Ok(None));
        assert!(column(Some(1e3)).value_us("soon").is_err());
        assert!(column(Some(1e3)).value_us("-1").is_err());
    }
}
