//! How much the system carries: a maximum that was found, or no more than a lower bound.

use super::gain::Gain;
use super::operating_point::{
    OperatingPoint, best_of, best_step, by_load, of_load, same_load, steps_of_load,
};
use super::pool::SlowerService;
use super::rate::RateCapacity;
use super::scatter::scatter;
use crate::statistics::{Bounds, Estimate};
use crate::step::{
    ArrivalState, CLAIM_REQUESTS_MIN, Growth, IdleUsers, MixDifference, RisingTimes, SaturatedTransactions,
    Slowdown, StepRow, StuckUsers, SystemChange, change_between, idle_users,
};
use plimsoll_run::{Design, End, EndReason, RunFailure, SearchEnd};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "capacity", rename_all = "kebab-case")]
pub enum Capacity {
    /// More load no longer brought its goal; `shown_by` is the gain that says so.
    Maximum {
        best: OperatingPoint,
        shown_by: Gain,
        /// The smallest load that brought nearly as much (97 %).
        #[serde(skip_serializing_if = "Option::is_none")]
        reached_from: Option<Box<OperatingPoint>>,
    },
    /// The true maximum is this or more.
    LowerBound { best: OperatingPoint, reason: BoundReason },
    /// A rate that was not kept up: what was answered then is what the system carries; or the pool of users, if
    /// all of them were at work and the system did not slow down.
    /// Requests of iterations that were not finished are not in it where there are many.
    BelowAsked {
        best: OperatingPoint,
        /// All users were at work.
        pool_was_full: bool,
        /// They may have been too few: nothing shows that the system slowed down.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pool_may_limit: bool,
        /// All users were at work, as the system slowed down.
        #[serde(skip_serializing_if = "Option::is_none")]
        slowed: Option<SlowerService>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_of_finished: bool,
    },
    /// A rate of which surely more failed (%) than at a lower one: what succeeded is what the system carries.
    Refused { best: OperatingPoint, failed_percent: f64, failed_percent_below: f64 },
    /// One load only: neither a maximum nor a bound worth the name.
    OneLoad {
        best: OperatingPoint,
        /// Its steps surely brought different throughput.
        #[serde(skip_serializing_if = "Option::is_none")]
        differs: Option<Box<BoundReason>>,
    },
    /// The load has no plateau: nothing is claimed; `highest` is the stretch of it with the highest throughput.
    Ramp { highest: OperatingPoint, users_min: u32, users_max: u32 },
    /// No step holds enough requests for a claim; `highest` is the step with the highest throughput.
    TooLittle { highest: OperatingPoint, succeeded: u64, measured_s: f64, needed: u64, steps: usize },
    /// A search for the highest rate at which every requirement holds.
    Rate(Box<RateCapacity>),
    /// Response times rose while the load stayed the same: nothing is claimed of a system that becomes slower; `highest` is the step
    /// with the highest throughput.
    Rising { highest: OperatingPoint, of: RisingTimes },
    /// No valid step, or none in which most requests succeeded.
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
    /// The lowest load brought most, and the next surely less: whether smaller loads bring more was not measured.
    FallsFromLowest {
        gain: Gain,
    },
    /// Steps of its load surely brought different throughput: the system changed while it was measured.
    RepeatsDiffer {
        first_step: u32,
        first_per_s: f64,
        last_step: u32,
        last_per_s: f64,
    },
    /// A transaction has reached its maximum, and the others bring more of their own.
    TransactionSaturated {
        of: SaturatedTransactions,
    },
    /// Steps are of different mixes of transactions.
    MixesDiffer {
        of: MixDifference,
    },
    /// Fewer succeeded from some second of a step on, to its end, under the same load: the best step, or the one that was to show
    /// that more load brings no more.
    SlowedDown {
        step: u32,
        slowed: Slowdown,
    },
    /// The system became another one between two steps: the best step is of what it was since then.
    ChangedBetween {
        change: SystemChange,
    },
    /// Users waited long for an answer, of the best step or of the one that was to show that more load brings no more: the others are
    /// less load.
    UsersStuck {
        step: u32,
        stuck: StuckUsers,
    },
    /// More users were idle: what lies between their requests set the rate, and not the system.
    UsersIdle {
        idle: IdleUsers,
    },
    /// Higher loads were tried but their steps are invalid.
    HigherStepsInvalid {
        steps: Vec<u32>,
    },
    /// Which load was put on is not known.
    LoadUnknown,
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
            | Capacity::OneLoad { best, .. } => Some(best),
            Capacity::Rate(search) => search.best.as_ref(),
            Capacity::Ramp { .. }
            | Capacity::TooLittle { .. }
            | Capacity::Rising { .. }
            | Capacity::Unknown => None,
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

pub(crate) fn capacity(
    rows: &[StepRow],
    design: &Design,
    end: Option<&End>,
    other: OtherTransactions,
) -> Capacity {
    let Some(best_row) = best_step(rows) else { return Capacity::Unknown };
    if best_row.mostly_fails() {
        return Capacity::Unknown;
    }
    if let Design::Ramp { users_min, users_max } = *design {
        return Capacity::Ramp { highest: OperatingPoint::of(best_row), users_min, users_max };
    }
    if let Some(found) = since_change(rows) {
        return found;
    }
    let is_one_load = *design == Design::Single || rows.len() == 1;
    if !is_one_load && !best_row.carries_claims() {
        return Capacity::TooLittle {
            highest: OperatingPoint::of(best_row),
            succeeded: best_row.succeeded(),
            measured_s: best_row.measured_s,
            needed: CLAIM_REQUESTS_MIN,
            steps: rows.len(),
        };
    }
    let best = of_load(best_row, rows);
    if let Some(slowed) = best_row.slowed.filter(|_| !is_one_load || falls_behind(best_row)) {
        return Capacity::LowerBound {
            best: steady_or_later(best, slowed, rows),
            reason: BoundReason::SlowedDown { step: best_row.number, slowed },
        };
    }
    if let Some(found) = carried_of_one_mix(rows, best_row, &other) {
        return found;
    }
    if let Some(arrivals) = best_row.arrivals.as_ref().filter(|arrivals| arrivals.falls_behind()) {
        let share = finished_share(best_row, arrivals, rows);
        let throughput_per_s = best.throughput_per_s.times(share.unwrap_or(1.0));
        let slowed = SlowerService::of(best_row, rows).filter(|_| other.mixes.is_none());
        return Capacity::BelowAsked {
            best: OperatingPoint { throughput_per_s, ..best },
            pool_was_full: arrivals.pool_was_full(),
            pool_may_limit: arrivals.pool_was_full() && slowed.is_none(),
            slowed,
            is_of_finished: share.is_some(),
        };
    }
    if let Some((failed_percent, failed_percent_below)) = refused(best_row, rows) {
        return Capacity::Refused { best, failed_percent, failed_percent_below };
    }
    if is_one_load {
        return Capacity::OneLoad { best, differs: None };
    }
    let claim = match end {
        _ if best_row.is_at_work => Err(BoundReason::LoadUnknown.into()),
        None => Err(BoundReason::CutOff.into()),
        Some(end) => match other.reason() {
            Some(reason) => Err(reason.into()),
            None => claim(rows, best_row, design, &end.reason),
        },
    };
    match claim {
        Err(reason) => Capacity::LowerBound { best, reason: *reason },
        Ok(Some(shown_by)) => {
            Capacity::Maximum { reached_from: reached_from(rows, best_row).map(Box::new), best, shown_by }
        }
        Ok(None) => {
            let differs = repeats_differ(best_row, rows).map(Box::new);
            Capacity::OneLoad { best, differs }
        }
    }
}

/// A system that becomes slower has no capacity that lasts.
pub(crate) fn of_rising(rows: &[StepRow], rising: Option<&RisingTimes>) -> Option<Capacity> {
    let best = best_step(rows).filter(|row| !row.mostly_fails())?;
    Some(Capacity::Rising { highest: OperatingPoint::of(best), of: rising?.clone() })
}

/// What makes a higher load other work too: the throughput of all requests is none of one mix.
pub(crate) struct OtherTransactions {
    pub saturated: Option<SaturatedTransactions>,
    pub mixes: Option<MixDifference>,
}

impl OtherTransactions {
    fn reason(&self) -> Option<BoundReason> {
        let saturated = self.saturated.clone().map(|of| BoundReason::TransactionSaturated { of });
        saturated.or_else(|| self.mixes.map(|of| BoundReason::MixesDiffer { of }))
    }
}

/// What is answered of a rate that is not carried is another mix where some of its transactions are carried and others are not: the
/// mix that was asked for is carried at a lower rate.
fn carried_of_one_mix(rows: &[StepRow], best: &StepRow, other: &OtherTransactions) -> Option<Capacity> {
    let arrivals = best.arrivals.as_ref().filter(|arrivals| arrivals.falls_behind())?;
    let reason = other.reason().filter(|_| finished_share(best, arrivals, rows).is_none())?;
    let carried: Vec<StepRow> = rows.iter().filter(|row| !falls_behind(row)).cloned().collect();
    let best = best_step(&carried).filter(|row| !row.mostly_fails() && row.carries_claims())?;
    Some(Capacity::LowerBound { best: of_load(best, &carried), reason })
}

/// So much of the best throughput is nearly all of it: more load for less than the rest is not worth it.
pub(crate) const NEARLY: f64 = 0.97;

/// The smallest load that brought nearly as much as the best one.
fn reached_from(rows: &[StepRow], best: &StepRow) -> Option<OperatingPoint> {
    let loads = by_load(rows);
    let lower = |row: &&StepRow| row.load().value() < best.load().value() && row.is_of_one_system();
    let brings = |row: &&StepRow| {
        let share = row.throughput_per_s.value / best.throughput_per_s.value;
        (NEARLY..=1.0).contains(&share) && row.carries_claims() && row.measured_s >= best.measured_s / 2.0
    };
    let found = loads.iter().filter(lower).filter(brings);
    found.min_by(|a, b| a.load().value().total_cmp(&b.load().value())).map(|row| of_load(row, rows))
}

/// Where the system became another one between two steps what it was before is no bound of what it carries.
fn since_change(rows: &[StepRow]) -> Option<Capacity> {
    let change = change_between(rows).filter(|_| rows.iter().any(|row| row.is_before_change))?;
    let best = of_load(best_step(rows)?, rows);
    Some(Capacity::LowerBound { best, reason: BoundReason::ChangedBetween { change } })
}

/// What another step brought to its end, or what this one did after it slowed down.
fn steady_or_later(slow: OperatingPoint, slowed: Slowdown, rows: &[StepRow]) -> OperatingPoint {
    let steady: Vec<StepRow> = rows.iter().filter(|row| row.slowed.is_none()).cloned().collect();
    let other = best_step(&steady).filter(|row| !row.mostly_fails() && row.carries_claims());
    match other.filter(|row| row.throughput_per_s.value > slowed.later_per_s) {
        Some(other) => of_load(other, &steady),
        None => OperatingPoint {
            throughput_per_s: Estimate { value: slowed.later_per_s, bounds_95: None },
            of_steps: 1,
            ..slow
        },
    }
}

fn falls_behind(row: &StepRow) -> bool {
    row.arrivals.as_ref().is_some_and(ArrivalState::falls_behind)
}

/// A smaller part of unfinished iterations hardly changes a throughput.
const UNFINISHED: f64 = 0.05;

/// Where iterations make several requests, and many of them only get so far: which part of the requests belongs to as many as were
/// finished, by the requests that an iteration makes at a lower rate.
fn finished_share(best: &StepRow, arrivals: &ArrivalState, rows: &[StepRow]) -> Option<f64> {
    let per_iteration = |row: &StepRow| {
        let started = row.arrivals.as_ref().map_or(0, |arrivals| arrivals.started);
        (started > 0).then(|| row.requests as f64 / started as f64)
    };
    let carried = |row: &&StepRow| row.is_valid() && row.arrivals.as_ref().is_some_and(|a| !a.falls_behind());
    let lower = rows.iter().filter(carried).filter(|row| row.rate_per_s < best.rate_per_s);
    let whole = lower.max_by_key(|row| row.requests).and_then(per_iteration)?;
    let share = arrivals.share_finished() * whole / per_iteration(best)?;
    (whole > 1.5 && !arrivals.is_thinking && share < 1.0 - UNFINISHED).then_some(share)
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

/// The gain that shows a maximum, of loads that are each as all their steps say; none where there is but one valid load; or why there is only a bound.
fn claim(
    steps: &[StepRow],
    best: &StepRow,
    design: &Design,
    reason: &EndReason,
) -> Result<Option<Gain>, Box<BoundReason>> {
    let rows = &by_load(steps);
    let best = rows.iter().find(|row| row.number == best.number).unwrap_or(best);
    let above = |row: &&StepRow| row.load().value() > best.load().value();
    let invalid: Vec<u32> =
        rows.iter().filter(|row| !row.is_valid()).filter(above).map(|row| row.number).collect();
    let valid: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid()).collect();
    let highest_tried = !valid.iter().copied().any(|row| above(&row));
    let climb = *reason == EndReason::Converged;
    // Throughput that stands in the valid steps shows the maximum, whatever became of more load.
    let is_shown = || {
        let gain = if climb { gain_of_last(&valid, design) } else { gain_over_lower(&valid, best, design) };
        gain.is_some_and(|gain| matches!(judged(gain, climb), Ok(Some(_))))
    };
    match reason {
        EndReason::Interrupted => return Err(BoundReason::Interrupted.into()),
        EndReason::StoppedByPlan => return Err(BoundReason::StoppedByPlan.into()),
        EndReason::Impossible(why) | EndReason::Inconclusive(why) => {
            return Err(BoundReason::Impossible { why: why.clone() }.into());
        }
        EndReason::Failed(why) => return Err(BoundReason::Failed { why: why.clone() }.into()),
        _ if !invalid.is_empty() && highest_tried && !is_shown() => {
            return Err(BoundReason::HigherStepsInvalid { steps: invalid }.into());
        }
        EndReason::LoadExhausted => {
            let is_best = valid.last().is_some_and(|last| last.number == best.number);
            let gain = if is_best { gain_of_last(&valid, design) } else { None };
            return Err(BoundReason::LoadExhausted { growth: gain.map(|gain| gain.growth()) }.into());
        }
        EndReason::Converged | EndReason::Completed => {}
    }
    let gain = match (climb, highest_tried) {
        (true, _) => gain_of_last(&valid, design),
        (false, true) => gain_over_lower(&valid, best, design),
        // The lowest of the higher loads that surely missed its goal, else the one next to the best.
        (false, false) => {
            let mut higher: Vec<&StepRow> = valid.iter().copied().filter(above).collect();
            higher.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
            let mut gains = higher.into_iter().map(|higher| Gain::of(higher, best, design, false));
            let next = gains.next();
            match next {
                Some(next) if judged(next, climb).is_err() => {
                    gains.find(|gain| matches!(judged(*gain, climb), Ok(Some(_)))).or(Some(next))
                }
                next => next,
            }
        }
    };
    // One load shows neither a maximum nor a bound.
    let Some(gain) = gain.filter(|gain| gain.added_load != 0.0) else { return Ok(None) };
    let of = |step: u32| rows.iter().find(|row| row.number == step);
    let higher = of(gain.step);
    if let Some((step, slowed)) = higher.and_then(|row| Some((row.number, row.slowed?))) {
        return Err(BoundReason::SlowedDown { step, slowed }.into());
    }
    if let Some(idle) = of(gain.base_step).zip(higher).and_then(|(base, higher)| idle_users(base, higher)) {
        return Err(BoundReason::UsersIdle { idle }.into());
    }
    if higher.is_some_and(falls_behind) && gain.percent.value < 0.0 {
        // A rate that was not carried, with less answered than at the lower one, needs no goal.
        return Ok(Some(gain));
    }
    let repeated = std::iter::once(best).chain([gain.step, gain.base_step].into_iter().filter_map(of));
    if let Some(reason) = repeated.into_iter().find_map(|row| repeats_differ(row, steps)) {
        return Err(reason.into());
    }
    if let Some(gain) = falls_from_lowest(&valid, best, design) {
        return Err(BoundReason::FallsFromLowest { gain }.into());
    }
    let of_steps = [gain.step, gain.base_step].map(|step| steps_of_load(step, steps)).iter().sum();
    let scatter = if gain.is_from_table { scatter(&valid, best) } else { None };
    let shown = judged(Gain { of_steps, scatter, ..gain }, climb)
        .map_err(|reason| grew_over_more(*reason, &valid, best, design))?;
    // That more load brought no more shows nothing where it was not there.
    let mut at_stake = [gain.step, gain.base_step].into_iter().filter_map(of).chain([best]);
    let stuck = at_stake.find_map(|row| Some((row.number, row.missing_users()?)));
    if let Some((step, stuck)) = stuck.filter(|_| shown.is_some()) {
        return Err(BoundReason::UsersStuck { step, stuck }.into());
    }
    // More was tried, if nothing can be said of it.
    Ok(shown.map(|gain| Gain { highest_tried: gain.highest_tried && invalid.is_empty(), ..gain }))
}

/// Small steps gain little each. Where the last gain decides nothing, the one over a much lower load may: that throughput still grew.
const MUCH_LOWER: f64 = 0.5;

fn grew_over_more(
    reason: BoundReason,
    valid: &[&StepRow],
    best: &StepRow,
    design: &Design,
) -> Box<BoundReason> {
    let highest = best.load().value();
    let small = |gain: &Gain| gain.highest_tried && gain.added_load < (1.0 - MUCH_LOWER) * highest;
    let BoundReason::GainUncertain { gain } = reason else { return reason.into() };
    let lower = valid.iter().copied().filter(|row| row.load().value() <= MUCH_LOWER * highest);
    let base = lower.max_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let over = base.filter(|_| small(&gain)).map(|base| Gain::of(best, base, design, true));
    // Surely as much as each of its parts was to bring.
    let grew =
        |over: &Gain| over.percent.bounds_95.is_some_and(|bounds| bounds.low >= over.goal_percent as f64);
    match over.filter(grew) {
        Some(gain) => BoundReason::StillGrowing { gain }.into(),
        None => BoundReason::GainUncertain { gain }.into(),
    }
}

/// Throughput of one load that differs by this factor is not of one system.
const DIFFERENT: f64 = 1.5;

fn repeats_differ(of: &StepRow, steps: &[StepRow]) -> Option<BoundReason> {
    let same = same_load(of, steps);
    let brought =
        |a: &&&StepRow, b: &&&StepRow| a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value);
    let (least, most) = (same.iter().min_by(brought)?, same.iter().max_by(brought)?);
    let (first, last) = if least.number < most.number { (least, most) } else { (most, least) };
    let (a, b) = (first.throughput_per_s, last.throughput_per_s);
    let apart = a.bounds_95.zip(b.bounds_95).is_some_and(|(a, b)| a.low > b.high || b.low > a.high);
    let differ = a.value.max(b.value) >= DIFFERENT * a.value.min(b.value);
    (apart && differ).then_some(BoundReason::RepeatsDiffer {
        first_step: first.number,
        first_per_s: a.value,
        last_step: last.number,
        last_per_s: b.value,
    })
}

/// A smaller fall is that of a plateau.
const FALLS_PERCENT: f64 = 3.0;

/// The lowest load brought most, and the next one surely less, or each further one less than the one before it, but for as much as a
/// plateau varies. One user alone is the lowest load there is.
fn falls_from_lowest(valid: &[&StepRow], best: &StepRow, design: &Design) -> Option<Gain> {
    let load = |row: &StepRow| row.load().value();
    let mut rows: Vec<&StepRow> = valid.iter().copied().filter(|row| row.is_of_one_system()).collect();
    rows.sort_by(|a, b| load(a).total_cmp(&load(b)));
    let (lowest, higher) = rows.split_first().filter(|(lowest, _)| load(lowest) == load(best))?;
    if lowest.rate_per_s.is_none() && load(lowest) <= 1.0 {
        return None;
    }
    let falls = |row: &&&StepRow| {
        let gain = Gain::of(row, best, design, false);
        let surely = gain.percent.bounds_95.is_none_or(|bounds| bounds.high < 0.0);
        (surely && gain.added_load > 0.0 && gain.percent.value <= -FALLS_PERCENT).then_some(gain)
    };
    let mut least = f64::INFINITY;
    let is_sorted = rows.iter().all(|row| {
        let brought = row.throughput_per_s.value;
        least = least.min(brought);
        brought * (1.0 - FALLS_PERCENT / 100.0) <= least
    });
    let of_next = higher.first().and_then(|row| falls(&row));
    of_next.or_else(|| higher.last().filter(|_| is_sorted).and_then(|row| falls(&row)))
}

/// What the highest load may gain and still be said to stand.
const STANDS_PERCENT: f64 = 5.0;
/// The same where far more load was added: up to twice as much, and no more than this part of its goal.
const STANDS_OF_GOAL: f64 = 1.0 / 30.0;

fn judged(gain: Gain, climb: bool) -> Result<Option<Gain>, Box<BoundReason>> {
    let goal = gain.goal_percent as f64;
    let surely_grows = gain.percent.bounds_95.is_some_and(|bounds| bounds.low > 0.0);
    let is_bound = !climb && gain.highest_tried && surely_grows;
    if gain.servers.is_some() && gain.growth().gain_percent < gain.goal_percent && !is_bound {
        // Longer steps would not decide it: the next load was carried by another system.
        return Ok(Some(gain));
    }
    let contains = |value: f64| gain.percent.bounds_95.map(|b| b.low <= value && value <= b.high);
    if !climb && gain.highest_tried && gain.is_from_table {
        // Without an interval nobody knows a plateau from slow growth but by its size.
        let stands = gain.percent.value < goal && gain.percent.value <= STANDS_PERCENT;
        return if stands { Ok(Some(gain)) } else { Err(BoundReason::StillGrowing { gain }.into()) };
    }
    if !climb && gain.highest_tried {
        // Nothing was tried above: only a plateau shows that nothing would come.
        let hardly = |bounds: Bounds| {
            bounds.high <= STANDS_PERCENT.min(goal / 2.0)
                || bounds.high <= (STANDS_OF_GOAL * goal).min(2.0 * STANDS_PERCENT)
        };
        let surely_grows_on = gain.percent.bounds_95.is_some_and(|bounds| bounds.low > STANDS_PERCENT);
        let stands = contains(0.0) == Some(true) || gain.percent.bounds_95.is_some_and(hardly);
        return match contains(goal) {
            // Longer steps can't make a plateau of what surely grows.
            Some(true) if gain.percent.value < goal && !surely_grows_on => {
                Err(BoundReason::GainUncertain { gain }.into())
            }
            Some(false) if stands => Ok(Some(gain)),
            _ => Err(BoundReason::StillGrowing { gain }.into()),
        };
    }
    match contains(goal) {
        Some(true) => Err(BoundReason::GainUncertain { gain }.into()),
        _ if gain.growth().gain_percent >= gain.goal_percent => {
            Err(BoundReason::StillGrowing { gain }.into())
        }
        _ => Ok(Some(gain)),
    }
}

/// Of the load that was tried last over the best before it.
fn gain_of_last(valid: &[&StepRow], design: &Design) -> Option<Gain> {
    let (last, before) = valid.split_last()?;
    let highest_tried = valid.iter().all(|row| row.load().value() <= last.load().value());
    best_of(before.iter().copied()).map(|base| Gain::of(last, base, design, highest_tried))
}

/// Of the highest load over the best of the lower ones that were measured for half as long, or of all if none was.
fn gain_over_lower(valid: &[&StepRow], best: &StepRow, design: &Design) -> Option<Gain> {
    let lower: Vec<&StepRow> =
        valid.iter().copied().filter(|row| row.load().value() < best.load().value()).collect();
    let (alike, short): (Vec<&StepRow>, Vec<&StepRow>) =
        lower.into_iter().partition(|row| 2.0 * row.measured_s >= best.measured_s);
    let lower = if alike.is_empty() { short } else { alike };
    let higher = |a: &&StepRow, b: &&StepRow| a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value);
    lower.into_iter().max_by(higher).map(|base| Gain::of(best, base, design, true))
}
