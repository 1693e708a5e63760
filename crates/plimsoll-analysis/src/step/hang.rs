//! A step at whose end nothing ended any more.

use super::window::Window;
use plimsoll_run::record::Second;
use plimsoll_run::{SECOND_US, TransactionKind};
use serde::Serialize;

/// From then to the end of the step no request ended, though users waited: half of them or more had one under way when it ended. In seconds of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hang {
    pub from_s: f64,
    pub to_s: f64,
    /// Who waited.
    pub users: u32,
}

/// A shorter silence is a pause.
const HANG_SECONDS_MIN: f64 = 5.0;
/// So many requests would have ended by the rate before: a slow system is silent too.
const EXPECTED_MIN: f64 = 50.0;

impl Hang {
    pub(crate) fn of(window: &Window) -> Option<Hang> {
        // A second that is only partly inside says nothing of its rest.
        let ends_within = |second: &&&Second| u64::from(second.second) * SECOND_US < window.to_us;
        let seconds: Vec<&Second> = window.seconds.iter().filter(ends_within).copied().collect();
        let last = seconds.iter().rposition(|second| ended(second) > 0)?;
        let after = &seconds[last + 1..];
        let before: u64 = seconds[..=last].iter().map(|second| ended(second)).sum();
        let expected = before as f64 / (last + 1) as f64 * after.len() as f64;
        let users = after.iter().map(|second| second.generator.users()).min()?;
        // Users who think, and arrivals that are not due yet, are silent too: those who wait have a request under way.
        let in_flight = window.outside.ended_after + window.step.abandoned;
        let wait = users > 0 && 2 * in_flight >= u64::from(users);
        let hangs = wait && after.len() as f64 >= HANG_SECONDS_MIN && expected >= EXPECTED_MIN;
        hangs.then_some(Hang {
            from_s: f64::from(after.first()?.second),
            to_s: window.to_us as f64 / SECOND_US as f64,
            users,
        })
    }
}

fn ended(second: &Second) -> u64 {
    let requests = second.transactions.iter().filter(|(name, _)| name.kind == TransactionKind::Request);
    requests.map(|(_, interval)| interval.requests).sum()
}
