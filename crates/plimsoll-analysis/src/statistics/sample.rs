//! Mean, variance, median of a handful of values.

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// With n − 1; 0 for a single value.
pub(super) fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (values.len() as f64 - 1.0).max(1.0)
}

/// Of at least one value, in ascending order.
pub(super) fn median_of_sorted(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}

pub(super) fn median(values: &[f64]) -> f64 {
    median_of_sorted(&ascending(values))
}

pub(super) fn ascending(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// How often each value that occurs more than once occurs.
pub(super) fn ties(sorted: &[f64]) -> impl Iterator<Item = f64> + '_ {
    sorted.chunk_by(|a, b| a == b).map(|group| group.len() as f64).filter(|size| *size > 1.0)
}

/// Means of neighbours, so that at most `count_max` remain: what compares every pair takes time with the square.
pub(super) fn thinned(values: &[f64], count_max: usize) -> Vec<f64> {
    let group = values.len().div_ceil(count_max).max(1);
    values.chunks(group).map(mean).collect()
}
