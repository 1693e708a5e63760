//! What several runs say together: each variant over its repeats, what differs by a test, what recurs.

use plimsoll_analysis::bottleneck::{Grade, Resource};
use plimsoll_analysis::comparison::{DifferenceVerdict, Effect, Metric, ResamplingUnit};
use plimsoll_analysis::conclusion::{CapacityKind, Conclusion, Recurring};
use plimsoll_analysis::{Judgement, analyse};
use plimsoll_run::{Design, EndReason, Job, JobVerdict};
use plimsoll_testkit::synthetic::lab::Lab;
use plimsoll_testkit::synthetic::study::{repeat, two_clients, with_pool};
use plimsoll_testkit::synthetic::{Spec, normal};

fn concluded(labs: Vec<Lab>) -> Conclusion {
    let (runs, observed): (Vec<_>, Vec<_>) = labs.into_iter().map(|lab| (lab.run, lab.observed)).unzip();
    analyse(&runs, &observed, 1).conclusion.expect("of several runs")
}

fn spec(seed: u64) -> Spec {
    Spec { loads: vec![(10, 1), (20, 1), (40, 1)], measured_s: 40, seed, ..Spec::default() }
}

/// Variants in turn, of so many repeats; the second's throughput is `by` times the first's, and runs vary by `noise`.
fn in_turn(repeats: u32, by: f64, noise: f64, seed: u64) -> Conclusion {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut labs = Vec::new();
    for number in 1..=repeats {
        for (variant, factor) in [("a", 1.0), ("b", by)] {
            let factor = factor * (1.0 + noise * normal(&mut random));
            let (hour, own) = (labs.len() as i64, 1_000 * seed + labs.len() as u64);
            labs.push(repeat(variant, number, hour, factor, spec(own)));
        }
    }
    concluded(labs)
}

fn reported(found: &Conclusion) -> Vec<DifferenceVerdict> {
    found.differences.iter().flat_map(|pair| &pair.loads).map(|load| load.verdict).collect()
}

fn alarms(repeats: u32, noise: f64) -> usize {
    let apart = |seed: &u64| {
        let reported = reported(&in_turn(repeats, 1.0, noise, *seed));
        assert_eq!(reported.len(), 3);
        reported
            .iter()
            .any(|reported| matches!(reported, DifferenceVerdict::Apart | DifferenceVerdict::Slightly))
    };
    (1..=10).filter(apart).count()
}

#[test]
fn variants_that_are_the_same_are_not_distinguished() {
    assert_eq!(alarms(3, 0.0), 0, "repeats that hardly vary");
    assert_eq!(alarms(3, 0.01), 0, "repeats that vary by 1 %");
    assert_eq!(alarms(3, 0.04), 0, "repeats that vary by 4 %");
    assert_eq!(alarms(2, 0.01), 0, "two repeats");
    assert_eq!(alarms(1, 0.0), 0, "single runs");
    assert_eq!(alarms(1, 0.02), 0, "single runs that vary by 2 %");
}

#[test]
fn what_is_equal_within_the_margin_is_said_to_be_so() {
    let steady = |variant: &'static str, hour: i64| {
        let spec = |i: u32| Spec {
            loads: vec![(40, 1), (60, 1)],
            spread: 0.1,
            measured_s: 60,
            ..spec(u64::from(i))
        };
        (1..=4).map(move |i| repeat(variant, i, 2 * i64::from(i) + hour, 1.0, spec(10 * hour as u32 + i)))
    };
    let found = concluded(steady("a", 0).chain(steady("b", 1)).collect());
    assert!(
        reported(&found).iter().all(|reported| *reported == DifferenceVerdict::Equal),
        "{:?}",
        found.differences
    );
}

#[test]
fn a_fifth_less_is_distinguished_by_repeats_and_within_single_runs() {
    for (repeats, unit) in
        [(3, ResamplingUnit::Runs), (1, ResamplingUnit::Seconds), (5, ResamplingUnit::Pairs)]
    {
        let found = in_turn(repeats, 0.8, 0.01, 3);
        let [pair] = found.differences.as_slice() else { panic!("{:?}", found.differences) };
        assert_eq!((pair.before.as_str(), pair.after.as_str(), pair.unit), ("a", "b", unit));
        assert_eq!((pair.runs_before, pair.runs_after), (repeats as usize, repeats as usize));
        assert_eq!(reported(&found), [DifferenceVerdict::Apart; 3]);
        for load in &pair.loads {
            let row = |metric| load.rows.iter().find(|row| row.metric == metric).expect("a row");
            let (throughput, mean) = (row(Metric::ThroughputPerS), row(Metric::MeanUs));
            assert_eq!((throughput.effect, mean.effect), (Effect::Worse, Effect::Worse), "{load:?}");
            let change = throughput.change();
            assert!((change.value + 20.0).abs() < 5.0, "{change:?}");
            assert!(change.bounds_95.is_some_and(|b| b.low > -32.0 && b.high < -8.0), "{change:?}");
            assert!(load.rows.iter().all(|row| row.subject.transaction.is_none()));
        }
    }
}

#[test]
fn a_small_difference_between_single_runs_may_be_one_between_runs() {
    let long = |seed: u64| Spec { loads: vec![(40, 1)], measured_s: 120, spread: 0.2, ..spec(seed) };
    let found = concluded(vec![repeat("a", 1, 0, 1.0, long(1)), repeat("b", 1, 1, 0.955, long(2))]);
    assert_eq!(reported(&found), [DifferenceVerdict::BetweenRuns], "{:?}", found.differences);
}

#[test]
fn variants_differ_though_a_load_generator_was_late_where_the_difference_is_more_than_that() {
    let found = |by: f64, late_us: u64| {
        let long = |seed: u64| Spec { loads: vec![(20, 1), (40, 1)], measured_s: 60, ..spec(seed) };
        let mut other = repeat("b", 1, 1, by, long(11));
        for second in &mut other.run.seconds {
            (0..100).for_each(|_| second.generator.lateness.record_us(late_us));
        }
        reported(&concluded(vec![repeat("a", 1, 0, 1.0, long(1)), other]))
    };
    assert_eq!(found(0.5, 110_000), [DifferenceVerdict::Apart; 2]);
    assert_eq!(found(0.9, 100), [DifferenceVerdict::Apart; 2]);
    // A user's cycle is half a second, and 60 ms of it may be the load generator's.
    assert_eq!(found(0.9, 60_000), [DifferenceVerdict::BetweenRuns; 2]);
    // So late that the steps are invalid.
    assert_eq!(found(0.5, 600_000), [DifferenceVerdict::NotComparable; 2]);
}

#[test]
fn durations_of_jobs_are_compared_too() {
    let with_jobs = |variant: &str, hour: i64, minutes: f64| {
        let mut lab = repeat(variant, 1, hour, 1.0, spec(hour as u64));
        lab.run.jobs = (1..=7_u32)
            .map(|number| Job {
                number,
                name: format!("import {number}"),
                step: 1,
                started_us: u64::from(number) * 10_000_000_000,
                ended_us: Some(
                    u64::from(number) * 10_000_000_000
                        + ((minutes + 0.2 * f64::from(number % 3)) * 6e7) as u64,
                ),
                verdict: JobVerdict::Done,
                detail: String::new(),
            })
            .collect();
        lab
    };
    let effect = |minutes: f64| {
        let found = concluded(vec![with_jobs("a", 1, 50.0), with_jobs("b", 2, minutes)]);
        found.differences[0].jobs.as_ref().expect("both have them").effect
    };
    assert_eq!((effect(50.0), effect(65.0)), (Effect::Equivalent, Effect::Worse));
}

#[test]
fn at_a_single_load_nobody_knows_whether_a_limit_was_reached() {
    let one =
        |variant, hour| repeat(variant, 1, hour, 1.0, Spec { loads: vec![(20, 1)], ..spec(hour as u64) });
    let found = concluded(vec![one("a", 0), one("b", 1)]);
    let capacity = found.variants[0].capacity.as_ref().map(|capacity| capacity.kind);
    assert_eq!(capacity, Some(CapacityKind::OneLoad));
    assert_eq!(
        (found.variants[0].limit.not_known.as_slice(), found.variants[0].limit.not_reached.len()),
        ([0].as_slice(), 0)
    );
}

#[test]
fn means_of_single_runs_are_not_tested() {
    let labs = ["a", "b"].into_iter().zip([1.0, 0.5]).map(|(name, factor)| {
        let mut lab = repeat(name, 1, 0, factor, spec(1));
        lab.run.header.means_only = true;
        lab
    });
    let found = concluded(labs.collect());
    assert_eq!(reported(&found), [DifferenceVerdict::Untested; 3]);
}

#[test]
fn windows_that_differ_are_not_compared_and_loads_of_one_variant_are_counted() {
    let other = Spec { loads: vec![(10, 1), (80, 1)], measured_s: 20, ..spec(2) };
    let found = concluded(vec![repeat("a", 1, 0, 1.0, spec(1)), repeat("b", 1, 1, 1.0, other)]);
    assert_eq!(reported(&found), [DifferenceVerdict::NotComparable]);
    assert_eq!(found.differences[0].loads_of_one, 3);
}

/// X(N) with a maximum of about so many requests a second.
fn saturated(variant: &str, number: u32, per_s: f64, seed: u64) -> Lab {
    repeat(variant, number, i64::from(number), 1.0, spec_of_maximum(per_s, seed))
}

fn spec_of_maximum(per_s: f64, seed: u64) -> Spec {
    Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: vec![(20, 1), (40, 1), (80, 1)],
        measured_s: 60,
        lambda: 20.0,
        alpha: 20.0 / per_s,
        seed,
        ..Spec::default()
    }
}

#[test]
fn capacities_are_compared_where_every_run_found_its_maximum() {
    let study = |b: f64| {
        let of =
            |variant, per_s, seed| (1..=3).map(move |i| saturated(variant, i, per_s, seed + u64::from(i)));
        concluded(of("a", 80.0, 0).chain(of("b", b, 10)).collect())
    };
    let effect = |found: &Conclusion| found.differences[0].capacity.as_ref().expect("both found").effect;
    let (alike, less) = (study(80.0), study(60.0));
    assert_eq!(effect(&alike), Effect::Equivalent);
    assert_eq!(effect(&less), Effect::Worse);
    let capacity = less.variants[1].capacity.as_ref().expect("known");
    assert_eq!((capacity.kind, capacity.runs.as_slice()), (CapacityKind::Maximum, [3, 4, 5].as_slice()));
    assert!(capacity.throughput_per_s_min < capacity.throughput_per_s);
    assert!(
        capacity.throughput_per_s < capacity.throughput_per_s_max && capacity.throughput_per_s_max < 64.0
    );
    // Throughput of one of them still grew.
    let mixed = concluded(vec![
        saturated("a", 1, 80.0, 1),
        saturated("a", 2, 80.0, 2),
        repeat("a", 3, 3, 1.0, spec(3)),
    ]);
    assert_eq!(mixed.variants[0].capacity.as_ref().map(|c| c.kind), Some(CapacityKind::LowerBound));
    let grows = concluded(vec![repeat("a", 1, 0, 1.0, spec(1)), repeat("b", 1, 1, 1.0, spec(2))]);
    assert!(grows.differences[0].capacity.is_none());
}

#[test]
fn repeats_are_operated_at_the_lowest_of_what_each_leaves_free() {
    let with = |number: u32, per_s: f64, loads: &[u32]| {
        let mut spec = spec_of_maximum(per_s, u64::from(number));
        spec.loads = loads.iter().map(|threads| (*threads, 1)).collect();
        spec.requirements = vec!["p95 <= 100 s"];
        repeat("a", number, i64::from(number), 1.0, spec)
    };
    // All loads of the first are above 80 % of its maximum of some 77/s; the second's first is below that of its some 91/s.
    let labs = vec![with(1, 80.0, &[20, 40, 80]), with(2, 95.0, &[11, 40, 80])];
    let (runs, observed): (Vec<_>, Vec<_>) = labs.into_iter().map(|lab| (lab.run, lab.observed)).unzip();
    let analysis = analyse(&runs, &observed, 1);
    let advice = |place: usize| &analysis.runs[place].advice;
    let measured = |place: usize| advice(place).recommended.as_ref().expect("a point").throughput_per_s.value;
    let operate = |place: usize| advice(place).operate_at_per_s.expect("a rate");
    assert!(measured(0) > measured(1) && operate(0) < operate(1), "{:?}, {:?}", advice(0), advice(1));
    let found = &analysis.conclusion.as_ref().expect("two runs").variants[0];
    assert_eq!((found.operate_at_per_s, found.recommended_run), (Some(operate(0)), Some(0)));
    let maximum = found.capacity.as_ref().expect("both found").throughput_per_s_min;
    assert!(operate(0) <= 0.8 * maximum + 1e-9, "{found:?}");
}

#[test]
fn a_variant_is_reported_over_its_repeats() {
    let found = concluded(two_clients());
    let [usual, slower] = found.variants.as_slice() else { panic!("{:?}", found.variants) };
    assert_eq!((usual.runs.as_slice(), slower.runs.as_slice()), ([0, 2, 4].as_slice(), [1, 3, 5].as_slice()));
    assert_eq!(usual.judgement(), Some(Judgement::Pass));
    assert_eq!(usual.holds, [0, 2, 4]);
    // Another limit in the third of them.
    assert_eq!(slower.judgement(), Some(Judgement::Fail));
    assert_eq!(slower.holds, [1, 3]);
    // The requirement that fails is said by its verdict.
    assert_eq!((slower.critical_findings, slower.critical_runs.as_slice()), (0, [].as_slice()));
    let strict = slower.requirements.iter().find(|r| r.requirement == "p95 <= 700 ms").expect("of the third");
    assert_eq!((strict.fails.as_slice(), strict.holds.len()), ([5].as_slice(), 0));
    // The lowest of the repeats, and none where one has none.
    let lowest = usual.recommended.as_ref().expect("holds in every run").throughput_per_s.value;
    assert!((lowest - usual.capacity.as_ref().expect("known").throughput_per_s_min).abs() < 1e-9);
    assert_eq!((slower.recommended.as_ref(), slower.not_recommended.as_slice()), (None, [5].as_slice()));
    let [cause] = slower.limit.causes.as_slice() else { panic!("{:?}", slower.limit) };
    assert_eq!((cause.usage.resource, cause.runs.as_slice()), (Resource::Pool, [1, 3, 5].as_slice()));
    assert!(cause.grade <= Grade::Moderate);
    assert!(usual.limit.causes.is_empty() && usual.limit.not_reached == [0, 2, 4], "{:?}", usual.limit);
}

#[test]
fn what_only_the_runs_of_one_variant_have_is_reported_once() {
    let found = concluded(two_clients());
    let pool = found.recurrences.iter().find(|one| one.never == [0]).expect("of the second variant alone");
    assert_eq!((pool.always.as_slice(), pool.runs.as_slice()), ([1].as_slice(), [1, 3, 5].as_slice()));
    assert!(pool.sometimes.is_empty());
    let ids: Vec<&str> = pool
        .of
        .iter()
        .map(|thing| match thing {
            Recurring::LimitingFactor { usage, .. } => usage.name.as_str(),
            Recurring::Finding { id, .. } => id.as_str(),
        })
        .collect();
    assert_eq!(ids[..2], ["events", "pool-exhausted"], "{:?}", pool.of);
    assert!(!ids.contains(&"requirement") && !ids.contains(&"maximum-not-found"));
}

#[test]
fn what_every_run_has_is_reported_and_what_some_repeats_have_is_not() {
    let pools = |full: [bool; 4]| {
        let labs = full.into_iter().enumerate().map(|(i, full)| {
            let (variant, number) = (["a", "b"][i % 2], i as u32 / 2 + 1);
            with_pool(repeat(variant, number, i as i64, 1.0, spec(i as u64)), full)
        });
        concluded(labs.collect()).recurrences
    };
    let everywhere = pools([true; 4]);
    assert_eq!(everywhere.len(), 1, "{everywhere:?}");
    assert_eq!((everywhere[0].always.as_slice(), everywhere[0].runs.len()), ([0, 1].as_slice(), 4));
    assert!(pools([true, false, false, false]).is_empty());
    assert!(pools([true, true, true, false]).is_empty());
    assert_eq!(pools([false, true, false, true])[0].never, [0]);
}

#[test]
fn repeats_of_one_variant_are_set_against_nothing() {
    let found = concluded((1..=3).map(|i| repeat("", i, i64::from(i), 1.0, spec(u64::from(i)))).collect());
    assert_eq!((found.variants.len(), found.differences.len()), (1, 0));
}
