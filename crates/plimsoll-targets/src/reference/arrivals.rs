//! When requests arrived, against an even schedule.

use super::record::DurationHistogram;
use serde_json::{Value, json};

/// Moments of arrival and of the answer, nanoseconds, by the request's number.
#[derive(Debug)]
pub struct ArrivalLog {
    at_ns: Vec<u64>,
    /// 0: not yet.
    answered_ns: Vec<u64>,
    total: u64,
}

/// Arrivals that are stamped (64 MB); later ones are only counted.
pub const STAMPS_MAX: usize = 4 << 20;

impl Default for ArrivalLog {
    /// The room is taken at once: moving a grown list would hold up the server.
    fn default() -> Self {
        let (at_ns, answered_ns) = (Vec::with_capacity(STAMPS_MAX), Vec::with_capacity(STAMPS_MAX));
        ArrivalLog { at_ns, answered_ns, total: 0 }
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
    pub gap: DurationHistogram,
    pub schedule: Option<ScheduleDeviation>,
}

/// Arrivals against an even schedule of a given rate.
#[derive(Debug)]
pub struct ScheduleDeviation {
    pub rate_per_s: f64,
    /// Arrival i against its place `phase + i / rate`, the amount. The phase is the median of all, as the
    /// schedule's own clock is not known here. A rate that is off shows as a deviation that grows.
    pub deviation: DurationHistogram,
    /// A gap against 1 / rate, the amount.
    pub jitter: DurationHistogram,
    /// From arrival i's place in the schedule to its answer: the response time of somebody who wanted to begin then, whenever the
    /// request really came.
    pub response: DurationHistogram,
}

impl ArrivalLog {
    pub(crate) fn stamp(&mut self, now_ns: u64) {
        self.total += 1;
        if self.at_ns.len() < STAMPS_MAX {
            self.at_ns.push(now_ns);
            self.answered_ns.push(0);
        }
    }

    pub(crate) fn answered(&mut self, number: u64, at_ns: u64) {
        if let Some(answered_ns) = self.answered_ns.get_mut(number as usize) {
            *answered_ns = at_ns;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.at_ns.clear();
        self.answered_ns.clear();
        self.total = 0;
    }

    /// Against an even schedule, when a rate per second is given.
    pub fn gaps(&self, rate_per_s: Option<f64>) -> Gaps {
        // The server reads its connections in the kernel's order, which need not be that of the arrivals.
        let mut pairs: Vec<(u64, u64)> =
            self.at_ns.iter().copied().zip(self.answered_ns.iter().copied()).collect();
        pairs.sort_unstable();
        let mut gap = DurationHistogram::default();
        for pair in pairs.windows(2) {
            gap.record_ns(pair[1].0 - pair[0].0);
        }
        let span_ns = pairs.last().map_or(0, |last| last.0) - pairs.first().map_or(0, |first| first.0);
        let seconds = span_ns as f64 / 1e9;
        let rate = if span_ns == 0 { 0.0 } else { (pairs.len() - 1) as f64 / seconds };
        let schedule = rate_per_s.filter(|rate| *rate > 0.0 && !pairs.is_empty());
        Gaps {
            arrivals: self.total,
            stamped: self.at_ns.len() as u64,
            seconds,
            rate_per_s: rate,
            gap,
            schedule: schedule.map(|rate| against(&pairs, rate)),
        }
    }
}

/// Arrivals, with their answers, in order.
fn against(pairs: &[(u64, u64)], rate_per_s: f64) -> ScheduleDeviation {
    let (period_ns, first_ns) = (1e9 / rate_per_s, pairs[0].0);
    let place = |i: usize| (i as f64 * period_ns) as i64;
    let offset = |(i, (at_ns, _)): (usize, &(u64, u64))| (at_ns - first_ns) as i64 - place(i);
    let mut offsets: Vec<i64> = pairs.iter().enumerate().map(offset).collect();
    let middle = offsets.len() / 2;
    let (_, phase, _) = offsets.select_nth_unstable(middle);
    let phase = *phase;
    let (mut deviation, mut jitter, mut response) =
        <(DurationHistogram, DurationHistogram, DurationHistogram)>::default();
    for offset in &offsets {
        deviation.record_ns(offset.abs_diff(phase));
    }
    for pair in pairs.windows(2) {
        jitter.record_ns(((pair[1].0 - pair[0].0) as f64 - period_ns).abs() as u64);
    }
    for (i, (_, answered_ns)) in pairs.iter().enumerate().filter(|(_, (_, answered_ns))| *answered_ns > 0) {
        let since_first_ns = answered_ns.saturating_sub(first_ns) as i64;
        response.record_ns((since_first_ns - place(i) - phase).max(0) as u64);
    }
    ScheduleDeviation { rate_per_s, deviation, jitter, response }
}

impl Gaps {
    pub fn json(&self) -> Value {
        let schedule = self.schedule.as_ref().map(|schedule| {
            json!({
                "rate_per_s": schedule.rate_per_s,
                "deviation": schedule.deviation.json(),
                "jitter": schedule.jitter.json(),
                "response": schedule.response.json(),
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
        let mut arrivals = ArrivalLog::default();
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
        let mut arrivals = ArrivalLog::default();
        assert_eq!(arrivals.gaps(Some(10.0)).rate_per_s, 0.0);
        arrivals.stamp(9);
        assert_eq!(arrivals.gaps(None).rate_per_s, 0.0);
    }
}
