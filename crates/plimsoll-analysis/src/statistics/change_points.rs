//! Where the level of a series changes.
//!
//! PELT (Killick, Fearnhead and Eckley 2012): the exact least sum of squared deviations from the segments' means plus a
//! penalty for each change, 3·σ²·ln n (BIC with a margin), σ from the median absolute difference of neighbours.

use std::ops::Range;

/// Values that are looked at one by one; longer series are averaged in groups first.
const POINTS_MAX: usize = 6_000;

/// Segments of a constant level, in order, that together are the whole; each at least `length_min` long (the last may be
/// shorter when all are). `variance_min` is the least that the values vary by where their level stands still: 0 for what
/// is exact, the mean for counts (Poisson).
pub fn segments(values: &[f64], length_min: usize, variance_min: f64) -> Vec<Range<usize>> {
    let length_min = length_min.max(1);
    if values.len() < 2 * length_min {
        return if values.is_empty() { Vec::new() } else { std::iter::once(0..values.len()).collect() };
    }
    let group = values.len().div_ceil(POINTS_MAX);
    let coarse: Vec<f64> =
        values.chunks(group).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect();
    let starts = pelt(&coarse, length_min.div_ceil(group).max(1), variance_min / group as f64);
    let ends = starts.iter().skip(1).copied().chain([coarse.len()]);
    starts.iter().copied().zip(ends).map(|(a, b)| a * group..(b * group).min(values.len())).collect()
}

/// Beginnings of the segments, 0 the first.
fn pelt(values: &[f64], length_min: usize, variance_min: f64) -> Vec<usize> {
    let n = values.len();
    let sums = Sums::of(values);
    let penalty = 3.0 * variance_of_noise(values).max(variance_min) * (n as f64).ln();
    // Least cost of the first `t` values, and where their last segment begins.
    let mut best = vec![f64::INFINITY; n + 1];
    let mut from = vec![0; n + 1];
    best[0] = -penalty;
    let mut candidates: Vec<usize> = vec![0];
    for end in length_min..=n {
        let cost = |start: usize| best[start] + sums.cost(start, end) + penalty;
        let chosen = candidates.iter().filter(|start| end - **start >= length_min);
        if let Some((start, least)) =
            chosen.map(|start| (*start, cost(*start))).min_by(|a, b| a.1.total_cmp(&b.1))
        {
            (best[end], from[end]) = (least, start);
        }
        // A start that is worse now by more than a change costs is never best again.
        let least = best[end];
        candidates.retain(|start| end - start < length_min || best[*start] + sums.cost(*start, end) <= least);
        candidates.push(end + 1 - length_min);
        candidates.retain(|start| best[*start].is_finite());
    }
    let mut starts = Vec::new();
    let mut end = n;
    while end > 0 {
        starts.push(from[end]);
        end = from[end];
    }
    starts.reverse();
    starts
}

struct Sums {
    plain: Vec<f64>,
    squared: Vec<f64>,
}

impl Sums {
    fn of(values: &[f64]) -> Sums {
        // About the mean, so that large levels keep their digits.
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let (mut plain, mut squared) = (vec![0.0], vec![0.0]);
        let (mut a, mut b) = (0.0, 0.0);
        for value in values {
            let off = value - mean;
            (a, b) = (a + off, b + off * off);
            plain.push(a);
            squared.push(b);
        }
        Sums { plain, squared }
    }

    /// Squared deviations from their mean.
    fn cost(&self, start: usize, end: usize) -> f64 {
        let sum = self.plain[end] - self.plain[start];
        (self.squared[end] - self.squared[start] - sum * sum / (end - start) as f64).max(0.0)
    }
}

fn variance_of_noise(values: &[f64]) -> f64 {
    let mut differences: Vec<f64> = values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    let middle = differences.len() / 2;
    let median = *differences.select_nth_unstable_by(middle, f64::total_cmp).1;
    // 0.6745 is the quartile of a normal distribution; a difference of two values has √2 of their deviation.
    let deviation = median / 0.6745 / std::f64::consts::SQRT_2;
    let spread = values.iter().fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
    // Levels without any noise: what is a thousandth of the range is no change.
    let least = (spread.1 - spread.0).max(1e-9) * 1e-3;
    deviation.max(least).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels with their lengths, and noise of a repeatable kind.
    fn series(levels: &[(f64, usize)], noise: f64) -> Vec<f64> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // The sum of four is near enough to normal.
            (0..4).map(|part| ((state >> (part * 16)) & 0xffff) as f64 / 65_536.0 - 0.5).sum::<f64>()
        };
        levels.iter().flat_map(|(level, length)| vec![*level; *length]).map(|v| v + next() * noise).collect()
    }

    fn check(levels: &[(f64, usize)], noise: f64, slack: usize) {
        let found = segments(&series(levels, noise), 10, 0.0);
        let mut start = 0;
        assert_eq!(found.len(), levels.len(), "{levels:?} {noise}: {found:?}");
        for (segment, (_, length)) in found.iter().zip(levels) {
            assert!(segment.start.abs_diff(start) <= slack, "{levels:?} {noise}: {found:?}");
            start += length;
        }
    }

    #[test]
    fn changes_of_level_are_found_where_they_are() {
        check(&[(10.0, 60), (20.0, 60), (15.0, 60)], 0.0, 0);
        check(&[(10.0, 60), (20.0, 60), (15.0, 60)], 4.0, 2);
        check(&[(100.0, 900), (120.0, 900), (110.0, 900)], 30.0, 12);
        check(&[(1e9, 50), (1e9 + 10.0, 50)], 1.0, 1);
    }

    #[test]
    fn a_steady_series_is_one_segment() {
        for noise in [0.0, 1.0, 50.0] {
            check(&[(100.0, 600)], noise, 0);
        }
        assert!(segments(&[], 10, 0.0).is_empty());
        assert_eq!(segments(&[1.0; 15], 10, 0.0).first(), Some(&(0..15)));
    }

    #[test]
    fn rare_counts_are_no_change_of_level() {
        let rare: Vec<f64> = (0..2_000).map(|n| f64::from(u8::from(n * 7_919 % 37 == 0))).collect();
        assert_eq!(segments(&rare, 10, 0.03).first(), Some(&(0..2_000)));
    }

    #[test]
    fn long_series_are_looked_at_in_groups() {
        check(&[(10.0, 10_000), (20.0, 10_000)], 4.0, 8);
    }

    #[test]
    fn segments_are_the_whole_and_none_is_too_short() {
        let values = series(&[(1.0, 7), (5.0, 13), (2.0, 3), (9.0, 40), (1.0, 12)], 1.0);
        let found = segments(&values, 10, 0.0);
        assert_eq!((found[0].start, found.last().map(|s| s.end)), (0, Some(values.len())));
        assert!(found.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(found.iter().all(|segment| segment.len() >= 10), "{found:?}");
    }
}
