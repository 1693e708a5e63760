//! `little-mismatch`: the users that the recorded times account for, N = X · (R + Z), are more than 2 % (in
//! whole percent) away from the users that were meant to run, and requests that lie across the window's ends do not explain it.
//! Time was spent where nothing measured it, or users had ended. Steps with too few and steps with too many users are two
//! findings.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "little-mismatch",
    severities: &[Severity::Warning],
    when: "N = X·(R+Z) is off by > 2 % in a step of 10 s or more, and still is with the requests that lie \
        across the window's ends",
    requires: "a run that was not imported; users",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

/// Users whom the recorded times account for, of those meant to run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LittleMismatch {
    pub steps: Vec<u32>,
    pub ratio_min: f64,
    pub ratio_max: f64,
}

impl Claimed for LittleMismatch {
    fn next_step(&self) -> NextStep {
        NextStep::MeasureLonger
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let off: Vec<(u32, f64)> = evidence
        .run
        .steps
        .iter()
        // Where the load generator was stopped, or the step broken off, that is why users are missing.
        .filter(|row| row.is_valid() && row.requests > 0)
        .filter_map(|row| {
            Some((
                row.number,
                row.little.filter(|little| little.judged && !little.ok && !little.explained)?.ratio,
            ))
        })
        .collect();
    let (few, many): (Vec<_>, Vec<_>) = off.into_iter().partition(|(_, ratio)| *ratio < 1.0);
    [few, many].iter().filter(|off| !off.is_empty()).map(|off| found(evidence, off)).collect()
}

fn found(evidence: &Evidence, off: &[(u32, f64)]) -> Found {
    let ratios = || off.iter().map(|(_, ratio)| *ratio);
    let steps: Vec<u32> = off.iter().map(|(step, _)| *step).collect();
    let items = evidence.items(&steps, EvidenceItem::users);
    let claim = LittleMismatch {
        steps,
        ratio_min: ratios().fold(f64::INFINITY, f64::min),
        ratio_max: ratios().fold(0.0, f64::max),
    };
    Found::new(claim, items)
}
