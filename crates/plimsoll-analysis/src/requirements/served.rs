//! A throughput that is asked for as high as the arrivals that a step brings.
//!
//! A measured rate scatters around the one that was asked for, so an interval of it holds the limit as often as not. What is
//! certain is a count: every arrival that was due began, every request that it makes ended well, and nothing piled up.

use super::requirement::{Requirement, RequirementMetric};
use super::verdict::{Judgement, JudgementBasis};
use crate::step::StepRow;

/// The verdict on throughput of a step whose every arrival was served: it holds up to the requests that they make.
pub(super) fn with_all_served(
    requirement: &Requirement,
    row: &StepRow,
    (judgement, evidence): (Judgement, JudgementBasis),
) -> (Judgement, JudgementBasis) {
    let is_of_all = requirement.measure == RequirementMetric::Throughput && requirement.transaction.is_none();
    match (served_per_s(row).filter(|_| is_of_all), evidence) {
        (Some(served), JudgementBasis::Throughput { per_s, limit_per_s, .. })
            if judgement != Judgement::Pass && limit_per_s <= served * (1.0 + 1e-9) =>
        {
            let evidence = JudgementBasis::Throughput { per_s, limit_per_s, served_per_s: Some(served) };
            (Judgement::Pass, evidence)
        }
        (_, evidence) => (judgement, evidence),
    }
}

/// Of all arrivals no more than a twentieth may be under way.
const UNDER_WAY_PARTS_MIN: f64 = 20.0;

/// Requests per second that the asked arrivals make; `None` where not all of them were served, or where they make different
/// numbers of requests.
fn served_per_s(row: &StepRow) -> Option<f64> {
    let (arrivals, rate_per_s) = (row.arrivals.as_ref()?, row.rate_per_s?);
    // One may be due at an edge of the window.
    let all_came =
        arrivals.due as f64 >= (rate_per_s * row.measured_s).floor() - 1.0 && arrivals.dropped == 0;
    let failed = row.errors + row.generator_errors > 0;
    if !all_came || failed || arrivals.falls_behind() || arrivals.started == 0 {
        return None;
    }
    let of_each = (row.requests as f64 / arrivals.started as f64).round();
    // What was under way at the window's edges.
    let under_way = of_each * (f64::from(arrivals.busy_max) + 1.0);
    let is_alike = (row.requests as f64 - of_each * arrivals.started as f64).abs() <= under_way;
    // Else arrivals of different numbers of requests could pass for equal ones.
    let is_little = UNDER_WAY_PARTS_MIN * under_way < arrivals.started as f64;
    (of_each >= 1.0 && is_alike && is_little).then_some(of_each * rate_per_s)
}
