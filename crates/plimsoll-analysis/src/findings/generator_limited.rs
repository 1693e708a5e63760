//! `generator-limited`: a step is invalid by one of the `generator-` rules of [`crate::validity`]; the claim says
//! by which.

use super::{Claim, Evidence};
use crate::step::StepRow;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let of_step = |row: &StepRow| {
        let mut problems = row.problems.iter().filter(|problem| problem.is_generators()).cloned();
        let problem = problems.next()?;
        Some(Claim::GeneratorLimited { step: row.number, problem, further: problems.collect() })
    };
    evidence.run.steps.iter().filter_map(of_step).collect()
}
