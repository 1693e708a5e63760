//! Where all users of an arrival rate were at work: whether the system made them wait, or they were too few.

use crate::step::StepRow;
use serde::Serialize;

/// While all users were at work the system itself took many times as long as where some were free: it is the limit, and not their number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlowerService {
    /// The one in which users were free.
    pub step: u32,
    /// Mean service times.
    pub free_us: f64,
    pub full_us: f64,
}

/// A queue that makes requests take so many times as long is one of a resource that is used to three quarters or more
/// (one server: R = S / (1 − U)); more users would only wait in it.
const SLOWER: f64 = 4.0;
/// A mean of fewer is one by chance.
const REQUESTS_MIN: u64 = 30;

impl SlowerService {
    pub(crate) fn of(full: &StepRow, rows: &[StepRow]) -> Option<SlowerService> {
        let mean =
            |row: &StepRow| row.service().mean_us.filter(|us| *us > 0.0 && row.succeeded() >= REQUESTS_MIN);
        let is_free = |row: &&StepRow| {
            let arrivals = row.arrivals.as_ref();
            row.is_current()
                && arrivals.is_some_and(|arrivals| !arrivals.pool_was_full() && !arrivals.falls_behind())
        };
        full.arrivals.as_ref().filter(|arrivals| arrivals.pool_was_full())?;
        let full_us = mean(full)?;
        let free = rows.iter().filter(is_free).filter_map(|row| Some((row.number, mean(row)?)));
        let (step, free_us) = free.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (full_us >= SLOWER * free_us).then_some(SlowerService { step, free_us, full_us })
    }
}
