//! Figures over the time of the run.

use super::figure::{Axis, Figure, FigureKind, Point, Quantity, Scale, Series, SeriesName, StepBand};
use crate::step::StepRow;
use crate::window::{SECOND_US, Window};
use plimsoll_run::{GeneratorInterval, Interval, Run, TransactionKind};
use std::collections::BTreeSet;

/// More points than this are not told apart on paper.
const POINTS_MAX: u32 = 240;

/// What happened in one bucket of seconds; percentiles over it come from merged histograms.
struct Bucket {
    at_s: f64,
    seconds: f64,
    total: Interval,
    generator: GeneratorInterval,
    /// Users when the last recorded second of the bucket ended.
    users: Option<u32>,
}

pub(crate) fn figures(run: &Run, rows: &[StepRow]) -> Vec<Figure> {
    let Some(last) = run.seconds.iter().map(|s| s.second).max() else { return Vec::new() };
    let point_s = bucket_s(last + 1, POINTS_MAX);
    let buckets = buckets(run, last + 1, point_s);
    let figure = |kind, quantity, scale, series| Figure {
        kind,
        x: Axis { quantity: Quantity::TimeS, scale: Scale::Linear },
        y: Axis { quantity, scale },
        series,
        steps: bands(rows),
        heat: None,
        point_s: Some(point_s),
    };
    let per_s = |name, count: fn(&Interval) -> u64| {
        vec![series(name, &buckets, |b| Some(count(&b.total) as f64 / b.seconds))]
    };
    let percentiles = [50.0, 95.0, 99.0].map(|percent| {
        series(SeriesName::Percentile(percent), &buckets, |b| {
            b.total.response.quantile_us(percent / 100.0).map(|us| us as f64)
        })
    });
    let throughput = per_s(SeriesName::Throughput, |total| total.requests);
    let mut figures = vec![
        figure(FigureKind::ThroughputOverTime, Quantity::ThroughputPerS, Scale::Linear, throughput),
        figure(FigureKind::ResponseOverTime, Quantity::ResponseUs, Scale::Log, percentiles.to_vec()),
    ];
    if buckets.iter().any(|b| Window::errors(&b.total).0 > 0) {
        let errors = per_s(SeriesName::Errors, |total| Window::errors(total).0);
        figures.push(figure(FigureKind::ErrorsOverTime, Quantity::ErrorsPerS, Scale::Linear, errors));
    }
    let workers = workers(&buckets);
    if !workers.is_empty() {
        let users = vec![series(SeriesName::Users, &buckets, |b| b.users.map(f64::from))];
        figures.push(figure(FigureKind::UsersOverTime, Quantity::Users, Scale::Linear, users));
        figures.push(figure(FigureKind::GeneratorCpuOverTime, Quantity::CpuPercent, Scale::Linear, workers));
    }
    figures
}

pub(super) fn bands(rows: &[StepRow]) -> Vec<StepBand> {
    let seconds = |us: u64| us as f64 / SECOND_US as f64;
    let band = |row: &StepRow| StepBand {
        step: row.number,
        users: row.users,
        from_s: seconds(row.measured_from_us),
        to_s: seconds(row.measured_to_us),
        valid: row.is_valid(),
    };
    rows.iter().map(band).collect()
}

/// The shortest round width that needs no more than `max` buckets.
pub(super) fn bucket_s(seconds: u32, max: u32) -> u32 {
    const ROUND: [u32; 11] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800];
    ROUND.into_iter().find(|width| seconds.div_ceil(*width) <= max).unwrap_or_else(|| seconds.div_ceil(max))
}

fn buckets(run: &Run, seconds: u32, width: u32) -> Vec<Bucket> {
    let mut buckets: Vec<Bucket> = (0..seconds.div_ceil(width))
        .map(|i| Bucket {
            at_s: f64::from(i * width) + f64::from(width) / 2.0,
            seconds: f64::from(width.min(seconds - i * width)),
            total: Interval::default(),
            generator: GeneratorInterval::default(),
            users: None,
        })
        .collect();
    for second in &run.seconds {
        let bucket = &mut buckets[(second.second / width) as usize];
        let requests = second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
        requests.for_each(|(_, interval)| bucket.total.merge(interval));
        bucket.generator.merge(&second.generator);
        bucket.users = Some(second.generator.users());
    }
    // A last bucket that is mostly empty would show a fall that did not happen.
    if buckets.len() > 1 && buckets.last().is_some_and(|b| b.seconds * 2.0 < f64::from(width)) {
        buckets.pop();
    }
    buckets
}

fn series(name: SeriesName, buckets: &[Bucket], y: impl Fn(&Bucket) -> Option<f64>) -> Series {
    Series { name, points: buckets.iter().map(|b| Point::at(b.at_s, y(b))).collect() }
}

fn workers(buckets: &[Bucket]) -> Vec<Series> {
    let numbers: BTreeSet<u32> = buckets.iter().flat_map(|b| b.generator.workers.keys().copied()).collect();
    let one = |number: u32| {
        series(SeriesName::Worker(number), buckets, move |b| {
            let worker = b.generator.workers.get(&number).filter(|w| w.wall_us > 0)?;
            Some(100.0 * worker.cpu_us as f64 / worker.wall_us as f64)
        })
    };
    numbers.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::bucket_s;

    #[test]
    fn buckets_are_round_and_few() {
        for (seconds, expected) in [(1, 1), (240, 1), (241, 2), (1_200, 5), (9_900, 60), (86_400, 600)] {
            assert_eq!(bucket_s(seconds, 240), expected, "{seconds} s");
        }
        assert!(10_000_000_u32.div_ceil(bucket_s(10_000_000, 240)) <= 240);
    }
}
