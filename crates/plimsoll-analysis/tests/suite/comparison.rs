//! Runs with a known difference between them, and what a comparison says of it.

use plimsoll_analysis::comparison::{
    Comparison, ComparisonCaveat, Contrast, Effect, Group, JobCount, Judged, Metric, Options, ResamplingUnit,
    Row, Setting, Undecided, compare, history,
};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_run::{At, ErrorKind, Job, JobVerdict, Run, ServerEvent, ServerEventKind, Source};
use plimsoll_run::{Interval, Latencies};
use plimsoll_testkit::synthetic::in_flight;
use plimsoll_testkit::synthetic::{self, STARTED_UNIX_US, Spec, each_second, fail, run};

/// Runs of one side: each a factor on the throughput of a single user, and when it was made (hours).
fn side(spec: &dyn Fn(f64, u64) -> Spec, factors: &[f64], hours: &[i64], seed: u64) -> Vec<Run> {
    let one = |(i, (factor, hour)): (usize, (&f64, &i64))| {
        let mut made = run(&spec(*factor, seed + i as u64));
        made.header.started_unix_us = STARTED_UNIX_US + hour * 3_600_000_000;
        made.header.repeat = i as u32 + 1;
        made
    };
    factors.iter().zip(hours).enumerate().map(one).collect()
}

fn usual(factor: f64, seed: u64) -> Spec {
    Spec { lambda: 2.0 * factor, loads: vec![(20, 1), (40, 1)], measured_s: 20, seed, ..Spec::default() }
}

fn compared(before: Vec<Run>, after: Vec<Run>) -> Contrast {
    let mut comparison = whole(before, after, Options::default());
    assert_eq!(comparison.contrasts.len(), 1);
    comparison.contrasts.remove(0)
}

fn whole(before: Vec<Run>, after: Vec<Run>, options: Options) -> Comparison {
    let (a, b) = (before.len(), after.len());
    let runs: Vec<Run> = before.into_iter().chain(after).collect();
    let names: Vec<String> = (1..=runs.len()).map(|i| format!("run-{i}")).collect();
    let group =
        |name: &str, runs: std::ops::Range<usize>| Group { name: name.to_owned(), runs: runs.collect() };
    compare(&runs, &[], &names, &[(group("before", 0..a), group("after", a..a + b))], options)
}

fn row(contrast: &Contrast, metric: Metric, users: u32) -> &Row {
    let of_all = |row: &&Row| {
        row.subject.transaction.is_none() && row.metric == metric && row.subject.load.users == users
    };
    contrast.rows.iter().find(of_all).expect("a row of all requests")
}

/// Run-to-run noise of about 1 %, with both sides in turn.
const STEADY: [f64; 3] = [1.0, 1.01, 0.99];
const EVEN: [i64; 3] = [0, 2, 4];
const ODD: [i64; 3] = [1, 3, 5];

fn times(factors: &[f64], by: f64) -> Vec<f64> {
    factors.iter().map(|factor| factor * by).collect()
}

#[test]
fn equal_sides_are_equivalent() {
    let found = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &STEADY, &ODD, 11));
    let throughput = row(&found, Metric::ThroughputPerS, 40);
    assert_eq!(
        (throughput.effect, throughput.unit),
        (Effect::Equivalent, ResamplingUnit::Runs),
        "{throughput:?}"
    );
    assert!(found.rows.iter().all(|row| row.effect != Effect::Worse && row.effect != Effect::Better));
    assert!(found.rows.iter().all(|row| row.metric != Metric::ErrorsPercent), "nothing failed");
}

/// Nothing in a single run shows by how much two runs of the same system differ.
#[test]
fn single_runs_differ_only_where_the_whole_interval_is_beyond_the_margin() {
    let long = |factor: f64, seed: u64| Spec { measured_s: 60, ..usual(factor, seed) };
    let single = |factor: f64| compared(side(&long, &[1.0], &[0], 1), side(&long, &[factor], &[1], 11));
    let found = single(0.8);
    assert_eq!(row(&found, Metric::ThroughputPerS, 40).effect, Effect::Worse);
    assert_eq!(found.judged, Judged::Regression);
    let mut between_runs = 0;
    for factor in [0.9, 0.92, 0.94, 0.95] {
        for row in single(factor).rows {
            let Some(bounds) = row.ratio.and_then(|ratio| ratio.bounds_95) else { continue };
            let is_beyond = bounds.high < 0.95 || bounds.low > 1.05;
            between_runs += usize::from(row.effect == Effect::Unproven(Undecided::BetweenRuns));
            assert!(is_beyond || !matches!(row.effect, Effect::Worse | Effect::Better), "{factor}: {row:?}");
        }
    }
    assert!(between_runs > 0);
}

#[test]
fn more_failures_are_worse_in_single_runs_too() {
    let failing = |mut runs: Vec<Run>| -> Vec<Run> {
        runs.iter_mut().for_each(|run| fail(run, 2, 1, ErrorKind::Status, "500", 20_000));
        runs
    };
    let (before, after) = (side(&usual, &[1.0], &[0], 1), failing(side(&usual, &[1.0], &[1], 11)));
    let found = |errors_margin_points: f64| {
        let options = Options { errors_margin_points, ..Options::default() };
        let contrast = whole(before.clone(), after.clone(), options).contrasts.remove(0);
        row(&contrast, Metric::ErrorsPercent, 40).clone()
    };
    let low = found(0.5).difference.bounds_95.expect("an interval").low;
    let value = found(0.5).difference.value;
    assert_eq!(found((low + value) / 2.0).effect, Effect::Worse);
}

#[test]
fn times_that_are_lower_bounds_are_not_compared() {
    let cut = |runs: Vec<Run>| -> Vec<Run> {
        let cut_one = |mut run: Run| {
            in_flight::leave(&mut run, 40, 3, 0);
            run
        };
        runs.into_iter().map(cut_one).collect()
    };
    let found = compared(side(&usual, &STEADY, &EVEN, 1), cut(side(&usual, &STEADY, &ODD, 11)));
    let metrics = |users: u32| -> Vec<Metric> {
        let of_all = |row: &&Row| row.subject.transaction.is_none() && row.subject.load.users == users;
        found.rows.iter().filter(of_all).map(|row| row.metric).collect()
    };
    assert_eq!(metrics(20), [Metric::ThroughputPerS, Metric::MeanUs, Metric::P95Us]);
    assert_eq!(metrics(40), [Metric::ThroughputPerS]);
    let reported = |caveat: &ComparisonCaveat| matches!(caveat, ComparisonCaveat::TimesAreLowerBounds { steps, .. } if *steps == [2]);
    assert_eq!(found.caveats.iter().filter(|caveat| reported(caveat)).count(), 3, "{:?}", found.caveats);
}

#[test]
fn lateness_of_the_load_generator_widens_the_interval_and_is_said() {
    let late = |mut runs: Vec<Run>, late_us: u64| -> Vec<Run> {
        for second in runs.iter_mut().flat_map(|run| &mut run.seconds) {
            (0..100).for_each(|_| second.generator.lateness.record_us(late_us));
        }
        runs
    };
    let with = |factor: f64, late_us: u64| {
        let long = |factor: f64, seed: u64| Spec { measured_s: 60, ..usual(factor, seed) };
        let before = side(&long, &[1.0], &[0], 1);
        compared(before, late(side(&long, &[factor], &[1], 11), late_us))
    };
    let width = |contrast: &Contrast, metric: Metric| {
        let bounds = row(contrast, metric, 20).ratio.and_then(|ratio| ratio.bounds_95).expect("an interval");
        (bounds.low, bounds.high)
    };
    let (exact, late) = (with(0.9, 100), with(0.9, 60_000));
    let reported = |contrast: &Contrast| {
        contrast.caveats.iter().any(|caveat| {
            matches!(caveat, ComparisonCaveat::LatenessAdded { run, steps, times_us }
                if run == "run-2" && *steps == [1, 2] && *times_us >= 59_000)
        })
    };
    assert!(!reported(&exact) && reported(&late), "{:?}", late.caveats);
    // A user's cycle is half a second: 60 ms are 12 % of it, and a tenth of the time may be the generator's.
    let (low, high) = width(&exact, Metric::ThroughputPerS);
    let (low_late, high_late) = width(&late, Metric::ThroughputPerS);
    assert!((low - low_late).abs() < 1e-9 && high < 1.0 && high_late > 1.0, "{high} {high_late}");
    let (low, high) = width(&exact, Metric::P95Us);
    let (low_late, high_late) = width(&late, Metric::P95Us);
    assert!(low_late < 0.97 * low && high_late > 1.02 * high, "{low_late} {high_late}");
    assert_eq!(row(&exact, Metric::ThroughputPerS, 20).effect, Effect::Worse);
    assert!(matches!(row(&late, Metric::ThroughputPerS, 20).effect, Effect::Unproven(_)));
    // What is worse by more than the lateness is worse.
    assert_eq!(row(&with(0.5, 110_000), Metric::ThroughputPerS, 20).effect, Effect::Worse);
}

#[test]
fn where_lateness_widens_the_interval_no_effect_is_said_to_be_seen() {
    let with = |late_us: u64| {
        let mut after = side(&usual, &STEADY, &ODD, 11);
        for second in after.iter_mut().flat_map(|run| &mut run.seconds) {
            (0..100).for_each(|_| second.generator.lateness.record_us(late_us));
        }
        let contrast = compared(side(&usual, &STEADY, &EVEN, 1), after);
        row(&contrast, Metric::ThroughputPerS, 20).smallest_effect_percent
    };
    assert!(with(100).is_some());
    assert_eq!(with(60_000), None);
}

#[test]
fn twenty_percent_less_is_worse_and_as_much_more_is_better() {
    let slower = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &times(&STEADY, 0.8), &ODD, 11));
    assert_eq!(slower.judged, Judged::Regression);
    let throughput = row(&slower, Metric::ThroughputPerS, 20);
    assert_eq!(throughput.effect, Effect::Worse, "{throughput:?}");
    let ratio = throughput.ratio.expect("of rates");
    assert!((ratio.value - 0.8).abs() < 0.02 && ratio.bounds_95.is_some_and(|b| b.high < 0.9), "{ratio:?}");
    assert_eq!(row(&slower, Metric::MeanUs, 20).effect, Effect::Worse);
    let faster = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &times(&STEADY, 1.2), &ODD, 11));
    assert_eq!(row(&faster, Metric::ThroughputPerS, 20).effect, Effect::Better);
    assert_ne!(faster.judged, Judged::Regression);
}

#[test]
fn three_percent_lies_within_the_margin() {
    let found = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &times(&STEADY, 0.97), &ODD, 11));
    let throughput = row(&found, Metric::ThroughputPerS, 40);
    assert!(!matches!(throughput.effect, Effect::Worse | Effect::Better), "{throughput:?}");
    let strict = Options { margin: 0.005, ..Options::default() };
    let quiet = [1.0, 1.001, 0.999];
    let found = whole(side(&usual, &quiet, &EVEN, 1), side(&usual, &times(&quiet, 0.97), &ODD, 11), strict);
    assert_eq!(row(&found.contrasts[0], Metric::ThroughputPerS, 40).effect, Effect::Worse);
}

#[test]
fn three_against_three_that_vary_much_prove_nothing_and_say_what_could_be_seen() {
    let wild = [1.0, 1.3, 0.8];
    let found = compared(side(&usual, &wild, &EVEN, 1), side(&usual, &times(&wild, 0.92), &ODD, 11));
    let throughput = row(&found, Metric::ThroughputPerS, 40);
    assert_eq!(throughput.effect, Effect::Unproven(Undecided::TooUncertain));
    assert!(throughput.smallest_effect_percent.is_some_and(|percent| percent > 40.0), "{throughput:?}");
    let rank = throughput.rank.expect("three runs a side");
    assert!((rank.p_min - 0.1).abs() < 1e-9 && rank.p >= 0.1, "{rank:?}");
    assert_eq!(found.judged, Judged::Undecided);
}

#[test]
fn single_runs_are_compared_by_their_seconds_and_it_is_said() {
    let long = |factor: f64, seed: u64| Spec { measured_s: 60, ..usual(factor, seed) };
    let found = compared(side(&long, &[1.0], &[0], 1), side(&long, &[0.7], &[1], 11));
    let throughput = row(&found, Metric::ThroughputPerS, 40);
    assert_eq!(
        (throughput.unit, throughput.effect),
        (ResamplingUnit::Seconds, Effect::Worse),
        "{throughput:?}"
    );
    assert!(found.caveats.contains(&ComparisonCaveat::SingleRuns { before: 1, after: 1 }));
    assert!(throughput.rank.is_none() && throughput.smallest_effect_percent.is_none());
    let alike = compared(side(&long, &[1.0], &[0], 1), side(&long, &[1.0], &[1], 11));
    assert_eq!(row(&alike, Metric::ThroughputPerS, 40).effect, Effect::Equivalent);
}

#[test]
fn one_run_against_three_is_taken_to_vary_as_they_do() {
    let found = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &[0.6], &[7], 11));
    let throughput = row(&found, Metric::ThroughputPerS, 40);
    assert_eq!((throughput.unit, throughput.effect), (ResamplingUnit::Runs, Effect::Worse), "{throughput:?}");
    assert!(found.caveats.contains(&ComparisonCaveat::SingleRuns { before: 3, after: 1 }));
}

#[test]
fn pairs_cancel_what_drifts() {
    let drifting = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75];
    let (even, odd) = ([0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]);
    let found = compared(side(&usual, &drifting, &even, 1), side(&usual, &times(&drifting, 0.9), &odd, 21));
    let throughput = row(&found, Metric::ThroughputPerS, 40);
    assert_eq!(
        (throughput.unit, throughput.effect),
        (ResamplingUnit::Pairs, Effect::Worse),
        "{throughput:?}"
    );
    let is_drift = |caveat: &&ComparisonCaveat| {
        matches!(caveat, ComparisonCaveat::DriftInOrder { metric: Metric::ThroughputPerS, .. })
    };
    let Some(ComparisonCaveat::DriftInOrder { percent_per_run, .. }) = found.caveats.iter().find(is_drift)
    else {
        panic!("{:?}", found.caveats)
    };
    assert!(*percent_per_run < -1.0, "{percent_per_run}");
}

#[test]
fn all_of_one_side_first_is_confounded_with_time() {
    let found = compared(side(&usual, &STEADY, &[0, 1, 2], 1), side(&usual, &STEADY, &[3, 4, 5], 11));
    assert!(
        found.caveats.contains(&ComparisonCaveat::OrderConfounded { before_first: true }),
        "{:?}",
        found.caveats
    );
    let mixed = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &STEADY, &ODD, 11));
    assert!(!mixed.caveats.iter().any(|caveat| matches!(caveat, ComparisonCaveat::OrderConfounded { .. })));
}

#[test]
fn windows_that_differ_and_loads_that_lack_are_not_compared() {
    let short = |factor: f64, seed: u64| Spec { measured_s: 10, ..usual(factor, seed) };
    let found = compared(side(&usual, &[1.0], &[0], 1), side(&short, &[0.5], &[1], 11));
    assert!(found.rows.iter().all(|row| row.effect == Effect::NotComparable));
    assert_eq!(found.judged, Judged::Undecided);
    let is_window = |caveat: &&ComparisonCaveat| matches!(caveat, ComparisonCaveat::WindowsDiffer { before_s, after_s, .. } if *before_s == 20.0 && *after_s == 10.0);
    assert_eq!(found.caveats.iter().filter(is_window).count(), 2);
    let other = |factor: f64, seed: u64| Spec { loads: vec![(20, 1), (80, 1)], ..usual(factor, seed) };
    let found = compared(side(&usual, &[1.0], &[0], 1), side(&other, &[1.0], &[1], 11));
    let missing: Vec<bool> = found
        .caveats
        .iter()
        .filter_map(|caveat| match caveat {
            ComparisonCaveat::LoadMissing { missing_after, .. } => Some(*missing_after),
            _ => None,
        })
        .collect();
    assert_eq!(missing, [true, false]);
}

#[test]
fn more_failures_are_worse_however_long_the_windows_are() {
    let short = |factor: f64, seed: u64| Spec { measured_s: 10, ..usual(factor, seed) };
    let (before, mut after) = (side(&usual, &[1.0], &[0], 1), side(&short, &[1.0], &[1], 11));
    after.iter_mut().for_each(|run| fail(run, 2, 40, ErrorKind::Status, "503", 900));
    let found = compared(before, after);
    assert_eq!(found.judged, Judged::Regression);
    assert_eq!(row(&found, Metric::ErrorsPercent, 40).effect, Effect::Worse);
    assert_eq!(row(&found, Metric::ThroughputPerS, 40).effect, Effect::NotComparable);
}

#[test]
fn configurations_are_set_against_each_other() {
    let (mut before, mut after) = (side(&usual, &[1.0], &[0], 1), side(&usual, &[1.0], &[1], 11));
    before[0].header.configuration =
        vec![("heap".to_owned(), "2 GB".to_owned()), ("pool".to_owned(), "16".to_owned())];
    after[0].header.configuration =
        vec![("heap".to_owned(), "4 GB".to_owned()), ("pool".to_owned(), "16".to_owned())];
    after[0].header.environment = vec![("cores".to_owned(), "8".to_owned())];
    after[0].header.plan.text = "another".to_owned();
    let found = compared(before, after);
    let heap =
        found.configuration.iter().find(|d| d.setting == Setting::Configuration).expect("the heap differs");
    assert_eq!(
        (heap.name.as_str(), &heap.before[..], &heap.after[..]),
        ("heap", &["2 GB".to_owned()][..], &["4 GB".to_owned()][..])
    );
    assert!(!found.configuration.iter().any(|difference| difference.name == "pool"));
    assert!(
        found.caveats.contains(&ComparisonCaveat::EnvironmentDiffers { names: vec!["cores".to_owned()] })
    );
    assert!(found.caveats.contains(&ComparisonCaveat::PlanDiffers));
}

#[test]
fn sides_of_which_one_fails_far_more_are_said_to_have_other_times() {
    let differs = |failed: u64| {
        let (before, mut after) = (side(&usual, &[1.0], &[0], 1), side(&usual, &[1.0], &[1], 11));
        (1..=3).for_each(|step| {
            synthetic::fail(&mut after[0], step, failed, plimsoll_run::ErrorKind::Status, "500", 1_000);
        });
        let caveats = compared(before, after).caveats;
        caveats.iter().any(|caveat| matches!(caveat, ComparisonCaveat::FailuresDiffer { .. }))
    };
    assert!(differs(20) && !differs(0));
}

#[test]
fn sides_with_other_mixes_of_requests_are_said_to_do_different_work() {
    let differs = |other: u64| {
        let (before, mut after) = (side(&usual, &[1.0], &[0], 1), side(&usual, &[1.0], &[1], 11));
        for second in &mut after[0].seconds {
            let interval = Interval { requests: other, ..Interval::default() };
            second.transactions.insert(synthetic::request("GET /report"), interval);
        }
        let caveats = compared(before, after).caveats;
        caveats.iter().any(|caveat| matches!(caveat, ComparisonCaveat::MixesDiffer { .. }))
    };
    assert_eq!([0, 1, 5, 100].map(differs), [false, false, true, true]);
}

#[test]
fn throughput_that_follows_the_mix_is_no_regression() {
    // As many requests on both sides, of other transactions: of `GET /report` a third as many.
    let of_mix = |reports: u64, seed: u64| {
        let mut made = run(&usual(1.0, seed));
        for second in &mut made.seconds {
            let all: u64 = second.transactions.values().map(|interval| interval.requests).sum();
            let times = |requests: u64| Latencies::from_counts([(20_000, requests)]);
            let of = |requests: u64| Interval { requests, response: times(requests), ..Interval::default() };
            let reports = all * reports / 10;
            second.transactions.clear();
            second.transactions.insert(synthetic::request("GET /report"), of(reports));
            second.transactions.insert(synthetic::request("GET /list"), of(all - reports));
        }
        made
    };
    let found = compared(vec![of_mix(6, 1)], vec![of_mix(2, 2)]);
    let is_throughput =
        |row: &&Row| row.metric == Metric::ThroughputPerS && row.subject.transaction.is_some();
    let effects: Vec<Effect> = found.rows.iter().filter(is_throughput).map(|row| row.effect).collect();
    assert!(effects.contains(&Effect::Unproven(Undecided::OtherMix)), "{effects:?}");
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Worse | Effect::Better)), "{effects:?}");
    assert_ne!(found.judged, Judged::Regression);
}

#[test]
fn requests_of_which_none_is_on_the_other_side_are_not_compared() {
    let renamed = |mut run: Run| {
        for second in &mut run.seconds {
            for (mut key, interval) in std::mem::take(&mut second.transactions) {
                key.name = format!("another {}", key.name);
                second.transactions.insert(key, interval);
            }
        }
        run
    };
    let before = || vec![run(&usual(1.0, 1))];
    let after = || vec![run(&usual(0.5, 2))];
    let of_all = |contrast: &Contrast| row(contrast, Metric::ThroughputPerS, 20).effect;
    assert_eq!(of_all(&compared(before(), after())), Effect::Worse);
    let other = after().into_iter().map(renamed).collect();
    assert_eq!(of_all(&compared(before(), other)), Effect::NotComparable);
}

#[test]
fn errors_are_compared_by_their_share() {
    let clean = side(&usual, &STEADY, &EVEN, 1);
    let mut failing = side(&usual, &STEADY, &ODD, 11);
    failing.iter_mut().for_each(|run| fail(run, 2, 4, ErrorKind::Status, "503", 900));
    let found = compared(clean, failing);
    let errors = row(&found, Metric::ErrorsPercent, 40);
    assert_eq!(errors.effect, Effect::Worse, "{errors:?}");
    assert!(errors.ratio.is_none() && errors.difference.value > 3.0);
}

/// Of many transactions some differ by chance: those that only stand out alone are not called better or worse.
#[test]
fn chance_among_many_comparisons_raises_no_alarm() {
    let alarms = (0..15)
        .filter(|i| {
            let noise = |seed: u64| {
                let mut random = fastrand::Rng::with_seed(seed);
                (0..3).map(|_| 1.0 + 0.02 * synthetic::normal(&mut random)).collect::<Vec<f64>>()
            };
            let short = |factor: f64, seed: u64| Spec { measured_s: 6, ..usual(factor, seed) };
            let before = side(&short, &noise(1_000 + i), &EVEN, 100 * i);
            let after = side(&short, &noise(2_000 + i), &ODD, 100 * i + 50);
            compared(before, after).judged == Judged::Regression
        })
        .count();
    assert_eq!(alarms, 0);
}

#[test]
fn the_forest_has_a_row_for_each_figure_and_the_margin_as_limits() {
    let found = compared(side(&usual, &STEADY, &EVEN, 1), side(&usual, &STEADY, &ODD, 11));
    let [forest] = &found.figures[..] else { panic!("one figure") };
    assert_eq!(forest.kind, FigureKind::ComparisonForest);
    assert_eq!(forest.limits.iter().map(|limit| limit.y).collect::<Vec<_>>(), [-5.0, 5.0]);
    // Throughput, mean and p95 of all requests and of two transactions, at two loads.
    assert_eq!(forest.series.len(), 18);
}

/// Durations of FOLIO's data imports in minutes; `None`: the job failed.
fn folio(durations: &[Option<f64>], hour: i64) -> Run {
    let mut made = run(&usual(1.0, 1));
    made.header.started_unix_us = STARTED_UNIX_US + hour * 3_600_000_000;
    let mut at = 0;
    for (i, minutes) in durations.iter().enumerate() {
        let long = (minutes.unwrap_or(60.0) * 60e6) as u64;
        made.jobs.push(Job {
            number: i as u32 + 1,
            name: format!("import {}", i + 1),
            step: 1,
            started_us: at,
            ended_us: Some(at + long),
            verdict: if minutes.is_some() { JobVerdict::Done } else { JobVerdict::Failed },
            detail: String::new(),
        });
        at += long;
    }
    made
}

fn minutes(texts: &[&str]) -> Vec<Option<f64>> {
    let one = |text: &&str| {
        let parts: Vec<f64> = text.split(':').filter_map(|part| part.parse().ok()).collect();
        (parts.len() == 3).then(|| parts[0] * 60.0 + parts[1] + parts[2] / 60.0)
    };
    texts.iter().map(one).collect()
}

const FIRST: [&str; 8] =
    ["00:52:51", "00:53:16", "00:53:30", "00:55:38", "00:54:45", "00:55:25", "00:54:43", "00:55:01"];
const SECOND: [&str; 11] = [
    "01:05:10", "00:53:03", "00:54:36", "00:54:27", "00:58:19", "00:56:09", "00:58:08", "00:58:47",
    "00:59:40", "01:03:19", "failed",
];

/// "We cannot tell A from B: difference +1.6 min, CI −0.25 to 3.44", which FOLIO's report calls deltas under 4 minutes.
#[test]
fn folios_jobs_are_compared_with_signs_and_without_the_warm_up() {
    let found = compared(vec![folio(&minutes(&FIRST), 0)], vec![folio(&minutes(&SECOND), 20)]);
    let first = &found.jobs[0];
    assert!(first.warm_up && first.difference_s.is_some_and(|s| (s - 739.0).abs() < 0.1), "{first:?}");
    assert!(found.jobs[1].difference_s.is_some_and(|s| (s + 13.0).abs() < 0.1), "{:?}", found.jobs[1]);
    let summary = found.job_summary.expect("seven jobs on both sides");
    let bounds = summary.difference_s.bounds_95.expect("more than one job");
    let min = |seconds: f64| (seconds / 60.0 * 100.0).round() / 100.0;
    assert_eq!(
        (summary.before, summary.after),
        (JobCount { of: 8, failed: 0 }, JobCount { of: 11, failed: 1 })
    );
    assert_eq!((found.jobs[10].before_failed, found.jobs[10].after_failed), (0, 1));
    assert_eq!((summary.jobs, min(summary.difference_s.value)), (7, 1.6));
    assert_eq!((min(bounds.low), min(bounds.high)), (-0.25, 3.44));
    assert!(matches!(summary.effect, Effect::Unproven(_)), "{summary:?}");
    let failed = ComparisonCaveat::JobFailed {
        run: "run-2".to_owned(),
        job: "import 11".to_owned(),
        verdict: JobVerdict::Failed,
    };
    assert!(found.caveats.contains(&failed));
    let missing = found
        .caveats
        .iter()
        .filter(|c| matches!(c, ComparisonCaveat::JobMissing { missing_after: false, .. }));
    assert_eq!(missing.count(), 3);
    // The second configuration slows down job by job, which nobody noticed.
    let [trend] = &found.job_trends[..] else { panic!("{:?}", found.job_trends) };
    assert_eq!((trend.run.as_str(), trend.jobs), ("run-2", 9));
    assert!(trend.seconds_per_job > 30.0 && trend.trend.p < 0.05, "{trend:?}");
}

#[test]
fn jobs_before_which_a_server_restarted_on_one_side_only_are_left_out() {
    let restart = |mut made: Run, before_job: usize| {
        let at_us = made.jobs[before_job].started_us as i64 - 1;
        made.telemetry.events.push(ServerEvent {
            at: At::Run(at_us),
            source: Source::host("library"),
            kind: ServerEventKind::JvmStart,
            duration_us: None,
            text: String::new(),
        });
        made
    };
    let left_out = |before: Run, after: Run| {
        let found = compared(vec![before], vec![after]);
        let names = found.jobs.iter().filter(|job| job.after_restart).count();
        let summary = found.job_summary.expect("jobs on both sides");
        (names, summary.after_restart, summary.jobs)
    };
    let [first, second] =
        [(&FIRST[..], 0), (&SECOND[..8], 20)].map(|(times, hour)| folio(&minutes(times), hour));
    assert_eq!(left_out(first.clone(), second.clone()), (0, 0, 7));
    // The sixth to the eighth.
    assert_eq!(left_out(first.clone(), restart(second.clone(), 5)), (3, 3, 4));
    assert_eq!(left_out(restart(first.clone(), 5), restart(second.clone(), 5)), (0, 0, 7), "on both");
    assert_eq!(left_out(first, restart(second, 0)), (0, 0, 7), "before all of them");
}

#[test]
fn a_history_names_the_run_from_which_on_it_is_slower() {
    let factors: Vec<f64> =
        (0..16).map(|i| (1.0 + 0.01 * f64::from(i % 3)) * if i < 9 { 1.0 } else { 0.85 }).collect();
    let hours: Vec<i64> = (0..16).collect();
    let short = |factor: f64, seed: u64| Spec { loads: vec![(20, 1)], measured_s: 10, ..usual(factor, seed) };
    let mut runs = side(&short, &factors, &hours, 1);
    let names: Vec<String> = (0..16).rev().map(|i| format!("night-{i}")).collect();
    runs.reverse();
    let found = history(&runs, &[], &names, 0.05, 0.5, 1);
    assert_eq!(found.judged, Judged::Regression);
    let throughput = found
        .series
        .iter()
        .find(|series| series.metric == Metric::ThroughputPerS && series.subject.transaction.is_none())
        .expect("throughput");
    let [change] = &throughput.changes[..] else { panic!("{:?}", throughput.changes) };
    assert_eq!((change.name.as_str(), change.run, change.effect), ("night-9", 9, Effect::Worse));
    assert!(change.percent.is_some_and(|percent| (percent + 15.0).abs() < 2.0), "{change:?}");
    let steady = side(&short, &factors[..9], &hours[..9], 1);
    let found = history(&steady, &[], &names[..9], 0.05, 0.5, 1);
    assert_eq!(found.judged, Judged::NoRegression);
    assert!(found.series.iter().all(|series| series.changes.is_empty()));
    let few = history(&steady[..3], &[], &names[..3], 0.05, 0.5, 1);
    assert_eq!(few.judged, Judged::Undecided);
}

/// Failures that are answered at once make a mean smaller, and their absence makes it larger.
#[test]
fn better_times_of_the_side_that_fails_far_more_are_no_improvement() {
    let judged = |fails_before: bool| {
        let (mut before, mut after) = (side(&usual, &[1.0], &[0], 1), side(&usual, &[1.0], &[1], 11));
        let failing = if fails_before { &mut before[0] } else { &mut after[0] };
        each_second(failing, 1, |second| {
            for interval in second.transactions.values_mut() {
                for _ in 0..interval.requests {
                    interval.requests += 1;
                    interval.response.record_us(1_000);
                    interval.fail(plimsoll_run::ErrorKind::Status, "500", 1_000);
                }
            }
        });
        let found = compared(before, after);
        let of_mean = |row: &&Row| row.metric == Metric::MeanUs && row.subject.transaction.is_none();
        found.rows.iter().find(of_mean).expect("a mean").effect
    };
    assert_eq!(judged(false), Effect::Unproven(Undecided::MoreFailures));
    assert_eq!(judged(true), Effect::Unproven(Undecided::MoreFailures));
}
