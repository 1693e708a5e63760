//! Do the requirements hold under the use that is expected, and how far is the limit above it?

use crate::capacity::{Capacity, RateResult};
use crate::measured::MeasuredRun;
use crate::requirements::{Judgement, JudgementBasis, Requirement, RequirementMetric, Verdict};
use crate::step::StepRow;
use serde::Serialize;

/// A step that carries this share of the expected use carries it: rates of arrivals scatter.
const CARRIES: f64 = 0.97;
/// A step that carries more than so many times the expected use says nothing against it.
const NEAR: f64 = 1.5;

/// The requirements under the expected use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtExpected {
    pub expected_per_s: f64,
    /// The step that carried it, and of several the one of the lowest load that is decided; `None`: none did.
    pub step: Option<u32>,
    /// Of all requirements in that step; `None`: there are none but those on throughput.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// The highest throughput that was found: of the maximum, or more may be possible.
    pub limit_per_s: Option<f64>,
    pub is_lower_bound: bool,
    /// Where a requirement fails at that: whether it does, and the highest throughput, below any at which one
    /// fails, of a step in which all hold.
    pub limit_fails: bool,
    pub met_per_s: Option<f64>,
    /// `limit_per_s / expected_per_s`; where it fails, `met_per_s / expected_per_s`
    pub factor: Option<f64>,
}

impl AtExpected {
    /// `None` without an expected use.
    pub(super) fn of(run: &MeasuredRun) -> Option<AtExpected> {
        let expected_per_s = run.header.expected_per_s.filter(|expected| *expected > 0.0)?;
        // A demand for throughput is none of this load.
        let of_load = |verdict: &&Verdict| {
            Requirement::parse(&verdict.requirement)
                .is_ok_and(|found| found.measure != RequirementMetric::Throughput)
        };
        let is_judged = run.verdicts.iter().any(|verdict| of_load(&verdict));
        let per_s = |row: &StepRow| row.throughput_per_s.value;
        let carries = |row: &&StepRow| row.is_valid() && per_s(row) >= CARRIES * expected_per_s;
        // Beyond the maximum higher loads carry it too, and take longer.
        let by_load = |a: &&StepRow, b: &&StepRow| {
            a.load().value().total_cmp(&b.load().value()).then(per_s(a).total_cmp(&per_s(b)))
        };
        let of = |row: &StepRow, judgement| {
            let mut verdicts = run.verdicts.iter().filter(of_load);
            verdicts.any(|verdict| verdict.judgement_in(row.number) == Some(judgement))
        };
        let lowest = run.steps.iter().filter(carries).min_by(by_load);
        // What its few requests leave undecided is decided where more load still meets everything.
        let is_of_few = |row: &StepRow| {
            let steps = run.verdicts.iter().filter(of_load).flat_map(|verdict| &verdict.steps);
            let open = steps.filter(|s| s.step == row.number && s.judgement == Judgement::Inconclusive);
            open.into_iter().all(|step| matches!(step.evidence, JudgementBasis::Share { .. }))
        };
        let is_open = lowest.is_some_and(|row| {
            of(row, Judgement::Inconclusive) && !of(row, Judgement::Fail) && is_of_few(row)
        });
        let failing = || run.steps.iter().filter(|row| of(row, Judgement::Fail));
        let fails_from_load = failing().map(|row| row.load().value()).fold(f64::INFINITY, f64::min);
        let meets = |row: &&StepRow| {
            let is_below = row.load().value() < fails_from_load;
            is_below && !of(row, Judgement::Fail) && !of(row, Judgement::Inconclusive)
        };
        let decided = || run.steps.iter().filter(carries).filter(meets).min_by(by_load);
        let step = lowest.filter(|_| is_open).and_then(|_| decided()).or(lowest);
        let judged = |judgement| {
            let mut verdicts = run.verdicts.iter().filter(of_load);
            step.is_some_and(|row| {
                verdicts.any(|verdict| verdict.judgement_in(row.number) == Some(judgement))
            })
        };
        // What fails under much more may hold under this.
        let is_near = step.is_some_and(|row| per_s(row) <= NEAR * expected_per_s);
        let judgement = match step {
            _ if judged(Judgement::Fail) && is_near => Judgement::Fail,
            _ if judged(Judgement::Fail) => Judgement::Inconclusive,
            Some(_) if !judged(Judgement::Inconclusive) => Judgement::Pass,
            _ => Judgement::Inconclusive,
        };
        let limit_per_s = run.capacity.best().map(|best| best.throughput_per_s.value);
        let is_lower_bound = match &run.capacity {
            Capacity::LowerBound { .. } | Capacity::OneLoad { .. } => true,
            Capacity::Rate(search) => search.result != RateResult::Found,
            _ => false,
        };
        let best = run.capacity.best().and_then(|best| run.steps.iter().find(|row| row.number == best.step));
        let limit_fails = best.is_some_and(|best| of(best, Judgement::Fail));
        let fails_from = failing().map(per_s).fold(f64::INFINITY, f64::min);
        let met = run.steps.iter().filter(|row| {
            let is_below = row.is_valid() && per_s(row) < fails_from;
            is_below && !of(row, Judgement::Fail) && !of(row, Judgement::Inconclusive)
        });
        let met_per_s = met.map(per_s).max_by(f64::total_cmp).filter(|_| limit_fails);
        let factor = if limit_fails { met_per_s } else { limit_per_s }.map(|limit| limit / expected_per_s);
        Some(AtExpected {
            expected_per_s,
            step: step.map(|row| row.number),
            judgement: is_judged.then_some(judgement),
            limit_per_s,
            is_lower_bound,
            limit_fails,
            met_per_s,
            factor,
        })
    }
}
