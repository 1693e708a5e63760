use super::sample::{ascending, median, median_of_sorted, thinned, ties};
use super::{Bounds, Z_95};
use serde::Serialize;

/// More points are averaged in groups first: there is a slope for every pair.
const POINTS_MAX: usize = 1_000;

/// A line that outliers hardly move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slope {
    /// Unit of y per unit of x: the median of the slopes of all pairs.
    pub slope: f64,
    /// The line goes through the medians of x and y.
    pub intercept: f64,
    /// Of the slope; Sen 1968. It takes the points as independent.
    pub bounds_95: Bounds,
}

/// Theil (1950) and Sen (1968). Points `(x, y)` in ascending x; `None` if no two differ in x.
pub fn theil_sen(points: &[(f64, f64)]) -> Option<Slope> {
    let xs = thinned(&points.iter().map(|(x, _)| *x).collect::<Vec<_>>(), POINTS_MAX);
    let ys = thinned(&points.iter().map(|(_, y)| *y).collect::<Vec<_>>(), POINTS_MAX);
    let mut slopes = Vec::with_capacity(xs.len() * xs.len().saturating_sub(1) / 2);
    for i in 0..xs.len() {
        for j in i + 1..xs.len() {
            if xs[j] != xs[i] {
                slopes.push((ys[j] - ys[i]) / (xs[j] - xs[i]));
            }
        }
    }
    if slopes.is_empty() {
        return None;
    }
    slopes.sort_by(f64::total_cmp);
    let slope = median_of_sorted(&slopes);
    let n = xs.len() as f64;
    let tied =
        |values: &[f64]| -> f64 { ties(&ascending(values)).map(|t| t * (t - 1.0) * (2.0 * t + 5.0)).sum() };
    let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - tied(&xs) - tied(&ys)) / 18.0;
    let (count, width) = (slopes.len() as f64, Z_95 * variance.max(0.0).sqrt());
    let last = slopes.len() - 1;
    let low = ((count - width) / 2.0).round_ties_even().max(1.0) as usize - 1;
    let high = (((count + width) / 2.0).round_ties_even() as usize).min(last);
    let bounds_95 = Bounds { low: slopes[low.min(last)], high: slopes[high] };
    Some(Slope { slope, intercept: median(&ys) - slope * median(&xs), bounds_95 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], slope: f64, intercept: f64, low: f64, high: f64) {
        let points: Vec<(f64, f64)> =
            values.iter().enumerate().map(|(i, value)| (i as f64, *value)).collect();
        let line = theil_sen(&points).expect("points that differ in x");
        let near = |got: f64, wanted: f64| (got - wanted).abs() < 1e-9;
        assert!(near(line.slope, slope) && near(line.intercept, intercept), "{line:?}");
        assert!(near(line.bounds_95.low, low) && near(line.bounds_95.high, high), "{line:?}");
    }

    /// `scipy.stats.theilslopes(v, np.arange(len(v)), 0.95)`, SciPy 1.17.1.
    #[test]
    fn agrees_with_scipy() {
        check(&[52.85, 53.27, 53.50, 55.63, 54.75, 55.42, 54.72, 55.02], 0.3075, 53.65875, -0.105, 0.625);
        let tied = [1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 1.0, 4.0, 4.0, 5.0, 5.0, 5.0];
        check(&tied, 0.4, 0.3, 1.0 / 3.0, 0.5);
        let wave: Vec<f64> = (0..60)
            .map(|i| {
                let x = f64::from(i);
                x * 0.02 + (x / 6.0).sin() + f64::from((i * 7919) % 101) / 200.0
            })
            .collect();
        check(&wave, 0.01933627814208257, 0.5462044682615876, 0.008235958845739326, 0.03007202904228497);
    }

    #[test]
    fn points_above_one_another_have_no_slope() {
        assert_eq!(theil_sen(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(theil_sen(&[]), None);
    }
}
