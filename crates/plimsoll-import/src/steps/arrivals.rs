//! Levels of an open load that its users do not show: as many requests begin per second, while users come and go or wait in a backlog.

use super::fluctuating::{LEVEL_SECONDS_MIN, REQUESTS_SHARE, come_and_go, is_staircase};
use super::level::{STEP_SECONDS_MIN, STEPS_MAX, SecondRate, UserLevel, filled, mean_users, requests};
use plimsoll_analysis::statistics::segments;
use std::ops::Range;

/// Requests that begin per second differ by no more than this, or than chance makes of it.
const EQUAL_SHARE: f64 = 0.03;
/// … in standard deviations of the difference.
const CHANCE: f64 = 3.0;
/// In levels of so many of the seconds users came and went: where more and more wait, they only come.
const COME_AND_GO_SHARE: f64 = 0.5;

/// What changes more often has no levels.
const PARTS_MAX: usize = 10 * STEPS_MAX;

/// None: the rate of arrivals has one level, or moved.
pub(super) fn levels(users: &[Option<u32>], rates: &[SecondRate]) -> Option<Vec<UserLevel>> {
    let values: Vec<f64> = rates.iter().map(|rate| rate.started as f64).collect();
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let parts = segments(&values, STEP_SECONDS_MIN, mean * dispersion_of_neighbours(&values));
    if parts.len() > PARTS_MAX {
        return None;
    }
    let mut found = joined(rates, parts);
    found.retain(|level| level.len() >= LEVEL_SECONDS_MIN && stays(rates, level));
    let inside: u64 = found.iter().map(|level| requests(rates, level)).sum();
    let is_most = inside as f64 >= REQUESTS_SHARE * requests(rates, &(0..rates.len())) as f64;
    let present = filled(users);
    let open = found.iter().filter(|level| come_and_go(&present, level)).map(ExactSizeIterator::len);
    let is_open =
        open.sum::<usize>() as f64 >= COME_AND_GO_SHARE * found.iter().map(|l| l.len()).sum::<usize>() as f64;
    let count_is_right = (2..=STEPS_MAX / 4).contains(&found.len());
    let is_load = count_is_right && is_most && is_open && !is_staircase(&values, &found);
    is_load.then(|| found.into_iter().map(|level| (level.clone(), mean_users(users, &level))).collect())
}

/// Neighbours in which as many begin per second are one.
fn joined(rates: &[SecondRate], parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(before) if is_equal(rates, before, &part) => before.end = part.end,
            _ => joined.push(part),
        }
    }
    joined
}

/// In its last third as many begin per second as in its first.
fn stays(rates: &[SecondRate], level: &Range<usize>) -> bool {
    let third = level.len() / 3;
    is_equal(rates, &(level.start..level.start + third), &(level.end - third..level.end))
}

pub(super) fn per_second(rates: &[SecondRate], part: &Range<usize>) -> f64 {
    let all: u64 = rates[part.clone()].iter().map(|rate| rate.started).sum();
    all as f64 / part.len().max(1) as f64
}

/// As many requests began per second in both.
pub(super) fn is_equal(rates: &[SecondRate], a: &Range<usize>, b: &Range<usize>) -> bool {
    let (first, second) = (per_second(rates, a), per_second(rates, b));
    let variance = |part: &Range<usize>, mean: f64| {
        let values: Vec<f64> = rates[part.clone()].iter().map(|rate| rate.started as f64).collect();
        mean * dispersion_of_neighbours(&values) / part.len().max(1) as f64
    };
    let by_chance = CHANCE * (variance(a, first) + variance(b, second)).sqrt();
    (first - second).abs() <= (EQUAL_SHARE * first.max(second)).max(by_chance)
}

/// Variance of the counts over their mean, at least 1, from neighbouring seconds: one arrival may bring several requests.
fn dispersion_of_neighbours(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let squares: f64 = values.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
    let variance = squares / (2 * values.len().saturating_sub(1).max(1)) as f64;
    if mean > 0.0 { (variance / mean).max(1.0) } else { 1.0 }
}
