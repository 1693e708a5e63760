//! `little-mismatch`: the users that the recorded times account for, N = X · (R + Z), are more than 2 % (in
//! whole percent) away from the users that were meant to run, and neither requests that lie across the window's ends nor the
//! time in which the load generator was late explain it: that has a finding of its own, `generator-delayed`.
//! Time was spent where nothing measured it, or users had ended. Steps with too few and steps with too many users are two
//! findings.

use crate::findings::prelude::*;
use crate::step::is_whole;

pub(crate) static DETECTOR: Detector = Detector {
    id: "little-mismatch",
    severities: &[Severity::Warning],
    when: "N = X·(R+Z) is off by > 2 % in a step of 10 s or more, and still is with the requests that lie \
        across the window's ends, and with the load that a late load generator did not put on",
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
            let little = row.little.filter(|little| little.judged && !little.ok && !little.explained)?;
            (!is_lateness(row, little.ratio)).then_some((row.number, little.ratio))
        })
        .collect();
    let (few, many): (Vec<_>, Vec<_>) = off.into_iter().partition(|(_, ratio)| *ratio < 1.0);
    [few, many].iter().filter(|off| !off.is_empty()).map(|off| found(evidence, off)).collect()
}

/// No more is missing than the load that late timers and turns may have cost: between two requests a user waited for them.
fn is_lateness(row: &StepRow, ratio: f64) -> bool {
    ratio < 1.0 && row.uncertainty.is_some_and(|late| is_whole(ratio + late.load) || ratio + late.load > 1.0)
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
