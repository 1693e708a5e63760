//! How much one group of figures differs from another.

use super::measure::{Figure, Measured, Metric};
use super::row::{Side, Unit};
use crate::statistics::{
    Bounds, Estimate, RankSum, Z_95, mann_whitney, mean_difference, ratio_of_estimates, ratio_of_means,
    ratio_of_pairs, smallest_effect, wilson,
};

/// Of `after` against `before`.
pub(super) struct Difference {
    pub before: Side,
    pub after: Side,
    /// In the metric's unit.
    pub difference: Estimate,
    /// after/before; `None` for shares.
    pub ratio: Option<Estimate>,
    pub p: Option<f64>,
    pub rank: Option<RankSum>,
    /// Share of `before`.
    pub smallest_effect: Option<f64>,
}

/// One value per run. `None` where a side has no value.
pub(super) fn of_figures(
    metric: Metric,
    unit: Unit,
    before: &[&Measured],
    after: &[&Measured],
) -> Option<Difference> {
    let figures =
        |side: &[&Measured]| -> Vec<Figure> { side.iter().filter_map(|m| m.figure(metric)).collect() };
    let (a, b) = (figures(before), figures(after));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let values = |side: &[Figure]| side.iter().map(|figure| figure.value).collect::<Vec<f64>>();
    let (x, y) = (values(&a), values(&b));
    if metric.is_share() {
        // Where nothing failed on either side there is nothing to compare.
        if x.iter().chain(&y).all(|share| *share == 0.0) {
            return None;
        }
        return Some(of_shares(unit, &x, &y, before, after));
    }
    if unit == Unit::Seconds {
        return Some(of_seconds(a[0], b[0]));
    }
    Some(of_runs(unit, &x, &y))
}

/// The unit is the run.
pub(super) fn of_runs(unit: Unit, a: &[f64], b: &[f64]) -> Difference {
    let pairs: Vec<(f64, f64)> = a.iter().copied().zip(b.iter().copied()).collect();
    let paired = (unit == Unit::Pairs && a.len() == b.len()).then(|| ratio_of_pairs(&pairs)).flatten();
    let ratio = paired.or_else(|| ratio_of_means(a, b));
    let difference = if paired.is_some() {
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| b - a).collect();
        mean_difference(&[], &differences)
    } else {
        mean_difference(a, b)
    };
    let (before, after) = (Side::of(a), Side::of(b));
    let plain = Estimate { value: after.value - before.value, bounds_95: None };
    Difference {
        before,
        after,
        difference: difference.unwrap_or(plain),
        ratio: ratio.map(|found| Estimate { value: found.ratio, bounds_95: found.bounds_95 }),
        p: ratio.and_then(|found| found.p),
        rank: (a.len() > 1 && b.len() > 1).then(|| mann_whitney(a, b)).flatten(),
        smallest_effect: smallest_effect(a, b),
    }
}

/// One run each: what is known is how its seconds vary.
fn of_seconds(a: Figure, b: Figure) -> Difference {
    let errors = a.standard_error.zip(b.standard_error);
    let found = match errors {
        Some((error_a, error_b)) => ratio_of_estimates(a.value, error_a, b.value, error_b),
        None => ratio_of_means(&[a.value], &[b.value]),
    };
    let value = b.value - a.value;
    let half = errors.map(|(error_a, error_b)| Z_95 * error_a.hypot(error_b));
    let bounds_95 = half.map(|half| Bounds { low: value - half, high: value + half });
    Difference {
        before: Side::of(&[a.value]),
        after: Side::of(&[b.value]),
        difference: Estimate { value, bounds_95 },
        ratio: found.map(|found| Estimate { value: found.ratio, bounds_95: found.bounds_95 }),
        p: found.and_then(|found| found.p),
        rank: None,
        smallest_effect: None,
    }
}

/// Percentage points. With repeats of shares that vary the unit is the run; else the requests of all runs (Newcombe 1998,
/// from Wilson's intervals).
fn of_shares(unit: Unit, a: &[f64], b: &[f64], before: &[&Measured], after: &[&Measured]) -> Difference {
    let varies = |side: &[f64]| side.iter().any(|value| *value != side[0]);
    let (side_a, side_b) = (Side::of(a), Side::of(b));
    if unit != Unit::Seconds && (varies(a) || varies(b)) {
        let Difference { difference, rank, p, .. } = of_runs(Unit::Runs, a, b);
        return Difference {
            before: side_a,
            after: side_b,
            difference,
            ratio: None,
            p,
            rank,
            smallest_effect: None,
        };
    }
    let pooled = |side: &[&Measured]| {
        let (errors, answered) =
            side.iter().fold((0, 0), |(errors, answered), m| (errors + m.errors, answered + m.answered));
        (100.0 * errors as f64 / answered.max(1) as f64, answered, wilson(errors, answered))
    };
    let ((p1, n1, w1), (p2, n2, w2)) = (pooled(before), pooled(after));
    let value = p2 - p1;
    let low = value - (p2 - 100.0 * w2.low).hypot(100.0 * w1.high - p1);
    let high = value + (100.0 * w2.high - p2).hypot(p1 - 100.0 * w1.low);
    let (n1, n2) = (n1.max(1) as f64, n2.max(1) as f64);
    let common = (p1 * n1 + p2 * n2) / (n1 + n2) / 100.0;
    let error = 100.0 * (common * (1.0 - common) * (1.0 / n1 + 1.0 / n2)).sqrt();
    let p = if error > 0.0 { crate::statistics::two_sided_p(value / error) } else { 1.0 };
    Difference {
        before: side_a,
        after: side_b,
        difference: Estimate { value, bounds_95: Some(Bounds { low, high }) },
        ratio: None,
        p: Some(p),
        rank: None,
        smallest_effect: None,
    }
}
