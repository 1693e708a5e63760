//! Whole exchanges that are found as examples.

use crate::performing::{perform, plan, task};
use crate::servers::nginx;
use crate::{grpc, mqtt, websocket};
use plimsoll_engine::{Control, EngineEvent, LoadTask};
use plimsoll_run::{ErrorKind, ExampleBody, ExampleLimits, ExampleReason, ExchangeExample};
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::sql_servers::postgres;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

fn examples_of(text: &str, head: &str, examples: ExampleLimits) -> Vec<ExchangeExample> {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(folder.path(), "variables: {wanted: '42'}", head, text);
    let mut found = Vec::new();
    plimsoll_engine::run(&LoadTask { examples, ..task(&plan) }, &Control::default(), &mut |event| {
        if let EngineEvent::Second(second) = event {
            found.extend(second.generator.exchanges);
        }
    })
    .expect("it runs");
    found
}

fn target() -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a free port")
}

#[test]
fn an_example_holds_the_whole_exchange_though_nobody_looks_at_the_answer() {
    let target = target();
    let at = target.address();
    let steps = format!(
        r#"- post: http://{at}/status/503?x=1
  label: refused
  headers: {{X-A: b}}
  body: 'wanted=${{wanted}}'
- transaction:
    name: inner
    steps:
      - {{post: "http://{at}/ok", label: fine, body: hello}}
"#
    );
    let found = examples_of(&steps, "users: 1\niterations: 30", ExampleLimits::default());
    let of = |label: &str| found.iter().filter(|example| example.transaction == label).collect::<Vec<_>>();
    let refused = of("refused");
    assert!((10..=20).contains(&refused.len()), "{}", refused.len());
    let first = refused[0];
    assert_eq!(first.reason, ExampleReason::Failed(ErrorKind::Status));
    assert!(first.url.ends_with("/status/503?x=1"), "{}", first.url);
    assert!(first.request_head.starts_with("POST /status/503?x=1 HTTP/1.1\n"), "{}", first.request_head);
    assert!(first.request_head.to_lowercase().contains("x-a: b\n"), "{}", first.request_head);
    assert_eq!(first.request_body.text(), "wanted=42");
    assert!(first.status.starts_with("503"), "{}", first.status);
    assert!(
        first.response_head.contains("503") && first.response_head.to_lowercase().contains("content-length")
    );
    let made = first.connecting.expect("the first request of a user makes its connection");
    assert!(
        made.connect_us.is_some() && made.tls_us.is_none() && refused[1].connecting.is_none(),
        "{made:?}"
    );
    assert_eq!((first.user, first.iteration, first.scenario.as_str()), (1, 1, "s"));
    assert_eq!(first.variables.get("wanted").map(String::as_str), Some("42"));
    let fine = of("fine");
    assert!((1..=40).contains(&fine.len()), "{}", fine.len());
    assert!(
        fine.iter().all(|example| example.reason == ExampleReason::Slow && example.transactions == ["inner"])
    );
    let text = ExampleBody::Text { text: "hello".to_owned(), is_cut: false };
    assert!(
        fine.iter().any(|example| example.response_body == text && !example.response_head.is_empty()),
        "{fine:?}"
    );
}

#[test]
fn over_http2_an_example_is_as_whole() {
    let Some(server) = nginx() else { return };
    let steps = format!("- get: http://127.0.0.1:{}/x\n  label: x\n  http: 2", server.port);
    let found = examples_of(&steps, "users: 1\niterations: 3", ExampleLimits::default());
    let first = found.first().expect("an example");
    assert_eq!((found.len(), first.status.as_str()), (3, "200 OK"));
    assert!(
        first.response_head.starts_with("HTTP/2 200\n") && first.response_head.contains("server: nginx"),
        "{first:?}"
    );
    assert!(!first.response_body.text().is_empty() && first.request_head.starts_with("GET /x"));
}

#[test]
fn without_limits_there_is_no_example_and_without_an_answer_none_of_it() {
    let target = target();
    let steps =
        format!("- get: http://{}/status/500\n- get: http://127.0.0.1:1/\n  label: nobody", target.address());
    assert_eq!(examples_of(&steps, "users: 1\niterations: 3", ExampleLimits::NONE), []);
    let found = examples_of(&steps, "users: 1\niterations: 3", ExampleLimits::default());
    let nobody = found.iter().find(|example| example.transaction == "nobody").expect("an example");
    assert_eq!(
        (nobody.reason, nobody.status.as_str()),
        (ExampleReason::Failed(ErrorKind::ConnectRefused), "")
    );
    assert!(nobody.response_head.is_empty() && nobody.url.contains(":1/"), "{nobody:?}");
}

/// The example of a label, where nobody looks at answers.
fn example_of(folder: &Path, top: &str, steps: &str, label: &str) -> ExchangeExample {
    let performed = perform(&plan(folder, top, "users: 1\niterations: 1", steps), 1);
    let found = performed.generator.exchanges.iter().find(|example| example.transaction == label);
    found.unwrap_or_else(|| panic!("{:?}", performed.generator.exchanges)).clone()
}

#[test]
fn an_example_of_a_message_holds_what_was_sent_and_what_came() {
    let steps = format!(
        "- websocket: {{open: 'ws://{}/chat'}}\n- websocket: {{send: many 1, await: any, label: x}}",
        websocket::speaking()
    );
    let found = example_of(Path::new("."), "", &steps, "x");
    assert_eq!((found.request_body.text(), found.reason), ("many 1", ExampleReason::Slow), "{found:?}");
    assert_eq!(found.response_body.text(), "{\"n\": 0, \"type\": \"tick\"}");
}

#[test]
fn an_example_of_a_call_holds_its_message_and_its_status() {
    let Some(server) = grpc::greeter(&["bare"]) else { return };
    let steps = format!(
        "- grpc: http://127.0.0.1:{}/demo.greeter.Greeter/Fail\n  proto: greeter.proto\n  label: x\n  message: '{{\"name\": \"n\", \"times\": 14}}'",
        server.port
    );
    let found = example_of(&grpc::folder(), "", &steps, "x");
    assert_eq!(found.reason, ExampleReason::Failed(ErrorKind::Status));
    assert!(found.request_head.starts_with("POST /demo.greeter.Greeter/Fail"), "{found:?}");
    assert!(matches!(found.request_body, ExampleBody::Binary { bytes: 10 }), "{found:?}");
    assert!(
        found.status.ends_with("UNAVAILABLE") && found.response_head.contains("grpc-status: 14\n"),
        "{found:?}"
    );
}

#[test]
fn an_example_of_a_statement_holds_it_and_its_rows() {
    let Some(server) = postgres() else { return };
    let steps = "- sql: {select: 'select name from item where id = 1', label: x}\n\
        - sql: {select: 'select name from item where id = ?', arguments: '1', types: INTEGER, label: bound}";
    let bound = example_of(Path::new(""), &server.top(""), steps, "bound");
    assert_eq!(bound.request_body.text(), "select name from item where id = ?\n1");
    let found = example_of(Path::new(""), &server.top(""), steps, "x");
    assert_eq!(found.request_body.text(), "select name from item where id = 1");
    assert_eq!((found.status.as_str(), found.response_body.text()), ("200 OK", "name\napple\n"), "{found:?}");
}

#[test]
fn an_example_of_a_statement_that_is_looked_at_holds_what_was_sent() {
    let Some(server) = postgres() else { return };
    let steps = "- sql: {select: 'select ${__Random(1,1000000000)} as x', label: looked at, check: {contains: x}}\n\
        - sql: {select: 'select ? as x', arguments: '${__Random(1,1000000000)}', types: VARCHAR, label: bound, \
        extract: {regex: '(\\d+)', variable: v}}";
    for label in ["looked at", "bound"] {
        let found = example_of(Path::new(""), &server.top(""), steps, label);
        let (sent, answered) = (found.request_body.text(), found.response_body.text());
        let number = answered.trim().rsplit('\n').next().unwrap_or_default();
        assert!(number.len() > 1 && sent.contains(number), "{sent}: {answered}");
    }
}

#[test]
fn an_example_of_a_publication_holds_its_payload() {
    let Some(broker) = mqtt::broker() else { return };
    let steps = format!(
        "- mqtt: {{connect: 'mqtt://127.0.0.1:{}'}}\n- mqtt: {{publish: state, payload: wanted, qos: 1, label: x}}",
        broker.port
    );
    let found = example_of(Path::new("."), "", &steps, "x");
    assert_eq!((found.status.as_str(), found.request_body.text()), ("200 OK", "wanted"), "{found:?}");
}
