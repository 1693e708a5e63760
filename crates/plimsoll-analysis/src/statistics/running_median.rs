//! The median of the values around each value, of windows of any width, in n log n.

/// For each value the upper median of those up to `reach` places before and after it.
///
/// A window's values are counted by rank in a binary indexed tree (Fenwick 1994), where the k-th is found by descent.
pub fn running_median(values: &[f64], reach: usize) -> Vec<f64> {
    let (ranks, sorted) = ranked(values);
    let mut counts = RankCounts::of(sorted.len());
    let (mut begin, mut end) = (0, 0);
    let median_around = |i: usize| {
        let last = (i + reach + 1).min(ranks.len());
        while end < last {
            counts.add(ranks[end], 1);
            end += 1;
        }
        while begin < i.saturating_sub(reach) {
            counts.add(ranks[begin], -1);
            begin += 1;
        }
        sorted[counts.at(((end - begin) / 2) as i64)]
    };
    (0..values.len()).map(median_around).collect()
}

/// Each value's place among all, and all in ascending order.
fn ranked(values: &[f64]) -> (Vec<usize>, Vec<f64>) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0; values.len()];
    for (rank, place) in order.iter().enumerate() {
        ranks[*place] = rank;
    }
    (ranks, order.iter().map(|place| values[*place]).collect())
}

/// How many of each rank are in the window, as a binary indexed tree.
struct RankCounts(Vec<i64>);

impl RankCounts {
    fn of(ranks: usize) -> RankCounts {
        RankCounts(vec![0; ranks + 1])
    }

    fn add(&mut self, rank: usize, count: i64) {
        let mut at = rank + 1;
        while at < self.0.len() {
            self.0[at] += count;
            at += at & at.wrapping_neg();
        }
    }

    /// The rank of the value that has so many before it.
    fn at(&self, before: i64) -> usize {
        let (mut place, mut left) = (0, before);
        let mut step = (self.0.len()).next_power_of_two();
        while step > 0 {
            if let Some(count) = self.0.get(place + step).filter(|count| **count <= left) {
                place += step;
                left -= count;
            }
            step /= 2;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn it_is_the_middle_of_the_sorted_values_around() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..300 {
            // Some of them with many ties.
            let value = |random: &mut fastrand::Rng| {
                if round % 2 == 0 { random.f64() } else { f64::from(random.u8(0..4)) }
            };
            let values: Vec<f64> = (0..random.usize(0..80)).map(|_| value(&mut random)).collect();
            let reach = random.usize(0..90);
            let around = |i: usize| {
                let mut part = values[i.saturating_sub(reach)..(i + reach + 1).min(values.len())].to_vec();
                part.sort_by(f64::total_cmp);
                part[part.len() / 2]
            };
            let expected: Vec<f64> = (0..values.len()).map(around).collect();
            assert_eq!(running_median(&values, reach), expected, "{values:?}, {reach}");
        }
    }
}
