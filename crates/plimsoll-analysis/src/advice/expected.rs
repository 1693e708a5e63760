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

fn per_s(row: &StepRow) -> f64 {
    row.throughput_per_s.value
}

/// Requirements that are judged by what a load brings with it: a demand for throughput is none of them.
struct OfLoad<'a> {
    rows: &'a [StepRow],
    verdicts: Vec<&'a Verdict>,
}

impl<'a> OfLoad<'a> {
    fn of(run: &'a MeasuredRun) -> OfLoad<'a> {
        let is_of_load = |verdict: &&Verdict| {
            Requirement::parse(&verdict.requirement)
                .is_ok_and(|found| found.measure != RequirementMetric::Throughput)
        };
        OfLoad { rows: &run.steps, verdicts: run.verdicts.iter().filter(is_of_load).collect() }
    }

    fn any(&self, row: &StepRow, judgement: Judgement) -> bool {
        self.verdicts.iter().any(|verdict| verdict.judgement_in(row.number) == Some(judgement))
    }

    fn all_hold(&self, row: &StepRow) -> bool {
        !self.any(row, Judgement::Fail) && !self.any(row, Judgement::Inconclusive)
    }

    fn failing(&self) -> impl Iterator<Item = &'a StepRow> {
        self.rows.iter().filter(|row| self.any(row, Judgement::Fail))
    }

    /// Its few requests leave it undecided, and nothing else.
    fn is_open_for_few(&self, row: &StepRow) -> bool {
        let steps = self.verdicts.iter().flat_map(|verdict| &verdict.steps);
        let mut open = steps.filter(|s| s.step == row.number && s.judgement == Judgement::Inconclusive);
        let by_share = open.all(|step| matches!(step.evidence, JudgementBasis::Share { .. }));
        self.any(row, Judgement::Inconclusive) && !self.any(row, Judgement::Fail) && by_share
    }

    /// The step of the lowest load that carries so much; or, where its few requests leave it undecided, of the lowest in which
    /// everything holds.
    fn step_that_carries(&self, expected_per_s: f64) -> Option<&'a StepRow> {
        let carries = |row: &&StepRow| row.is_current() && per_s(row) >= CARRIES * expected_per_s;
        // Beyond the maximum higher loads carry it too, and take longer.
        let by_load = |a: &&StepRow, b: &&StepRow| {
            a.load().value().total_cmp(&b.load().value()).then(per_s(a).total_cmp(&per_s(b)))
        };
        let lowest = self.rows.iter().filter(carries).min_by(by_load)?;
        let fails_from = self.failing().map(|row| row.load().value()).fold(f64::INFINITY, f64::min);
        let meets = |row: &&StepRow| row.load().value() < fails_from && self.all_hold(row);
        let decided = || self.rows.iter().filter(carries).filter(meets).min_by(by_load);
        Some(self.is_open_for_few(lowest).then(decided).flatten().unwrap_or(lowest))
    }

    /// What fails under much more than is expected may hold under it.
    fn judged(&self, step: Option<&StepRow>, expected_per_s: f64) -> Judgement {
        match step {
            Some(row) if self.any(row, Judgement::Fail) => {
                // What fails below it, too, does not hold between the two.
                let is_less = |other: &StepRow| {
                    other.load().value() < row.load().value() && per_s(other) <= expected_per_s
                };
                let fails_below = self.failing().any(|other| other.is_current() && is_less(other));
                match fails_below || per_s(row) <= NEAR * expected_per_s {
                    true => Judgement::Fail,
                    false => Judgement::Inconclusive,
                }
            }
            Some(row) if !self.any(row, Judgement::Inconclusive) => Judgement::Pass,
            _ => Judgement::Inconclusive,
        }
    }
}

impl AtExpected {
    /// `None` without an expected use.
    pub(super) fn of(run: &MeasuredRun) -> Option<AtExpected> {
        let expected_per_s = run.header.expected_per_s.filter(|expected| *expected > 0.0)?;
        let required = OfLoad::of(run);
        let step = required.step_that_carries(expected_per_s);
        let judgement = required.judged(step, expected_per_s);
        let limit_per_s = run.capacity.best().map(|best| best.throughput_per_s.value);
        let is_lower_bound = match &run.capacity {
            Capacity::LowerBound { .. } | Capacity::OneLoad { .. } => true,
            Capacity::Rate(search) => search.result != RateResult::Found,
            _ => false,
        };
        let best = run.capacity.best().and_then(|best| run.steps.iter().find(|row| row.number == best.step));
        let limit_fails = best.is_some_and(|best| required.any(best, Judgement::Fail));
        let fails_from = required.failing().map(per_s).fold(f64::INFINITY, f64::min);
        let is_met = |row: &&StepRow| row.is_current() && per_s(row) < fails_from && required.all_hold(row);
        let met = run.steps.iter().filter(is_met);
        let met_per_s = met.map(per_s).max_by(f64::total_cmp).filter(|_| limit_fails);
        let factor = if limit_fails { met_per_s } else { limit_per_s }.map(|limit| limit / expected_per_s);
        Some(AtExpected {
            expected_per_s,
            step: step.map(|row| row.number),
            judgement: (!required.verdicts.is_empty()).then_some(judgement),
            limit_per_s,
            is_lower_bound,
            limit_fails,
            met_per_s,
            factor,
        })
    }
}
