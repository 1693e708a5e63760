//! Whether the order in which the runs were made could be the reason of a difference.

use super::caveat::ComparisonCaveat;
use super::measure::{ComparedStep, Metric};
use super::row::ResamplingUnit;
use crate::statistics::{mann_kendall, theil_sen};
use crate::step::AppliedLoad;

/// Below this many runs a trend could hardly be distinguished from chance.
const RUNS_MIN: usize = 6;

const P_MAX: f64 = 0.05;

/// From so many pairs on, pairing gains more than the degrees of freedom it costs.
const PAIRS_MIN: usize = 5;

/// `order` has an entry for each run in the order of their starts: is it of the side after?
pub(super) fn unit(order: &[bool]) -> ResamplingUnit {
    let after = order.iter().filter(|after| **after).count();
    let before = order.len() - after;
    if before == 1 && after == 1 {
        return ResamplingUnit::Seconds;
    }
    let alternate = order.chunks(2).all(|pair| pair.len() == 2 && pair[0] != pair[1]);
    if before == after && before >= PAIRS_MIN && alternate {
        ResamplingUnit::Pairs
    } else {
        ResamplingUnit::Runs
    }
}

/// All of one side, then all of the other; for more than one run on a side.
pub(super) fn confounded(order: &[bool]) -> Option<ComparisonCaveat> {
    let changes = order.windows(2).filter(|pair| pair[0] != pair[1]).count();
    (order.len() > 2 && changes == 1).then(|| ComparisonCaveat::OrderConfounded { before_first: !order[0] })
}

/// A trend of one figure over all runs in the order of their starts, each as a share of its side's mean.
pub(super) fn drift(
    metric: Metric,
    load: AppliedLoad,
    step_name: &str,
    runs: &[(bool, &ComparedStep)],
) -> Option<ComparisonCaveat> {
    let values: Vec<(bool, f64)> =
        runs.iter().filter_map(|(after, m)| Some((*after, m.figure(metric)?.value))).collect();
    if values.len() < RUNS_MIN {
        return None;
    }
    let mean = |side: bool| {
        let of: Vec<f64> =
            values.iter().filter(|(after, _)| *after == side).map(|(_, value)| *value).collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    let (before, after) = (mean(false), mean(true));
    let relative: Vec<f64> =
        values.iter().map(|(side, value)| value / if *side { after } else { before }).collect();
    if relative.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let trend = mann_kendall(&relative);
    let points: Vec<(f64, f64)> = relative.iter().enumerate().map(|(i, value)| (i as f64, *value)).collect();
    let slope = theil_sen(&points)?.slope;
    (trend.p < P_MAX).then(|| ComparisonCaveat::DriftInOrder {
        metric,
        load,
        step_name: step_name.to_owned(),
        trend,
        percent_per_run: 100.0 * slope,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(order: &str, expected: ResamplingUnit, is_confounded: bool) {
        let order: Vec<bool> = order.chars().map(|side| side == 'B').collect();
        assert_eq!((unit(&order), confounded(&order).is_some()), (expected, is_confounded));
    }

    #[test]
    fn the_order_of_the_runs_says_how_they_are_compared() {
        check("AB", ResamplingUnit::Seconds, false);
        check("AAABBB", ResamplingUnit::Runs, true);
        check("BBAAA", ResamplingUnit::Runs, true);
        check("ABABAB", ResamplingUnit::Runs, false);
        check("ABBAABBAAB", ResamplingUnit::Pairs, false);
        check("AAABB BABBA".replace(' ', "").as_str(), ResamplingUnit::Runs, false);
    }
}
