//! Open load: arrivals begin at their time, whatever the server does.

use crate::performing::{Performed, perform, perform_until, plan};
use plimsoll_engine::Control;
use plimsoll_run::ArrivalInterval;
use plimsoll_targets::{Behaviour, Delay, Target};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

fn target(delay_ms: u64) -> Target {
    let behaviour = match delay_ms {
        0 => Behaviour::Ok,
        ms => Behaviour::Delay(Delay { response: Duration::from_millis(ms), workers: None }),
    };
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), behaviour).expect("a free port")
}

/// Arrivals of one scenario against a target with this delay.
fn arrive(delay_ms: u64, arrivals: &str, steps: &str) -> Performed {
    let target = target(delay_ms);
    let steps = steps.replace("HOST", &target.address().to_string());
    let plan = plan(Path::new("."), "", &format!("arrivals: {{{arrivals}}}"), &steps);
    perform(&plan, 2)
}

const GET: &str = "- get: http://HOST/\n  label: x";

fn counts(performed: &Performed) -> ArrivalInterval {
    performed.generator.arrivals.get("s").cloned().unwrap_or_default()
}

#[test]
fn evenly_spaced_arrivals_are_as_many_as_the_rate_says() {
    retry_if_stalled(|| {
        for (arrivals, expected) in [
            ("rate: 500/s, hold: 2 s", 1_000),
            ("rate: 333/s, hold: 1 s, tick: 1 ms", 333),
            ("rate: 100/s, ramp: 2 s, hold: 1 s", 200),
            ("stages: [{rate: 50/s, hold: 1 s}, {rate: 400/s, hold: 500 ms}, {rate: 50/s, hold: 1 s}]", 300),
        ] {
            let performed = arrive(0, arrivals, GET);
            let counts = counts(&performed);
            assert_eq!((counts.due, counts.started, counts.dropped), (expected, expected, 0), "{arrivals}");
            assert_eq!(performed.count("x") + performed.summary.abandoned, expected, "{arrivals}");
            assert_eq!(performed.failures("x"), [], "{arrivals}");
        }
    });
}

#[test]
fn poisson_arrivals_have_the_rate_as_their_mean() {
    let performed = arrive(0, "rate: 1000/s, hold: 3 s, spacing: poisson", GET);
    let due = counts(&performed).due;
    // Five standard deviations of a Poisson number of mean 3,000.
    assert!(due.abs_diff(3_000) < 274, "{due}");
    // On a machine that is busy with other things some may not get their answer in time.
    assert_eq!(performed.count("x") + performed.summary.abandoned, counts(&performed).started);
}

#[test]
fn arrivals_that_wait_for_a_user_count_their_wait_into_the_response_time() {
    retry_if_stalled(|| {
        let performed = arrive(100, "rate: 50/s, hold: 2 s, users: 2", GET);
        let counts = counts(&performed);
        assert_eq!(counts.due, 100);
        // Two users make 20 requests a second.
        assert!(counts.waited > 20 && counts.dropped > 20, "{counts:?}");
        assert_eq!(counts.due, counts.started + counts.dropped);
        let interval = &performed.requests["x"];
        let median = |latencies: &plimsoll_run::Latencies| latencies.quantile_us(0.5).expect("values");
        assert!(median(interval.service()) < 200_000, "{}", median(interval.service()));
        assert!(median(&interval.response) > 400_000, "{}", median(&interval.response));
    });
}

#[test]
fn arrivals_without_a_free_user_are_dropped_when_the_plan_says_so() {
    retry_if_stalled(|| {
        let performed = arrive(100, "rate: 50/s, hold: 2 s, users: 2, overload: drop", GET);
        let counts = counts(&performed);
        assert_eq!((counts.due, counts.waited, counts.waiting), (100, 0, 0));
        assert!(counts.dropped > 40, "{counts:?}");
        assert_eq!(counts.due, counts.started + counts.dropped);
    });
}

#[test]
fn an_overload_ends_the_test_when_the_plan_says_so() {
    retry_if_stalled(|| {
        let performed = arrive(300, "rate: 50/s, hold: 60 s, users: 2, overload: abort", GET);
        assert!(performed.summary.overloaded);
        assert!(performed.summary.main_ended_us < 20_000_000);
    });
}

#[test]
fn think_time_before_the_first_request_is_no_response_time() {
    retry_if_stalled(|| {
        let steps = format!("- pause: 300 ms\n{GET}\n- pause: 100 ms\n- get: http://HOST/\n  label: y");
        let performed = arrive(0, "rate: 20/s, hold: 2 s", &steps);
        // Of 40 arrivals, those that are to make their request before the end.
        assert_eq!(performed.count("x"), 34);
        let response = performed.requests["x"].response.quantile_us(0.5).expect("values");
        assert!(response < 200_000, "{response}");
    });
}

#[test]
fn users_that_end_on_an_error_are_replaced() {
    retry_if_stalled(|| {
        let target = target(0);
        let steps = format!("- get: http://{}/status/500\n  label: x", target.address());
        let head = "arrivals: {rate: 200/s, hold: 1 s, users: 3}\non_error: stop_user";
        let performed = perform(&plan(Path::new("."), "", head, &steps), 1);
        let counts = counts(&performed);
        assert_eq!((counts.due, counts.started + counts.dropped), (200, 200));
        assert_eq!(performed.count("x") + performed.summary.abandoned, counts.started);
        assert!(counts.started > 3, "nobody was replaced: {counts:?}");
    });
}

#[test]
fn arrivals_that_wait_are_served_in_turn_when_users_end() {
    retry_if_stalled(|| {
        let target = target(0);
        let steps = format!("- pause: 50 ms\n- get: http://{}/status/500\n  label: x", target.address());
        let head = "arrivals: {rate: 50/s, hold: 2 s, users: 1}\non_error: stop_user";
        let performed = perform(&plan(Path::new("."), "", head, &steps), 1);
        let counts = counts(&performed);
        assert_eq!((counts.due, counts.started + counts.dropped), (100, 100));
        // 50 a second come, 20 are served: those that are served in the end have waited for a second.
        let delay_us = counts.delay.quantile_us(0.5).expect("values");
        assert!(counts.waited > 10 && delay_us > 300_000, "{counts:?}");
    });
}

#[test]
fn iterations_are_nothing_to_arrivals() {
    for iterations in ["0", "1", "forever"] {
        let target = target(0);
        let head = format!("arrivals: {{rate: 100/s, hold: 1 s}}\niterations: {iterations}");
        let steps = GET.replace("HOST", &target.address().to_string());
        let performed = perform(&plan(Path::new("."), "", &head, &steps), 1);
        assert_eq!(performed.count("x") + performed.summary.abandoned, 100, "{iterations}");
    }
}

#[test]
fn a_lowered_load_keeps_the_mix_of_scenarios() {
    retry_if_stalled(|| {
        let target = target(0);
        let scenario = |name: &str| {
            format!(
                "- {{name: {name}, users: 4, hold: 2 s, steps: [{{pause: 20 ms}}, {{get: 'http://{}/', label: {name}}}]}}\n",
                target.address()
            )
        };
        let text = format!("plan: mix\nscenarios:\n{}{}", scenario("a"), scenario("b"));
        let reading = plimsoll_formats::read_yaml("t.yaml", &text, Path::new("."), &Default::default());
        let control = Control::default();
        control.set_factor(0.5);
        let performed = perform_until(&reading.plan.expect("a good plan"), 1, &control);
        let (a, b) = (performed.count("a"), performed.count("b"));
        assert!(a > 0 && b > 0 && a < 2 * b && b < 2 * a, "{a} {b}");
    });
}

#[test]
fn scenarios_with_rates_and_users_go_together() {
    retry_if_stalled(|| {
        let target = target(0);
        let address = target.address();
        let text = format!(
            "plan: mixed\nscenarios:\n\
         - {{name: a, arrivals: {{rate: 100/s, hold: 1 s}}, steps: [{{get: 'http://{address}/', label: a}}]}}\n\
         - {{name: b, arrivals: {{rate: 50/s, hold: 2 s}}, steps: [{{get: 'http://{address}/', label: b}}]}}\n\
         - {{name: c, users: 2, iterations: 7, steps: [{{get: 'http://{address}/', label: c}}]}}\n"
        );
        let reading = plimsoll_formats::read_yaml("t.yaml", &text, Path::new("."), &Default::default());
        let performed = perform(&reading.plan.expect("a good plan"), 2);
        assert_eq!(["a", "b", "c"].map(|label| performed.count(label)), [100, 100, 14]);
    });
}

#[test]
fn a_steady_pace_does_not_depend_on_the_answers_and_shows_when_it_is_missed() {
    retry_if_stalled(|| {
        for (delay_ms, late) in [(10, false), (150, true)] {
            let target = target(delay_ms);
            let steps = format!("- pace: 50 ms\n- get: http://{}/\n  label: x", target.address());
            let performed = perform(&plan(Path::new("."), "", "users: 2\nhold: 2 s", &steps), 1);
            let interval = &performed.requests["x"];
            let (response, service) = (interval.response.max_us(), interval.service().max_us());
            let (response, service) = (response.expect("values"), service.expect("values"));
            if late {
                // After 2 s 13 requests are done of 40 that were planned.
                assert!(response > service + 500_000, "{response} {service}");
            } else {
                assert!((20..=82).contains(&interval.requests), "{}", interval.requests);
                assert_eq!(interval.service().count(), interval.response.count());
            }
        }
    });
}

/// What happened in each second while `change` was applied in the middle of a load of four seconds.
fn changed(head: &str, steps: &str, change: impl FnOnce(&Control) + Send) -> (u64, u64, Performed) {
    let target = target(0);
    let steps = steps.replace("HOST", &target.address().to_string());
    let plan = plan(Path::new("."), "", head, &steps);
    let control = Control::default();
    let performed = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(3_000));
            change(&control);
        });
        perform_until(&plan, 2, &control)
    });
    (performed.total(), performed.generator.users().into(), performed)
}

#[test]
fn a_paused_load_makes_nothing_and_ends_on_time() {
    retry_if_stalled(|| {
        let steps = "- pause: 10 ms\n- get: http://HOST/\n  label: x";
        for head in ["users: 4\nhold: 8 s", "arrivals: {rate: 400/s, hold: 8 s}"] {
            let (total, _, performed) = changed(head, steps, |control| control.pause(true));
            // 400 in each of the first two or three seconds.
            assert!((1..1_600).contains(&total), "{head}: {total}");
            assert_eq!(performed.failures("x"), []);
            assert!(performed.summary.main_ended_us < 12_000_000);
        }
    });
}

#[test]
fn a_paused_load_uses_no_core_though_arrivals_wait() {
    retry_if_stalled(|| {
        // Each arrival needs a user of its own, and there are not enough.
        let (steps, head) = (
            "- pause: 300 ms\n- get: http://HOST/\n  label: x",
            "arrivals: {rate: 50/s, hold: 6 s, users: 2}",
        );
        let (.., performed) =
            changed(&format!("iterations: 1\n{head}"), steps, |control| control.pause(true));
        assert!(counts(&performed).waited > 0, "{:?}", counts(&performed));
        let cpu_us: u64 = performed.generator.workers.values().map(|worker| worker.cpu_us).sum();
        // It is paused for three seconds.
        assert!(cpu_us < 1_000_000, "{cpu_us}");
    });
}

#[test]
fn a_pace_begins_again_with_each_arrival() {
    retry_if_stalled(|| {
        let steps = format!("- pace: 20 ms\n{GET}\n- pace: 20 ms\n{GET}");
        let performed = arrive(0, "rate: 5/s, hold: 3 s, users: 4", &steps);
        assert_eq!(performed.count("x"), 30);
        let longest_us = performed.requests["x"].response.max_us().expect("values");
        assert!(longest_us < 150_000, "{longest_us}");
    });
}

#[test]
fn small_pools_are_dealt_out_to_all_workers() {
    let target = target(0);
    let scenario = |name: &str| {
        format!(
            "  - name: {name}\n    arrivals: {{rate: 100/s, hold: 1 s, users: 4}}\n    steps:\n      - get: http://{}/\n",
            target.address()
        )
    };
    let text = format!("plan: p\nscenarios:\n{}{}", scenario("a"), scenario("b"));
    let plan = plimsoll_formats::read_yaml("p.yaml", &text, Path::new("."), &Default::default())
        .plan
        .expect("a plan");
    let performed = perform(&plan, 2);
    let connects: Vec<u64> = performed.generator.workers.values().map(|worker| worker.connects).collect();
    assert!(connects.len() == 2 && connects.iter().all(|count| *count > 0), "{connects:?}");
}

#[test]
fn a_load_is_raised_and_lowered() {
    retry_if_stalled(|| {
        let steps = "- pause: 100 ms\n- get: http://HOST/\n  label: x";
        for head in ["users: 10\nhold: 8 s", "arrivals: {rate: 100/s, hold: 8 s}"] {
            let [lowered, raised] =
                [0.5, 3.0].map(|factor| changed(head, steps, |control| control.set_factor(factor)).0);
            // As planned it would be 800 or a little less.
            assert!(lowered < 750 && raised > lowered + lowered / 2, "{head}: {lowered} {raised}");
            assert!(raised < 2_300, "{head}: {raised}");
        }
    });
}
