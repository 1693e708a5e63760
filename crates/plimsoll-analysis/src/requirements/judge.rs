use super::measure::{find, judge_windows};
use super::percentiles::by_percentiles;
use super::requirement::{Requirement, RequirementMetric};
use super::served::with_all_served;
use super::verdict::{JudgedAt, Judgement, JudgementBasis, LoadVerdict, StepVerdict, Verdict};
use crate::step::{StepRow, Window, imported_step};
use crate::validity::TimingUncertainty;
use plimsoll_run::{Design, Run, RunHeader, SECOND_US, StepProblem};

/// Judges one requirement in every step; `best_step` is the load line a climb claims.
pub(crate) fn judge_run(
    text: &str,
    windows: &[Window],
    rows: &[StepRow],
    run: &Run,
    best_step: Option<u32>,
    seed: u64,
) -> Verdict {
    let header = &run.header;
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
    let unknown = unknown_transaction(&requirement, windows, run);
    let steps: Vec<StepVerdict> = windows
        .iter()
        .zip(rows)
        .map(|(window, row)| match &unknown {
            Some(evidence) => inconclusive(row, evidence.clone()),
            None => match of_table(&requirement, row, header) {
                Some((judgement, evidence)) => StepVerdict { step: row.number, judgement, evidence },
                None => with_written_share(&requirement, judge_step(&requirement, window, row, seed), header),
            },
        })
        .collect();
    let at_best =
        matches!(header.design, Design::Climb { .. }) || requirement.measure == RequirementMetric::Throughput;
    let pooled = |load: f64| {
        let valid: Vec<(&Window, &StepRow)> = windows
            .iter()
            .zip(rows)
            .filter(|(_, row)| row.load().value() == load && row.supports_verdicts())
            .collect();
        let together: Vec<&Window> = valid.iter().map(|(window, _)| *window).collect();
        let uncertainty = TimingUncertainty::largest(valid.iter().filter_map(|(_, row)| row.uncertainty));
        let (judgement, evidence) = judge_windows(&requirement, &together, None, uncertainty, seed);
        LoadVerdict { steps: valid.iter().map(|(_, row)| row.number).collect(), judgement, evidence }
    };
    let (judgement, judged_at) = match unknown {
        Some(_) => (Judgement::Inconclusive, JudgedAt::EveryStep),
        None => best_step
            .filter(|_| requirement.measure == RequirementMetric::Throughput)
            .and_then(|best| throughput_of_load(&steps, rows, best, &pooled))
            .unwrap_or_else(|| overall(&steps, rows, at_best, best_step, &pooled)),
    };
    Verdict {
        requirement: requirement.to_string(),
        judgement,
        judged_at,
        holds_in: Verdict::holding(&steps),
        worst_step: worst(&steps),
        steps,
    }
}

/// Throughput at the load line where that load was measured more than once: its best step alone may be a chance, or be from before
/// the system changed.
fn throughput_of_load(
    steps: &[StepVerdict],
    rows: &[StepRow],
    best: u32,
    pooled: &dyn Fn(f64) -> LoadVerdict,
) -> Option<(Judgement, JudgedAt)> {
    let best = rows.iter().find(|row| row.number == best).filter(|row| !row.is_at_work)?;
    let is_of_table = |step: &StepVerdict| matches!(step.evidence, JudgementBasis::FromTable { .. });
    let load = Some(best.load().value()).filter(|_| !steps.iter().any(is_of_table))?;
    let is_same = |row: &&StepRow| row.load().value() == load && row.supports_verdicts();
    let same = || rows.iter().filter(is_same);
    let judged = |row: &StepRow| steps.iter().find(|step| step.step == row.number).map(|step| step.judgement);
    let first = judged(best);
    if same().count() < 2 || same().all(|row| judged(row) == first) {
        return None;
    }
    let mut load = pooled(load);
    // As of every step: what surely fails in one does not hold, unless all together surely do.
    if load.judgement == Judgement::Inconclusive && same().any(|row| judged(row) == Some(Judgement::Fail)) {
        load.judgement = Judgement::Fail;
    }
    Some((load.judgement, JudgedAt::EveryLoad { loads: vec![load] }))
}

fn overall(
    steps: &[StepVerdict],
    rows: &[StepRow],
    at_best: bool,
    best_step: Option<u32>,
    pooled: &dyn Fn(f64) -> LoadVerdict,
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
    if any(Judgement::Fail) {
        return (Judgement::Fail, JudgedAt::EveryStep);
    }
    if !any(Judgement::Inconclusive) && !steps.is_empty() {
        return (Judgement::Pass, JudgedAt::EveryStep);
    }
    by_load(steps, rows, pooled).unwrap_or((Judgement::Inconclusive, JudgedAt::EveryStep))
}

/// Steps of one load together, where some of them have too little for a verdict of their own, or were made again because
/// they were invalid. `None`: no load was measured more than once, or that does not decide it either.
fn by_load(
    steps: &[StepVerdict],
    rows: &[StepRow],
    pooled: &dyn Fn(f64) -> LoadVerdict,
) -> Option<(Judgement, JudgedAt)> {
    let mut undecided: Vec<f64> = steps
        .iter()
        .zip(rows)
        .filter(|(verdict, _)| verdict.judgement == Judgement::Inconclusive)
        .map(|(_, row)| row.load().value())
        .collect();
    // What a table does not count can't be counted together, and loads that are not known are not the same.
    let of_table = |verdict: &StepVerdict| matches!(verdict.evidence, JudgementBasis::FromTable { .. });
    if steps.iter().any(of_table) || rows.iter().any(|row| row.is_at_work) {
        return None;
    }
    let is_repeated = |load: &f64| rows.iter().filter(|row| row.load().value() == *load).count() > 1;
    if undecided.is_empty() || !undecided.iter().all(is_repeated) {
        return None;
    }
    undecided.sort_by(f64::total_cmp);
    undecided.dedup();
    let loads: Vec<LoadVerdict> = undecided.into_iter().map(pooled).collect();
    let any = |judgement| loads.iter().any(|load| load.judgement == judgement);
    let judgement = match () {
        () if any(Judgement::Fail) => Judgement::Fail,
        () if any(Judgement::Inconclusive) => return None,
        () => Judgement::Pass,
    };
    Some((judgement, JudgedAt::EveryLoad { loads }))
}

/// Of a step that is a row of an imported table, where its requests are made up or its times are not known: the table's figure
/// is no proof, but that nothing failed is refuted by a share above 0, and a limit of time where everything failed.
fn of_table(
    requirement: &Requirement,
    row: &StepRow,
    header: &RunHeader,
) -> Option<(Judgement, JudgementBasis)> {
    let written = imported_step(header, row.number)?;
    // Every request counts as slower than any limit.
    if requirement.is_of_time() && row.errors > 0 && row.errors >= row.requests {
        return Some((Judgement::Fail, JudgementBasis::NothingSucceeded { requests: row.requests }));
    }
    let found = |errors_percent, mean_us| JudgementBasis::FromTable { errors_percent, mean_us };
    let evidence = match requirement.measure {
        RequirementMetric::Throughput => return None,
        RequirementMetric::Errors if written.error_percent.is_some() && !header.lengths_made_up => {
            return None;
        }
        RequirementMetric::Errors => found(written.error_percent, None),
        RequirementMetric::Mean => found(None, written.mean_us),
        RequirementMetric::Percentile(_) | RequirementMetric::Max => found(None, None),
    };
    let percent = match requirement.measure {
        RequirementMetric::Percentile(percent) => Some(percent),
        RequirementMetric::Max => Some(100.0),
        _ => None,
    };
    // Of how many requests is not known where lengths are made up: then nothing is shown, but for the figure.
    let counts = if header.lengths_made_up { (0, 0) } else { (row.requests, row.errors.min(row.requests)) };
    if let (Some(percent), None) = (percent, &requirement.transaction)
        && let Some(found) = by_percentiles(requirement, percent, counts, written)
    {
        return Some(found);
    }
    let some_failed = requirement.measure == RequirementMetric::Errors && written.error_percent > Some(0.0);
    let is_refuted = some_failed && requirement.allowed_share() == Some(0.0);
    Some((if is_refuted { Judgement::Fail } else { Judgement::Inconclusive }, evidence))
}

/// The share of failures as the table has it: their number is reckoned from it, in whole requests.
fn with_written_share(
    requirement: &Requirement,
    mut verdict: StepVerdict,
    header: &RunHeader,
) -> StepVerdict {
    let is_of_all = requirement.is_of_errors() && requirement.transaction.is_none();
    let written = imported_step(header, verdict.step).and_then(|row| row.error_percent);
    if let (true, Some(written), JudgementBasis::Share { percent, .. }) =
        (is_of_all, written, &mut verdict.evidence)
    {
        *percent = written;
    }
    verdict
}

fn judge_step(requirement: &Requirement, window: &Window, row: &StepRow, seed: u64) -> StepVerdict {
    let measured = |uncertainty| {
        let seed = seed ^ u64::from(row.number);
        judge_windows(requirement, &[window], Some(row.throughput_per_s), uncertainty, seed)
    };
    let invalid = || (Judgement::Inconclusive, JudgementBasis::InvalidStep);
    let (judgement, evidence) = if row.supports_verdicts() {
        with_all_served(requirement, row, measured(row.uncertainty))
    } else if let Some(evidence) = nothing_answered(requirement, window) {
        (Judgement::Fail, evidence)
    } else if requests(requirement, window) == 0 {
        (Judgement::Inconclusive, JudgementBasis::NoRequests)
    } else if row.is_of_less_load() {
        of_less_load(requirement, row, measured(row.uncertainty)).unwrap_or_else(invalid)
    } else {
        invalid()
    };
    StepVerdict { step: row.number, judgement, evidence }
}

/// Of a step whose load generator was late, and put less load on than was asked for. What fails under less fails, and a throughput
/// that is reached is reached. With the missing load a mean of all requests is longer by no more than users waited in the load
/// generator (R = N/X − Z, where throughput does not fall), and with a mean of m at most m/L of all requests take longer than L
/// (Markov): where that decides, a limit of time holds.
fn of_less_load(
    requirement: &Requirement,
    row: &StepRow,
    (judgement, evidence): (Judgement, JudgementBasis),
) -> Option<(Judgement, JudgementBasis)> {
    let is_throughput = requirement.measure == RequirementMetric::Throughput;
    let is_shown = match (judgement, requirement.measure) {
        (Judgement::Fail, _) => !is_throughput,
        (Judgement::Pass, RequirementMetric::Throughput) => true,
        (Judgement::Pass, RequirementMetric::Mean) => longest_mean_us(requirement, row).is_some(),
        (Judgement::Pass, RequirementMetric::Percentile(_)) => {
            let failed = row.errors_percent_bounds_95.high / 100.0;
            let over = longest_mean_us(requirement, row).map(|mean_us| failed + mean_us / requirement.limit);
            over.zip(requirement.allowed_share()).is_some_and(|(over, allowed)| over < allowed)
        }
        _ => false,
    };
    is_shown.then_some((judgement, evidence))
}

/// The mean of all requests, had all of the load been put on; `None`: it can't be said.
fn longest_mean_us(requirement: &Requirement, row: &StepRow) -> Option<f64> {
    let was_stopped =
        row.problems.iter().any(|problem| matches!(problem, StepProblem::GeneratorStopped { .. }));
    let is_open = row.rate_per_s.is_some() || row.arrivals.is_some();
    let uncertainty =
        row.uncertainty.filter(|_| !was_stopped && !is_open && requirement.transaction.is_none())?;
    Some(row.mean_of_all_us()? + uncertainty.mean_us as f64)
}

/// Requests were sent, and none of them ended in a window that is longer than what is allowed: a server that hangs.
fn nothing_answered(requirement: &Requirement, window: &Window) -> Option<JudgementBasis> {
    let in_flight = window.in_flight();
    let measured_s = window.duration_s();
    let is_longer = requirement.is_of_time() && measured_s * SECOND_US as f64 > requirement.limit;
    let hangs = window.total.requests == 0 && in_flight > 0;
    (hangs && (is_longer || requirement.measure == RequirementMetric::Throughput))
        .then_some(JudgementBasis::NothingAnswered { in_flight, measured_s })
}

fn requests(requirement: &Requirement, window: &Window) -> u64 {
    match &requirement.transaction {
        None => window.total.requests,
        Some(name) => find(window, name).map_or(0, |(_, interval)| interval.requests),
    }
}

fn inconclusive(row: &StepRow, evidence: JudgementBasis) -> StepVerdict {
    StepVerdict { step: row.number, judgement: Judgement::Inconclusive, evidence }
}

fn unknown_transaction(requirement: &Requirement, windows: &[Window], run: &Run) -> Option<JudgementBasis> {
    let name = requirement.transaction.as_ref()?;
    let mut known: Vec<String> =
        windows.iter().flat_map(|w| w.transactions.keys()).map(|t| t.name.clone()).collect();
    known.sort();
    known.dedup();
    // What was made outside of all windows only is known, and not measured.
    let is_outside =
        || run.seconds.iter().any(|second| second.transactions.keys().any(|of| of.name == *name));
    let unknown = !known.is_empty() && !known.contains(name) && !is_outside();
    unknown.then(|| JudgementBasis::UnknownTransaction { name: name.clone(), known })
}

/// What was measured; more is worse, and what fell among the failed is worst. `None` where nothing was measured.
fn strain(evidence: &JudgementBasis) -> Option<f64> {
    match evidence {
        JudgementBasis::Share { failed: Some(_), measured_us, .. } => {
            Some(measured_us.map_or(f64::INFINITY, |us| us as f64))
        }
        JudgementBasis::Share { percent, .. } => Some(*percent),
        JudgementBasis::Mean { mean_us, .. } => Some(mean_us.value),
        JudgementBasis::Throughput { per_s, .. } => Some(-per_s.value),
        JudgementBasis::Max { max_us, .. } => Some(*max_us as f64),
        JudgementBasis::NothingSucceeded { .. } | JudgementBasis::NothingAnswered { .. } => {
            Some(f64::INFINITY)
        }
        JudgementBasis::FromTable { errors_percent, mean_us } => errors_percent.or(*mean_us),
        JudgementBasis::FromPercentiles { measured_us, deciding_us, .. } => {
            Some(measured_us.unwrap_or(*deciding_us))
        }
        JudgementBasis::UnknownTransaction { .. }
        | JudgementBasis::NoTimes
        | JudgementBasis::IterationsDropped { .. }
        | JudgementBasis::InvalidStep
        | JudgementBasis::NoRequests => None,
    }
}

/// The one with the highest value; of steps that fail by a percentile, which in some of them lies among the failures, the one with most over
/// the limit.
pub(crate) fn worst(steps: &[StepVerdict]) -> Option<u32> {
    let over = |step: &StepVerdict| match step.evidence {
        JudgementBasis::NothingSucceeded { .. } | JudgementBasis::NothingAnswered { .. } => {
            Some(f64::INFINITY)
        }
        JudgementBasis::Share { failed: Some(_), percent, .. } if step.judgement == Judgement::Fail => {
            Some(percent)
        }
        _ => None,
    };
    let failing: Vec<(&StepVerdict, f64)> =
        steps.iter().filter_map(|step| Some((step, over(step)?))).collect();
    let value = |step: &StepVerdict| strain(&step.evidence).unwrap_or(0.0);
    let of_failing = match failing.iter().any(|(step, _)| value(step).is_infinite()) {
        true => failing.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(value(a.0).total_cmp(&value(b.0)))),
        false => failing.iter().max_by(|a, b| value(a.0).total_cmp(&value(b.0)).then(a.1.total_cmp(&b.1))),
    };
    if let Some((step, _)) = of_failing {
        return Some(step.step);
    }
    let measured = steps.iter().filter_map(|s| Some((s, strain(&s.evidence)?)));
    let by_strain = |a: &(&StepVerdict, f64), b: &(&StepVerdict, f64)| {
        a.1.total_cmp(&b.1).then(width(&a.0.evidence).total_cmp(&width(&b.0.evidence)))
    };
    measured.max_by(by_strain).map(|(s, _)| s.step)
}

/// Breaks the tie between steps of the same value.
fn width(evidence: &JudgementBasis) -> f64 {
    match evidence {
        JudgementBasis::Share { percent_bounds_95, .. } => percent_bounds_95.high,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Bounds;

    fn share(step: u32, judgement: Judgement, percent: f64, measured_us: Option<u64>) -> StepVerdict {
        let evidence = JudgementBasis::Share {
            over: percent as u64,
            failed: Some(0),
            dropped: 0,
            unanswered: 0,
            of: 100,
            percent,
            percent_bounds_95: Bounds { low: percent, high: percent },
            allowed_percent: 5.0,
            measured_us,
        };
        StepVerdict { step, judgement, evidence }
    }

    #[test]
    fn of_steps_that_fail_the_worst_has_most_over_the_limit_and_of_others_the_longest_time() {
        let holds = |step, us| share(step, Judgement::Pass, 0.0, Some(us));
        assert_eq!(worst(&[holds(1, 900), holds(2, 1_100), holds(3, 1_000)]), Some(2));
        // In step 2 its percentile lies among the failures.
        let few = share(2, Judgement::Fail, 10.0, None);
        let most = share(3, Judgement::Fail, 76.2, Some(2_900));
        assert_eq!(worst(&[holds(1, 900), few.clone(), most.clone()]), Some(3));
        // All of the requests are over the limit in both, or nearly.
        let slow = share(5, Judgement::Fail, 99.9, Some(11_000));
        assert_eq!(worst(&[share(4, Judgement::Fail, 100.0, Some(7_000)), slow, most.clone()]), Some(5));
        let evidence = JudgementBasis::NothingAnswered { in_flight: 40, measured_s: 20.0 };
        let hangs = StepVerdict { step: 4, judgement: Judgement::Fail, evidence };
        assert_eq!(worst(&[few, hangs, most]), Some(4));
    }
}
