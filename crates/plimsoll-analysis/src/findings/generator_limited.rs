//! `generator-limited`: a worker's CPU above 80 % in more than 10 % of the seconds, timers later (p99) than
//! the median response (and than 2 ms), or failures of the generator's own. The step is invalid.

use super::{Claim, Evidence};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let of_step = |row: &crate::step::StepRow| {
        let step = row.number;
        let problems = row.problems.iter().filter(|problem| problem.is_generators());
        problems.map(|problem| Claim::GeneratorLimited { step, problem: problem.clone() }).collect::<Vec<_>>()
    };
    evidence.run.steps.iter().flat_map(of_step).collect()
}
