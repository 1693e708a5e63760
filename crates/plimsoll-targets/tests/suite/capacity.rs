//! The delay behaviour has the capacity it promises.

use crate::client::Client;
use plimsoll_targets::{Behaviour, Delay, Target};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::time::{Duration, Instant};

const RESPONSE: Duration = Duration::from_millis(20);
const WORKERS: u32 = 4;
const CLIENTS: u32 = 16;

/// `clients` connections ask for `duration`; returns the requests answered and the time that it took.
fn drive(target: &Target, clients: u32, duration: Duration) -> (u64, Duration) {
    let address = target.address();
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(move || {
                let mut client = Client::connect(address);
                while started.elapsed() < duration {
                    assert_eq!(client.get("/").text(), "OK");
                }
            });
        }
    });
    (target.requests(), started.elapsed())
}

fn served_and_possible(workers: Option<u32>, duration: Duration) -> (f64, f64) {
    let delay = Delay { response: RESPONSE, workers };
    let target = Target::start("127.0.0.1:0".parse().unwrap(), Behaviour::Delay(delay)).unwrap();
    let (served, elapsed) = drive(&target, CLIENTS, duration);
    let at_once = f64::from(workers.unwrap_or(CLIENTS));
    (served as f64, elapsed.as_secs_f64() / RESPONSE.as_secs_f64() * at_once)
}

#[test]
fn a_delay_target_has_exactly_its_capacity() {
    retry_if_stalled(|| {
        let (served, possible) = served_and_possible(Some(WORKERS), Duration::from_secs(2));
        assert!(served <= possible + f64::from(WORKERS), "{served} of {possible} possible");
        // Only a client machine that stops for long while can leave workers without requests.
        assert!(served >= possible * 0.95 - 16.0, "{served} of {possible} possible");
    });
}

#[test]
fn a_delay_target_without_workers_has_no_limit() {
    retry_if_stalled(|| {
        let (served, possible) = served_and_possible(None, Duration::from_millis(500));
        assert!(served <= possible, "{served} of {possible} possible");
        assert!(served >= possible / 4.0, "{served} of {possible} possible");
    });
}
