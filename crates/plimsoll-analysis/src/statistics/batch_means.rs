use super::distribution::student_quantile;
use super::sample::{mean, variance};
use super::{Bounds, Estimate};

/// Batches that a series is cut into.
pub const BATCHES: usize = 20;

/// Mean of correlated values with its interval: by the means of [`BATCHES`] batches of neighbours, which are nearly
/// independent when a batch is much longer than the values remember (Conway 1963; Law, Simulation Modeling, 9.5.3).
/// Values at the start that do not fill the batches are dropped: the start is what is least like the rest.
/// No interval for fewer than two values to a batch; `None` for no values at all.
pub fn batch_means(values: &[f64]) -> Option<Estimate> {
    let size = values.len() / BATCHES;
    if values.is_empty() {
        return None;
    }
    if size < 2 {
        return Some(Estimate { value: mean(values), bounds_95: None });
    }
    let retained = &values[values.len() - size * BATCHES..];
    let means: Vec<f64> = retained.chunks_exact(size).map(mean).collect();
    let value = mean(&means);
    let half = student_quantile(0.975, BATCHES as f64 - 1.0)? * (variance(&means) / BATCHES as f64).sqrt();
    Some(Estimate { value, bounds_95: Some(Bounds { low: value - half, high: value + half }) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ```python
    /// v = np.array([100 + 10*np.sin(i/9) + (i*7919) % 101 / 20 for i in range(415)])
    /// k = v[-400:].reshape(20, 20).mean(axis=1); k.mean(), stats.t.interval(.95, 19, k.mean(), stats.sem(k))
    /// ```
    #[test]
    fn agrees_with_scipy() {
        let wave = |i: i32| 100.0 + 10.0 * (f64::from(i) / 9.0).sin() + f64::from((i * 7919) % 101) / 20.0;
        let found = batch_means(&(0..415).map(wave).collect::<Vec<_>>()).expect("values");
        let bounds = found.bounds_95.expect("enough of them");
        assert!((found.value - 102.59533929412109).abs() < 1e-9, "{found:?}");
        assert!((bounds.low - 99.8259450675787).abs() < 1e-6, "{found:?}");
        assert!((bounds.high - 105.36473352066348).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn few_values_have_a_mean_but_no_interval() {
        assert_eq!(batch_means(&[1.0, 3.0]), Some(Estimate { value: 2.0, bounds_95: None }));
        assert_eq!(batch_means(&[]), None);
    }
}
