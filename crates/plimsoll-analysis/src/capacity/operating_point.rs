//! Steps named by their load, the best of them, and what a rate comes to.

use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::{Load, StepRow};
use serde::Serialize;

/// A step named by its load, and what it carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperatingPoint {
    pub step: u32,
    pub threads: u32,
    pub nodes: u32,
    pub users: u32,
    /// Arrivals per second that were asked for; `None` where the load is users.
    pub rate_per_s: Option<f64>,
    pub throughput_per_s: Estimate,
}

impl OperatingPoint {
    pub fn load(&self) -> Load {
        Load { users: self.users, rate_per_s: self.rate_per_s }
    }

    pub(crate) fn of(row: &StepRow) -> OperatingPoint {
        OperatingPoint {
            step: row.number,
            threads: row.threads,
            nodes: row.nodes,
            users: row.users,
            rate_per_s: row.rate_per_s,
            throughput_per_s: row.throughput_per_s,
        }
    }
}

pub(crate) fn best_step(rows: &[StepRow]) -> Option<&StepRow> {
    best_of(rows.iter().filter(|row| row.is_valid()))
}

/// The highest of many short windows is a chance: where any step was measured for as long, shorter ones are not the best.
pub const BEST_OF_S: f64 = 10.0;

/// The first of equals: the same throughput with less load is the better step.
pub(crate) fn best_of<'a>(rows: impl Iterator<Item = &'a StepRow>) -> Option<&'a StepRow> {
    let (long, short): (Vec<&StepRow>, Vec<&StepRow>) = rows.partition(|row| row.measured_s >= BEST_OF_S);
    let rows = if long.is_empty() { short } else { long };
    rows.into_iter()
        .reduce(|best, row| if row.throughput_per_s.value > best.throughput_per_s.value { row } else { best })
}

/// The best step; where one load was measured again and again, with the mean of all its windows: the highest of many is a
/// chance.
pub(crate) fn of_load(best: &StepRow, rows: &[StepRow]) -> OperatingPoint {
    let point = OperatingPoint::of(best);
    let valid: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid() && row.measured_s > 0.0).collect();
    if valid.len() < 2 || valid.iter().any(|row| row.load() != best.load()) {
        return point;
    }
    let all_s: f64 = valid.iter().map(|row| row.measured_s).sum();
    let weighted = |value: &dyn Fn(&StepRow) -> f64| -> f64 {
        valid.iter().map(|row| row.measured_s / all_s * value(row)).sum()
    };
    let value = weighted(&|row| row.throughput_per_s.value);
    // By how the windows vary among each other, which is more than their seconds tell of each.
    let n = valid.len() as f64;
    let squares: f64 =
        valid.iter().map(|row| (row.measured_s / all_s * (row.throughput_per_s.value - value)).powi(2)).sum();
    let between = (squares * n / (n - 1.0)).sqrt();
    let within: Option<f64> = valid
        .iter()
        .map(|row| Some((row.measured_s / all_s * row.throughput_per_s.standard_error()?).powi(2)))
        .sum::<Option<f64>>()
        .map(f64::sqrt);
    let half = within.map(|within| Z_95 * within.max(between));
    let bounds_95 = half.map(|half| Bounds { low: value - half, high: value + half });
    OperatingPoint { throughput_per_s: Estimate { value, bounds_95 }, ..point }
}

/// A rate kept up for longer, and set against the expected use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Projection {
    pub per_s: f64,
    pub per_hour: f64,
    pub per_day: f64,
    pub per_week: f64,
    pub expected_per_s: Option<f64>,
    /// per_s / expected_per_s.
    pub headroom: Option<f64>,
}

impl Projection {
    pub(crate) fn of(per_s: f64, expected_per_s: Option<f64>) -> Projection {
        let expected_per_s = expected_per_s.filter(|expected| *expected > 0.0);
        Projection {
            per_s,
            per_hour: per_s * 3_600.0,
            per_day: per_s * 86_400.0,
            per_week: per_s * 604_800.0,
            expected_per_s,
            headroom: expected_per_s.map(|expected| per_s / expected),
        }
    }
}
