//! How busy a host was, by which its clock and logs without times are compared with the load.

use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Reading, ReadingKind};
use plimsoll_telemetry::placement::Sampled;
use std::collections::BTreeMap;

/// Rows with a time in seconds: CPU that was in use, of each host.
#[derive(Default)]
pub struct HostActivity {
    hosts: BTreeMap<String, BTreeMap<i64, f64>>,
}

/// Longer records are no single test.
const SECONDS_MAX: i64 = 31 * 86_400;

impl HostActivity {
    /// A reading placed on the run's clock.
    pub fn see(&mut self, reading: &Reading, at_us: i64) {
        if let Some(busy) = cpu_in_use(reading) {
            let seconds = self.hosts.entry(reading.series.source.host.clone()).or_default();
            seconds.insert(at_us.div_euclid(1_000_000), busy);
        }
    }

    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.hosts.keys().map(String::as_str)
    }

    /// By steady interval: the most frequent distance.
    pub fn of(&self, host: &str) -> Option<Sampled> {
        let seconds = self.hosts.get(host)?;
        let (first, last) = (*seconds.keys().next()?, *seconds.keys().next_back()?);
        if last - first > SECONDS_MAX {
            return None;
        }
        let keys: Vec<i64> = seconds.keys().copied().collect();
        let interval = median(keys.windows(2).map(|pair| pair[1] - pair[0]).collect())?.max(1);
        let mut values = vec![f64::NAN; usize::try_from((last - first) / interval).ok()? + 1];
        for (second, value) in seconds {
            if let Some(known) = values.get_mut(usize::try_from((second - first) / interval).ok()?) {
                *known = *value;
            }
        }
        Some(Sampled {
            start_us: first * 1_000_000,
            interval_us: u64::try_from(interval).ok()? * 1_000_000,
            values,
        })
    }
}

fn cpu_in_use(reading: &Reading) -> Option<f64> {
    let idle = &*reading.series.metric == metric::SYSTEM_CPU_UTILIZATION
        && reading.series.attributes.get(attribute::CPU_MODE).is_some_and(|mode| mode == "idle");
    idle.then_some(1.0 - reading.value)
}

/// Rows without a time: where they stand (an index, or microseconds) and how busy they say that it was.
pub fn rows(readings: &[Reading]) -> Vec<(i64, f64)> {
    let measures: [fn(&Reading) -> Option<f64>; 4] = [
        cpu_in_use,
        |reading| (&*reading.series.metric == metric::CONTAINER_CPU_USAGE).then_some(reading.value),
        |reading| {
            let counted =
                reading.series.attributes.get("statistic").is_some_and(|statistic| statistic == "count");
            (&*reading.series.metric == metric::JVM_GC_DURATION && counted).then_some(reading.value)
        },
        |reading| (&*reading.series.metric == metric::KAFKA_CONSUMER_GROUP_OFFSET).then_some(reading.value),
    ];
    for (number, measure) in measures.iter().enumerate() {
        let mut found: BTreeMap<i64, f64> = BTreeMap::new();
        for reading in readings {
            let (Some(value), Some(position)) = (measure(reading), position(reading.at)) else { continue };
            *found.entry(position).or_default() += value;
        }
        let is_total = number >= 2;
        if found.len() > 2 {
            let all: Vec<(i64, f64)> = found.into_iter().collect();
            return if is_total { grown(&all) } else { all };
        }
    }
    // Pauses in a log: one for each reading.
    let pauses = readings.iter().filter(|reading| {
        &*reading.series.metric == metric::JVM_GC_DURATION && reading.series.kind == ReadingKind::Gauge
    });
    let mut found: BTreeMap<i64, f64> = BTreeMap::new();
    for reading in pauses {
        if let At::Since(us) = reading.at {
            *found.entry(us.div_euclid(1_000_000) * 1_000_000).or_default() += reading.value;
        }
    }
    found.into_iter().collect()
}

fn grown(totals: &[(i64, f64)]) -> Vec<(i64, f64)> {
    let grow = |pair: &[(i64, f64)]| (pair[1].0, plimsoll_run::reading::growth(pair[0].1, pair[1].1).by);
    totals.windows(2).map(grow).collect()
}

/// An index or microseconds.
pub fn position(at: At) -> Option<i64> {
    match at {
        At::Index(index) => i64::try_from(index).ok(),
        At::Since(us) => Some(us),
        At::Run(_) | At::Wall(_) => None,
    }
}

pub fn median(mut values: Vec<i64>) -> Option<i64> {
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable(middle).1)
}
