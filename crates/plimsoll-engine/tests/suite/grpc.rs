//! gRPC against grpc-js.

use crate::performing::{Performed, perform, plan, task};
use crate::servers::{Server, node};
use plimsoll_engine::{EngineError, LoadTask};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::skip::skip;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where its schema is.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/node")
}

pub fn greeter(arguments: &[&str]) -> Option<Server> {
    if !folder().join("node_modules/@grpc/grpc-js").exists() {
        skip("grpc-js", "it is not installed (`make test` installs it)");
        return None;
    }
    node("grpc.mjs", arguments)
}

fn run(top: &str, steps: &str) -> Performed {
    perform(&plan(&folder(), top, "users: 3\niterations: 5", steps), 1)
}

/// A call of a method labelled x, with further lines of the step.
fn call(server: &Server, method: &str, rest: &str) -> String {
    let source = if rest.contains("reflection") { "" } else { "\n  proto: greeter.proto" };
    let port = server.port;
    format!("- grpc: http://127.0.0.1:{port}/demo.greeter.Greeter/{method}{source}\n  label: x\n{rest}")
}

fn outcome(performed: &Performed) -> (u64, Vec<(ErrorKind, String)>) {
    let failures = performed.failures("x").into_iter().map(|(kind, detail, _)| (kind, detail)).collect();
    (performed.count("x"), failures)
}

fn check(server: &Server, method: &str, rest: &str, expected: &[(ErrorKind, &str)]) {
    let steps = call(server, method, rest);
    let expected: Vec<(ErrorKind, String)> =
        expected.iter().map(|(k, text)| (*k, (*text).to_owned())).collect();
    for top in ["", "http2: {connections: 1}"] {
        assert_eq!(outcome(&run(top, &steps)), (15, expected.clone()), "{steps}");
    }
}

#[test]
fn a_message_goes_out_and_its_answer_is_json() {
    let Some(server) = greeter(&["bare"]) else { return };
    let rest = "  message: '{\"name\": \"${__threadNum}\"}'\n  metadata: {user: anna}\n  deadline: 60 s\n  \
        extract: {variable: text, json: $.text}\n  check:\n    - status: OK\n    - {json: $.text, value: 'Hello ${__threadNum}'}\n    \
        - {json: $.number, value: '0'}\n    - {json: $.metadata.user, value: anna}\n    - {json: $.metadata.deadline, value: 'true'}\n    \
        - {contains: 'grpc-status: 0', of: response_headers}\n    - {matches: 'Hello .', of: {variable: text}, not: yes}";
    // The last check is judged after extracting: it holds only when nothing was extracted.
    let failed = [(ErrorKind::Assertion, "Test failed: variable(text) expected not to match /Hello ./")];
    check(&server, "Greet", rest, &failed);
    check(&server, "Greet", "", &[]);
}

#[test]
fn streams_of_messages_go_both_ways() {
    let Some(server) = greeter(&["bare"]) else { return };
    let rest = "  message: '{\"times\": 100}'\n  check:\n    - {json: '$[99].number', value: '100'}\n    - {json: '$[100]', not: yes}";
    check(&server, "Count", rest, &[]);
    check(&server, "Count", "  message: '{\"times\": 0}'\n  check: {equals: '[]'}", &[]);
    check(&server, "Sum", "  message: ['{}', '{}', '{}']\n  check: {json: $.number, value: '3'}", &[]);
    let rest =
        "  message: ['{\"name\": \"a\"}', '{\"name\": \"b\"}']\n  check: {json: '$[1].text', value: Hello b}";
    check(&server, "Chat", rest, &[]);
}

#[test]
fn statuses_are_failures_unless_they_are_expected() {
    let Some(server) = greeter(&["bare"]) else { return };
    let message = "  message: '{\"name\": \"n\", \"times\": 14}'";
    check(&server, "Fail", message, &[(ErrorKind::Status, "UNAVAILABLE: as asked: ø n")]);
    let expected = format!("{message}\n  check: {{status: UNAVAILABLE, assume_success: true}}");
    check(&server, "Fail", &expected, &[]);
    let other = format!("{message}\n  check: {{status: NOT_FOUND, assume_success: true}}");
    check(
        &server,
        "Fail",
        &other,
        &[(ErrorKind::Assertion, "Test failed: message expected to equal /NOT_FOUND/")],
    );
    let late = "  message: '{\"pause\": \"5s\"}'\n  deadline: 100 ms";
    let performed = run("", &call(&server, "Wait", late));
    let failures = outcome(&performed).1;
    assert!(
        !failures.is_empty() && failures.iter().all(|(_, text)| text.starts_with("DEADLINE_EXCEEDED")),
        "{failures:?}"
    );
    let long = "  message: '{\"times\": 200}'\n  message_limit: 100";
    let text = "RESOURCE_EXHAUSTED: a message of 101 bytes, and the limit is 100";
    check(&server, "Count", long, &[(ErrorKind::Status, text)]);
}

#[test]
fn what_is_no_grpc_server_is_said_in_its_words() {
    let Some(server) = node("http2.mjs", &["plain"]) else { return };
    check(&server, "Greet", "", &[(ErrorKind::Status, "UNKNOWN: HTTP status 200")]);
    let Some(server) = node("http2.mjs", &["unavailable"]) else { return };
    check(
        &server,
        "Greet",
        "",
        &[(ErrorKind::Status, "UNAVAILABLE: HTTP status 503, content type text/html")],
    );
}

#[test]
fn messages_are_compressed_with_gzip() {
    let Some(server) = greeter(&["bare"]) else { return };
    let rest = "  compression: gzip\n  message: '{\"name\": \"${__threadNum}\"}'\n  \
        check: {json: $.text, value: 'Hello ${__threadNum}'}";
    check(&server, "Greet", rest, &[]);
    let rest = "  compression: gzip\n  message: ['{}', '{}']\n  check: {json: $.number, value: '2'}";
    check(&server, "Sum", rest, &[]);
    let long = "x".repeat(5_000);
    let name = |compression: &str, text: &str, expected: &str| {
        format!(
            "  compression: {compression}\n  message: '{{\"name\": \"{text}\"}}'\n  message_limit: 5003\n  \
             check: {{json: $.text, value: '{expected}'}}"
        )
    };
    let Some(server) = node("http2.mjs", &["gzip"]) else { return };
    check(&server, "Greet", &name("gzip", &long, &long), &[]);
    check(&server, "Greet", &name("none", &long, "plain"), &[]);
    let text = "RESOURCE_EXHAUSTED: a message that is unpacked more than 5003 bytes, which is the limit";
    check(&server, "Greet", &name("gzip", &format!("{long}x"), ""), &[(ErrorKind::Status, text)]);
    for (behaviour, text) in [
        ("gzip-damaged", "INTERNAL: a message is compressed, and it is damaged"),
        ("gzip-untold", "INTERNAL: a message is compressed, and the answer does not say that it is gzip"),
        ("deflate", "INTERNAL: a message is compressed, and the answer does not say that it is gzip"),
    ] {
        let Some(server) = node("http2.mjs", &[behaviour]) else { return };
        check(&server, "Greet", &name("gzip", "anchor", "anchor"), &[(ErrorKind::Status, text)]);
    }
}

#[test]
fn a_server_describes_itself() {
    let Some(server) = greeter(&["reflection"]) else { return };
    let rest = "  reflection: true\n  message: '{\"name\": \"${__threadNum}\", \"pause\": \"1s\"}'\n  \
        check: {json: $.text, value: 'Hello ${__threadNum}'}";
    check(&server, "Greet", rest, &[]);
}

#[test]
fn calls_go_over_tls_to_a_server_that_describes_itself_there() {
    let Some(certificate) = crate::servers::certificate() else { return };
    let at = |name: &str| certificate.path().join(name).display().to_string();
    let Some(server) = greeter(&["reflection", "tls", &at("key.pem"), &at("cert.pem")]) else { return };
    let steps = format!(
        "- grpc: https://127.0.0.1:{}/demo.greeter.Greeter/Greet\n  reflection: true\n  label: x\n  \
         message: '{{\"name\": \"tls\"}}'\n  check: {{json: $.text, value: Hello tls}}",
        server.port
    );
    assert_eq!(outcome(&run("tls: {verify: false}", &steps)), (15, vec![]));
}

/// What a run with this step is refused with.
fn refusal(steps: &str) -> String {
    refusal_with("", steps)
}

fn refusal_with(top: &str, steps: &str) -> String {
    let plan = plan(&folder(), top, "users: 1\niterations: 1", steps);
    let task = LoadTask { grace: Duration::from_secs(1), ..task(&plan) };
    match plimsoll_engine::preflight(&task) {
        Err(error @ EngineError::Grpc(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_wrong_with_a_call_is_known_before_the_run() {
    let Some(server) = greeter(&["reflection"]) else { return };
    let refused = refusal(&call(&server, "Great", "  reflection: true"));
    assert!(refused.contains("has no method `Great`; known here: Greet, Count"), "{refused}");
    let refused = refusal(&call(&server, "Greet", "  reflection: true\n  message: '{\"nam\": 1}'"));
    assert!(refused.contains("unrecognized field name 'nam'"), "{refused}");
    let Some(bare) = greeter(&["bare"]) else { return };
    let refused = refusal(&call(&bare, "Greet", "  reflection: true"));
    assert!(refused.contains("has no server reflection"), "{refused}");
}

#[test]
fn a_server_that_describes_itself_is_asked_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    if crate::proxy::certificate(folder.path()).is_none() {
        return;
    }
    let at = |name: &str| folder.path().join(name).display().to_string();
    let Some(server) = greeter(&["reflection", "tls", &at("key.pem"), &at("cert.pem")]) else { return };
    let steps = format!(
        "- grpc: https://127.0.0.1:{}/demo.greeter.Greeter/Greet\n  reflection: true\n  label: x",
        server.port
    );
    let tls = |name: &str| format!("tls: {{ca: {}, server_name: {name}}}", at("cert.pem"));
    assert_eq!(outcome(&run(&tls("localhost"), &steps)), (15, vec![]));
    let refused = refusal_with(&tls("wrong.example"), &steps);
    assert!(refused.contains("wrong.example"), "{refused}");
}
