//! What is not comparable, or puts a comparison in doubt.

use super::measure::Metric;
use crate::statistics::Trend;
use crate::step::{AppliedLoad, ServersAtWork};
use plimsoll_run::JobVerdict;
use serde::Serialize;

/// Windows may differ by this share.
pub(super) const WINDOWS_DIFFER_MAX: f64 = 0.2;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "caveat", rename_all = "kebab-case")]
pub enum ComparisonCaveat {
    /// One run on a side: how much runs vary is not known there.
    SingleRuns {
        before: usize,
        after: usize,
    },
    /// Rows of that load are not compared.
    WindowsDiffer {
        load: AppliedLoad,
        step_name: String,
        before_s: f64,
        after_s: f64,
    },
    /// A load that only one side has.
    LoadMissing {
        load: AppliedLoad,
        step_name: String,
        missing_after: bool,
    },
    /// Rows of that step's load are not compared.
    InvalidSteps {
        run: String,
        steps: Vec<u32>,
    },
    /// In those steps a server was lost: their figures are of another system.
    ServersLost {
        run: String,
        steps: Vec<u32>,
        servers: ServersAtWork,
    },
    /// Those steps were made by fewer nodes of the fleet than it has.
    NodesAbsent {
        run: String,
        steps: Vec<u32>,
        nodes: u32,
        of: u32,
    },
    /// Times at the load of those steps are not compared: the longest were under way when the windows ended.
    TimesAreLowerBounds {
        run: String,
        steps: Vec<u32>,
    },
    /// In those steps the load generator was late, times by up to so much: the intervals of times and throughput hold that.
    LatenessAdded {
        run: String,
        steps: Vec<u32>,
        times_us: u64,
    },
    /// It did not end by itself.
    Incomplete {
        run: String,
    },
    /// The machines of the load generators differ, in these respects.
    EnvironmentDiffers {
        names: Vec<String>,
    },
    PlanDiffers,
    /// So many of the requests (%) are of other transactions on one side than on the other: figures of all requests compare
    /// different work.
    MixesDiffer {
        percent: f64,
    },
    /// Of the requests (%), on one side far more than on the other: times of all requests have them.
    FailuresDiffer {
        before_percent: f64,
        after_percent: f64,
    },
    /// Another program made the load, or another version of it.
    GeneratorDiffers,
    /// All runs of one side came before all of the other: what changed with time looks like an effect.
    OrderConfounded {
        before_first: bool,
    },
    /// Figures rise or fall with the order of the runs, whatever side they are of.
    DriftInOrder {
        metric: Metric,
        load: AppliedLoad,
        step_name: String,
        trend: Trend,
        percent_per_run: f64,
    },
    /// A job that did not end well has no duration to compare.
    JobFailed {
        run: String,
        job: String,
        verdict: JobVerdict,
    },
    JobMissing {
        job: String,
        missing_after: bool,
    },
}
