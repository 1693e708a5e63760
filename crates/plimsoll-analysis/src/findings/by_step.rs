//! A watched line in each step.

use super::evidence::Evidence;
use super::evidence_item::{EvidenceItem, Unit};
use crate::measured::MeasuredRun;
use crate::servers::readings::{ReadingSummary, summary};
use crate::step::StepRow;
use plimsoll_run::record::Second;
use plimsoll_run::{SECOND_US, Source, TransactionKind};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OfStep {
    pub step: u32,
    pub mean: f64,
    pub max: f64,
    pub n: u64,
}

impl OfStep {
    pub fn item(&self, source: &Source, metric: &str, unit: Unit, factor: f64) -> EvidenceItem {
        EvidenceItem::server(source, metric, unit, self.mean * factor).in_step(self.step).with_n(self.n)
    }
}

/// Of every step with enough readings.
pub(crate) fn of_steps(rows: &[StepRow], line: &[(f64, f64)]) -> Vec<OfStep> {
    rows.iter().filter_map(|row| of_step(row, line)).collect()
}

pub(crate) fn of_step(row: &StepRow, line: &[(f64, f64)]) -> Option<OfStep> {
    let ReadingSummary { mean, max, n } = summary(line, row.span_s())?;
    Some(OfStep { step: row.number, mean, max, n })
}

/// When the load ended, in seconds of the run.
pub(in crate::findings) fn load_ends_s(run: &MeasuredRun) -> Option<f64> {
    let last = run.steps.last()?;
    let ended = last.ended_unix_us.map(|at| (at - run.header.started_unix_us) as f64 / SECOND_US as f64);
    Some(ended.unwrap_or_else(|| last.span_s().1))
}

/// Of each step when it was asked to start, before its ramp.
pub(in crate::findings) fn starts_s(evidence: &Evidence) -> Vec<(u32, f64)> {
    let started = |row: &StepRow| {
        let us = row.started_unix_us - evidence.run.header.started_unix_us;
        (row.number, us as f64 / SECOND_US as f64)
    };
    evidence.run.steps.iter().map(started).collect()
}

/// Requests that ended in a second, and how many of them failed.
pub(in crate::findings) fn answered(second: &Second) -> (u64, u64) {
    let of = second.transactions.iter().filter(|(name, _)| name.kind == TransactionKind::Request);
    of.fold((0, 0), |(requests, errors), (_, interval)| {
        (requests + interval.requests, errors + interval.errors_total())
    })
}

/// Steps whose mean is over a limit, and the worst of them.
pub(in crate::findings) fn over(
    evidence: &Evidence,
    line: &[(f64, f64)],
    limit: f64,
) -> Option<(Vec<u32>, OfStep)> {
    let found: Vec<OfStep> =
        of_steps(&evidence.run.steps, line).into_iter().filter(|step| step.mean > limit).collect();
    let worst = *found.iter().max_by(|a, b| a.mean.total_cmp(&b.mean))?;
    Some((found.iter().map(|step| step.step).collect(), worst))
}
