//! Figures over the time of the run.

use super::figure::{
    Axis, Figure, FigureKind, FigurePoint, FigureSeries, Limit, Scale, SeriesName, StepBand, percentiles,
};
use super::quantity::Quantity;
use crate::requirements::Named;
use crate::step::{StepRow, Window, dropped, queueing, waiting};
use plimsoll_run::SECOND_US;
use plimsoll_run::record::Second;
use plimsoll_run::{Latencies, Run, TransactionKind};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// More points than this are not distinguished on paper.
pub(crate) const POINTS_MAX: u32 = 240;

const WORKERS_MAX: usize = 8;

/// What happened in one bucket of seconds; percentiles over it come from merged histograms.
#[derive(Default)]
struct Bucket {
    /// The middle.
    at_s: f64,
    seconds: f64,
    succeeded: u64,
    /// The server's.
    errors: u64,
    response: Latencies,
    service: Latencies,
    /// Response and service are not the same.
    has_service: bool,
    due: u64,
    started: u64,
    dropped: u64,
    /// Arrivals that waited when the last recorded second of the bucket ended; `None` without arrivals.
    waiting: Option<u64>,
    /// CPU and wall time in microseconds.
    workers: BTreeMap<u32, (u64, u64)>,
    /// Users when the last recorded second of the bucket ended.
    users: Option<u32>,
    /// Seconds in which no worker of the load generator ran: what they show is of it alone.
    stopped: u32,
}

impl Bucket {
    /// Nothing was measured in it, and a line would say that nothing happened.
    fn is_gap(&self) -> bool {
        self.stopped > 0 && f64::from(self.stopped) >= self.seconds
    }
}

/// No worker came round in it. Only where they count their turns: an imported run knows of none.
fn is_stopped(second: &Second) -> bool {
    let workers = || second.generator.workers.values().filter(|worker| worker.wall_us > 0);
    workers().next().is_some() && workers().all(|worker| worker.turns == 0)
}

pub(crate) fn figures(run: &Run, rows: &[StepRow], named: &Named) -> Vec<Figure> {
    let Some(last) = run.seconds.iter().map(|s| s.second).max() else { return Vec::new() };
    let point_s = bucket_s(last + 1, POINTS_MAX);
    let buckets = buckets(run, last + 1, point_s);
    let figure = |kind, quantity, scale, series| Figure {
        steps: bands(rows),
        point_s: Some(point_s),
        ..Figure::new(
            kind,
            Axis { quantity: Quantity::TimeS, scale: Scale::Linear },
            Axis { quantity, scale },
            series,
        )
    };
    let per_s =
        |name, count: fn(&Bucket) -> u64| vec![series(name, &buckets, |b| Some(count(b) as f64 / b.seconds))];
    let percentile = |percent: f64| {
        series(SeriesName::Percentile(percent), &buckets, |b| {
            b.response.quantile_us(percent / 100.0).map(|us| us as f64)
        })
    };
    let mut response: Vec<FigureSeries> = percentiles(named).into_iter().map(percentile).collect();
    if named.mean {
        response.push(series(SeriesName::Mean, &buckets, |b| b.response.mean_us()));
    }
    let service: Vec<FigureSeries> = percentiles(named)
        .into_iter()
        .map(|percent| {
            series(SeriesName::ServicePercentile(percent), &buckets, |b| {
                b.service.quantile_us(percent / 100.0).map(|us| us as f64)
            })
        })
        .collect();
    let response = figure(FigureKind::ResponseOverTime, Quantity::ResponseUs, Scale::Log, response);
    let failing = buckets.iter().any(|b| b.errors > 0);
    let mut throughput = per_s(SeriesName::Throughput, |b| b.succeeded);
    if failing {
        throughput.extend(per_s(SeriesName::Failed, |b| b.errors));
    }
    let mut figures =
        vec![figure(FigureKind::ThroughputOverTime, Quantity::ThroughputPerS, Scale::Linear, throughput)];
    // Logs may have no times.
    if buckets.iter().any(|b| !b.response.is_empty()) {
        figures.push(Figure { limits: Limit::all(named), ..response });
    }
    if buckets.iter().any(|b| b.has_service) {
        let service = figure(FigureKind::ServiceOverTime, Quantity::ServiceUs, Scale::Log, service);
        figures.push(service);
    }
    let open = buckets.iter().any(|b| b.waiting.is_some());
    if open {
        figures.push(figure(
            FigureKind::ArrivalsOverTime,
            Quantity::ArrivalsPerS,
            Scale::Linear,
            arrivals(&buckets),
        ));
    }
    if failing {
        let errors = per_s(SeriesName::Errors, |b| b.errors);
        figures.push(figure(FigureKind::ErrorsOverTime, Quantity::ErrorsPerS, Scale::Linear, errors));
    }
    let workers = workers(&buckets);
    if !workers.is_empty() {
        let mut users = vec![series(SeriesName::Users, &buckets, |b| b.users.map(f64::from))];
        if buckets.iter().any(|b| b.waiting.is_some_and(|waiting| waiting > 0)) {
            users.push(series(SeriesName::Waiting, &buckets, |b| b.waiting.map(|n| n as f64)));
        }
        figures.push(figure(FigureKind::UsersOverTime, Quantity::Users, Scale::Linear, users));
        figures.push(figure(FigureKind::GeneratorCpuOverTime, Quantity::CpuPercent, Scale::Linear, workers));
    }
    figures
}

pub(crate) fn bands(rows: &[StepRow]) -> Vec<StepBand> {
    let seconds = |us: u64| us as f64 / SECOND_US as f64;
    let band = |row: &StepRow| StepBand {
        step: row.number,
        users: row.users,
        rate_per_s: row.rate_per_s,
        from_s: seconds(row.measured_from_us),
        to_s: seconds(row.measured_to_us),
        valid: row.is_valid(),
    };
    rows.iter().map(band).collect()
}

/// The shortest round width that needs no more than `max` buckets.
pub(crate) fn bucket_s(seconds: u32, max: u32) -> u32 {
    const ROUND: [u32; 11] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800];
    ROUND.into_iter().find(|width| seconds.div_ceil(*width) <= max).unwrap_or_else(|| seconds.div_ceil(max))
}

fn buckets(run: &Run, seconds: u32, width: u32) -> Vec<Bucket> {
    let mut buckets: Vec<Bucket> = (0..seconds.div_ceil(width))
        .map(|i| Bucket {
            at_s: f64::from(i * width) + f64::from(width) / 2.0,
            seconds: f64::from(width.min(seconds - i * width)),
            ..Bucket::default()
        })
        .collect();
    let queueing = queueing(run.seconds.iter());
    // Where there is one anywhere, the others' service times are their response times.
    let intervals = || run.seconds.iter().flat_map(|second| second.transactions.values());
    let has_service = intervals().any(|interval| interval.service.is_some());
    let counts_turns = run.seconds.iter().any(|second| !is_stopped(second) && second.generator.users() > 0);
    for second in &run.seconds {
        let bucket = &mut buckets[(second.second / width) as usize];
        bucket.stopped += u32::from(counts_turns && is_stopped(second));
        let requests = second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
        for (_, interval) in requests {
            bucket.succeeded += interval.succeeded();
            bucket.errors += Window::errors(interval).0;
            bucket.response.merge(&interval.response);
            if has_service {
                bucket.service.merge(interval.service());
            }
            bucket.has_service |= interval.service.is_some();
        }
        for arrivals in second.generator.arrivals.values() {
            bucket.due += arrivals.due;
            bucket.started += arrivals.started;
        }
        bucket.dropped += dropped(second, &queueing);
        bucket.waiting = (!second.generator.arrivals.is_empty()).then(|| waiting(second));
        for (number, worker) in &second.generator.workers {
            let (cpu_us, wall_us) = bucket.workers.entry(*number).or_default();
            *cpu_us += worker.cpu_us;
            *wall_us += worker.wall_us;
        }
        bucket.users = Some(second.generator.users());
    }
    // A last bucket that is mostly empty would show a fall that did not happen.
    if buckets.len() > 1 && buckets.last().is_some_and(|b| b.seconds * 2.0 < f64::from(width)) {
        buckets.pop();
    }
    buckets
}

fn series(name: SeriesName, buckets: &[Bucket], y: impl Fn(&Bucket) -> Option<f64>) -> FigureSeries {
    let value = |bucket: &Bucket| if bucket.is_gap() { None } else { y(bucket) };
    FigureSeries { name, points: buckets.iter().map(|b| FigurePoint::at(b.at_s, value(b))).collect() }
}

/// Due, begun, and dropped if any were.
fn arrivals(buckets: &[Bucket]) -> Vec<FigureSeries> {
    let per_s = |name, count: fn(&Bucket) -> u64| {
        series(name, buckets, |b| b.waiting.map(|_| count(b) as f64 / b.seconds))
    };
    let mut arrivals = vec![per_s(SeriesName::Due, |b| b.due), per_s(SeriesName::Started, |b| b.started)];
    if buckets.iter().any(|b| b.dropped > 0) {
        arrivals.push(per_s(SeriesName::Dropped, |b| b.dropped));
    }
    arrivals
}

/// The busiest workers; more than [`WORKERS_MAX`] lines can't be distinguished.
fn workers(buckets: &[Bucket]) -> Vec<FigureSeries> {
    let mut cpu_us: BTreeMap<u32, u64> = BTreeMap::new();
    for (number, (us, _)) in buckets.iter().flat_map(|b| &b.workers) {
        *cpu_us.entry(*number).or_default() += us;
    }
    let mut busiest: Vec<(u32, u64)> = cpu_us.into_iter().collect();
    busiest.sort_by_key(|(number, cpu_us)| (Reverse(*cpu_us), *number));
    busiest.truncate(WORKERS_MAX);
    busiest.sort_unstable();
    let one = |(number, _): (u32, u64)| {
        series(SeriesName::Worker(number), buckets, move |b| {
            let (cpu_us, wall_us) = b.workers.get(&number).filter(|(_, wall_us)| *wall_us > 0)?;
            Some(100.0 * *cpu_us as f64 / *wall_us as f64)
        })
    };
    busiest.into_iter().map(one).collect()
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
