//! Why a run ends with its conclusion: known systems.

use crate::limits::{bending, by_step, cpu, growing};
use plimsoll_analysis::explanation::{BehindBecause, Objection, ReasoningStep, UnwatchedPart};
use plimsoll_analysis::{Explanation, analyse};
use plimsoll_testkit::synthetic::lab::{Lab, host};

fn explained(lab: &Lab) -> Explanation {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    analysis.runs[0].explanation.clone()
}

/// Without the figures: `validity growth levelling`.
fn chain(of: &Explanation) -> Vec<&'static str> {
    let name = |step: &ReasoningStep| match step {
        ReasoningStep::Validity => "validity",
        ReasoningStep::Growth(_) => "growth",
        ReasoningStep::Levelling(_) => "levelling",
        ReasoningStep::OneLoad { .. } => "one-load",
        ReasoningStep::Width { .. } => "width",
        ReasoningStep::Capacity => "capacity",
        ReasoningStep::Cause => "cause",
        ReasoningStep::NoCause => "no-cause",
        ReasoningStep::Requirement { .. } => "requirement",
        ReasoningStep::Recommendation => "recommendation",
    };
    of.chain.iter().map(name).collect()
}

#[test]
fn the_chain_goes_from_growth_over_levelling_to_the_cause() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.26, 0.45, 0.65, 0.93, 0.97]);
    let of = explained(&lab);
    assert_eq!(chain(&of), ["validity", "growth", "levelling", "capacity", "cause"]);
    let ReasoningStep::Levelling(contrast) = of.chain[2] else { panic!("{:?}", of.chain) };
    assert_eq!(contrast.to_step, 5);
    assert!(contrast.throughput_factor < contrast.load_factor / 1.5, "{contrast:?}");
    assert!(of.against.is_empty(), "{:?}", of.against);
    assert!(!of.unwatched.contains(&UnwatchedPart::Cpu) && of.unwatched.contains(&UnwatchedPart::Pools));
}

#[test]
fn what_speaks_against_a_cause_is_said() {
    let mut lab = bending();
    // Used up as soon as there is load: nothing shows that the load did it.
    cpu(&mut lab, "app1", &[0.93, 0.94, 0.95, 0.96, 0.97]);
    let of = explained(&lab);
    assert!(of.against.contains(&Objection::NeverHadRoom), "{:?}", of.against);
    // It falls while throughput rises; of five steps nobody says that they are fewer than three.
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.98, 0.97, 0.96, 0.95, 0.94]);
    let of = explained(&lab);
    assert!(of.against.contains(&Objection::NotRising), "{:?}", of.against);
    assert!(!of.against.contains(&Objection::FewSteps), "{:?}", of.against);
}

#[test]
fn other_causes_come_with_the_reason_why_they_are_not_named() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.26, 0.45, 0.65, 0.93, 0.97]);
    cpu(&mut lab, "db", &[0.3, 0.5, 0.6, 0.8, 0.85]);
    let of = explained(&lab);
    let [other] = of.alternatives.as_slice() else { panic!("{:?}", of.alternatives) };
    assert_eq!(other.usage.source.as_ref().map(|source| source.host.as_str()), Some("db"));
    assert_eq!(other.because, BehindBecause::NotUsedUp);
}

#[test]
fn where_nothing_is_named_the_chain_ends_with_that_and_says_what_to_watch() {
    let of = explained(&growing());
    assert_eq!(chain(&of), ["validity", "growth", "capacity", "no-cause"]);
    assert_eq!(of.unwatched.len(), 6);
    let mut lab = growing();
    let busy = by_step(&lab, &[0.1, 0.2, 0.4], 0.03);
    lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - busy(at));
    assert!(!explained(&lab).unwatched.contains(&UnwatchedPart::Cpu));
}

#[test]
fn what_is_busy_and_not_used_up_is_said_to_be_so() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.1, 0.2, 0.3, 0.75, 0.8]);
    let of = explained(&lab);
    assert!(of.against.contains(&Objection::NotUsedUp), "{:?}", of.against);
    assert!(!of.against.contains(&Objection::OrderUnknown), "{:?}", of.against);
}

#[test]
fn without_a_lower_load_nobody_says_that_it_was_as_full_there() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.93, 0.94, 0.95, 0.96, 0.97]);
    lab.run.steps.drain(1..);
    lab.run.seconds.retain(|second| second.step == 1);
    let of = explained(&lab);
    assert!(!of.against.contains(&Objection::NeverHadRoom), "{:?}", of.against);
}
