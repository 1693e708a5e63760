//! Users who were idle: more of them brought no more throughput, and not because the system made them wait.
//!
//! In a closed model N = X · (R + Z). Where a system is saturated, X stands and R rises with N; where Z rises instead, what lies
//! between a user's requests set the rate: a throughput timer, pacing, or the load generator.

use super::row::StepRow;
use plimsoll_run::SECOND_US;
use serde::Serialize;

/// Users of two loads whose throughput was set by what lies between their requests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdleUsers {
    pub from_step: u32,
    pub to_step: u32,
    /// Mean response times.
    pub response_from_us: f64,
    pub response_to_us: f64,
    /// From an answer to the next request, on average: N/X − R.
    pub between_from_us: f64,
    pub between_to_us: f64,
}

/// Loads that differ by less say nothing of it.
const LOAD_RATIO_MIN: f64 = 1.25;
/// Response times that rise by less of what a saturated system would make of the load do not rise with it.
const RISE_OF_SATURATED: f64 = 0.25;
/// A throughput that grows by more of what the load grew by is still one of the load.
const GROWTH_OF_LOAD: f64 = 0.5;

/// `None`: users are not known, throughput grows with them, or the system makes them wait.
pub(crate) fn idle_users(lower: &StepRow, higher: &StepRow) -> Option<IdleUsers> {
    let is_closed = |row: &StepRow| {
        row.rate_per_s.is_none() && row.arrivals.is_none() && !row.is_at_work && !row.is_from_table
    };
    let whole = |row: &StepRow| {
        row.is_of_one_system() && row.mean_with_in_flight_us().is_none() && row.measured_s > 0.0
    };
    if ![lower, higher].iter().all(|row| is_closed(row) && whole(row)) {
        return None;
    }
    let around_us = |row: &StepRow| users_us(row, row.load().value());
    let (response_from_us, response_to_us) = (lower.response.mean_us?, higher.response.mean_us?);
    // Plimsoll's own users are known by what they did; of others the rest of their time is known.
    let between = |row: &StepRow, response_us: f64| match row.little {
        Some(little) => users_us(row, little.users_thinking),
        None => around_us(row) - response_us,
    };
    let (between_from_us, between_to_us) =
        (between(lower, response_from_us), between(higher, response_to_us));
    let load = higher.load().value() / lower.load().value();
    // Those that failed were made, too: users whose requests are refused are not idle.
    let ended_per_s = |row: &StepRow| row.requests as f64 / row.measured_s;
    let throughput = ended_per_s(higher) / ended_per_s(lower);
    let of_saturated_us = around_us(higher) - around_us(lower);
    let stands = (throughput - 1.0) < GROWTH_OF_LOAD * (load - 1.0);
    let rises = response_to_us - response_from_us >= RISE_OF_SATURATED * of_saturated_us;
    let waits = between_to_us - between_from_us >= (1.0 - RISE_OF_SATURATED) * of_saturated_us;
    // Users that are mostly in requests are not idle, whatever moved by little.
    let idle = waits && !rises && between_to_us > response_to_us;
    let found = IdleUsers {
        from_step: lower.number,
        to_step: higher.number,
        response_from_us,
        response_to_us,
        between_from_us: between_from_us.max(0.0),
        between_to_us,
    };
    (load >= LOAD_RATIO_MIN && stands && of_saturated_us > 0.0 && idle).then_some(found)
}

/// So many users' time, for each request.
fn users_us(row: &StepRow, users: f64) -> f64 {
    users * SECOND_US as f64 * row.measured_s / row.requests as f64
}
