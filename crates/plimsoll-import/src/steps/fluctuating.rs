//! Levels of users who come and go: of an open load as many arrive per second, and how many are there varies by chance.

use super::arrivals::{is_equal, per_second};
use super::level::{STEP_SECONDS_MIN, STEPS_MAX, SecondRate, UserLevel, filled, mean_users, requests};
use plimsoll_analysis::statistics::segments;
use plimsoll_run::ImportNote;
use std::ops::Range;

/// Shorter levels may be a part of the movement.
pub(super) const LEVEL_SECONDS_MIN: usize = 3 * STEP_SECONDS_MIN;
/// Neighbouring levels that differ by less are one, and a level whose last third differs by less from its first stays.
const SAME_SHARE: f64 = 0.15;
/// … or by as many standard deviations of the mean of a third: who is there now is there in the next seconds too.
const CHANCE: f64 = 3.0;
const SECONDS_ALIKE: f64 = 10.0;
/// Of the seconds in which users came, in so many others some went: a ramp only rises or only falls.
const BACK_SHARE: f64 = 0.25;
/// In so many seconds a constant number of users is there whole.
const CONSTANT_SHARE: f64 = 0.3;
/// … or their number varies by less than this part of its mean; of arrivals at random the variance is the mean.
const CONSTANT_VARIANCE: f64 = 0.3;
/// So many of all requests lie in them: else the load moved.
pub(super) const REQUESTS_SHARE: f64 = 0.8;

/// None: users moved.
pub(super) fn levels(users: &[Option<u32>], rates: &[SecondRate]) -> Option<Vec<UserLevel>> {
    let values = filled(users);
    let mean = mean_of(&values, &(0..values.len()));
    let mut levels = joined(&values, segments(&values, STEP_SECONDS_MIN, mean), 0);
    levels.retain(|level| level.len() >= LEVEL_SECONDS_MIN && stays(&values, level));
    // What was shorter between two of them was chance.
    let levels = joined(&values, levels, LEVEL_SECONDS_MIN);
    let inside: u64 = levels.iter().map(|level| requests(rates, level)).sum();
    let all = requests(rates, &(0..rates.len()));
    let is_most = inside as f64 >= REQUESTS_SHARE * all as f64;
    let is_load = is_most && levels.len() * 4 <= STEPS_MAX && !is_staircase(&values, &levels);
    is_load.then(|| levels.into_iter().map(|level| (level.clone(), mean_users(users, &level))).collect())
}

/// Levels at which as many requests began per second are one load: more users were there because answers took longer, and not because
/// more came. With a note on each that was joined.
pub(super) fn of_equal_arrivals(
    users: &[Option<u32>],
    rates: &[SecondRate],
    levels: Vec<UserLevel>,
) -> (Vec<UserLevel>, Vec<ImportNote>) {
    let (mut joined, mut notes): (Vec<UserLevel>, Vec<ImportNote>) = (Vec::new(), Vec::new());
    for (window, level) in levels {
        let is_next = |before: &Range<usize>| {
            let between = before.end..window.start;
            between.len() <= STEP_SECONDS_MIN || is_equal(rates, before, &between)
        };
        let before = joined.last_mut().filter(|(before, _)| {
            let is_open = !is_constant(users, before) && !is_constant(users, &window);
            is_open && is_next(before) && is_equal(rates, before, &window)
        });
        let Some((before, of_before)) = before else {
            joined.push((window, level));
            continue;
        };
        let per_s = per_second(rates, before);
        notes.push(ImportNote::LevelsJoined { first: *of_before, second: level, per_s });
        before.end = window.end;
        *of_before = mean_users(users, before);
    }
    (joined, notes)
}

/// Who leaves is replaced at once: a number that is set, and not one that follows from arrivals.
fn is_constant(users: &[Option<u32>], level: &Range<usize>) -> bool {
    let known: Vec<u32> = users[level.clone()].iter().flatten().copied().collect();
    let highest = known.iter().max().copied().unwrap_or(0);
    let at_it = known.iter().filter(|users| **users == highest).count();
    let (n, sum) = (known.len().max(1) as f64, known.iter().map(|users| f64::from(*users)).sum::<f64>());
    let mean = sum / n;
    let variance = known.iter().map(|users| (f64::from(*users) - mean).powi(2)).sum::<f64>() / n;
    at_it as f64 >= CONSTANT_SHARE * n || variance < CONSTANT_VARIANCE * mean
}

/// Of what lies between the first level and the last, the load moved so much within them: a ramp, cut into pieces.
const RAMP_SHARE: f64 = 0.35;

pub(super) fn is_staircase(values: &[f64], levels: &[Range<usize>]) -> bool {
    let (Some(first), Some(last)) = (levels.first(), levels.last()) else { return true };
    let thirds = |level: &Range<usize>| {
        let third = level.len() / 3;
        mean_of(values, &(level.end - third..level.end))
            - mean_of(values, &(level.start..level.start + third))
    };
    let within: f64 = levels.iter().map(thirds).sum();
    let between = mean_of(values, last) - mean_of(values, first);
    levels.len() > 1 && within * between.signum() > RAMP_SHARE * between.abs()
}

/// Neighbours that are the same, and no further apart.
fn joined(values: &[f64], parts: Vec<Range<usize>>, apart: usize) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(before) if part.start <= before.end + apart && is_same(values, before, &part) => {
                before.end = part.end;
            }
            _ => joined.push(part),
        }
    }
    joined
}

fn mean_of(values: &[f64], part: &Range<usize>) -> f64 {
    values[part.clone()].iter().sum::<f64>() / part.len().max(1) as f64
}

fn is_same(values: &[f64], a: &Range<usize>, b: &Range<usize>) -> bool {
    let (first, second) = (mean_of(values, a), mean_of(values, b));
    let chance = |part: &Range<usize>, mean: f64| (mean * SECONDS_ALIKE / part.len().max(1) as f64).sqrt();
    let by_chance = CHANCE * chance(a, first).hypot(chance(b, second));
    (first - second).abs() <= (SAME_SHARE * first.max(second)).max(by_chance.min(first.max(second) / 2.0))
}

/// Its last third is where its first one was, and users came and went.
fn stays(values: &[f64], level: &Range<usize>) -> bool {
    let third = level.len() / 3;
    come_and_go(values, level)
        && is_same(values, &(level.start..level.start + third), &(level.end - third..level.end))
}

pub(super) fn come_and_go(users: &[f64], level: &Range<usize>) -> bool {
    let moves = |is_so: fn(f64) -> bool| {
        users[level.clone()].windows(2).filter(|pair| is_so(pair[1] - pair[0])).count() as f64
    };
    let (rises, falls) = (moves(|by| by > 0.0), moves(|by| by < 0.0));
    rises.min(falls) >= BACK_SHARE * rises.max(falls)
}
