//! How much the system carries: a maximum that was found, or no more than a lower bound.

use crate::climb::{gain_percent, gain_percent_exact, goal_percent_of_load};
use crate::rate_capacity::RateCapacity;
use crate::servers::ServersAtWork;
use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::{Growth, Load, StepRow, goal_of};
use plimsoll_run::{Design, End, EndReason, RunFailure, SearchEnd};
use serde::Serialize;

/// A step named by its load, and what it carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperatingPoint {
    pub step: u32,
    pub threads: u32,
    pub nodes: u32,
    pub users: u32,
    /// Arrivals per second that were asked for; `None` where the load is users.
    pub rate_per_s: Option<f64>,
    pub throughput_per_s: Estimate,
}

impl OperatingPoint {
    pub fn load(&self) -> Load {
        Load { users: self.users, rate_per_s: self.rate_per_s }
    }

    pub(crate) fn of(row: &StepRow) -> OperatingPoint {
        OperatingPoint {
            step: row.number,
            threads: row.threads,
            nodes: row.nodes,
            users: row.users,
            rate_per_s: row.rate_per_s,
            throughput_per_s: row.throughput_per_s,
        }
    }
}

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

/// What a step gained over another, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gain {
    pub step: u32,
    pub base_step: u32,
    /// By so many users, or arrivals per second, the loads differ.
    pub added_load: f64,
    /// No valid step had a higher load.
    pub highest_tried: bool,
    pub percent: Estimate,
    pub goal_percent: i64,
    /// Of the step, where they were fewer than all: it is no load of the same system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
}

impl Gain {
    /// The interval by the delta method from the two throughputs' intervals.
    fn of(row: &StepRow, base: &StepRow, design: &Design, highest_tried: bool) -> Gain {
        let (x, base_x) = (row.throughput_per_s, base.throughput_per_s);
        let value = gain_percent_exact(x.value, base_x.value);
        let error = |of: Estimate| Some(of.standard_error()? / of.value).filter(|error| error.is_finite());
        let relative = error(x).zip(error(base_x)).map(|(x, base)| x.hypot(base));
        let half = relative.map(|relative| Z_95 * 100.0 * x.value / base_x.value * relative);
        Gain {
            step: row.number,
            base_step: base.number,
            added_load: row.load().value() - base.load().value(),
            highest_tried,
            percent: Estimate {
                value,
                bounds_95: half.map(|half| Bounds { low: value - half, high: value + half }),
            },
            goal_percent: goal_percent_of_load(row.load().value(), base.load().value(), goal_of(design)),
            servers: row.servers,
        }
    }

    fn growth(&self) -> Growth {
        let added = self.percent.value / 100.0;
        Growth {
            base_step: self.base_step,
            gain_percent: gain_percent(1.0 + added, 1.0),
            gain_percent_exact: self.percent.value,
            goal_percent: self.goal_percent,
        }
    }
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
        why: SearchEnd,
    },
    Failed {
        why: RunFailure,
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

pub(crate) fn best_step(rows: &[StepRow]) -> Option<&StepRow> {
    best_of(rows.iter().filter(|row| row.is_valid()))
}

/// The highest of many short windows is a chance: where any step was measured for as long, shorter ones are not the best.
pub const BEST_OF_S: f64 = 10.0;

/// The first of equals: the same throughput with less load is the better step.
pub(crate) fn best_of<'a>(rows: impl Iterator<Item = &'a StepRow>) -> Option<&'a StepRow> {
    let (long, short): (Vec<&StepRow>, Vec<&StepRow>) = rows.partition(|row| row.measured_s >= BEST_OF_S);
    let rows = if long.is_empty() { short } else { long };
    rows.into_iter()
        .reduce(|best, row| if row.throughput_per_s.value > best.throughput_per_s.value { row } else { best })
}

/// The best step; where one load was measured again and again, with the mean of all its windows: the highest of many is a
/// chance.
pub(crate) fn of_load(best: &StepRow, rows: &[StepRow]) -> OperatingPoint {
    let point = OperatingPoint::of(best);
    let valid: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid() && row.measured_s > 0.0).collect();
    if valid.len() < 2 || valid.iter().any(|row| row.load() != best.load()) {
        return point;
    }
    let all_s: f64 = valid.iter().map(|row| row.measured_s).sum();
    let weighted = |value: &dyn Fn(&StepRow) -> f64| -> f64 {
        valid.iter().map(|row| row.measured_s / all_s * value(row)).sum()
    };
    let value = weighted(&|row| row.throughput_per_s.value);
    // By how the windows vary among each other, which is more than their seconds tell of each.
    let n = valid.len() as f64;
    let squares: f64 =
        valid.iter().map(|row| (row.measured_s / all_s * (row.throughput_per_s.value - value)).powi(2)).sum();
    let between = (squares * n / (n - 1.0)).sqrt();
    let within: Option<f64> = valid
        .iter()
        .map(|row| Some((row.measured_s / all_s * row.throughput_per_s.standard_error()?).powi(2)))
        .sum::<Option<f64>>()
        .map(f64::sqrt);
    let half = within.map(|within| Z_95 * within.max(between));
    let bounds_95 = half.map(|half| Bounds { low: value - half, high: value + half });
    OperatingPoint { throughput_per_s: Estimate { value, bounds_95 }, ..point }
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
        EndReason::Impossible(why) | EndReason::Inconclusive(why) => {
            return Err(BoundReason::Impossible { why: why.clone() });
        }
        EndReason::Failed(why) => return Err(BoundReason::Failed { why: why.clone() }),
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

/// A rate kept up for longer, and set against the expected use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
