//! `generator-limited`: a step is invalid by one of the `generator-` rules of [`crate::validity`]; the claim says
//! by which.

use super::{Claim, Evidence};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let of_step = |row: &crate::step::StepRow| {
        let step = row.number;
        let problems = row.problems.iter().filter(|problem| problem.is_generators());
        problems.map(|problem| Claim::GeneratorLimited { step, problem: problem.clone() }).collect::<Vec<_>>()
    };
    evidence.run.steps.iter().flat_map(of_step).collect()
}
