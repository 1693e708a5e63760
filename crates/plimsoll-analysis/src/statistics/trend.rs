use super::Z_95;
use super::distribution::normal_p;
use super::sample::{ascending, mean, thinned, ties};
use super::theil_sen::theil_sen;
use serde::Serialize;

/// Below this many values there is no test.
pub const TREND_VALUES_MIN: usize = 4;

/// Longer series are averaged in groups first: every pair is compared.
const VALUES_MAX: usize = 1_000;

/// Does a series rise or fall, in whatever form? By the Mann–Kendall test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trend {
    /// Pairs that rise less pairs that fall.
    pub s: f64,
    /// Standard normal when there is no trend.
    pub z: f64,
    /// Two-sided; 1 for fewer than [`TREND_VALUES_MIN`] values.
    pub p: f64,
    /// Kendall's: `s` as a share of all pairs, −1 to 1.
    pub tau: f64,
    /// By how much the variance of `s` was raised for values that follow one another closely; 1 for independent ones.
    pub correction: f64,
}

/// Mann–Kendall test for values in the order of time, with the variance corrected for autocorrelation: Hamed & Rao
/// 1998, by the autocorrelation of the ranks less Theil and Sen's slope, at the lags where it is significant (5 %).
/// The correction never lowers the variance: a negative estimate would claim more than independent values could show.
pub fn mann_kendall(values: &[f64]) -> Trend {
    seasonal_kendall(&[values])
}

/// The same for several series, each tested by itself and all judged together: sums of S and of its variances (Hirsch & Slack 1982).
/// They are taken as independent of one another.
pub fn seasonal_kendall(series: &[&[f64]]) -> Trend {
    let all: Vec<Score> = series.iter().filter_map(|values| Score::of(values)).collect();
    let sum = |of: fn(&Score) -> f64| all.iter().map(of).sum::<f64>();
    let (s, variance, pairs) = (sum(|of| of.s), sum(|of| of.variance), sum(|of| of.pairs));
    let corrected = sum(|of| of.variance * of.correction);
    // One less, for S moves in steps of two.
    let z = if variance > 0.0 { (s - sign(s)) / corrected.sqrt() } else { 0.0 };
    Trend {
        s,
        z,
        p: normal_p(z),
        tau: if pairs > 0.0 { s / pairs } else { 0.0 },
        correction: if variance > 0.0 { corrected / variance } else { 1.0 },
    }
}

/// What one series adds.
struct Score {
    s: f64,
    variance: f64,
    correction: f64,
    pairs: f64,
}

impl Score {
    fn of(values: &[f64]) -> Option<Score> {
        let values = thinned(values, VALUES_MAX);
        let n = values.len() as f64;
        if values.len() < TREND_VALUES_MIN {
            return None;
        }
        let s: f64 = pairs(&values).map(|(before, after)| sign(after - before)).sum();
        let tied: f64 = ties(&ascending(&values)).map(|t| t * (t - 1.0) * (2.0 * t + 5.0)).sum();
        let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - tied) / 18.0;
        Some(Score { s, variance, correction: correction(&values), pairs: n * (n - 1.0) / 2.0 })
    }
}

fn pairs(values: &[f64]) -> impl Iterator<Item = (f64, f64)> + '_ {
    values.iter().enumerate().flat_map(|(i, before)| values[i + 1..].iter().map(|after| (*before, *after)))
}

fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

fn correction(values: &[f64]) -> f64 {
    let n = values.len();
    let points: Vec<(f64, f64)> = values.iter().enumerate().map(|(i, value)| (i as f64, *value)).collect();
    let Some(line) = theil_sen(&points) else { return 1.0 };
    let detrended: Vec<f64> = points.iter().map(|(x, y)| y - line.slope * x).collect();
    let ranks = ranks(&detrended);
    let centre = mean(&ranks);
    let of_lag = |lag: usize| -> f64 {
        ranks.iter().zip(&ranks[lag..]).map(|(a, b)| (a - centre) * (b - centre)).sum::<f64>()
    };
    let whole = of_lag(0);
    if whole <= 0.0 {
        return 1.0;
    }
    let significant = Z_95 / (n as f64).sqrt();
    let nf = n as f64;
    let sum: f64 = (1..n - 1)
        .map(|lag| (lag as f64, of_lag(lag) / whole))
        .filter(|(_, correlation)| correlation.abs() > significant)
        .map(|(lag, correlation)| (nf - lag) * (nf - lag - 1.0) * (nf - lag - 2.0) * correlation)
        .sum();
    (1.0 + 2.0 / (nf * (nf - 1.0) * (nf - 2.0)) * sum).max(1.0)
}

/// From 1; equal values share the mean of their ranks.
pub(super) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for group in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let rank = before as f64 + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|at| ranks[*at] = rank);
        before += group.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], s: f64, z: f64, p: f64, tau: f64, correction: f64) {
        let trend = mann_kendall(values);
        let near = |got: f64, wanted: f64| (got - wanted).abs() < 1e-9 + 1e-7 * wanted.abs();
        assert!(near(trend.s, s) && near(trend.tau, tau), "{trend:?}");
        assert!(near(trend.z, z) && near(trend.p, p) && near(trend.correction, correction), "{trend:?}");
    }

    /// FOLIO's job durations in minutes, and a slow wave on a rise.
    const JOBS: [f64; 8] = [52.85, 53.27, 53.50, 55.63, 54.75, 55.42, 54.72, 55.02];

    fn wave() -> Vec<f64> {
        (0..60)
            .map(|i| f64::from(i) * 0.02 + (f64::from(i) / 6.0).sin() + f64::from((i * 7919) % 101) / 200.0)
            .collect()
    }

    const TIED: [f64; 12] = [1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 1.0, 4.0, 4.0, 5.0, 5.0, 5.0];

    /// pymannkendall 1.4: `hamed_rao_modification_test(v)`, its `var_s` by that of `original_test(v)`.
    #[test]
    fn agrees_with_pymannkendall() {
        check(&JOBS, 14.0, 1.6083328927425289, 0.10776229039192153, 0.5, 1.0);
        check(&TIED, 48.0, 3.3178766776118325, 0.000907045222355185, 0.7272727272727273, 1.0);
        check(&wave(), 496.0, 1.5240201650067973, 0.12750367397323648, 0.280225988700565, 4.291293325521131);
    }

    /// A wave looks like a trend to a test that takes neighbours as independent: z 3.16, p 0.0016.
    #[test]
    fn neighbours_that_move_together_are_no_evidence_of_a_trend() {
        assert!(mann_kendall(&wave()).p > 0.1);
    }

    /// Two series of which neither shows it: z 1.6 and 1.9.
    #[test]
    fn several_series_show_together_what_one_does_not() {
        let [first, second] = [[1.0, 3.0, 2.0, 4.0, 5.0], [10.0, 20.0, 30.0, 25.0, 40.0]];
        let both = seasonal_kendall(&[&first, &second]);
        assert_eq!((both.s, both.tau), (16.0, 0.8), "{both:?}");
        assert!((both.z - 15.0 / (2.0 * 50.0 / 3.0_f64).sqrt()).abs() < 1e-9, "{both:?}");
        assert_eq!(seasonal_kendall(&[]).p, 1.0);
    }

    #[test]
    fn what_stands_still_or_is_short_has_no_trend() {
        assert_eq!(mann_kendall(&[7.0; 20]).p, 1.0);
        assert_eq!(mann_kendall(&[1.0, 2.0, 3.0]).p, 1.0);
        assert_eq!(mann_kendall(&[]).p, 1.0);
    }

    #[test]
    fn a_long_rise_is_seen_in_means_of_its_groups() {
        let rise: Vec<f64> = (0..50_000).map(f64::from).collect();
        let trend = mann_kendall(&rise);
        assert!(trend.tau == 1.0 && trend.p < 1e-6, "{trend:?}");
    }
}
