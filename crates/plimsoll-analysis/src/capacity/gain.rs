use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::{
    Growth, ServersAtWork, StepRow, gain_percent, gain_percent_exact, goal_of, goal_percent_of_load,
};
use plimsoll_run::Design;
use serde::Serialize;

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
}

impl Gain {
    /// The interval by the delta method from the two throughputs' intervals.
    pub fn of(row: &StepRow, base: &StepRow, design: &Design, highest_tried: bool) -> Gain {
        let (x, base_x) = (row.throughput_per_s, base.throughput_per_s);
        let value = gain_percent_exact(x.value, base_x.value);
        let error = |of: Estimate| Some(of.standard_error()? / of.value).filter(|error| error.is_finite());
        let relative = error(x).zip(error(base_x)).map(|(x, base)| x.hypot(base));
        let half = relative.map(|relative| Z_95 * 100.0 * x.value / base_x.value * relative);
        Gain {
            step: row.number,
            base_step: base.number,
            added_load: row.load().value() - base.load().value(),
            highest_tried,
            percent: Estimate {
                value,
                bounds_95: half.map(|half| Bounds { low: value - half, high: value + half }),
            },
            goal_percent: goal_percent_of_load(row.load().value(), base.load().value(), goal_of(design)),
            servers: row.servers,
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
