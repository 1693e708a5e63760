//! Iterations that a load generator was to start and did not (k6: `dropped_iterations`): the load that was asked for was not there, and how their
//! requests would have ended is not known.

use super::judge::worst;
use super::requirement::Requirement;
use super::verdict::{JudgedAt, Judgement, JudgementBasis, LoadVerdict, Verdict};

/// An iteration may make several requests, and which of the steps lacks them is not known.
const REQUESTS_EACH: f64 = 10.0;

/// What holds without them is undecided where they, in one step, could be more than what the requirement allows; what fails, fails. `requests`:
/// of a step.
pub(crate) fn with_iterations_dropped(
    mut verdict: Verdict,
    iterations: u64,
    requests: &dyn Fn(u32) -> u64,
) -> Verdict {
    let allowed = Requirement::parse(&verdict.requirement).ok().and_then(|of| of.allowed_share());
    let Some(allowed) = allowed.filter(|_| iterations > 0) else { return verdict };
    let missing = REQUESTS_EACH * iterations as f64;
    // With what failed, or was over the limit, already.
    let is_more = |over: u64, of: f64| over as f64 + missing > allowed * (of + missing);
    let over = |basis: &JudgementBasis| match basis {
        JudgementBasis::Share { over, .. } => *over,
        _ => 0,
    };
    let evidence = || JudgementBasis::IterationsDropped { iterations };
    let mut is_any = false;
    for step in verdict.steps.iter_mut().filter(|step| step.judgement == Judgement::Pass) {
        if is_more(over(&step.evidence), requests(step.step) as f64) {
            (step.judgement, step.evidence, is_any) = (Judgement::Inconclusive, evidence(), true);
        }
    }
    if let JudgedAt::EveryLoad { loads } = &mut verdict.judged_at {
        is_any = false;
        let opens = |load: &&mut LoadVerdict| {
            let of: f64 = load.steps.iter().map(|step| requests(*step) as f64).sum();
            load.judgement == Judgement::Pass && is_more(over(&load.evidence), of)
        };
        for load in loads.iter_mut().filter(opens) {
            (load.judgement, load.evidence, is_any) = (Judgement::Inconclusive, evidence(), true);
        }
    }
    if verdict.judgement == Judgement::Pass && is_any {
        verdict.judgement = Judgement::Inconclusive;
        if !matches!(verdict.judged_at, JudgedAt::EveryLoad { .. }) {
            verdict.judged_at = JudgedAt::EveryStep;
        }
    }
    verdict.holds_in = Verdict::holding(&verdict.steps);
    verdict.worst_step = worst(&verdict.steps);
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::StepVerdict;

    fn verdict(requirement: &str, judgement: Judgement) -> Verdict {
        let evidence = JudgementBasis::NoRequests;
        Verdict {
            requirement: requirement.to_owned(),
            judgement,
            judged_at: JudgedAt::EveryStep,
            steps: vec![
                StepVerdict { step: 1, judgement, evidence: evidence.clone() },
                StepVerdict { step: 2, judgement, evidence },
            ],
            holds_in: vec![1, 2],
            worst_step: Some(1),
        }
    }

    #[test]
    fn more_iterations_than_a_requirement_allows_leave_it_open() {
        let found = |requirement: &str, judgement, iterations| {
            let requests = |step: u32| if step == 1 { 100_000 } else { 1_000 };
            with_iterations_dropped(verdict(requirement, judgement), iterations, &requests)
        };
        let judged =
            |requirement: &str, judgement, iterations| found(requirement, judgement, iterations).judgement;
        assert_eq!(judged("errors < 1 %", Judgement::Pass, 200), Judgement::Inconclusive);
        assert_eq!(judged("errors < 1 %", Judgement::Pass, 1), Judgement::Pass);
        assert_eq!(judged("p95 < 100 ms", Judgement::Pass, 3), Judgement::Pass);
        assert_eq!(judged("p95 < 100 ms", Judgement::Fail, 200), Judgement::Fail);
        assert_eq!(judged("throughput > 10/s", Judgement::Pass, 200), Judgement::Pass);
        assert_eq!(judged("p95 < 100 ms", Judgement::Pass, u64::MAX), Judgement::Inconclusive);
        // In the long step they could not change it.
        assert_eq!(found("p95 < 100 ms", Judgement::Pass, 50).holds_in, [1]);
    }
}
