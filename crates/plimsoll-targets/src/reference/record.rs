//! What the server measured of itself.

use super::delays::{Distribution, Stall, expected_ns};
use hdrhistogram::Histogram;
use serde_json::{Value, json};

/// Durations in nanoseconds with four significant digits.
#[derive(Clone, Debug)]
pub struct DurationHistogram {
    histogram: Histogram<u64>,
}

/// The percentiles that are told of everything.
pub const PERCENTS: [f64; 8] = [50.0, 90.0, 95.0, 98.0, 99.0, 99.9, 99.99, 100.0];
const NANOSECONDS_MAX: u64 = 3_600_000_000_000;

impl Default for DurationHistogram {
    /// Made in full at once: a histogram that grows would hold up the server it measures.
    fn default() -> Self {
        let histogram = Histogram::new_with_bounds(1, NANOSECONDS_MAX, 4).expect("an hour in nanoseconds");
        DurationHistogram { histogram }
    }
}

impl DurationHistogram {
    pub fn record_ns(&mut self, nanoseconds: u64) {
        self.histogram.saturating_record(nanoseconds.max(1));
    }

    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// The time that this share (0 to 1) does not exceed, microseconds; 0 when there is none.
    pub fn quantile_us(&self, share: f64) -> f64 {
        let count = self.count() as f64;
        if count == 0.0 {
            return 0.0;
        }
        // 99.9 / 100 is a little more than 0.999: of 8,000 that must not become the next one.
        let rank = (share * count * (1.0 - 1e-12)).ceil().clamp(1.0, count);
        self.histogram.value_at_quantile((rank - 0.5) / count) as f64 / 1e3
    }

    pub fn mean_us(&self) -> f64 {
        if self.count() == 0 { 0.0 } else { self.histogram.mean() / 1e3 }
    }

    /// `{"count":…,"mean_us":…,"percentiles":[{"percent":50,"us":…},…]}`; percent 100 is the longest.
    pub fn json(&self) -> Value {
        let us = |percent: f64| (percent, self.quantile_us(percent / 100.0));
        let percentiles = percentiles_json(PERCENTS.map(us));
        json!({ "count": self.count(), "mean_us": rounded(self.mean_us()), "percentiles": percentiles })
    }
}

/// The truth about the answers of a reference server, control routes left out.
#[derive(Clone, Debug)]
pub struct Truth {
    pub distribution: Distribution,
    pub stall: Option<Stall>,
    pub seed: u64,
    /// From the request's last byte having arrived, as the kernel stamped it, to its answer being due.
    pub asked: DurationHistogram,
    /// From the same moment to the answer being handed to the kernel: what the client's service time is compared with.
    pub served: DurationHistogram,
    /// From the answer being due to its being handed to the kernel.
    pub late: DurationHistogram,
}

impl Truth {
    pub(crate) fn new(distribution: Distribution, stall: Option<Stall>, seed: u64) -> Truth {
        let (asked, served, late) = Default::default();
        Truth { distribution, stall, seed, asked, served, late }
    }

    pub(crate) fn answered(&mut self, arrived_ns: u64, due_ns: u64, written_ns: u64) {
        self.asked.record_ns(due_ns - arrived_ns);
        self.served.record_ns(written_ns.saturating_sub(arrived_ns));
        self.late.record_ns(written_ns.saturating_sub(due_ns));
    }

    /// Response times that requests have when they arrive evenly, whatever the server does: by the formula
    /// of [`expected_ns`], microseconds.
    pub fn expected_us(&self, share: f64) -> f64 {
        expected_ns(&self.distribution, self.stall, share) as f64 / 1e3
    }

    pub fn json(&self) -> Value {
        let expected = PERCENTS.map(|percent| (percent, self.expected_us(percent / 100.0)));
        let stall = self.stall.map(
            |s| json!({ "length_us": s.length.as_micros() as u64, "every_us": s.every.as_micros() as u64 }),
        );
        json!({
            "requests": self.served.count(),
            "distribution": self.distribution.to_string(),
            "stall": stall,
            "seed": self.seed,
            "expected": { "percentiles": percentiles_json(expected) },
            "asked": self.asked.json(),
            "served": self.served.json(),
            "late": self.late.json(),
        })
    }
}

pub(crate) fn percentiles_json<const N: usize>(percentiles: [(f64, f64); N]) -> Vec<Value> {
    percentiles.iter().map(|(percent, us)| json!({ "percent": percent, "us": rounded(*us) })).collect()
}

/// To the nanosecond: more digits of a microsecond are noise.
fn rounded(us: f64) -> f64 {
    (us * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_the_smallest_value_that_so_many_do_not_exceed() {
        let mut times = DurationHistogram::default();
        (1..=8_000_u64).for_each(|us| times.record_ns(us * 1_000));
        for (percent, us) in [(50.0, 4_000.0), (99.9, 7_992.0), (99.99, 8_000.0), (100.0, 8_000.0)] {
            let found = times.quantile_us(percent / 100.0);
            // Four digits.
            assert!((found - us).abs() <= 0.5, "p{percent}: {found}");
        }
    }
}
