//! Iterations that a load generator was to start and did not (k6: `dropped_iterations`): the load that was asked for was not there, and how their
//! requests would have ended is not known.

use super::judge::worst;
use super::requirement::Requirement;
use super::verdict::{JudgedAt, Judgement, JudgementBasis, Verdict};

/// What holds without them is undecided where they are more than what the requirement allows; what fails, fails.
pub(crate) fn with_iterations_dropped(verdict: Verdict, iterations: u64, requests: u64) -> Verdict {
    let allowed = Requirement::parse(&verdict.requirement).ok().and_then(|of| of.allowed_share());
    let Some(allowed) = allowed else { return verdict };
    if iterations as f64 <= allowed * (requests + iterations) as f64 {
        return verdict;
    }
    let mut steps = verdict.steps;
    for step in steps.iter_mut().filter(|step| step.judgement == Judgement::Pass) {
        step.judgement = Judgement::Inconclusive;
        step.evidence = JudgementBasis::IterationsDropped { iterations };
    }
    let (judgement, judged_at) = match verdict.judgement {
        Judgement::Pass => (Judgement::Inconclusive, JudgedAt::EveryStep),
        judgement => (judgement, verdict.judged_at),
    };
    Verdict { judgement, judged_at, holds_in: Vec::new(), worst_step: worst(&steps), steps, ..verdict }
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
            steps: vec![StepVerdict { step: 1, judgement, evidence }],
            holds_in: vec![1],
            worst_step: Some(1),
        }
    }

    #[test]
    fn more_iterations_than_a_requirement_allows_leave_it_open() {
        let judged = |requirement: &str, judgement, iterations| {
            with_iterations_dropped(verdict(requirement, judgement), iterations, 1_000).judgement
        };
        assert_eq!(judged("errors < 1 %", Judgement::Pass, 200), Judgement::Inconclusive);
        assert_eq!(judged("errors < 1 %", Judgement::Pass, 5), Judgement::Pass);
        assert_eq!(judged("p95 < 100 ms", Judgement::Pass, 30), Judgement::Pass);
        assert_eq!(judged("p95 < 100 ms", Judgement::Fail, 200), Judgement::Fail);
        assert_eq!(judged("throughput > 10/s", Judgement::Pass, 200), Judgement::Pass);
    }
}
