//! A made-up run with watched servers: readings follow a function of time, with noise.

use super::{normal, request};
use plimsoll_analysis::Observations;
use plimsoll_run::{
    At, Host, Instance, Interval, Point, ReadingKind, Run, Series, SeriesPoints, ServerEvent,
    ServerEventKind, ServerSecond, Source,
};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Lab {
    pub run: Run,
    pub observed: Observations,
    random: fastrand::Rng,
    /// Of each reading, relative to it.
    pub noise: f64,
    pub every_s: u32,
    /// Seconds watched before and after the load.
    pub around_s: i64,
}

impl Lab {
    pub fn new(run: Run) -> Lab {
        let random = fastrand::Rng::with_seed(7);
        Lab { run, observed: Observations::default(), random, noise: 0.02, every_s: 5, around_s: 180 }
    }

    pub fn end_s(&self) -> i64 {
        self.run.end.as_ref().map_or(0, |end| end.at_us as i64 / 1_000_000)
    }

    pub fn host(&mut self, name: &str, role: &str) {
        self.run.telemetry.hosts.push(Host { name: name.to_owned(), role: role.to_owned(), clock: None });
    }

    fn push(
        &mut self,
        source: &Source,
        metric: &'static str,
        attributes: &[(&'static str, &str)],
        kind: ReadingKind,
        points: Vec<Point>,
    ) {
        let attributes =
            attributes.iter().map(|(name, value)| ((*name).into(), (*value).to_owned())).collect();
        let series =
            Series { source: source.clone(), metric: metric.into(), attributes, unit: "1".into(), kind };
        self.observed.points.push(SeriesPoints { series: Arc::new(series), points });
    }

    fn moments(&self) -> impl Iterator<Item = i64> + use<> {
        (-self.around_s..self.end_s() + self.around_s).step_by(self.every_s as usize)
    }

    /// A state, from its value at each moment in seconds.
    pub fn gauge(
        &mut self,
        source: &Source,
        metric: &'static str,
        attributes: &[(&'static str, &str)],
        value: impl Fn(f64) -> f64,
    ) {
        let points = self.moments().map(|at| {
            let noise = 1.0 + self.noise * normal(&mut self.random);
            Point { at_us: at * 1_000_000, value: value(at as f64) * noise }
        });
        let points = points.collect();
        self.push(source, metric, attributes, ReadingKind::Gauge, points);
    }

    /// The same without noise: a limit, a number of members.
    pub fn exact(
        &mut self,
        source: &Source,
        metric: &'static str,
        attributes: &[(&'static str, &str)],
        value: impl Fn(f64) -> f64,
    ) {
        let points =
            self.moments().map(|at| Point { at_us: at * 1_000_000, value: value(at as f64) }).collect();
        self.push(source, metric, attributes, ReadingKind::Gauge, points);
    }

    /// A total, from its growth per second.
    pub fn counter(
        &mut self,
        source: &Source,
        metric: &'static str,
        attributes: &[(&'static str, &str)],
        per_s: impl Fn(f64) -> f64,
    ) {
        let mut total = 0.0;
        let every = f64::from(self.every_s);
        let points = self.moments().map(|at| {
            let noise = 1.0 + self.noise * normal(&mut self.random);
            total += (per_s(at as f64) * every * noise).max(0.0);
            Point { at_us: at * 1_000_000, value: total }
        });
        let points = points.collect();
        self.push(source, metric, attributes, ReadingKind::Counter, points);
    }

    /// Values at their moments.
    pub fn points(
        &mut self,
        source: &Source,
        metric: &'static str,
        attributes: &[(&'static str, &str)],
        values: impl Iterator<Item = (f64, f64)>,
    ) {
        let points = values.map(|(at, value)| Point { at_us: (at * 1e6) as i64, value }).collect();
        self.push(source, metric, attributes, ReadingKind::Gauge, points);
    }

    /// Totals at their moments.
    pub fn total(
        &mut self,
        source: &Source,
        metric: &'static str,
        attributes: &[(&'static str, &str)],
        values: impl Iterator<Item = (f64, f64)>,
    ) {
        let points = values.map(|(at, value)| Point { at_us: (at * 1e6) as i64, value }).collect();
        self.push(source, metric, attributes, ReadingKind::Counter, points);
    }

    /// Requests that a server logged, by the second in the time of the load.
    pub fn log(&mut self, source: &Source, requests: impl Fn(i64) -> u64) {
        for second in 0..self.end_s() {
            // A log without times, for they would have to be merged.
            let interval = Interval { requests: requests(second), ..Interval::default() };
            if interval.requests > 0 {
                let transactions = BTreeMap::from([(request("GET /lookup"), interval)]);
                self.observed.requests.push(ServerSecond { source: source.clone(), second, transactions });
            }
        }
    }

    pub fn event(&mut self, source: &Source, kind: ServerEventKind, at_s: i64) {
        self.run.telemetry.events.push(ServerEvent {
            at: At::Run(at_s * 1_000_000),
            source: source.clone(),
            kind,
            duration_us: None,
            text: String::new(),
        });
    }

    /// The step of a moment, `None` between and around them.
    pub fn step_at(run: &Run, at_s: f64) -> Option<u32> {
        let us = at_s * 1e6;
        let within =
            run.steps.iter().find(|s| us >= s.started_us as f64 && us < s.ended_us.unwrap_or(0) as f64);
        within.map(|step| step.number)
    }
}

pub fn host(name: &str) -> Source {
    Source::host(name)
}

pub fn on(host: &str, instance: Instance) -> Source {
    Source { host: host.to_owned(), instance }
}

pub fn jvm(host: &str) -> Source {
    on(host, Instance::Process("app".to_owned()))
}

pub fn container(host: &str) -> Source {
    on(host, Instance::Container("app".to_owned()))
}

pub fn service(host: &str, name: &str) -> Source {
    on(host, Instance::Service(name.to_owned()))
}
