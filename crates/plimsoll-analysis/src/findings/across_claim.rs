//! Claims about several runs together.

use super::finding::Severity;
use super::server_claim::Degradation;
use crate::step::Load;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "claim", rename_all = "kebab-case")]
pub enum AcrossClaim {
    /// Far more of a resource, and no more throughput.
    SharedCeiling {
        /// Variants, by the resource ascending.
        small: String,
        large: String,
        /// A property of the variants, or a metric.
        resource: String,
        small_amount: f64,
        large_amount: f64,
        small_per_s: f64,
        large_per_s: f64,
        /// Received and sent, the larger one, at the higher throughput.
        bits_per_s: f64,
        /// A usual speed of a network that this fills to more than 80 %; `None`: none.
        network_bits_per_s: Option<f64>,
    },
    /// More of a resource, at the same load, and hardly more throughput.
    NotProportional {
        small: String,
        large: String,
        resource: String,
        small_amount: f64,
        large_amount: f64,
        small_per_s: f64,
        large_per_s: f64,
        change_percent: f64,
    },
    /// Differences other than what was to be compared.
    NotComparable {
        difference: Difference,
    },
    DegradesInOrder(Degradation),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "difference", rename_all = "kebab-case")]
pub enum Difference {
    /// Measured for different times at the same load.
    Windows { load: Load, shortest_s: f64, longest_s: f64, shortest_run: usize, longest_run: usize },
    /// A fact of the environment.
    Environment { name: String, values: Vec<String> },
    /// Many more failures in one of them.
    Failures { load: Load, best_run: usize, worst_run: usize, best_percent: f64, worst_percent: f64 },
    /// All runs of one variant before all of another: time and variant can't be told apart.
    Order { first: String, then: String },
}

impl AcrossClaim {
    pub(crate) fn identity(&self) -> (&'static str, Severity) {
        match self {
            AcrossClaim::SharedCeiling { .. } => ("shared-ceiling", Severity::Warning),
            AcrossClaim::NotProportional { .. } => ("not-proportional", Severity::Information),
            AcrossClaim::NotComparable { .. } => ("not-comparable", Severity::Warning),
            AcrossClaim::DegradesInOrder(_) => ("degrades-in-order", Severity::Warning),
        }
    }
}
