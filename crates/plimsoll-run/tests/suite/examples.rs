//! Examples of exchanges: bounded, without secrets, and read as they were written.

use crate::fixture::header;
use plimsoll_run::{
    EXAMPLE_BODY_MAX, ErrorKind, ExampleBody, ExampleConnecting, ExampleLimits, ExampleReason,
    ExchangeExample, GeneratorInterval, Run, RunEvent, RunHeader, RunWriter, Second, Secrets,
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
        connecting: Some(ExampleConnecting { name_us: 1, connect_us: Some(2), tls_us: None }),
        bytes_received: 9,
        node: Some(2),
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
    assert_eq!((found.node, found.connecting.and_then(|made| made.connect_us)), (Some(2), Some(2)));
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
    assert_eq!(run.exchanges_left_out, 0);
    assert_eq!(written(ExampleLimits::NONE, vec![vec![failed(1), slow(1)]]).exchanges, []);
}

#[test]
fn no_cut_of_an_example_leaves_a_part_of_a_secret() {
    const SECRET: &str = "zx81-spectrum-ql";
    let mut own = header();
    own.secrets.add_value(SECRET);
    let folder = tempfile::tempdir().expect("a folder");
    for before in (EXAMPLE_BODY_MAX - SECRET.len()..=EXAMPLE_BODY_MAX).chain(4_096 - SECRET.len()..=4_096) {
        let long = format!("{}{SECRET}{}", "-".repeat(before), " rest ".repeat(99));
        let mut example = example(ExampleReason::Slow, 1, 1, "");
        example.response_body = ExampleBody::of(long.as_bytes(), false);
        example.request_head = long.clone();
        example.url = long.clone();
        example.variables.insert("v".to_owned(), long);
        let path = folder.path().join(format!("{before}.run"));
        let mut writer = RunWriter::create(&path, &own).expect("a file");
        let generator = GeneratorInterval {
            exchanges: vec![example.bounded(&Secrets::default())],
            ..GeneratorInterval::default()
        };
        let second = Second { step: 1, second: 0, transactions: BTreeMap::new(), generator };
        writer.append(&RunEvent::Second(second)).expect("written");
        writer.flush().expect("written");
        drop(writer);
        let found = Run::open(&path).expect("a run").exchanges;
        let text = format!("{found:?}");
        assert_eq!(found.len(), 1);
        assert!(text.contains("more characters"), "the URL was not cut");
        assert!(!text.contains(&SECRET[..3]), "after {before} bytes");
    }
}

#[test]
fn a_secret_variable_that_is_cut_or_left_out_is_masked_wherever_else_it_stands() {
    let long = "q7".repeat(3_000);
    let mut secrets = Secrets::default();
    secrets.add_name("iban");
    let check = |name: &str, value: &str, others: usize| {
        let mut example = example(ExampleReason::Slow, 1, 1, &format!("it is {value}, and no other"));
        example.request_head = format!("GET /x HTTP/1.1\nX-Own: {value}\n");
        example.variables.insert(name.to_owned(), value.to_owned());
        example.variables.extend((0..others).map(|i| (format!("a{i}"), "1".to_owned())));
        let bounded = example.bounded(&secrets);
        let text = format!("{:?}", bounded.masked(&secrets, str::to_owned));
        assert!(!text.contains(&value[..value.len().min(8)]), "{text}");
        assert!(text.contains("it is ***, and no other"), "{text}");
    };
    check("token", &long, 0);
    check("iban_1", &long, 0);
    check("zz.iban", "DE89370400", 600);
}

#[test]
fn without_room_bodies_are_short_slower_answers_replace_faster_ones_and_the_rest_is_counted() {
    let limits = ExampleLimits { failures: 3, slowest: 900, megabytes: 1 };
    let large = "y".repeat(400_000);
    let kinds = [ErrorKind::Status, ErrorKind::Assertion, ErrorKind::Reset, ErrorKind::Tls];
    let failures = kinds.map(|kind| example(ExampleReason::Failed(kind), 1, 1, &large));
    let run = written(limits, vec![failures.to_vec()]);
    let bodies: Vec<usize> = run.exchanges.iter().map(|example| example.response_body.text().len()).collect();
    assert_eq!(bodies, [400_000, 1_024, 400_000, 1_024], "by the name of the kind; the first two were whole");
    assert!(matches!(run.exchanges[1].response_body, ExampleBody::Text { is_cut: true, .. }));
    let slow = |took_us: u64| example(ExampleReason::Slow, took_us, took_us, &large[..900]);
    let slower_and_slower: Vec<Vec<_>> =
        (0..9).map(|second| (1..=100).map(|i| slow(second * 100 + i)).collect()).collect();
    let run = written(limits, slower_and_slower.into_iter().chain([vec![failures[3].clone()]]).collect());
    let times: Vec<u64> = run.exchanges.iter().map(|example| example.took_us).collect();
    assert!(times.len() > 50 && times.len() < 900 && times[0] == 900, "{times:?}");
    assert!(times.windows(2).all(|pair| pair[0] == pair[1] + 1), "the slowest, and no others: {times:?}");
    assert_eq!(run.exchanges_left_out, 1, "the failure");
}
