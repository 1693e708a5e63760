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
    /// What would say more.
    #[serde(skip)]
    pub(crate) experiment: NextStep,
}

impl Claimed for RequirementFailed {
    fn severity(&self) -> Option<Severity> {
        Some(if self.decides { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        self.experiment.clone()
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
    let experiment =
        if nothing_succeeded { NextStep::MendFailures } else { experiment(evidence, verdict, &steps) };
    let claim = RequirementFailed { requirement, steps, decides, load_line, nothing_succeeded, experiment };
    Some(Found::new(claim, items))
}

/// Where it is not the load that makes it fail, other loads say nothing; and between one at which it holds and one at which it fails
/// they say where it ends.
fn experiment(evidence: &Evidence, verdict: &Verdict, failing: &[u32]) -> NextStep {
    let judged = |judgement: Judgement| verdict.steps.iter().filter(move |step| step.judgement == judgement);
    if evidence.run.fails_at_every_load_alike(verdict).is_some() {
        return NextStep::LookAtSlowRequests;
    }
    let rows = |steps: Vec<u32>| -> Vec<&StepRow> {
        steps.into_iter().filter_map(|step| evidence.run.step(step)).filter(|row| !row.is_at_work).collect()
    };
    let load = |row: &&StepRow| row.load().value();
    let failing = rows(failing.to_vec());
    let holding = rows(judged(Judgement::Pass).map(|step| step.step).collect());
    let lowest = failing.iter().min_by(|a, b| load(a).total_cmp(&load(b)));
    let Some(lowest) = lowest else { return NextStep::LoadLower };
    if holding.iter().any(|row| load(row) > load(lowest)) {
        return NextStep::LookAtEvents;
    }
    let below = holding.iter().filter(|row| load(row) < load(lowest));
    let by_failures = judged(Judgement::Fail).all(|step| step.evidence.is_of_failures());
    match below.max_by(|a, b| load(a).total_cmp(&load(b))) {
        Some(below) => NextStep::LoadBetween { from_step: below.number, to_step: lowest.number },
        None if by_failures => NextStep::MendFailures,
        None => NextStep::LoadLower,
    }
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
