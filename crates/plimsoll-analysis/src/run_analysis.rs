use crate::advice::{Advice, has_unlimited_errors};
use crate::bottleneck::{Cause, Grade, LimitVerdict, LimitingFactor};
use crate::experiment::Experiment;
use crate::explanation::Explanation;
use crate::figures::Figure;
use crate::findings::{DetectorReport, Finding};
use crate::measured::{MeasuredRun, Servers};
use crate::requirements::{Judgement, JudgementBasis, Requirement, RequirementMetric, Verdict};
use crate::step::StepRow;
use plimsoll_run::{Note, Telemetry};
use serde::Serialize;
use std::ops::Deref;

/// One run: what was measured, what was found in it, and what to do about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunAnalysis {
    #[serde(flatten)]
    pub measured: MeasuredRun,
    #[serde(flatten)]
    pub advice: Advice,
    /// The worst first.
    pub findings: Vec<Finding>,
    /// Every detector that looks at one run, and what became of it.
    pub detectors: Vec<DetectorReport>,
    pub figures: Vec<Figure>,
    pub servers: Servers,
    pub limiting_factor: LimitingFactor,
    /// Why that is the conclusion.
    pub explanation: Explanation,
    /// What the study measured beside its steps.
    #[serde(skip_serializing_if = "Experiment::is_empty")]
    pub experiment: Experiment,
    pub notes: Vec<Note>,
    /// What the servers did, without the points.
    #[serde(skip_serializing_if = "Telemetry::is_empty")]
    pub telemetry: Telemetry,
}

/// What a higher load would meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HigherLoad {
    /// It may bring more.
    Open,
    /// What is surely used up already.
    UsedUp,
    /// It was tried, and most of it failed, or the system hung.
    Fails,
}

impl RunAnalysis {
    /// Users waited, and not one request was answered in its window.
    pub fn is_unanswered(&self, row: &StepRow) -> bool {
        row.requests == 0 && (row.abandoned > 0 || self.fails_unanswered(row))
    }

    /// A requirement fails in that step since nothing was answered.
    pub fn fails_unanswered(&self, row: &StepRow) -> bool {
        let mut judged = self.verdicts.iter().flat_map(|verdict| &verdict.steps);
        judged
            .any(|of| of.step == row.number && matches!(of.evidence, JudgementBasis::NothingAnswered { .. }))
    }

    /// What fails in it comes before higher loads: so many of its requests, where no requirement says how many may; or a requirement in every
    /// step, also those of less load.
    pub fn fails_much(&self, row: &StepRow) -> bool {
        let requirements = self.verdicts.iter().map(|verdict| verdict.requirement.as_str());
        let fails_everywhere = |verdict: &Verdict| {
            let is_of_throughput = Requirement::parse(&verdict.requirement)
                .is_ok_and(|requirement| requirement.measure == RequirementMetric::Throughput);
            let judged = || verdict.steps.iter().filter(|of| of.judgement != Judgement::Inconclusive);
            !is_of_throughput && judged().count() > 1 && judged().all(|of| of.judgement == Judgement::Fail)
        };
        has_unlimited_errors(row, requirements) || self.verdicts.iter().any(fails_everywhere)
    }

    pub fn higher_load(&self) -> HigherLoad {
        let is_used_up = match &self.limiting_factor.verdict {
            LimitVerdict::Causes { causes, .. } => {
                let is_sure = |first: &Cause| first.grade == Grade::Strong && first.usage.is_saturated();
                causes.first().is_some_and(is_sure)
            }
            LimitVerdict::NotKnown { .. } => false,
        };
        let best = self.capacity.best().map_or(0.0, |best| best.load().value());
        let mut higher = self.steps.iter().filter(|row| row.load().value() > best);
        let breaks = self.steps.iter().any(StepRow::broke);
        let fails = |row: &StepRow| row.mostly_fails() || self.is_unanswered(row);
        match (is_used_up, breaks || higher.any(fails)) {
            (true, _) => HigherLoad::UsedUp,
            (false, true) => HigherLoad::Fails,
            (false, false) => HigherLoad::Open,
        }
    }
}

/// A run's figures are read more often than all else that is said of it.
impl Deref for RunAnalysis {
    type Target = MeasuredRun;

    fn deref(&self) -> &MeasuredRun {
        &self.measured
    }
}
