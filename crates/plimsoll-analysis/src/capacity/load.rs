//! How much the system carries: a maximum that was found, or no more than a lower bound.

use super::gain::Gain;
use super::operating_point::{OperatingPoint, best_of, best_step, of_load};
use super::rate::RateCapacity;
use crate::step::{Growth, StepRow};
use plimsoll_run::{Design, End, EndReason};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "capacity", rename_all = "kebab-case")]
pub enum Capacity {
    /// More load no longer brought its goal; `shown_by` is the gain that says so.
    Maximum { best: OperatingPoint, shown_by: Gain },
    /// The true maximum is this or more.
    LowerBound { best: OperatingPoint, reason: BoundReason },
    /// A rate that was not kept up: what was answered then is what the system carries; or the pool of users, if
    /// all of them were at work.
    BelowAsked { best: OperatingPoint, pool_was_full: bool },
    /// A rate of which surely more failed (%) than at a lower one: what succeeded is what the system carries.
    Refused { best: OperatingPoint, failed_percent: f64, failed_percent_below: f64 },
    /// One load only: neither a maximum nor a bound worth the name.
    OneLoad { best: OperatingPoint },
    /// A search for the highest rate at which every requirement holds.
    Rate(Box<RateCapacity>),
    /// No valid step.
    Unknown,
}

/// Why the maximum was not found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum BoundReason {
    /// A climb ran out of load to add. With the last growth, if the last step was the best.
    LoadExhausted {
        growth: Option<Growth>,
    },
    /// Given loads: throughput still grew at the highest. Or the step that ended a climb made its goal after
    /// all, once invalid steps are left out.
    StillGrowing {
        gain: Gain,
    },
    /// The step that ended a climb missed its goal, but by less than its gain is known.
    GainUncertain {
        gain: Gain,
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
            Capacity::Maximum { best, .. }
            | Capacity::LowerBound { best, .. }
            | Capacity::BelowAsked { best, .. }
            | Capacity::Refused { best, .. }
            | Capacity::OneLoad { best } => Some(best),
            Capacity::Rate(search) => search.best.as_ref(),
            Capacity::Unknown => None,
        }
    }

    /// The step whose rate was asked and not carried: what was answered then is a maximum, and no load to plan for.
    pub fn not_carried(&self) -> Option<&OperatingPoint> {
        match self {
            Capacity::Refused { best, .. } | Capacity::BelowAsked { best, .. } => Some(best),
            _ => None,
        }
    }
}

pub(crate) fn capacity(rows: &[StepRow], design: &Design, end: Option<&End>) -> Capacity {
    let Some(best_row) = best_step(rows) else { return Capacity::Unknown };
    let best = of_load(best_row, rows);
    if let Some(arrivals) = best_row.arrivals.as_ref().filter(|arrivals| arrivals.falls_behind()) {
        return Capacity::BelowAsked { best, pool_was_full: arrivals.pool_was_full() };
    }
    if let Some((failed_percent, failed_percent_below)) = refused(best_row, rows) {
        return Capacity::Refused { best, failed_percent, failed_percent_below };
    }
    if *design == Design::Single || rows.len() == 1 {
        return Capacity::OneLoad { best };
    }
    let claim = match end {
        None => Err(BoundReason::CutOff),
        Some(end) => claim(rows, best_row, design, &end.reason),
    };
    match claim {
        Err(reason) => Capacity::LowerBound { best, reason },
        Ok(Some(shown_by)) => Capacity::Maximum { best, shown_by },
        Ok(None) => Capacity::OneLoad { best },
    }
}

/// Surely more than this failed of a rate that is not carried.
const REFUSED_PERCENT: f64 = 1.0;

/// What failed of the best step's rate, and at the next lower one, in %, where failures came with the rate.
fn refused(best: &StepRow, rows: &[StepRow]) -> Option<(f64, f64)> {
    let rate = best.rate_per_s?;
    let lower = rows.iter().filter(|row| row.is_valid() && row.rate_per_s.is_some_and(|other| other < rate));
    let below = lower.max_by(|a, b| a.rate_per_s.unwrap_or(0.0).total_cmp(&b.rate_per_s.unwrap_or(0.0)))?;
    let surely = best.errors_percent_bounds_95.low;
    (surely > REFUSED_PERCENT && below.errors_percent_bounds_95.high < surely)
        .then_some((best.errors_percent, below.errors_percent))
}

/// The gain that shows a maximum; none where there is but one valid load; or why there is only a bound.
fn claim(
    rows: &[StepRow],
    best: &StepRow,
    design: &Design,
    reason: &EndReason,
) -> Result<Option<Gain>, BoundReason> {
    let above = |row: &&StepRow| row.load().value() > best.load().value();
    let invalid: Vec<u32> =
        rows.iter().filter(|row| !row.is_valid()).filter(above).map(|row| row.number).collect();
    let valid: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid()).collect();
    let highest_tried = !valid.iter().copied().any(|row| above(&row));
    match reason {
        EndReason::Interrupted => return Err(BoundReason::Interrupted),
        EndReason::StoppedByPlan => return Err(BoundReason::StoppedByPlan),
        EndReason::Impossible(message) | EndReason::Inconclusive(message) => {
            return Err(BoundReason::Impossible { message: message.clone() });
        }
        EndReason::Failed(message) => return Err(BoundReason::Failed { message: message.clone() }),
        _ if !invalid.is_empty() && highest_tried => {
            return Err(BoundReason::HigherStepsInvalid { steps: invalid });
        }
        EndReason::LoadExhausted => {
            let last = valid.last().filter(|last| last.number == best.number);
            let gain = last.and_then(|last| gain_of_last(&valid, last, design));
            return Err(BoundReason::LoadExhausted { growth: gain.map(|gain| gain.growth()) });
        }
        EndReason::Converged | EndReason::Completed => {}
    }
    let climb = *reason == EndReason::Converged;
    let gain = match (climb, highest_tried) {
        (true, _) => valid.last().and_then(|last| gain_of_last(&valid, last, design)),
        (false, true) => gain_over_lower(&valid, best, design),
        // The higher load next to the best one.
        (false, false) => {
            let by_load = |a: &&StepRow, b: &&StepRow| a.load().value().total_cmp(&b.load().value());
            let higher = valid.iter().copied().filter(above).min_by(by_load);
            higher.map(|higher| Gain::of(higher, best, design, false))
        }
    };
    let Some(gain) = gain.filter(|gain| gain.added_load != 0.0) else { return Ok(None) };
    judged(gain, climb)
}

fn judged(gain: Gain, climb: bool) -> Result<Option<Gain>, BoundReason> {
    let goal = gain.goal_percent as f64;
    if gain.servers.is_some() && gain.growth().gain_percent < gain.goal_percent {
        // Longer steps would not decide it: the next load was carried by another system.
        return Ok(Some(gain));
    }
    let contains = |value: f64| gain.percent.bounds_95.map(|b| b.low <= value && value <= b.high);
    if !climb && gain.highest_tried {
        // Nothing was tried above: only a plateau shows that nothing would come.
        return match contains(0.0) {
            Some(true) => Ok(Some(gain)),
            _ => Err(BoundReason::StillGrowing { gain }),
        };
    }
    match contains(goal) {
        Some(true) => Err(BoundReason::GainUncertain { gain }),
        _ if gain.growth().gain_percent >= gain.goal_percent => Err(BoundReason::StillGrowing { gain }),
        _ => Ok(Some(gain)),
    }
}

/// Of the last valid step over the best valid one before it.
fn gain_of_last(valid: &[&StepRow], last: &StepRow, design: &Design) -> Option<Gain> {
    let highest_tried = valid.iter().all(|row| row.load().value() <= last.load().value());
    let before = valid.iter().copied().filter(|row| row.number < last.number);
    best_of(before).map(|base| Gain::of(last, base, design, highest_tried))
}

/// Of the highest load over the best of the lower ones.
fn gain_over_lower(valid: &[&StepRow], best: &StepRow, design: &Design) -> Option<Gain> {
    let lower = valid.iter().copied().filter(|row| row.load().value() < best.load().value());
    best_of(lower).map(|base| Gain::of(best, base, design, true))
}
