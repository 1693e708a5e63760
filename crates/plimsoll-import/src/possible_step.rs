//! Figures of a table's row that can't be: a column of something else, a slip of the pen. They are no figure, and said with their line.

use crate::step_table::TableStep;

/// Of a percentile or a mean, by which rounding may put it above a larger one.
const ROUNDED: f64 = 1.01;

/// The row without what can't be.
pub fn possible(step: TableStep, line: u64, problems: &mut Vec<String>) -> TableStep {
    let mut step = step;
    if let Some(percent) = step.error_percent.filter(|percent| *percent > 100.0) {
        let rounded = (percent * 100.0).round() / 100.0;
        problems.push(format!("line {line}: {rounded} % of the requests failed: more than all of them"));
        step.error_percent = None;
    }
    let mut ascending = step.percentiles.clone();
    ascending.sort_by(|a, b| a.0.total_cmp(&b.0));
    let falls = ascending.windows(2).find(|pair| pair[0].1 > ROUNDED * pair[1].1);
    if let Some([(low, low_us), (high, high_us)]) = falls {
        let (low_ms, high_ms) = (low_us / 1e3, high_us / 1e3);
        problems.push(format!(
            "line {line}: p{high} of {high_ms} ms is below p{low} of {low_ms} ms: the row's percentiles are in no figure"
        ));
        step.percentiles.clear();
    }
    let longest_us = step.percentiles.iter().find(|(percent, _)| *percent == 100.0).map(|(_, us)| *us);
    if let Some((mean_us, longest_us)) =
        step.mean_us.zip(longest_us).filter(|(mean, max)| *mean > ROUNDED * max)
    {
        let (mean_ms, longest_ms) = (mean_us / 1e3, longest_us / 1e3);
        problems.push(format!(
            "line {line}: a mean of {mean_ms} ms is above the longest time, {longest_ms} ms: the row's times are in no figure"
        ));
        step.mean_us = None;
        step.percentiles.clear();
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(step: TableStep, problems: usize, expected: (Option<f64>, Option<f64>, usize)) {
        let mut found = Vec::new();
        let left = possible(step, 3, &mut found);
        assert_eq!(found.len(), problems, "{found:?}");
        assert_eq!((left.error_percent, left.mean_us, left.percentiles.len()), expected, "{found:?}");
    }

    #[test]
    fn what_cannot_be_is_left_out_and_reported() {
        let row = |error_percent, mean_us, percentiles: &[(f64, f64)]| TableStep {
            error_percent: Some(error_percent),
            mean_us: Some(mean_us),
            percentiles: percentiles.to_vec(),
            ..TableStep::default()
        };
        let usual = [(50.0, 180e3), (95.0, 310e3), (100.0, 900e3)];
        check(row(100.0, 200e3, &usual), 0, (Some(100.0), Some(200e3), 3));
        check(row(120.0, 200e3, &usual), 1, (None, Some(200e3), 3));
        check(row(0.0, 200e3, &[(95.0, 150e3), (50.0, 195e3)]), 1, (Some(0.0), Some(200e3), 0));
        // Rounded each for itself.
        check(row(0.0, 200e3, &[(95.0, 195e3), (50.0, 196e3)]), 0, (Some(0.0), Some(200e3), 2));
        check(row(0.0, 500e3, &[(50.0, 180e3), (100.0, 200e3)]), 1, (Some(0.0), None, 0));
    }
}
