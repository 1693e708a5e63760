//! Durations as receivers want them: exponential buckets (Prometheus' native histograms, OpenTelemetry's exponential ones) and
//! buckets with given bounds.

use plimsoll_run::Latencies;
use std::collections::BTreeMap;

/// 2^5 buckets for each doubling: a bucket is 2.2 % wide, so its middle is off by at most 1.1 %.
pub const SCHEMA: i32 = 5;
const PER_DOUBLING: f64 = 32.0;

/// Upper bounds in seconds of the buckets for receivers that know no exponential ones.
pub const BOUNDS_S: [f64; 29] = [
    0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3,
    0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 60.0,
];

/// What was counted from a start on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DurationCounts {
    pub count: u64,
    pub sum_s: f64,
    /// By index i: (2^((i-1)/32) s, 2^(i/32) s].
    pub exponential: BTreeMap<i32, u64>,
    /// One more than there are bounds: the last is what is above all of them. Empty without values.
    pub explicit: Vec<u64>,
}

impl DurationCounts {
    pub fn add(&mut self, latencies: &Latencies) {
        let Some(mean_us) = latencies.mean_us() else { return };
        let count = latencies.count();
        self.count += count;
        self.sum_s += mean_us * count as f64 / 1e6;
        self.explicit.resize(BOUNDS_S.len() + 1, 0);
        for (highest_us, count) in latencies.buckets() {
            // Of a bucket that is 0.1 % wide: where in it the values were is not known.
            let seconds = highest_us as f64 / 1e6;
            *self.exponential.entry(index(seconds)).or_default() += count;
            self.explicit[BOUNDS_S.partition_point(|bound| *bound < seconds)] += count;
        }
    }
}

fn index(seconds: f64) -> i32 {
    (seconds.log2() * PER_DOUBLING).ceil() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_the_bucket_whose_bounds_hold_it() {
        let mut latencies = Latencies::default();
        for us in [1, 900, 1_000, 15_000, 250_000, 1_000_000, 90_000_000] {
            latencies.record_us(us);
        }
        let mut distribution = DurationCounts::default();
        distribution.add(&latencies);
        distribution.add(&latencies);
        assert_eq!(distribution.count, 14);
        assert_eq!(distribution.exponential.values().sum::<u64>(), 14);
        assert_eq!(distribution.explicit.iter().sum::<u64>(), 14);
        assert_eq!(distribution.explicit.last(), Some(&2), "above a minute");
        for (i, (highest_us, _)) in distribution.exponential.keys().zip(latencies.buckets()) {
            let upper = (f64::from(*i) / PER_DOUBLING).exp2();
            let seconds = highest_us as f64 / 1e6;
            assert!(seconds <= upper * 1.000_001 && seconds > upper / 1.023, "{seconds} s in {upper}");
        }
        assert!((distribution.sum_s / 182.5328 - 1.0).abs() < 0.001, "{}", distribution.sum_s);
    }
}
