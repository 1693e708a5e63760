use crate::window::{SECOND_US, Window};
use serde::Serialize;

/// N = X · (R + Z): the users that the recorded times account for, against the users that were meant to run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LittleCheck {
    pub users: u32,
    /// (time in requests + time thinking) / window.
    pub users_accounted: f64,
    pub ratio: f64,
    /// Within [`LITTLE_TOLERANCE_PERCENT`] after rounding to whole percent.
    pub ok: bool,
}

pub const LITTLE_TOLERANCE_PERCENT: i64 = 2;

impl LittleCheck {
    pub(crate) fn of(window: &Window) -> Option<LittleCheck> {
        // With a rate, users are a pool from which arrivals take what they need.
        let open = window.step.rate_per_s.is_some() || !window.generator.arrivals.is_empty();
        let users = if open { 0 } else { window.step.users() };
        let occupied_us: u64 = window.generator.workers.values().map(|w| w.busy_us + w.think_us).sum();
        if users == 0 || occupied_us == 0 || window.to_us < window.from_us + SECOND_US {
            return None;
        }
        let users_accounted = occupied_us as f64 / (window.to_us - window.from_us) as f64;
        let ratio = users_accounted / f64::from(users);
        let off_percent = ((ratio - 1.0) * 100.0).round() as i64;
        Some(LittleCheck { users, users_accounted, ratio, ok: off_percent.abs() <= LITTLE_TOLERANCE_PERCENT })
    }
}
