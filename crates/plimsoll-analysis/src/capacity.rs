//! How much the system carries: a maximum that was found, or no more than a lower bound.

use crate::climb::goal_percent;
use crate::statistics::Estimate;
use crate::step::{Growth, StepRow, goal_of};
use crate::verdict::{Judgement, Verdict};
use plimsoll_run::{Design, End, EndReason};
use serde::Serialize;

/// A step named by its load, and what it carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OperatingPoint {
    pub step: u32,
    pub threads: u32,
    pub nodes: u32,
    pub users: u32,
    pub throughput_per_s: Estimate,
}

impl OperatingPoint {
    fn of(row: &StepRow) -> OperatingPoint {
        OperatingPoint {
            step: row.number,
            threads: row.threads,
            nodes: row.nodes,
            users: row.users,
            throughput_per_s: row.throughput_per_s,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "capacity", rename_all = "kebab-case")]
pub enum Capacity {
    /// More load no longer brought its goal.
    Maximum { best: OperatingPoint },
    /// The true maximum is this or more.
    LowerBound { best: OperatingPoint, reason: BoundReason },
    /// One load only: neither a maximum nor a bound worth the name.
    OneLoad { best: OperatingPoint },
    /// No valid step.
    Unknown,
}

/// Why the maximum was not found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum BoundReason {
    /// A climb ran out of load to add. With the last growth, if the last step was the best.
    LoadExhausted {
        growth: Option<Growth>,
    },
    /// Given loads: the highest still gained its goal.
    StillGrowing {
        growth: Growth,
    },
    /// Higher loads were tried but their steps are invalid.
    HigherStepsInvalid {
        steps: Vec<u32>,
    },
    Interrupted,
    CutOff,
    StoppedByPlan,
    Impossible {
        message: String,
    },
    Failed {
        message: String,
    },
}

impl Capacity {
    pub fn best(&self) -> Option<&OperatingPoint> {
        match self {
            Capacity::Maximum { best } | Capacity::LowerBound { best, .. } | Capacity::OneLoad { best } => {
                Some(best)
            }
            Capacity::Unknown => None,
        }
    }
}

pub(crate) fn best_step(rows: &[StepRow]) -> Option<&StepRow> {
    let valid = rows.iter().filter(|row| row.is_valid());
    // The first of equals: the same throughput with fewer users is the better step.
    valid
        .reduce(|best, row| if row.throughput_per_s.value > best.throughput_per_s.value { row } else { best })
}

pub(crate) fn capacity(rows: &[StepRow], design: &Design, end: Option<&End>) -> Capacity {
    let Some(best_row) = best_step(rows) else { return Capacity::Unknown };
    let best = OperatingPoint::of(best_row);
    if *design == Design::Single || rows.len() == 1 {
        return Capacity::OneLoad { best };
    }
    match bound_reason(rows, best_row, design, end) {
        Some(reason) => Capacity::LowerBound { best, reason },
        None => Capacity::Maximum { best },
    }
}

fn bound_reason(rows: &[StepRow], best: &StepRow, design: &Design, end: Option<&End>) -> Option<BoundReason> {
    let Some(end) = end else { return Some(BoundReason::CutOff) };
    let invalid: Vec<u32> =
        rows.iter().filter(|r| !r.is_valid() && r.users > best.users).map(|r| r.number).collect();
    let valid_above = rows.iter().any(|r| r.is_valid() && r.users > best.users);
    match &end.reason {
        EndReason::Interrupted => Some(BoundReason::Interrupted),
        EndReason::StoppedByPlan => Some(BoundReason::StoppedByPlan),
        EndReason::Impossible(message) => Some(BoundReason::Impossible { message: message.clone() }),
        EndReason::Failed(message) => Some(BoundReason::Failed { message: message.clone() }),
        _ if !invalid.is_empty() && !valid_above => Some(BoundReason::HigherStepsInvalid { steps: invalid }),
        EndReason::LoadExhausted => {
            let last = rows.last().filter(|last| last.number == best.number);
            Some(BoundReason::LoadExhausted { growth: last.and_then(|last| last.growth) })
        }
        EndReason::Converged => None,
        EndReason::Completed => {
            still_growing(rows, best, design).map(|growth| BoundReason::StillGrowing { growth })
        }
    }
}

/// Growth of the best step over the best of the lower loads, if it still made its goal and no higher load was tried.
fn still_growing(rows: &[StepRow], best: &StepRow, design: &Design) -> Option<Growth> {
    if rows.iter().any(|row| row.is_valid() && row.users > best.users) {
        return None;
    }
    let lower: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid() && row.users < best.users).collect();
    let base =
        lower.into_iter().max_by(|a, b| a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value))?;
    let (x, base_x) = (best.throughput_per_s.value, base.throughput_per_s.value);
    let growth = Growth {
        base_step: base.number,
        gain_percent: crate::climb::gain_percent(x, base_x),
        gain_percent_exact: crate::climb::gain_percent_exact(x, base_x),
        goal_percent: goal_percent(best.users, base.users, goal_of(design)),
    };
    (growth.gain_percent >= growth.goal_percent).then_some(growth)
}

/// The valid step of highest throughput in which every requirement holds; `None` without requirements.
pub(crate) fn recommended(rows: &[StepRow], verdicts: &[Verdict]) -> Option<OperatingPoint> {
    if verdicts.is_empty() {
        return None;
    }
    let holds = |row: &&StepRow| {
        let pass =
            |v: &Verdict| v.steps.iter().any(|s| s.step == row.number && s.judgement == Judgement::Pass);
        row.is_valid() && verdicts.iter().all(pass)
    };
    rows.iter()
        .filter(holds)
        .reduce(|best, row| if row.throughput_per_s.value > best.throughput_per_s.value { row } else { best })
        .map(OperatingPoint::of)
}

/// A rate kept up for longer, and set against the expected use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Projection {
    pub per_s: f64,
    pub per_hour: f64,
    pub per_day: f64,
    pub per_week: f64,
    pub expected_per_s: Option<f64>,
    /// per_s / expected_per_s.
    pub headroom: Option<f64>,
}

impl Projection {
    pub(crate) fn of(per_s: f64, expected_per_s: Option<f64>) -> Projection {
        let expected_per_s = expected_per_s.filter(|expected| *expected > 0.0);
        Projection {
            per_s,
            per_hour: per_s * 3_600.0,
            per_day: per_s * 86_400.0,
            per_week: per_s * 604_800.0,
            expected_per_s,
            headroom: expected_per_s.map(|expected| per_s / expected),
        }
    }
}
