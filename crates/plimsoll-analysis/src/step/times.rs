pub use plimsoll_run::ErrorCount;
use plimsoll_run::{Interval, Latencies};
use serde::Serialize;

/// A percentile of all requests; `None` where nothing ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedPercentile {
    pub percent: f64,
    /// Response time.
    pub us: Option<u64>,
    /// Service time; `None` too where it is the same as response time.
    pub service_us: Option<u64>,
}

/// Response or service times in microseconds; `None` where nothing ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResponseTimes {
    pub count: u64,
    pub mean_us: Option<f64>,
    pub min_us: Option<u64>,
    pub p50_us: Option<u64>,
    pub p90_us: Option<u64>,
    pub p95_us: Option<u64>,
    pub p98_us: Option<u64>,
    pub p99_us: Option<u64>,
    pub p99_9_us: Option<u64>,
    pub p99_99_us: Option<u64>,
    pub max_us: Option<u64>,
}

impl ResponseTimes {
    pub(crate) fn of(latencies: &Latencies) -> ResponseTimes {
        ResponseTimes {
            count: latencies.count(),
            mean_us: latencies.mean_us(),
            min_us: latencies.min_us(),
            p50_us: latencies.quantile_us(0.50),
            p90_us: latencies.quantile_us(0.90),
            p95_us: latencies.quantile_us(0.95),
            p98_us: latencies.quantile_us(0.98),
            p99_us: latencies.quantile_us(0.99),
            p99_9_us: latencies.quantile_us(0.999),
            p99_99_us: latencies.quantile_us(0.9999),
            max_us: latencies.max_us(),
        }
    }

    /// Percentiles that somebody else has found, percents and microseconds, where none are known.
    pub(crate) fn fill_in(&mut self, found: &[(f64, f64)]) {
        if self.p50_us.is_some() {
            return;
        }
        let of =
            |percent: f64| found.iter().find(|(known, _)| *known == percent).map(|(_, us)| us.round() as u64);
        self.p50_us = of(50.0);
        self.p90_us = of(90.0);
        self.p95_us = of(95.0);
        self.p98_us = of(98.0);
        self.p99_us = of(99.0);
        self.p99_9_us = of(99.9);
        self.p99_99_us = of(99.99);
        self.max_us = self.max_us.or(of(100.0));
    }

    /// One of the percentiles that are always kept.
    pub fn percentile_us(&self, percent: f64) -> Option<u64> {
        [
            (50.0, self.p50_us),
            (95.0, self.p95_us),
            (98.0, self.p98_us),
            (99.0, self.p99_us),
            (99.9, self.p99_9_us),
            (99.99, self.p99_99_us),
        ]
        .into_iter()
        .find(|(retained, _)| *retained == percent)?
        .1
    }
}

pub const ERROR_DETAILS_MAX: usize = 20;

pub(crate) fn error_details(interval: &Interval) -> Vec<ErrorCount> {
    let mut details: Vec<ErrorCount> = interval
        .errors
        .iter()
        .map(|((kind, detail), count)| ErrorCount { kind: *kind, detail: detail.clone(), count: *count })
        .collect();
    details.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (a.kind, &a.detail).cmp(&(b.kind, &b.detail))));
    details.truncate(ERROR_DETAILS_MAX);
    details
}
