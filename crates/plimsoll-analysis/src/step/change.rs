//! A system that became another one between two steps: slower by far, and again in proportion to the users from then on.
//!
//! Where load fills a system, throughput stands and response times rise with the users. Where every user is served at the same, longer
//! time, and twice the users bring twice the throughput, nothing is full: something else changed, with time or at that load.

use super::row::StepRow;
use serde::Serialize;

/// Between which steps, and how long requests took on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SystemChange {
    pub before_step: u32,
    pub after_step: u32,
    pub before_us: f64,
    pub after_us: f64,
}

/// Requests take so many times as long, and each user makes as many fewer.
const TIMES: f64 = 2.5;
/// Steps since the change, at least, of which the highest load is so many times the lowest.
const STEPS_AFTER: usize = 3;
const LOADS_AFTER: f64 = 1.5;
/// Of one system, by its throughput for each user and by its times.
const ALIKE: f64 = 1.2;
/// More of them failing makes times say little.
const FAILED_PERCENT: f64 = 5.0;

/// In the order in which they were measured, of users in a closed model alone.
pub(crate) fn change_between(rows: &[StepRow]) -> Option<SystemChange> {
    let rows: Vec<&StepRow> = rows.iter().filter(|row| row.is_of_all_servers()).collect();
    let is_closed = |row: &&StepRow| row.rate_per_s.is_none() && row.arrivals.is_none() && !row.is_at_work;
    if !rows.iter().all(is_closed) || rows.iter().any(|row| row.errors_percent > FAILED_PERCENT) {
        return None;
    }
    if !rows.iter().all(|row| row.carries_claims()) {
        return None;
    }
    let pairs = (1..rows.len()).filter(|at| changes(rows[at - 1], rows[*at]));
    let at = pairs.into_iter().find(|at| is_one_system(&rows[*at..]))?;
    let (before, after) = (rows[at - 1], rows[at]);
    Some(SystemChange {
        before_step: before.number,
        after_step: after.number,
        before_us: before.response.mean_us?,
        after_us: after.response.mean_us?,
    })
}

fn per_user(row: &StepRow) -> f64 {
    row.throughput_per_s.value / row.load().value()
}

fn changes(before: &StepRow, after: &StepRow) -> bool {
    let times = before.response.mean_us.zip(after.response.mean_us).map(|(before, after)| after / before);
    times.is_some_and(|times| times >= TIMES) && per_user(before) >= TIMES * per_user(after)
}

/// Each user brings as much under every load, at the same times.
fn is_one_system(rows: &[&StepRow]) -> bool {
    let loads = || rows.iter().map(|row| row.load().value());
    let is_within = |values: Vec<f64>| {
        let most = values.iter().copied().fold(0.0, f64::max);
        most <= ALIKE * values.into_iter().fold(f64::INFINITY, f64::min)
    };
    let times: Vec<f64> = rows.iter().filter_map(|row| row.response.mean_us).collect();
    rows.len() >= STEPS_AFTER
        && times.len() == rows.len()
        && loads().fold(0.0, f64::max) >= LOADS_AFTER * loads().fold(f64::INFINITY, f64::min)
        && is_within(rows.iter().map(|row| per_user(row)).collect())
        && is_within(times)
}
