//! Whole runs: windows, totals, verdicts, capacity, outcome, comparison.

mod synthetic;

use plimsoll_analysis::capacity::BoundReason;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::verdict::{Evidence, JudgedAt};
use plimsoll_analysis::{Capacity, Judgement, Outcome, RunAnalysis, analyse};
use plimsoll_run::{Design, EndReason, ErrorKind, Run, Transaction, TransactionKind};
use synthetic::{Spec, each_second, fail, request, run};

fn analysed(run: &Run) -> RunAnalysis {
    analyse(std::slice::from_ref(run), 1).runs.remove(0)
}

/// One step in which exactly `over` of 100 requests in each of 100 seconds take 2 s, the others 100 ms.
fn exact(over: u64, requirement: &'static str) -> Run {
    let spec =
        Spec { loads: vec![(10, 1)], measured_s: 100, requirements: vec![requirement], ..Spec::default() };
    let mut run = run(&spec);
    each_second(&mut run, 1, |second| {
        second.transactions.clear();
        let lookup = second.transactions.entry(request("GET /lookup")).or_default();
        for i in 0..100 {
            lookup.requests += 1;
            lookup.response.record_us(if i < over { 2_000_000 } else { 100_000 });
        }
    });
    run
}

#[test]
fn only_the_measured_window_counts() {
    let step = &analysed(&exact(0, "max < 5 s")).steps[0];
    assert_eq!((step.requests, step.measured_s, step.throughput_per_s.value), (10_000, 100.0, 100.0));
    assert_eq!(step.throughput_per_s.bounds_95.map(|b| (b.low, b.high)), Some((100.0, 100.0)));
    assert_eq!(step.ended_unix_us, Some(synthetic::STARTED_UNIX_US + 102_000_000));
}

#[test]
fn groups_are_not_added_to_their_requests() {
    let mut run = exact(0, "p95 of \"Session\" <= 5 s");
    let group = Transaction { name: "Session".to_owned(), kind: TransactionKind::Group };
    each_second(&mut run, 1, |second| {
        let session = second.transactions.entry(group.clone()).or_default();
        session.requests += 1;
        session.response.record_us(4_000_000);
    });
    let analysis = analysed(&run);
    assert_eq!(analysis.steps[0].requests, 10_000);
    assert_eq!(analysis.transactions.iter().map(|t| t.requests).collect::<Vec<_>>(), [10_000, 100]);
    assert_eq!(analysis.verdicts[0].judgement, Judgement::Pass);
}

#[test]
fn a_percentile_is_judged_by_the_interval_of_the_share_over_its_limit() {
    for (over, expected) in [(4, Judgement::Pass), (5, Judgement::Inconclusive), (6, Judgement::Fail)] {
        let verdict = analysed(&exact(over, "p95 <= 1 s")).verdicts.remove(0);
        assert_eq!(verdict.judgement, expected, "{over} %");
        let Evidence::Share { over: counted, of, allowed_percent, .. } = &verdict.steps[0].evidence else {
            panic!("{verdict:?}");
        };
        assert_eq!((*counted, *of, *allowed_percent), (over * 100, 10_000, 5.0));
    }
}

#[test]
fn every_measure_is_judged() {
    for (requirement, expected) in [
        ("mean <= 200 ms", Judgement::Pass),
        ("mean <= 150 ms", Judgement::Fail),
        ("max < 5 s", Judgement::Pass),
        ("max < 1 s", Judgement::Fail),
        ("errors < 1 %", Judgement::Pass),
        ("errors <= 0 %", Judgement::Pass),
        ("throughput >= 100/s", Judgement::Pass),
        ("throughput > 101/s", Judgement::Fail),
        ("p95 of \"GET /lookup\" <= 1 s", Judgement::Pass),
        ("p95 of \"GET /other\" <= 1 s", Judgement::Inconclusive),
    ] {
        assert_eq!(analysed(&exact(4, requirement)).verdicts[0].judgement, expected, "{requirement}");
    }
}

#[test]
fn failures_count_against_the_server_unless_they_are_the_generators() {
    let mut servers = exact(0, "errors < 1 %");
    fail(&mut servers, 1, 5, ErrorKind::Status, "status 500", 100_000);
    let analysis = analysed(&servers);
    assert_eq!(analysis.verdicts[0].judgement, Judgement::Fail);
    assert_eq!((analysis.steps[0].errors, analysis.steps[0].requests), (500, 10_500));
    assert_eq!(analysis.outcome, Outcome::RequirementFailed);
    assert_eq!(analysis.outcome.exit_code(), 3);

    let mut generators = exact(0, "errors < 1 %");
    fail(&mut generators, 1, 5, ErrorKind::GeneratorResources, "no ports", 10);
    let analysis = analysed(&generators);
    assert_eq!(analysis.verdicts[0].steps[0].evidence, Evidence::InvalidStep);
    assert_eq!((analysis.steps[0].errors, analysis.steps[0].generator_errors), (0, 500));
    assert_eq!((analysis.outcome, &analysis.capacity), (Outcome::Inconclusive, &Capacity::Unknown));
}

#[test]
fn a_climb_is_judged_at_its_best_step() {
    // Throughput peaks in the middle; the last step breaks the requirement.
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: vec![(10, 1), (20, 1), (60, 1)],
        beta: 0.002,
        requirements: vec!["p95 <= 2 s"],
        ..Spec::default()
    };
    let analysis = analysed(&run(&spec));
    let verdict = &analysis.verdicts[0];
    assert_eq!(verdict.judged_at, JudgedAt::BestStep { step: 2 });
    assert_eq!((verdict.judgement, verdict.worst_step), (Judgement::Pass, Some(3)));
    assert_eq!(verdict.holds_in, [1, 2]);
    assert!(matches!(&analysis.capacity, Capacity::Maximum { best } if best.step == 2));
    assert_eq!(analysis.recommended.map(|point| point.step), Some(2));
    assert_eq!(analysis.outcome, Outcome::Holds);
}

#[test]
fn given_loads_are_judged_at_every_step() {
    let spec = Spec { alpha: 0.1, requirements: vec!["p95 <= 2 s"], ..Spec::default() };
    let analysis = analysed(&run(&spec));
    assert_eq!(analysis.verdicts[0].judged_at, JudgedAt::EveryStep);
    assert_eq!(analysis.verdicts[0].judgement, Judgement::Fail);
    assert_eq!(analysis.recommended.map(|point| point.step), Some(1));
}

#[test]
fn capacity_says_why_it_is_only_a_bound() {
    let reason = |design: Design, end: Option<EndReason>| {
        let analysis = analysed(&run(&Spec { design, end, ..Spec::default() }));
        match analysis.capacity {
            Capacity::LowerBound { best, reason } => {
                assert_eq!(best.step, 3);
                reason
            }
            other => panic!("{other:?}"),
        }
    };
    let climb = Design::Climb { goal: 0.6 };
    let BoundReason::LoadExhausted { growth: Some(growth) } =
        reason(climb.clone(), Some(EndReason::LoadExhausted))
    else {
        panic!("no growth");
    };
    assert_eq!((growth.base_step, growth.goal_percent), (2, 60));
    assert!(growth.gain_percent > 90, "{growth:?}");
    assert!(matches!(reason(Design::Fixed, Some(EndReason::Completed)), BoundReason::StillGrowing { .. }));
    assert_eq!(reason(climb.clone(), Some(EndReason::Interrupted)), BoundReason::Interrupted);
    assert_eq!(reason(climb, None), BoundReason::CutOff);
}

#[test]
fn an_invalid_last_step_leaves_a_lower_bound() {
    let mut made = run(&Spec { alpha: 0.1, ..Spec::default() });
    each_second(&mut made, 3, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 950_000));
    let analysis = analysed(&made);
    let Capacity::LowerBound { best, reason } = &analysis.capacity else { panic!("{:?}", analysis.capacity) };
    assert_eq!((best.step, reason), (2, &BoundReason::HigherStepsInvalid { steps: vec![3] }));
    assert_eq!(analysis.outcome, Outcome::Inconclusive);
}

#[test]
fn projections_multiply_out() {
    let mut made = exact(0, "max < 5 s");
    made.header.expected_per_s = Some(20.0);
    let projection = analysed(&made).projection_best.expect("a valid step");
    assert_eq!((projection.per_hour, projection.per_day), (360_000.0, 8_640_000.0));
    assert_eq!((projection.per_week, projection.headroom), (60_480_000.0, Some(5.0)));
}

#[test]
fn a_run_that_was_cut_off_keeps_what_was_measured() {
    let mut made = run(&Spec { end: None, ..Spec::default() });
    let step = made.steps.last_mut().expect("three steps");
    let cut_at = step.measured_from_us / 1_000_000 + 4;
    step.ended_us = None;
    made.seconds.retain(|s| u64::from(s.second) < cut_at);
    let analysis = analysed(&made);
    assert_eq!(analysis.steps[2].measured_s, 4.0);
    assert!(!analysis.steps[2].is_valid());
    assert_eq!(analysis.validity.invalid_steps, [3]);
    assert_eq!(analysis.outcome, Outcome::Inconclusive);
}

#[test]
fn nothing_at_all_is_inconclusive_and_no_panic() {
    assert_eq!(analyse(&[], 1).outcome, Outcome::Inconclusive);
    let empty = Run { steps: Vec::new(), seconds: Vec::new(), ..run(&Spec::default()) };
    assert_eq!(analysed(&empty).outcome, Outcome::Inconclusive);
    let silent =
        Run { seconds: Vec::new(), ..run(&Spec { requirements: vec!["p95 < 1 s"], ..Spec::default() }) };
    let analysis = analysed(&silent);
    assert_eq!((analysis.steps[0].requests, analysis.verdicts[0].judgement), (0, Judgement::Inconclusive));
}

#[test]
fn repeats_are_put_together() {
    let repeat = |seed: u64, variant: &str| {
        let mut made = run(&Spec { seed, ..Spec::default() });
        made.header.variant.name = variant.to_owned();
        made
    };
    let analysis = analyse(&[repeat(1, "A"), repeat(2, "A"), repeat(3, "B")], 1);
    let matrix = analysis.matrix.expect("three runs");
    assert_eq!(
        (matrix.variants.as_slice(), matrix.rows.len()),
        (["A", "B"].map(str::to_owned).as_slice(), 3)
    );
    let [Some(a), Some(b)] = matrix.rows[0].cells.as_slice() else { panic!("{matrix:?}") };
    assert_eq!((a.repeats, b.repeats), (2, 1));
    let x = |run: usize| analysis.runs[run].steps[0].throughput_per_s.value;
    assert!((a.throughput_per_s - (x(0) + x(1)) / 2.0).abs() < 1e-9);
    assert_eq!(a.response.count, analysis.runs[0].steps[0].requests + analysis.runs[1].steps[0].requests);
    let kinds: Vec<FigureKind> = analysis.figures.iter().map(|f| f.kind).collect();
    assert_eq!(kinds, [FigureKind::VariantThroughput, FigureKind::VariantMean, FigureKind::VariantP95]);
}

#[test]
fn figures_are_there_when_there_is_something_to_show() {
    let kinds = |run: &Run| analysed(run).figures.iter().map(|f| f.kind).collect::<Vec<_>>();
    let mut failing = run(&Spec::default());
    assert!(!kinds(&failing).contains(&FigureKind::ErrorsOverTime));
    fail(&mut failing, 1, 1, ErrorKind::Status, "status 500", 10);
    assert!(kinds(&failing).contains(&FigureKind::ErrorsOverTime));
    let single = run(&Spec { loads: vec![(10, 1)], design: Design::Single, ..Spec::default() });
    assert!(!kinds(&single).contains(&FigureKind::ThroughputByLoad));
    assert!(kinds(&single).contains(&FigureKind::LatencyHeat));
}

#[test]
fn the_heat_map_holds_every_request() {
    let made = run(&Spec::default());
    let analysis = analysed(&made);
    let heat = analysis.figures.iter().find_map(|f| f.heat.as_ref()).expect("a heat map");
    let all: u64 = made.seconds.iter().flat_map(|s| s.transactions.values()).map(|i| i.requests).sum();
    assert_eq!(heat.counts.iter().flatten().sum::<u64>(), all);
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    let made = run(&Spec::default());
    assert_eq!(analysed(&made), analysed(&made));
}
