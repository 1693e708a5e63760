//! How far below a maximum to operate: at the maximum itself throughput no longer grows, and every disturbance is a queue.

use crate::capacity::{Capacity, NEARLY, OperatingPoint, RateResult};
use crate::step::StepRow;
use serde::Serialize;

/// Of a maximum that was found, left free where nobody says otherwise.
pub const HEADROOM_PERCENT: f64 = 20.0;
/// With more than this left free, what is recommended says nothing of the maximum any more.
pub const HEADROOM_PERCENT_MAX: f64 = 90.0;

/// The headroom that somebody asks for, a fraction of a maximum, in percent; `None`: more than can be left, or less than none.
pub fn headroom_percent(fraction: f64) -> Option<f64> {
    // Percentages are written with few decimals, and 0.07 · 100 is not 7.
    let percent = (fraction * 1e8).round() / 1e6;
    (0.0..=HEADROOM_PERCENT_MAX).contains(&percent).then_some(percent)
}

/// A load that brings less than this share of what may be brought was chosen for want of loads between.
const NEAR: f64 = 0.7;

/// Whether loads can be chosen by their response times: a table may have none.
pub(super) fn have_times(rows: &[&StepRow]) -> bool {
    rows.iter().all(|row| row.response.mean_us.is_some())
}

/// The most to operate at, where a maximum was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Headroom {
    /// Of the maximum.
    pub percent: f64,
    pub maximum_per_s: f64,
    /// What is left of the maximum.
    pub at_most_per_s: f64,
}

fn smallest_of_the_most<'a>(rows: impl Iterator<Item = &'a StepRow>) -> Option<&'a StepRow> {
    let rows: Vec<&StepRow> = rows.collect();
    let most = rows.iter().map(|row| row.throughput_per_s.value).reduce(f64::max)?;
    let enough = rows.into_iter().filter(|row| row.throughput_per_s.value >= NEARLY * most);
    enough.min_by(|a, b| a.load().value().total_cmp(&b.load().value()))
}

impl Headroom {
    /// `None`: no maximum was found to stay below, or nothing of it is to be left free.
    pub(super) fn below(capacity: &Capacity, asked_percent: Option<f64>) -> Option<Headroom> {
        let percent = asked_percent.unwrap_or(HEADROOM_PERCENT);
        if percent <= 0.0 {
            return None;
        }
        let best = match capacity {
            Capacity::Maximum { best, .. }
            | Capacity::Refused { best, .. }
            | Capacity::BelowAsked { best, pool_may_limit: false, .. } => best,
            Capacity::Rate(search) if search.result == RateResult::Found => search.best.as_ref()?,
            _ => return None,
        };
        let maximum_per_s = best.throughput_per_s.value;
        let at_most_per_s = maximum_per_s * (1.0 - percent / 100.0);
        Some(Headroom { percent, maximum_per_s, at_most_per_s })
    }

    /// Of the loads that leave it free the one of the most throughput for its response time (power, Kleinrock 1979); where
    /// response times are not known, the smallest load that brings nearly as much as any. `None`: all of them bring more; or what the best of them brings is
    /// so far below that nothing near it was measured, and more would have had the same response time.
    pub(super) fn best<'a>(&self, rows: &[&'a StepRow]) -> Option<&'a StepRow> {
        let below = || rows.iter().copied().filter(|row| row.throughput_per_s.value <= self.at_most_per_s);
        if !have_times(rows) {
            let near = NEAR * self.at_most_per_s;
            return smallest_of_the_most(below()).filter(|row| row.throughput_per_s.value >= near);
        }
        let power = |row: &StepRow| {
            row.response
                .mean_us
                .map_or(row.throughput_per_s.value, |mean_us| row.throughput_per_s.value / mean_us)
        };
        let best = below().max_by(|a, b| {
            let by_throughput = || a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value);
            power(a).total_cmp(&power(b)).then_with(by_throughput)
        })?;
        let is_near = best.throughput_per_s.value >= NEAR * self.at_most_per_s;
        // Where response times speak for a load above, only the headroom keeps from it.
        let is_better_above = rows.iter().any(|row| power(row) > power(best));
        (is_near || !is_better_above).then_some(best)
    }

    pub(super) fn limited(headroom: Option<Headroom>, point: &OperatingPoint) -> f64 {
        let measured = point.throughput_per_s.value;
        headroom.map_or(measured, |headroom| measured.min(headroom.at_most_per_s))
    }
}
