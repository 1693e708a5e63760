//! The load to plan for.

use super::headroom::{Headroom, have_times};
use crate::capacity::{BoundReason, Capacity, NEARLY, OperatingPoint, RateCapacity, best_of, of_load};
use crate::findings::Finding;
use crate::requirements::{Judgement, Requirement, Verdict};
use crate::statistics::Estimate;
use crate::step::StepRow;

/// Of a load that is recommended though no requirement says how many errors it may have.
pub const ERRORS_PERCENT_MAX: f64 = 1.0;

/// The load to plan for, and what was passed over for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Recommendation {
    pub point: Option<OperatingPoint>,
    /// Steps of higher throughput in which every requirement holds, but under whose load a server failed, or whose rate was
    /// not carried, or whose load moved while it was measured, or of whose requests too many failed without a requirement
    /// that says how many may.
    pub passed_over: Vec<u32>,
    /// The same, but consumers of a queue did not keep up with that load.
    pub not_sustained: Vec<u32>,
    /// Response times of the loads to choose from are known.
    pub knows_times: bool,
}

/// The valid step of highest throughput in which every requirement holds, under whose load no server failed and with which
/// the consumers of every queue kept up; below a maximum that was found the best one that leaves the headroom free. Without
/// requirements only where a maximum was found: the best one below it with few errors.
pub(super) fn recommended(
    rows: &[StepRow],
    verdicts: &[Verdict],
    findings: &[Finding],
    (capacity, headroom): (&Capacity, Option<Headroom>),
) -> Recommendation {
    let rows = &rows.iter().map(as_at_its_end).collect::<Vec<_>>();
    // A load that was passed on a ramp was not kept up for any time, and of a system that becomes slower none is.
    let is_chosen_freely = verdicts.is_empty();
    if is_chosen_freely && headroom.is_none()
        || matches!(capacity, Capacity::Ramp { .. } | Capacity::Rising { .. })
    {
        return Recommendation::default();
    }
    let holds = |row: &&StepRow| {
        let passes = |verdict: &Verdict| verdict.judgement_in(row.number) == Some(Judgement::Pass);
        let has_few_errors = !is_chosen_freely || row.errors_percent < ERRORS_PERCENT_MAX;
        row.is_valid() && has_few_errors && verdicts.iter().all(passes)
    };
    let fails = |row: &&StepRow| {
        let is_it = |verdict: &Verdict| verdict.judgement_in(row.number) == Some(Judgement::Fail);
        // A step in which nothing ended is no valid one, and is judged all the same.
        (row.is_valid() || row.requests == 0) && !row.is_at_work && verdicts.iter().any(is_it)
    };
    let fails_at: Vec<f64> = rows.iter().filter(fails).map(|row| row.load().value()).collect();
    // What failed in another step of the same load does not hold under it; nor what failed under less load later, for the system
    // became another one.
    let fails_later = |row: &StepRow| {
        let mut later = rows.iter().filter(fails).filter(|other| other.number > row.number);
        later.any(|other| other.load().value() < row.load().value())
    };
    let holds = |row: &&StepRow| {
        let is_of_load =
            !row.is_before_change && !fails_at.contains(&row.load().value()) && !fails_later(row);
        holds(row) && (row.is_at_work || is_of_load && !is_overtaken(row, rows))
    };
    // What failed under a load may fail under it again, whatever other steps of it did.
    let loads = |is_so: fn(&Finding, &StepRow) -> bool| -> Vec<f64> {
        let of = rows.iter().filter(|row| findings.iter().any(|finding| is_so(finding, row)));
        of.map(|row| row.load().value()).collect()
    };
    let (mut failing, with_backlog) = (loads(Finding::is_failure_in), loads(Finding::is_backlog_in));
    failing.extend(capacity.not_carried().map(|point| point.load().value()));
    let required = || verdicts.iter().map(|verdict| verdict.requirement.as_str());
    let valid = rows.iter().filter(|row| row.supports_verdicts());
    let with_errors = valid.filter(|row| has_unlimited_errors(row, required()));
    failing.extend(with_errors.map(|row| row.load().value()));
    // Of a load that moved within one step other steps of it know more.
    let moved = |row: &StepRow| findings.iter().any(|finding| finding.is_load_moving_in(row));
    let (failed, sound): (Vec<&StepRow>, Vec<&StepRow>) =
        rows.iter().filter(holds).partition(|row| failing.contains(&row.load().value()) || moved(row));
    let (not_sustained, sustained): (Vec<&StepRow>, Vec<&StepRow>) =
        sound.into_iter().partition(|row| with_backlog.contains(&row.load().value()));
    // Beyond the load of the maximum more users only wait, or are refused.
    let highest = capacity.best().map_or(f64::INFINITY, |best| best.load().value());
    // Where it slowed down later less is shown than was once brought.
    let is_proven = |row: &StepRow| match capacity {
        Capacity::LowerBound { best, reason: BoundReason::SlowedDown { .. } } => {
            row.throughput_per_s.value * NEARLY <= best.throughput_per_s.value
        }
        _ => true,
    };
    let up_to_maximum: Vec<&StepRow> =
        sustained.iter().copied().filter(|row| row.load().value() <= highest && is_proven(row)).collect();
    // What failed under its load is no measure for others.
    let is_sound = |row: &StepRow| {
        let load = row.load().value();
        row.is_valid() && !fails_at.contains(&load) && !failing.contains(&load) && !moved(row)
    };
    let measures: Vec<&StepRow> = rows.iter().filter(|row| is_sound(row)).collect();
    let up_to_maximum = without_what_less_load_brings(up_to_maximum, &measures);
    let best = best_of(up_to_maximum.iter().copied());
    let point = headroom.and_then(|headroom| headroom.best(&up_to_maximum)).or(best);
    let steady: Vec<StepRow> = rows.iter().filter(|row| !moved(row)).cloned().collect();
    let point = point.map(|row| of_load(row, &steady));
    let brought_more =
        |row: &&StepRow| best.is_none_or(|best| row.throughput_per_s.value > best.throughput_per_s.value);
    let numbers = |rows: Vec<&StepRow>| {
        rows.into_iter().filter(brought_more).map(|row| row.number).collect::<Vec<u32>>()
    };
    if is_chosen_freely {
        return Recommendation { point, knows_times: have_times(&sustained), ..Recommendation::default() };
    }
    Recommendation {
        point,
        passed_over: numbers(failed),
        not_sustained: numbers(not_sustained),
        knows_times: have_times(&sustained),
    }
}

/// Those of which no lower load brought as much, if there are any: beyond it users only wait.
fn without_what_less_load_brings<'a>(chosen: Vec<&'a StepRow>, measures: &[&StepRow]) -> Vec<&'a StepRow> {
    let is_brought_by_less = |row: &StepRow| {
        measures.iter().any(|other| {
            other.load().value() < row.load().value()
                && other.throughput_per_s.value >= row.throughput_per_s.value
        })
    };
    let better: Vec<&StepRow> = chosen.iter().copied().filter(|row| !is_brought_by_less(row)).collect();
    if better.is_empty() { chosen } else { better }
}

/// So many of its requests failed, and no requirement says how many may.
pub(crate) fn has_unlimited_errors<'a>(
    row: &StepRow,
    mut requirements: impl Iterator<Item = &'a str>,
) -> bool {
    let limits_errors = |text: &str| Requirement::parse(text).is_ok_and(|it| it.is_of_errors());
    row.errors_percent >= ERRORS_PERCENT_MAX && !requirements.any(limits_errors)
}

/// What is less than that by chance is not less.
const BROUGHT_LESS: f64 = 1.1;

/// The system slowed down later, and from then on no load that is as high or higher brought as much.
fn is_overtaken(row: &StepRow, rows: &[StepRow]) -> bool {
    let slowed = rows.iter().filter(|later| later.number > row.number && later.slowed.is_some());
    let most_since = |since: &StepRow| {
        let comparable = |later: &&StepRow| {
            later.is_valid() && later.number >= since.number && later.load().value() >= row.load().value()
        };
        rows.iter().filter(comparable).map(|later| later.throughput_per_s.value).reduce(f64::max)
    };
    slowed.filter_map(most_since).any(|most| row.throughput_per_s.value > BROUGHT_LESS * most)
}

/// What became of the system in the step is what there is to plan for.
fn as_at_its_end(row: &StepRow) -> StepRow {
    let throughput_per_s = row
        .slowed
        .map_or(row.throughput_per_s, |slowed| Estimate { value: slowed.later_per_s, bounds_95: None });
    StepRow { throughput_per_s, ..row.clone() }
}

/// Of a search: the rate that it confirmed, for a window above it may have passed by chance; or the next lower one that
/// holds, where a server failed or consumers did not keep up.
pub(super) fn recommended_rate(
    search: &RateCapacity,
    rows: &[StepRow],
    findings: &[Finding],
) -> Recommendation {
    let Some(best) = &search.best else { return Recommendation::default() };
    let of = |step: &u32| rows.iter().find(|row| row.number == *step);
    let required = || search.rates.iter().flat_map(|rate| &rate.pooled.requirements);
    let failed = |step: &u32| {
        of(step).is_some_and(|row| {
            let texts = required().map(|judged| judged.requirement.as_str());
            findings.iter().any(|finding| finding.is_failure_in(row)) || has_unlimited_errors(row, texts)
        })
    };
    let has_backlog = |step: &u32| of(step).is_some_and(|row| findings.iter().any(|f| f.is_backlog_in(row)));
    let (mut passed_over, mut not_sustained) = (Vec::new(), Vec::new());
    let at_most = best.rate_per_s.unwrap_or(0.0);
    let holding = search
        .rates
        .iter()
        .rev()
        .filter(|rate| rate.rate_per_s <= at_most && rate.pooled.judgement == Judgement::Pass)
        .filter(|rate| rate.failed_aside().next().is_none());
    for rate in holding {
        let steps = rate.steps();
        if steps.iter().any(failed) {
            passed_over.extend(steps.into_iter().filter(|step| failed(step)));
            continue;
        }
        if steps.iter().any(has_backlog) {
            not_sustained.extend(steps.into_iter().filter(|step| has_backlog(step)));
            continue;
        }
        let is_best = rate.rate_per_s == at_most;
        let last = || steps.iter().rev().filter_map(of).find(|row| row.is_valid()).map(OperatingPoint::of);
        let point = if is_best { Some(best.clone()) } else { last() };
        return Recommendation { point, passed_over, not_sustained, knows_times: true };
    }
    Recommendation { point: None, passed_over, not_sustained, knows_times: true }
}
