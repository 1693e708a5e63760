//! Where all users of an arrival rate were at work: whether the system made them wait, or they were too few.

use crate::step::StepRow;
use serde::Serialize;

/// While all users were at work the system itself took many times as long as where some were free: it is the limit, and not their number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlowerService {
    /// The one with the next lower load, in which users were free.
    pub step: u32,
    /// Medians of service times.
    pub free_us: f64,
    pub full_us: f64,
}

/// Where each request takes so many times as long, three of four users at work wait in the system for what has no room for them:
/// with others they would only be more.
const SLOWER: f64 = 4.0;
/// Of fewer users those that wait may be none at times.
const USERS_MIN: u32 = 8;
/// A median of fewer is one by chance.
const REQUESTS_MIN: u64 = 30;
/// Where more of them fail, times are those of failures.
const FAILED_MAX: f64 = 0.1;

impl SlowerService {
    pub(crate) fn of(full: &StepRow, rows: &[StepRow]) -> Option<SlowerService> {
        let median = |row: &StepRow| {
            let is_known =
                row.succeeded() >= REQUESTS_MIN && row.errors as f64 <= FAILED_MAX * row.requests as f64;
            row.service().p50_us.filter(|us| is_known && *us > 0).map(|us| us as f64)
        };
        let load = |row: &StepRow| row.load().value();
        let is_free = |row: &&StepRow| {
            let arrivals = row.arrivals.as_ref();
            row.is_current()
                && load(row) < load(full)
                && arrivals.is_some_and(|arrivals| !arrivals.pool_was_full() && !arrivals.falls_behind())
        };
        let arrivals = full.arrivals.as_ref()?;
        if !arrivals.pool_was_full() || arrivals.users < USERS_MIN {
            return None;
        }
        let free = rows.iter().filter(is_free).max_by(|a, b| load(a).total_cmp(&load(b)))?;
        let (free_us, full_us) = (median(free)?, median(full)?);
        (full_us >= SLOWER * free_us).then_some(SlowerService { step: free.number, free_us, full_us })
    }
}
