//! Round values for axes.

use plimsoll_analysis::figures::{Quantity, Scale};

/// Round times in seconds.
const TIMES: [f64; 18] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1_800.0, 3_600.0, 7_200.0, 14_400.0,
    21_600.0, 43_200.0, 86_400.0,
];

/// At most about `count` round values within `low..=high`.
pub fn ticks(quantity: Quantity, scale: Scale, low: f64, high: f64, count: usize) -> Vec<f64> {
    match (quantity, scale) {
        (_, Scale::Log) => logarithmic(low, high, count),
        (Quantity::PercentileNines, _) => {
            let median = 2_f64.log10();
            let nines = every(1.0, median, high);
            [median].into_iter().filter(|m| *m >= low * 0.999).chain(nines).collect()
        }
        (Quantity::TimeS, _) => {
            let step = TIMES.into_iter().find(|step| (high - low) / step <= count as f64);
            every(step.unwrap_or_else(|| round_step((high - low) / count as f64)), low, high)
        }
        (Quantity::Users, _) => every(round_step((high - low) / count as f64).max(1.0), low, high),
        _ => every(round_step((high - low) / count as f64), low, high),
    }
}

/// 1, 2 or 5 times a power of ten, not less than `least`.
pub fn round_step(least: f64) -> f64 {
    if least <= 0.0 || !least.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= least * 0.999_999);
    factor.unwrap_or(10.0) * power
}

fn every(step: f64, low: f64, high: f64) -> Vec<f64> {
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// Powers of ten; with 2 and 5 between, or 3, where there is room, or more within a decade.
fn logarithmic(low: f64, high: f64, count: usize) -> Vec<f64> {
    let decades = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
    let inside_decade = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    for factors in [&[1.0, 2.0, 5.0][..], &inside_decade, &[1.0, 3.0], &[1.0]] {
        let all = decades.clone().flat_map(|d| factors.iter().map(move |f| f * 10_f64.powi(d)));
        let inside: Vec<f64> = all.filter(|v| *v >= low * 0.999 && *v <= high * 1.001).collect();
        let enough = inside.len() >= 3 && inside.len() <= count.max(3);
        if enough || factors.len() == 1 {
            return inside;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let linear = |low, high| ticks(Quantity::ThroughputPerS, Scale::Linear, low, high, 5);
        assert_eq!(linear(0.0, 120.0), [0.0, 50.0, 100.0]);
        assert_eq!(linear(0.0, 1.0).len(), 6);
        assert_eq!(
            ticks(Quantity::TimeS, Scale::Linear, 0.0, 600.0, 6),
            [0.0, 120.0, 240.0, 360.0, 480.0, 600.0]
        );
        assert_eq!(ticks(Quantity::ResponseUs, Scale::Log, 900.0, 30_000.0, 5), [1e3, 2e3, 5e3, 1e4, 2e4]);
        assert_eq!(ticks(Quantity::ResponseUs, Scale::Log, 2_500.0, 5_500.0, 6), [3e3, 4e3, 5e3]);
        assert_eq!(ticks(Quantity::Users, Scale::Linear, 1.0, 3.0, 8), [1.0, 2.0, 3.0]);
        assert_eq!(round_step(0.0), 1.0);
    }
}
