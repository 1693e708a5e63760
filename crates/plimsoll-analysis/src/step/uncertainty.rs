//! What is not sure of a step's figures because the load generator itself was late; `validity` says how much that is.

use crate::statistics::{Bounds, Estimate};
use serde::Serialize;

/// What the load generator's own lateness may have changed; of a step whose timing is degraded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimingUncertainty {
    /// Of percentiles: how late timers (p99) or how long turns (p90 of the seconds) were. Times may be shorter by as much.
    pub times_us: u64,
    /// Of a mean, and how much longer all times may be: how late timers were on average.
    pub mean_us: u64,
    /// Of the longest time.
    pub longest_us: u64,
    /// Share of the load of a closed model that was not put on, 0 to 1. Throughput may be higher by as much.
    pub load: f64,
    /// In which the load generator did not run at all.
    pub stopped_us: u64,
}

impl TimingUncertainty {
    /// Of windows that are taken together.
    pub(crate) fn largest(of: impl Iterator<Item = TimingUncertainty>) -> Option<TimingUncertainty> {
        of.reduce(|a, b| TimingUncertainty {
            times_us: a.times_us.max(b.times_us),
            mean_us: a.mean_us.max(b.mean_us),
            longest_us: a.longest_us.max(b.longest_us),
            load: a.load.max(b.load),
            stopped_us: a.stopped_us.max(b.stopped_us),
        })
    }

    /// A rate with the load that may be missing; `most_per_s`: more than that the users can't bring.
    pub(crate) fn widened(&self, per_s: Estimate, most_per_s: f64) -> Estimate {
        let share = self.load.clamp(0.0, 0.99);
        let bounds_95 = per_s.bounds_95.map(|Bounds { low, high }| {
            let with_missing = (high / (1.0 - share)).min(most_per_s);
            Bounds { low, high: high.max(with_missing) }
        });
        Estimate { bounds_95, ..per_s }
    }
}
