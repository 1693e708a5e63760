use super::sample::{ascending, mean};

/// A series in so many parts of neighbours, each as the mean of its middle half: a burst moves no more than one or two of them.
/// `None`: fewer values than parts.
pub fn middle_means(values: &[f64], parts: usize) -> Option<Vec<f64>> {
    let of = |part: usize| {
        let sorted = ascending(&values[part * values.len() / parts..(part + 1) * values.len() / parts]);
        let edge = sorted.len() / 4;
        mean(&sorted[edge..sorted.len() - edge])
    };
    (parts > 0 && values.len() >= parts).then(|| (0..parts).map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_moves_no_more_than_its_part() {
        let mut values: Vec<f64> = (0..18).map(f64::from).collect();
        assert_eq!(middle_means(&values, 3), Some(vec![2.5, 8.5, 14.5]));
        values[4] = 1_000.0;
        assert_eq!(middle_means(&values, 3), Some(vec![2.75, 8.5, 14.5]));
        assert_eq!(middle_means(&values, 5).map(|of| of.len()), Some(5), "all of them, in parts of 3 and 4");
        assert_eq!(middle_means(&values[..4], 5), None);
    }
}
