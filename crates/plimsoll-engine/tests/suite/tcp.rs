//! TCP steps against a server of the test.

use crate::performing::{perform, plan, task};
use plimsoll_engine::{EngineError, LoadTask};
use plimsoll_run::ErrorKind;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

/// Answers `got …` to a line, closes after `quit`, is silent after `wait`, answers messages that begin with two
/// bytes of length, and counts its connections.
fn server() -> (u16, std::sync::Arc<std::sync::atomic::AtomicU32>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let count = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let counted = std::sync::Arc::clone(&count);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            counted.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            std::thread::spawn(move || answer(stream));
        }
    });
    (port, count)
}

fn answer(mut stream: TcpStream) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        let asked = &buffer[..count];
        let reply = match asked {
            [b'q', ..] => return,
            [b'w', ..] => continue,
            // Two messages at once: the second one waits.
            [0, 1, 1] => b"\x00\x02ab\x00\x03cde".to_vec(),
            [0, ..] => continue,
            asked => [b"got ", asked].concat(),
        };
        if stream.write_all(&reply).is_err() {
            return;
        }
    }
}

/// The failures of each step; what it has to bring is checked by its own checks.
fn check(steps: &[(&str, Option<(ErrorKind, &str)>)], connections: u32) {
    let (port, count) = server();
    let list: String = steps
        .iter()
        .enumerate()
        .map(|(i, (step, _))| format!("- tcp: {{label: step {i}, host: 127.0.0.1, port: {port}, {step}}}\n"))
        .collect();
    let performed = perform(&plan(Path::new(""), "", "iterations: 1", &list), 1);
    for (i, (step, expected)) in steps.iter().enumerate() {
        let failures = performed.failures(&format!("step {i}"));
        let expected: Vec<_> = expected.iter().map(|(kind, text)| (*kind, (*text).to_owned(), 1)).collect();
        assert_eq!(failures, expected, "{step}");
    }
    assert_eq!(performed.total(), steps.len() as u64);
    assert_eq!(count.load(std::sync::atomic::Ordering::SeqCst), connections);
}

#[test]
fn connections_are_reused_closed_and_renewed_as_the_plan_says() {
    let line = r#"send: "a\n", end_byte: 10, check: [{equals: "got a\n"}, {status: 200}]"#;
    let close = r#"send: "b\n", end_byte: 10, close_connection: true, check: {equals: "got b\n"}"#;
    let new = r#"send: "c\n", end_byte: 10, reuse_connection: false, no_delay: true, linger_s: 1"#;
    check(&[(line, None), (line, None), (close, None), (line, None), (new, None), (line, None)], 4);
}

#[test]
fn an_answer_ends_with_its_byte_its_length_or_the_connection() {
    let quit = r#"send: "quit\n", close_connection: true, check: {matches: "", not: true}"#;
    let silent = r#"send: "wait\n", end_byte: 10, response_timeout: 200 ms"#;
    let late = Some((ErrorKind::ResponseTimeout, "no answer within 200 ms"));
    check(&[(quit, None), (silent, late)], 2);
    let binary = "framing: binary, send: 68690A, end_byte: 10, check: {equals: 676f742068690a}";
    let silence = "framing: binary, send: \"6869\", response_timeout: 2 s, check: {equals: 676f74206869}";
    let wrong = "framing: binary, send: '${__groovy(\"6g\")}'";
    let said = "`6g` is not a row of bytes in hexadecimal digits";
    check(&[(binary, None), (silence, None), (wrong, Some((ErrorKind::BadRequest, said)))], 1);
    let first = "framing: length_prefixed, send: \"01\", check: {equals: \"6162\"}";
    let second = "framing: length_prefixed, send: \"0202\", check: {equals: \"636465\"}";
    check(&[(first, None), (second, None)], 1);
}

#[test]
fn a_server_that_is_not_there_is_reported_as_by_requests() {
    let steps = "- tcp: {label: x, host: 127.0.0.1, port: 1, send: x}\n- tcp: {label: y, host: 127.0.0.1, port: z, send: x}";
    let performed = perform(&plan(Path::new(""), "", "iterations: 1", steps), 1);
    let refused = (ErrorKind::ConnectRefused, "127.0.0.1:1: Connection refused".to_owned(), 1);
    assert_eq!(performed.failures("x"), [refused]);
    assert_eq!(performed.failures("y"), [(ErrorKind::BadRequest, "`z` is not a port".to_owned(), 1)]);
}

#[test]
fn scripts_see_what_a_tcp_step_brought_and_its_label_is_older_than_that() {
    let (port, _) = server();
    let own = format!("host: 127.0.0.1, port: {port}, end_byte: 10");
    let steps = format!(
        r#"
- tcp: {{label: "t ${{n}}", {own}, send: "a\n", extract: {{regex: "(got)", variable: n}}}}
- tcp: {{label: "${{__groovy(prev.getSampleLabel() + prev.getResponseCode() + prev.getResponseDataAsString().trim())}}",
    {own}, send: "${{__samplerName()}}\n", extract: {{regex: "got (.*)", variable: name}}}}
- tcp: {{label: "${{n}}: ${{name}}", {own}, send: "a\n"}}
"#
    );
    let steps = steps.replace(",\n    ", ", ");
    let performed = perform(&plan(Path::new(""), "variables: {n: 0}", "iterations: 1", &steps), 1);
    let labels: Vec<&str> = performed.requests.keys().map(String::as_str).collect();
    assert_eq!(labels, ["got: t 0200got a", "t 0", "t 0200got a"]);
}

#[test]
fn hosts_without_an_address_are_known_before_the_run() {
    let steps = "- tcp: {label: x, host: nowhere.invalid, port: 1, send: x}";
    let plan = plan(Path::new(""), "", "iterations: 1", steps);
    let task = LoadTask { grace: Duration::from_secs(1), ..task(&plan) };
    let refused = plimsoll_engine::preflight(&task);
    assert!(matches!(&refused, Err(EngineError::UnknownHosts(hosts)) if hosts.len() == 1), "{refused:?}");
}
