use super::distribution::student_p;
use super::sample::{mean, variance};
use serde::Serialize;

/// Below this many values on a side there is no level to speak of.
const SIDE_MIN: usize = 2;

/// More values are not looked at: time goes with the square. The oldest are left out.
pub const HISTORY_MAX: usize = 1_000;

/// From here on a history is at another level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangePoint {
    /// The first value of the new level.
    pub at: usize,
    /// Mean from the change before to this one, and from this one to the next.
    pub before: f64,
    pub after: f64,
    /// Two-sided p of Student's t between the two levels.
    pub p: f64,
}

impl ChangePoint {
    /// Signed, in percent of the level before.
    pub fn percent(&self) -> f64 {
        100.0 * (self.after / self.before - 1.0)
    }
}

/// Changes in a history of runs: E-Divisive (Matteson & James 2014) splits where the energy distance between the two
/// sides is greatest, and a split counts if Student's t tells its sides apart at `p_max` (as Apache Otava does; Fleming et
/// al. 2023, arXiv 2301.03034, with 0.001). Then again inside each side; last, changes that their neighbours leave no
/// ground for are taken back.
pub fn e_divisive(values: &[f64], p_max: f64) -> Vec<ChangePoint> {
    let skipped = values.len().saturating_sub(HISTORY_MAX);
    let values = &values[skipped..];
    let mut found = Vec::new();
    let mut open = Vec::new();
    open.push(0..values.len());
    while let Some(range) = open.pop() {
        let Some(split) = best_split(&values[range.clone()]).map(|split| range.start + split) else {
            continue;
        };
        if differ(&values[range.start..split], &values[split..range.end]) <= p_max {
            found.push(split);
            open.extend([range.start..split, split..range.end]);
        }
    }
    found.sort_unstable();
    loop {
        let changes = changes(values, &found);
        match changes.iter().max_by(|a, b| a.p.total_cmp(&b.p)) {
            Some(weakest) if weakest.p > p_max => found.retain(|at| *at != weakest.at),
            _ => return changes.into_iter().map(|c| ChangePoint { at: c.at + skipped, ..c }).collect(),
        }
    }
}

fn changes(values: &[f64], splits: &[usize]) -> Vec<ChangePoint> {
    let ends: Vec<usize> = [0].into_iter().chain(splits.iter().copied()).chain([values.len()]).collect();
    let change = |part: &[usize]| {
        let (before, after) = (&values[part[0]..part[1]], &values[part[1]..part[2]]);
        ChangePoint { at: part[1], before: mean(before), after: mean(after), p: differ(before, after) }
    };
    ends.windows(3).map(change).collect()
}

/// Two-sided p of Student's t with a common variance.
fn differ(a: &[f64], b: &[f64]) -> f64 {
    let (m, n) = (a.len() as f64, b.len() as f64);
    let degrees = m + n - 2.0;
    let common = ((m - 1.0) * variance(a) + (n - 1.0) * variance(b)) / degrees;
    let difference = mean(b) - mean(a);
    if difference == 0.0 {
        return 1.0;
    }
    student_p(difference / (common * (1.0 / m + 1.0 / n)).sqrt(), degrees).unwrap_or(1.0)
}

/// Where the energy distance, weighted by mn/(m + n), is greatest.
fn best_split(values: &[f64]) -> Option<usize> {
    let n = values.len();
    if n < 2 * SIDE_MIN {
        return None;
    }
    let distances_to =
        |at: usize, others: &[f64]| -> f64 { others.iter().map(|other| (values[at] - other).abs()).sum() };
    // Sums of distances across the split and within its sides, kept up to date as it moves.
    let (mut crossing, mut left) = (0.0, 0.0);
    let mut right: f64 = (0..n).map(|i| distances_to(i, &values[i + 1..])).sum();
    let mut best = (f64::NEG_INFINITY, 0);
    for split in 1..n {
        let moved = split - 1;
        let (to_left, to_right) =
            (distances_to(moved, &values[..moved]), distances_to(moved, &values[split..]));
        left += to_left;
        right -= to_right;
        crossing += to_right - to_left;
        let (m, k) = (split as f64, (n - split) as f64);
        if split < SIDE_MIN || n - split < SIDE_MIN {
            continue;
        }
        let energy = 2.0 * crossing / (m * k) - left / (m * (m - 1.0) / 2.0) - right / (k * (k - 1.0) / 2.0);
        let weighted = energy * m * k / (m + k);
        if weighted > best.0 {
            best = (weighted, split);
        }
    }
    (best.1 > 0).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps() -> Vec<f64> {
        let level = |i: i32| {
            if i < 15 {
                0.0
            } else if i < 28 {
                6.0
            } else {
                3.0
            }
        };
        (0..40).map(|i| 100.0 + f64::from((i * 37) % 11) * 0.4 + level(i)).collect()
    }

    /// Splits by brute force over NumPy's `abs(subtract.outer(v, v))`; p by `scipy.stats.ttest_ind`:
    /// between 0..15 and 15..28 1.3400e-12, between 15..28 and 28..40 2.5646e-06.
    #[test]
    fn agrees_with_numpy_and_scipy() {
        let found = e_divisive(&steps(), 0.001);
        assert_eq!(found.iter().map(|change| change.at).collect::<Vec<_>>(), [15, 28]);
        assert!((found[0].p / 1.3399589592159032e-12 - 1.0).abs() < 1e-6, "{found:?}");
        assert!((found[1].p / 2.5645769393074644e-06 - 1.0).abs() < 1e-6, "{found:?}");
        assert!((found[0].percent() - 6.19737).abs() < 1e-4, "{found:?}");
        assert!((found[1].after - 104.9).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn noise_has_no_changes() {
        let noise: Vec<f64> = (0..60).map(|i| 100.0 + f64::from((i * 7919) % 101) / 20.0).collect();
        assert_eq!(e_divisive(&noise, 0.001), []);
        assert_eq!(e_divisive(&[5.0; 30], 0.001), []);
        assert_eq!(e_divisive(&[1.0, 9.0, 1.0], 0.001), []);
        assert_eq!(e_divisive(&[], 0.001), []);
    }

    #[test]
    fn the_oldest_of_a_long_history_are_left_out() {
        let long: Vec<f64> = (0..1_200).map(|i| f64::from(i >= 1_100) * 10.0 + f64::from(i % 3)).collect();
        assert_eq!(e_divisive(&long, 0.001).iter().map(|change| change.at).collect::<Vec<_>>(), [1_100]);
    }
}
