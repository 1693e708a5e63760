//! Examples of exchanges: bounded, without secrets, and read as they were written.

use crate::fixture::header;
use plimsoll_run::{
    ErrorKind, ExampleBody, ExampleLimits, ExampleReason, ExchangeExample, GeneratorInterval, Run, RunEvent,
    RunHeader, RunWriter, Second,
};
use std::collections::BTreeMap;

fn example(reason: ExampleReason, at_us: u64, took_us: u64, body: &str) -> ExchangeExample {
    let text = |text: &str| text.to_owned();
    ExchangeExample {
        transaction: text("pay"),
        step: 0,
        reason,
        detail: text("503"),
        at_us,
        took_us,
        first_byte_us: Some(1),
        bytes_received: 9,
        scenario: text("s"),
        user: 1,
        iteration: 2,
        transactions: vec![text("order")],
        variables: BTreeMap::from([(text("api_token"), text("VARSECRET1")), (text("id"), text("7"))]),
        url: text("http://h/pay?access_token=URLSECRET2"),
        request_head: text(
            "POST /pay?access_token=URLSECRET2 HTTP/1.1\nAuthorization: Bearer HEADSECRET3\nA: b\n",
        ),
        request_body: ExampleBody::Text { text: text("{\"password\":\"BODYSECRET4\"}"), is_cut: false },
        status: text("503 Busy"),
        response_head: text("HTTP/1.1 503 Busy\nSet-Cookie: sid=COOKIESECRET5\n"),
        response_body: ExampleBody::Text { text: text(body), is_cut: false },
    }
}

fn written(limits: ExampleLimits, seconds: Vec<Vec<ExchangeExample>>) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.run");
    let mut writer = RunWriter::create(&path, &RunHeader { examples: limits, ..header() }).expect("a file");
    for (second, exchanges) in (0..).zip(seconds) {
        let generator = GeneratorInterval { exchanges, ..GeneratorInterval::default() };
        let second = Second { step: 1, second, transactions: BTreeMap::new(), generator };
        writer.append(&RunEvent::Second(second)).expect("written");
        writer.flush().expect("written");
    }
    drop(writer);
    Run::open(&path).expect("a run")
}

#[test]
fn an_example_is_read_as_it_was_written_but_for_its_secrets_and_controls() {
    let run = written(
        ExampleLimits::default(),
        vec![vec![example(ExampleReason::Failed(ErrorKind::Status), 5, 9, "busy \u{1b}[2J")]],
    );
    let [found] = run.exchanges.as_slice() else { panic!("{:?}", run.exchanges) };
    let all = format!("{found:?}");
    for secret in ["VARSECRET1", "URLSECRET2", "HEADSECRET3", "BODYSECRET4", "COOKIESECRET5"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    assert_eq!((found.step, found.variables["id"].as_str(), found.method()), (1, "7", "POST"));
    assert_eq!(found.response_body.text(), "busy ␛[2J");
    let headers: Vec<_> = ExchangeExample::headers(&found.request_head).collect();
    assert_eq!(headers[1], ("A", "b"));
}

#[test]
fn a_file_keeps_so_many_failures_of_a_kind_the_slowest_answers_and_so_many_megabytes() {
    let limits = ExampleLimits { failures: 3, slowest: 2, megabytes: 1 };
    let failed = |at_us| example(ExampleReason::Failed(ErrorKind::Status), at_us, 5, "x");
    let slow = |took_us| example(ExampleReason::Slow, took_us, took_us, "x");
    let seconds =
        vec![vec![failed(1), failed(2), slow(10), slow(30)], vec![failed(3), failed(4), slow(20), slow(40)]];
    let run = written(limits, seconds);
    let of = |is_slow: bool| {
        let found = run.exchanges.iter().filter(|example| (example.reason == ExampleReason::Slow) == is_slow);
        found.map(|example| example.at_us).collect::<Vec<_>>()
    };
    assert_eq!((of(false), of(true)), (vec![1, 2, 3], vec![40, 30]));
    let large = "y".repeat(400_000);
    let kinds = [ErrorKind::Status, ErrorKind::Assertion, ErrorKind::Reset, ErrorKind::Tls];
    let large = kinds.map(|kind| example(ExampleReason::Failed(kind), 1, 1, &large));
    assert_eq!(written(limits, vec![large.to_vec()]).exchanges.len(), 2);
    assert_eq!(written(ExampleLimits::NONE, vec![vec![failed(1), slow(1)]]).exchanges, []);
}
