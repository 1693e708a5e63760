//! Readings of days by many servers, which no memory holds: means over some seconds each.

use plimsoll_run::reading::{may_say_none, says_none};
use plimsoll_run::{Point, ReadingKind, SECOND_US, SeriesPoints, StoredSeries, metric};

/// Points of all series together: 128 MB of them.
const POINTS_MAX: u64 = 8_000_000;
const SECONDS_MAX: u32 = 600;
/// Values that a step has at least: of fewer nothing would be said of it.
const VALUES_OF_STEP: i64 = 12;
/// Each of them is something that happened.
const EVENTS: [&str; 2] = [metric::JVM_GC_DURATION, metric::JVM_MEMORY_USED_AFTER_LAST_GC];

/// How the readings of a long run are averaged.
#[derive(Clone, Debug, PartialEq)]
pub struct Averaging {
    /// Each value is a mean over so many seconds, or of what of them lies within a step's window.
    pub seconds: u32,
    /// Where windows begin and end, ascending.
    bounds_us: Vec<i64>,
}

impl Averaging {
    /// So that the points of these series fit into memory, and every window (from, to) has enough of them. `None`: they do as they are, or
    /// the windows are too short.
    pub fn of<'a>(
        stored: impl Iterator<Item = &'a StoredSeries> + Clone,
        windows_us: &[(i64, i64)],
    ) -> Option<Averaging> {
        Averaging::of_points(stored, windows_us, POINTS_MAX)
    }

    fn of_points<'a>(
        stored: impl Iterator<Item = &'a StoredSeries> + Clone,
        windows_us: &[(i64, i64)],
        points_max: u64,
    ) -> Option<Averaging> {
        let left = |width_s: u32| -> u64 {
            let of = |stored: &StoredSeries| {
                let span_s = (stored.last_us - stored.first_us).unsigned_abs() / SECOND_US;
                stored.points.min(span_s / u64::from(width_s) + 1)
            };
            stored.clone().map(of).sum()
        };
        let all: u64 = stored.clone().map(|stored| stored.points).sum();
        let shortest_us = windows_us.iter().map(|(from, to)| to - from).min().unwrap_or(i64::MAX);
        let longest_s =
            (shortest_us / VALUES_OF_STEP / SECOND_US as i64).clamp(0, i64::from(SECONDS_MAX)) as u32;
        if all <= points_max || longest_s < 2 {
            return None;
        }
        let seconds = (2..longest_s).find(|width_s| left(*width_s) <= points_max).unwrap_or(longest_s);
        let mut bounds_us: Vec<i64> = windows_us.iter().flat_map(|(from, to)| [*from, *to]).collect();
        bounds_us.sort_unstable();
        Some(Averaging { seconds, bounds_us })
    }

    /// The same series with one point for each of these stretches: the mean of what was read in it, of a total the last.
    pub fn averaged(&self, mut series: SeriesPoints) -> SeriesPoints {
        if EVENTS.contains(&series.series.metric.as_ref()) {
            return series;
        }
        let width_us = i64::from(self.seconds) * SECOND_US as i64;
        let is_total = series.series.kind == ReadingKind::Counter;
        let may_say_none = may_say_none(&series.series);
        let is_value = |value: f64| !may_say_none || !says_none(&series.series, value);
        let mut points =
            Vec::with_capacity(series.points.len() / self.seconds as usize + self.bounds_us.len());
        let (mut stretch, mut of) = (None, Stretch::default());
        let mut bounds = 0;
        for point in &series.points {
            while self.bounds_us.get(bounds).is_some_and(|bound| *bound <= point.at_us) {
                bounds += 1;
            }
            let own = Some((point.at_us.div_euclid(width_us), bounds));
            if own != stretch {
                points.extend(of.take());
                stretch = own;
            }
            of.add(*point, !is_total && is_value(point.value));
        }
        points.extend(of.take());
        series.points = points;
        series
    }
}

/// Points that become one.
#[derive(Default)]
struct Stretch {
    last: Option<Point>,
    sum: f64,
    count: u32,
}

impl Stretch {
    fn add(&mut self, point: Point, counts: bool) {
        self.last = Some(point);
        if counts {
            self.sum += point.value;
            self.count += 1;
        }
    }

    /// The mean of what counts, or the last where nothing does.
    fn take(&mut self) -> Option<Point> {
        let Stretch { last, sum, count } = std::mem::take(self);
        let mean = |point: Point| match count {
            0 => point,
            _ => Point { value: sum / f64::from(count), ..point },
        };
        last.map(mean)
    }
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
            let averaging = Averaging { seconds: 3, bounds_us: Vec::new() };
            let points = averaging.averaged(series(metric, kind, of)).points;
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
        let day = [stored(86_400, 86_400), stored(86_400, 86_400), stored(300, 86_400)];
        let whole = [(0, 86_400_000_000)];
        let width = |windows: &[(i64, i64)], most| {
            Averaging::of_points(day.iter(), windows, most).map(|averaging| averaging.seconds)
        };
        assert_eq!(width(&whole, 200_000), None);
        assert_eq!(width(&whole, 90_000), Some(2));
        assert_eq!(width(&whole, 20_000), Some(9));
        assert_eq!(width(&whole, 10), Some(SECONDS_MAX));
        // A window of a minute has twelve values, and one of ten seconds all that there are.
        assert_eq!(width(&[(0, 60_000_000), (60_000_000, 86_400_000_000)], 10), Some(5));
        assert_eq!(width(&[(0, 10_000_000), (60_000_000, 86_400_000_000)], 10), None);
    }

    #[test]
    fn no_value_is_of_two_windows() {
        let averaging = Averaging { seconds: 10, bounds_us: vec![4_000_000, 14_000_000] };
        let loads: Vec<f64> =
            (0..20).map(|second| if (4..14).contains(&second) { 90.0 } else { 10.0 }).collect();
        let points = averaging.averaged(series("m", ReadingKind::Gauge, &loads)).points;
        let values: Vec<(i64, f64)> =
            points.iter().map(|point| (point.at_us / 1_000_000, point.value)).collect();
        assert_eq!(values, [(3, 10.0), (9, 90.0), (13, 90.0), (19, 10.0)]);
    }
}
