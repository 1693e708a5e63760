//! Values of series over time.

use super::panel::Shape;
use plimsoll_run::reading::{growth, says_none};
use plimsoll_run::{Point, ReadingKind, SeriesPoints};

pub(super) const US: f64 = 1e6;

/// The values in the unit of the figure, each at its moment in seconds of the run.
pub(super) fn values(series: &SeriesPoints, shape: Shape) -> Vec<(f64, f64)> {
    let at = |point: &Point| point.at_us as f64 / US;
    // Runs of old hold what stands for "none", too.
    let is_reported = |point: &&Point| !says_none(&series.series, point.value);
    match (shape, series.series.kind) {
        (Shape::State(factor), _) | (Shape::Growth(factor), ReadingKind::Rate | ReadingKind::Gauge) => {
            series.points.iter().filter(is_reported).map(|point| (at(point), point.value * factor)).collect()
        }
        (Shape::Growth(factor), ReadingKind::Counter) => {
            let pairs = series.points.windows(2).filter(|pair| pair[1].at_us > pair[0].at_us);
            pairs
                .map(|pair| {
                    let seconds = (pair[1].at_us - pair[0].at_us) as f64 / US;
                    (at(&pair[1]), factor * growth(pair[0].value, pair[1].value).by / seconds)
                })
                .collect()
        }
    }
}

/// Several lines as one: their sum at each moment that any of them has, from the newest value of each.
pub(super) fn sum(lines: Vec<Vec<(f64, f64)>>) -> Vec<(f64, f64)> {
    // Before each line has begun the sum would grow by their beginnings.
    added(lines, false)
}

/// The same of rates: what has not begun is none.
pub(super) fn sum_of_rates(lines: Vec<Vec<(f64, f64)>>) -> Vec<(f64, f64)> {
    added(lines, true)
}

fn added(lines: Vec<Vec<(f64, f64)>>, from_the_first: bool) -> Vec<(f64, f64)> {
    if lines.len() == 1 {
        return lines.into_iter().next().unwrap_or_default();
    }
    let mut all: Vec<(f64, usize, f64)> = Vec::new();
    for (line, values) in lines.iter().enumerate() {
        all.extend(values.iter().map(|(at, value)| (*at, line, *value)));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut newest: Vec<Option<f64>> = vec![None; lines.len()];
    let mut summed: Vec<(f64, f64)> = Vec::new();
    for (at, line, value) in all {
        newest[line] = Some(value);
        if from_the_first || newest.iter().all(Option::is_some) {
            let total = newest.iter().flatten().sum();
            match summed.last_mut() {
                Some(last) if at - last.0 < 0.05 => *last = (last.0, total),
                _ => summed.push((at, total)),
            }
        }
    }
    summed
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{Attributes, Series, Source};
    use std::sync::Arc;

    fn series(kind: ReadingKind, values: &[(i64, f64)]) -> SeriesPoints {
        let series = Series {
            source: Source::host("a"),
            metric: "m".into(),
            attributes: Attributes::new(),
            unit: "1".into(),
            kind,
        };
        let points = values.iter().map(|(s, value)| Point { at_us: s * 1_000_000, value: *value }).collect();
        SeriesPoints { series: Arc::new(series), points }
    }

    #[test]
    fn totals_become_growth_and_survive_a_restart() {
        let counter = series(ReadingKind::Counter, &[(0, 10.0), (2, 30.0), (4, 4.0)]);
        assert_eq!(values(&counter, Shape::Growth(1.0)), [(2.0, 10.0), (4.0, 2.0)]);
        let rate = series(ReadingKind::Rate, &[(0, 5.0)]);
        assert_eq!(values(&rate, Shape::Growth(2.0)), [(0.0, 10.0)]);
    }

    #[test]
    fn a_sum_begins_when_all_have_started() {
        let lines = vec![vec![(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)], vec![(1.0, 10.0), (2.0, 20.0)]];
        assert_eq!(sum(lines.clone()), [(1.0, 12.0), (2.0, 23.0)]);
        assert_eq!(sum_of_rates(lines), [(0.0, 1.0), (1.0, 12.0), (2.0, 23.0)]);
    }
}
