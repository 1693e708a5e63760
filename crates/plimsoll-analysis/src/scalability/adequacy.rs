use super::fit::{LoadPoint, ScalingFit};
use super::law::{KNEE_EFFICIENCY, Law, ScalingLaw};
use crate::statistics::{Bounds, Estimate, Z_95};
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Fewer different loads do not show a shape.
pub const LOADS_MIN: usize = 5;

/// Residuals above this share of the throughput are too large to read anything off the curve.
const OFF_PERCENT_MAX: f64 = 10.0;

/// From here on residuals matter, if the throughputs' own noise does not explain them.
const OFF_PERCENT_NOTABLE: f64 = 5.0;

/// Throughput that grows by less than this share of the load is on a plateau.
const PLATEAU_EFFICIENCY: f64 = 0.25;

const P_SYSTEMATIC: f64 = 0.05;
const P_LACK_OF_FIT: f64 = 0.01;

/// Why a law does not describe what was measured. Nothing but the curve may be read off it then.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "inadequacy", rename_all = "kebab-case")]
pub enum Inadequacy {
    TooFewLoads {
        loads: usize,
        min: usize,
    },
    /// Residuals follow one another on one side of the curve (runs test, Wald & Wolfowitz 1940).
    SystematicResiduals {
        p: f64,
    },
    /// Root mean square of the residuals, percent of the mean throughput.
    LargeResiduals {
        off_percent: f64,
    },
    /// The residuals are more than the noise of the throughputs explains (χ²).
    LackOfFit {
        off_percent: f64,
        p: f64,
    },
    /// All loads lie where throughput falls or stands still: where it grew was not measured, and what a single user
    /// gets cannot be known.
    GrowthNotMeasured,
    /// More was measured than the law ever gives, beyond the noise of that step or the interval of the law's highest.
    BelowMeasured {
        law_per_s: f64,
        measured_per_s: f64,
    },
    /// Throughput is on a plateau at the highest loads, and the law goes on growing beyond them.
    PlateauMissed {
        law_per_s: f64,
        measured_per_s: f64,
    },
}

/// How far above the highest load a law that misses a plateau is followed.
const PLATEAU_REACH: f64 = 2.0;
/// A law that comes to more than this share above what was measured goes on growing.
const PLATEAU_SHARE: f64 = 0.05;
/// Without a noise that is known, the highest of several throughputs lies above a law by this share.
const HIGHEST_SHARE: f64 = 0.02;

/// `highest`: 95 % interval of the law's highest throughput up to twice the highest load. `last`: marginal efficiency of the last
/// load that was added, `None` where it is not known.
pub(super) fn inadequacies(
    fit: &ScalingFit,
    points: &[LoadPoint],
    highest: Option<Bounds>,
    last: Option<Estimate>,
) -> Vec<Inadequacy> {
    let mut found = Vec::new();
    let mut loads: Vec<f64> = points.iter().map(|p| p.load).collect();
    loads.dedup();
    if loads.len() < LOADS_MIN {
        found.push(Inadequacy::TooFewLoads { loads: loads.len(), min: LOADS_MIN });
    }
    let residuals: Vec<f64> =
        points.iter().map(|p| p.throughput_per_s - fit.law.throughput_per_s(p.load)).collect();
    let n = points.len() as f64;
    let mean = points.iter().map(|p| p.throughput_per_s).sum::<f64>() / n;
    let off_percent = 100.0 * (fit.sum_of_squares / n).sqrt() / mean;
    // Rounding is no pattern.
    let p = runs_p(&residuals);
    if p < P_SYSTEMATIC && off_percent > 0.5 {
        found.push(Inadequacy::SystematicResiduals { p });
    }
    if off_percent > OFF_PERCENT_MAX {
        found.push(Inadequacy::LargeResiduals { off_percent });
    } else if let Some(p) = lack_of_fit(fit, points, &residuals)
        && p < P_LACK_OF_FIT
        && off_percent > OFF_PERCENT_NOTABLE
    {
        found.push(Inadequacy::LackOfFit { off_percent, p });
    }
    let lowest = loads.iter().copied().fold(f64::INFINITY, f64::min);
    if fit.law.law != Law::Linear && fit.law.efficiency(lowest) < 0.1 {
        found.push(Inadequacy::GrowthNotMeasured);
    }
    found.extend(below_measured(&fit.law, points, highest));
    found.extend(plateau_missed(&fit.law, points, last));
    found
}

/// The law's highest throughput between the smallest load and twice the highest.
pub(super) fn highest_per_s(law: &ScalingLaw, points: &[LoadPoint]) -> f64 {
    let loads = || points.iter().map(|point| point.load);
    let (least, reach) = (loads().fold(f64::INFINITY, f64::min), PLATEAU_REACH * loads().fold(0.0, f64::max));
    law.throughput_per_s(law.peak_load().unwrap_or(reach).min(reach).max(least))
}

fn highest_point(points: &[LoadPoint]) -> Option<&LoadPoint> {
    points.iter().max_by(|a, b| a.throughput_per_s.total_cmp(&b.throughput_per_s))
}

fn below_measured(law: &ScalingLaw, points: &[LoadPoint], highest: Option<Bounds>) -> Option<Inadequacy> {
    let point = highest_point(points)?;
    let (law_per_s, measured_per_s) = (highest_per_s(law, points), point.throughput_per_s);
    let noise = point.standard_error.map(|error| Z_95 * error);
    let surely = measured_per_s - noise.unwrap_or(0.0).max(HIGHEST_SHARE * measured_per_s);
    let excluded = highest.is_some_and(|bounds| bounds.high < measured_per_s);
    (law_per_s < measured_per_s && (law_per_s < surely || excluded))
        .then_some(Inadequacy::BelowMeasured { law_per_s, measured_per_s })
}

fn plateau_missed(law: &ScalingLaw, points: &[LoadPoint], last: Option<Estimate>) -> Option<Inadequacy> {
    let last = last?;
    // Surely below what a load must bring, and hardly anything.
    let is_flat = last.value < PLATEAU_EFFICIENCY && last.bounds_95.is_none_or(|b| b.high < KNEE_EFFICIENCY);
    let (law_per_s, measured_per_s) = (highest_per_s(law, points), highest_point(points)?.throughput_per_s);
    (is_flat && law_per_s > (1.0 + PLATEAU_SHARE) * measured_per_s)
        .then_some(Inadequacy::PlateauMissed { law_per_s, measured_per_s })
}

fn lack_of_fit(fit: &ScalingFit, points: &[LoadPoint], residuals: &[f64]) -> Option<f64> {
    let coefficients = match fit.law.law {
        Law::Linear => 1,
        Law::Amdahl => 2,
        Law::Universal => 3,
    };
    let free = points.len().checked_sub(coefficients).filter(|free| *free > 0)?;
    let mut sum = 0.0;
    for (point, residual) in points.iter().zip(residuals) {
        let error = point.standard_error.filter(|error| *error > 0.0)?;
        sum += (residual / error).powi(2);
    }
    Some(ChiSquared::new(free as f64).ok()?.sf(sum))
}

/// P of as few runs of one sign as there are, or fewer, among all orders of these signs.
fn runs_p(residuals: &[f64]) -> f64 {
    let signs: Vec<bool> = residuals.iter().filter(|r| **r != 0.0).map(|r| *r > 0.0).collect();
    let above = signs.iter().filter(|sign| **sign).count();
    let below = signs.len() - above;
    if above == 0 || below == 0 {
        return 1.0;
    }
    let runs = 1 + signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let ways = |runs: usize| {
        let half = runs / 2;
        if runs.is_multiple_of(2) {
            2.0 * choose(above - 1, half - 1) * choose(below - 1, half - 1)
        } else {
            choose(above - 1, half) * choose(below - 1, half - 1)
                + choose(above - 1, half - 1) * choose(below - 1, half)
        }
    };
    (2..=runs).map(ways).sum::<f64>() / choose(signs.len(), above)
}

fn choose(n: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_that_only_falls_is_highest_at_the_smallest_load() {
        let law = ScalingLaw { law: Law::Universal, lambda: 2_000.0, alpha: 1.0, beta: 5e-4 };
        let point = |load: f64| LoadPoint {
            load,
            throughput_per_s: law.throughput_per_s(load),
            standard_error: None,
        };
        let points = [point(50.0), point(500.0), point(2_000.0)];
        assert_eq!(highest_per_s(&law, &points), points[0].throughput_per_s);
        assert_eq!(below_measured(&law, &points, None), None);
    }

    #[test]
    fn a_law_that_goes_on_growing_beyond_a_plateau_that_was_measured_is_inadequate() {
        // Six connections of 15 ms: 400/s, which eight users reach; a law of smaller loads goes on.
        let law = ScalingLaw { law: Law::Universal, lambda: 66.0, alpha: 0.02, beta: 0.002 };
        let point =
            |load: f64, throughput_per_s: f64| LoadPoint { load, throughput_per_s, standard_error: None };
        let points =
            [point(2.0, 130.0), point(4.0, 250.0), point(6.0, 350.0), point(8.0, 399.0), point(10.0, 400.0)];
        let efficiency = |value: f64| Some(Estimate { value, bounds_95: None });
        let found = plateau_missed(&law, &points, efficiency(0.01));
        let Some(Inadequacy::PlateauMissed { law_per_s, measured_per_s }) = found else {
            panic!("{found:?}")
        };
        assert!(law_per_s > 420.0 && measured_per_s == 400.0, "{law_per_s}");
        assert_eq!(plateau_missed(&law, &points, efficiency(0.7)), None, "throughput still grows");
    }

    #[test]
    fn a_law_whose_peak_lies_below_what_was_measured_is_inadequate() {
        // Its peak is at 22 users.
        let law = ScalingLaw { law: Law::Universal, lambda: 66.0, alpha: 0.02, beta: 0.002 };
        let of = |over: f64, standard_error: Option<f64>, high: Option<f64>| {
            let point =
                |load: f64| LoadPoint { load, throughput_per_s: law.throughput_per_s(load), standard_error };
            let mut points = [2.0, 8.0, 16.0, 20.0, 24.0].map(point);
            let law_per_s = highest_per_s(&law, &points);
            points[3].throughput_per_s = over * law_per_s;
            let highest = high.map(|high| Bounds { low: 0.9 * law_per_s, high: high * law_per_s });
            let found = below_measured(&law, &points, highest);
            let measured_per_s = points[3].throughput_per_s;
            let is_it = found == Some(Inadequacy::BelowMeasured { law_per_s, measured_per_s });
            assert!(is_it || found.is_none(), "{found:?}");
            is_it
        };
        assert!(of(1.05, None, None));
        assert!(!of(1.05, Some(20.0), None), "the noise of that step, 39 of 31");
        assert!(of(1.05, Some(20.0), Some(1.04)), "the law's interval excludes it");
        assert!(!of(1.05, Some(20.0), Some(1.06)), "the law's interval includes it");
        assert!(of(1.01, None, Some(1.005)));
        assert!(!of(1.01, None, Some(1.02)), "the highest of several lies above the law");
        assert!(!of(0.99, None, Some(0.98)), "the law comes to more");
    }

    /// By counting out all orders of the signs.
    #[test]
    fn few_runs_of_a_sign_are_rare() {
        // + + + + − − − −: 2 of the 70 orders have two runs.
        assert!((runs_p(&[1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0]) - 2.0 / 70.0).abs() < 1e-12);
        // All orders of three and two have at most five runs.
        assert!((runs_p(&[1.0, -1.0, 1.0, -1.0, 1.0]) - 1.0).abs() < 1e-12);
        // + + − +: of the four places of the one, two are at an end (two runs), two inside (three).
        assert!((runs_p(&[1.0, 1.0, -1.0, 1.0]) - 1.0).abs() < 1e-12);
        assert!((runs_p(&[-1.0, 1.0, 1.0, 1.0]) - 0.5).abs() < 1e-12);
        assert_eq!(runs_p(&[1.0, 1.0]), 1.0);
    }
}
