//! Open load: response and service times, arrivals that did not begin, capacity by rate.

use plimsoll_analysis::capacity::{BoundReason, RateReason, RateResult};
use plimsoll_analysis::figures::{FigureKind, Quantity, SeriesName, WindowMark};
use plimsoll_analysis::findings::{ArrivalsNotStarted, Claim};
use plimsoll_analysis::requirements::{
    JudgedAt, JudgementBasis, MeasuredWindow, Requirement, WindowReason, judge_load,
};
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::{Capacity, Judgement, Outcome, RateCapacity, RunAnalysis, analyse};
use plimsoll_run::record::Second;
use plimsoll_run::{
    At, Design, EndReason, ErrorKind, Interval, Latencies, Note, NoteContent, RateAnswer, RateFinding, Run,
    SearchEnd, ServerEvent, ServerEventKind, Source, StepReason,
};
use plimsoll_testkit::synthetic::open::{OpenSpec, open};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, request, run};

fn analysed(run: &Run) -> RunAnalysis {
    analyse(std::slice::from_ref(run), &[], 1).runs.remove(0)
}

fn has(id: &str, run: &Run) -> bool {
    analysed(run).findings.iter().any(|finding| finding.id == id)
}

/// The system carries about 437 requests a second.
fn at(rates: &[f64]) -> Run {
    open(&OpenSpec { rates: rates.to_vec(), ..OpenSpec::default() })
}

#[test]
fn a_throughput_as_high_as_the_arrivals_holds_where_each_was_served() {
    for (rate, requirement, fails, expected) in [
        (200.0, "throughput >= 200/s", false, Judgement::Pass),
        (200.0, "throughput >= 100/s", false, Judgement::Pass),
        (200.0, "throughput >= 200/s", true, Judgement::Fail),
        (200.0, "throughput >= 240/s", false, Judgement::Fail),
        (600.0, "throughput >= 600/s", false, Judgement::Fail),
    ] {
        let mut made = at(&[rate]);
        made.header.requirements = vec![requirement.to_owned()];
        // One request more or less in each second, as they end: an interval that holds the rate.
        let mut second_is_even = false;
        each_second(&mut made, 1, |second| {
            second_is_even = !second_is_even;
            for interval in second.transactions.values_mut() {
                interval.requests += u64::from(second_is_even);
                interval.requests -= u64::from(!second_is_even);
                if fails && second_is_even {
                    interval.fail(ErrorKind::Status, "status 503", 1_000);
                }
            }
        });
        // A plan's own load, as of `--rate`, is one like a step of a study.
        for design in [made.header.design.clone(), Design::Single] {
            made.header.design = design;
            let analysis = analysed(&made);
            let verdict = &analysis.verdicts[0];
            assert_eq!(verdict.judgement, expected, "{requirement} at {rate}/s, {fails}: {verdict:?}");
            let JudgementBasis::Throughput { served_per_s, .. } = verdict.steps[0].evidence else {
                panic!("{verdict:?}")
            };
            let is_interval_enough = requirement.contains("100");
            assert_eq!(
                served_per_s.is_some(),
                expected == Judgement::Pass && !is_interval_enough,
                "{verdict:?}"
            );
        }
    }
}

#[test]
fn response_time_contains_the_waiting_and_service_time_does_not() {
    let analysis = analysed(&at(&[200.0, 600.0]));
    let p50 = |step: usize| {
        let row = &analysis.steps[step];
        (row.response.p50_us.expect("requests"), row.service().p50_us.expect("requests"))
    };
    let ((calm, calm_service), (late, late_service)) = (p50(0), p50(1));
    assert_eq!(calm, calm_service);
    assert!(late > 10 * late_service, "{late} and {late_service}");
    assert!(analysis.has_intended_starts() && analysis.is_open());
    assert_eq!(analysis.steps[0].little, None);
    // As many as there are users are in the system.
    assert!(late_service > 150_000, "{late_service}");
}

#[test]
fn closed_load_has_one_time() {
    let analysis = analysed(&run(&Spec::default()));
    let row = &analysis.steps[0];
    assert_eq!((&row.service, &row.arrivals, row.service()), (&None, &None, &row.response));
    assert!(!analysis.has_intended_starts() && !analysis.is_open());
    assert!(analysis.figures.iter().all(|figure| figure.kind != FigureKind::ServiceOverTime));
}

#[test]
fn arrivals_are_accounted_for() {
    for drop in [false, true] {
        let made = open(&OpenSpec { rates: vec![300.0, 600.0], drop, ..OpenSpec::default() });
        let analysis = analysed(&made);
        for row in &analysis.steps {
            let arrivals = row.arrivals.as_ref().expect("a rate");
            let waiting = arrivals.waiting_at_end as i64 - arrivals.waiting_before as i64;
            let sum = arrivals.started as i64 + arrivals.dropped as i64 + waiting;
            assert_eq!(arrivals.due as i64, sum, "{arrivals:?}");
            assert_eq!(Some(arrivals.due as f64), row.rate_per_s.map(|rate| rate * 20.0));
        }
        let [calm, over] = [0, 1].map(|i| analysis.steps[i].arrivals.clone().expect("a rate"));
        assert_eq!((calm.dropped, calm.waited, calm.waiting_at_end, calm.pool_was_full()), (0, 0, 0, false));
        assert!(over.pool_was_full() && over.started_per_s < 450.0, "{over:?}");
        assert_eq!((over.dropped > 1_000, over.waiting_at_end > 1_000), (drop, !drop), "{over:?}");
        assert_eq!((calm.falls_behind(), over.falls_behind()), (false, true));
        assert_eq!(analysis.total.dropped, over.dropped);
        assert!(analysis.validity.is_valid(), "users ran out, the generator did not: {:?}", analysis.steps);
    }
}

#[test]
fn where_the_system_slows_down_the_number_of_users_is_not_the_limit() {
    let pool = |spec: OpenSpec| {
        let analysis = analysed(&open(&spec));
        let claimed = analysis.findings.iter().find_map(|found| match &found.claim {
            Claim::ArrivalsNotStarted(claim) => Some((claim.pool_was_full, claim.slowed)),
            _ => None,
        });
        let Capacity::BelowAsked { pool_was_full, pool_may_limit, slowed, .. } = analysis.capacity else {
            panic!("{:?}", analysis.capacity)
        };
        assert!(pool_was_full);
        assert_eq!(claimed, Some((true, slowed)), "one answer");
        (pool_may_limit, slowed.map(|slowed| slowed.step))
    };
    let of = |rates: &[f64]| OpenSpec { rates: rates.to_vec(), ..OpenSpec::default() };
    // A hundred users in a system of eight places; alone nothing shows what a request takes there where users are free.
    assert_eq!(pool(of(&[200.0, 600.0])), (false, Some(1)));
    assert_eq!(pool(of(&[100.0, 200.0, 600.0, 800.0])), (false, Some(2)));
    assert_eq!(pool(of(&[600.0])), (true, None));
    // Where places are left free each request takes as long as before.
    assert_eq!(pool(OpenSpec { users: 10, places: 50, ..of(&[100.0, 900.0]) }), (true, None));
    assert_eq!(
        pool(OpenSpec { users: 20, places: 8, ..of(&[200.0, 600.0]) }),
        (true, None),
        "two and a half times"
    );
}

#[test]
fn arrivals_not_started() {
    assert!(!has("arrivals-not-started", &at(&[300.0])));
    assert!(has("arrivals-not-started", &at(&[600.0])));
    // Of 6,000; as a stall of the server for some tenths of a second would make them wait.
    let waited = |n: u64| {
        let mut made = at(&[300.0]);
        let second = made.steps[0].measured_from_us as u32 / 1_000_000 + 3;
        each_second(&mut made, 1, |s| {
            if s.second == second {
                s.generator.arrivals.values_mut().for_each(|arrivals| arrivals.waited = n);
            }
        });
        made
    };
    assert!(has("arrivals-not-started", &waited(61)));
    assert!(!has("arrivals-not-started", &waited(60)));
    let dropped = open(&OpenSpec { rates: vec![600.0], drop: true, ..OpenSpec::default() });
    let analysis = analysed(&dropped);
    let claim = analysis.findings.iter().find(|f| f.id == "arrivals-not-started").map(|f| &f.claim);
    assert!(
        matches!(
            claim,
            Some(Claim::ArrivalsNotStarted(ArrivalsNotStarted { pool_was_full: true, waited: 0, .. }))
        ),
        "{claim:?}"
    );
}

#[test]
fn a_rate_that_was_not_carried_shows_the_maximum_however_its_throughput_varies() {
    let mut made = at(&[400.0, 600.0]);
    let from_s = made.steps[1].measured_from_us as u32 / 1_000_000;
    // Nothing for eleven seconds, then twice as much for nine.
    each_second(&mut made, 2, |second| match second.second < from_s + 11 {
        true => second.transactions.clear(),
        false => second.transactions.values_mut().for_each(|interval| interval.merge(&interval.clone())),
    });
    let analysis = analysed(&made);
    let Capacity::Maximum { best, shown_by, .. } = &analysis.measured.capacity else {
        panic!("{:?}", analysis.measured.capacity)
    };
    assert_eq!((best.step, shown_by.step), (1, 2));
    let reaches_goal = shown_by.percent.bounds_95.map(|b| b.high >= shown_by.goal_percent as f64);
    assert_eq!(reaches_goal, Some(true), "its interval alone would leave it open: {shown_by:?}");
}

/// Rates of 200 and 400 per second, which are carried, with so many failures per second besides.
fn failing(at_lower: u64, at_higher: u64) -> Capacity {
    let mut made = at(&[200.0, 400.0]);
    for (step, failures) in [(1, at_lower), (2, at_higher)] {
        fail(&mut made, step, failures, ErrorKind::Status, "503 Service Unavailable", 1_000);
    }
    analysed(&made).measured.capacity
}

#[test]
fn a_rate_that_is_refused_in_part_is_not_carried_if_a_lower_one_was() {
    assert!(matches!(failing(0, 0), Capacity::LowerBound { .. }), "{:?}", failing(0, 0));
    let refused = failing(0, 12);
    assert!(
        matches!(&refused, Capacity::Refused { best, failed_percent_below, .. }
            if best.step == 2 && *failed_percent_below == 0.0),
        "{refused:?}"
    );
    // The same share at both: that is the plan's or the system's fault, and no limit.
    assert!(!matches!(failing(6, 12), Capacity::Refused { .. }), "{:?}", failing(6, 12));
}

#[test]
fn a_rate_that_was_refused_in_part_is_not_recommended() {
    let planned = |failures: u64| {
        let mut made = at(&[200.0, 400.0]);
        made.header.requirements = vec!["errors < 10 %".to_owned()];
        fail(&mut made, 2, failures, ErrorKind::Status, "503 Service Unavailable", 1_000);
        let run = analysed(&made);
        (run.advice.recommended.map(|point| point.step), run.advice.passed_over)
    };
    assert_eq!(planned(12), (Some(1), vec![2]));
    assert_eq!(planned(0), (Some(2), Vec::new()));
}

/// Of 400 arrivals per second so many did not begin, without that users were missing.
fn not_sent(per_second: u64) -> Run {
    let mut made = at(&[400.0]);
    each_second(&mut made, 1, |s| s.generator.arrivals.values_mut().for_each(|a| a.started -= per_second));
    made
}

#[test]
fn arrivals_that_the_generator_did_not_start_make_the_step_invalid() {
    let problems = |run: &Run| analysed(run).steps[0].problems.clone();
    assert_eq!(problems(&not_sent(5)), [StepProblem::GeneratorNotSent { intended: 8_000, not_sent: 100 }]);
    assert_eq!(problems(&not_sent(4)), []);
    // Nor those that were not even due in time: 8,000 were asked for, and 7,600 may be chance.
    let fewer = |per_second: u64| {
        let mut made = at(&[400.0]);
        each_second(&mut made, 1, |s| {
            s.generator.arrivals.values_mut().for_each(|a| {
                a.due -= per_second;
                a.started -= per_second;
            });
        });
        made
    };
    assert_eq!(problems(&fewer(20)), [StepProblem::GeneratorNotSent { intended: 8_000, not_sent: 400 }]);
    assert_eq!(problems(&fewer(16)), []);
}

#[test]
fn a_load_of_the_plan_s_own_may_vary() {
    let mut made = at(&[400.0]);
    made.header.design = Design::Single;
    made.steps[0].rate_per_s = Some(900.0);
    assert_eq!(analysed(&made).steps[0].problems, []);
    made.steps[0].rate_per_s = None;
    assert_eq!(analysed(&made).steps[0].little, None);
}

/// The engine gives up what still waits when the time is over, and counts it as dropped.
#[test]
fn what_still_waits_when_the_time_is_over_was_not_refused() {
    let mut made =
        open(&OpenSpec { rates: vec![460.0], requirements: vec!["errors < 1 %"], ..OpenSpec::default() });
    let waiting = analysed(&made).steps[0].arrivals.clone().expect("a rate").waiting_at_end;
    let last = made.seconds.last_mut().expect("seconds").generator.arrivals.values_mut().next().expect("one");
    (last.dropped, last.waiting) = (last.waiting, 0);
    let analysis = analysed(&made);
    let arrivals = analysis.steps[0].arrivals.as_ref().expect("a rate");
    assert_eq!((arrivals.dropped, arrivals.waiting_at_end), (0, waiting));
    assert!(waiting > 100 && analysis.verdicts[0].judgement == Judgement::Pass, "{waiting}");
}

/// 300 arrivals a second, of which so many are dropped although each answer is fast.
fn dropping(per_second: u64, requirement: &'static str) -> Run {
    let spec = OpenSpec { rates: vec![300.0], requirements: vec![requirement], ..OpenSpec::default() };
    let mut made = open(&spec);
    each_second(&mut made, 1, |s| s.generator.arrivals.values_mut().for_each(|a| a.dropped = per_second));
    made
}

#[test]
fn a_pool_that_drops_arrivals_all_the_time_is_full_however_few_are_at_work_at_the_end_of_a_second() {
    let is_full = |per_second: u64| {
        let arrivals = analysed(&dropping(per_second, "errors < 50 %")).measured.steps.remove(0).arrivals;
        arrivals.is_some_and(|arrivals| arrivals.pool_was_full())
    };
    assert!(is_full(100) && !is_full(1));
}

#[test]
fn a_dropped_arrival_has_failed_and_is_over_every_limit() {
    for (per_second, requirement, expected) in [
        (0, "p95 <= 1 s", Judgement::Pass),
        (13, "p95 <= 1 s", Judgement::Pass),
        (19, "p95 <= 1 s", Judgement::Fail),
        (1, "errors < 1 %", Judgement::Pass),
        (6, "errors < 1 %", Judgement::Fail),
        (1, "errors <= 0 %", Judgement::Fail),
        (1, "max < 1 s", Judgement::Fail),
        (19, "mean < 1 s", Judgement::Pass),
        // An arrival belongs to no transaction.
        (19, "p95 of \"GET /lookup\" <= 1 s", Judgement::Pass),
    ] {
        let verdict = analysed(&dropping(per_second, requirement)).measured.verdicts.remove(0);
        assert_eq!(verdict.judgement, expected, "{per_second} and {requirement}: {verdict:?}");
    }
    let verdict = analysed(&dropping(19, "p95 <= 1 s")).measured.verdicts.remove(0);
    let JudgementBasis::Share { over, dropped, of, .. } = &verdict.steps[0].evidence else {
        panic!("{verdict:?}")
    };
    assert_eq!((*over, *dropped), (380, 380));
    assert!((6_350..=6_410).contains(of), "{of}");
}

/// 300 arrivals a second, of which nothing is answered in the last seconds of the window, but three seconds after it.
fn hanging(last_s: usize, requirement: &'static str) -> Run {
    let spec = OpenSpec { rates: vec![300.0], requirements: vec![requirement], ..OpenSpec::default() };
    let mut made = open(&spec);
    let ends = made.seconds.len();
    let mut late = Interval::default();
    for (left, second) in (1..=last_s as u64).rev().zip(made.seconds.iter_mut().skip(ends - last_s)) {
        second.transactions.clear();
        (0..300).for_each(|_| late.response.record_us((left + 3) * 1_000_000));
        late.requests += 300;
    }
    answered_after(&mut made, 3, late);
    made
}

/// So many seconds after the window these requests ended.
fn answered_after(made: &mut Run, after_s: u32, late: Interval) {
    let ends = made.seconds.last().expect("seconds").second + 1;
    let transactions = [(request("GET /lookup"), late)].into();
    made.seconds.push(Second { second: ends + after_s, step: 1, transactions, ..Second::default() });
    made.steps[0].ended_us = Some(u64::from(ends + after_s + 1) * 1_000_000);
}

#[test]
fn an_arrival_that_hangs_when_the_window_ends_is_over_a_limit() {
    for (last_s, requirement, expected) in [
        (0, "p95 <= 1 s", Judgement::Pass),
        (1, "p95 <= 1 s", Judgement::Inconclusive),
        (3, "p95 <= 1 s", Judgement::Fail),
        (3, "p95 <= 10 s", Judgement::Pass),
        (3, "errors < 1 %", Judgement::Pass),
    ] {
        let verdict = analysed(&hanging(last_s, requirement)).measured.verdicts.remove(0);
        assert_eq!(verdict.judgement, expected, "{last_s} and {requirement}: {verdict:?}");
    }
    let hangs = analysed(&hanging(6, "p95 <= 1 s"));
    assert!(hangs.findings.iter().any(|finding| finding.id == "nothing-succeeds"), "{:?}", hangs.findings);
}

#[test]
fn what_is_under_way_when_a_window_ends_is_no_hang_where_it_takes_as_long_as_ever() {
    let spec = OpenSpec { rates: vec![300.0], requirements: vec!["p95 <= 2 s"], ..OpenSpec::default() };
    // Slow ones of a system in its steady state, and users who think or go on with a journey after the window.
    for (after_s, us) in [(0, 500_000), (0, 1_500_000), (6, 20_000)] {
        let mut made = open(&spec);
        for second in &mut made.seconds {
            second.generator.arrivals.values_mut().for_each(|arrivals| arrivals.busy += 900);
        }
        let mut late = Interval { requests: 900, ..Interval::default() };
        (0..900).for_each(|_| late.response.record_us(us));
        answered_after(&mut made, after_s, late);
        let verdict = analysed(&made).measured.verdicts.remove(0);
        assert_eq!(verdict.judgement, Judgement::Pass, "{after_s} s after, {us} us: {verdict:?}");
    }
}

#[test]
fn a_load_that_goes_on_begins_requests_after_the_window_that_do_not_count_against_it() {
    let mut made =
        open(&OpenSpec { rates: vec![300.0], requirements: vec!["p95 <= 60 ms"], ..OpenSpec::default() });
    let mut late = Interval { requests: 900, ..Interval::default() };
    (0..900).for_each(|_| late.response.record_us(70_000));
    answered_after(&mut made, 0, late);
    assert_eq!(analysed(&made).measured.verdicts[0].judgement, Judgement::Fail, "nothing began after it");
    let arrivals = made.seconds[0].generator.arrivals.clone();
    made.seconds.last_mut().expect("seconds").generator.arrivals = arrivals;
    assert_eq!(analysed(&made).measured.verdicts[0].judgement, Judgement::Pass);
}

/// 300 arrivals a second, of which from a second on only so many are answered, and the others become more.
fn slowing(from: usize, per_second: u64) -> RunAnalysis {
    let mut made = at(&[300.0]);
    let first = made.seconds.iter().position(|second| second.step == 1).expect("seconds") + 2;
    for (number, second) in made.seconds.iter_mut().skip(first + from).enumerate() {
        let answered = Interval { requests: per_second, ..Interval::default() };
        let mut answered = answered;
        (0..per_second).for_each(|_| answered.response.record_us(1_000_000 * (1 + number as u64)));
        second.transactions = [(request("GET /lookup"), answered)].into();
        let left = (300 - per_second) * (1 + number as u64);
        second.generator.arrivals.values_mut().for_each(|arrivals| arrivals.busy = left as u32);
    }
    analysed(&made)
}

#[test]
fn a_rate_that_is_carried_at_first_and_later_no_more_is_no_maximum() {
    let found = slowing(10, 150);
    let Capacity::LowerBound { best, reason: BoundReason::SlowedDown { slowed, .. } } = &found.capacity
    else {
        panic!("{:?}", found.capacity)
    };
    assert_eq!(
        (slowed.after_s, slowed.later_per_s.round(), best.throughput_per_s.value.round()),
        (10, 150.0, 150.0)
    );
    assert!(found.findings.iter().any(|finding| finding.id == "no-steady-state"), "{:?}", found.findings);
    // From its beginning on: that is what the system carries.
    let always = slowing(0, 150);
    assert!(matches!(always.capacity, Capacity::BelowAsked { .. }), "{:?}", always.capacity);
    assert!(always.findings.iter().all(|finding| finding.id != "no-steady-state"));
}

#[test]
fn requests_of_iterations_that_are_not_finished_are_no_capacity() {
    // Three requests each; at 60 iterations a second the third is answered 48 times, and the others wait for it.
    let mut made = at(&[30.0, 60.0]);
    let mut waiting = 0;
    for second in &mut made.seconds {
        let counts = if second.step == 1 { [30, 30, 30] } else { [60, 60, 48] };
        waiting += if second.step == 1 { 0 } else { 12 };
        let of = |n: u64| {
            let mut interval = Interval { requests: n, ..Interval::default() };
            (0..n).for_each(|_| interval.response.record_us(20_000));
            interval
        };
        second.transactions = ["a", "b", "l"].map(request).into_iter().zip(counts.map(of)).collect();
        second.generator.arrivals.values_mut().for_each(|arrivals| {
            (arrivals.started, arrivals.waiting, arrivals.busy) = (arrivals.due, 0, waiting);
        });
    }
    let found = analysed(&made).measured.capacity;
    let Capacity::BelowAsked { best, is_of_finished: true, .. } = &found else { panic!("{found:?}") };
    let per_s = best.throughput_per_s.value;
    assert!((140.0..150.0).contains(&per_s), "48 iterations of three requests: {per_s}");
}

/// Stages of 100/s, 500/s and 100/s that follow each other without a pause; what the second leaves is answered in the third.
fn stages() -> Run {
    let mut made = open(&OpenSpec {
        rates: vec![100.0, 500.0, 100.0],
        requirements: vec!["p95 <= 3 s"],
        ..OpenSpec::default()
    });
    let mut at_us = made.steps[0].started_us;
    let starts: Vec<u64> = made.steps.iter().map(|step| step.measured_from_us).collect();
    for step in &mut made.steps {
        let length_us = step.measured_to_us.expect("an end") - step.measured_from_us;
        (step.started_us, step.measured_from_us) = (at_us, at_us);
        at_us += length_us;
        (step.measured_to_us, step.ended_us) = (Some(at_us), Some(at_us));
    }
    for second in &mut made.seconds {
        let step = second.step as usize - 1;
        let into = (u64::from(second.second) * 1_000_000).checked_sub(starts[step]);
        second.second =
            into.map_or(u32::MAX, |into| ((made.steps[step].started_us + into) / 1_000_000) as u32);
        let into_s = into.unwrap_or(0) / 1_000_000;
        let (answered, us, busy) = match step {
            1 => (300, 1_000_000, 200 * (into_s + 1)),
            2 if into_s < 18 => (300, 7_000_000, 4_000 - 200 * (into_s + 1)),
            _ => (100, 20_000, 2),
        };
        let mut interval = Interval { requests: answered, ..Interval::default() };
        (0..answered).for_each(|_| interval.response.record_us(us));
        second.transactions = [(request("GET /lookup"), interval)].into();
        second.generator.arrivals.values_mut().for_each(|arrivals| {
            (arrivals.started, arrivals.waiting, arrivals.busy) = (arrivals.due, 0, busy as u32);
        });
    }
    made.seconds.retain(|second| second.second < u32::MAX / 2);
    made
}

#[test]
fn what_a_stage_leaves_unanswered_counts_against_it_and_makes_the_next_one_no_step_of_its_own_load() {
    let found = analysed(&stages());
    let problems: Vec<&[StepProblem]> = found.steps.iter().map(|row| row.problems.as_slice()).collect();
    assert_eq!(problems, [&[][..], &[][..], &[StepProblem::BacklogBefore { step: 2 }][..]]);
    let of_steps: Vec<Judgement> = found.verdicts[0].steps.iter().map(|step| step.judgement).collect();
    // 1 s was what those took that were answered in the window.
    assert_eq!(of_steps[..2], [Judgement::Pass, Judgement::Fail], "{:?}", found.verdicts[0]);
    assert_eq!(found.capacity.best().map(|best| best.step), Some(2), "{:?}", found.capacity);
    assert!(found.findings.iter().all(|finding| finding.id != "inversion"), "{:?}", found.findings);
}

#[test]
fn a_window_that_only_fills_up_does_not_fall_behind() {
    // Answers take ten of its twenty seconds.
    let mut made = at(&[100.0]);
    for (number, second) in made.seconds.iter_mut().enumerate() {
        second
            .generator
            .arrivals
            .values_mut()
            .for_each(|arrivals| arrivals.busy = 100 * (number as u32).min(10));
    }
    let found = analysed(&made);
    assert!(
        !found.steps[0].arrivals.as_ref().expect("a rate").falls_behind(),
        "{:?}",
        found.steps[0].arrivals
    );
}

#[test]
fn a_search_that_ended_at_its_highest_rate_knows_no_limit() {
    let mut made = search(EndReason::LoadExhausted, &[100.0, 200.0, 400.0]);
    made.header.expected_per_s = Some(500.0);
    let expected = analysed(&made).advice.at_expected.expect("a use is expected");
    assert!(expected.is_lower_bound, "{expected:?}");
}

#[test]
fn figures_of_open_load_are_over_the_asked_rate() {
    let analysis = analysed(&at(&[100.0, 200.0, 400.0]));
    let figure = |kind| analysis.figures.iter().find(|f| f.kind == kind).expect("a figure");
    for kind in [FigureKind::ThroughputByLoad, FigureKind::ResponseByLoad] {
        assert_eq!(figure(kind).x.quantity, Quantity::AskedPerS);
        let xs: Vec<f64> = figure(kind).series[0].points.iter().map(|point| point.x).collect();
        assert_eq!(xs, [100.0, 200.0, 400.0]);
    }
    let names: Vec<&SeriesName> = figure(FigureKind::ResponseByLoad).series.iter().map(|s| &s.name).collect();
    assert!(
        names.contains(&&SeriesName::Percentile(99.0))
            && names.contains(&&SeriesName::ServicePercentile(99.0))
    );
    let curves = &figure(FigureKind::PercentileCurves).series;
    let services = curves.iter().filter(|s| matches!(s.name, SeriesName::Step { service: true, .. })).count();
    assert_eq!((curves.len(), services), (6, 3));
    assert!(figure(FigureKind::ArrivalsOverTime).series.len() == 2);
    figure(FigureKind::ServiceOverTime);
}

/// A search of a system that carries about 437 requests a second.
fn search(end: EndReason, rates: &[f64]) -> Run {
    open(&OpenSpec {
        design: Design::Capacity { precision: 0.05 },
        end: Some(end),
        rates: rates.to_vec(),
        requirements: vec!["p95 <= 100 ms", "errors < 1 %", "throughput >= 300/s"],
        ..OpenSpec::default()
    })
}

fn found(run: &Run) -> (RunAnalysis, RateCapacity) {
    let analysis = analysed(run);
    let search = analysis.rate_capacity().expect("a search").clone();
    (analysis, search)
}

#[test]
fn a_search_finds_the_rate_between_holding_and_failing() {
    let made = search(EndReason::Converged, &[100.0, 200.0, 400.0, 800.0, 500.0, 420.0, 420.0, 460.0, 420.0]);
    let (analysis, search) = found(&made);
    assert_eq!((search.result, &search.reason), (RateResult::Found, &None));
    let (holds, fails) = (search.holds.expect("holds"), search.fails.expect("fails"));
    assert_eq!((holds.rate_per_s, holds.passed, holds.steps()), (420.0, 3, vec![6, 7, 9]));
    assert_eq!((fails.rate_per_s, fails.steps()), (460.0, vec![8]));
    assert_eq!(search.limiting.as_deref(), Some("p95 <= 100 ms"));
    let rates: Vec<f64> = search.rates.iter().map(|rate| rate.rate_per_s).collect();
    assert_eq!(rates, [100.0, 200.0, 400.0, 420.0, 460.0, 500.0, 800.0]);
    let best = search.best.expect("a point");
    assert_eq!((best.rate_per_s, best.step), (Some(420.0), 9));
    assert!((best.throughput_per_s.value - 420.0).abs() < 1.0, "{best:?}");
    assert_eq!(analysis.advice.recommended.as_ref(), Some(&best));
    let judgements: Vec<Judgement> = analysis.verdicts.iter().map(|v| v.judgement).collect();
    assert_eq!(judgements, [Judgement::Pass; 3]);
    let JudgedAt::Rate { rate_per_s, steps, .. } = &analysis.verdicts[0].judged_at else {
        panic!("not at a rate")
    };
    assert_eq!(
        (*rate_per_s, steps.as_slice(), analysis.outcome),
        (420.0, [6, 7, 9].as_slice(), Outcome::Holds)
    );
    assert!(analysis.findings.iter().all(|f| f.id != "requirement" && f.id != "inversion"));
    let figure = analysis.figures.iter().find(|f| f.kind == FigureKind::RateSearch).expect("a figure");
    let points =
        |mark| figure.series.iter().find(|s| s.name == SeriesName::Windows(mark)).map(|s| s.points.len());
    assert_eq!((points(WindowMark::Pass), points(WindowMark::Fail)), (Some(6), Some(3)));
}

#[test]
fn a_window_that_the_search_could_not_decide_is_decided_nowhere_else() {
    // Slow requests of a second or two decide less than as many that are spread out.
    let mut made = search(EndReason::Converged, &[100.0, 200.0, 800.0, 420.0, 420.0, 420.0]);
    let first = made.steps[4].measured_from_us as u32 / 1_000_000;
    each_second(&mut made, 5, |second| {
        let lookup = second.transactions.get_mut(&request("GET /lookup")).expect("made");
        if (first..first + 2).contains(&second.second) {
            lookup.requests += 100;
            (0..100).for_each(|_| lookup.response.record_us(2_000_000));
        }
    });
    let (analysis, search) = found(&made);
    let p95 = &analysis.verdicts[0];
    let of_window = |step: u32| {
        let window = search.rates.iter().flat_map(|rate| &rate.windows).find(|window| window.step == step);
        let judged = window.and_then(|window| window.verdict.requirements.first());
        judged.expect("a window with a requirement").judgement
    };
    for step in &p95.steps {
        assert_eq!(step.judgement, of_window(step.step), "step {}", step.step);
    }
    assert_eq!(of_window(5), Judgement::Inconclusive);
    assert_eq!(p95.holds_in, [1, 2, 4, 6]);
}

#[test]
fn the_windows_of_a_searchs_last_decision_on_a_rate_count() {
    let finding = |rate_per_s: f64, answer| RateFinding { rate_per_s, answer, figures: Vec::new() };
    let (holds, fails) = (finding(420.0, RateAnswer::Hold), finding(420.0, RateAnswer::Fail));
    // The third window, in the wake of the second's overload, has slow requests alone.
    let mut made = search(EndReason::Converged, &[100.0, 800.0, 420.0, 420.0, 420.0, 420.0, 460.0]);
    each_second(&mut made, 3, |second| {
        let lookup = second.transactions.get_mut(&request("GET /lookup")).expect("made");
        lookup.response = Latencies::default();
        (0..lookup.requests).for_each(|_| lookup.response.record_us(900_000));
    });
    let (_, all) = found(&made);
    assert_eq!(all.holds.map(|rate| rate.rate_per_s), Some(100.0), "all of its windows together");
    let chosen = [
        StepReason::First,
        StepReason::Double(finding(100.0, RateAnswer::Hold)),
        StepReason::Half(finding(800.0, RateAnswer::Fail)),
        StepReason::FailAgain(fails.clone()),
        StepReason::Confirm { windows: 2, holds: holds.clone() },
        StepReason::Further { window: 2, of: 2, figures: Vec::new() },
        StepReason::Double(holds.clone()),
    ];
    for (why, step) in chosen.into_iter().zip(1..) {
        made.notes.push(Note::new(0, NoteContent::StepChosen { step, why }));
    }
    let ended = |end| {
        let mut made = made.clone();
        made.notes.push(Note::new(0, NoteContent::SearchEnded(end)));
        found(&made).1.holds.map(|rate| (rate.rate_per_s, rate.steps(), rate.passed, rate.failed_before()))
    };
    let answer = SearchEnd::Found { holds, windows: 2, fails: finding(460.0, RateAnswer::Fail) };
    assert_eq!(ended(answer), Some((420.0, vec![5, 6], 2, 1)));
    // It has no answer to its last question.
    assert_eq!(ended(SearchEnd::NotJudged).map(|(rate, ..)| rate), Some(100.0));
}

#[test]
fn nothing_is_recommended_where_no_rate_brings_the_throughput_that_is_required() {
    let mut made = search(EndReason::Converged, &[100.0, 400.0, 800.0, 460.0, 420.0, 420.0]);
    made.header.requirements = vec!["p95 <= 100 ms".to_owned(), "throughput >= 600/s".to_owned()];
    let (analysis, search) = found(&made);
    let holds = search.holds.expect("its other requirement holds");
    assert_eq!(holds.failed_aside().collect::<Vec<_>>(), ["throughput >= 600/s"]);
    assert_eq!((analysis.outcome, analysis.advice.recommended), (Outcome::RequirementFailed, None));
}

#[test]
fn a_rate_at_which_a_server_began_again_is_passed_over_for_a_lower_one() {
    let mut made = search(EndReason::Converged, &[100.0, 400.0, 800.0, 460.0, 420.0, 420.0]);
    let at_us = made.steps[4].measured_from_us as i64 + 1_000_000;
    made.telemetry.events.push(ServerEvent {
        at: At::Run(at_us),
        source: Source::host("app1"),
        kind: ServerEventKind::Restart,
        duration_us: None,
        text: String::new(),
    });
    let (analysis, search) = found(&made);
    assert_eq!(search.best.and_then(|best| best.rate_per_s), Some(420.0));
    let recommended = analysis.advice.recommended.expect("a lower rate holds");
    assert_eq!((recommended.rate_per_s, recommended.step), (Some(400.0), 2));
    assert_eq!(analysis.advice.passed_over, [5]);
    made.telemetry.events.clear();
    assert_eq!(found(&made).0.advice.recommended.and_then(|point| point.rate_per_s), Some(420.0));
}

#[test]
fn a_search_that_ends_otherwise_says_how() {
    let check = |made: &Run, result: RateResult, reason: Option<RateReason>, outcome: Outcome| {
        let (analysis, search) = found(made);
        assert_eq!((search.result, search.reason, analysis.outcome), (result, reason, outcome));
        let reported = analysis.findings.iter().any(|finding| finding.id == "capacity-not-found");
        assert_eq!(reported, result != RateResult::Found);
    };
    let message = |text: &str| Some(RateReason::Search { why: SearchEnd::Text(text.to_owned()) });
    check(
        &search(EndReason::LoadExhausted, &[100.0, 200.0, 400.0]),
        RateResult::LowerBound,
        Some(RateReason::HighestTried),
        Outcome::Holds,
    );
    check(
        &search(EndReason::Impossible(SearchEnd::Text("none holds".to_owned())), &[800.0, 600.0]),
        RateResult::NotReachable,
        message("none holds"),
        Outcome::RequirementFailed,
    );
    check(
        &search(EndReason::Inconclusive(SearchEnd::Text("too few".to_owned())), &[100.0, 400.0]),
        RateResult::Inconclusive,
        message("too few"),
        Outcome::Inconclusive,
    );
    check(
        &search(EndReason::Interrupted, &[100.0, 400.0]),
        RateResult::LowerBound,
        Some(RateReason::Interrupted),
        Outcome::Inconclusive,
    );
    let mut limited = search(EndReason::Converged, &[100.0, 400.0, 800.0]);
    each_second(&mut limited, 3, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 990_000));
    check(
        &limited,
        RateResult::LowerBound,
        Some(RateReason::HigherInvalid { steps: vec![3] }),
        Outcome::Holds,
    );
}

#[test]
fn too_little_throughput_is_no_failure_where_more_may_be_possible() {
    let throughput = |end: EndReason, rates: &[f64]| {
        let analysis = analysed(&search(end, rates));
        (analysis.verdicts[2].judgement, analysis.outcome)
    };
    // At least 300/s are required.
    let undecided = (Judgement::Inconclusive, Outcome::Inconclusive);
    assert_eq!(throughput(EndReason::LoadExhausted, &[100.0, 200.0]), undecided);
    assert_eq!(throughput(EndReason::Inconclusive(SearchEnd::NotJudged), &[100.0, 200.0]), undecided);
    let failed = (Judgement::Fail, Outcome::RequirementFailed);
    assert_eq!(throughput(EndReason::Converged, &[100.0, 200.0, 800.0]), failed);
}

fn judged(made: &Run, steps: &[u32], requirements: &[&str]) -> (Judgement, WindowReason, bool) {
    let requirements: Vec<Requirement> =
        requirements.iter().map(|text| Requirement::parse(text).expect("a requirement")).collect();
    let of = |number: &u32| {
        let step = made.steps.iter().find(|step| step.number == *number).expect("a step");
        MeasuredWindow { step, seconds: &made.seconds }
    };
    let windows: Vec<MeasuredWindow> = steps.iter().map(of).collect();
    let verdict = judge_load(&windows, &requirements, 1);
    (verdict.judgement, verdict.reason, verdict.generator_limited)
}

#[test]
fn windows_are_judged_alone_and_together() {
    let made = at(&[200.0, 460.0, 420.0]);
    let p95 = ["p95 <= 100 ms"];
    assert_eq!(judged(&made, &[1], &p95).0, Judgement::Pass);
    assert_eq!(judged(&made, &[2], &p95).0, Judgement::Fail);
    assert_eq!(judged(&made, &[1, 3], &p95).0, Judgement::Pass);
    // Of one rate: windows that say the opposite of each other decide nothing.
    assert_eq!(judged(&made, &[1, 2, 3], &["p50 <= 100 ms"]).0, Judgement::Inconclusive);
    assert_eq!(judged(&made, &[1], &["throughput >= 900/s"]).1, WindowReason::NothingToJudge);
    assert_eq!(judged(&made, &[], &p95).1, WindowReason::NothingToJudge);
}

#[test]
fn a_rate_that_is_not_sustained_fails_however_far_the_limit() {
    let made = at(&[400.0, 460.0]);
    assert_eq!(judged(&made, &[1], &["p95 <= 60 s"]).0, Judgement::Pass);
    let (judgement, reason, _) = judged(&made, &[2], &["p95 <= 60 s"]);
    assert_eq!(judgement, Judgement::Fail);
    assert!(matches!(reason, WindowReason::FallsBehind { .. }), "{reason:?}");
}

/// The pool is so large that every arrival begins, and the answers fall behind.
#[test]
fn users_at_work_that_become_more_show_that_a_rate_is_not_sustained() {
    let made = open(&OpenSpec { rates: vec![420.0, 500.0], users: 20_000, ..OpenSpec::default() });
    assert_eq!(judged(&made, &[1], &["p95 <= 60 s"]).0, Judgement::Pass);
    assert!(matches!(judged(&made, &[2], &["p95 <= 60 s"]).1, WindowReason::FallsBehind { dropped: 0, .. }));
    assert!(!has("arrivals-not-started", &made));
}

#[test]
fn a_burst_of_slow_requests_decides_less_than_as_many_spread_out() {
    // Of 8,000 so many take 2 s, in one second or in all.
    let slow = |per_second: u64, seconds: u32| {
        let mut made = at(&[400.0]);
        let first = made.steps[0].measured_from_us as u32 / 1_000_000;
        each_second(&mut made, 1, |s| {
            let lookup = s.transactions.get_mut(&request("GET /lookup")).expect("made");
            if (first..first + seconds).contains(&s.second) {
                lookup.requests += per_second;
                (0..per_second).for_each(|_| lookup.response.record_us(2_000_000));
            }
        });
        judged(&made, &[1], &["p95 <= 1 s"]).0
    };
    assert_eq!((slow(10, 20), slow(200, 1)), (Judgement::Pass, Judgement::Inconclusive));
    assert_eq!((slow(40, 20), slow(800, 1)), (Judgement::Fail, Judgement::Inconclusive));
}

#[test]
fn a_window_in_which_the_generator_was_the_limit_is_left_out() {
    let mut made = at(&[200.0, 200.0]);
    each_second(&mut made, 2, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 990_000));
    let p95 = ["p95 <= 100 ms"];
    let (judgement, reason, limited) = judged(&made, &[2], &p95);
    assert_eq!((judgement, limited), (Judgement::Inconclusive, true));
    assert!(
        matches!(&reason, WindowReason::Invalid { problem } if problem.id() == "generator-cpu"),
        "{reason:?}"
    );
    let (judgement, _, limited) = judged(&made, &[1, 2], &p95);
    assert_eq!((judgement, limited), (Judgement::Pass, true));
}

#[test]
fn the_generators_own_failures_count_nowhere() {
    let mut made = at(&[400.0]);
    let second = made.steps[0].measured_from_us as u32 / 1_000_000;
    each_second(&mut made, 1, |s| {
        let lookup = s.transactions.get_mut(&request("GET /lookup")).expect("made");
        if s.second % 4 == second % 4 {
            lookup.requests += 1;
            lookup.response.record_us(2_000_000);
            lookup.fail(ErrorKind::GeneratorResources, "no local port", 2_000_000);
        }
    });
    for requirement in ["errors <= 0 %", "max <= 1 s", "p99.99 <= 1 s"] {
        let expected = if requirement.starts_with('p') { Judgement::Inconclusive } else { Judgement::Pass };
        assert_eq!(judged(&made, &[1], &[requirement]).0, expected, "{requirement}");
    }
    let analysis = analysed(&made);
    assert_eq!((analysis.total.errors, analysis.total.generator_errors), (0, 5));
    fail(&mut made, 1, 1, ErrorKind::GeneratorResources, "no local port", 10);
    let limited = judged(&made, &[1], &["errors <= 0 %"]);
    assert_eq!((limited.0, limited.2), (Judgement::Inconclusive, true));
}

#[test]
fn stalls_that_arrivals_catch_up_with_show_in_how_long_requests_waited() {
    let stalls = |is_late: fn(u32) -> bool| {
        let mut made = open(&OpenSpec { rates: vec![200.0], measured_s: 40, ..OpenSpec::default() });
        each_second(&mut made, 1, |second| {
            let is_late = is_late(second.second);
            for interval in second.transactions.values_mut().filter(|_| is_late) {
                (0..interval.requests / 2).for_each(|_| interval.response.record_us(600_000));
            }
        });
        let findings = analysed(&made).findings;
        findings.into_iter().find_map(|finding| match finding.claim {
            Claim::PeriodicStalls(stalls) => Some((stalls.period_s, stalls.longest_s)),
            _ => None,
        })
    };
    let (period_s, longest_s) = stalls(|second| second % 5 == 2).expect("a period");
    assert!((period_s - 5.0).abs() < 0.1 && longest_s.is_some_and(|s| (0.59..0.62).contains(&s)));
    // Now and then, most of the time, never.
    assert_eq!(stalls(|second| [3, 5, 17, 20, 38].contains(&second)), None);
    assert_eq!(stalls(|second| second % 2 == 0), None);
    assert_eq!(stalls(|_| false), None);
}

#[test]
fn a_stall_at_the_end_of_the_window_is_no_backlog_that_grows() {
    let state = |busy: fn(u32) -> u32| {
        let mut made = at(&[200.0]);
        let mut place = 0;
        let from = made.steps[0].measured_from_us / 1_000_000;
        each_second(&mut made, 1, |second| {
            if u64::from(second.second) >= from {
                let busy = busy(place);
                second.generator.arrivals.values_mut().for_each(|arrivals| arrivals.busy = busy);
                place += 1;
            }
        });
        analysed(&made).steps[0].arrivals.as_ref().expect("arrivals").falls_behind()
    };
    // A second in each four, the last of 20 too; and a number that rises all the time.
    assert!(!state(|second| if second % 4 == 3 { 90 } else { 3 }));
    assert!(state(|second| 3 + 10 * second));
    assert!(!state(|_| 30));
}
