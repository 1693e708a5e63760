//! The reference server does what it was told, and says what it did.

use crate::client::Client;
use plimsoll_targets::{Distribution, ReferenceSetup, ReferenceTarget, Stall, TargetError};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const MS: Duration = Duration::from_millis(1);

fn reference(distribution: Distribution, stall: Option<Stall>) -> ReferenceTarget {
    let setup = ReferenceSetup { distribution, stall, seed: 3, core: None, busy_poll: false };
    ReferenceTarget::start("127.0.0.1:0".parse().unwrap(), setup).unwrap()
}

fn constant(ms: u32) -> ReferenceTarget {
    reference(Distribution::Constant(ms * MS), None)
}

/// Everything until the server closes.
fn exchange(target: &ReferenceTarget, bytes: &str) -> String {
    let mut stream = TcpStream::connect(target.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn no_answer_is_earlier_than_its_programmed_delay_nor_than_the_truth_says() {
    let parts = vec![(0.9, 3 * MS), (0.1, 12 * MS)];
    let target = reference(Distribution::weighted(parts).unwrap(), None);
    let mut client = Client::connect(target.address());
    let mut seen: Vec<Duration> = (0..200)
        .map(|_| {
            let started = Instant::now();
            assert_eq!(client.get("/any/path?x=1").text(), "OK");
            started.elapsed()
        })
        .collect();
    seen.sort();
    let truth = target.truth();
    assert_eq!((truth.served.count(), target.requests()), (200, 200));
    for (place, percent) in [(0, 0.5), (99, 50.0), (199, 100.0)] {
        let (seen_us, served_us) =
            (seen[place].as_nanos() as f64 / 1e3, truth.served.quantile_us(percent / 100.0));
        // The histogram keeps four digits.
        assert!(seen_us >= served_us * 0.999, "p{percent}: client {seen_us} µs, server {served_us} µs");
        assert!(served_us * 1.001 >= truth.asked.quantile_us(percent / 100.0), "p{percent}");
    }
    assert!((truth.asked.quantile_us(0.5) - 3_000.0).abs() < 1.0);
    assert!((truth.asked.quantile_us(1.0) - 12_000.0).abs() < 2.0);
}

#[test]
fn waiting_requests_do_not_hold_up_each_other() {
    let target = constant(150);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| assert_eq!(Client::connect(target.address()).get("/").text(), "OK"));
        }
    });
    assert!(started.elapsed() >= 150 * MS);
    assert!(started.elapsed() < 40 * 150 * MS, "they were served one by one: {:?}", started.elapsed());
    assert_eq!(target.truth().asked.count(), 40);
}

#[test]
fn in_a_stall_nothing_is_answered_and_at_its_end_everything_is() {
    retry_if_stalled(check_stall);
}

fn check_stall() {
    let stall = Stall { length: 400 * MS, every: 1_000 * MS };
    let target = reference(Distribution::Constant(MS), Some(stall));
    let mut client = Client::connect(target.address());
    let started = Instant::now();
    let mut slow = Vec::new();
    while started.elapsed() < 2_000 * MS {
        let sent = Instant::now();
        client.get("/");
        if sent.elapsed() > 200 * MS {
            slow.push(sent.duration_since(started));
        }
    }
    // From 300 to 700 ms of each second.
    assert!(!slow.is_empty() && slow.len() <= 2, "{slow:?}");
    let truth = target.truth();
    assert!(truth.asked.quantile_us(1.0) <= 401_000.0 * 1.001, "{}", truth.json());
    assert_eq!(truth.json()["stall"]["length_us"], 400_000);
}

#[test]
fn the_truth_and_the_gaps_are_read_over_http_and_are_not_counted() {
    let target = constant(1);
    let mut client = Client::connect(target.address());
    for _ in 0..5 {
        client.get("/");
    }
    let truth: serde_json::Value = serde_json::from_slice(&client.get("/truth").body).unwrap();
    assert_eq!(truth["requests"], 5);
    assert_eq!(truth["distribution"], "constant 1 ms");
    assert_eq!(truth["expected"]["percentiles"][0], serde_json::json!({"percent": 50.0, "us": 1000.0}));
    assert_eq!(truth["served"]["percentiles"].as_array().map(Vec::len), Some(8));
    let gaps: serde_json::Value = serde_json::from_slice(&client.get("/gaps?rate=900").body).unwrap();
    assert_eq!((&gaps["arrivals"], &gaps["gap"]["count"]), (&5.into(), &4.into()));
    assert_eq!(gaps["schedule"]["deviation"]["count"], 5);
    client.get("/reset");
    let truth: serde_json::Value = serde_json::from_slice(&client.get("/truth").body).unwrap();
    assert_eq!(truth["requests"], 0);
    assert_eq!(target.requests(), 5);
}

#[test]
fn bodies_are_taken_and_requests_sent_ahead_are_answered_in_order() {
    let target = constant(2);
    let mut client = Client::connect(target.address());
    assert_eq!(client.send("POST", "/", &[], &vec![b'x'; 300_000]).text(), "OK");
    assert_eq!(client.send("HEAD", "/", &[], b"").header("content-length"), Some("2"));
    assert_eq!(client.get("/").text(), "OK");
    let ahead = "GET /a HTTP/1.1\r\nHost: x\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc\
                 GET /truth HTTP/1.1\r\nConnection: close\r\n\r\n";
    let answers = exchange(&target, ahead);
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
    assert!(answers.contains("\"requests\":5"), "{answers}");
}

#[test]
fn what_is_not_understood_is_refused_and_the_server_goes_on() {
    let target = constant(1);
    for (request, status) in [
        ("nonsense\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "501"),
        ("GET /gaps?rate=0 HTTP/1.1\r\n\r\n", "400"),
    ] {
        let answer = exchange(&target, request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
    }
    assert_eq!(Client::connect(target.address()).get("/").text(), "OK");
}

#[test]
fn clients_that_leave_before_their_answer_disturb_nobody() {
    let target = constant(100);
    for _ in 0..20 {
        let mut stream = TcpStream::connect(target.address()).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    }
    assert_eq!(Client::connect(target.address()).get("/").text(), "OK");
}

#[test]
fn impossible_setups_and_addresses_in_use_are_refused() {
    let target = constant(1);
    let start = |address, distribution, stall| {
        let setup = ReferenceSetup { distribution, stall, seed: 0, core: None, busy_poll: false };
        ReferenceTarget::start(address, setup).unwrap_err()
    };
    let error = start(target.address(), Distribution::Constant(MS), None);
    assert!(matches!(error, TargetError::AddressInUse { .. }), "{error:?}");
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let hour = Distribution::Constant(Duration::from_secs(3_600));
    let error = start(anywhere, hour, None);
    assert!(matches!(error, TargetError::Delays(_)) && error.hint().is_some(), "{error:?}");
    let stall = Stall { length: 2 * MS, every: MS };
    let error = start(anywhere, Distribution::Constant(MS), Some(stall));
    assert!(matches!(error, TargetError::Delays(_)), "{error:?}");
}
