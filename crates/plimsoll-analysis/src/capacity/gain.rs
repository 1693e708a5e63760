use super::scatter::Scatter;
use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::{
    Growth, ServersAtWork, StepRow, gain_percent, gain_percent_exact, goal_of, goal_percent_of_load,
};
use plimsoll_run::Design;
use serde::Serialize;

/// What throughput `x` gained over `base`, in percent. The interval by the delta method from theirs, as far as gains can be:
/// throughput can't lose more than all of it.
pub fn gain_estimate(x: Estimate, base: Estimate) -> Estimate {
    let error = |of: Estimate| Some(of.standard_error()? / of.value).filter(|error| error.is_finite());
    let relative = error(x).zip(error(base)).map(|(x, base)| x.hypot(base));
    let half = relative.map(|relative| Z_95 * 100.0 * x.value / base.value * relative);
    let value = gain_percent_exact(x.value, base.value);
    let bounds = |half: f64| Bounds { low: (value - half).max(-100.0), high: value + half };
    Estimate { value, bounds_95: half.map(bounds) }
}

/// What a step gained over another, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gain {
    pub step: u32,
    pub base_step: u32,
    /// By so many users, or arrivals per second, the loads differ.
    pub added_load: f64,
    /// No valid step had a higher load.
    pub highest_tried: bool,
    pub percent: Estimate,
    pub goal_percent: i64,
    /// Of the step, where they were fewer than all: it is no load of the same system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
    /// Both throughputs are what an imported table says, without an interval.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_from_table: bool,
    /// Both throughputs are the means of so many steps, where a load was measured more than once.
    #[serde(skip_serializing_if = "is_two")]
    pub of_steps: usize,
    /// Of the table's figures where throughput stands, if they vary without order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scatter: Option<Scatter>,
}

fn is_two(steps: &usize) -> bool {
    *steps == 2
}

impl Gain {
    pub fn of(row: &StepRow, base: &StepRow, design: &Design, highest_tried: bool) -> Gain {
        Gain {
            step: row.number,
            base_step: base.number,
            added_load: row.load().value() - base.load().value(),
            highest_tried,
            percent: gain_estimate(row.throughput_per_s, base.throughput_per_s),
            goal_percent: goal_percent_of_load(row.load().value(), base.load().value(), goal_of(design)),
            servers: row.servers,
            is_from_table: row.is_from_table && base.is_from_table,
            of_steps: 2,
            scatter: None,
        }
    }

    pub fn growth(&self) -> Growth {
        let added = self.percent.value / 100.0;
        Growth {
            base_step: self.base_step,
            gain_percent: gain_percent(1.0 + added, 1.0),
            gain_percent_exact: self.percent.value,
            goal_percent: self.goal_percent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate { value, bounds_95: Some(Bounds { low: value - half, high: value + half }) }
    }

    #[test]
    fn no_interval_of_a_gain_reaches_below_the_loss_of_everything() {
        // One request in a second or none, after a hundred: −99 %, give or take more than one percent.
        let lost = gain_estimate(estimate(1.0, 1.5), estimate(100.0, 5.0));
        let bounds = lost.bounds_95.expect("both have intervals");
        assert!((lost.value + 99.0).abs() < 1e-9 && bounds.high > -98.0, "{lost:?}");
        assert_eq!(bounds.low, -100.0);
        // What lies wholly above it is as wide on both sides.
        let less = gain_estimate(estimate(50.0, 5.0), estimate(100.0, 5.0));
        let bounds = less.bounds_95.expect("both have intervals");
        assert!(
            bounds.low > -100.0 && (bounds.high + bounds.low - 2.0 * less.value).abs() < 1e-9,
            "{less:?}"
        );
    }
}
