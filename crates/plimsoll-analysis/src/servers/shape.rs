//! Values over time, as they are drawn.

use super::panel::Shape;
use crate::figures::Point as Drawn;
use plimsoll_run::reading::{growth, says_none};
use plimsoll_run::{Gap, Point, ReadingKind, SeriesPoints, Source};

pub(super) const US: f64 = 1e6;
/// Nothing for so many usual intervals is a gap, also when no collector said so.
const INTERVALS_MISSING: f64 = 4.0;

/// The values in the unit of the figure, each at its moment in seconds of the run.
pub(super) fn values(series: &SeriesPoints, shape: Shape) -> Vec<(f64, f64)> {
    let at = |point: &Point| point.at_us as f64 / US;
    // Runs of old hold what stands for "none", too.
    let is_told = |point: &&Point| !says_none(&series.series, point.value);
    match (shape, series.series.kind) {
        (Shape::State(factor), _) | (Shape::Growth(factor), ReadingKind::Rate | ReadingKind::Gauge) => {
            series.points.iter().filter(is_told).map(|point| (at(point), point.value * factor)).collect()
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

/// Points of a figure: means over `width_s` with the lowest and the highest of it, and nothing where the source was silent.
/// `is_regular`: it was read at steady intervals; events have none, and only a gap that was told interrupts them.
pub(super) fn drawn(values: &[(f64, f64)], width_s: u32, gaps: &[&Gap], is_regular: bool) -> Vec<Drawn> {
    let width = f64::from(width_s);
    let usual_s = usual_interval(values).max(width);
    let mut points: Vec<Drawn> = Vec::new();
    let mut start = 0;
    while start < values.len() {
        let bucket = (values[start].0 / width).floor();
        let end = start + values[start..].iter().take_while(|(at, _)| (at / width).floor() == bucket).count();
        let inside = &values[start..end];
        let count = inside.len() as f64;
        let at = inside.iter().map(|(at, _)| at).sum::<f64>() / count;
        let mean = inside.iter().map(|(_, value)| value).sum::<f64>() / count;
        let extreme = |of: fn(f64, f64) -> f64| inside.iter().map(|(_, value)| *value).reduce(of);
        let (low, high) = (extreme(f64::min), extreme(f64::max));
        if let Some(last) = points.last()
            && (was_told(last.x, at, usual_s, gaps)
                || (is_regular && at - last.x > usual_s * INTERVALS_MISSING))
        {
            points.push(Drawn::at(f64::midpoint(last.x, at), None));
        }
        let is_one = low == high;
        points.push(Drawn {
            x: at,
            y: Some(mean),
            low: low.filter(|_| !is_one),
            high: high.filter(|_| !is_one),
        });
        start = end;
    }
    points
}

fn was_told(from_s: f64, to_s: f64, usual_s: f64, gaps: &[&Gap]) -> bool {
    gaps.iter().any(|gap| {
        let (begins, ends) = (gap.from_us as f64 / US, gap.to_us.map_or(f64::INFINITY, |us| us as f64 / US));
        begins < to_s && ends > from_s + usual_s * 0.5 && to_s - from_s > usual_s * 1.5
    })
}

/// The median time between two values.
fn usual_interval(values: &[(f64, f64)]) -> f64 {
    let mut between: Vec<f64> = values.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    let middle = between.len() / 2;
    if between.is_empty() { 0.0 } else { *between.select_nth_unstable_by(middle, f64::total_cmp).1 }
}

pub(super) fn gaps_of<'a>(gaps: &'a [Gap], source: &Source) -> Vec<&'a Gap> {
    gaps.iter().filter(|gap| gap.source == *source).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{Attributes, Series};
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
    fn a_sum_begins_when_all_have_begun() {
        let lines = vec![vec![(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)], vec![(1.0, 10.0), (2.0, 20.0)]];
        assert_eq!(sum(lines.clone()), [(1.0, 12.0), (2.0, 23.0)]);
        assert_eq!(sum_of_rates(lines), [(0.0, 1.0), (1.0, 12.0), (2.0, 23.0)]);
    }

    #[test]
    fn silence_is_no_line() {
        let values: Vec<(f64, f64)> = [0.0, 1.0, 2.0, 9.0, 10.0].map(|at| (at, 1.0)).to_vec();
        let ys = |points: Vec<Drawn>| points.into_iter().map(|p| p.y.is_some()).collect::<Vec<bool>>();
        assert_eq!(ys(drawn(&values, 1, &[], true)), [true, true, true, false, true, true]);
        let even: Vec<(f64, f64)> = (0..6).map(|i| (f64::from(i), 1.0)).collect();
        assert_eq!(ys(drawn(&even, 1, &[], true)), [true; 6]);
        assert_eq!(ys(drawn(&values, 1, &[], false)), [true; 5]);
        assert_eq!(drawn(&even, 3, &[], true).len(), 2);
    }

    #[test]
    fn a_point_of_several_readings_keeps_the_lowest_and_the_highest() {
        let values = [(0.0, 2.0), (1.0, 9.0), (2.0, 4.0), (3.0, 5.0), (4.0, 5.0)];
        let points = drawn(&values, 3, &[], true);
        let all: Vec<_> = points.iter().map(|p| (p.y, p.low, p.high)).collect();
        assert_eq!(all, [(Some(5.0), Some(2.0), Some(9.0)), (Some(5.0), None, None)]);
    }
}
