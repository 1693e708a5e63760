//! Readings of days by many servers, which no memory holds: means over some seconds each.

use plimsoll_run::reading::says_none;
use plimsoll_run::{Point, ReadingKind, SECOND_US, SeriesPoints, StoredSeries, metric};

/// Points of all series together: 256 MB of them.
const POINTS_MAX: u64 = 16_000_000;
/// What is further apart is no longer seen within a step.
const SECONDS_MAX: u32 = 600;
/// Each of them is something that happened.
const EVENTS: [&str; 2] = [metric::JVM_GC_DURATION, metric::JVM_MEMORY_USED_AFTER_LAST_GC];

/// Over how many seconds each value is to be a mean so that the points of these series fit into memory; `None`: they do as they are.
pub fn averaged_over_s<'a>(stored: impl Iterator<Item = &'a StoredSeries> + Clone) -> Option<u32> {
    averaged_for(stored, POINTS_MAX)
}

fn averaged_for<'a>(stored: impl Iterator<Item = &'a StoredSeries> + Clone, points_max: u64) -> Option<u32> {
    let left = |width_s: u32| -> u64 {
        let of = |stored: &StoredSeries| {
            let span_s = (stored.last_us - stored.first_us).unsigned_abs() / SECOND_US;
            stored.points.min(span_s / u64::from(width_s) + 1)
        };
        stored.clone().map(of).sum()
    };
    let all: u64 = stored.clone().map(|stored| stored.points).sum();
    (all > points_max)
        .then(|| (2..SECONDS_MAX).find(|width_s| left(*width_s) <= points_max).unwrap_or(SECONDS_MAX))
}

/// The same series with one point for each of these stretches: the mean of what was read in it, of a total the last.
pub fn averaged(mut series: SeriesPoints, seconds: u32) -> SeriesPoints {
    if EVENTS.contains(&series.series.metric.as_ref()) {
        return series;
    }
    let width_us = i64::from(seconds) * SECOND_US as i64;
    let is_total = series.series.kind == ReadingKind::Counter;
    let mean = |stretch: &[Point]| {
        let last = *stretch.last()?;
        let read: Vec<f64> = stretch
            .iter()
            .map(|point| point.value)
            .filter(|value| !says_none(&series.series, *value))
            .collect();
        match is_total || read.is_empty() {
            true => Some(last),
            false => Some(Point { value: read.iter().sum::<f64>() / read.len() as f64, ..last }),
        }
    };
    let stretches =
        series.points.chunk_by(|a, b| a.at_us.div_euclid(width_us) == b.at_us.div_euclid(width_us));
    let points = stretches.filter_map(mean).collect();
    series.points = points;
    series
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{Attributes, Series, Source};
    use std::sync::Arc;

    fn series(metric: &'static str, kind: ReadingKind, values: &[f64]) -> SeriesPoints {
        let series = Series {
            source: Source::host("a"),
            metric: metric.into(),
            attributes: Attributes::new(),
            unit: "1".into(),
            kind,
        };
        let point =
            |(second, value): (usize, &f64)| Point { at_us: second as i64 * 1_000_000 + 300, value: *value };
        SeriesPoints { series: Arc::new(series), points: values.iter().enumerate().map(point).collect() }
    }

    #[test]
    fn a_value_is_the_mean_of_its_stretch_and_a_total_its_last() {
        let values = |metric, kind, of: &[f64]| {
            let points = averaged(series(metric, kind, of), 3).points;
            points.iter().map(|point| (point.at_us / 1_000_000, point.value)).collect::<Vec<_>>()
        };
        let rising = [1.0, 2.0, 6.0, 7.0, 8.0];
        assert_eq!(values("m", ReadingKind::Gauge, &rising), [(2, 3.0), (4, 7.5)]);
        assert_eq!(values("m", ReadingKind::Counter, &rising), [(2, 6.0), (4, 8.0)]);
        // How a container says that it has no limit is no part of a mean.
        assert_eq!(
            values(metric::CONTAINER_MEMORY_LIMIT, ReadingKind::Gauge, &[-1.0, 10.0, 20.0]),
            [(2, 15.0)]
        );
        assert_eq!(values(metric::JVM_GC_DURATION, ReadingKind::Gauge, &rising).len(), 5, "collections");
    }

    #[test]
    fn means_are_as_short_as_memory_allows() {
        let stored = |points: u64, seconds: i64| StoredSeries {
            series: series("m", ReadingKind::Gauge, &[]).series,
            points,
            first_us: 0,
            last_us: seconds * 1_000_000,
        };
        let width = |all: &[StoredSeries], most| averaged_for(all.iter(), most);
        let day = [stored(86_400, 86_400), stored(86_400, 86_400), stored(300, 86_400)];
        assert_eq!(width(&day, 200_000), None);
        assert_eq!(width(&day, 90_000), Some(2));
        assert_eq!(width(&day, 20_000), Some(9));
        assert_eq!(width(&day, 10), Some(SECONDS_MAX));
    }
}
