//! Columns and cells of response times, and of rates, that several tables have.

use crate::document::{Cell, CellKind, ColumnSet};
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::ResponseTimes;
use plimsoll_run::TimeResolution;

/// One unit and one number of decimals for all response times of a table, so that columns can be compared.
pub struct TimeUnit {
    divisor: f64,
    decimals: usize,
    /// Of single values and percentiles: of times in whole milliseconds they are whole, too.
    whole_decimals: usize,
    pub name: &'static str,
}

impl TimeUnit {
    fn new(divisor: f64, decimals: usize, name: &'static str) -> TimeUnit {
        TimeUnit { divisor, decimals, whole_decimals: decimals, name }
    }

    /// Of the steps of a run, as finely as its times were written down.
    pub fn of_run<'a>(run: &RunAnalysis, times: impl Iterator<Item = &'a ResponseTimes> + Clone) -> TimeUnit {
        let unit = TimeUnit::of(times);
        let resolution = run.header.generator.imported().and_then(|by| by.resolution);
        match resolution {
            Some(TimeResolution::Milliseconds) if unit.divisor > 1.0 => {
                TimeUnit { whole_decimals: 0, ..unit }
            }
            _ => unit,
        }
    }

    pub fn of<'a>(times: impl Iterator<Item = &'a ResponseTimes> + Clone) -> TimeUnit {
        let smallest = times.clone().filter_map(|t| t.p50_us).min().unwrap_or(0) as f64;
        let largest = times.filter_map(|t| t.p99_us).max().unwrap_or(0) as f64;
        match (smallest, largest) {
            (_, largest) if largest < 1_000.0 => TimeUnit::new(1.0, 0, "µs"),
            (smallest, _) if smallest < 10_000.0 => TimeUnit::new(1e3, 2, "ms"),
            (smallest, _) if smallest < 100_000.0 => TimeUnit::new(1e3, 1, "ms"),
            _ => TimeUnit::new(1e3, 0, "ms"),
        }
    }

    /// The unit of single values.
    pub fn of_us(values: impl Iterator<Item = u64>) -> TimeUnit {
        match values.max().unwrap_or(0) {
            0..1_000 => TimeUnit::new(1.0, 0, "µs"),
            1_000..1_000_000 => TimeUnit::new(1e3, 1, "ms"),
            _ => TimeUnit::new(1e3, 0, "ms"),
        }
    }

    pub fn cell(&self, words: &Words, us: Option<f64>) -> Cell {
        Cell::maybe(us, |us| words.fixed(us / self.divisor, self.decimals))
    }

    /// With three digits: what is compared differs by more.
    pub fn short(&self, words: &Words, us: Option<f64>) -> Cell {
        Cell::maybe(us, |us| {
            let value = us / self.divisor;
            if value >= 100.0 { words.fixed(value, 0) } else { words.significant(value, 3) }
        })
    }

    /// What a request took on average, where only a lower bound was measured.
    pub fn with_in_flight(&self, words: &Words, mean_us: Option<f64>) -> Option<String> {
        mean_us.map(|us| words.say("label-mean-in-flight", args![mean = self.cell(words, Some(us)).text]))
    }

    pub fn whole(&self, words: &Words, us: Option<u64>) -> Cell {
        let text = |us: f64| words.fixed(us / self.divisor, self.whole_decimals);
        Cell { values: vec![us.into()], ..Cell::maybe(us.map(|us| us as f64), text) }
    }
}

pub fn rate(words: &Words, per_s: f64) -> Cell {
    Cell::of(words.rate(per_s), per_s)
}

/// A row of a table that has columns of times.
pub trait TimesRow {
    /// The times that it shows.
    fn line(&self) -> TimesOf<'_>;

    /// What a request took on average, those too that were under way when the window ended: then the times that are shown
    /// are lower bounds.
    fn in_flight_us(&self) -> Option<f64>;

    /// Under the mean.
    fn note(&self, _words: &Words, _unit: &TimeUnit) -> Option<String> {
        None
    }
}

/// With columns for which times (where a table shows both), then mean, p50, p95, p98, p99, max.
pub fn with_times<'f, R: TimesRow + 'f>(
    set: ColumnSet<'f, R>,
    words: &'f Words,
    unit: &'f TimeUnit,
    both: bool,
) -> ColumnSet<'f, R> {
    let group =
        words.say(if both { "label-times-in" } else { "label-response-time-in" }, args![unit = unit.name]);
    let lower = move |row: &R, cell: Cell| match row.in_flight_us() {
        Some(_) => cell.at_least(words),
        None => cell,
    };
    let mean = move |row: &R| lower(row, unit.cell(words, row.line().1.mean_us)).noted(row.note(words, unit));
    let mut set = set;
    if both {
        let which = move |row: &R| match row.line().0 {
            true => Cell::of(words.text("label-service"), "service"),
            false => Cell::of(words.text("label-response"), "response"),
        };
        set = set.column(CellKind::Text, words.text("label-times-of"), &["time"], which);
    }
    set = set.within(&group, CellKind::Number, words.text("label-mean"), &["mean_us"], mean);
    type Figure = fn(&ResponseTimes) -> Option<u64>;
    let figures: [(String, &str, Figure); 5] = [
        ("p50".to_owned(), "p50_us", |times| times.p50_us),
        ("p95".to_owned(), "p95_us", |times| times.p95_us),
        ("p98".to_owned(), "p98_us", |times| times.p98_us),
        ("p99".to_owned(), "p99_us", |times| times.p99_us),
        (words.text("label-max"), "max_us", |times| times.max_us),
    ];
    for (head, name, figure) in figures {
        let cell = move |row: &R| lower(row, unit.whole(words, figure(row.line().1)));
        set = set.within(&group, CellKind::Number, head, &[name], cell);
    }
    set
}

/// Whether they are service times, and the times.
pub type TimesOf<'a> = (bool, &'a ResponseTimes);

/// Response times, and where a table shows both the service times under them, the same or not.
pub fn lines<'a>(
    response: &'a ResponseTimes,
    service: Option<&'a ResponseTimes>,
    both: bool,
) -> Vec<TimesOf<'a>> {
    let mut lines = vec![(false, response)];
    if both {
        lines.push((true, service.unwrap_or(response)));
    }
    lines
}
