//! When requests arrived, against an even schedule.

use super::record::Times;
use serde_json::{Value, json};

/// Moments of arrival, nanoseconds, in order.
#[derive(Debug)]
pub struct Arrivals {
    at_ns: Vec<u64>,
    total: u64,
}

/// Arrivals that are stamped (32 MB); later ones are only counted.
pub const STAMPS_MAX: usize = 4 << 20;

impl Default for Arrivals {
    /// The room is taken at once: moving a grown list would hold up the server.
    fn default() -> Self {
        Arrivals { at_ns: Vec::with_capacity(STAMPS_MAX), total: 0 }
    }
}

/// How evenly requests arrived.
#[derive(Debug)]
pub struct Gaps {
    /// All arrivals.
    pub arrivals: u64,
    /// Those that the figures below come from, the first ones.
    pub stamped: u64,
    /// From the first to the last stamped arrival.
    pub seconds: f64,
    /// (stamped − 1) / seconds.
    pub rate_per_s: f64,
    /// Between one arrival and the next.
    pub gap: Times,
    pub schedule: Option<Schedule>,
}

/// Arrivals against an even schedule of a given rate.
#[derive(Debug)]
pub struct Schedule {
    pub rate_per_s: f64,
    /// Arrival i against its place `phase + i / rate`, the amount. The phase is the median of all, as the
    /// schedule's own clock is not known here. A rate that is off shows as a deviation that grows.
    pub deviation: Times,
    /// A gap against 1 / rate, the amount.
    pub jitter: Times,
}

impl Arrivals {
    pub(crate) fn stamp(&mut self, now_ns: u64) {
        self.total += 1;
        if self.at_ns.len() < STAMPS_MAX {
            self.at_ns.push(now_ns);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.at_ns.clear();
        self.total = 0;
    }

    /// Against an even schedule, when a rate per second is given.
    pub fn gaps(&self, rate_per_s: Option<f64>) -> Gaps {
        let mut gap = Times::default();
        for pair in self.at_ns.windows(2) {
            gap.record_ns(pair[1] - pair[0]);
        }
        let span_ns = self.at_ns.last().unwrap_or(&0) - self.at_ns.first().unwrap_or(&0);
        let seconds = span_ns as f64 / 1e9;
        let rate = if span_ns == 0 { 0.0 } else { (self.at_ns.len() - 1) as f64 / seconds };
        let schedule = rate_per_s.filter(|rate| *rate > 0.0 && !self.at_ns.is_empty());
        Gaps {
            arrivals: self.total,
            stamped: self.at_ns.len() as u64,
            seconds,
            rate_per_s: rate,
            gap,
            schedule: schedule.map(|rate| self.against(rate)),
        }
    }

    fn against(&self, rate_per_s: f64) -> Schedule {
        let (period_ns, first_ns) = (1e9 / rate_per_s, self.at_ns[0]);
        let offset = |(i, at_ns): (usize, &u64)| ((at_ns - first_ns) as f64 - i as f64 * period_ns) as i64;
        let mut offsets: Vec<i64> = self.at_ns.iter().enumerate().map(offset).collect();
        let middle = offsets.len() / 2;
        let (_, phase, _) = offsets.select_nth_unstable(middle);
        let phase = *phase;
        let (mut deviation, mut jitter) = (Times::default(), Times::default());
        for offset in &offsets {
            deviation.record_ns(offset.abs_diff(phase));
        }
        for pair in self.at_ns.windows(2) {
            jitter.record_ns(((pair[1] - pair[0]) as f64 - period_ns).abs() as u64);
        }
        Schedule { rate_per_s, deviation, jitter }
    }
}

impl Gaps {
    pub fn json(&self) -> Value {
        let schedule = self.schedule.as_ref().map(|schedule| {
            json!({
                "rate_per_s": schedule.rate_per_s,
                "deviation": schedule.deviation.json(),
                "jitter": schedule.jitter.json(),
            })
        });
        json!({
            "arrivals": self.arrivals,
            "stamped": self.stamped,
            "seconds": self.seconds,
            "rate_per_s": self.rate_per_s,
            "gap": self.gap.json(),
            "schedule": schedule,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(at_us: &[u64], rate_per_s: f64, deviation_us_max: f64, jitter_us_max: f64) {
        let mut arrivals = Arrivals::default();
        at_us.iter().for_each(|us| arrivals.stamp(us * 1_000));
        let gaps = arrivals.gaps(Some(rate_per_s));
        let schedule = gaps.schedule.expect("a rate was given");
        let near = |found: f64, expected: f64| {
            assert!((found - expected).abs() <= 0.001 * expected + 0.002, "{found} instead of {expected}");
        };
        near(schedule.deviation.quantile_us(1.0), deviation_us_max);
        near(schedule.jitter.quantile_us(1.0), jitter_us_max);
        assert_eq!(gaps.arrivals, at_us.len() as u64);
    }

    #[test]
    fn arrivals_are_compared_with_an_even_schedule() {
        check(&[5_000, 6_000, 7_000, 8_000, 9_000], 1_000.0, 0.0, 0.0);
        check(&[5_000, 6_000, 7_300, 8_000, 9_000], 1_000.0, 300.0, 300.0);
        // One per cent too slow: the last is 4 × 10 µs behind the first, 20 µs from the middle one.
        check(&[0, 1_010, 2_020, 3_030, 4_040], 1_000.0, 20.0, 10.0);
        check(&[7], 1_000.0, 0.0, 0.0);
    }

    #[test]
    fn nothing_and_a_single_arrival_have_no_rate() {
        let mut arrivals = Arrivals::default();
        assert_eq!(arrivals.gaps(Some(10.0)).rate_per_s, 0.0);
        arrivals.stamp(9);
        assert_eq!(arrivals.gaps(None).rate_per_s, 0.0);
    }
}
