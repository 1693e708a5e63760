//! One figure that was measured in several windows.

use super::estimate::{Bounds, Estimate, Z_95};

/// The mean of a figure over windows, each with its weight (how long it was). Its interval is by how the windows vary among
/// each other where that is more than what each of them tells; `None` where one of them tells nothing. 0 without a weight.
pub fn mean_of_windows(windows: &[(f64, Estimate)]) -> Estimate {
    let all: f64 = windows.iter().map(|(weight, _)| weight).sum();
    if all <= 0.0 {
        return Estimate { value: 0.0, bounds_95: None };
    }
    if let [(_, single)] = windows {
        return *single;
    }
    let value: f64 = windows.iter().map(|(weight, figure)| weight / all * figure.value).sum();
    let n = windows.len() as f64;
    let squares: f64 =
        windows.iter().map(|(weight, figure)| (weight / all * (figure.value - value)).powi(2)).sum();
    let between = (squares * n / (n - 1.0)).sqrt();
    let within: Option<f64> = windows
        .iter()
        .map(|(weight, figure)| Some((weight / all * figure.standard_error()?).powi(2)))
        .sum::<Option<f64>>()
        .map(f64::sqrt);
    let half = within.map(|within| Z_95 * within.max(between));
    Estimate { value, bounds_95: half.map(|half| Bounds { low: value - half, high: value + half }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(value: f64, half: f64) -> Estimate {
        Estimate { value, bounds_95: Some(Bounds { low: value - half, high: value + half }) }
    }

    #[test]
    fn two_windows_that_agree_halve_the_variance_and_two_that_do_not_widen_it() {
        let alike = mean_of_windows(&[(1.0, figure(100.0, 2.0)), (1.0, figure(100.0, 2.0))]);
        let bounds = alike.bounds_95.expect("an interval");
        assert!((bounds.high - 100.0 - 2.0 / 2.0_f64.sqrt()).abs() < 1e-9, "{bounds:?}");
        let apart = mean_of_windows(&[(3.0, figure(100.0, 0.1)), (1.0, figure(120.0, 0.1))]);
        assert!(
            (apart.value - 105.0).abs() < 1e-9 && apart.bounds_95.is_some_and(|b| b.high > 110.0),
            "{apart:?}"
        );
        let unknown = Estimate { value: 1.0, bounds_95: None };
        assert_eq!(mean_of_windows(&[(1.0, unknown), (1.0, figure(1.0, 0.1))]).bounds_95, None);
        assert_eq!(mean_of_windows(&[(2.0, figure(5.0, 1.0))]), figure(5.0, 1.0));
        assert_eq!(mean_of_windows(&[]), Estimate { value: 0.0, bounds_95: None });
    }
}
