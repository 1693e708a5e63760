//! `checks-failed`: checks of a load generator's script failed, which it counts apart from its requests.

use crate::findings::prelude::*;
use plimsoll_run::NoteContent;

pub(crate) static DETECTOR: Detector = Detector {
    id: "checks-failed",
    severities: &[Severity::Warning],
    when: "checks of a script failed that belong to no request (k6): no figure of requests has them",
    requires: "imported results of k6",
    needs: &[Need::ScriptChecks],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChecksFailed {
    /// Of the checks in `checks`.
    pub failed: u64,
    pub of: u64,
    /// Those that failed most first.
    pub checks: Vec<FailedCheck>,
}

/// What one check of a script came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedCheck {
    pub name: String,
    pub failed: u64,
    pub of: u64,
}

impl Claimed for ChecksFailed {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let notes = evidence.recorded.notes.iter();
    let failed = |note: &plimsoll_run::Note| match &note.content {
        NoteContent::ChecksFailed { check, failed, of } => {
            Some(FailedCheck { name: check.clone(), failed: *failed, of: *of })
        }
        _ => None,
    };
    let mut checks: Vec<FailedCheck> = notes.filter_map(failed).collect();
    if checks.is_empty() {
        return Vec::new();
    }
    checks.sort_by_key(|check| std::cmp::Reverse(check.failed));
    let sum = |figure: fn(&FailedCheck) -> u64| checks.iter().map(figure).sum();
    let (failed, of) = (sum(|check| check.failed), sum(|check| check.of));
    vec![Found::new(ChecksFailed { failed, of, checks }, Vec::new())]
}
