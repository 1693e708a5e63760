//! The delay behaviour has the capacity it promises.

use crate::client::Client;
use plimsoll_targets::{Behaviour, Delay, Target};
use std::time::{Duration, Instant};

const RESPONSE: Duration = Duration::from_millis(20);
const WORKERS: u32 = 4;

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

#[test]
fn a_delay_target_has_exactly_its_capacity() {
    let delay = Delay { response: RESPONSE, workers: Some(WORKERS) };
    let target = Target::start("127.0.0.1:0".parse().unwrap(), Behaviour::Delay(delay)).unwrap();
    let (served, elapsed) = drive(&target, 16, Duration::from_secs(2));
    let possible = elapsed.as_secs_f64() / RESPONSE.as_secs_f64() * f64::from(WORKERS);
    assert!(served as f64 <= possible + f64::from(WORKERS), "{served} of {possible} possible in {elapsed:?}");
    // Only a client machine that stops for long while can leave workers without requests.
    assert!(served as f64 >= possible * 0.95 - 16.0, "{served} of {possible} possible in {elapsed:?}");
}

#[test]
fn a_delay_target_without_workers_has_no_limit() {
    let delay = Delay { response: RESPONSE, workers: None };
    let target = Target::start("127.0.0.1:0".parse().unwrap(), Behaviour::Delay(delay)).unwrap();
    let (served, elapsed) = drive(&target, 16, Duration::from_millis(500));
    let possible = elapsed.as_secs_f64() / RESPONSE.as_secs_f64() * 16.0;
    assert!(served as f64 <= possible, "{served} of {possible} possible in {elapsed:?}");
    assert!(served as f64 >= possible / 4.0, "{served} of {possible} possible in {elapsed:?}");
}
