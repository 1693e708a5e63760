//! `run-stopped`: the run ended before everything asked for was done.

use crate::findings::prelude::*;
use crate::measured::ended_by_itself;
use plimsoll_run::EndReason;

pub(crate) static DETECTOR: Detector = Detector {
    id: "run-stopped",
    severities: &[Severity::Critical],
    when: "it ended before all was done",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunStopped {
    pub reason: EndReason,
    pub at_us: u64,
}

impl Claimed for RunStopped {
    fn next_step(&self) -> NextStep {
        NextStep::RunAgain
    }

    fn makes_figures_unusable(&self) -> bool {
        true
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let searched = evidence.run.rate_capacity().is_some();
    let end = evidence.run.end.as_ref().filter(|end| !ended_by_itself(&end.reason, searched));
    let claim = end.map(|end| RunStopped { reason: end.reason.clone(), at_us: end.at_us });
    claim.map(|claim| Found::new(claim, Vec::new())).into_iter().collect()
}
