//! `requirement`: a requirement fails in at least one step; critical if that decides the run's verdict.
//! Throughput alone may miss its limit at the smaller loads.

use crate::findings::prelude::*;
use crate::requirements::{JudgedAt, Judgement, JudgementBasis, Verdict};

pub(crate) static DETECTOR: Detector = Detector {
    id: "requirement",
    severities: &[Severity::Critical, Severity::Warning],
    when: "Wilson's interval of the share over the limit is wholly above what is allowed",
    requires: "requirements",
    needs: &[Need::Requirements],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequirementFailed {
    pub requirement: String,
    pub steps: Vec<u32>,
    /// The run's verdict is this failure.
    pub decides: bool,
    /// Judged at the best step; `None` where the run's verdict rests on something else.
    pub load_line: Option<Judgement>,
    /// Nothing succeeded in any of these steps: no smaller load would help.
    pub nothing_succeeded: bool,
}

impl Claimed for RequirementFailed {
    fn severity(&self) -> Option<Severity> {
        Some(if self.decides { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        if self.nothing_succeeded { NextStep::MendFailures } else { NextStep::LoadLower }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    evidence.run.verdicts.iter().filter_map(|verdict| found(evidence, verdict)).collect()
}

fn found(evidence: &Evidence, verdict: &Verdict) -> Option<Found> {
    let failed = verdict.steps.iter().filter(|s| s.judgement == Judgement::Fail);
    let steps: Vec<u32> = failed.map(|s| s.step).collect();
    let decides = verdict.judgement == Judgement::Fail;
    let throughput = verdict.steps.iter().any(|s| matches!(s.evidence, JudgementBasis::Throughput { .. }));
    // A capacity search goes on until requirements break.
    let searched = matches!(verdict.judged_at, JudgedAt::Rate { .. } | JudgedAt::NoStep);
    let is_unreadable = matches!(verdict.judged_at, JudgedAt::Unreadable { .. });
    if steps.is_empty() || is_unreadable || (throughput || searched) && !decides {
        return None;
    }
    let at_best = matches!(verdict.judged_at, JudgedAt::BestStep { .. });
    let items = evidence.items(&steps, |row| proof(verdict, row));
    let load_line = at_best.then_some(verdict.judgement);
    let requirement = verdict.requirement.clone();
    let is_down = |step: &u32| evidence.run.step(*step).is_some_and(|row| row.errors >= row.requests);
    let nothing_succeeded = !steps.is_empty() && steps.iter().all(is_down);
    let claim = RequirementFailed { requirement, steps, decides, load_line, nothing_succeeded };
    Some(Found::new(claim, items))
}

/// What the verdict rests on in that step, which is of the requirement's transaction.
fn proof(verdict: &Verdict, row: &StepRow) -> EvidenceItem {
    let of_step = verdict.steps.iter().find(|step| step.step == row.number);
    let of = |measure: LoadMeasure, unit: Unit, value: f64| {
        EvidenceItem::load(measure, unit, value).in_step(row.number)
    };
    match of_step.map(|step| &step.evidence) {
        Some(JudgementBasis::Share { failed, of: requests, percent, percent_bounds_95, .. }) => {
            let measure = if failed.is_some() { LoadMeasure::OverLimit } else { LoadMeasure::Errors };
            let share = of(measure, Unit::Percent, *percent).with_n(*requests);
            EvidenceItem { bounds_95: Some(*percent_bounds_95), ..share }
        }
        Some(JudgementBasis::Mean { mean_us, .. }) => {
            let mean = of(LoadMeasure::ResponseMean, Unit::Us, mean_us.value);
            EvidenceItem { bounds_95: mean_us.bounds_95, ..mean }
        }
        Some(JudgementBasis::Max { max_us, of: requests, .. }) => {
            of(LoadMeasure::ResponseMax, Unit::Us, *max_us as f64).with_n(*requests)
        }
        Some(JudgementBasis::Throughput { .. }) => EvidenceItem::throughput(row),
        _ => EvidenceItem::errors(row),
    }
}
