//! Quantiles and tails of the two distributions that everything here needs.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Two-sided p of a standard normal statistic.
pub(crate) fn normal_p(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).min(1.0)
}

/// Two-sided p of Student's t; `None` without degrees of freedom.
pub(super) fn student_p(t: f64, degrees: f64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, degrees).ok()?;
    if t.is_infinite() {
        return Some(0.0);
    }
    t.is_finite().then(|| (2.0 * distribution.sf(t.abs())).min(1.0))
}

/// `None` without degrees of freedom.
pub(super) fn student_quantile(share: f64, degrees: f64) -> Option<f64> {
    StudentsT::new(0.0, 1.0, degrees).ok().map(|distribution| distribution.inverse_cdf(share))
}
