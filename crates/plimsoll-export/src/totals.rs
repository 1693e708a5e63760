//! Seconds to figures: counters and histograms that rise from the start of a step on, and gauges of the second.

use crate::distribution::DurationCounts;
use crate::labels::SeriesLabels;
use crate::metric::{
    ARRIVALS_DROPPED, ARRIVALS_DUE, ARRIVALS_STARTED, ARRIVALS_WAITING, ERRORS, ExportedMetric,
    GENERATOR_CPU, GENERATOR_LATENESS, RECEIVED, REQUESTS, RESPONSE_TIME, SENT, SERVICE_TIME, USERS,
};
use plimsoll_run::{GeneratorInterval, Interval, SECOND_US, Second, TransactionKey, TransactionKind};
use std::collections::{BTreeMap, BTreeSet};

/// A figure at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedPoint {
    pub metric: &'static ExportedMetric,
    pub labels: SeriesLabels,
    /// Microseconds since 1970.
    pub at_us: i64,
    /// When what rises began at 0.
    pub since_us: i64,
    pub value: PointValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PointValue {
    Counter(u64),
    Gauge(f64),
    /// There are no further values.
    GaugeEnd,
    Histogram(DurationCounts),
}

impl PointValue {
    fn zero(&self) -> PointValue {
        match self {
            PointValue::Counter(_) => PointValue::Counter(0),
            PointValue::Histogram(_) => PointValue::Histogram(DurationCounts::default()),
            PointValue::Gauge(_) | PointValue::GaugeEnd => PointValue::Gauge(0.0),
        }
    }
}

/// What has been counted in a step so far. Of one step at a time: memory does not grow with the run.
#[derive(Debug)]
pub struct StepTotals {
    labels: SeriesLabels,
    started_unix_us: i64,
    step: u32,
    since_us: i64,
    at_us: i64,
    transactions: BTreeMap<TransactionKey, TransactionTotals>,
    arrivals: BTreeMap<String, ArrivalTotals>,
    /// Counters and histograms that have had a point.
    known: BTreeSet<(&'static str, SeriesLabels)>,
    gauges: Vec<(&'static ExportedMetric, SeriesLabels)>,
}

#[derive(Debug, Default)]
struct TransactionTotals {
    requests: u64,
    errors: BTreeMap<&'static str, u64>,
    received: u64,
    sent: u64,
    response: DurationCounts,
    service: Option<DurationCounts>,
}

#[derive(Debug, Default)]
struct ArrivalTotals {
    due: u64,
    started: u64,
    dropped: u64,
}

impl StepTotals {
    pub fn new(labels: SeriesLabels, started_unix_us: i64) -> StepTotals {
        StepTotals {
            labels,
            started_unix_us,
            step: 0,
            since_us: 0,
            at_us: 0,
            transactions: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            known: BTreeSet::new(),
            gauges: Vec::new(),
        }
    }

    /// Where the second is of a new step, the old one's gauges end first.
    pub fn add(&mut self, second: &Second) -> Vec<ExportedPoint> {
        let begins_us = self.started_unix_us + i64::from(second.second) * SECOND_US as i64;
        let mut points = Vec::new();
        if second.step != self.step {
            points = self.end_step();
            self.step = second.step;
            self.since_us = begins_us;
            self.transactions.clear();
            self.arrivals.clear();
            self.known.clear();
        }
        self.at_us = begins_us + SECOND_US as i64;
        self.count(second);
        let rising = self.rising();
        for point in &rising {
            if self.known.insert((point.metric.name, point.labels.clone())) {
                // A counter that appears with a value would hide what came before its first sample.
                points.push(ExportedPoint { at_us: begins_us, value: point.value.zero(), ..point.clone() });
            }
        }
        points.extend(rising);
        points.extend(self.gauges(&second.generator));
        points
    }

    /// Gauges have no further values.
    pub fn end_step(&mut self) -> Vec<ExportedPoint> {
        let ends_us = self.at_us + SECOND_US as i64;
        let ended = std::mem::take(&mut self.gauges);
        let end = |(metric, labels)| ExportedPoint {
            at_us: ends_us,
            ..self.point(metric, labels, PointValue::GaugeEnd)
        };
        ended.into_iter().map(end).collect()
    }

    /// All counters and histograms of the step as they are now, with this time.
    pub fn at(&self, at_us: i64) -> Vec<ExportedPoint> {
        self.rising().into_iter().map(|point| ExportedPoint { at_us, ..point }).collect()
    }

    fn count(&mut self, second: &Second) {
        for (key, interval) in &second.transactions {
            self.transactions.entry(key.clone()).or_default().add(interval);
        }
        for (scenario, arrivals) in &second.generator.arrivals {
            let totals = self.arrivals.entry(scenario.clone()).or_default();
            totals.due += arrivals.due;
            totals.started += arrivals.started;
            totals.dropped += arrivals.dropped;
        }
    }

    /// All counters and histograms of the step.
    fn rising(&self) -> Vec<ExportedPoint> {
        let step = self.step.to_string();
        let mut points = Vec::new();
        for (key, totals) in &self.transactions {
            let labels = self.labels.with(&[
                ("step", step.as_str()),
                ("transaction", key.name.as_str()),
                ("kind", kind(key.kind)),
            ]);
            totals.points(self, &labels, &mut points);
        }
        for (scenario, totals) in &self.arrivals {
            let labels = self.labels.with(&[("step", step.as_str()), ("scenario", scenario.as_str())]);
            let counts = [
                (&ARRIVALS_DUE, totals.due),
                (&ARRIVALS_STARTED, totals.started),
                (&ARRIVALS_DROPPED, totals.dropped),
            ];
            points.extend(
                counts.map(|(metric, count)| self.point(metric, labels.clone(), PointValue::Counter(count))),
            );
        }
        points
    }

    fn gauges(&mut self, generator: &GeneratorInterval) -> Vec<ExportedPoint> {
        let step = self.step.to_string();
        let of_step = self.labels.with(&[("step", step.as_str())]);
        let mut values = Vec::new();
        if !generator.workers.is_empty() {
            values.push((&USERS, of_step.clone(), f64::from(generator.users())));
            let (cpu, wall) = generator
                .workers
                .values()
                .fold((0, 0), |(cpu, wall), worker| (cpu + worker.cpu_us, wall + worker.wall_us));
            if wall > 0 {
                values.push((&GENERATOR_CPU, of_step.clone(), cpu as f64 / wall as f64));
            }
        }
        if let Some(us) = generator.lateness.quantile_us(0.99) {
            values.push((&GENERATOR_LATENESS, of_step.clone(), us as f64 / 1e6));
        }
        for (scenario, arrivals) in &generator.arrivals {
            let labels = of_step.with(&[("scenario", scenario.as_str())]);
            values.push((&ARRIVALS_WAITING, labels, arrivals.waiting as f64));
        }
        let mut points = Vec::new();
        for (metric, labels, value) in values {
            let series = (metric, labels);
            if !self.gauges.contains(&series) {
                self.gauges.push(series.clone());
            }
            points.push(self.point(series.0, series.1, PointValue::Gauge(value)));
        }
        points
    }

    fn point(
        &self,
        metric: &'static ExportedMetric,
        labels: SeriesLabels,
        value: PointValue,
    ) -> ExportedPoint {
        ExportedPoint { metric, labels, at_us: self.at_us, since_us: self.since_us, value }
    }
}

impl TransactionTotals {
    fn add(&mut self, interval: &Interval) {
        if interval.service.is_some() || self.service.is_some() {
            let so_far = &self.response;
            self.service.get_or_insert_with(|| so_far.clone()).add(interval.service());
        }
        self.requests += interval.requests;
        self.received += interval.bytes_received;
        self.sent += interval.bytes_sent;
        self.response.add(&interval.response);
        for ((kind, _), count) in &interval.errors {
            *self.errors.entry(kind.name()).or_default() += count;
        }
    }

    fn points(&self, totals: &StepTotals, labels: &SeriesLabels, points: &mut Vec<ExportedPoint>) {
        let mut push = |metric, labels: SeriesLabels, value| points.push(totals.point(metric, labels, value));
        push(&REQUESTS, labels.clone(), PointValue::Counter(self.requests));
        push(&RECEIVED, labels.clone(), PointValue::Counter(self.received));
        push(&SENT, labels.clone(), PointValue::Counter(self.sent));
        push(&RESPONSE_TIME, labels.clone(), PointValue::Histogram(self.response.clone()));
        if let Some(service) = &self.service {
            push(&SERVICE_TIME, labels.clone(), PointValue::Histogram(service.clone()));
        }
        for (kind, count) in &self.errors {
            push(&ERRORS, labels.with(&[("error", kind)]), PointValue::Counter(*count));
        }
    }
}

pub fn kind(kind: TransactionKind) -> &'static str {
    match kind {
        TransactionKind::Request => "request",
        TransactionKind::Group => "group",
        TransactionKind::Completion => "completion",
    }
}
