//! What servers did over time, as points of figures: watched values, and what they logged of their requests.

use super::figure::{FigurePoint, SeriesName};
use crate::servers::Observations;
use crate::servers::requests::requests_of;
use plimsoll_run::{Gap, Interval, SECOND_US, Source};
use std::collections::BTreeMap;

const US: f64 = SECOND_US as f64;
/// Nothing for so many usual intervals is a gap, also when no collector said so.
const INTERVALS_MISSING: f64 = 4.0;

/// Points of a figure: means over `width_s` with the lowest and the highest of it, and nothing where the source was silent.
/// `is_regular`: it was read at steady intervals; events have none, and only a gap that was told interrupts them.
pub(super) fn drawn(
    values: &[(f64, f64)],
    width_s: u32,
    gaps: &[&Gap],
    is_regular: bool,
) -> Vec<FigurePoint> {
    let width = f64::from(width_s);
    let usual_s = usual_interval(values).max(width);
    let mut points: Vec<FigurePoint> = Vec::new();
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
            && (was_reported(last.x, at, usual_s, gaps)
                || (is_regular && at - last.x > usual_s * INTERVALS_MISSING))
        {
            points.push(FigurePoint::at(f64::midpoint(last.x, at), None));
        }
        let is_one = low == high;
        points.push(FigurePoint {
            x: at,
            y: Some(mean),
            low: low.filter(|_| !is_one),
            high: high.filter(|_| !is_one),
        });
        start = end;
    }
    points
}

fn was_reported(from_s: f64, to_s: f64, usual_s: f64, gaps: &[&Gap]) -> bool {
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

/// Lines over time of one server's log.
#[derive(Default)]
pub(super) struct Calls {
    pub per_minute: Vec<FigurePoint>,
    /// Empty when the log has no times.
    pub times: Vec<(SeriesName, Vec<FigurePoint>)>,
}

pub(super) fn calls(observed: &Observations, width_s: u32) -> Vec<(Source, Calls)> {
    let width = i64::from(width_s);
    let mut servers: BTreeMap<&Source, BTreeMap<i64, Interval>> = BTreeMap::new();
    for second in observed.requests.iter().filter(|second| second.second >= 0) {
        let bucket = servers.entry(&second.source).or_default().entry(second.second / width).or_default();
        requests_of(second).for_each(|interval| bucket.merge(interval));
    }
    servers.into_iter().map(|(source, buckets)| (source.clone(), lines(&buckets, width))).collect()
}

fn lines(buckets: &BTreeMap<i64, Interval>, width: i64) -> Calls {
    let mut calls = Calls::default();
    let (Some((first, _)), Some((last, _))) = (buckets.first_key_value(), buckets.last_key_value()) else {
        return calls;
    };
    let empty = Interval::default();
    let mut points: [Vec<FigurePoint>; 3] = Default::default();
    for bucket in *first..=*last {
        // A second without a line is a second without a request.
        let interval = buckets.get(&bucket).unwrap_or(&empty);
        let at = (bucket as f64 + 0.5) * width as f64;
        let per_minute = interval.requests as f64 * 60.0 / width as f64;
        calls.per_minute.push(FigurePoint::at(at, Some(per_minute)));
        let times = &interval.response;
        let values = [
            times.mean_us(),
            times.quantile_us(0.95).map(|us| us as f64),
            times.quantile_us(0.98).map(|us| us as f64),
        ];
        points.iter_mut().zip(values).for_each(|(line, y)| line.push(FigurePoint::at(at, y)));
    }
    if buckets.values().any(|interval| !interval.response.is_empty()) {
        let names = [SeriesName::Mean, SeriesName::Percentile(95.0), SeriesName::Percentile(98.0)];
        calls.times = names.into_iter().zip(points).collect();
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_no_line() {
        let values: Vec<(f64, f64)> = [0.0, 1.0, 2.0, 9.0, 10.0].map(|at| (at, 1.0)).to_vec();
        let ys = |points: Vec<FigurePoint>| points.into_iter().map(|p| p.y.is_some()).collect::<Vec<bool>>();
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
