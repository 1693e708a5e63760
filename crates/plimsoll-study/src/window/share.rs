//! Shares of requests that depend on each other.

use plimsoll_analysis::Judgement;
use plimsoll_analysis::statistics::{ratio_bounds, wilson};

/// Requests of a part of a window: how many were over, of how many.
pub type Batch = (u64, u64);

/// Parts of one window.
pub const BATCHES: u32 = 10;

/// Of the bootstrap: the same windows give the same verdict.
const SEED: u64 = 1;

/// Whether the share of requests that are over is within what is allowed, from windows of one rate.
///
/// Wilson's interval takes requests as independent, but in a queue a slow one is followed by slow ones: near
/// saturation it is much too narrow. So the interval of a stationary bootstrap over the batches must be on
/// the same side too, and no window may by itself say the opposite.
pub fn judge_share(windows: &[Vec<Batch>], allowed: f64) -> Judgement {
    let side = |low: f64, high: f64| match () {
        () if low > allowed => Judgement::Fail,
        () if high < allowed => Judgement::Pass,
        () => Judgement::Inconclusive,
    };
    let of_sum = |batches: &[Batch]| {
        let (over, of) = batches.iter().fold((0, 0), |sum, batch| (sum.0 + batch.0, sum.1 + batch.1));
        let bounds = wilson(over, of);
        side(bounds.low, bounds.high)
    };
    let all: Vec<Batch> = windows.concat();
    let judgement = of_sum(&all);
    if judgement == Judgement::Inconclusive {
        return judgement;
    }
    let ratios: Vec<(f64, f64)> = all.iter().map(|(over, of)| (*over as f64, *of as f64)).collect();
    // Too few batches: then there is nothing but Wilson's.
    let agrees = ratio_bounds(&ratios, SEED).is_none_or(|b| side(b.low, b.high) == judgement);
    let alike = windows
        .iter()
        .map(|window| of_sum(window))
        .all(|window| window == judgement || window == Judgement::Inconclusive);
    if agrees && alike { judgement } else { Judgement::Inconclusive }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(windows: &[&[Batch]], expected: Judgement) {
        let windows: Vec<Vec<Batch>> = windows.iter().map(|window| window.to_vec()).collect();
        assert_eq!(judge_share(&windows, 0.05), expected, "{windows:?}");
    }

    #[test]
    fn a_burst_decides_less_than_the_same_number_spread_out() {
        check(&[&[(10, 100); 10]], Judgement::Fail);
        check(&[&[(1, 100); 10]], Judgement::Pass);
        let mut burst = [(0, 100); 10];
        burst[4] = (100, 100);
        check(&[&burst], Judgement::Inconclusive);
        burst[4] = (30, 100);
        check(&[&burst], Judgement::Inconclusive);
        burst[4] = (10, 100);
        check(&[&burst], Judgement::Pass);
    }

    #[test]
    fn windows_that_contradict_each_other_decide_nothing() {
        let (good, bad): (&[Batch], &[Batch]) = (&[(0, 100); 10], &[(9, 100); 10]);
        check(&[good, good], Judgement::Pass);
        check(&[good, good, bad], Judgement::Inconclusive);
        check(&[bad, bad], Judgement::Fail);
        check(&[], Judgement::Inconclusive);
    }
}
