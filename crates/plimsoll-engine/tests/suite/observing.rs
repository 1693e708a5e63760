//! Who sees each sample whole.

use crate::performing::{plan, task};
use plimsoll_engine::{Control, ObservedSample, ObservedUser, SampleObserver};
use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Notes {
    samples: Mutex<Vec<ObservedSample>>,
    waits: Mutex<Vec<(String, u64)>>,
}

impl SampleObserver for Notes {
    fn sampled(&self, sample: ObservedSample) {
        self.samples.lock().expect("no panic").push(sample);
    }

    fn waits(&self, user: &ObservedUser, micros: u64) -> bool {
        self.waits.lock().expect("no panic").push((user.scenario.clone(), micros));
        false
    }
}

#[test]
fn an_observer_sees_what_was_asked_found_and_checked_and_skips_waits() {
    let target =
        Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a free port");
    let at = target.address();
    let text = format!(
        r#"- get: http://{at}/redirect/1
  label: led on
- transaction:
    name: inner
    steps:
      - get: http://{at}/json
        label: document
        think: 100 s
        extract: [{{variable: id, json: $.id}}, {{variable: none, json: $.none, default: '-'}}]
        check:
          - json: $.id
            value: ${{wanted}}
          - contains: never
          - contains: Plimsoll
- post: http://{at}/x
  label: posted
  body: '${{id}}'
"#
    );
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(folder.path(), "variables: {wanted: '42'}", "users: 1\niterations: 1", &text);
    let notes = Arc::new(Notes::default());
    let task = plimsoll_engine::LoadTask { observer: Some(notes.clone()), ..task(&plan) };
    plimsoll_engine::run(&task, &Control::default(), &mut |_| {}).expect("it runs");
    assert_eq!(*notes.waits.lock().expect("no panic"), [("s".to_owned(), 100_000_000)]);
    let samples = notes.samples.lock().expect("no panic");
    let labels: Vec<&str> = samples.iter().map(|sample| sample.label.as_str()).collect();
    assert_eq!(labels, ["led on", "document", "posted"]);
    let [led, document, posted] = &samples[..] else { panic!("{labels:?}") };
    assert_eq!(led.parts[0].status, "302 Found");
    assert!(led.exchange.url.ends_with("/redirect/1") || led.exchange.status == "200 OK", "{led:?}");
    assert!(led.times.connecting.is_some() && document.times.connecting.is_none(), "{:?}", document.times);
    assert_eq!(document.user.transactions, ["inner"]);
    let found: Vec<_> = document.extracted.iter().map(|e| (e.is_found, e.value.as_deref())).collect();
    assert_eq!(found, [(true, Some("42")), (false, Some("-"))]);
    let checks: Vec<_> = document.checks.iter().map(|c| (c.text.as_str(), c.failure.is_some())).collect();
    assert_eq!(
        checks,
        [
            ("JSON $.id is `42`", false),
            ("the body contains `never`", true),
            ("the body contains `Plimsoll`", false)
        ]
    );
    assert!(document.failure.is_some() && posted.failure.is_none());
    assert_eq!((&*posted.exchange.asked_body, &*posted.exchange.body), (&b"42"[..], &b"42"[..]));
    assert!(posted.exchange.asked_head.starts_with("POST /x HTTP/1.1\n"), "{}", posted.exchange.asked_head);
    assert_eq!(posted.variables.get("id").map(String::as_str), Some("42"));
}
