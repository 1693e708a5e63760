//! Every fixed route, and that behaviours don't change them.

use crate::client::{Answer, Client};
use flate2::read::GzDecoder;
use plimsoll_targets::routes::{CHUNKS, CLOSE_ANNOUNCED, GZIP_TEXT, JSON};
use plimsoll_targets::{Behaviour, Delay, Target};
use std::io::Read;
use std::time::{Duration, Instant};

fn target(behaviour: Behaviour) -> Target {
    Target::start("127.0.0.1:0".parse().unwrap(), behaviour).unwrap()
}

/// Asks every behaviour; the answers must be the same.
fn check(path: &str, status: u16, body: &str) -> Answer {
    let hour = Delay { response: Duration::from_secs(3600), workers: Some(1) };
    let mut answers = Vec::new();
    for behaviour in [Behaviour::Ok, Behaviour::Echo, Behaviour::Delay(hour)] {
        let target = target(behaviour.clone());
        let mut client = Client::connect(target.address());
        let answer = client.get(path);
        assert_eq!((answer.status, answer.text()), (status, body), "{behaviour:?} {path}");
        assert!(!answer.cut_off, "{behaviour:?} {path}");
        assert_eq!(client.get("/status/201").status, 201, "the connection stays usable after {path}");
        answers.push(answer);
    }
    answers.swap_remove(0)
}

#[test]
fn status_answers_with_the_status() {
    check("/status/200", 200, "200");
    check("/status/404", 404, "404");
    check("/status/503", 503, "503");
    check("/status/204", 204, "");
    check("/status/304", 304, "");
    check("/status/599", 599, "599");
}

#[test]
fn numbers_out_of_range_are_refused_with_the_reason() {
    check("/status/abc", 400, "expected a number from 200 to 599, not \"abc\"\n");
    check("/status/100", 400, "expected a number from 200 to 599, not \"100\"\n");
    check("/status", 400, "expected a number from 200 to 599, not \"\"\n");
    check("/delay/600001", 400, "expected a number from 0 to 600000, not \"600001\"\n");
    check("/bytes/-1", 400, "expected a number from 0 to 4294967296, not \"-1\"\n");
    check("/redirect/x", 400, "expected a number from 0 to 4294967295, not \"x\"\n");
    check("/cookie/set/name", 400, "expected /cookie or /cookie/set/NAME/VALUE\n");
}

#[test]
fn redirects_count_down_to_the_root() {
    assert_eq!(check("/redirect/3", 302, "to /redirect/2\n").header("location"), Some("/redirect/2"));
    assert_eq!(check("/redirect/1", 302, "to /\n").header("location"), Some("/"));
    check("/redirect/0", 200, "OK");
}

#[test]
fn delay_waits_at_least_that_long() {
    let target = target(Behaviour::Ok);
    let started = Instant::now();
    assert_eq!(Client::connect(target.address()).get("/delay/50").text(), "OK");
    assert!(started.elapsed() >= Duration::from_millis(50));
}

#[test]
fn bytes_has_exactly_that_length() {
    check("/bytes/0", 200, "");
    check("/bytes/5", 200, "xxxxx");
    let target = target(Behaviour::Ok);
    let large = Client::connect(target.address()).get("/bytes/10000001");
    assert_eq!(large.header("content-length"), Some("10000001"));
    assert_eq!(large.body.len(), 10_000_001);
    assert!(large.body.iter().all(|b| *b == b'x'));
}

#[test]
fn cookies_are_set_and_shown() {
    let set = check("/cookie/set/session/a%20b", 200, "session=a%20b\n");
    assert_eq!(set.header("set-cookie"), Some("session=a%20b; Path=/"));
    check("/cookie", 200, "");
    let target = target(Behaviour::Ok);
    let shown = Client::connect(target.address()).send("GET", "/cookie", &[("Cookie", "a=1; b=2")], b"");
    assert_eq!(shown.text(), "a=1\nb=2\n");
}

#[test]
fn json_is_a_document() {
    assert_eq!(check("/json", 200, JSON).header("content-type"), Some("application/json"));
    let document: serde_json::Value = serde_json::from_str(JSON).unwrap();
    assert_eq!(document["items"][1]["price"], 20);
}

#[test]
fn gzip_unpacks_to_its_text() {
    let target = target(Behaviour::Ok);
    let answer = Client::connect(target.address()).get("/gzip");
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let mut unpacked = String::new();
    GzDecoder::new(&answer.body[..]).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, GZIP_TEXT);
}

#[test]
fn chunked_has_no_length() {
    let answer = check("/chunked", 200, &CHUNKS.concat());
    assert_eq!(answer.header("content-length"), None);
}

#[test]
fn close_breaks_off_after_ten_bytes() {
    let target = target(Behaviour::Ok);
    let answer = Client::connect(target.address()).get("/close");
    assert_eq!(answer.header("content-length"), Some(CLOSE_ANNOUNCED.to_string().as_str()));
    assert_eq!((answer.text(), answer.cut_off), ("0123456789", true));
}

#[test]
fn headers_are_listed() {
    let target = target(Behaviour::Ok);
    let answer =
        Client::connect(target.address()).send("GET", "/headers", &[("X-One", "1"), ("x-two", "2")], b"");
    assert_eq!(answer.text(), "host: target\nx-one: 1\nx-two: 2\n");
}

#[test]
fn counter_counts_the_requests_before() {
    let target = target(Behaviour::Ok);
    let mut client = Client::connect(target.address());
    for before in ["0", "1", "2"] {
        assert_eq!(client.get("/counter").text(), before);
    }
    client.get("/");
    assert_eq!(target.requests(), 4);
}

#[test]
fn other_methods_and_bodies_reach_the_routes() {
    let target = target(Behaviour::Echo);
    let mut client = Client::connect(target.address());
    assert_eq!(client.send("POST", "/status/201", &[], &[b'y'; 100_000]).text(), "201");
    let head = client.send("HEAD", "/bytes/1234", &[], b"");
    assert_eq!((head.header("content-length"), head.body.len()), (Some("1234"), 0));
    assert_eq!(client.get("/json").text(), JSON);
}
