use super::distribution::{student_p, student_quantile};
use super::sample::{mean, variance};
use super::{Bounds, Estimate, Z_95};
use serde::Serialize;

/// Share of real effects that should be seen, for [`smallest_effect`].
pub const POWER: f64 = 0.8;

/// How the means of two groups of runs compare: `b / a`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatioOfMeans {
    pub ratio: f64,
    /// `None`: a mean is not clear of 0, or there is only one run.
    pub bounds_95: Option<Bounds>,
    /// Two-sided p of the two means being equal.
    pub p: Option<f64>,
}

/// Ratio of the means of independent runs, by Fieller's interval as Kalibera & Jones 2013 use it, with Welch and
/// Satterthwaite's degrees of freedom at the ratio found (Tamhane & Logan 2004). A single run against several is taken to
/// vary as those do, in proportion to its size. `None` without values or if a's mean is 0.
pub fn ratio_of_means(a: &[f64], b: &[f64]) -> Option<RatioOfMeans> {
    let (mean_a, mean_b) = (not_zero(a)?, if b.is_empty() { return None } else { mean(b) });
    let ratio = mean_b / mean_a;
    if a.len() < 2 && b.len() < 2 {
        return Some(RatioOfMeans { ratio, bounds_95: None, p: None });
    }
    let (error_a, error_b) = errors(a, b);
    let degrees = |ratio: f64| welch(ratio * ratio * error_a, a.len(), error_b, b.len());
    let t = student_quantile(0.975, degrees(ratio)).unwrap_or(Z_95);
    let spread = (error_a + error_b).sqrt();
    let difference = mean_b - mean_a;
    let p = if spread > 0.0 {
        student_p(difference / spread, degrees(1.0))
    } else {
        Some(if difference == 0.0 { 1.0 } else { 0.0 })
    };
    Some(RatioOfMeans { ratio, bounds_95: fieller(mean_a, error_a, mean_b, error_b, t), p })
}

/// The ratio where each run of one group belongs to one of the other, because they were run side by side: what both
/// have in common cancels. Student's t of the logarithms of the pairs' ratios; so it is a geometric mean.
/// `None` for fewer than two pairs, or a value that is not positive.
pub fn ratio_of_pairs(pairs: &[(f64, f64)]) -> Option<RatioOfMeans> {
    if pairs.len() < 2 || pairs.iter().any(|(a, b)| *a <= 0.0 || *b <= 0.0) {
        return None;
    }
    let logs: Vec<f64> = pairs.iter().map(|(a, b)| (b / a).ln()).collect();
    let (centre, degrees) = (mean(&logs), logs.len() as f64 - 1.0);
    let error = (variance(&logs) / logs.len() as f64).sqrt();
    let half = student_quantile(0.975, degrees)? * error;
    let p = match error > 0.0 {
        true => student_p(centre / error, degrees),
        false => Some(if centre == 0.0 { 1.0 } else { 0.0 }),
    };
    let bounds = Bounds { low: (centre - half).exp(), high: (centre + half).exp() };
    Some(RatioOfMeans { ratio: centre.exp(), bounds_95: Some(bounds), p })
}

/// Ratio of two figures with standard errors of their own, that are known from many values each.
pub fn ratio_of_estimates(a: f64, error_a: f64, b: f64, error_b: f64) -> Option<RatioOfMeans> {
    let ratio = if a == 0.0 { return None } else { b / a };
    let spread = error_a.hypot(error_b);
    let p = (spread > 0.0).then(|| super::distribution::normal_p((b - a) / spread));
    Some(RatioOfMeans { ratio, bounds_95: fieller(a, error_a.powi(2), b, error_b.powi(2), Z_95), p })
}

/// The smallest difference, as a share of a's mean, that a test of 5 % sees in four of five cases ([`POWER`]) with so
/// many runs that vary so much: (t₀.₉₇₅ + t₀.₈)·√(s²ₐ/m + s²ᵦ/n). `None` for fewer than two runs on a side.
pub fn smallest_effect(a: &[f64], b: &[f64]) -> Option<f64> {
    let mean_a = not_zero(a)?;
    if a.len() < 2 && b.len() < 2 {
        return None;
    }
    let (error_a, error_b) = errors(a, b);
    let degrees = welch(error_a, a.len(), error_b, b.len());
    let quantiles = student_quantile(0.975, degrees)? + student_quantile(POWER, degrees)?;
    Some(quantiles * (error_a + error_b).sqrt() / mean_a.abs())
}

fn not_zero(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| mean(values)).filter(|mean| *mean != 0.0)
}

/// b̄ − ā with Welch's interval; with no `a` the mean of b, with Student's. `None` where no side has two values.
pub fn mean_difference(a: &[f64], b: &[f64]) -> Option<Estimate> {
    if b.is_empty() || (a.len() < 2 && b.len() < 2) {
        return None;
    }
    let (value, error, degrees) = if a.is_empty() {
        (mean(b), variance(b) / b.len() as f64, b.len() as f64 - 1.0)
    } else {
        let (error_a, error_b) = errors(a, b);
        (mean(b) - mean(a), error_a + error_b, welch(error_a, a.len(), error_b, b.len()))
    };
    let half = student_quantile(0.975, degrees)? * error.sqrt();
    Some(Estimate { value, bounds_95: Some(Bounds { low: value - half, high: value + half }) })
}

/// Variances of both means. Where a side has one value, the other's coefficient of variation is taken.
fn errors(a: &[f64], b: &[f64]) -> (f64, f64) {
    let of = |values: &[f64]| variance(values) / values.len() as f64;
    let scale = (mean(b) / mean(a)).powi(2);
    match (a.len(), b.len()) {
        (_, 1) => (of(a), variance(a) * scale),
        (1, _) => (variance(b) / scale, of(b)),
        _ => (of(a), of(b)),
    }
}

/// Degrees of freedom; those of both groups together where nothing varies.
fn welch(error_a: f64, count_a: usize, error_b: f64, count_b: usize) -> f64 {
    let (free_a, free_b) = (count_a as f64 - 1.0, count_b as f64 - 1.0);
    // What a single value is taken to vary by was learnt on the other side.
    if free_a == 0.0 || free_b == 0.0 {
        return free_a.max(free_b);
    }
    let below = error_a.powi(2) / free_a + error_b.powi(2) / free_b;
    if below > 0.0 { (error_a + error_b).powi(2) / below } else { free_a + free_b }
}

fn fieller(a: f64, variance_a: f64, b: f64, variance_b: f64, t: f64) -> Option<Bounds> {
    let denominator = a * a - t * t * variance_a;
    if denominator <= 0.0 {
        return None;
    }
    let root = ((a * b).powi(2) - denominator * (b * b - t * t * variance_b)).max(0.0).sqrt();
    Some(Bounds { low: (a * b - root) / denominator, high: (a * b + root) / denominator })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f64; 8] = [52.85, 53.27, 53.50, 55.63, 54.75, 55.42, 54.72, 55.02];
    const B: [f64; 8] = [53.05, 54.60, 54.45, 58.32, 56.15, 58.13, 58.78, 59.67];

    fn check(found: Option<RatioOfMeans>, ratio: f64, low: f64, high: f64, p: f64) {
        let found = found.expect("values");
        let bounds = found.bounds_95.expect("means clear of 0");
        let near = |got: f64, wanted: f64| (got - wanted).abs() < 1e-6;
        assert!(near(found.ratio, ratio) && near(found.p.expect("runs that vary"), p), "{found:?}");
        assert!(near(bounds.low, low) && near(bounds.high, high), "{found:?}");
    }

    /// The roots of Fieller's quadratic, and Welch's test:
    /// ```python
    /// va, vb = a.var(ddof=1)/len(a), b.var(ddof=1)/len(b); r = b.mean()/a.mean()
    /// df = (r*r*va + vb)**2 / ((r*r*va)**2/(len(a)-1) + vb**2/(len(b)-1)); t = stats.t.ppf(.975, df)
    /// np.roots([a.mean()**2 - t*t*va, -2*a.mean()*b.mean(), b.mean()**2 - t*t*vb])
    /// stats.ttest_ind(a, b, equal_var=False).pvalue
    /// ```
    #[test]
    fn agrees_with_scipy() {
        check(
            ratio_of_means(&A, &B),
            1.041341115911389,
            1.0030414789366613,
            1.0801219847419652,
            0.0374752668034181,
        );
        let few = ratio_of_means(&[10.0, 11.0, 12.0], &[11.0, 13.0, 12.5]);
        check(few, 1.106060606060606, 0.9047943488236081, 1.3554654065707292, 0.23420852289773114);
    }

    /// `l = np.log(b / a); np.exp(stats.t.interval(.95, 7, l.mean(), stats.sem(l))); stats.ttest_1samp(l, 0).pvalue`
    #[test]
    fn pairs_agree_with_scipy() {
        let pairs: Vec<(f64, f64)> = A.into_iter().zip(B).collect();
        check(ratio_of_pairs(&pairs), 1.0406750928142456, 1.0175279, 1.06434885, 0.004079594318202241);
    }

    /// `(stats.t.ppf(.975, df) + stats.t.ppf(.8, df)) * np.sqrt(va + vb) / a.mean()` with Welch's df.
    #[test]
    fn the_smallest_effect_of_three_against_three() {
        let effect = smallest_effect(&[10.0, 11.0, 12.0], &[11.0, 13.0, 12.5]).expect("runs");
        assert!((effect - 0.281767963568992).abs() < 1e-6, "{effect}");
    }

    /// `stats.ttest_ind(b, a, equal_var=False).confidence_interval()`, and of b alone `stats.t.interval`.
    #[test]
    fn differences_agree_with_scipy() {
        let check = |found: Option<Estimate>, value: f64, low: f64, high: f64| {
            let found = found.expect("values");
            let bounds = found.bounds_95.expect("two values");
            let near = |got: f64, wanted: f64| (got - wanted).abs() < 1e-5;
            assert!(
                near(found.value, value) && near(bounds.low, low) && near(bounds.high, high),
                "{found:?}"
            );
        };
        check(mean_difference(&A, &B), 2.24875000, 0.16039885, 4.33710115);
        check(mean_difference(&[], &B), 56.64375000, 54.62319702, 58.66430298);
    }

    /// A single 12 against 10, 11, 12: t = (12 − 11)/√(1/3 + (12/11)²) with 2 degrees of freedom.
    #[test]
    fn a_single_run_is_taken_to_vary_as_the_others() {
        let found = ratio_of_means(&[10.0, 11.0, 12.0], &[12.0]).expect("values");
        assert!((found.p.expect("a spread") - 0.50290154).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn one_run_each_has_a_ratio_but_no_interval() {
        let found = ratio_of_means(&[10.0], &[11.0]).expect("values");
        assert_eq!((found.bounds_95, found.p), (None, None));
        assert_eq!(ratio_of_means(&[0.0, 0.0], &[1.0]), None);
    }

    #[test]
    fn a_mean_that_may_be_0_has_no_ratio_with_bounds() {
        assert_eq!(ratio_of_means(&[-1.0, 1.5], &[1.0, 2.0]).and_then(|found| found.bounds_95), None);
    }
}
