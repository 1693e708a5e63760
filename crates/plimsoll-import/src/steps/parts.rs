//! Parts of a load: where nothing was under way for long, another test begins, or users had ended and a few requests hung.

use super::{FoundSteps, STEP_SECONDS_MIN};
use crate::seconds::SecondRate;
use plimsoll_run::{Design, ImportNote, LoadStep, StepsFrom};
use std::ops::Range;

/// Requests come so often that without any for this many times their usual distance users had ended.
const DISTANCES: usize = 10;
/// Requests that were under way in a gap end right after it.
const AFTER_SECONDS: usize = 2;

/// Of per-second users and rates. Within a part no request may end for a while, as all users wait for the system.
pub(super) fn of(users: &[Option<u32>], rates: &[SecondRate]) -> Vec<Range<usize>> {
    let active: Vec<usize> = (0..rates.len()).filter(|second| rates[*second].requests > 0).collect();
    let (Some(first), Some(last)) = (active.first(), active.last()) else { return Vec::new() };
    let mut distances: Vec<usize> = active.windows(2).map(|pair| pair[1] - pair[0]).collect();
    distances.sort_unstable();
    let usual = distances.get(distances.len() / 2).copied().unwrap_or(1);
    let gap_min = STEP_SECONDS_MIN.max(DISTANCES * usual);
    let mut parts = Vec::new();
    let mut start = if *first < gap_min { 0 } else { *first };
    for pair in active.windows(2) {
        let gap = pair[0] + 1..pair[1];
        if gap.len() >= gap_min && is_idle(&gap, start, users, rates) {
            parts.push(start..gap.start);
            start = gap.end;
        }
    }
    let after = last + 1..rates.len();
    let end = if after.len() < gap_min || are_there(&after, users) { rates.len() } else { last + 1 };
    parts.push(start..end);
    parts
}

/// In a gap fewer than half of the users (those of the seconds before it) waited for an answer.
fn is_idle(gap: &Range<usize>, start: usize, users: &[Option<u32>], rates: &[SecondRate]) -> bool {
    if are_there(gap, users) || goes_on(gap, start, rates) {
        return false;
    }
    let busy_us = |seconds: Range<usize>| rates[seconds].iter().map(|rate| rate.busy_us).sum::<u64>() as f64;
    let before = start.max(gap.start.saturating_sub(STEP_SECONDS_MIN))..gap.start;
    let at_work = busy_us(before.clone()) / 1e6 / before.len().max(1) as f64;
    let known = users.get(before).unwrap_or_default().iter().flatten().next_back();
    let all = known.map_or(at_work, |users| f64::from(*users));
    let waiting = busy_us(gap.end..(gap.end + AFTER_SECONDS).min(rates.len())) / 1e6 / gap.len() as f64;
    waiting < all / 2.0
}

/// Of the requests that usually begin, so many show that the load goes on.
const GOES_ON: f64 = 0.1;

/// Requests begin in the gap, too, and none ends: of arrivals that do not wait for the system.
fn goes_on(gap: &Range<usize>, start: usize, rates: &[SecondRate]) -> bool {
    let per_second = |seconds: Range<usize>| {
        let length = seconds.len().max(1) as f64;
        rates[seconds].iter().map(|rate| rate.started).sum::<u64>() as f64 / length
    };
    // In each third of it: those of its first second may be the last ones of a load that ends, and another may begin before it is over.
    let (from, length) = (gap.start + 1, gap.len() - 1);
    let least = GOES_ON * per_second(start..gap.start);
    (0..3).all(|part| per_second(from + part * length / 3..from + (part + 1) * length / 3) > least)
}

/// Of users so many wait at the last where the system hangs; where the load was stopped, the others had gone.
const ALL_WAIT_SHARE: f64 = 0.9;

/// How many seconds the load lasted, if requests ended after it that were few enough for the others to have been stopped; and
/// their number. One second more is seldom whole, and counts as the last.
pub(super) fn end_of_load(users: &[Option<u32>], rates: &[SecondRate]) -> Option<(usize, u64)> {
    let last_start = rates.iter().rposition(|rate| rate.started > 0)?;
    let length = last_start + 2;
    let late: u64 = rates.get(length..)?.iter().map(|rate| rate.requests).sum();
    let before = last_start.saturating_sub(STEP_SECONDS_MIN)..last_start;
    let busy_us: u64 = rates[before.clone()].iter().map(|rate| rate.busy_us).sum();
    let at_work = busy_us as f64 / 1e6 / before.len().max(1) as f64;
    let known = users.get(..=last_start).unwrap_or_default().iter().flatten().next_back();
    let all = known.map_or(at_work, |users| f64::from(*users));
    (late > 0 && (late as f64) < ALL_WAIT_SHARE * all).then_some((length, late))
}

/// `second` is the end of the load.
pub(super) fn ended_late(second: usize, requests: u64) -> ImportNote {
    ImportNote::EndedLate { second: second as u64, requests }
}

/// A log of the load generator says so.
fn are_there(seconds: &Range<usize>, users: &[Option<u32>]) -> bool {
    users.get(seconds.clone()).is_some_and(|users| users.iter().flatten().any(|users| *users > 0))
}

/// The steps of several parts, one after another.
pub(super) fn joined(parts: Vec<FoundSteps>) -> FoundSteps {
    let count = parts.len();
    let mut all = FoundSteps::of(Vec::new(), StepsFrom::Parts(count));
    for mut part in parts {
        if matches!(part.from, StepsFrom::Ramp(_)) {
            let (count, from) = (part.steps.len() as u64, part.from.clone());
            all.left_out.push(ImportNote::Steps { count, from });
        }
        all.steps.append(&mut part.steps);
        all.left_out.append(&mut part.left_out);
    }
    for (step, number) in all.steps.iter_mut().zip(1..) {
        step.number = number;
    }
    FoundSteps { design: Design::Fixed, ..all }
}

/// What hung ended after the step in which it began: it belongs to that step, outside its window.
pub(super) fn belongs_to_last_before(steps: &mut [LoadStep], part: &Range<usize>) {
    let us = |second: usize| second as u64 * 1_000_000;
    let before = steps.iter().rposition(|step| step.ended_us.is_some_and(|ended| ended <= us(part.start)));
    let Some(at) = before else { return };
    let is_free = steps.get(at + 1).is_none_or(|next| next.started_us >= us(part.end));
    if is_free {
        steps[at].ended_us = Some(us(part.end));
    }
}

pub(super) fn too_few(part: &Range<usize>, requests: u64) -> ImportNote {
    ImportNote::TooFewApart { from_s: part.start as u64, to_s: part.end as u64, requests }
}
