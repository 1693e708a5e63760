//! Values of watched series, as detectors ask for them: by metric, source and attributes, in seconds of the run.

use super::panel::Shape;
use super::shape::{sum, values};
use plimsoll_run::metric::{self, ANALYSED, DERIVED};
use plimsoll_run::{Series, SeriesPoints, ServerSecond, Source};
use serde::Serialize;
use std::collections::BTreeSet;

/// The points and requests of a run, which are too many to be part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observations {
    pub points: Vec<SeriesPoints>,
    pub requests: Vec<ServerSecond>,
    /// Of metrics that nothing looks at but a reader.
    pub others: Vec<SeriesPoints>,
    /// Points are means over so many seconds, as the readings are too many.
    pub averaged_over_s: Option<u32>,
}

/// Moments in seconds of the run, ascending, and values.
pub(crate) type Values = Vec<(f64, f64)>;

#[derive(Clone, Copy)]
pub(crate) struct Readings<'a> {
    all: &'a [SeriesPoints],
}

impl<'a> Readings<'a> {
    pub fn of(observed: &'a Observations) -> Readings<'a> {
        Readings { all: &observed.points }
    }

    /// One of [`plimsoll_run::metric::ANALYSED`]: the points of others are not read from the run file.
    pub fn metric(self, metric: &str) -> impl Iterator<Item = &'a SeriesPoints> + use<'a, '_> {
        // What a kind of pool does not report has an empty name.
        debug_assert!(
            metric.is_empty() || ANALYSED.contains(&metric) || DERIVED.contains(&metric),
            "{metric} is not in `plimsoll_run::metric::ANALYSED`"
        );
        self.all.iter().filter(move |series| series.series.metric == metric)
    }

    /// Whose series of any of these metrics are there, in order.
    pub fn sources(self, metrics: &[&str]) -> Vec<&'a Source> {
        let of_metrics = self.all.iter().filter(|s| metrics.contains(&s.series.metric.as_ref()));
        let sources: BTreeSet<&Source> = of_metrics.map(|s| &s.series.source).collect();
        sources.into_iter().collect()
    }

    /// What a source publishes: its metrics, and the routes that it serves.
    pub fn published_by(self, source: &Source) -> BTreeSet<(&'a str, &'a str)> {
        let own = self.all.iter().filter(|s| s.series.source == *source);
        own.map(|s| (s.series.metric.as_ref(), attribute(&s.series, metric::attribute::HTTP_ROUTE))).collect()
    }

    /// The series of a source that fit, added up; empty when there is none.
    pub fn total(
        self,
        source: &Source,
        metric: &str,
        fits: impl Fn(&Series) -> bool,
        shape: Shape,
    ) -> Values {
        let found = self.metric(metric).filter(|s| s.series.source == *source && fits(&s.series));
        let lines: Vec<Values> = found.map(|s| values(s, shape)).filter(|v| !v.is_empty()).collect();
        sum(lines)
    }

    /// States of the series with this attribute (an empty name: of all), added up.
    pub fn state(self, source: &Source, metric: &str, attribute: (&str, &str)) -> Values {
        self.total(source, metric, |series| has(series, attribute), Shape::State(1.0))
    }

    /// Growth per second of the same.
    pub fn growth(self, source: &Source, metric: &str, attribute: (&str, &str)) -> Values {
        self.total(source, metric, |series| has(series, attribute), Shape::Growth(1.0))
    }
}

pub(crate) fn attribute<'a>(series: &'a Series, name: &str) -> &'a str {
    series.attributes.get(name).map_or("", String::as_str)
}

fn has(series: &Series, (name, value): (&str, &str)) -> bool {
    name.is_empty() || attribute(series, name) == value
}

/// The values from `from_s` up to `to_s`, the end left out.
pub(crate) fn inside(values: &[(f64, f64)], from_s: f64, to_s: f64) -> &[(f64, f64)] {
    let first = values.partition_point(|(at, _)| *at < from_s);
    let end = values.partition_point(|(at, _)| *at < to_s);
    values.get(first..end).unwrap_or_default()
}

/// Fewer readings than this say nothing of a step.
pub(crate) const READINGS_MIN: usize = 3;

/// Readings of one step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadingSummary {
    pub mean: f64,
    pub max: f64,
    pub n: u64,
}

/// `None`: there are too few from the first moment up to the second.
pub(crate) fn summary(values: &[(f64, f64)], (from_s, to_s): (f64, f64)) -> Option<ReadingSummary> {
    let within = inside(values, from_s, to_s);
    let enough = within.len() >= READINGS_MIN;
    enough.then_some(ReadingSummary { mean: mean(within)?, max: max(within)?, n: within.len() as u64 })
}

/// `None` without values.
pub(crate) fn mean(values: &[(f64, f64)]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().map(|(_, v)| v).sum::<f64>() / values.len() as f64)
}

pub(crate) fn max(values: &[(f64, f64)]) -> Option<f64> {
    values.iter().map(|(_, v)| *v).reduce(f64::max)
}

pub(crate) fn median(values: &[(f64, f64)]) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().map(|(_, v)| *v).collect();
    let middle = sorted.len() / 2;
    (!sorted.is_empty()).then(|| *sorted.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// Several lines as one: their sum.
pub(crate) fn total(lines: Vec<Values>) -> Values {
    sum(lines)
}

/// One line divided by another, whose newest value counts at each moment.
pub(crate) fn ratio(values: &[(f64, f64)], of: &[(f64, f64)]) -> Values {
    let divided = |(at, value): &(f64, f64)| Some((*at, value / newest(of, *at).filter(|v| *v > 0.0)?));
    values.iter().filter_map(divided).collect()
}

/// One line without another, whose newest value counts at each moment.
pub(crate) fn difference(values: &[(f64, f64)], of: &[(f64, f64)]) -> Values {
    let left = |(at, value): &(f64, f64)| Some((*at, value - newest(of, *at)?));
    values.iter().filter_map(left).collect()
}

fn newest(of: &[(f64, f64)], at: f64) -> Option<f64> {
    of[..of.partition_point(|(t, _)| *t <= at + 0.05)].last().map(|(_, value)| *value)
}
