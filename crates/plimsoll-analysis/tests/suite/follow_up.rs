//! Whether a finding's claim holds, by a run that was made to decide it.

use crate::limits::{bending, cpu};
use plimsoll_analysis::findings::NextStep;
use plimsoll_analysis::follow_up::{
    CHANGED, CLAIM, ClaimBasis, ClaimVerdict, NEXT_OF, OpenReason, proposals, run_key,
};
use plimsoll_analysis::{FollowUp, Observations, analyse};
use plimsoll_run::{EndReason, Latencies, Run};
use plimsoll_testkit::synthetic::lab::Lab;
use plimsoll_testkit::synthetic::{Spec, each_second, run};

/// The run after says what it decides, and is of another variant.
fn following(mut after: Run, before: &Run, claim: &str, changed: Option<&str>) -> Run {
    let labels = [(NEXT_OF, run_key(&before.header)), (CLAIM, claim.to_owned())];
    after.header.labels = labels.map(|(name, value)| (name.to_owned(), value)).to_vec();
    after.header.labels.extend(changed.map(|changed| (CHANGED.to_owned(), changed.to_owned())));
    after.header.variant.name = "after".to_owned();
    after.header.started_unix_us += 3_600_000_000;
    after
}

fn judged_with(before: Lab, after: Run, claim: &str, changed: Option<&str>) -> FollowUp {
    let after = following(after, &before.run, claim, changed);
    let observed = [before.observed, Observations::default()];
    let mut found = analyse(&[before.run, after], &observed, 1).follow_ups;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn steps(loads: &[u32], lambda: f64, alpha: f64) -> Spec {
    let loads = loads.iter().map(|users| (*users, 1)).collect();
    Spec { loads, measured_s: 30, lambda, alpha, ..Spec::default() }
}

/// Grows in proportion to load, so that its maximum is not found.
fn grown() -> Lab {
    Lab::new(run(&steps(&[10, 20, 40], 2.0, 0.0)))
}

fn check(expected: &ClaimVerdict, before: Lab, after: &Spec, claim: &str, changed: Option<&str>) {
    let found = judged_with(before, run(after), claim, changed);
    assert_eq!(found.verdict, *expected, "{found:#?}");
}

fn open(reason: OpenReason) -> ClaimVerdict {
    ClaimVerdict::Undecided { reason }
}

#[test]
fn throughput_that_grows_on_says_that_the_maximum_had_not_been_reached() {
    let grows_on = steps(&[20, 40, 60, 80], 2.0, 0.0);
    check(&ClaimVerdict::Supported, grown(), &grows_on, "maximum-not-found", None);
    // 80/s at every load: as much as 40 users had brought.
    let stands = steps(&[20, 40, 60, 80], 80.0, 1.0);
    check(&ClaimVerdict::Refuted, grown(), &stands, "maximum-not-found", None);
    let no_higher = steps(&[20, 40], 2.0, 0.0);
    check(&open(OpenReason::OtherLoads), grown(), &no_higher, "maximum-not-found", None);
    let little_more = steps(&[40, 80], 82.0, 1.0);
    check(
        &open(OpenReason::Uncertain),
        grown(),
        &Spec { measured_s: 5, ..little_more },
        "maximum-not-found",
        None,
    );
}

#[test]
fn what_is_not_complete_or_not_found_decides_nothing() {
    let stopped = Spec { end: Some(EndReason::Interrupted), ..steps(&[20, 40, 60, 80], 2.0, 0.0) };
    check(&open(OpenReason::NotComplete), grown(), &stopped, "maximum-not-found", None);
    let cut_off = Spec { end: None, ..steps(&[20, 40, 60, 80], 2.0, 0.0) };
    check(&open(OpenReason::NotComplete), grown(), &cut_off, "maximum-not-found", None);
    check(&open(OpenReason::NoFinding), grown(), &steps(&[20, 40], 2.0, 0.0), "pool-exhausted", None);
}

fn used_up() -> Lab {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.26, 0.45, 0.65, 0.93, 0.97]);
    lab
}

/// As `bending`, with another maximum.
fn bending_at(per_s: f64) -> Spec {
    Spec { measured_s: 60, ..steps(&[20, 40, 80, 160, 240], 1.0, 1.0 / per_s) }
}

#[test]
fn more_of_the_limit_must_bring_more_throughput() {
    let changed = Some("cores 2 → 4");
    let found = judged_with(used_up(), run(&bending_at(80.0)), "cpu-saturated", changed);
    assert_eq!(found.verdict, ClaimVerdict::Supported, "{found:#?}");
    let ClaimBasis::Throughput { gain_percent, proportional_percent, .. } = found.basis else {
        panic!("{:?}", found.basis)
    };
    assert_eq!(proportional_percent, Some(100.0));
    assert!((40.0..100.0).contains(&gain_percent.value), "{gain_percent:?}");
    // As much as before, although there are more cores.
    let same = Spec { loads: vec![(10, 1), (20, 1), (40, 1), (80, 1), (160, 1)], ..bending_at(40.0) };
    check(&ClaimVerdict::Refuted, used_up(), &same, "cpu-saturated", changed);
    check(&open(OpenReason::NotChanged), used_up(), &bending_at(80.0), "cpu-saturated", None);
}

#[test]
fn a_requirement_that_fails_at_lower_loads_too_does_not_fail_for_the_load() {
    let before =
        || Lab::new(run(&Spec { requirements: vec!["p95 <= 5 ms"], ..steps(&[10, 20, 40], 2.0, 0.1) }));
    let after = |requirement| Spec { requirements: vec![requirement], ..steps(&[2, 5, 8, 10], 2.0, 0.1) };
    check(&ClaimVerdict::Refuted, before(), &after("p95 <= 5 ms"), "requirement", None);
    let eased = judged_with(before(), run(&after("p95 <= 60 s")), "requirement", None);
    assert_eq!(eased.verdict, open(OpenReason::RequirementOpen), "another requirement: {eased:#?}");
}

/// What a run without another load would say, a run says by itself.
/// Steps whose answers take so long, ms.
fn of_times(loads: &[u32], ms: &[u64]) -> Run {
    let spec = Spec { requirements: vec!["p95 <= 100 ms"], ..steps(loads, 2.0, 0.0) };
    let mut made = run(&spec);
    for (step, ms) in (1..).zip(ms) {
        each_second(&mut made, step, |second| {
            for interval in second.transactions.values_mut() {
                interval.response = Latencies::from_counts([(1_000 * ms, interval.requests)]);
            }
        });
    }
    made
}

#[test]
fn a_requirement_that_failed_at_a_load_at_which_it_passed_before_is_not_refuted_below_the_others() {
    // At 40 users it fails only after the 80.
    let before = || Lab::new(of_times(&[20, 40, 80, 40], &[10, 10, 500, 500]));
    let lower = judged_with(before(), of_times(&[20, 30, 40], &[10, 10, 10]), "requirement", None);
    assert!(!matches!(lower.verdict, ClaimVerdict::Refuted), "{lower:#?}");
    let again = judged_with(before(), of_times(&[40, 80, 40], &[10, 10, 10]), "requirement", None);
    assert!(!matches!(again.verdict, ClaimVerdict::Undecided { .. }), "{again:#?}");
}

#[test]
fn steps_of_one_load_that_differ_again_support_that_they_do() {
    let made = || of_times(&[20, 20, 20], &[10, 10, 200]);
    let before = Lab::new(made());
    let ids: Vec<&str> = analyse(&[made()], &[], 1).runs[0].findings.iter().map(|of| of.id).collect();
    assert!(ids.contains(&"unequal-repeats"), "{ids:?}");
    let found = judged_with(before, made(), "unequal-repeats", None);
    assert_eq!(found.verdict, ClaimVerdict::Supported, "{found:#?}");
}

#[test]
fn the_experiment_of_a_requirement_is_of_loads_only_where_they_would_decide_it() {
    let next = |spec: Spec, requirement: &'static str| {
        let made = run(&Spec { requirements: vec![requirement], ..spec });
        let found = analyse(&[made], &[], 1).runs.remove(0).findings;
        found.into_iter().find(|finding| finding.id == "requirement").map(|finding| finding.next)
    };
    let alike = || steps(&[10, 20, 40], 2.0, 0.0);
    assert_eq!(next(alike(), "p95 <= 5 ms"), Some(NextStep::LookAtSlowRequests), "at every load the same");
    let waits = || steps(&[10, 20, 40], 2.0, 0.1);
    assert_eq!(next(waits(), "p95 <= 5 ms"), Some(NextStep::LoadLower), "at every load, and more at more");
    let between = next(waits(), "p95 <= 3 s");
    assert_eq!(between, Some(NextStep::LoadBetween { from_step: 2, to_step: 3 }), "it holds below");
}

#[test]
fn the_limiting_factor_is_followed_first() {
    let lab = used_up();
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let all = proposals(&analysis.runs[0]);
    assert_eq!(all.len(), analysis.runs[0].findings.len());
    assert_eq!(all[0].id, "cpu-saturated");
    assert_eq!(all[0].next, NextStep::VaryCores { host: "app1".to_owned() });
}

#[test]
fn repeats_are_judged_together_and_other_runs_are_not_followed() {
    let before = grown().run;
    let mut first = following(run(&steps(&[40, 60, 80], 2.0, 0.0)), &before, "maximum-not-found", None);
    let mut second = first.clone();
    (first.header.repeat, second.header.repeat) = (1, 2);
    second.header.started_unix_us += 1;
    let found = analyse(&[before.clone(), first.clone(), second], &[], 1).follow_ups;
    assert_eq!(found.iter().map(|of| (of.before, of.after.clone())).collect::<Vec<_>>(), [(0, vec![1, 2])]);
    assert!(analyse(&[first], &[], 1).follow_ups.is_empty(), "its run before is not here");
}
