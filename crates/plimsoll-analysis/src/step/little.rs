use super::window::Window;
use crate::statistics::Bounds;
use plimsoll_run::SECOND_US;
use plimsoll_run::record::Second;
use serde::Serialize;

/// N = X · (R + Z): the users that the recorded times account for, against the users that were meant to run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LittleCheck {
    pub users: u32,
    /// (time in requests + time thinking) / window.
    pub users_accounted: f64,
    pub ratio: f64,
    /// Time thinking / window: users who waited for a timer, or for pacing.
    pub users_thinking: f64,
    /// Within [`LITTLE_TOLERANCE_PERCENT`] after rounding to whole percent.
    pub ok: bool,
    /// The window is long enough for it: in a shorter one what lies across its ends, and between requests, is more than the tolerance.
    pub judged: bool,
    /// Requests that were under way when the window ended: they ended after it, or were given up.
    pub in_flight: u64,
    /// The ratio with all times of the step, also those that were recorded before and after the window, less what users
    /// spent there. Users are counted once a second, so it lies between two bounds. `None`: nothing was recorded outside.
    pub ratio_with_in_flight: Option<Bounds>,
    /// It is off by itself, but not with the requests that lie across the window's ends.
    pub explained: bool,
    /// N/X − Z. Where requests under way when the window ended took more than [`IN_FLIGHT_PERCENT_MIN`] of the users'
    /// time, those that ended in it are the quick ones: their times are lower bounds, and this is what a request took on
    /// average. `None`: the times of those that ended are those of all.
    pub response_us_mean: Option<f64>,
}

pub const LITTLE_TOLERANCE_PERCENT: i64 = 2;

/// Of a window in which the tolerance can be asked for.
const LITTLE_SECONDS_MIN: f64 = 10.0;

/// Of the users' time. Less changes a mean by less than what two runs of the same system differ by.
pub const IN_FLIGHT_PERCENT_MIN: f64 = 10.0;

impl LittleCheck {
    pub(crate) fn of(window: &Window) -> Option<LittleCheck> {
        // With a rate, users are a pool from which arrivals take what they need.
        let open = window.step.rate_per_s.is_some() || !window.generator.arrivals.is_empty();
        let users = if open { 0 } else { window.step.users() };
        let workers = || window.generator.workers.values();
        let occupied_us: u64 = workers().map(|w| w.busy_us + w.think_us).sum();
        if users == 0 || occupied_us == 0 || window.to_us < window.from_us + SECOND_US {
            return None;
        }
        let window_us = (window.to_us - window.from_us) as f64;
        let all_us = f64::from(users) * window_us;
        let ratio = occupied_us as f64 / all_us;
        let ok = is_whole(ratio);
        let ratio_with_in_flight = with_in_flight(window, occupied_us, all_us);
        let in_flight = window.in_flight();
        // Time that is missing went into what was under way at the end; too much came from before.
        let spans_ends = ratio > 1.0 || in_flight > 0;
        let whole = |Bounds { low, high }: Bounds| is_whole(1.0_f64.clamp(low, high));
        let off_us = (all_us - occupied_us as f64).abs();
        let by_requests = spans_ends
            && ratio_with_in_flight.is_some_and(whole)
            && at_ends_us_max(window, users).is_none_or(|most_us| off_us <= most_us);
        // A think time that the end of the load cuts short is recorded nowhere: of each user less than a request with its pause.
        let cycle_us = all_us / window.total.requests.max(1) as f64;
        let ends_load = window.after().iter().all(|second| !has_thought(second));
        let by_thinking =
            ratio < 1.0 && window.outside.is_thinking && ends_load && off_us <= f64::from(users) * cycle_us;
        let explained = !ok && (by_requests || by_thinking);
        let short =
            explained && by_requests && in_flight > 0 && 100.0 * (1.0 - ratio) > IN_FLIGHT_PERCENT_MIN;
        let think_us: u64 = workers().map(|w| w.think_us).sum();
        let per_request = (all_us - think_us as f64) / window.total.requests.max(1) as f64;
        Some(LittleCheck {
            users,
            users_accounted: occupied_us as f64 / window_us,
            ratio,
            users_thinking: think_us as f64 / window_us,
            ok,
            judged: window.duration_s() >= LITTLE_SECONDS_MIN,
            in_flight,
            ratio_with_in_flight,
            explained,
            response_us_mean: (short && window.total.requests > 0).then_some(per_request),
        })
    }
}

fn has_thought(second: &Second) -> bool {
    second.generator.workers.values().any(|worker| worker.think_us > 0)
}

/// The most that requests which lie across one of the window's ends can have taken: one of each user, and the longest that there
/// was; those that were given up took up to the whole. `None`: not known, as think times lie across it too.
fn at_ends_us_max(window: &Window, users: u32) -> Option<f64> {
    let outside = window.outside;
    let given_up = window.step.abandoned.min(u64::from(users));
    let others = u64::from(users) - given_up;
    let whole_us = window.to_us - window.from_us;
    (!outside.is_thinking).then(|| (given_up * whole_us + others * outside.longest_us) as f64)
}

/// Of a ratio of users: within the tolerance of 1.
pub(crate) fn is_whole(ratio: f64) -> bool {
    let off_percent = ((ratio - 1.0) * 100.0).round() as i64;
    off_percent.abs() <= LITTLE_TOLERANCE_PERCENT
}

fn with_in_flight(window: &Window, occupied_us: u64, all_us: f64) -> Option<Bounds> {
    let outside = window.outside;
    if outside.users_us_max == 0 && window.step.abandoned == 0 {
        return None;
    }
    let recorded_us = (occupied_us + outside.occupied_us) as f64;
    // A request that was given up is recorded nowhere; it may have taken its user's whole window.
    // And the time after the window, until it was given up.
    let waited_us = window.step.ended_us.unwrap_or(window.to_us).max(window.to_us) - window.from_us;
    let given_up_us = window.step.abandoned as f64 * waited_us as f64;
    Some(Bounds {
        low: (recorded_us - outside.users_us_max as f64) / all_us,
        high: (recorded_us + given_up_us - outside.users_us_min as f64) / all_us,
    })
}
