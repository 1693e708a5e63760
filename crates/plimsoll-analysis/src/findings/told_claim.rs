//! Claims about figures that a table told, and about means of which no response times are known.

use super::finding::Severity;
use crate::statistics::Bounds;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "claim", rename_all = "kebab-case")]
pub enum ToldClaim {
    /// Users over throughput (Little 1961): the time for a request, with think time in it.
    ImpliedResponse {
        from_step: u32,
        to_step: u32,
        from_us: f64,
        to_us: f64,
        change_percent: f64,
    },
    /// Each node brings the same, however many there are.
    PerNodeFlat {
        steps: Vec<u32>,
        nodes_min: u32,
        nodes_max: u32,
        low_per_s: f64,
        high_per_s: f64,
    },
    /// Too many calls took as long as a limit, or longer.
    OverLimit {
        limit_us: f64,
        allowed_percent: f64,
        /// In which surely more than allowed did.
        steps: Vec<u32>,
        worst: LimitShare,
        least: LimitShare,
    },
    /// A number that is called a share and is a count.
    CountAsShare {
        file: String,
        told: f64,
        requests: f64,
        share_percent: f64,
    },
    PercentilesOfPercentiles {
        file: String,
        columns: Vec<String>,
        rows: u64,
    },
    /// By X · R more connections would be at work than there are.
    PoolTooSmall {
        rate_per_s: f64,
        mean_us: f64,
        in_use: f64,
        size: f64,
    },
    RepeatsDiffer {
        condition: String,
        column: String,
        us: Vec<f64>,
        ratio: f64,
    },
    MeansDiffer {
        transaction: String,
        /// Empty where the conditions are what is compared.
        condition: String,
        baseline: String,
        baseline_us: f64,
        others: Vec<MeanChange>,
    },
}

/// Of one step, all servers together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitShare {
    pub step: u32,
    pub over: u64,
    pub calls: u64,
    pub percent: f64,
    pub percent_bounds_95: Bounds,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanChange {
    pub name: String,
    pub mean_us: f64,
    pub change_percent: f64,
}

impl ToldClaim {
    pub(crate) fn identity(&self) -> (&'static str, Severity) {
        match self {
            ToldClaim::ImpliedResponse { .. } => ("implied-response", Severity::Information),
            ToldClaim::PerNodeFlat { .. } => ("per-node-flat", Severity::Information),
            ToldClaim::OverLimit { .. } => ("over-limit", Severity::Warning),
            ToldClaim::CountAsShare { .. } => ("count-as-share", Severity::Warning),
            ToldClaim::PercentilesOfPercentiles { .. } => ("percentiles-of-percentiles", Severity::Warning),
            ToldClaim::PoolTooSmall { .. } => ("pool-too-small", Severity::Warning),
            ToldClaim::RepeatsDiffer { .. } => ("repeats-differ", Severity::Warning),
            ToldClaim::MeansDiffer { .. } => ("means-differ", Severity::Information),
        }
    }
}
