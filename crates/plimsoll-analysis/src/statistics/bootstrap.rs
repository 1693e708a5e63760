use super::Bounds;

/// Below this many seconds no interval is given: there is nothing to resample.
pub const SECONDS_MIN: usize = 5;

/// How many times the seconds are drawn again.
pub const RESAMPLES: usize = 1_000;

/// 95 % interval of `Σ numerator / Σ denominator` over seconds that are correlated in time.
///
/// Stationary bootstrap (Politis & Romano 1994): blocks of geometric length, n^⅓ seconds on average,
/// wrapped around the end; the interval is the 2.5th to 97.5th percentile of [`RESAMPLES`] resamples.
/// `None` for fewer than [`SECONDS_MIN`] seconds, or if the denominators are all 0.
pub fn ratio_bounds(seconds: &[(f64, f64)], seed: u64) -> Option<Bounds> {
    let n = seconds.len();
    if n < SECONDS_MIN || seconds.iter().all(|(_, denominator)| *denominator == 0.0) {
        return None;
    }
    let new_block = (n as f64).cbrt().recip();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut ratios: Vec<f64> = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let (mut numerator, mut denominator) = (0.0, 0.0);
        let mut at = random.usize(..n);
        for _ in 0..n {
            numerator += seconds[at].0;
            denominator += seconds[at].1;
            at = if random.f64() < new_block { random.usize(..n) } else { (at + 1) % n };
        }
        if denominator > 0.0 {
            ratios.push(numerator / denominator);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let rank = |share: f64| ratios.get((share * (ratios.len() as f64 - 1.0)).round() as usize).copied();
    Some(Bounds { low: rank(0.025)?, high: rank(0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An autoregressive series, x₀ = 100, xₜ = 100 + 0.7 (xₜ₋₁ − 100) + eₜ, eₜ from a small congruential generator.
    fn series() -> Vec<(f64, f64)> {
        let (mut state, mut x) = (12_345_u64, 100.0);
        (0..200)
            .map(|_| {
                state = (state * 1_103_515_245 + 12_345) % (1 << 31);
                let noise = (state as f64 / f64::from(1_u32 << 31) - 0.5) * 20.0;
                x = 100.0 + 0.7 * (x - 100.0) + noise;
                (x, 1.0)
            })
            .collect()
    }

    /// The variance of the bootstrapped mean has a closed form (Politis & Romano 1994, Lemma 1); computed
    /// for [`series`] with NumPy: mean 99.9951, standard error 1.0010 (independent seconds: 0.5634).
    #[test]
    fn width_agrees_with_the_closed_form() {
        let bounds = ratio_bounds(&series(), 1).expect("200 seconds");
        let half = (bounds.high - bounds.low) / 2.0;
        assert!((half / (1.96 * 1.0010) - 1.0).abs() < 0.08, "{half}");
        assert!(((bounds.high + bounds.low) / 2.0 - 99.9951).abs() < 0.15, "{bounds:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        assert_eq!(ratio_bounds(&series(), 7), ratio_bounds(&series(), 7));
        assert_ne!(ratio_bounds(&series(), 7), ratio_bounds(&series(), 8));
    }

    #[test]
    fn four_seconds_are_too_few_and_five_enough() {
        assert_eq!(ratio_bounds(&[(1.0, 1.0); 4], 1), None);
        assert_eq!(ratio_bounds(&[(3.0, 1.0); 5], 1), Some(Bounds { low: 3.0, high: 3.0 }));
        assert_eq!(ratio_bounds(&[(0.0, 0.0); 9], 1), None);
    }
}
