//! `elements-skipped`: the plan asked for what was not performed.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "elements-skipped",
    severities: &[Severity::Warning],
    when: "parts of the plan were left out",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ElementsSkipped {
    pub elements: Vec<String>,
}

impl Claimed for ElementsSkipped {
    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let elements = evidence.run.header.plan.skipped.clone();
    if elements.is_empty() {
        return Vec::new();
    }
    vec![Found::new(ElementsSkipped { elements }, Vec::new())]
}
