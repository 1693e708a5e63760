//! What of the users and rates of a load the ways to find its steps have in common.

pub(super) use crate::seconds::{STEP_SECONDS_MIN, SecondRate};
use std::ops::Range;

/// More than this are no steps that anybody planned: then the whole is one.
pub(super) const STEPS_MAX: usize = 100;
/// Seconds in which a plateau lasts, and its users.
pub(super) type UserLevel = (Range<usize>, u32);

/// Where they are not known, as many as before.
pub(super) fn filled(users: &[Option<u32>]) -> Vec<f64> {
    let mut last = 0.0;
    let of_second = |users: &Option<u32>| {
        last = users.map_or(last, f64::from);
        last
    };
    users.iter().map(of_second).collect()
}

pub(super) fn requests(rates: &[SecondRate], window: &Range<usize>) -> u64 {
    rates[window.clone()].iter().map(|rate| rate.requests).sum()
}

/// To the next whole number, at least 1; an analysis knows the mean itself.
pub(super) fn mean_users(users: &[Option<u32>], window: &Range<usize>) -> u32 {
    let known: Vec<u32> = users[window.clone()].iter().flatten().copied().collect();
    let mean = known.iter().map(|users| f64::from(*users)).sum::<f64>() / known.len().max(1) as f64;
    (mean.round() as u32).max(1)
}
