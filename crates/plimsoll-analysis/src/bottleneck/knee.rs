//! Which step a verdict looks at.

use super::lost::WithFindings;
use super::usage::{Resource, Usage};
use crate::capacity::Capacity;
use crate::findings::{Claim, Finding, Knee, KneeBelowRange, Plateau, Retrograde};
use crate::measured::MeasuredRun;
use crate::step::StepRow;

/// The step in which throughput no longer grew in proportion: where a knee, a plateau or a fall begins; in which a search
/// of rates first failed; else in which all users were at work; else the step that shows the maximum; else
/// the rate that was not carried.
pub(super) fn knee(known: &WithFindings) -> Option<u32> {
    let run = known.run;
    let of_claim = |finding: &Finding| match &finding.claim {
        Claim::Knee(Knee { marginal: m, .. })
        | Claim::Plateau(Plateau(m))
        | Claim::Retrograde(Retrograde { marginal: m, .. }) => Some(m.to_step),
        Claim::KneeBelowRange(KneeBelowRange { first_step, .. }) => Some(*first_step),
        _ => None,
    };
    let load = |number: &u32| run.step(*number).map_or(f64::INFINITY, |row| row.load().value());
    let claimed = known.findings.iter().filter_map(of_claim).min_by(|a, b| load(a).total_cmp(&load(b)));
    let searched = || run.rate_capacity()?.fails.as_ref()?.steps().first().copied();
    let behind = || {
        let rows = run.steps.iter().filter(|row| row.is_valid());
        rows.filter(|row| row.arrivals.as_ref().is_some_and(|a| a.pool_was_full()))
            .map(|row| row.number)
            .next()
    };
    // Too few seconds may show a maximum and no knee, and a table has none.
    let shown = || match &run.capacity {
        Capacity::Maximum { shown_by, .. } => Some(shown_by.step),
        _ => None,
    };
    // A rate that was not carried is the end of growth in proportion to what was asked.
    let not_carried = || match &run.capacity {
        Capacity::Refused { best, .. } | Capacity::BelowAsked { best, pool_may_limit: false, .. } => {
            Some(best.step)
        }
        _ => None,
    };
    let claimed = claimed.map(|step| where_servers_were_lost(run, step));
    claimed.or_else(searched).or_else(behind).or_else(shown).or_else(not_carried)
}

/// At the lowest load, which may be one user, nothing needs to wait: what is used up there first at the next one is looked at there.
pub(super) fn where_work_can_wait(known: &WithFindings, table: &[Usage], step: u32) -> u32 {
    let run = known.run;
    let load = |row: &StepRow| row.load().value();
    let mut rows: Vec<&StepRow> = run.steps.iter().filter(|row| row.is_valid()).collect();
    rows.sort_by(|a, b| load(a).total_cmp(&load(b)));
    let holds_back = |usage: &&Usage| !matches!(usage.resource, Resource::Generator | Resource::Queue);
    let is_used_up =
        |number: u32| table.iter().filter(holds_back).any(|u| u.step == number && u.is_saturated());
    match rows.as_slice() {
        [first, next, ..] if first.number == step && !is_used_up(step) && is_used_up(next.number) => {
            next.number
        }
        _ => step,
    }
}

/// Of steps of fewer servers the first that missed its goal: what a server left behind bends no later for being measured
/// again at more load.
fn where_servers_were_lost(run: &MeasuredRun, step: u32) -> u32 {
    if run.step(step).is_none_or(|row| row.servers.is_none()) {
        return step;
    }
    let missed = |row: &&StepRow| row.growth.is_some_and(|growth| growth.gain_percent < growth.goal_percent);
    let fewer = run.steps.iter().filter(|row| row.is_valid() && row.servers.is_some() && row.number <= step);
    fewer.filter(missed).map(|row| row.number).next().unwrap_or(step)
}

/// The valid step of highest throughput, of those of no less load than this one.
pub(super) fn highest_from(run: &MeasuredRun, step: u32) -> u32 {
    let load = |row: &StepRow| row.load().value();
    let least = run.step(step).map_or(0.0, load);
    let rows = run.steps.iter().filter(|row| row.is_valid() && load(row) >= least);
    let highest = rows.max_by(|a, b| a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value));
    highest.map_or(step, |row| row.number)
}

/// It brought more than every lower load; not, where there was none.
pub(super) fn still_grew(run: &MeasuredRun, step: u32) -> bool {
    let Some(row) = run.step(step) else { return false };
    // What arrives is what was asked for: that it is more is no growth of the system's.
    if row.rate_per_s.is_some() {
        return false;
    }
    let lower =
        run.steps.iter().filter(|other| other.is_valid() && other.load().value() < row.load().value());
    let best = lower.map(|other| other.throughput_per_s.value).reduce(f64::max);
    best.is_some_and(|best| row.throughput_per_s.value > best)
}

pub(super) fn highest_load(run: &MeasuredRun) -> Option<&StepRow> {
    let valid = run.steps.iter().filter(|row| row.is_valid());
    // Of equal loads the one that was measured longest.
    let by_load = |a: &StepRow, b: &StepRow| a.load().value().total_cmp(&b.load().value());
    valid.max_by(|a, b| by_load(a, b).then(a.measured_s.total_cmp(&b.measured_s)))
}
