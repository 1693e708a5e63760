//! `generator-errors`: more than 0.1 % of the requests failed on the generator's side: no descriptor or port, a
//! name without an address, a request that can't be made. They are counted apart, and never as the server's.

use super::StepProblem;
use crate::step::StepRow;

/// Of all requests.
pub const GENERATOR_ERRORS_PERCENT_MAX: f64 = 0.1;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let (count, requests) = (row.generator_errors, row.requests);
    let detail = || row.error_details.iter().find(|error| error.kind.is_generators()).cloned();
    (count as f64 > requests as f64 * GENERATOR_ERRORS_PERCENT_MAX / 100.0)
        .then(|| StepProblem::GeneratorErrors { count, requests, detail: detail() })
}
