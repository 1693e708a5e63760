//! `errors`: surely (Wilson's lower bound) more than 1 % of a step's requests failed. Steps whose most frequent
//! failure is the same are one finding.

use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::step::{ErrorCount, StepRow};

thresholds!("errors", Limits {
    /// % of the requests of a step
    percent = 1.0,
});
/// Kinds and details named in the finding.
const TOP: usize = 3;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let limits = Limits::of(evidence.settings());
    let mut groups: Vec<Vec<&StepRow>> = Vec::new();
    let failing = |row: &&StepRow| row.errors_percent_bounds_95.low > limits.percent;
    for row in evidence.run.steps.iter().filter(failing) {
        match groups.iter_mut().find(|group| worst(group[0]) == worst(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups.iter().map(|group| claim(group)).collect()
}

fn of_servers(row: &StepRow) -> impl Iterator<Item = &ErrorCount> {
    row.error_details.iter().filter(|error| !error.kind.is_generators())
}

/// The most frequent failure, without its count.
fn worst(row: &StepRow) -> Option<ErrorCount> {
    of_servers(row).next().map(|error| ErrorCount { count: 0, ..error.clone() })
}

fn claim(rows: &[&StepRow]) -> Claim {
    let percents = || rows.iter().map(|row| row.errors_percent);
    let mut top: Vec<ErrorCount> = Vec::new();
    for error in rows.iter().flat_map(|row| of_servers(row)) {
        match top.iter_mut().find(|found| (found.kind, &found.detail) == (error.kind, &error.detail)) {
            Some(found) => found.count += error.count,
            None => top.push(error.clone()),
        }
    }
    top.sort_by_key(|error| std::cmp::Reverse(error.count));
    top.truncate(TOP);
    Claim::HighErrors {
        steps: rows.iter().map(|row| row.number).collect(),
        errors: rows.iter().map(|row| row.errors).sum(),
        requests: rows.iter().map(|row| row.requests.saturating_sub(row.generator_errors)).sum(),
        errors_percent_min: percents().fold(f64::INFINITY, f64::min),
        errors_percent_max: percents().fold(0.0, f64::max),
        top,
    }
}
