//! The analysis of a run's steps as a whole.

use super::adequacy::{Inadequacy, LOADS_MIN, highest_per_s, inadequacies};
use super::bounds::AsymptoticBounds;
use super::fit::{LoadPoint, ScalingFit, best_fit, fit_from};
use super::law::{KNEE_EFFICIENCY, Law, ScalingLaw};
use super::marginal::{Marginal, is_set_elsewhere, marginals, recovers};
use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::StepRow;
use plimsoll_run::Design;
use serde::Serialize;

const RESAMPLES: usize = 400;

/// Points of the curve.
const CURVE_POINTS: usize = 41;

/// How far above the highest load that was tried the curve is believed.
const BEYOND_MAX: f64 = 2.0;

/// Throughput against users, over the valid steps of a run in which all servers were at work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scalability {
    /// Ascending by load.
    pub points: Vec<LoadPoint>,
    /// Linear, Amdahl's and the universal law, as far as they could be fitted.
    pub fits: Vec<ScalingFit>,
    /// The one of least BIC, in use for all that follows.
    pub law: Law,
    pub lambda: Estimate,
    pub alpha: Estimate,
    pub beta: Estimate,
    /// Empty: the law describes what was measured. Else nothing is read off it but the curve.
    pub inadequate: Vec<Inadequacy>,
    /// By the law throughput no longer follows load at the highest that was tried. Else where its knee lies was not measured.
    pub knee_measured: bool,
    /// Surely less was measured at a load above the one at which it was highest.
    pub fall_measured: bool,
    /// `None`: inadequate. Between the loads that were tried only where a fall was measured.
    pub peak: Option<Peak>,
    pub knee: KneeSpan,
    pub marginals: Vec<Marginal>,
    pub bounds: Option<AsymptoticBounds>,
    /// From the smallest to the highest load that was tried, with the band in which the curve lies with 95 %.
    pub curve: Vec<CurvePoint>,
    /// Valid steps of fewer servers: in no point and no marginal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u32>,
}

impl Scalability {
    /// X/(λN) by the law, at the highest load that was tried: 1 in proportion to load.
    pub fn share_at_highest_load(&self) -> f64 {
        let load = self.points.last().map_or(0.0, |point| point.load);
        let of = ScalingLaw { law: self.law, lambda: 1.0, alpha: self.alpha.value, beta: self.beta.value };
        if load > 0.0 { of.throughput_per_s(load) / load } else { 1.0 }
    }
}

/// Where the law has its highest throughput.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "peak", rename_all = "kebab-case")]
pub enum Peak {
    /// Throughput is highest there. An infinite upper bound (`null`) is one beyond twice the highest load.
    At { load: Estimate, throughput_per_s: Estimate, beyond_measured: bool },
    /// Beyond twice the highest load that was tried, or nowhere: nothing is said of it.
    NotInSight { load_max: f64 },
}

/// Where throughput stops to follow load: efficiency under 0.6.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KneeSpan {
    /// By the law; `None`: not between the loads that were tried, or the law is inadequate.
    pub load: Option<Estimate>,
    /// By the steps alone: the highest load up to which efficiency is surely not lower, and the first from which on it
    /// surely is.
    pub after_load: Option<f64>,
    pub before_load: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurvePoint {
    pub load: f64,
    pub throughput_per_s: f64,
    pub low: f64,
    pub high: f64,
}

impl Scalability {
    pub fn is_adequate(&self) -> bool {
        self.inadequate.is_empty()
    }

    /// `None` where the load is a rate, or for fewer than [`LOADS_MIN`] different loads in valid steps of all servers.
    pub(crate) fn of(rows: &[StepRow], design: &Design, seed: u64) -> Option<Scalability> {
        if matches!(design, Design::Ramp { .. }) || rows.iter().any(|row| row.is_at_work) {
            return None;
        }
        // A few requests tell no throughput.
        let valid =
            || rows.iter().filter(|row| row.is_valid() && row.slowed.is_none() && row.carries_claims());
        if valid().any(|row| row.rate_per_s.is_some()) {
            return None;
        }
        let (whole, fewer): (Vec<&StepRow>, Vec<&StepRow>) = valid().partition(|row| row.is_of_all_servers());
        if is_set_elsewhere(rows) {
            return None;
        }
        let points = whole.iter().map(|row| LoadPoint {
            load: row.load().value(),
            throughput_per_s: row.throughput_per_s.value,
            standard_error: row.throughput_per_s.standard_error(),
        });
        let found = Scalability::of_points(points.collect(), marginals(rows), seed)?;
        Some(Scalability { left_out: fewer.iter().map(|row| row.number).collect(), ..found })
    }

    /// The same of a table.
    pub fn of_points(mut points: Vec<LoadPoint>, marginals: Vec<Marginal>, seed: u64) -> Option<Scalability> {
        points.retain(|point| point.load > 0.0 && point.throughput_per_s > 0.0);
        points.sort_by(|a, b| a.load.total_cmp(&b.load));
        let mut loads: Vec<f64> = points.iter().map(|point| point.load).collect();
        loads.dedup();
        if loads.len() < LOADS_MIN {
            return None;
        }
        let fits: Vec<ScalingFit> = [Law::Linear, Law::Amdahl, Law::Universal]
            .into_iter()
            .filter_map(|law| best_fit(law, &points))
            .collect();
        // The simpler of equals.
        let chosen = *fits.iter().min_by(|a, b| a.bic.total_cmp(&b.bic))?;
        let draws = resampled(&chosen, &points, seed);
        let highest = percentiles(draws.iter().map(|law| highest_per_s(law, &points)).collect());
        let last_gain = last_gain(&points);
        let inadequate = inadequacies(&chosen, &points, highest, last_gain);
        let (first, last) = (loads[0], loads[loads.len() - 1]);
        let adequate = inadequate.is_empty();
        let of = |value: f64, get: fn(&ScalingLaw) -> f64| Estimate {
            value,
            bounds_95: percentiles(draws.iter().map(get).collect()),
        };
        let curve = (0..CURVE_POINTS).map(|i| {
            let load = first + (last - first) * i as f64 / (CURVE_POINTS - 1) as f64;
            let value = chosen.law.throughput_per_s(load);
            let band = percentiles(draws.iter().map(|law| law.throughput_per_s(load)).collect());
            let band = band.unwrap_or(Bounds { low: value, high: value });
            CurvePoint { load, throughput_per_s: value, low: band.low, high: band.high }
        });
        Some(Scalability {
            lambda: of(chosen.law.lambda, |law| law.lambda),
            alpha: of(chosen.law.alpha, |law| law.alpha),
            beta: of(chosen.law.beta, |law| law.beta),
            knee_measured: chosen.law.efficiency(last) <= KNEE_EFFICIENCY,
            fall_measured: falls(&points),
            peak: adequate.then(|| peak(&chosen.law, &draws, last)).map(|found| match found {
                Peak::At { beyond_measured: false, .. } if !falls(&points) => {
                    Peak::NotInSight { load_max: last }
                }
                found => found,
            }),
            knee: knee(&chosen.law, &draws, (first, last), adequate, &marginals),
            bounds: AsymptoticBounds::of(&points),
            curve: curve.collect(),
            left_out: Vec::new(),
            law: chosen.law.law,
            inadequate,
            marginals,
            fits,
            points,
        })
    }
}

/// Marginal efficiency from the load before the highest to the highest; steps of one load are taken together.
fn last_gain(points: &[LoadPoint]) -> Option<Estimate> {
    let mut loads = points.chunk_by(|a, b| a.load == b.load).rev().map(of_one_load);
    let (to, from) = (loads.next()?, loads.next()?);
    let added = to.load / from.load - 1.0;
    let ratio = to.throughput_per_s / from.throughput_per_s;
    let relative = |point: &LoadPoint| Some(point.standard_error? / point.throughput_per_s);
    let half = relative(&to).zip(relative(&from)).map(|(a, b)| Z_95 * ratio * a.hypot(b) / added);
    let value = (ratio - 1.0) / added;
    let bounds_95 = half.map(|half| Bounds { low: value - half, high: value + half });
    Some(Estimate { value, bounds_95 })
}

/// Where the noise of the throughputs is not known, a fall is one by this share; …
const FALL_SHARE: f64 = 0.08;
/// … where it is, by this one at least, and by so many standard errors: the highest of several is picked.
const FALL_SHARE_MIN: f64 = 0.03;
const FALL_ERRORS: f64 = 3.0;

/// At the highest load it is surely lower than at some lower one; steps of one load are taken together.
fn falls(points: &[LoadPoint]) -> bool {
    let loads: Vec<LoadPoint> = points.chunk_by(|a, b| a.load == b.load).map(of_one_load).collect();
    let highest = loads.iter().max_by(|a, b| a.throughput_per_s.total_cmp(&b.throughput_per_s));
    let is_lower = |than: &LoadPoint, point: &LoadPoint| {
        let least = FALL_SHARE_MIN * than.throughput_per_s;
        let noise = than.standard_error.zip(point.standard_error);
        let noise = noise.map(|(a, b)| (FALL_ERRORS * a.hypot(b)).max(least));
        let by = noise.unwrap_or(FALL_SHARE * than.throughput_per_s);
        than.throughput_per_s - point.throughput_per_s > by
    };
    // More load that brings as much again shows that it was not the load.
    let Some(highest) = highest else { return false };
    loads.last().is_some_and(|last| last.load > highest.load && is_lower(highest, last))
}

fn of_one_load(points: &[LoadPoint]) -> LoadPoint {
    let n = points.len() as f64;
    let squares: Option<f64> = points.iter().map(|p| Some(p.standard_error?.powi(2))).sum();
    LoadPoint {
        load: points[0].load,
        throughput_per_s: points.iter().map(|p| p.throughput_per_s).sum::<f64>() / n,
        standard_error: squares.map(|squares| squares.sqrt() / n),
    }
}

fn peak(law: &ScalingLaw, draws: &[ScalingLaw], last: f64) -> Peak {
    let reach = BEYOND_MAX * last;
    // A law that has not seen the knee does not know where it ends.
    let is_known = |load: &f64| *load <= last || (*load <= reach && law.efficiency(last) <= KNEE_EFFICIENCY);
    let Some(load) = law.peak_load().filter(is_known) else {
        return Peak::NotInSight { load_max: last };
    };
    let peaks = draws.iter().map(|law| law.peak_load().unwrap_or(f64::INFINITY)).collect();
    let bounds = percentiles(peaks)
        .map(|b| Bounds { low: b.low, high: if b.high > reach { f64::INFINITY } else { b.high } });
    let highest = |law: &ScalingLaw| law.throughput_per_s(law.peak_load().unwrap_or(reach).clamp(1.0, reach));
    Peak::At {
        load: Estimate { value: load, bounds_95: bounds },
        throughput_per_s: Estimate {
            value: highest(law),
            bounds_95: percentiles(draws.iter().map(highest).collect()),
        },
        beyond_measured: load > last,
    }
}

fn knee(
    law: &ScalingLaw,
    draws: &[ScalingLaw],
    (first, last): (f64, f64),
    adequate: bool,
    marginals: &[Marginal],
) -> KneeSpan {
    let of = |law: &ScalingLaw| law.load_at_efficiency(KNEE_EFFICIENCY, first, last);
    let beyond = |law: &ScalingLaw| if law.efficiency(first) > KNEE_EFFICIENCY { last } else { first };
    let load = of(law).filter(|_| adequate).map(|value| Estimate {
        value,
        bounds_95: percentiles(draws.iter().map(|law| of(law).unwrap_or_else(|| beyond(law))).collect()),
    });
    let bounds = |m: &Marginal| m.efficiency.bounds_95;
    let surely_above = |m: &&Marginal| bounds(m).is_some_and(|b| b.low >= KNEE_EFFICIENCY);
    let surely_below = |m: &&Marginal| bounds(m).is_some_and(|b| b.high < KNEE_EFFICIENCY);
    KneeSpan {
        load,
        after_load: marginals.iter().take_while(surely_above).last().map(|m| m.to_load.value()),
        // Of many pairs of loads one is low by chance.
        before_load: (0..marginals.len())
            .find(|place| surely_below(&&marginals[*place]) && !recovers(marginals, *place, KNEE_EFFICIENCY))
            .map(|place| marginals[place].to_load.value()),
    }
}

/// Laws fitted to the curve with its residuals drawn again (Efron & Tibshirani 1993, chapter 9), made larger by √(n/(n − k))
/// for the coefficients they were spent on. Where the throughputs' own errors are larger than the residuals, those are
/// drawn instead.
fn resampled(fit: &ScalingFit, points: &[LoadPoint], seed: u64) -> Vec<ScalingLaw> {
    let law = &fit.law;
    let coefficients = match law.law {
        Law::Linear => 1.0,
        Law::Amdahl => 2.0,
        Law::Universal => 3.0,
    };
    let n = points.len() as f64;
    let wider = (n / (n - coefficients).max(1.0)).sqrt();
    let residuals: Vec<f64> =
        points.iter().map(|p| wider * (p.throughput_per_s - law.throughput_per_s(p.load))).collect();
    let typical = (residuals.iter().map(|r| r * r).sum::<f64>() / n).sqrt();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut draws = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let drawn: Vec<LoadPoint> = points
            .iter()
            .map(|point| {
                let noise = match point.standard_error {
                    Some(error) if error > typical => error * normal(&mut random),
                    _ => residuals[random.usize(..residuals.len())],
                };
                let value = (law.throughput_per_s(point.load) + noise).max(f64::MIN_POSITIVE);
                LoadPoint { throughput_per_s: value, ..*point }
            })
            .collect();
        let starts = [(law.alpha.clamp(1e-4, 0.999), law.beta.max(1e-7))];
        draws.extend(fit_from(law.law, &drawn, &starts).map(|fit| fit.law));
    }
    draws
}

/// Standard normal (Box & Muller 1958).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let (u, v) = (1.0 - random.f64(), random.f64());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// 2.5th and 97.5th percentile.
fn percentiles(mut values: Vec<f64>) -> Option<Bounds> {
    values.sort_by(f64::total_cmp);
    let rank = |share: f64| values.get((share * (values.len() as f64 - 1.0)).round() as usize).copied();
    Some(Bounds { low: rank(0.025)?, high: rank(0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(measured: &[(f64, f64)]) -> Scalability {
        let point =
            |(load, x): &(f64, f64)| LoadPoint { load: *load, throughput_per_s: *x, standard_error: None };
        Scalability::of_points(measured.iter().map(point).collect(), Vec::new(), 1).expect("five loads")
    }

    const SPEC: [(f64, f64); 7] = [
        (1.0, 64.9),
        (18.0, 995.9),
        (36.0, 1652.4),
        (72.0, 1853.2),
        (108.0, 1828.9),
        (144.0, 1775.0),
        (216.0, 1702.2),
    ];

    #[test]
    fn a_peak_between_the_loads_has_an_interval_that_holds_it() {
        let found = check(&SPEC);
        assert_eq!((found.law, found.inadequate.len()), (Law::Universal, 0));
        let Some(Peak::At { load, beyond_measured: false, .. }) = found.peak else {
            panic!("{:?}", found.peak)
        };
        let bounds = load.bounds_95.expect("draws");
        assert!((load.value - 96.52).abs() < 0.05 && bounds.low < 96.5 && bounds.high > 96.5, "{load:?}");
        assert!(bounds.low > 60.0 && bounds.high < 160.0, "{load:?}");
        let knee = found.knee.load.expect("it is between the loads");
        assert!(knee.value > 18.0 && knee.value < 72.0, "{knee:?}");
        assert!(found.curve.iter().all(|at| at.low <= at.throughput_per_s && at.throughput_per_s <= at.high));
    }

    #[test]
    fn the_interval_of_contention_includes_what_throughputs_were_made_with() {
        let (alpha, beta) = (0.05, 1e-3);
        let law = ScalingLaw { law: Law::Universal, lambda: 100.0, alpha, beta };
        let loads = [1.0, 4.0, 8.0, 12.0, 20.0, 30.0, 45.0, 60.0];
        let mut random = fastrand::Rng::with_seed(5);
        let mut including = 0;
        for _ in 0..20 {
            let noisy = |load: f64| (load, law.throughput_per_s(load) * (1.0 + 0.01 * normal(&mut random)));
            let found = check(&loads.map(noisy));
            assert_eq!(found.law, Law::Universal);
            let bounds = found.alpha.bounds_95.expect("draws");
            assert!(bounds.low > 0.0 && bounds.high < 2.0 * alpha, "{bounds:?}");
            including += usize::from(bounds.low <= alpha && alpha <= bounds.high);
        }
        assert!(including >= 17, "{including} of 20");
    }

    #[test]
    fn a_plateau_is_no_peak() {
        let law = ScalingLaw { law: Law::Universal, lambda: 1.16, alpha: 0.0, beta: 3.95e-5 };
        let mut made: Vec<(f64, f64)> = [25.0, 50.0, 75.0, 100.0, 125.0, 150.0, 175.0]
            .map(|load| (load, law.throughput_per_s(load)))
            .to_vec();
        let found = check(&made);
        assert!(!found.fall_measured && found.beta.value > 0.0, "{found:?}");
        assert_eq!(found.peak, Some(Peak::NotInSight { load_max: 175.0 }));
        made.extend([250.0, 320.0].map(|load| (load, law.throughput_per_s(load))));
        let found = check(&made);
        assert!(found.fall_measured && matches!(found.peak, Some(Peak::At { .. })), "{found:?}");
    }

    /// MinLog2's first climb: throughput per user is nearly the same from 10 to 80 users.
    #[test]
    fn what_still_grows_has_no_peak_in_sight() {
        let lookup = [18.1, 23.18, 34.44, 46.78, 56.17, 67.9, 79.31, 90.31, 103.9, 112.02];
        let loads = [10.0, 16.0, 24.0, 32.0, 40.0, 48.0, 56.0, 64.0, 72.0, 80.0];
        let found = check(&loads.into_iter().zip(lookup).collect::<Vec<_>>());
        assert_eq!(found.law, Law::Linear);
        assert_eq!(found.peak, Some(Peak::NotInSight { load_max: 80.0 }));
        assert_eq!(found.knee.load, None);
    }

    /// MinLog2's climb again in the lab: a law that levels off, by less than one request in two hundred.
    #[test]
    fn the_share_of_growth_that_is_left_shows_whether_it_levels_off() {
        let rates = [10.0, 16.0, 24.0, 32.0, 40.0, 48.0, 56.0, 63.933, 71.733, 79.867];
        let loads = [10.0, 16.0, 24.0, 32.0, 40.0, 48.0, 56.0, 64.0, 72.0, 80.0];
        let found = check(&loads.into_iter().zip(rates).collect::<Vec<_>>());
        assert!((found.share_at_highest_load() - 0.996).abs() < 0.003, "{}", found.share_at_highest_load());
        assert!(check(&SPEC).share_at_highest_load() < 0.3);
    }

    /// A table whose smallest load saturates already.
    #[test]
    fn loads_beyond_the_knee_say_nothing_of_what_lies_before_it() {
        let grid = [
            (50.0, 8090.0),
            (100.0, 7816.0),
            (250.0, 7011.0),
            (500.0, 6759.0),
            (1000.0, 6742.0),
            (1500.0, 6683.0),
        ];
        let found = check(&grid);
        assert!(found.inadequate.contains(&Inadequacy::GrowthNotMeasured), "{:?}", found.inadequate);
        assert_eq!((found.peak, found.knee.load), (None, None));
    }

    #[test]
    fn a_shape_that_no_law_has_is_inadequate() {
        let found =
            check(&[(10.0, 10.0), (20.0, 60.0), (30.0, 20.0), (40.0, 90.0), (50.0, 30.0), (60.0, 120.0)]);
        assert!(found.inadequate.iter().any(|reason| matches!(reason, Inadequacy::LargeResiduals { .. })));
    }

    #[test]
    fn two_servers_then_three_are_not_one_system() {
        // Half the loads on one level, then a jump: residuals in two runs.
        let measured: Vec<(f64, f64)> = (1..=12)
            .map(|n| (f64::from(n * 10), if n <= 6 { 40.0 + f64::from(n) } else { 80.0 + f64::from(n) }))
            .collect();
        assert!(!check(&measured).is_adequate());
    }

    #[test]
    fn four_loads_are_too_few() {
        let points = SPEC[..4].iter();
        let points =
            points.map(|(load, x)| LoadPoint { load: *load, throughput_per_s: *x, standard_error: None });
        assert_eq!(Scalability::of_points(points.collect(), Vec::new(), 1), None);
    }

    #[test]
    fn operational_laws_bound_what_was_measured() {
        let bounds = check(&SPEC).bounds.expect("a first load");
        assert!((bounds.cycle_s - 1.0 / 64.9).abs() < 1e-12);
        assert!((bounds.crossing_load - 1853.2 / 64.9).abs() < 1e-9);
        assert!(SPEC.iter().all(|(load, x)| *x <= bounds.throughput_per_s(*load) + 1e-9));
    }
}
