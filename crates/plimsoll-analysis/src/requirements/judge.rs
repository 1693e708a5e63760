use super::measure::{find, judge_windows};
use super::requirement::{Measure, Requirement};
use super::verdict::{Evidence, JudgedAt, Judgement, StepVerdict, Verdict};
use crate::step::{StepRow, Window};
use plimsoll_run::Design;

/// Judges one requirement in every step; `best_step` is the load line a climb claims.
pub(crate) fn judge_run(
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
    let (judgement, evidence) = if row.supports_verdicts() {
        judge_windows(requirement, &[window], Some(row.throughput_per_s), seed ^ u64::from(row.number))
    } else if requests(requirement, window) == 0 {
        (Judgement::Inconclusive, Evidence::NoRequests)
    } else {
        (Judgement::Inconclusive, Evidence::InvalidStep)
    };
    StepVerdict { step: row.number, judgement, evidence }
}

fn requests(requirement: &Requirement, window: &Window) -> u64 {
    match &requirement.transaction {
        None => window.total.requests,
        Some(name) => find(window, name).map_or(0, |(_, interval)| interval.requests),
    }
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
