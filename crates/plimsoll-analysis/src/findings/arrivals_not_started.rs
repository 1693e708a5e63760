//! `arrivals-not-started`: in a step with a rate, arrivals were dropped, or more than 1 % of them waited for a
//! free user, or waited at the end. All users were at work: the system did not answer fast enough for so many
//! arrivals, or there were too few users for the rate. Not the load generator's fault.

use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::step::{ArrivalState, StepRow};

thresholds!("arrivals-not-started", Limits {
    /// % of the arrivals that waited for a user
    waited_percent = 1.0,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let limits = Limits::of(evidence.settings());
    let found: Vec<(&StepRow, &ArrivalState)> = evidence
        .run
        .steps
        .iter()
        .filter_map(|row| Some((row, row.arrivals.as_ref()?)))
        .filter(|(_, arrivals)| held_up(arrivals, limits))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    let arrivals = || found.iter().map(|(_, arrivals)| *arrivals);
    let sum = |figure: fn(&ArrivalState) -> u64| arrivals().map(figure).sum();
    vec![Claim::ArrivalsNotStarted {
        steps: found.iter().map(|(row, _)| row.number).collect(),
        due: sum(|a| a.due),
        dropped: sum(|a| a.dropped),
        waited: sum(|a| a.waited),
        waiting_max: arrivals().map(|a| a.waiting_max).max().unwrap_or(0),
        delay_us_max: arrivals().filter_map(|a| a.delay_max_us).max(),
        users: arrivals().map(|a| a.users).max().unwrap_or(0),
        busy_max: arrivals().map(|a| a.busy_max).max().unwrap_or(0),
        pool_was_full: arrivals().any(ArrivalState::pool_was_full),
    }]
}

fn held_up(arrivals: &ArrivalState, limits: Limits) -> bool {
    let few = arrivals.due as f64 * limits.waited_percent / 100.0;
    arrivals.dropped > 0 || arrivals.waited as f64 > few || arrivals.waiting_at_end as f64 > few
}
