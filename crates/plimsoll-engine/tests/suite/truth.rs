//! What the engine reports against what a reference server was told to do and measured of itself.

use crate::performing::{Performed, perform, plan};
use plimsoll_run::Latencies;
use plimsoll_targets::reference::Truth;
use plimsoll_targets::{Distribution, ReferenceSetup, ReferenceTarget, Stall};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

const MS: Duration = Duration::from_millis(1);
/// How much later than the server the engine may be, for the quantiles asked for: a machine that does
/// other work holds both up. The server's own part in that is in its truth.
const LATE_US_MAX: [(f64, f64); 3] = [(0.5, 25_000.0), (0.9, 50_000.0), (0.99, 150_000.0)];

struct Outcome {
    performed: Performed,
    truth: Truth,
}

fn outcome(distribution: Distribution, stall: Option<Stall>, load: &str) -> Outcome {
    let setup = ReferenceSetup { distribution, stall, seed: 5, core: None, busy_poll: false };
    let target =
        ReferenceTarget::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), setup).expect("a free port");
    let steps = format!("- get: http://{}/\n  label: x", target.address());
    let performed = perform(&plan(Path::new("."), "", load, &steps), 1);
    Outcome { performed, truth: target.truth() }
}

/// Service times are the server's: never shorter than programmed, and longer than measured by little.
fn check(distribution: Distribution, stall: Option<Stall>, load: &str) -> Outcome {
    let name = format!("{distribution}, {stall:?}, {load}");
    let outcome = outcome(distribution, stall, load);
    let Outcome { performed, truth } = &outcome;
    assert_eq!(performed.failures("x"), [], "{name}");
    assert_eq!((performed.count("x"), performed.summary.abandoned), (truth.served.count(), 0), "{name}");
    let service = performed.requests["x"].service();
    for (quantile, late_us_max) in LATE_US_MAX {
        let (seen_us, asked_us) = (us(service, quantile), truth.asked.quantile_us(quantile));
        let served_us = truth.served.quantile_us(quantile);
        // Whole microseconds, and three digits of them.
        assert!(seen_us >= asked_us * 0.998 - 1.0, "{name}: p{quantile} {seen_us}, programmed {asked_us}");
        assert!(
            seen_us <= served_us * 1.002 + late_us_max,
            "{name}: p{quantile} {seen_us}, served {served_us}"
        );
    }
    outcome
}

fn us(latencies: &Latencies, quantile: f64) -> f64 {
    latencies.quantile_us(quantile).expect("values") as f64
}

fn stall() -> Stall {
    Stall { length: 1_000 * MS, every: 4_000 * MS }
}

#[test]
fn programmed_delays_are_reported_as_they_are_in_a_closed_loop() {
    retry_if_stalled(|| {
        let load = "users: 20\nhold: 2 s";
        check(Distribution::Constant(20 * MS), None, load);
        let parts = vec![(0.8, 10 * MS), (0.2, 300 * MS)];
        check(Distribution::weighted(parts).expect("shares of one"), None, load);
        check(Distribution::Exponential { mean: 30 * MS }, None, load);
    });
}

#[test]
fn programmed_delays_are_reported_as_they_are_for_arrivals() {
    retry_if_stalled(|| {
        let load = "arrivals: {rate: 300/s, hold: 2 s}";
        check(Distribution::Constant(20 * MS), None, load);
        let parts = vec![(0.8, 10 * MS), (0.2, 300 * MS)];
        check(Distribution::weighted(parts).expect("shares of one"), None, load);
    });
}

#[test]
fn a_stall_is_seen_by_arrivals_as_long_as_it_was_and_hides_from_a_closed_loop() {
    retry_if_stalled(|| {
        let closed = check(Distribution::Constant(5 * MS), Some(stall()), "users: 2\nhold: 4 s");
        let open = check(Distribution::Constant(5 * MS), Some(stall()), "arrivals: {rate: 200/s, hold: 4 s}");
        let response = |outcome: &Outcome, quantile| us(&outcome.performed.requests["x"].response, quantile);
        for quantile in [0.9, 0.99] {
            let (seen_us, expected_us) = (response(&open, quantile), open.truth.expected_us(quantile));
            assert!(
                (seen_us - expected_us).abs() <= 150_000.0,
                "p{quantile}: {seen_us} instead of {expected_us}"
            );
        }
        // A quarter of all arrivals meets the stall, and two requests of the two users do.
        assert!(response(&open, 0.9) > 4.0 * response(&closed, 0.9), "{}", response(&closed, 0.9));
    });
}

#[test]
fn arrivals_that_were_delayed_in_the_generator_count_from_their_intended_start() {
    retry_if_stalled(|| {
        // One user for what would need five: the wait for it is response time, and no service time.
        let load = "arrivals: {rate: 100/s, hold: 2 s, users: 1}";
        let Outcome { performed, truth } = check(Distribution::Constant(50 * MS), None, load);
        let interval = &performed.requests["x"];
        // At 20/s instead of 100/s the last one that began is 1.6 s late.
        assert!(us(&interval.response, 0.99) > us(interval.service(), 0.99) + 1_000_000.0);
        assert!(truth.served.count() <= 42, "{}", truth.served.count());
    });
}
