use super::judgement::{Effect, may_be_between_runs};
use super::measure::{Metric, Subject};
use super::options::Options;
use crate::statistics::{Estimate, RankSum};
use crate::step::ServersAtWork;
use serde::Serialize;

/// One figure of one load, on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    pub subject: Subject,
    pub metric: Metric,
    pub unit: ResamplingUnit,
    pub before: Side,
    pub after: Side,
    /// after − before, in the metric's unit; of shares in percentage points.
    pub difference: Estimate,
    /// after/before; `None` for shares.
    pub ratio: Option<Estimate>,
    /// Two-sided.
    pub p: Option<f64>,
    /// Where both sides have two runs or more.
    pub rank: Option<RankSum>,
    /// The smallest change that would be seen in four of five cases, percent; `None` for single runs.
    pub smallest_effect_percent: Option<f64>,
    pub effect: Effect,
}

impl Row {
    /// It is of single runs, and a value within the margin lies in its interval.
    pub(super) fn may_be_between_runs(&self, options: Options) -> bool {
        match self.ratio {
            Some(ratio) => may_be_between_runs(self.unit, ratio, 1.0, options.margin),
            None => may_be_between_runs(self.unit, self.difference, 0.0, options.errors_margin_points),
        }
    }

    /// Change in percent; of shares in percentage points.
    pub fn change(&self) -> Estimate {
        match self.ratio {
            Some(ratio) => {
                let percent = |ratio: f64| 100.0 * (ratio - 1.0);
                let bounds_95 = ratio
                    .bounds_95
                    .map(|b| crate::statistics::Bounds { low: percent(b.low), high: percent(b.high) });
                Estimate { value: percent(ratio.value), bounds_95 }
            }
            None => self.difference,
        }
    }
}

/// A figure over the runs of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// Mean over the runs.
    pub value: f64,
    /// One per run, in the order in which they were made.
    pub runs: Vec<f64>,
    /// Where a server was lost in some run: the fewest of a step. The figure is of another system then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
}

impl Side {
    pub(super) fn of(runs: &[f64]) -> Side {
        Side {
            value: runs.iter().sum::<f64>() / runs.len().max(1) as f64,
            runs: runs.to_vec(),
            servers: None,
        }
    }
}

/// What was drawn at random, so that an interval can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResamplingUnit {
    /// Runs of either side.
    Runs,
    /// Runs of either side that were made one after the other.
    Pairs,
    /// Seconds of a single run each: how runs vary is not known.
    Seconds,
}
