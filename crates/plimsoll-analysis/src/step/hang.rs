//! A step at whose end nothing ended any more, or nothing succeeded.

use super::window::Window;
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, SECOND_US, TransactionKind};
use serde::Serialize;

/// From then on no request of the step ended, though users waited: half of them or more had one under way at the end of its window.
/// To its end, or until what was under way was given up where nothing ended after it. In seconds of the run.
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

/// From then to the end of the step every request that ended failed, though some had succeeded before. In seconds of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailingEnd {
    pub from_s: f64,
    pub to_s: f64,
    pub failed: u64,
}

impl Hang {
    pub(crate) fn of(window: &Window) -> Option<Hang> {
        let silent_after_s = silent_after_s(window);
        let End { after, from_s, to_s } = End::of(window, ended, silent_after_s)?;
        if !window.generator.arrivals.is_empty() {
            return Hang::of_arrivals(window, &after, (from_s, to_s + silent_after_s));
        }
        let users = after.iter().map(|second| second.generator.users()).min()?;
        // Users who think, and arrivals that are not due yet, are silent too: those who wait have a request under way.
        let in_flight = window.in_flight();
        let wait = users > 0 && 2 * in_flight >= u64::from(users);
        wait.then_some(Hang { from_s, to_s: to_s + silent_after_s, users })
    }

    /// Most of what arrived in that time waits.
    fn of_arrivals(window: &Window, after: &[&Second], (from_s, to_s): (f64, f64)) -> Option<Hang> {
        let arrivals = after.iter().flat_map(|second| second.generator.arrivals.values());
        let started: u64 = arrivals.map(|arrivals| arrivals.started).sum();
        let waiting = window.unanswered_over(0.0);
        (started > 0 && 2 * waiting >= started).then(|| Hang {
            from_s,
            to_s,
            users: u32::try_from(waiting).unwrap_or(u32::MAX),
        })
    }
}

impl FailingEnd {
    pub(crate) fn of(window: &Window) -> Option<FailingEnd> {
        let End { after, from_s, to_s } = End::of(window, succeeded, 0.0)?;
        let failed =
            after.iter().map(|second| of_requests(second, |interval| Window::errors(interval).0)).sum();
        let all_fail =
            after.iter().all(|second| of_requests(second, |interval| Window::errors(interval).0) > 0);
        all_fail.then_some(FailingEnd { from_s, to_s, failed })
    }
}

/// Where nothing ended after the window, and what was under way was given up.
fn silent_after_s(window: &Window) -> f64 {
    let given_up = window.step.abandoned > 0 && window.outside.ended_after == 0;
    let ended_us = window.step.ended_us.filter(|_| given_up).unwrap_or(window.to_us);
    ended_us.saturating_sub(window.to_us) as f64 / SECOND_US as f64
}

/// The last seconds of a window in which none came of what had come before.
struct End<'a> {
    after: Vec<&'a Second>,
    from_s: f64,
    to_s: f64,
}

impl<'a> End<'a> {
    /// `more_s`: for so long after the window nothing came either.
    fn of(window: &Window<'a>, count: fn(&Second) -> u64, more_s: f64) -> Option<End<'a>> {
        // A second that is only partly inside says nothing of its rest.
        let ends_within = |second: &&&Second| u64::from(second.second) * SECOND_US < window.to_us;
        let seconds: Vec<&Second> = window.seconds.iter().filter(ends_within).copied().collect();
        let last = seconds.iter().rposition(|second| count(second) > 0)?;
        let after = seconds[last + 1..].to_vec();
        let before: u64 = seconds[..=last].iter().map(|second| count(second)).sum();
        let silent_s = after.len() as f64 + more_s;
        let expected = before as f64 / (last + 1) as f64 * silent_s;
        let from_s = f64::from(after.first()?.second);
        let is_long = silent_s >= HANG_SECONDS_MIN && expected >= EXPECTED_MIN;
        is_long.then_some(End { after, from_s, to_s: window.to_us as f64 / SECOND_US as f64 })
    }
}

fn ended(second: &Second) -> u64 {
    of_requests(second, |interval| interval.requests)
}

fn succeeded(second: &Second) -> u64 {
    of_requests(second, Interval::succeeded)
}

fn of_requests(second: &Second, count: impl Fn(&Interval) -> u64) -> u64 {
    let requests = second.transactions.iter().filter(|(name, _)| name.kind == TransactionKind::Request);
    requests.map(|(_, interval)| count(interval)).sum()
}
