//! Whole runs: windows, totals, verdicts, capacity, outcome, comparison.

use plimsoll_analysis::capacity::BoundReason;
use plimsoll_analysis::figures::{FigureKind, SeriesName};
use plimsoll_analysis::requirements::{JudgedAt, JudgementBasis};
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::{Capacity, Judgement, Outcome, RunAnalysis, analyse};
use plimsoll_run::{Design, EndReason, ErrorKind, Interval, Latencies, Run, TransactionKey, TransactionKind};
use plimsoll_testkit::synthetic::{self, Spec, each_second, fail, request, run};

fn analysed(run: &Run) -> RunAnalysis {
    analyse(std::slice::from_ref(run), &[], 1).runs.remove(0)
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
    let group = TransactionKey { name: "Session".to_owned(), kind: TransactionKind::Group };
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
        let verdict = analysed(&exact(over, "p95 <= 1 s")).measured.verdicts.remove(0);
        assert_eq!(verdict.judgement, expected, "{over} %");
        let JudgementBasis::Share { over: counted, of, allowed_percent, .. } = &verdict.steps[0].evidence
        else {
            panic!("{verdict:?}");
        };
        assert_eq!((*counted, *of, *allowed_percent), (over * 100, 10_000, 5.0));
    }
}

#[test]
fn what_takes_as_long_as_the_limit_is_not_over_it_and_not_less() {
    for (requirement, expected) in [
        ("p95 <= 100 ms", Judgement::Pass),
        ("p95 < 100 ms", Judgement::Fail),
        ("max <= 100 ms", Judgement::Pass),
        ("max <= 99 ms", Judgement::Fail),
        ("p95 < 101 ms", Judgement::Pass),
    ] {
        let mut made =
            run(&Spec { requirements: vec![requirement], loads: vec![(10, 1)], ..Spec::default() });
        each_second(&mut made, 1, |second| {
            for interval in second.transactions.values_mut() {
                interval.response = Latencies::from_counts([(100_000, interval.requests)]);
            }
        });
        assert_eq!(analysed(&made).measured.verdicts[0].judgement, expected, "{requirement}");
    }
}

/// Requests per second and mean response times at 5, 10, 20 and 40 users, of whom the rest of the time is think time, or a wait
/// that nobody measured.
fn of_users(steps: [(u64, u64); 4], is_imported: bool) -> Capacity {
    let loads = [5, 10, 20, 40];
    let spec = Spec { loads: loads.map(|users| (users, 1)).to_vec(), measured_s: 30, ..Spec::default() };
    let mut made = run(&spec);
    for ((step, (per_s, response_us)), users) in (1..).zip(steps).zip(loads) {
        each_second(&mut made, step, |second| {
            let noise = u64::from(second.second % 2);
            second.transactions.clear();
            let response = Latencies::from_counts([(response_us, per_s + noise)]);
            let interval = Interval { requests: per_s + noise, response, ..Interval::default() };
            second.transactions.insert(request("GET /"), interval);
            let busy_us = per_s * response_us;
            let workers = second.generator.workers.len() as u64;
            for worker in second.generator.workers.values_mut() {
                worker.busy_us = if is_imported { 0 } else { busy_us / workers };
                worker.think_us =
                    if is_imported { 0 } else { (u64::from(users) * 1_000_000 - busy_us) / workers };
            }
        });
    }
    analysed(&made).measured.capacity
}

#[test]
fn users_whose_requests_are_refused_are_not_idle() {
    // A limit of 20/s: what comes above it fails at once.
    let mut made =
        run(&Spec { loads: vec![(10, 1), (20, 1), (30, 1), (40, 1)], measured_s: 30, ..Spec::default() });
    for step in 1..=4_u64 {
        each_second(&mut made, step as u32, |second| {
            let (per_s, failed) = (10 * step, (10 * step).saturating_sub(20));
            let response = Latencies::from_counts([(20_000, per_s - failed), (2_000, failed)]);
            let mut interval = Interval { requests: per_s, response, ..Interval::default() };
            if failed > 0 {
                interval.errors.insert((ErrorKind::Status, "429".to_owned()), failed);
                interval.failed = Latencies::from_counts([(2_000, failed)]);
            }
            second.transactions = [(request("GET /"), interval)].into();
            for worker in second.generator.workers.values_mut() {
                (worker.busy_us, worker.think_us) = (0, 0);
            }
        });
    }
    let capacity = analysed(&made).measured.capacity;
    let is_idle = matches!(capacity, Capacity::LowerBound { reason: BoundReason::UsersIdle { .. }, .. });
    assert!(!is_idle, "{capacity:?}");
}

#[test]
fn a_rate_that_a_timer_sets_is_no_capacity() {
    for is_imported in [false, true] {
        let timer = of_users([(100, 30_000); 4], is_imported);
        assert!(
            matches!(timer, Capacity::LowerBound { reason: BoundReason::UsersIdle { .. }, .. }),
            "{timer:?}"
        );
        // A system that is used up makes users wait.
        let saturated =
            of_users([(100, 50_000), (100, 100_000), (100, 200_000), (100, 400_000)], is_imported);
        assert!(matches!(saturated, Capacity::Maximum { .. }), "{saturated:?}");
        // The same with think times of 20 ms.
        let thinking = of_users([(100, 30_000), (100, 80_000), (100, 180_000), (100, 380_000)], is_imported);
        assert!(matches!(thinking, Capacity::Maximum { .. }), "{thinking:?}");
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
    assert_eq!(analysis.verdicts[0].steps[0].evidence, JudgementBasis::InvalidStep);
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
    assert!(matches!(&analysis.capacity, Capacity::Maximum { best, .. } if best.step == 2));
    // Below the maximum, with room for what disturbs it.
    assert_eq!(analysis.advice.recommended.as_ref().map(|point| point.step), Some(1));
    let headroom = analysis.advice.headroom.expect("a maximum was found");
    assert!((headroom.at_most_per_s / headroom.maximum_per_s - 0.8).abs() < 1e-9);
    assert_eq!(analysis.outcome, Outcome::Holds);
}

#[test]
fn a_load_of_which_one_percent_fails_is_not_recommended_unless_a_requirement_allows_it() {
    let recommended = |requirements: Vec<&'static str>| {
        let spec = Spec { loads: vec![(10, 1), (20, 1), (40, 1)], requirements, ..Spec::default() };
        let mut made = run(&spec);
        fail(&mut made, 3, 1, ErrorKind::Status, "503", 20_000);
        let analysis = analysed(&made);
        let errors_percent = analysis.steps[2].errors_percent;
        assert!((1.0..5.0).contains(&errors_percent), "{errors_percent}");
        let point = analysis.advice.recommended.as_ref().map(|point| point.step);
        (point, analysis.advice.passed_over.clone())
    };
    assert_eq!(recommended(vec!["p95 <= 5 s"]), (Some(2), vec![3]));
    assert_eq!(recommended(vec!["p95 <= 5 s", "errors < 10 %"]), (Some(3), vec![]));
}

#[test]
fn what_few_requests_leave_open_at_the_expected_use_more_load_may_decide() {
    let at_expected = |slow_step: Option<u32>| {
        // In step 1 too few requests for 1 % of failures.
        let spec = Spec {
            loads: vec![(2, 1), (20, 1), (40, 1)],
            requirements: vec!["errors < 1 %"],
            ..Spec::default()
        };
        let mut made = run(&spec);
        if let Some(step) = slow_step {
            fail(&mut made, step, 5, ErrorKind::Status, "503", 20_000);
        }
        made.header.expected_per_s = Some(3.0);
        let analysis = analysed(&made);
        let in_first = analysis.verdicts[0].judgement_in(1);
        assert_eq!(in_first, Some(Judgement::Inconclusive));
        let expected = analysis.advice.at_expected.expect("a use is expected");
        (expected.step, expected.judgement)
    };
    assert_eq!(at_expected(None), (Some(2), Some(Judgement::Pass)));
    assert_eq!(at_expected(Some(3)), (Some(2), Some(Judgement::Pass)));
    assert_eq!(at_expected(Some(2)), (Some(1), Some(Judgement::Inconclusive)));
}

#[test]
fn events_that_never_arrived_are_over_every_limit() {
    let of = |arrived: u64, failed: u64| {
        let mut made = run(&Spec { requirements: vec!["p95 of \"arrival\" < 1 s"], ..Spec::default() });
        let arrival = TransactionKey { name: "arrival".to_owned(), kind: TransactionKind::Completion };
        for second in &mut made.seconds {
            let mut interval = Interval::default();
            (0..10).for_each(|_| {
                interval.requests += 1;
                interval.response.record_us(20_000);
            });
            second.transactions.insert(arrival.clone(), interval);
        }
        let completion = |step| plimsoll_run::Completion {
            step,
            name: "arrival".to_owned(),
            sent: 1_000 - failed,
            failed,
            arrived,
            doubled: 0,
        };
        made.completions = (1..=3).map(completion).collect();
        let analysis = analysed(&made);
        let row = analysis.transactions.iter().find(|row| row.name == "arrival").expect("a row");
        (analysis.verdicts[0].judgement, row.errors)
    };
    assert_eq!(of(1_000, 0), (Judgement::Pass, 0));
    // A request that failed may have sent one that arrived.
    assert_eq!(of(1_000, 100), (Judgement::Pass, 0));
    assert_eq!(of(0, 0).0, Judgement::Fail);
    // Of the step's 150 as large a share as of its requests ended in the window.
    let (judgement, errors) = of(850, 100);
    assert!(judgement == Judgement::Fail && (135..150).contains(&errors), "{judgement:?} {errors}");
    assert_eq!(of(850, 0).0, Judgement::Fail);
}

#[test]
fn steps_of_one_load_count_together_where_a_user_more_is_judged() {
    let loads = vec![(10, 1), (20, 1), (10, 1), (30, 1), (40, 1), (50, 1)];
    let analysis = analysed(&run(&Spec { loads, ..Spec::default() }));
    let marginals = &analysis.scalability.as_ref().expect("two loads").marginals;
    let [first, ..] = &marginals[..] else { panic!("{marginals:?}") };
    let steps = &analysis.steps;
    let [once, again] = [0, 2].map(|step: usize| steps[step].throughput_per_s.value);
    let mean = (once + again) / 2.0;
    assert_ne!(once, again);
    assert!((first.from_per_s - mean).abs() < 1e-9, "{first:?}");
    assert_eq!((first.from_step, first.to_step), (1, 2));
}

#[test]
fn the_headroom_is_what_was_asked_for() {
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: vec![(10, 1), (20, 1), (60, 1)],
        beta: 0.002,
        requirements: vec!["p95 <= 2 s"],
        ..Spec::default()
    };
    let check = |asked: Option<f64>, left: Option<f64>, step: u32| {
        let mut made = run(&spec);
        made.header.headroom_percent = asked;
        let advice = analysed(&made).advice;
        let (at_most, operate_at) =
            (advice.headroom.map(|found| found.at_most_per_s), advice.operate_at_per_s);
        let of_maximum = advice.headroom.map(|found| found.at_most_per_s / found.maximum_per_s);
        assert_eq!(of_maximum.map(|of| (of * 1e6).round() / 1e6), left, "{asked:?}");
        assert!(at_most.is_none_or(|at_most| operate_at <= Some(at_most)), "{advice:?}");
        assert_eq!(advice.recommended.map(|point| point.step), Some(step), "{asked:?}");
    };
    check(None, Some(0.8), 1);
    check(Some(22.0), Some(0.78), 1);
    // So much below the maximum nothing was measured: the share of it stands beside the best step that holds.
    check(Some(90.0), Some(0.1), 2);
    // Nothing is to be left: the highest throughput at which the requirements hold.
    check(Some(0.0), None, 2);
}

#[test]
fn a_load_before_less_load_failed_is_not_recommended() {
    // On the way down the system has become slow; or it was slow before it was warm.
    let recommended = |slow: u32| {
        let spec = Spec {
            loads: vec![(10, 1), (30, 1), (20, 1)],
            requirements: vec!["p95 < 2 s"],
            ..Spec::default()
        };
        let mut made = run(&spec);
        each_second(&mut made, slow, |second| {
            for interval in second.transactions.values_mut() {
                interval.response = Latencies::from_counts([(3_000_000, interval.requests)]);
            }
        });
        analysed(&made).advice.recommended.map(|point| point.step)
    };
    assert_eq!(recommended(3), Some(1));
    assert_eq!(recommended(1), Some(2));
}

#[test]
fn a_load_is_recommended_without_requirements_where_a_maximum_was_found() {
    let spec = |beta: f64| Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: vec![(10, 1), (20, 1), (60, 1)],
        beta,
        requirements: Vec::new(),
        ..Spec::default()
    };
    let found = |made: &Run| {
        let advice = analysed(made).advice;
        (advice.recommended.map(|point| point.step), advice.headroom.is_some())
    };
    let made = run(&spec(0.002));
    assert_eq!(found(&made), (Some(1), true));
    let advice = analysed(&made).advice;
    assert!(
        advice
            .operate_at_per_s
            .is_some_and(|per_s| per_s <= 0.8 * advice.headroom.expect("it").maximum_per_s)
    );
    // More than a few requests fail there: nobody said that they may.
    let mut failing = made.clone();
    each_second(&mut failing, 1, |second| {
        for interval in second.transactions.values_mut() {
            let n = (interval.requests / 50).max(1);
            (0..n).for_each(|_| interval.fail(ErrorKind::Status, "500", 1_000));
        }
    });
    assert_ne!(found(&failing).0, Some(1));
    // No maximum: the highest load is not one to stay below.
    let growing = Spec { design: Design::Fixed, ..spec(0.0) };
    assert_eq!(found(&run(&growing)), (None, false));
}

#[test]
fn given_loads_are_judged_at_every_step() {
    let spec = Spec { alpha: 0.1, requirements: vec!["p95 <= 2 s"], ..Spec::default() };
    let analysis = analysed(&run(&spec));
    assert_eq!(analysis.verdicts[0].judged_at, JudgedAt::EveryStep);
    assert_eq!(analysis.verdicts[0].judgement, Judgement::Fail);
    assert_eq!(analysis.advice.recommended.map(|point| point.step), Some(1));
}

#[test]
fn capacity_says_why_it_is_only_a_bound() {
    let reason = |design: Design, end: Option<EndReason>| {
        let analysis = analysed(&run(&Spec { design, end, ..Spec::default() }));
        match analysis.measured.capacity {
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

/// Throughput stands from the second load to the third; the fourth is invalid, and could bring no more than a plateau brings.
#[test]
fn a_plateau_shows_the_maximum_whatever_became_of_more_load() {
    let spec = Spec {
        loads: vec![(10, 1), (40, 1), (80, 1), (160, 1)],
        alpha: 1.0,
        lambda: 50.0,
        design: Design::Fixed,
        end: Some(EndReason::Completed),
        ..Spec::default()
    };
    let mut made = run(&spec);
    each_second(&mut made, 4, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 950_000));
    let analysis = analysed(&made);
    assert_eq!(analysis.validity.invalid_steps, [4]);
    assert!(matches!(analysis.capacity, Capacity::Maximum { .. }), "{:?}", analysis.capacity);
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
    let projection = analysed(&made).advice.projection_best.expect("a valid step");
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
    assert_eq!(analyse(&[], &[], 1).outcome, Outcome::Inconclusive);
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
    let analysis = analyse(&[repeat(1, "A"), repeat(2, "A"), repeat(3, "B")], &[], 1);
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

/// As [`exact`], with `refused` of 100 requests a second that fail in 1 ms.
fn refused(refused: u64, requirement: &'static str) -> Run {
    let mut run = exact(0, requirement);
    each_second(&mut run, 1, |second| {
        let lookup = second.transactions.entry(request("GET /lookup")).or_default();
        *lookup = plimsoll_run::Interval::default();
        for i in 0..100 {
            lookup.requests += 1;
            let us = if i < refused { 1_000 } else { 100_000 };
            lookup.response.record_us(us);
            if i < refused {
                lookup.fail(ErrorKind::Status, "status 503", us);
            }
        }
    });
    run
}

#[test]
fn a_failed_request_is_over_every_limit_and_in_no_mean() {
    for (failing, requirement, expected) in [
        (66, "p95 <= 1 s", Judgement::Fail),
        (66, "p50 <= 1 s", Judgement::Fail),
        (4, "p95 <= 1 s", Judgement::Pass),
        (5, "p95 <= 1 s", Judgement::Inconclusive),
        (1, "max < 1 s", Judgement::Fail),
        (0, "max < 1 s", Judgement::Pass),
        (66, "mean <= 90 ms", Judgement::Fail),
        (66, "mean <= 101 ms", Judgement::Pass),
    ] {
        let verdict = analysed(&refused(failing, requirement)).measured.verdicts.remove(0);
        assert_eq!(verdict.judgement, expected, "{failing} % and {requirement}: {verdict:?}");
    }
    let verdict = analysed(&refused(66, "p30 <= 1 s")).measured.verdicts.remove(0);
    let JudgementBasis::Share { over, failed, of, measured_us, .. } = verdict.steps[0].evidence.clone()
    else {
        panic!("{verdict:?}");
    };
    assert_eq!((over, failed, of), (6_600, Some(6_600), 10_000));
    assert!(measured_us.is_some_and(|us| us.abs_diff(100_000) < 100), "{measured_us:?}");
}

#[test]
fn requirements_are_judged_where_nothing_succeeded_but_capacity_is_not() {
    for design in [Design::Single, Design::Fixed, Design::Climb { goal: 0.6 }] {
        for (requirement, expected) in [
            ("errors < 1 %", Judgement::Fail),
            ("p95 < 1 s", Judgement::Fail),
            ("mean < 1 s", Judgement::Fail),
            ("max < 1 s", Judgement::Fail),
            ("throughput >= 1/s", Judgement::Fail),
        ] {
            let mut made = refused(100, requirement);
            made.header.design = design.clone();
            let analysis = analysed(&made);
            assert_eq!(analysis.verdicts[0].judgement, expected, "{requirement} in {design:?}");
            assert_eq!((&analysis.capacity, &analysis.advice.recommended), (&Capacity::Unknown, &None));
            assert_eq!(analysis.validity.invalid_steps, [1]);
        }
    }
    assert_eq!(analysed(&refused(100, "errors < 1 %")).outcome.exit_code(), 3);
}

#[test]
fn a_step_whose_connections_were_all_refused_says_only_that() {
    let mut made = refused(100, "errors < 1 %");
    each_second(&mut made, 1, |second| {
        let lookup = second.transactions.get_mut(&request("GET /lookup")).expect("made");
        lookup.errors = [((ErrorKind::ConnectRefused, String::new()), 100)].into();
        second.generator.workers.values_mut().for_each(|w| w.cpu_us = 990_000);
    });
    let problems = &analysed(&made).steps[0].problems;
    assert_eq!(problems, &[StepProblem::NothingSucceeded { requests: 10_000 }]);
    each_second(&mut made, 1, |second| {
        let lookup = second.transactions.get_mut(&request("GET /lookup")).expect("made");
        lookup.errors = [((ErrorKind::Status, "status 500".to_owned()), 100)].into();
    });
    let problems = &analysed(&made).steps[0].problems;
    assert_eq!(
        problems,
        &[StepProblem::NothingSucceeded { requests: 10_000 }],
        "404 from everything, at full speed"
    );
}

/// A server that is down fails the run, however late the generator's timers were on a busy machine.
#[test]
fn late_timers_explain_no_refused_connection() {
    let mut made = refused(100, "p95 < 100 ms");
    late(&mut made, 900_000, 20);
    let analysis = analysed(&made);
    assert_eq!(analysis.steps[0].problems, [StepProblem::NothingSucceeded { requests: 10_000 }]);
    assert_eq!(
        (analysis.verdicts[0].judgement, analysis.outcome),
        (Judgement::Fail, Outcome::RequirementFailed)
    );
}

/// Timers of a run's first step that were late by this, so many a second, beside a thousand that were not.
fn late(run: &mut Run, late_us: u64, count: u64) {
    each_second(run, 1, |second| {
        (0..1_000).for_each(|_| second.generator.lateness.record_us(100));
        (0..count).for_each(|_| second.generator.lateness.record_us(late_us));
    });
}

#[test]
fn lateness_is_an_interval_and_no_veto() {
    // 95 of 100 requests took 100 ms, the others 3 s; timers were late by 60 ms, at the 99th percentile.
    for (requirement, expected) in [
        ("p90 < 400 ms", Judgement::Pass),
        ("p90 < 105 ms", Judgement::Pass),
        ("p90 < 20 ms", Judgement::Fail),
        // Without the lateness it might have been 40 ms.
        ("p90 < 90 ms", Judgement::Inconclusive),
        ("errors <= 0 %", Judgement::Pass),
    ] {
        let mut made = exact(4, requirement);
        late(&mut made, 60_000, 20);
        let analysis = analysed(&made);
        let row = &analysis.steps[0];
        let uncertainty = row.uncertainty.expect("timers were late");
        assert!((59_000..62_000).contains(&uncertainty.times_us), "{uncertainty:?}");
        assert!(row.is_valid(), "{:?}", row.problems);
        assert_eq!(analysis.verdicts[0].judgement, expected, "{requirement}");
    }
}

#[test]
fn load_that_is_missing_is_no_veto_where_it_could_change_nothing() {
    // The mean is 245 ms; with all of the load it is 49 ms more at most, and so 10 % of all requests take 2.94 s or more at most.
    for (requirement, expected) in [
        ("p90 < 3.5 s", Judgement::Pass),
        ("p90 < 2 s", Judgement::Inconclusive),
        ("p90 of \"GET /lookup\" < 3.5 s", Judgement::Inconclusive),
        ("mean < 2 s", Judgement::Pass),
        ("max < 10 s", Judgement::Inconclusive),
        ("p99 < 1 s", Judgement::Fail),
        ("p90 < 20 ms", Judgement::Inconclusive),
        ("errors <= 0 %", Judgement::Inconclusive),
    ] {
        let mut made = exact(4, requirement);
        late(&mut made, 300_000, 200);
        let analysis = analysed(&made);
        let row = &analysis.steps[0];
        assert!(!row.is_valid(), "{:?}", row.uncertainty);
        assert_eq!(analysis.verdicts[0].judgement, expected, "{requirement}: {:?}", row.uncertainty);
    }
}

#[test]
fn a_wait_that_is_longer_than_many_requests_loses_no_more_load_than_its_time() {
    // Ten users make a request every millisecond each. In 4 % of the time a worker waits for 40 ms: 1.6 ms on average.
    let mut made = exact(0, "errors <= 0 %");
    each_second(&mut made, 1, |second| {
        let lookup = second.transactions.entry(request("GET /lookup")).or_default();
        *lookup = plimsoll_run::Interval::default();
        lookup.requests = 10_000;
        lookup.response = Latencies::from_counts([(1_000, 10_000)]);
    });
    late(&mut made, 40_000, 41);
    let analysis = analysed(&made);
    let row = &analysis.steps[0];
    let uncertainty = row.uncertainty.expect("timers were late");
    assert!((0.03..0.05).contains(&uncertainty.load), "{uncertainty:?}");
    assert!(row.is_valid(), "{:?}", row.problems);
    assert_eq!(analysis.verdicts[0].judgement, Judgement::Pass);
}

#[test]
fn a_generator_that_was_stopped_makes_its_step_invalid() {
    let mut made = exact(0, "p95 <= 1 s");
    let mut number = 0;
    each_second(&mut made, 1, |second| {
        number += 1;
        second.generator.lateness.record_us(if number == 10 { 20_000_000 } else { 100 });
    });
    let analysis = analysed(&made);
    let stopped = |problem: &StepProblem| matches!(problem, StepProblem::GeneratorStopped { .. });
    assert!(analysis.steps[0].problems.iter().any(stopped), "{:?}", analysis.steps[0].problems);
    assert_eq!(analysis.outcome, Outcome::Inconclusive);
}

#[test]
fn a_run_whose_requests_fail_is_not_good_for_want_of_a_requirement() {
    for (failing, expected) in [
        (0, Outcome::Holds),
        (4, Outcome::Holds),
        (15, Outcome::RequestsFailed),
        (100, Outcome::RequestsFailed),
    ] {
        let mut made = refused(failing, "errors < 1 %");
        made.header.requirements.clear();
        assert_eq!(analysed(&made).outcome, expected, "{failing} %");
    }
    assert_eq!(Outcome::RequestsFailed.exit_code(), 3);
}

#[test]
fn throughput_is_judged_at_the_best_step_of_every_design() {
    let spec = Spec { requirements: vec!["throughput >= 60/s", "throughput >= 900/s"], ..Spec::default() };
    let analysis = analysed(&run(&spec));
    let judgements: Vec<Judgement> = analysis.verdicts.iter().map(|v| v.judgement).collect();
    assert_eq!(judgements, [Judgement::Pass, Judgement::Fail]);
    assert_eq!(analysis.verdicts[0].judged_at, JudgedAt::BestStep { step: 3 });
}

#[test]
fn an_unknown_transaction_is_reported_with_those_that_there_are() {
    let analysis =
        analysed(&run(&Spec { requirements: vec!["p95 of \"nothere\" < 1 s"], ..Spec::default() }));
    let JudgementBasis::UnknownTransaction { name, known } = &analysis.verdicts[0].steps[0].evidence else {
        panic!("{:?}", analysis.verdicts);
    };
    assert_eq!((name.as_str(), known.len()), ("nothere", 2));
}

/// A run whose steps bring exactly these rates: users and requests a second, that alternate by `noise`.
fn steps_of(design: Design, end: EndReason, measured_s: u32, steps: &[(u32, u64, u64)]) -> Run {
    let loads = steps.iter().map(|(users, ..)| (*users, 1)).collect();
    let mut made = run(&Spec { design, end: Some(end), loads, measured_s, ..Spec::default() });
    for (number, (_, rate, noise)) in (1..).zip(steps) {
        each_second(&mut made, number, |second| {
            let up = second.second.is_multiple_of(2);
            second.transactions.clear();
            let lookup = second.transactions.entry(request("GET /lookup")).or_default();
            lookup.requests = if up { rate + noise } else { rate - noise };
            (0..lookup.requests).for_each(|_| lookup.response.record_us(100_000));
        });
    }
    made
}

#[test]
fn a_load_that_a_climb_measured_again_counts_with_the_mean_of_its_steps() {
    let climb = Design::Climb { goal: 0.6 };
    let found = |steps: &[(u32, u64, u64)]| {
        analysed(&steps_of(climb.clone(), EndReason::Converged, 20, steps)).measured.capacity
    };
    let once = [(10, 100, 40), (15, 120, 48)];
    let Capacity::LowerBound { reason: BoundReason::GainUncertain { gain }, .. } = found(&once) else {
        panic!("{:?}", found(&once))
    };
    assert_eq!((gain.goal_percent, gain.of_steps), (30, 2));
    // Steps that agree decide it.
    let again = [&once[..], &[(15, 119, 48), (10, 100, 40)]].concat();
    let Capacity::Maximum { best, shown_by, .. } = found(&again) else { panic!("{:?}", found(&again)) };
    assert_eq!((best.step, best.of_steps, shown_by.of_steps), (2, 2, 4));
    assert_eq!((shown_by.step, shown_by.base_step), (2, 1));
    assert!((best.throughput_per_s.value - 119.5).abs() < 1e-9, "{best:?}");
    assert!(shown_by.percent.bounds_95.is_some_and(|b| b.high < 30.0), "{shown_by:?}");
}

#[test]
fn a_load_that_brought_far_less_when_it_was_repeated_shows_no_maximum() {
    let found = |steps: &[(u32, u64, u64)]| {
        analysed(&steps_of(Design::Fixed, EndReason::Completed, 20, steps)).measured.capacity
    };
    let Capacity::LowerBound { reason: BoundReason::RepeatsDiffer { first_step, last_step, .. }, .. } =
        found(&[(4, 146, 4), (8, 80, 4), (4, 61, 4)])
    else {
        panic!("{:?}", found(&[(4, 146, 4), (8, 80, 4), (4, 61, 4)]))
    };
    assert_eq!((first_step, last_step), (1, 3));
    // The repeated load is the base of the gain.
    let of_base = found(&[(10, 100, 4), (20, 110, 4), (10, 30, 4)]);
    assert!(
        matches!(of_base, Capacity::LowerBound { reason: BoundReason::RepeatsDiffer { .. }, .. }),
        "{of_base:?}"
    );
    let alike = found(&[(4, 100, 4), (8, 101, 4), (4, 102, 4)]);
    assert!(
        !matches!(alike, Capacity::LowerBound { reason: BoundReason::RepeatsDiffer { .. }, .. }),
        "{alike:?}"
    );
}

/// 2, 4, 6, 8 and 12 users: what each of them brings a second, and how long requests take.
fn by_user(each: [(u64, u64); 5]) -> RunAnalysis {
    let users = [2, 4, 6, 8, 12];
    let loads = users.map(|users| (users, 1)).to_vec();
    let mut made =
        run(&Spec { loads, requirements: vec!["p95 <= 1 s", "throughput >= 200/s"], ..Spec::default() });
    for (place, (per_user, us)) in each.into_iter().enumerate() {
        each_second(&mut made, place as u32 + 1, |second| {
            let requests = u64::from(users[place]) * per_user;
            second.transactions.clear();
            let lookup = second.transactions.entry(request("GET /lookup")).or_default();
            lookup.requests = requests;
            (0..requests).for_each(|_| lookup.response.record_us(us));
        });
    }
    analysed(&made)
}

#[test]
fn a_system_that_became_slower_between_two_steps_has_no_maximum_before_it() {
    let found = by_user([(90, 11_000), (78, 12_700), (10, 100_000), (10, 100_500), (10, 101_000)]);
    let Capacity::LowerBound { best, reason: BoundReason::ChangedBetween { change } } = &found.capacity
    else {
        panic!("{:?}", found.capacity)
    };
    assert_eq!((change.before_step, change.after_step, best.step), (2, 3, 5));
    assert!(found.findings.iter().all(|finding| finding.id != "retrograde"), "{:?}", found.findings);
    let judged = |verdict: usize| found.verdicts[verdict].judgement;
    assert_eq!((judged(0), judged(1)), (Judgement::Pass, Judgement::Fail), "312/s are of before");
    // A full one: as much for all users together, and the longer for each.
    let full = by_user([(90, 11_000), (45, 22_000), (30, 33_000), (22, 45_000), (15, 66_000)]);
    let is_changed = |found: &RunAnalysis| {
        matches!(found.capacity, Capacity::LowerBound { reason: BoundReason::ChangedBetween { .. }, .. })
    };
    assert!(!is_changed(&full), "{:?}", full.capacity);
    // It collapses, and goes on to fall.
    let collapsed = by_user([(90, 11_000), (78, 12_700), (10, 100_000), (7, 140_000), (4, 250_000)]);
    assert!(!is_changed(&collapsed), "{:?}", collapsed.capacity);
}

#[test]
fn one_load_that_brought_far_less_later_is_judged_by_all_its_steps() {
    let mut made = steps_of(Design::Fixed, EndReason::Completed, 20, &[(8, 187, 4), (8, 49, 4), (8, 49, 4)]);
    made.header.requirements = vec!["throughput >= 100/s".to_owned()];
    let found = analysed(&made);
    // One load is no bound of what the system carries, and it is said that its steps differ.
    let Capacity::OneLoad { best, differs: Some(why) } = &found.capacity else {
        panic!("{:?}", found.capacity)
    };
    assert!(matches!(**why, BoundReason::RepeatsDiffer { .. }), "{why:?}");
    assert!(best.throughput_per_s.bounds_95.is_some_and(|bounds| bounds.low >= 0.0), "{best:?}");
    let verdict = &found.verdicts[0];
    assert_eq!(verdict.judgement, Judgement::Fail, "95/s: {verdict:?}");
    assert!(matches!(&verdict.judged_at, JudgedAt::EveryLoad { loads } if loads[0].steps == [1, 2, 3]));
    // Where each of them meets it the best one speaks for them.
    made.header.requirements = vec!["throughput >= 40/s".to_owned()];
    let verdict = &analysed(&made).measured.verdicts[0];
    assert_eq!((verdict.judgement, &verdict.judged_at), (Judgement::Pass, &JudgedAt::BestStep { step: 1 }));
}

#[test]
fn steps_are_judged_together_only_where_they_have_one_load_and_none_of_them_fails() {
    // Some 60 requests each: too few for 1 %, and nine times as many are enough.
    let judged = |loads: Vec<(u32, u32)>, fails: bool| {
        let requirements = vec!["errors < 1 %"];
        let mut made = run(&Spec { loads, measured_s: 3, requirements, ..Spec::default() });
        if fails {
            fail(&mut made, 5, 10, ErrorKind::Status, "503", 100_000);
        }
        let verdict = analysed(&made).measured.verdicts.remove(0);
        (verdict.judgement, verdict.judged_at)
    };
    let nine = vec![(10, 1); 9];
    let (judgement, at) = judged(nine.clone(), false);
    assert_eq!(judgement, Judgement::Pass);
    assert!(matches!(&at, JudgedAt::EveryLoad { loads } if loads[0].steps.len() == 9), "{at:?}");
    assert_eq!(judged(nine.clone(), true), (Judgement::Fail, JudgedAt::EveryStep));
    let other_load = [&nine[1..], &[(12, 1)]].concat();
    assert_eq!(judged(other_load, false), (Judgement::Inconclusive, JudgedAt::EveryStep));
}

#[test]
fn a_short_peak_that_brought_far_more_is_the_best_step() {
    let mut made = steps_of(Design::Fixed, EndReason::Completed, 20, &[(4, 40, 2), (30, 176, 2), (4, 40, 2)]);
    made.steps[1].measured_to_us = Some(made.steps[1].measured_from_us + 5_000_000);
    let found = analysed(&made);
    assert_eq!(found.capacity.best().map(|best| best.step), Some(2), "{:?}", found.capacity);
}

#[test]
fn a_maximum_is_claimed_only_where_it_was_shown() {
    let climb = Design::Climb { goal: 0.6 };
    let check = |design: &Design, end: EndReason, steps: &[(u32, u64, u64)], expected: &str| {
        let capacity = analysed(&steps_of(design.clone(), end, 20, steps)).measured.capacity;
        let said = match &capacity {
            Capacity::Maximum { shown_by, .. } if shown_by.highest_tried => "maximum, none above",
            Capacity::Maximum { .. } => "maximum",
            Capacity::LowerBound { reason: BoundReason::GainUncertain { .. }, .. } => "uncertain",
            Capacity::LowerBound { reason: BoundReason::StillGrowing { .. }, .. } => "growing",
            Capacity::LowerBound { reason: BoundReason::FallsFromLowest { .. }, .. } => "falls",
            Capacity::LowerBound { .. } => "bound",
            Capacity::OneLoad { .. } => "one load",
            Capacity::Ramp { .. } => "ramp",
            Capacity::TooLittle { .. } => "too little",
            Capacity::Rising { .. } => "rising",
            Capacity::BelowAsked { .. } => "below asked",
            Capacity::Rate(_) => "rate",
            Capacity::Refused { .. } => "refused",
            Capacity::Unknown => "unknown",
        };
        assert_eq!(said, expected, "{steps:?}: {capacity:?}");
    };
    let (converged, completed) = (EndReason::Converged, EndReason::Completed);
    // The last step brought 6 % of 30 %, and was the best.
    check(&climb, converged.clone(), &[(10, 100, 2), (15, 106, 2)], "maximum, none above");
    check(&climb, converged.clone(), &[(10, 100, 40), (15, 125, 50)], "uncertain");
    // Whether fewer than 10 users bring more was not measured; fewer than one there are not.
    check(&climb, converged.clone(), &[(10, 100, 2), (15, 90, 2)], "falls");
    check(&climb, converged.clone(), &[(1, 100, 2), (2, 90, 2)], "maximum, none above");
    check(&climb, converged.clone(), &[(10, 100, 2), (15, 98, 2)], "maximum, none above");
    check(&Design::Fixed, completed.clone(), &[(10, 100, 2), (20, 118, 2)], "growing");
    check(&Design::Fixed, completed.clone(), &[(10, 100, 9), (20, 101, 9)], "maximum, none above");
    // Surely more, and yet no more than stands for any purpose: 2 % for twice the load; 2 % for a fiftieth more is growth.
    check(&Design::Fixed, completed.clone(), &[(10, 100, 1), (20, 102, 1)], "maximum, none above");
    check(&Design::Fixed, completed.clone(), &[(50, 100, 1), (51, 102, 1)], "growing");
    check(&Design::Fixed, completed.clone(), &[(10, 100, 2), (20, 118, 2), (40, 110, 2)], "maximum");
    check(&Design::Fixed, completed, &[(10, 100, 2), (10, 118, 2)], "one load");
    check(&climb, converged, &[(10, 100, 2), (10, 118, 2)], "one load");
}

#[test]
fn of_the_loads_that_leave_the_headroom_the_best_has_the_most_throughput_for_its_response_time() {
    let recommended = |response_us: u64| {
        let steps = [(10, 120, 2), (20, 150, 2), (60, 200, 2), (120, 200, 2)];
        let mut made = steps_of(Design::Fixed, EndReason::Completed, 20, &steps);
        made.header.requirements = vec!["errors < 1 %".to_owned()];
        each_second(&mut made, 2, |second| {
            for interval in second.transactions.values_mut() {
                interval.response = Latencies::from_counts([(response_us, interval.requests)]);
            }
        });
        let advice = analysed(&made).advice;
        // At most 160 of 200 a second.
        assert_eq!(advice.headroom.map(|found| found.at_most_per_s.round()), Some(160.0), "{advice:?}");
        advice.recommended.map(|point| point.step)
    };
    assert_eq!(recommended(100_000), Some(2), "150/s in the same time as 120/s");
    assert_eq!(recommended(120_000), Some(2), "a quarter more in a fifth more time");
    assert_eq!(recommended(130_000), Some(1), "a quarter more in nearly a third more time");
}

#[test]
fn a_maximum_that_rests_on_few_seconds_has_no_interval() {
    let climb = Design::Climb { goal: 0.6 };
    let made = steps_of(climb, EndReason::Converged, 3, &[(10, 100, 2), (15, 106, 2)]);
    let Capacity::Maximum { shown_by, .. } = analysed(&made).capacity else { panic!("no maximum") };
    assert_eq!((shown_by.step, shown_by.base_step, shown_by.goal_percent), (2, 1, 30));
    assert_eq!(shown_by.percent.bounds_95, None);
}

#[test]
fn a_window_of_a_few_seconds_is_not_the_best_of_longer_ones() {
    // The second step is by chance the highest, and then too short.
    let mut made =
        steps_of(Design::Fixed, EndReason::Completed, 20, &[(10, 50, 0), (10, 60, 0), (10, 51, 0)]);
    assert_eq!(analysed(&made).capacity.best().map(|best| best.step), Some(2));
    made.steps[1].measured_to_us = Some(made.steps[1].measured_from_us + 3_000_000);
    assert_eq!(analysed(&made).capacity.best().map(|best| best.step), Some(3));
}

#[test]
fn one_load_that_was_measured_several_times_carries_the_mean_of_all() {
    let carried = |steps: &[(u32, u64, u64)]| {
        let made = steps_of(Design::Fixed, EndReason::Completed, 20, steps);
        let found = analysed(&made).capacity.best().expect("valid steps").throughput_per_s;
        let half = found.bounds_95.map(|b| (b.high - b.low) / 2.0);
        (found.value, half.expect("many seconds") > 1.0)
    };
    // How windows differ from each other is in the interval, where seconds hardly vary within them.
    assert_eq!(carried(&[(10, 50, 1), (10, 60, 1), (10, 52, 1)]), (54.0, true));
    assert_eq!(carried(&[(10, 54, 1), (10, 54, 1), (10, 54, 1)]), (54.0, false));
    assert_eq!(carried(&[(10, 50, 1), (20, 60, 1)]).0, 60.0);
}

#[test]
fn steps_of_the_same_load_have_no_gain() {
    let made = steps_of(Design::Fixed, EndReason::Completed, 20, &[(10, 50, 1), (10, 60, 1), (20, 90, 1)]);
    let gains: Vec<bool> = analysed(&made).steps.iter().map(|row| row.growth.is_some()).collect();
    assert_eq!(gains, [false, false, true]);
}

#[test]
fn an_invalid_step_is_no_base_for_a_capacity() {
    let climb = Design::Climb { goal: 0.6 };
    let steps = [(10, 100, 2), (20, 160, 2), (30, 170, 2)];
    let mut made = steps_of(climb, EndReason::Converged, 20, &steps);
    each_second(&mut made, 2, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 950_000));
    let analysis = analysed(&made);
    // The table shows what the search decided by.
    assert_eq!(analysis.steps[2].growth.map(|growth| growth.base_step), Some(2));
    let Capacity::Maximum { shown_by, .. } = analysis.capacity else { panic!("{:?}", analysis.capacity) };
    assert_eq!((shown_by.base_step, shown_by.goal_percent), (1, 120));
}

#[test]
fn what_requirements_name_is_drawn() {
    let spec = Spec { requirements: vec!["p98 <= 900 ms", "mean < 1 s", "errors < 1 %"], ..Spec::default() };
    let analysis = analysed(&run(&spec));
    for kind in [FigureKind::ResponseByLoad, FigureKind::ResponseOverTime] {
        let figure = analysis.figures.iter().find(|f| f.kind == kind).expect("a figure");
        let names: Vec<SeriesName> = figure.series.iter().map(|s| s.name.clone()).collect();
        let mut expected = [50.0, 95.0, 98.0, 99.0].map(SeriesName::Percentile).to_vec();
        expected.push(SeriesName::Mean);
        assert_eq!(names, expected);
        assert_eq!(figure.limits.iter().map(|l| l.y).collect::<Vec<_>>(), [900_000.0, 1_000_000.0]);
    }
}

#[test]
fn variants_that_always_failed_have_no_times_to_compare() {
    let mut failing = refused(100, "errors < 1 %");
    failing.header.variant.name = "failing".to_owned();
    let matrix = analyse(&[exact(0, "errors < 1 %"), failing], &[], 1).matrix.expect("two runs");
    let cells: Vec<_> = matrix.rows[0].cells.iter().flatten().collect();
    assert_eq!((cells[0].errors_percent, cells[1].errors_percent), (0.0, 100.0));
    assert!(cells[0].response.mean_us.is_some() && cells[1].response.mean_us.is_none());
}

#[test]
fn the_total_is_over_all_requests() {
    let mut made = run(&Spec::default());
    fail(&mut made, 1, 10, ErrorKind::Status, "status 500", 10);
    let analysis = analysed(&made);
    let requests: u64 = analysis.steps.iter().map(|step| step.requests).sum();
    assert_eq!((analysis.total.requests, analysis.total.errors), (requests, 200));
    assert!((analysis.total.errors_percent - 20_000.0 / requests as f64).abs() < 1e-9);
}
