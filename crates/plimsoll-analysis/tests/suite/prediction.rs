//! What if: made-up runs whose network is known.

use plimsoll_analysis::analyse;
use plimsoll_analysis::prediction::{
    Prediction, PredictionProblem, QuestionProblem, QueueingNetwork, Station, WhatIf, predict,
};
use plimsoll_run::{Instance, Interval, Latencies, Run, SECOND_US, Source};
use plimsoll_testkit::synthetic::lab::{Lab, service};
use plimsoll_testkit::synthetic::{Spec, request, run};

fn network(delay_s: f64, servers: u32, demand_s: f64) -> QueueingNetwork {
    QueueingNetwork { delay_s, stations: vec![Station { servers, demand_s }] }
}

/// A run in which each load gets what the network gives it, with 2 % of noise from second to second.
fn measured(truth: &QueueingNetwork, users: &[u32], think_s: f64) -> Run {
    let loads = users.iter().map(|users| (*users, 1)).collect();
    let mut run = run(&Spec { loads, measured_s: 60, ..Spec::default() });
    let users: Vec<(u32, u32)> = run.steps.iter().map(|step| (step.number, step.threads)).collect();
    let mut random = fastrand::Rng::with_seed(7);
    for second in &mut run.seconds {
        let users = users.iter().find(|(step, _)| *step == second.step).map_or(1, |(_, users)| *users);
        let per_s = truth.closed_throughput_per_s(users, think_s);
        let us = (truth.closed_response_s(users, think_s) * 1e6) as u64;
        let count = (per_s * (0.98 + 0.04 * random.f64())).round() as u64;
        let mut interval = Interval { requests: count, ..Interval::default() };
        interval.response = Latencies::from_counts([(us, count)]);
        second.transactions.clear();
        second.transactions.insert(request("GET /"), interval);
        for worker in second.generator.workers.values_mut() {
            worker.busy_us = count * us;
            worker.think_us = (u64::from(worker.users) * SECOND_US).saturating_sub(count * us);
        }
    }
    run
}

fn answered(lab: &Lab, asked: &WhatIf) -> Result<Prediction, QuestionProblem> {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    predict(&[(&analysis.runs[0], &lab.observed)], asked, 1)
}

fn of_users(users: &[u32]) -> WhatIf {
    WhatIf { users: users.to_vec(), ..WhatIf::default() }
}

/// Each predicted throughput is within so many percent of the truth, and its interval holds it.
#[track_caller]
fn check(found: &Prediction, truth: &QueueingNetwork, percent: f64) {
    assert_eq!(found.problem, None, "{found:#?}");
    for point in &found.points {
        let real = match (point.users, point.rate_per_s) {
            (Some(users), _) => truth.closed_throughput_per_s(users, found.think_s),
            (None, rate) => {
                let real_s = truth.open_response_s(rate.unwrap_or(0.0)).expect("it is carried");
                let predicted_s = point.response_s.expect("it is carried").value;
                assert!((predicted_s / real_s - 1.0).abs() < percent / 100.0, "{predicted_s} for {real_s}");
                continue;
            }
        };
        let predicted = point.throughput_per_s.expect("a network");
        assert!((predicted.value / real - 1.0).abs() < percent / 100.0, "{predicted:?} for {real}");
        let bounds = predicted.bounds_95.expect("an interval");
        assert!((bounds.low..=bounds.high).contains(&real), "{bounds:?} for {real}");
        assert!(point.bound.at_most_per_s > 0.97 * real, "{:?} for {real}", point.bound);
    }
}

#[test]
fn a_station_that_throughput_shows_predicts_loads_that_were_not_measured() {
    for (truth, think_s, users) in [
        (network(0.0, 4, 0.02), 0.0, &[1, 2, 4, 6, 8, 12][..]),
        (network(0.03, 8, 0.05), 0.0, &[1, 4, 8, 12, 16, 24]),
        (network(0.01, 4, 0.04), 0.2, &[4, 8, 16, 24, 32, 40]),
        (network(0.005, 1, 0.02), 0.5, &[5, 10, 20, 26, 30, 40]),
    ] {
        let lab = Lab::new(measured(&truth, users, think_s));
        check(&answered(&lab, &of_users(&[3, 10, 60, 200])).expect("it is asked of users"), &truth, 6.0);
    }
}

#[test]
fn rates_are_predicted_by_what_users_showed() {
    let truth = network(0.03, 8, 0.05);
    let lab = Lab::new(measured(&truth, &[1, 4, 8, 12, 16, 24], 0.0));
    let asked = WhatIf { rates_per_s: vec![60.0, 120.0], ..WhatIf::default() };
    check(&answered(&lab, &asked).expect("it is asked of rates"), &truth, 15.0);
    let asked = WhatIf { rates_per_s: vec![400.0], ..WhatIf::default() };
    let found = answered(&lab, &asked).expect("it is asked of rates");
    assert_eq!(found.points[0].response_s, None, "more than it carries");
}

/// Times do not vary in the made-up run, so nobody waits for a server that is not full.
#[test]
fn even_arrivals_wait_by_how_much_times_of_service_vary() {
    let truth = network(0.03, 8, 0.05);
    let lab = Lab::new(measured(&truth, &[1, 4, 8, 12, 16, 24], 0.0));
    let asked = WhatIf { rates_per_s: vec![60.0, 120.0, 150.0], evenly: true, ..WhatIf::default() };
    let found = answered(&lab, &asked).expect("it is asked of rates");
    assert_eq!(found.variability, Some(0.0));
    for point in &found.points {
        let predicted_s = point.response_s.expect("it is carried").value;
        assert!((predicted_s / truth.alone_s() - 1.0).abs() < 0.1, "{predicted_s}");
    }
}

/// A pool of which half is used at the highest load: throughput alone shows no end.
fn with_pool(size: u32) -> (Lab, QueueingNetwork) {
    let truth = network(0.05, size, 0.05);
    let mut lab = Lab::new(measured(&truth, &[1, 2, 4, 6, 8], 0.0));
    let source = service("app1", "hikari");
    let name = [("db.client.connection.pool.name", "main")];
    let used = [("db.client.connection.pool.name", "main"), ("db.client.connection.state", "used")];
    lab.exact(&source, "db.client.connection.max", &name, move |_| f64::from(size));
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let in_use = |at: f64| {
        let step = Lab::step_at(&steps, at).and_then(|step| steps.steps.get(step as usize - 1).cloned());
        step.map_or(0.0, |step| truth.closed_throughput_per_s(step.threads, 0.0) * 0.05)
    };
    lab.exact(&source, "db.client.connection.count", &used, in_use);
    (lab, truth.clone())
}

#[test]
fn a_watched_pool_predicts_the_load_at_which_it_ends() {
    let (lab, truth) = with_pool(8);
    check(&answered(&lab, &of_users(&[12, 24, 100])).expect("it is asked of users"), &truth, 6.0);
    let twice = WhatIf { scale: vec![("main".to_owned(), 2.0)], ..of_users(&[24, 100]) };
    check(&answered(&lab, &twice).expect("the pool is known"), &network(0.05, 16, 0.05), 6.0);
}

#[test]
fn what_can_not_be_predicted_has_bounds() {
    let growing = network(0.1, 500, 0.001);
    let lab = Lab::new(measured(&growing, &[1, 2, 4, 8], 0.0));
    let found = answered(&lab, &of_users(&[16])).expect("it is asked of users");
    assert_eq!(found.problem, Some(PredictionProblem::NoStation));
    let bound = found.points[0].bound.at_most_per_s;
    assert!(found.points[0].throughput_per_s.is_none() && (bound / 158.4 - 1.0).abs() < 0.03, "{bound}");

    // The same load again shows no station, where two that differ do not.
    let again = Lab::new(measured(&network(0.1, 4, 0.01), &[4, 100, 4], 0.0));
    let found = answered(&again, &of_users(&[200])).expect("it is asked of users");
    assert_eq!((found.limits.len(), found.network), (0, None), "{:?}", found.limits);

    let few = Lab::new(measured(&network(0.0, 4, 0.02), &[1, 8, 16], 0.0));
    let found = answered(&few, &of_users(&[16])).expect("it is asked of users");
    assert_eq!(found.problem, Some(PredictionProblem::TooFewLoads { loads: 3, min: 4 }));
}

/// Throughput that falls again is of no such network.
#[test]
fn a_law_that_does_not_fit_says_so() {
    let truth = network(0.0, 4, 0.02);
    let mut falling = measured(&truth, &[1, 4, 8, 16, 32, 64], 0.0);
    for second in &mut falling.seconds {
        let factor = [1, 1, 1, 2, 4, 8][(second.step as usize - 1).min(5)];
        for interval in second.transactions.values_mut() {
            let us = interval.response.mean_us().unwrap_or(0.0) as u64 * factor;
            interval.requests /= factor;
            interval.response = Latencies::from_counts([(us, interval.requests)]);
        }
    }
    let found = answered(&Lab::new(falling), &of_users(&[16])).expect("it is asked of users");
    assert!(matches!(found.problem, Some(PredictionProblem::DoesNotFit { .. })), "{found:#?}");
}

#[test]
fn names_that_the_run_does_not_have_are_refused() {
    let (lab, _) = with_pool(8);
    let mix = WhatIf { mix: vec![("POST /".to_owned(), 1.0)], ..WhatIf::default() };
    let known = vec!["GET /".to_owned()];
    let problem = QuestionProblem::UnknownTransaction { name: "POST /".to_owned(), known };
    assert_eq!(answered(&lab, &mix), Err(problem));
    let scale = WhatIf { scale: vec![("disk".to_owned(), 2.0)], ..WhatIf::default() };
    assert!(matches!(answered(&lab, &scale), Err(QuestionProblem::UnknownResource { .. })));
    assert!(predict(&[], &WhatIf::default(), 1).is_ok_and(|found| found.points.is_empty()));
}

/// Users who perform so many of each in turn: `heavy` computes 20 ms on one core, `light` waits 4 ms and computes nothing.
fn mixed(heavy: u32, light: u32, users: &[u32]) -> (Run, QueueingNetwork) {
    let (heavy_s, light_s) = (0.02, 0.004);
    let turn = network(f64::from(light) * light_s, 1, f64::from(heavy) * heavy_s);
    let mut run = measured(&turn, users, 0.0);
    let users: Vec<(u32, u32)> = run.steps.iter().map(|step| (step.number, step.threads)).collect();
    for second in &mut run.seconds {
        let users = users.iter().find(|(step, _)| *step == second.step).map_or(1, |(_, users)| *users);
        let turns = second.transactions.values().map(|interval| interval.requests).sum::<u64>();
        let turn_s = turn.closed_response_s(users, 0.0);
        let computed_s = (turn_s - f64::from(light) * light_s) / f64::from(heavy);
        second.transactions.clear();
        for (name, times, mean_s) in [("heavy", heavy, computed_s), ("light", light, light_s)] {
            let count = turns * u64::from(times);
            let response = Latencies::from_counts([((mean_s * 1e6) as u64, count)]);
            second
                .transactions
                .insert(request(name), Interval { requests: count, response, ..Interval::default() });
        }
    }
    (run, turn)
}

#[test]
fn who_waits_longer_under_load_is_who_needs_the_station() {
    let (run, _) = mixed(1, 3, &[1, 2, 3, 4, 6, 9]);
    let lab = Lab::new(run);
    let mix = vec![("heavy".to_owned(), 1.0), ("light".to_owned(), 1.0)];
    let found = answered(&lab, &WhatIf { mix, ..of_users(&[4, 8, 12]) }).expect("both are known");
    let change = found.mix.expect("another mix");
    assert!(!change.is_assumed && (change.in_line - 2.0).abs() < 0.1, "{change:?}");
    assert!((change.alone - 12.0 / 8.0).abs() < 0.1, "{change:?}");
    let (_, truth) = mixed(1, 1, &[1]);
    for (point, users) in found.points.iter().zip([4, 8, 12]) {
        let real = 2.0 * truth.closed_throughput_per_s(users, 0.0);
        let predicted = point.throughput_per_s.expect("a network").value;
        assert!((predicted / real - 1.0).abs() < 0.06, "{predicted} for {real} with {users} users");
    }
}

#[test]
fn where_no_response_time_grows_a_mix_is_assumed_to_change_all_alike() {
    let (run, _) = mixed(1, 30, &[1, 2, 3, 4]);
    let lab = Lab::new(run);
    let mix = vec![("light".to_owned(), 1.0)];
    let found = answered(&lab, &WhatIf { mix, ..of_users(&[4]) }).expect("it is known");
    let change = found.mix.expect("another mix");
    assert!(change.is_assumed && change.in_line == change.alone, "{change:?}");
}

/// A thread that one user all but fills: its use lies in a narrow band, whose line would begin far below none.
#[test]
fn what_one_user_all_but_fills_carries_what_was_measured() {
    let truth = network(0.0002, 1, 0.004);
    let mut lab = Lab::new(measured(&truth, &[1, 2, 4, 8], 0.0));
    let starts: Vec<f64> = lab.run.steps.iter().map(|step| step.measured_from_us as f64 / 1e6).collect();
    let process = Source { host: "app1".to_owned(), instance: Instance::Process("1".to_owned()) };
    lab.gauge(&process, "process.thread.cpu.utilization", &[], move |at| match at {
        at if at < starts[1] => 0.955,
        at if at < starts[2] => 0.99,
        _ => 1.0,
    });
    let found = answered(&lab, &of_users(&[4])).expect("it is asked of users");
    let watched = found.limits.iter().find(|(of, _)| of.is_some()).expect("it was watched");
    assert!((watched.1 / 250.0 - 1.0).abs() < 0.05, "{:?}", found.limits);
}

#[test]
fn steps_of_different_mixes_predict_nothing() {
    // No queue anywhere: with more users a slow transaction joins, and the mean rises.
    let mut made = measured(&network(0.04, 64, 0.001), &[5, 10, 20, 40], 0.5);
    for second in made.seconds.iter_mut().filter(|second| second.step > 2) {
        let mut slow = Interval { requests: 20, ..Interval::default() };
        slow.response = Latencies::from_counts([(1_000_000, 20)]);
        second.transactions.insert(request("GET /report"), slow);
    }
    let analysis = analyse(std::slice::from_ref(&made), &[], 1);
    let found =
        predict(&[(&analysis.runs[0], &Default::default())], &of_users(&[200]), 1).expect("a question");
    assert!(matches!(found.problem, Some(PredictionProblem::MixesDiffer { .. })), "{:?}", found.problem);
    assert!(found.points.is_empty() && found.limits.is_empty(), "not even bounds: {found:?}");
}

#[test]
fn an_interval_lies_within_the_bounds_of_its_row() {
    // Near the limit, where what was measured is above it in one second and below it in another.
    let lab = Lab::new(measured(&network(0.01, 2, 0.02), &[1, 2, 3, 4, 6, 8], 0.0));
    let found = answered(&lab, &of_users(&[2, 8, 16])).expect("it is asked of users");
    for point in &found.points {
        let (throughput, response) = (point.throughput_per_s.as_ref(), point.response_s.as_ref());
        let high = throughput.and_then(|of| of.bounds_95).expect("an interval").high;
        let low = response.and_then(|of| of.bounds_95).expect("an interval").low;
        assert!(high <= point.bound.at_most_per_s, "{point:?}");
        assert!(point.bound.response_s_at_least.is_none_or(|least| least <= low), "{point:?}");
    }
}
