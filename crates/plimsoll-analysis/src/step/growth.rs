//! The stepping rule: what a step gained, and what it had to gain.
//!
//! The arithmetic is that of the Danish health platform's performance framework, as its reports print it
//! (MinLog2, December 2020): the added load in whole percent, rounded down; the goal is a share of that,
//! rounded down again; the gain loses its decimals. The base is the best step so far, not the one before.

use plimsoll_run::{Design, whole_percent};
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

/// What a later step is held against: the best step so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub step: u32,
    pub load: f64,
    pub per_s: f64,
}

impl Base {
    /// `None` for the same load or less: where none was added there is nothing to gain by.
    pub fn growth(self, step: Base, goal: f64) -> Option<Growth> {
        (self.load < step.load).then(|| Growth {
            base_step: self.step,
            gain_percent: gain_percent(step.per_s, self.per_s),
            gain_percent_exact: gain_percent_exact(step.per_s, self.per_s),
            goal_percent: goal_percent_of_load(step.load, self.load, goal),
        })
    }
}

pub(crate) fn goal_of(design: &Design) -> f64 {
    match design {
        Design::Climb { goal } => *goal,
        Design::Fixed | Design::Single | Design::Ramp { .. } | Design::Capacity { .. } => GOAL_DEFAULT,
    }
}

/// The gain in percent that `load` users must bring over `base_load` users; `goal` is a fraction (0.6).
///
/// `floor(goal · floor(100 · (load − base) / base))`. In integers, because 0.6 · 60 must be 36 and not
/// 35.999…: the goal is taken to a millionth. 0 without a base.
pub fn goal_percent(load: u32, base_load: u32, goal: f64) -> i64 {
    goal_percent_of_load(f64::from(load), f64::from(base_load), goal)
}

/// The same of rates, which need not be whole: loads are taken to a thousandth.
pub(crate) fn goal_percent_of_load(load: f64, base_load: f64, goal: f64) -> i64 {
    let thousandths = |load: f64| (load * 1e3).round() as i64;
    let (load, base_load) = (thousandths(load), thousandths(base_load));
    if base_load <= 0 {
        return 0;
    }
    let added_percent = (100 * (load - base_load)).div_euclid(base_load);
    let goal_millionths = (goal * 1e6).round() as i64;
    (goal_millionths * added_percent).div_euclid(1_000_000)
}

/// What throughput `x` gained over `base_x`, in percent, towards zero. 0 without a base.
pub fn gain_percent(x: f64, base_x: f64) -> i64 {
    whole_percent(gain_percent_exact(x, base_x))
}

/// The same with its decimals, as it is shown.
pub fn gain_percent_exact(x: f64, base_x: f64) -> f64 {
    if base_x > 0.0 { 100.0 * (x - base_x) / base_x } else { 0.0 }
}

/// The seeds' goal: a step must gain 60 % of the load it adds.
pub(crate) const GOAL_DEFAULT: f64 = 0.6;

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (u32, u32, f64, Option<i64>, Option<i64>);

    /// Walks a table as the framework did and compares every printed cell.
    fn check(rows: &[Row]) {
        let mut best: Option<(u32, f64)> = None;
        for &(threads, nodes, throughput, gain, goal) in rows {
            let load = threads * nodes;
            let computed = best.map(|(base_load, base)| {
                (gain_percent(throughput, base), goal_percent(load, base_load, 0.6))
            });
            assert_eq!(computed, gain.zip(goal), "{threads} threads on {nodes} nodes");
            if best.is_none_or(|(_, base)| throughput > base) {
                best = Some((load, throughput));
            }
        }
    }

    /// "MinLog2 - Performancetest rapport borger lookup", 2020-12-09.
    #[test]
    fn the_borger_table_comes_out_as_printed() {
        check(&[
            (5, 2, 18.1, None, None),
            (8, 2, 23.18, Some(28), Some(36)),
            (8, 3, 34.44, Some(48), Some(30)),
            (8, 4, 46.78, Some(35), Some(19)),
            (8, 5, 56.17, Some(20), Some(15)),
            (8, 6, 67.9, Some(20), Some(12)),
            (8, 7, 79.31, Some(16), Some(9)),
            (8, 8, 90.31, Some(13), Some(8)),
            (8, 9, 103.9, Some(15), Some(7)),
            (8, 10, 112.02, Some(7), Some(6)),
        ]);
    }

    /// "MinLog2 - Performancetest rapport medhjælper lookup", 2020-12-10.
    #[test]
    fn the_medhjaelper_table_comes_out_as_printed() {
        check(&[
            (5, 2, 15.26, None, None),
            (8, 2, 23.44, Some(53), Some(36)),
            (11, 2, 31.69, Some(35), Some(22)),
            (14, 2, 37.42, Some(18), Some(16)),
            (17, 2, 35.83, Some(-4), Some(12)),
            (14, 3, 50.03, Some(33), Some(30)),
            (14, 4, 43.66, Some(-12), Some(19)),
        ]);
    }

    /// "MinLog2 - Performancetest rapport registration", 2020-12-10.
    #[test]
    fn the_registration_table_comes_out_as_printed() {
        check(&[
            (5, 2, 2.76, None, None),
            (8, 2, 4.19, Some(51), Some(36)),
            (11, 2, 4.24, Some(1), Some(22)),
            (11, 3, 7.2, Some(69), Some(30)),
            (11, 4, 6.25, Some(-13), Some(19)),
        ]);
    }

    #[test]
    fn where_no_load_was_added_there_is_no_gain_and_no_goal() {
        let base = Base { step: 1, load: 10.0, per_s: 100.0 };
        let of = |load: f64| base.growth(Base { step: 2, load, per_s: 90.0 }, 0.6);
        assert_eq!((of(10.0), of(8.0)), (None, None));
        assert_eq!(of(20.0).map(|growth| (growth.gain_percent, growth.goal_percent)), Some((-10, 60)));
    }

    #[test]
    fn binary_fractions_do_not_cost_a_percent() {
        assert_eq!(gain_percent(1.2, 1.0), 20);
        assert_eq!(gain_percent(1.1, 1.0), 10);
        assert_eq!(goal_percent(16, 10, 0.6), 36);
        assert_eq!(goal_percent(200, 100, 0.07), 7);
    }

    #[test]
    fn without_a_base_there_is_no_gain() {
        assert_eq!(gain_percent(5.0, 0.0), 0);
        assert_eq!(goal_percent(5, 0, 0.6), 0);
    }

    #[test]
    fn less_load_has_a_negative_goal() {
        assert_eq!(goal_percent(9, 10, 0.6), -6);
    }
}
