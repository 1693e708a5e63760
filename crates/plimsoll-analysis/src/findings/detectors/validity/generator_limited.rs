//! `generator-limited`: a step is invalid by one of the `generator-` rules of [`crate::validity`]; the claim says
//! by which.

use crate::findings::prelude::*;
use crate::validity::StepProblem;

pub(crate) static DETECTOR: Detector = Detector {
    id: "generator-limited",
    severities: &[Severity::Critical],
    when: "a step is invalid by a `generator-` rule ([report.md](report.md#is-it-valid)): the load generator's \
        CPU, delay, arrivals not sent, late timers, long turns, own failures, descriptors, ports",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneratorLimited {
    pub step: u32,
    /// The most important one.
    pub problem: StepProblem,
    pub further: Vec<StepProblem>,
}

impl Claimed for GeneratorLimited {
    fn next_step(&self) -> NextStep {
        NextStep::FreeTheGenerator
    }

    fn makes_figures_unusable(&self) -> bool {
        true
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let of_step = |row: &StepRow| {
        let mut problems = row.problems.iter().filter(|problem| problem.is_generators()).cloned();
        let problem = problems.next()?;
        let claim = GeneratorLimited { step: row.number, problem, further: problems.collect() };
        Some(Found::new(claim, vec![EvidenceItem::throughput(row)]))
    };
    evidence.run.steps.iter().filter_map(of_step).collect()
}
