//! `requirement-unreadable`: a requirement could not be read, so nothing was judged by it.

use crate::findings::prelude::*;
use crate::requirements::{JudgedAt, Verdict};

pub(crate) static DETECTOR: Detector = Detector {
    id: "requirement-unreadable",
    severities: &[Severity::Critical],
    when: "a stored requirement can't be read",
    requires: "requirements",
    needs: &[Need::Requirements],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequirementUnreadable {
    pub requirement: String,
    pub error: String,
}

impl Claimed for RequirementUnreadable {
    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let found = |verdict: &Verdict| {
        let JudgedAt::Unreadable { error } = &verdict.judged_at else { return None };
        let (requirement, error) = (verdict.requirement.clone(), error.clone());
        Some(Found::new(RequirementUnreadable { requirement, error }, Vec::new()))
    };
    evidence.run.verdicts.iter().filter_map(found).collect()
}
