//! A row of the picture: a second, or several whose histograms are merged.

use plimsoll_run::{Latencies, Second, TransactionKind};
use std::collections::BTreeMap;

/// Columns of a row, in their order.
pub const COLUMNS: [&str; 18] = [
    "second",
    "step",
    "requests",
    "errors",
    "p50_us",
    "p90_us",
    "p95_us",
    "p99_us",
    "max_us",
    "users",
    "arrivals_due",
    "arrivals_started",
    "arrivals_dropped",
    "arrivals_waiting",
    "bytes_received",
    "bytes_sent",
    "generator_cpu_percent",
    "lateness_p99_us",
];

/// A second, or several.
#[derive(Clone, Debug, Default)]
pub(super) struct PictureRow {
    /// Seconds in it.
    pub seconds: u32,
    pub step: u32,
    pub requests: u64,
    pub response: Latencies,
    pub users: u32,
    pub arrivals: Option<[u64; 4]>,
    pub bytes: (u64, u64),
    pub cpu_us: u64,
    pub wall_us: u64,
    pub lateness: Latencies,
    pub errors: BTreeMap<String, u64>,
}

pub(super) fn row(parts: &BTreeMap<u32, Second>) -> PictureRow {
    let mut row = PictureRow { seconds: 1, ..PictureRow::default() };
    for (step, second) in parts {
        row.step = *step;
        for (_, interval) in
            second.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request)
        {
            row.requests += interval.requests;
            row.response.merge(&interval.response);
            row.bytes.0 += interval.bytes_received;
            row.bytes.1 += interval.bytes_sent;
            for ((kind, detail), count) in &interval.errors {
                let detail: String = detail.chars().take(80).collect();
                let name = if detail.is_empty() {
                    kind.name().to_owned()
                } else {
                    format!("{}: {detail}", kind.name())
                };
                *row.errors.entry(name).or_default() += count;
            }
        }
        let generator = &second.generator;
        row.users += generator.users();
        row.cpu_us += generator.workers.values().map(|worker| worker.cpu_us).sum::<u64>();
        row.wall_us += generator.workers.values().map(|worker| worker.wall_us).sum::<u64>();
        row.lateness.merge(&generator.lateness);
        for arrivals in generator.arrivals.values() {
            let sums = row.arrivals.get_or_insert_default();
            for (sum, value) in
                sums.iter_mut().zip([arrivals.due, arrivals.started, arrivals.dropped, arrivals.waiting])
            {
                *sum += value;
            }
        }
    }
    (row.response, row.lateness) = (row.response.packed(), row.lateness.packed());
    row
}

impl PictureRow {
    /// With a later one: levels are the later one's, or the highest.
    pub fn merge(&mut self, other: &PictureRow) {
        self.seconds += other.seconds;
        self.step = other.step;
        self.requests += other.requests;
        self.response.merge(&other.response);
        self.response = self.response.packed();
        self.users = other.users;
        if let Some(theirs) = other.arrivals {
            let ours = self.arrivals.get_or_insert_default();
            for (sum, value) in ours.iter_mut().zip(theirs).take(3) {
                *sum += value;
            }
            ours[3] = theirs[3];
        }
        self.bytes = (self.bytes.0 + other.bytes.0, self.bytes.1 + other.bytes.1);
        (self.cpu_us, self.wall_us) = (self.cpu_us + other.cpu_us, self.wall_us + other.wall_us);
        self.lateness.merge(&other.lateness);
        self.lateness = self.lateness.packed();
        for (kind, count) in &other.errors {
            *self.errors.entry(kind.clone()).or_default() += count;
        }
    }

    /// In the order of [`COLUMNS`].
    pub fn values(&self, second: u32) -> Vec<Option<f64>> {
        let quantile = |share: f64| self.response.quantile_us(share).map(|us| us as f64);
        let arrivals = |index: usize| self.arrivals.map(|sums| sums[index] as f64);
        vec![
            Some(f64::from(second)),
            Some(f64::from(self.step)),
            Some(self.requests as f64),
            Some(self.errors.values().sum::<u64>() as f64),
            quantile(0.5),
            quantile(0.9),
            quantile(0.95),
            quantile(0.99),
            self.response.max_us().map(|us| us as f64),
            Some(f64::from(self.users)),
            arrivals(0),
            arrivals(1),
            arrivals(2),
            arrivals(3),
            Some(self.bytes.0 as f64),
            Some(self.bytes.1 as f64),
            percent(self.cpu_us, self.wall_us),
            self.lateness.quantile_us(0.99).map(|us| us as f64),
        ]
    }
}

/// Of a core; one digit.
pub(super) fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| (1_000.0 * part as f64 / whole as f64).round() / 10.0)
}
