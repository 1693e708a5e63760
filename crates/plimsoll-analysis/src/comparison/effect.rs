//! How much one group of figures differs from another.

use super::measure::{ComparedStep, FigureWithError, LatenessRange, Metric};
use super::row::{ResamplingUnit, Side};
use crate::statistics::{
    Bounds, Estimate, RankSum, Z_95, mann_whitney, mean_difference, ratio_of_estimates, ratio_of_means,
    ratio_of_pairs, smallest_effect, wilson,
};

/// Of `after` against `before`.
pub(super) struct MetricDifference {
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
    unit: ResamplingUnit,
    before: &[&ComparedStep],
    after: &[&ComparedStep],
) -> Option<MetricDifference> {
    let figures = |side: &[&ComparedStep]| -> Vec<FigureWithError> {
        side.iter().filter_map(|m| m.figure(metric)).collect()
    };
    let (a, b) = (figures(before), figures(after));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let values = |side: &[FigureWithError]| side.iter().map(|figure| figure.value).collect::<Vec<f64>>();
    let (x, y) = (values(&a), values(&b));
    if metric.is_share() {
        // Where nothing failed on either side there is nothing to compare.
        if x.iter().chain(&y).all(|share| *share == 0.0) {
            return None;
        }
        return Some(of_shares(unit, &x, &y, before, after));
    }
    let found = if unit == ResamplingUnit::Seconds { of_seconds(a[0], b[0]) } else { of_runs(unit, &x, &y) };
    Some(not_below_zero(widened(found, mean_lateness(&a), mean_lateness(&b))))
}

/// Times and throughput can't fall by more than all of them, however wide an interval is.
fn not_below_zero(found: MetricDifference) -> MetricDifference {
    let at_least = |least: f64, figure: Estimate| {
        let bounds_95 = figure.bounds_95.map(|Bounds { low, high }| Bounds { low: low.max(least), high });
        Estimate { bounds_95, ..figure }
    };
    let difference = at_least(-found.before.value, found.difference);
    MetricDifference { difference, ratio: found.ratio.map(|ratio| at_least(0.0, ratio)), ..found }
}

fn mean_lateness(side: &[FigureWithError]) -> LatenessRange {
    let mean = |of: fn(&LatenessRange) -> f64| {
        side.iter().map(|figure| of(&figure.lateness)).sum::<f64>() / side.len().max(1) as f64
    };
    LatenessRange { down: mean(|lateness| lateness.down), up: mean(|lateness| lateness.up) }
}

/// Lateness of the load generators is no chance: the interval's ends go as far as it may have moved both sides apart.
fn widened(found: MetricDifference, before: LatenessRange, after: LatenessRange) -> MetricDifference {
    let (a, b) = (found.before.value, found.after.value);
    if before == after && after == LatenessRange::default() || a <= 0.0 || b <= 0.0 {
        return found;
    }
    let low_share = |lateness: LatenessRange, value: f64| (1.0 - lateness.down / value).max(0.0);
    let high_share = |lateness: LatenessRange, value: f64| 1.0 + lateness.up / value;
    let of_ratio = |Bounds { low, high }: Bounds| Bounds {
        low: low * low_share(after, b) / high_share(before, a),
        high: match low_share(before, a) {
            share if share > 0.0 => high * high_share(after, b) / share,
            _ => f64::INFINITY,
        },
    };
    let of_difference = |Bounds { low, high }: Bounds| Bounds {
        low: low - after.down - before.up,
        high: high + after.up + before.down,
    };
    let with = |figure: Estimate, widen: &dyn Fn(Bounds) -> Bounds| Estimate {
        bounds_95: figure.bounds_95.map(widen),
        ..figure
    };
    MetricDifference {
        difference: with(found.difference, &of_difference),
        ratio: found.ratio.map(|ratio| with(ratio, &of_ratio)),
        // More runs would not show less than what lateness hides.
        smallest_effect: None,
        ..found
    }
}

/// The unit is the run.
pub(super) fn of_runs(unit: ResamplingUnit, a: &[f64], b: &[f64]) -> MetricDifference {
    let pairs: Vec<(f64, f64)> = a.iter().copied().zip(b.iter().copied()).collect();
    let paired =
        (unit == ResamplingUnit::Pairs && a.len() == b.len()).then(|| ratio_of_pairs(&pairs)).flatten();
    let ratio = paired.or_else(|| ratio_of_means(a, b));
    let difference = if paired.is_some() {
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| b - a).collect();
        mean_difference(&[], &differences)
    } else {
        mean_difference(a, b)
    };
    let (before, after) = (Side::of(a), Side::of(b));
    let plain = Estimate { value: after.value - before.value, bounds_95: None };
    MetricDifference {
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
fn of_seconds(a: FigureWithError, b: FigureWithError) -> MetricDifference {
    let errors = a.standard_error.zip(b.standard_error);
    let found = match errors {
        Some((error_a, error_b)) => ratio_of_estimates(a.value, error_a, b.value, error_b),
        None => ratio_of_means(&[a.value], &[b.value]),
    };
    let value = b.value - a.value;
    let half = errors.map(|(error_a, error_b)| Z_95 * error_a.hypot(error_b));
    let bounds_95 = half.map(|half| Bounds { low: value - half, high: value + half });
    MetricDifference {
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
fn of_shares(
    unit: ResamplingUnit,
    a: &[f64],
    b: &[f64],
    before: &[&ComparedStep],
    after: &[&ComparedStep],
) -> MetricDifference {
    let varies = |side: &[f64]| side.iter().any(|value| *value != side[0]);
    let (side_a, side_b) = (Side::of(a), Side::of(b));
    if unit != ResamplingUnit::Seconds && (varies(a) || varies(b)) {
        let MetricDifference { difference, rank, p, .. } = of_runs(ResamplingUnit::Runs, a, b);
        return MetricDifference {
            before: side_a,
            after: side_b,
            difference,
            ratio: None,
            p,
            rank,
            smallest_effect: None,
        };
    }
    if before.iter().chain(after).any(|of| of.written_errors_percent.is_some()) {
        let difference = Estimate { value: side_b.value - side_a.value, bounds_95: None };
        return MetricDifference {
            before: side_a,
            after: side_b,
            difference,
            ratio: None,
            p: None,
            rank: None,
            smallest_effect: None,
        };
    }
    let pooled = |side: &[&ComparedStep]| {
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
    MetricDifference {
        before: side_a,
        after: side_b,
        difference: Estimate { value, bounds_95: Some(Bounds { low, high }) },
        ratio: None,
        p: Some(p),
        rank: None,
        smallest_effect: None,
    }
}
