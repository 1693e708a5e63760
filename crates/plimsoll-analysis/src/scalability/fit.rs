use super::law::{Law, ScalingLaw};
use super::solve::solve;
use serde::Serialize;

/// What was measured at one load.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadPoint {
    pub load: f64,
    pub throughput_per_s: f64,
    /// Standard error of the throughput as its own seconds imply it; `None`: unknown.
    pub standard_error: Option<f64>,
}

/// A law by least squares of throughput, and how well it does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScalingFit {
    pub law: ScalingLaw,
    /// Of the residuals, per second squared.
    pub sum_of_squares: f64,
    /// 1 − SS/SS of the mean; may be negative.
    pub r_squared: f64,
    /// n·ln(SS/n) + k·ln n (Schwarz 1978): the smaller, the better.
    pub bic: f64,
    /// A coefficient was held at the end of its range (α at 0 or 1, or β at 0), where the data would have it beyond.
    pub at_bound: bool,
}

const ITERATIONS_MAX: usize = 200;

/// A coefficient and the value it is held at.
type FixedParameters = [Option<f64>; 2];

/// Least squares with 0 ≤ α ≤ 1 and β ≥ 0, as far as `law` uses them. `None` without points of a positive throughput.
pub fn best_fit(law: Law, points: &[LoadPoint]) -> Option<ScalingFit> {
    let starts = [(0.05, 1e-4), (0.001, 1e-6), (0.5, 1e-3), (0.0, 1e-5)];
    fit_from(law, points, &starts)
}

/// The same from given starts for α and β.
pub(super) fn fit_from(law: Law, points: &[LoadPoint], starts: &[(f64, f64)]) -> Option<ScalingFit> {
    let faces: &[&[FixedParameters]] = match law {
        Law::Linear => &[&[[Some(0.0), Some(0.0)]]],
        Law::Amdahl => &[&[[None, Some(0.0)]], &[[Some(0.0), Some(0.0)], [Some(1.0), Some(0.0)]]],
        Law::Universal => &[
            &[[None, None]],
            &[[None, Some(0.0)], [Some(0.0), None], [Some(1.0), None]],
            &[[Some(0.0), Some(0.0)], [Some(1.0), Some(0.0)]],
        ],
    };
    // Least squares inside the range is the answer; else it lies on the range's edge.
    let mut found: Option<(f64, [f64; 3], bool)> = None;
    for (level, faces) in faces.iter().enumerate() {
        for fixed in *faces {
            for start in starts {
                let Some((squares, at)) = descend(points, *fixed, *start) else { continue };
                let inside = (0.0..=1.0).contains(&at[1]) && at[2] >= 0.0 && at[0] > 0.0;
                if inside && found.is_none_or(|(least, ..)| squares < least) {
                    found = Some((squares, at, level > 0));
                }
            }
        }
        if level == 0 && found.is_some() {
            break;
        }
    }
    let (sum_of_squares, [lambda, alpha, beta], at_bound) = found?;
    let n = points.len() as f64;
    let mean = points.iter().map(|p| p.throughput_per_s).sum::<f64>() / n;
    let whole: f64 = points.iter().map(|p| (p.throughput_per_s - mean).powi(2)).sum();
    let coefficients = match law {
        Law::Linear => 1.0,
        Law::Amdahl => 2.0,
        Law::Universal => 3.0,
    };
    // A perfect fit is not infinitely better than one that is off in the ninth digit.
    let least = n * (1e-9 * mean).powi(2);
    Some(ScalingFit {
        law: ScalingLaw { law, lambda, alpha, beta },
        sum_of_squares,
        r_squared: if whole > 0.0 { 1.0 - sum_of_squares / whole } else { 0.0 },
        bic: n * (sum_of_squares.max(least) / n).ln() + coefficients * n.ln(),
        at_bound,
    })
}

/// Levenberg and Marquardt's descent in those of λ, α, β that are not held. Sum of squares and coefficients.
fn descend(
    points: &[LoadPoint],
    fixed: FixedParameters,
    (alpha, beta): (f64, f64),
) -> Option<(f64, [f64; 3])> {
    let mut at = [0.0, fixed[0].unwrap_or(alpha), fixed[1].unwrap_or(beta)];
    at[0] = lambda(points, at[1], at[2])?;
    let free: Vec<usize> = [Some(0), fixed[0].is_none().then_some(1), fixed[1].is_none().then_some(2)]
        .into_iter()
        .flatten()
        .collect();
    let mut squares = sum_of_squares(points, &at);
    let mut damping = 1e-3;
    for _ in 0..ITERATIONS_MAX {
        let (normal, gradient) = normal_equations(points, &at, &free);
        let damped = |i: usize, j: usize| normal[i][j] * if i == j { 1.0 + damping } else { 1.0 };
        let size = free.len();
        let matrix = (0..size).map(|i| (0..size).map(|j| damped(i, j)).collect()).collect();
        let Some(step) = solve(matrix, gradient) else { break };
        let mut next = at;
        free.iter().zip(&step).for_each(|(parameter, step)| next[*parameter] += step);
        let after = sum_of_squares(points, &next);
        if after.is_finite() && after <= squares {
            let still = squares - after <= 1e-14 * squares;
            (at, squares) = (next, after);
            damping = (damping / 10.0).max(1e-12);
            if still {
                break;
            }
        } else {
            damping *= 10.0;
            if damping > 1e12 {
                break;
            }
        }
    }
    Some((squares, at))
}

/// The best λ for given α and β.
fn lambda(points: &[LoadPoint], alpha: f64, beta: f64) -> Option<f64> {
    let one = ScalingLaw { law: Law::Universal, lambda: 1.0, alpha, beta };
    let (above, below) = points.iter().fold((0.0, 0.0), |(above, below), point| {
        let shape = one.throughput_per_s(point.load);
        (above + shape * point.throughput_per_s, below + shape * shape)
    });
    Some(above / below).filter(|lambda| lambda.is_finite() && *lambda > 0.0)
}

fn sum_of_squares(points: &[LoadPoint], at: &[f64; 3]) -> f64 {
    let law = ScalingLaw { law: Law::Universal, lambda: at[0], alpha: at[1], beta: at[2] };
    // A pole between the loads would let the curve pass anywhere.
    let pole = |load: f64| 1.0 + law.alpha * (load - 1.0) + law.beta * load * (load - 1.0) <= 0.0;
    if points.iter().any(|point| pole(point.load)) {
        return f64::INFINITY;
    }
    points.iter().map(|point| (point.throughput_per_s - law.throughput_per_s(point.load)).powi(2)).sum()
}

/// JᵀJ and Jᵀ·residuals for the free coefficients.
fn normal_equations(points: &[LoadPoint], at: &[f64; 3], free: &[usize]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let mut normal = vec![vec![0.0; free.len()]; free.len()];
    let mut gradient = vec![0.0; free.len()];
    for point in points {
        let n = point.load;
        let denominator = 1.0 + at[1] * (n - 1.0) + at[2] * n * (n - 1.0);
        let x = at[0] * n / denominator;
        let slopes = [n / denominator, -x * (n - 1.0) / denominator, -x * n * (n - 1.0) / denominator];
        for (i, a) in free.iter().enumerate() {
            gradient[i] += slopes[*a] * (point.throughput_per_s - x);
            for (j, b) in free.iter().enumerate() {
                normal[i][j] += slopes[*a] * slopes[*b];
            }
        }
    }
    (normal, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(measured: &[(f64, f64)]) -> Vec<LoadPoint> {
        let point =
            |(load, x): &(f64, f64)| LoadPoint { load: *load, throughput_per_s: *x, standard_error: None };
        measured.iter().map(point).collect()
    }

    fn check(measured: &[(f64, f64)], lambda: f64, alpha: f64, beta: f64, peak: Option<f64>) {
        let law = best_fit(Law::Universal, &points(measured)).expect("points").law;
        let near = |got: f64, wanted: f64| (got - wanted).abs() <= 2e-4 * wanted.abs() + 1e-9;
        assert!(near(law.lambda, lambda) && near(law.alpha, alpha) && near(law.beta, beta), "{law:?}");
        // A β that is rounding has its peak at no load that anybody has.
        match (law.peak_load().filter(|load| *load < 1e6), peak) {
            (Some(got), Some(wanted)) => assert!(near(got, wanted), "{got}"),
            (got, wanted) => assert_eq!(got, wanted),
        }
    }

    /// SPEC SDM91 on a SPARCcenter 2000; the R package `usl` 3.0 publishes γ 89.9952330, α 0.0277285, β 0.0001044 and
    /// the peak at 96.51956, residual standard error 82.8 on 4 degrees of freedom.
    #[test]
    fn agrees_with_the_published_fit_of_specsdm91() {
        let measured = [
            (1.0, 64.9),
            (18.0, 995.9),
            (36.0, 1652.4),
            (72.0, 1853.2),
            (108.0, 1828.9),
            (144.0, 1775.0),
            (216.0, 1702.2),
        ];
        check(&measured, 89.9951388, 0.0277283922, 1.04365732e-4, Some(96.51956));
        let fit = best_fit(Law::Universal, &points(&measured)).expect("points");
        assert!(((fit.sum_of_squares / 4.0).sqrt() - 82.8).abs() < 0.1, "{fit:?}");
    }

    /// Gunther's ray tracer (data of the R package `usl`), against `scipy.optimize.least_squares` with bounds: β at 0.
    #[test]
    fn agrees_with_scipy_where_a_coefficient_is_at_its_bound() {
        let ray_tracer = [
            (1.0, 20.0),
            (4.0, 78.0),
            (8.0, 130.0),
            (12.0, 170.0),
            (16.0, 190.0),
            (20.0, 200.0),
            (24.0, 210.0),
            (28.0, 230.0),
            (32.0, 260.0),
            (48.0, 280.0),
            (64.0, 310.0),
        ];
        check(&ray_tracer, 21.8488429, 0.0577707811, 0.0, None);
        // MinLog2's second climb on two servers: α at 0.
        let lookup = [(10.0, 15.26), (16.0, 23.44), (22.0, 31.69), (28.0, 37.42), (34.0, 35.83)];
        check(&lookup, 1.70831272, 0.0, 4.83100072e-4, Some(45.4968626));
    }

    /// A table of loads that all lie beyond the peak: `scipy.optimize.least_squares`.
    #[test]
    fn agrees_with_scipy_beyond_the_peak() {
        let grid = [
            (50.0, 15420.0),
            (100.0, 15812.0),
            (250.0, 15614.0),
            (500.0, 15664.0),
            (1000.0, 15454.0),
            (1500.0, 15026.0),
            (2000.0, 14839.0),
            (4000.0, 14356.0),
            (8000.0, 11603.0),
        ];
        check(&grid, 4988.49989, 0.309070758, 1.34598433e-5, Some(226.567068));
    }

    #[test]
    fn a_law_is_found_again_in_its_own_values() {
        for (lambda, alpha, beta) in [(2.0, 0.05, 1e-3), (100.0, 0.0, 1e-5), (7.5, 0.3, 0.0)] {
            let law = ScalingLaw { law: Law::Universal, lambda, alpha, beta };
            let measured: Vec<(f64, f64)> =
                [1.0, 5.0, 10.0, 20.0, 40.0, 80.0].map(|n| (n, law.throughput_per_s(n))).to_vec();
            check(&measured, lambda, alpha, beta, law.peak_load());
        }
    }

    #[test]
    fn nothing_measured_has_no_fit() {
        assert_eq!(best_fit(Law::Universal, &[]), None);
        assert_eq!(best_fit(Law::Linear, &points(&[(10.0, 0.0), (20.0, 0.0)])), None);
    }
}
