//! `elements-approximated`: the plan asked for what was not exactly performed.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "elements-approximated",
    severities: &[Severity::Information],
    when: "parts were performed with a stated difference",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ElementsApproximated {
    pub elements: Vec<String>,
}

impl Claimed for ElementsApproximated {
    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let elements = evidence.run.header.plan.approximated.clone();
    if elements.is_empty() {
        return Vec::new();
    }
    vec![Found::new(ElementsApproximated { elements }, Vec::new())]
}
