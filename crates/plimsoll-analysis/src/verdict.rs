//! Requirements judged, step by step and for the run.
//!
//! A failed request counts as over any limit of time, however fast it failed; a mean is that of the successful
//! ones. A share over a limit is judged by its Wilson interval, a mean or a rate by its bootstrap interval: the
//! requirement holds or fails only when the whole interval is on one side. An invalid step supports no verdict,
//! unless it is only invalid because nothing succeeded.

use crate::requirement::{Comparison, Measure, Requirement};
use crate::statistics::{Bounds, Estimate, ratio_bounds, wilson};
use crate::step::{StepRow, per_s};
use crate::window::{Window, sum_us};
use plimsoll_run::{Design, Interval, Latencies, Transaction, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    Pass,
    Fail,
    Inconclusive,
}

/// One requirement, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// As understood, or as written if it could not be read.
    pub requirement: String,
    pub judgement: Judgement,
    pub judged_at: JudgedAt,
    pub steps: Vec<StepVerdict>,
    /// Steps in which it holds.
    pub holds_in: Vec<u32>,
    /// The step that came closest to the limit, or went farthest over it.
    pub worst_step: Option<u32>,
}

/// What the judgement of the whole run rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum JudgedAt {
    /// Given loads: every step must hold.
    EveryStep,
    /// A climb, and throughput in every design: the load line it claims, the best step.
    BestStep { step: u32 },
    /// There is no best step, and no other that supports a verdict.
    NoStep,
    /// The requirement could not be read.
    Unreadable { error: String },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepVerdict {
    pub step: u32,
    pub judgement: Judgement,
    pub evidence: Evidence,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "evidence", rename_all = "kebab-case")]
pub enum Evidence {
    /// Percentiles and errors: how many were over, of how many.
    Share {
        /// For percentiles: failed ones, and successful ones over the limit.
        over: u64,
        /// For percentiles; `None` where failures are what is judged.
        failed: Option<u64>,
        of: u64,
        percent: f64,
        percent_bounds_95: Bounds,
        allowed_percent: f64,
        /// With failed requests as slower than any; `None` for errors, and if the percentile falls among the failed.
        measured_us: Option<u64>,
    },
    /// Of the successful requests.
    Mean {
        mean_us: Estimate,
        limit_us: f64,
    },
    Throughput {
        per_s: Estimate,
        limit_per_s: f64,
    },
    Max {
        max_us: u64,
        over: u64,
        failed: u64,
        of: u64,
        limit_us: f64,
    },
    /// There is no mean: every request failed.
    NothingSucceeded {
        requests: u64,
    },
    /// In no step did a request of that name end.
    UnknownTransaction {
        name: String,
        known: Vec<String>,
    },
    /// The step is invalid; its problems say why.
    InvalidStep,
    /// No request of the transaction (or none at all) ended in the step.
    NoRequests,
}

/// Judges one requirement in every step; `best_step` is the load line a climb claims.
pub(crate) fn judge(
    text: &str,
    windows: &[Window],
    rows: &[StepRow],
    design: &Design,
    best_step: Option<u32>,
    seed: u64,
) -> Verdict {
    let requirement = match Requirement::parse(text) {
        Ok(requirement) => requirement,
        Err(error) => {
            return Verdict {
                requirement: text.to_owned(),
                judgement: Judgement::Inconclusive,
                judged_at: JudgedAt::Unreadable { error: error.to_string() },
                steps: Vec::new(),
                holds_in: Vec::new(),
                worst_step: None,
            };
        }
    };
    let unknown = unknown_transaction(&requirement, windows);
    let steps: Vec<StepVerdict> = windows
        .iter()
        .zip(rows)
        .map(|(window, row)| match &unknown {
            Some(evidence) => inconclusive(row, evidence.clone()),
            None => judge_step(&requirement, window, row, seed),
        })
        .collect();
    let at_best = matches!(design, Design::Climb { .. }) || requirement.measure == Measure::Throughput;
    let (judgement, judged_at) = overall(&steps, rows, at_best, best_step);
    Verdict {
        requirement: requirement.to_string(),
        judgement,
        judged_at,
        holds_in: steps.iter().filter(|s| s.judgement == Judgement::Pass).map(|s| s.step).collect(),
        worst_step: worst(&steps),
        steps,
    }
}

fn overall(
    steps: &[StepVerdict],
    rows: &[StepRow],
    at_best: bool,
    best_step: Option<u32>,
) -> (Judgement, JudgedAt) {
    if at_best {
        if let Some(best) = best_step.and_then(|best| steps.iter().find(|s| s.step == best)) {
            return (best.judgement, JudgedAt::BestStep { step: best.step });
        }
        if !rows.iter().any(StepRow::supports_verdicts) {
            return (Judgement::Inconclusive, JudgedAt::NoStep);
        }
    }
    let any = |judgement| steps.iter().any(|s| s.judgement == judgement);
    let judgement = if any(Judgement::Fail) {
        Judgement::Fail
    } else if any(Judgement::Inconclusive) || steps.is_empty() {
        Judgement::Inconclusive
    } else {
        Judgement::Pass
    };
    (judgement, JudgedAt::EveryStep)
}

fn judge_step(requirement: &Requirement, window: &Window, row: &StepRow, seed: u64) -> StepVerdict {
    let scope = requirement.transaction.as_deref().map(|name| find(window, name));
    let (interval, transaction) = match scope {
        None => (&window.total, None),
        Some(Some((transaction, interval))) => (interval, Some(transaction)),
        Some(None) => return inconclusive(row, Evidence::NoRequests),
    };
    if interval.requests == 0 {
        return inconclusive(row, Evidence::NoRequests);
    }
    if !row.supports_verdicts() {
        return inconclusive(row, Evidence::InvalidStep);
    }
    let scope = Scope { window, row, interval, transaction, seed: seed ^ u64::from(row.number) };
    let (judgement, evidence) = measure(requirement, &scope);
    StepVerdict { step: row.number, judgement, evidence }
}

fn inconclusive(row: &StepRow, evidence: Evidence) -> StepVerdict {
    StepVerdict { step: row.number, judgement: Judgement::Inconclusive, evidence }
}

fn unknown_transaction(requirement: &Requirement, windows: &[Window]) -> Option<Evidence> {
    let name = requirement.transaction.as_ref()?;
    let mut known: Vec<String> =
        windows.iter().flat_map(|w| w.transactions.keys()).map(|t| t.name.clone()).collect();
    known.sort();
    known.dedup();
    let unknown = !known.is_empty() && !known.contains(name);
    unknown.then(|| Evidence::UnknownTransaction { name: name.clone(), known })
}

/// A name can belong to a group and to a request; the request is meant, it is the one on the wire.
fn find<'w>(window: &'w Window, name: &str) -> Option<(&'w Transaction, &'w Interval)> {
    let of_kind = |kind| {
        let found = window.transactions.iter().find(|(t, _)| t.kind == kind && t.name == name);
        found.map(|(transaction, interval)| (*transaction, interval))
    };
    of_kind(TransactionKind::Request).or_else(|| of_kind(TransactionKind::Group))
}

/// What a requirement looks at in one step.
struct Scope<'a> {
    window: &'a Window<'a>,
    row: &'a StepRow,
    interval: &'a Interval,
    /// `None`: all requests.
    transaction: Option<&'a Transaction>,
    seed: u64,
}

impl Scope<'_> {
    /// For all requests it is the step table's: one report must not give two intervals of one figure.
    fn throughput_per_s(&self) -> Estimate {
        match self.transaction {
            None => self.row.throughput_per_s,
            Some(transaction) => Estimate {
                value: per_s(self.interval.succeeded(), self.window),
                bounds_95: ratio_bounds(&self.window.rates(Some(transaction)), self.seed),
            },
        }
    }

    fn mean_us(&self) -> Estimate {
        let times = self.window.by_second(self.transaction, succeeded_us);
        let counts = self.window.by_second(self.transaction, succeeded);
        let seconds: Vec<(f64, f64)> = times.into_iter().zip(counts).collect();
        let value = succeeded_us(self.interval) / succeeded(self.interval).max(1.0);
        Estimate { value, bounds_95: ratio_bounds(&seconds, self.seed) }
    }
}

fn measure(requirement: &Requirement, scope: &Scope) -> (Judgement, Evidence) {
    let (limit, interval) = (requirement.limit, scope.interval);
    let (failed, generators) = Window::errors(interval);
    let of = interval.requests.saturating_sub(generators);
    let over = || {
        // Whole microseconds: `< limit` allows up to limit − 1. Times within 0.1 % of the limit share its
        // bucket of the histogram and count as over.
        let allowed_us = if requirement.comparison == Comparison::Less { limit - 1.0 } else { limit } as u64;
        let succeeded = |all: &Latencies, failed: &Latencies| {
            all.count_above_us(allowed_us).saturating_sub(failed.count_above_us(allowed_us))
        };
        failed + succeeded(&interval.response, &interval.failed)
    };
    match requirement.measure {
        Measure::Percentile(percent) => {
            share(over(), of, requirement, Some(failed), percentile_us(interval, of, percent))
        }
        Measure::Errors => share(failed, of, requirement, None, None),
        Measure::Max => {
            let over = over();
            let judgement = if over > 0 { Judgement::Fail } else { Judgement::Pass };
            let max_us = interval.response.max_us().unwrap_or(0);
            (judgement, Evidence::Max { max_us, over, failed, of, limit_us: limit })
        }
        Measure::Mean if interval.succeeded() == 0 => {
            (Judgement::Inconclusive, Evidence::NothingSucceeded { requests: interval.requests })
        }
        Measure::Mean => {
            let mean_us = scope.mean_us();
            (below(&mean_us, limit), Evidence::Mean { mean_us, limit_us: limit })
        }
        Measure::Throughput => {
            let per_s = scope.throughput_per_s();
            let judgement = match per_s.bounds_95 {
                Some(bounds) if bounds.low >= limit => Judgement::Pass,
                Some(bounds) if bounds.high < limit => Judgement::Fail,
                _ => Judgement::Inconclusive,
            };
            (judgement, Evidence::Throughput { per_s, limit_per_s: limit })
        }
    }
}

fn succeeded(interval: &Interval) -> f64 {
    interval.response.count().saturating_sub(interval.failed.count()) as f64
}

fn succeeded_us(interval: &Interval) -> f64 {
    (sum_us(&interval.response) - sum_us(&interval.failed)).max(0.0)
}

/// The time within which so many percent of `of` requests succeeded; `None` if fewer did at all.
fn percentile_us(interval: &Interval, of: u64, percent: f64) -> Option<u64> {
    let mut failed: BTreeMap<u64, u64> = interval.failed.buckets().collect();
    let wanted = ((percent / 100.0 * of as f64).ceil() as u64).max(1);
    let mut seen = 0;
    let reached = interval.response.buckets().find(|(us, count)| {
        seen += count.saturating_sub(failed.remove(us).unwrap_or(0));
        seen >= wanted
    });
    reached.map(|(us, _)| us)
}

fn share(
    over: u64,
    of: u64,
    requirement: &Requirement,
    failed: Option<u64>,
    measured_us: Option<u64>,
) -> (Judgement, Evidence) {
    let allowed = requirement.allowed_share().unwrap_or(0.0);
    let bounds = wilson(over, of);
    let judgement = if allowed == 0.0 {
        // Nothing may fail: a count, there is no share to estimate.
        if over > 0 { Judgement::Fail } else { Judgement::Pass }
    } else if bounds.low > allowed {
        Judgement::Fail
    } else if bounds.high < allowed {
        Judgement::Pass
    } else {
        Judgement::Inconclusive
    };
    let evidence = Evidence::Share {
        over,
        failed,
        of,
        percent: if of == 0 { 0.0 } else { 100.0 * over as f64 / of as f64 },
        percent_bounds_95: Bounds { low: 100.0 * bounds.low, high: 100.0 * bounds.high },
        allowed_percent: 100.0 * allowed,
        measured_us,
    };
    (judgement, evidence)
}

fn below(estimate: &Estimate, limit: f64) -> Judgement {
    match estimate.bounds_95 {
        Some(bounds) if bounds.high <= limit => Judgement::Pass,
        Some(bounds) if bounds.low > limit => Judgement::Fail,
        _ => Judgement::Inconclusive,
    }
}

/// How much of its limit a step used up; more is worse. `None` where nothing was measured.
fn strain(evidence: &Evidence) -> Option<f64> {
    match evidence {
        Evidence::Share { percent, .. } => Some(*percent),
        Evidence::Mean { mean_us, .. } => Some(mean_us.value),
        Evidence::Throughput { per_s, .. } => Some(-per_s.value),
        Evidence::Max { max_us, .. } => Some(*max_us as f64),
        Evidence::NothingSucceeded { .. }
        | Evidence::UnknownTransaction { .. }
        | Evidence::InvalidStep
        | Evidence::NoRequests => None,
    }
}

fn worst(steps: &[StepVerdict]) -> Option<u32> {
    let measured = steps.iter().filter_map(|s| Some((s, strain(&s.evidence)?)));
    let by_strain = |a: &(&StepVerdict, f64), b: &(&StepVerdict, f64)| {
        a.1.total_cmp(&b.1).then(doubt(&a.0.evidence).total_cmp(&doubt(&b.0.evidence)))
    };
    measured.max_by(by_strain).map(|(s, _)| s.step)
}

/// Breaks the tie between steps of which none had anything over the limit.
fn doubt(evidence: &Evidence) -> f64 {
    match evidence {
        Evidence::Share { percent_bounds_95, .. } => percent_bounds_95.high,
        _ => 0.0,
    }
}
