//! The ok and the echo behaviour.

use crate::client::Client;
use plimsoll_targets::{Behaviour, Target};

fn target(behaviour: Behaviour) -> Target {
    Target::start("127.0.0.1:0".parse().unwrap(), behaviour).unwrap()
}

#[test]
fn ok_answers_ok_to_everything() {
    let target = target(Behaviour::Ok);
    let mut client = Client::connect(target.address());
    for (method, path) in [("GET", "/"), ("POST", "/any/path?q=1"), ("DELETE", "/statuses")] {
        let answer = client.send(method, path, &[], if method == "POST" { b"body" } else { b"" });
        assert_eq!((answer.status, answer.text()), (200, "OK"));
        assert_eq!(answer.header("content-type"), Some("text/plain"));
    }
}

#[test]
fn echo_returns_the_body_and_its_type() {
    let target = target(Behaviour::Echo);
    let mut client = Client::connect(target.address());
    let answer = client.send("POST", "/", &[("Content-Type", "text/xml")], b"<a/>");
    assert_eq!((answer.text(), answer.header("content-type")), ("<a/>", Some("text/xml")));
    let large = vec![b'z'; 3_000_000];
    let answer = client.send("PUT", "/", &[], &large);
    assert_eq!(answer.body, large);
    assert_eq!(answer.header("content-type"), None);
}

#[test]
fn echo_without_a_body_describes_the_request() {
    let target = target(Behaviour::Echo);
    let answer = Client::connect(target.address()).send("GET", "/a/b?c=d", &[("X-Q", "\"")], b"");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let described: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
    let expected = serde_json::json!({
        "method": "GET", "path": "/a/b", "query": "c=d",
        "headers": {"host": ["target"], "x-q": ["\""]},
    });
    assert_eq!(described, expected);
}
