//! Waves of users, and timers that users share: counts that a busy machine can lower but never raise.

use crate::performing::{Performed, perform, plan};
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;

fn performed(timers: &str, head: &str, steps: &str) -> Performed {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let target = Target::start(address, Behaviour::Ok).expect("a free port");
    let steps = steps.replace("HOST", &target.address().to_string());
    let top = if timers.is_empty() { String::new() } else { format!("timers: [{{{timers}}}]") };
    perform(&plan(Path::new("."), &top, head, &steps), 2)
}

const GET: &str = "- get: http://HOST/\n  label: x";
const TIMED: &str = "- get: http://HOST/\n  label: x\n  think: {timer: 1}";

/// How many requests there were: at most `most`, and even on a busy machine `least`.
fn check(timers: &str, head: &str, least: u64, most: u64) {
    let performed = performed(timers, head, TIMED);
    let count = performed.count("x");
    assert!((least..=most).contains(&count), "{timers}, {head}: {count}");
    assert_eq!(performed.failures("x"), [], "{timers}");
}

/// What all users thought together.
fn think_us(performed: &Performed) -> u64 {
    performed.generator.workers.values().map(|worker| worker.think_us).sum()
}

#[test]
fn every_user_of_every_wave_has_its_turn() {
    let waves = "waves: [{users: 3, ramp: 200 ms, hold: 5 s}, {users: 2, delay: 300 ms, hold: 5 s, ramp_down: 1 s}]\n\
                 iterations: 4";
    assert_eq!(performed("", waves, GET).count("x"), 20);
}

#[test]
fn users_of_a_wave_end_with_it() {
    let head = "waves: [{users: 5, hold: 4 s}]";
    let steps = "- get: http://HOST/\n  label: x\n- pause: 1 min";
    assert_eq!(performed("", head, steps).count("x"), 5);
}

#[test]
fn a_throughput_is_never_exceeded() {
    retry_if_stalled(|| {
        let head = "users: 5\nduration: 1 s";
        // Each user's first request does not wait.
        check("throughput: {rate: 600/min, among: user}", head, 10, 5 * 11);
        check("throughput: {rate: 1200/min, among: active_users}", head, 5, 30);
        check("throughput: {rate: 1200/min, among: active_users_of_scenario}", head, 5, 30);
        check("throughput: {rate: 1200/min, among: all_users}", head, 5, 30);
        check("throughput: {rate: 1200/min, among: scenario}", head, 5, 30);
    });
}

#[test]
fn a_shape_gives_each_second_its_turns_and_ends_its_users() {
    retry_if_stalled(|| {
        let head = "users: 8\nduration: 1 min";
        check("shape: [{rate: 20/s, hold: 1 s}]", head, 15, 40);
        check("shape: [{from: 5/s, rate: 25/s, hold: 2 s}]", head, 15, 5 + 15 + 25);
    });
}

#[test]
fn random_moments_are_a_fixed_number_in_each_period() {
    retry_if_stalled(|| {
        let head = "users: 8\nduration: 2 s";
        check("random_throughput: {rate: 20/s, period: 1 s}", head, 10, 40);
        check("random_throughput: {rate: 20/s, period: 500 ms, batch: 5, seed: 7}", head, 10, 40);
    });
}

#[test]
fn users_wait_until_all_are_there() {
    retry_if_stalled(|| {
        let performed = performed("rendezvous: {users: all}", "users: 4\nramp: 800 ms\niterations: 3", TIMED);
        assert_eq!(performed.count("x"), 12);
        // They start 200 ms apart: the first one waits 600 ms, the second one 400 ms.
        assert!(think_us(&performed) > 600_000, "{}", think_us(&performed));
    });
}

#[test]
fn users_go_on_without_the_others_when_their_patience_is_over() {
    let head = "users: 2\niterations: 2";
    let performed = performed("rendezvous: {users: 5, timeout: 200 ms}", head, TIMED);
    assert_eq!(performed.count("x"), 4);
    assert!(think_us(&performed) > 400_000, "{}", think_us(&performed));
}

#[test]
fn a_request_without_an_answer_does_not_outlast_its_shape() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("an address");
    let steps = format!(
        "- if: {{is_true: '${{__jexl3(${{__threadNum}} == 1)}}', steps: [{{get: http://{address}/}}]}}\n\
         - get: http://HOST/\n  label: x\n  think: {{timer: 1}}"
    );
    let performed = performed("shape: [{rate: 20/s, hold: 1 s}]", "users: 2\nhold: 10 min", &steps);
    assert_eq!(performed.summary.abandoned, 1);
}

#[test]
fn who_waits_for_others_ends_with_its_time() {
    let performed = performed("rendezvous: {users: 5}", "users: 2\nduration: 500 ms", TIMED);
    assert_eq!(performed.count("x"), 0);
}

#[test]
fn pauses_and_shared_timers_add_up() {
    let steps =
        "- get: http://HOST/\n  label: x\n  think: [100 ms, {timer: 1}, {scaled: {by: 0.5, pause: 200 ms}}]";
    let performed = performed("throughput: {rate: 60000/min, among: user}", "iterations: 3", steps);
    assert_eq!(performed.count("x"), 3);
    assert!(think_us(&performed) >= 600_000, "{}", think_us(&performed));
}

#[test]
fn random_arrivals_are_exactly_as_many_as_the_rate_says() {
    let head = "arrivals: {rate: 100/s, ramp: 1 s, hold: 1 s, spacing: random}";
    let performed = performed("", head, GET);
    assert_eq!(performed.count("x") + performed.summary.abandoned, 150);
}

#[test]
fn what_is_in_flight_at_the_end_is_given_up_when_the_plan_says_so() {
    retry_if_stalled(|| {
        let steps = "- pause: 1 min\n- get: http://HOST/";
        let performed = performed("", "arrivals: {rate: 20/s, hold: 500 ms, at_end: give_up}", steps);
        assert_eq!(performed.total(), 0);
    });
}

#[test]
fn a_user_of_arrivals_ends_after_its_iterations_and_a_new_one_comes() {
    retry_if_stalled(|| {
        let steps = "- counter: {variable: n, per_user: true}\n- get: http://HOST/\n  label: x${n}";
        for (iterations, labels) in [("1", vec!["x1"]), ("2", vec!["x1", "x2"])] {
            let head = format!("arrivals: {{rate: 100/s, hold: 1 s}}\niterations: {iterations}");
            let performed = performed("", &head, steps);
            assert_eq!(performed.requests.keys().collect::<Vec<_>>(), labels, "{iterations}");
            assert_eq!(performed.total() + performed.summary.abandoned, 100, "{iterations}");
        }
    });
}
