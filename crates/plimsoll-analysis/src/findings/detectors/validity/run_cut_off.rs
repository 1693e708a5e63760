//! `run-cut-off`: the run was cut off, or is still running.

use crate::findings::prelude::*;
use plimsoll_run::SECOND_US;

pub(crate) static DETECTOR: Detector = Detector {
    id: "run-cut-off",
    severities: &[Severity::Critical],
    when: "the run file holds no end of the run",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunCutOff {
    pub last_step: Option<u32>,
    pub recorded_to_us: u64,
}

impl Claimed for RunCutOff {
    fn next_step(&self) -> NextStep {
        NextStep::RunAgain
    }

    fn makes_figures_unusable(&self) -> bool {
        true
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    if evidence.run.end.is_some() {
        return Vec::new();
    }
    let last = evidence.run.steps.last();
    let claim = RunCutOff { last_step: last.map(|row| row.number), recorded_to_us: recorded_to_us(evidence) };
    vec![Found::new(claim, last.map(EvidenceItem::throughput).into_iter().collect())]
}

fn recorded_to_us(evidence: &Evidence) -> u64 {
    let seconds = evidence.windows.iter().flat_map(|w| &w.seconds);
    seconds.map(|s| (u64::from(s.second) + 1) * SECOND_US).max().unwrap_or(0)
}
