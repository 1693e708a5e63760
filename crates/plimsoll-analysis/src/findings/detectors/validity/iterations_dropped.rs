//! `iterations-dropped`: a load generator started fewer iterations than it was to.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "iterations-dropped",
    severities: &[Severity::Warning],
    when: "a load generator did not start iterations that were due, for no user was free (k6): no figure of requests has them",
    requires: "imported results of k6",
    needs: &[],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IterationsDropped {
    pub iterations: u64,
}

impl Claimed for IterationsDropped {
    fn next_step(&self) -> NextStep {
        NextStep::MoreUsers
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let iterations = plimsoll_run::note::iterations_dropped(&evidence.recorded.notes);
    if iterations == 0 {
        return Vec::new();
    }
    vec![Found::new(IterationsDropped { iterations }, Vec::new())]
}
