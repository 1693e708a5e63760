use super::StepRow;
use crate::climb::{GOAL_DEFAULT, gain_percent, gain_percent_exact, goal_percent_of_load};
use plimsoll_run::Design;
use serde::Serialize;

/// What a step gained over the best step before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Growth {
    pub base_step: u32,
    pub gain_percent: i64,
    pub gain_percent_exact: f64,
    pub goal_percent: i64,
}

/// Fills in gain and goal, but for steps of the base's load; the base is the best step so far, in the order the steps were run.
pub(crate) fn add_growth(rows: &mut [StepRow], design: &Design) {
    let goal = goal_of(design);
    let mut best: Option<usize> = None;
    for i in 0..rows.len() {
        // Where no load was added there is nothing to gain by.
        let load = rows[i].load().value();
        if let Some(base) = best.map(|b| &rows[b]).filter(|base| base.load().value() != load) {
            let (x, base_x) = (rows[i].throughput_per_s.value, base.throughput_per_s.value);
            rows[i].growth = Some(Growth {
                base_step: base.number,
                gain_percent: gain_percent(x, base_x),
                gain_percent_exact: gain_percent_exact(x, base_x),
                goal_percent: goal_percent_of_load(load, base.load().value(), goal),
            });
        }
        if best.is_none_or(|b| rows[i].throughput_per_s.value > rows[b].throughput_per_s.value) {
            best = Some(i);
        }
    }
}

pub(crate) fn goal_of(design: &Design) -> f64 {
    match design {
        Design::Climb { goal } => *goal,
        Design::Fixed | Design::Single | Design::Capacity { .. } => GOAL_DEFAULT,
    }
}
