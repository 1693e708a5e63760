use crate::capacity::{Capacity, Gain, RateResult};
use crate::run_analysis::RunAnalysis;
use crate::step::ServersAtWork;
use serde::Serialize;

/// Capacity over the repeats of a variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatedCapacity {
    pub kind: CapacityKind,
    /// Mean over the runs that have one.
    pub throughput_per_s: f64,
    pub throughput_per_s_min: f64,
    pub throughput_per_s_max: f64,
    pub runs: Vec<usize>,
    /// Those of them in which more load found fewer servers: what all of them carry beyond it was not measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub until_lost: Vec<usize>,
}

/// What the mean over the repeats may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CapacityKind {
    /// Found in every run.
    Maximum,
    /// In some run the maximum is this or more.
    LowerBound,
    /// One load only in every run.
    OneLoad,
}

impl RepeatedCapacity {
    pub(super) fn of(runs: &[(usize, &RunAnalysis)]) -> Option<RepeatedCapacity> {
        let found: Vec<(usize, f64, CapacityKind)> = runs
            .iter()
            .filter_map(|(place, run)| {
                Some((*place, run.capacity.best()?.throughput_per_s.value, kind(&run.capacity)))
            })
            .collect();
        let (_, _, first) = *found.first()?;
        let alike = found.iter().all(|(_, _, kind)| *kind == first);
        let values = || found.iter().map(|(_, value, _)| *value);
        let until_lost = runs.iter().filter(|(_, run)| until_lost(&run.capacity).is_some());
        Some(RepeatedCapacity {
            kind: if alike { first } else { CapacityKind::LowerBound },
            throughput_per_s: values().sum::<f64>() / found.len() as f64,
            throughput_per_s_min: values().fold(f64::INFINITY, f64::min),
            throughput_per_s_max: values().fold(0.0, f64::max),
            runs: found.iter().map(|(place, _, _)| *place).collect(),
            until_lost: until_lost.map(|(place, _)| *place).collect(),
        })
    }
}

fn kind(capacity: &Capacity) -> CapacityKind {
    match capacity {
        Capacity::Maximum { .. }
        | Capacity::Refused { .. }
        | Capacity::BelowAsked { pool_may_limit: false, .. } => CapacityKind::Maximum,
        Capacity::Rate(search) if search.result == RateResult::Found => CapacityKind::Maximum,
        Capacity::OneLoad { .. } => CapacityKind::OneLoad,
        _ => CapacityKind::LowerBound,
    }
}

/// The throughput that a run claims as its maximum; `None` where it claims none.
pub(crate) fn maximum(capacity: &Capacity) -> Option<crate::statistics::Estimate> {
    (kind(capacity) == CapacityKind::Maximum).then_some(capacity.best()?.throughput_per_s)
}

/// The servers that were left when more load brought no more; `None`: all of them.
pub(crate) fn until_lost(capacity: &Capacity) -> Option<ServersAtWork> {
    match capacity {
        Capacity::Maximum { shown_by: Gain { servers, .. }, .. } => *servers,
        _ => None,
    }
}
