//! `requests-not-made`: a step is invalid, for more than 0.1 % of its requests could not be made: a name has no address, or the plan
//! is wrong. That is neither the system's failure nor the load generator's limit.

use crate::findings::prelude::*;
use crate::validity::StepProblem;

pub(crate) static DETECTOR: Detector = Detector {
    id: "requests-not-made",
    severities: &[Severity::Critical],
    when: "> 0.1 % of a step's requests could not be made: a name has no address, or the plan's request is wrong",
    requires: "",
    needs: &[Need::Errors],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestsNotMade {
    pub step: u32,
    pub problem: StepProblem,
}

impl Claimed for RequestsNotMade {
    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }

    fn makes_figures_unusable(&self) -> bool {
        true
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let of_step = |row: &StepRow| {
        let not_made = |problem: &&StepProblem| matches!(problem, StepProblem::RequestsNotMade { .. });
        let problem = row.problems.iter().find(not_made)?.clone();
        Some(Found::new(RequestsNotMade { step: row.number, problem }, vec![EvidenceItem::throughput(row)]))
    };
    evidence.run.steps.iter().filter_map(of_step).collect()
}
