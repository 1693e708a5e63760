use super::distribution::normal_p;
use super::sample::{ascending, median_of_sorted, ties};
use super::trend::ranks;
use super::{Bounds, Z_95};
use serde::Serialize;

/// Up to this many values on either side the distribution is counted out.
const EXACT_MAX: usize = 25;

/// Is one group of values larger than another, and by how much? Nothing is assumed of their distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankSum {
    /// Pairs in which b is larger; ties count half.
    pub u: f64,
    /// Two-sided.
    pub p: f64,
    /// Counted out, not by the normal distribution.
    pub exact: bool,
    /// The smallest p that so many values could ever have: 0.1 for three against three.
    pub p_min: f64,
    /// Hodges and Lehmann's: the median of all differences b − a.
    pub shift: f64,
    /// `None`: so few values give no interval of 95 %.
    pub shift_bounds_95: Option<Bounds>,
}

/// Mann–Whitney test of `b` against `a` with the Hodges–Lehmann shift and its interval (Hollander & Wolfe 1973).
/// Exact without ties and up to 25 values on a side; else normal, corrected for ties and continuity.
/// `None` if one side has no value.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> Option<RankSum> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let both = ascending(&[a, b].concat());
    let tied: Vec<f64> = ties(&both).collect();
    let (m, n) = (a.len() as f64, b.len() as f64);
    let rank_sum: f64 = ranks(&[a, b].concat())[a.len()..].iter().sum();
    let u = rank_sum - n * (n + 1.0) / 2.0;
    let exact = tied.is_empty() && a.len() <= EXACT_MAX && b.len() <= EXACT_MAX;
    let differences = differences(a, b);
    let shift = median_of_sorted(&differences);
    let counted = (a.len() <= EXACT_MAX && b.len() <= EXACT_MAX).then(|| cumulative(a.len(), b.len()));
    let p_min = counted.as_ref().map_or(0.0, |shares| (2.0 * shares[0]).min(1.0));
    let all = m + n;
    let tie_term: f64 = tied.iter().map(|t| t.powi(3) - t).sum();
    let deviation = (m * n / 12.0 * (all + 1.0 - tie_term / (all * (all - 1.0)).max(1.0))).max(0.0).sqrt();
    let (p, rank) = match counted.filter(|_| exact) {
        Some(shares) => {
            let tail = shares[u.min(m * n - u) as usize];
            let rank = shares.iter().take_while(|share| **share <= 0.025).count();
            ((2.0 * tail).min(1.0), rank)
        }
        None => {
            let off = ((u - m * n / 2.0).abs() - 0.5).max(0.0);
            let p = if deviation > 0.0 { normal_p(off / deviation) } else { 1.0 };
            let rank = (m * n / 2.0 - Z_95 * deviation).floor().max(0.0) as usize;
            (p, if p_min > 0.05 { 0 } else { rank })
        }
    };
    let inside = rank > 0 && 2 * rank <= differences.len();
    let bounds =
        inside.then(|| Bounds { low: differences[rank - 1], high: differences[differences.len() - rank] });
    Some(RankSum { u, p: p.max(p_min), exact, p_min, shift, shift_bounds_95: bounds })
}

fn differences(a: &[f64], b: &[f64]) -> Vec<f64> {
    let all: Vec<f64> = b.iter().flat_map(|after| a.iter().map(move |before| after - before)).collect();
    ascending(&all)
}

/// P(U ≤ u) for every u when both groups are alike and nothing ties (Mann & Whitney 1947): of the ways to interleave
/// the groups, the share with at most u pairs in order. The numbers of ways
/// are whole and, up to 25 against 25, exact in a float.
fn cumulative(m: usize, n: usize) -> Vec<f64> {
    let size = m * n + 1;
    // Coefficients of the Gaussian binomial: multiply by (1 − q^(m+i)) and divide by (1 − q^i).
    let mut ways = vec![0.0_f64; size];
    ways[0] = 1.0;
    for i in 1..=n {
        for u in (m + i..size).rev() {
            ways[u] -= ways[u - m - i];
        }
        for u in i..size {
            ways[u] += ways[u - i];
        }
    }
    let total: f64 = ways.iter().sum();
    let mut sum = 0.0;
    ways.iter()
        .map(|count| {
            sum += count / total;
            sum
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f64; 8] = [52.85, 53.27, 53.50, 55.63, 54.75, 55.42, 54.72, 55.02];
    const B: [f64; 8] = [53.05, 54.60, 54.45, 58.32, 56.15, 58.13, 58.78, 59.67];

    fn check(a: &[f64], b: &[f64], u: f64, p: f64, shift: f64, bounds: Option<(f64, f64)>) {
        let found = mann_whitney(a, b).expect("values on both sides");
        let near = |got: f64, wanted: f64| (got - wanted).abs() < 1e-9;
        assert!(near(found.u, u) && near(found.p, p) && near(found.shift, shift), "{found:?}");
        match (found.shift_bounds_95, bounds) {
            (Some(got), Some((low, high))) => assert!(near(got.low, low) && near(got.high, high), "{got:?}"),
            (got, wanted) => assert!(got.is_none() && wanted.is_none(), "{got:?}"),
        }
    }

    /// `mannwhitneyu(b, a, method="exact")`, SciPy 1.17.1; the interval from all ways to choose ranks:
    /// ```python
    /// U = [sum(s) - n*(n-1)//2 for s in combinations(range(m+n), n)]
    /// k = sum(np.mean(np.array(U) <= u) <= 0.025 for u in range(m*n + 1))
    /// d = np.sort(np.subtract.outer(b, a).ravel()); d[k-1], d[-k]
    /// ```
    #[test]
    fn agrees_with_scipy_where_it_counts_out() {
        check(&A, &B, 47.0, 0.13038073038073036, 2.7, Some((-0.27, 4.65)));
        check(
            &[1.0, 2.0, 3.0, 4.0],
            &[3.5, 4.5, 6.5, 8.5],
            15.0,
            0.05714285714285714,
            3.0,
            Some((-0.5, 7.5)),
        );
    }

    /// `mannwhitneyu(b, a, method="asymptotic")`; the interval d[k-1], d[-k] with k = floor(mn/2 - 1.96 s), s with ties.
    #[test]
    fn agrees_with_scipy_on_ties_and_many_values() {
        let tied = [1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 1.0, 4.0, 4.0, 5.0, 5.0, 5.0];
        let other = [2.0, 3.0, 3.0, 4.0, 6.0, 7.0, 7.0, 8.0];
        check(&tied, &other, 73.5, 0.05133448138145365, 2.0, Some((0.0, 5.0)));
        let a: Vec<f64> = (0..41).map(|i| 100.0 + f64::from((i * 37) % 41) * 0.5).collect();
        let b: Vec<f64> = (0..43).map(|i| 103.0 + f64::from((i * 29) % 43) * 0.5).collect();
        check(&a, &b, 1150.5, 0.016255655847829096, 3.5, Some((0.5, 6.5)));
    }

    #[test]
    fn three_against_three_can_show_nothing_below_a_tenth() {
        let found = mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).expect("values");
        assert!((found.p - 0.1).abs() < 1e-12 && (found.p_min - 0.1).abs() < 1e-12, "{found:?}");
        assert_eq!(found.shift_bounds_95, None);
    }

    #[test]
    fn equal_values_show_nothing() {
        let found = mann_whitney(&[5.0; 6], &[5.0; 6]).expect("values");
        assert_eq!((found.p, found.shift), (1.0, 0.0));
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }
}
