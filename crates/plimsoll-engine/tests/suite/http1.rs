//! The corners of HTTP/1.1: interim answers, held back bodies, trailers, keep-alive.

use crate::performing::{Performed, perform, plan};
use crate::scripted::{Asked, Scripted, scripted};
use plimsoll_run::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn once(head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new("."), "", head, steps), 1)
}

fn failures(performed: &Performed) -> Vec<(ErrorKind, String)> {
    performed.failures("x").into_iter().map(|(kind, detail, _)| (kind, detail)).collect()
}

/// Two requests to a server that answers with `answer`: `body` is found, or the request fails in this way.
fn check_answer(method: &str, answer: &'static str, expected: Result<&str, (ErrorKind, &str)>) {
    let server = scripted(move |asked| {
        asked.answer(answer);
        true
    });
    let check = match expected {
        Ok(body) if !body.is_empty() => format!("{{equals: {body}}}"),
        _ => "{size: \"== 0\"}".to_owned(),
    };
    let steps = format!(
        "- {method}: http://{}/\n  label: x\n  response_timeout: 10 s\n  check: {check}",
        server.address
    );
    let performed = once("users: 1\niterations: 2", &steps);
    assert_eq!(performed.count("x"), 2, "{answer}");
    match (failures(&performed).as_slice(), expected) {
        ([], Ok(_)) => assert_eq!(server.connections(), 1, "{answer}"),
        ([(kind, detail)], Err((wanted, part))) => {
            assert!(*kind == wanted && detail.contains(part), "{kind:?}: {detail}");
        }
        (got, _) => panic!("{got:?} instead of {expected:?}: {answer}"),
    }
}

#[test]
fn answers_without_a_body_leave_the_connection_usable() {
    check_answer("head", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", Ok(""));
    check_answer("head", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", Ok(""));
    check_answer("get", "HTTP/1.1 204 No Content\r\n\r\n", Ok(""));
    check_answer("get", "HTTP/1.1 304 Not Modified\r\nContent-Length: 1000\r\n\r\n", Ok(""));
}

#[test]
fn a_request_that_the_server_had_is_not_sent_again() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    // Each second one is given up without an answer, after a while.
    let server = scripted(move |asked| {
        if count.fetch_add(1, Ordering::SeqCst) % 2 == 1 {
            std::thread::sleep(Duration::from_millis(100));
            return false;
        }
        asked.ok("", "");
        true
    });
    let steps = format!("- delete: http://{}/\n  label: x", server.address);
    let performed = once("users: 1\niterations: 6", &steps);
    let text = "the server closed the connection without an answer".to_owned();
    assert_eq!(performed.failures("x"), [(ErrorKind::ClosedEarly, text, 3)]);
    assert_eq!(asked.load(Ordering::SeqCst), 6);
}

#[test]
fn interim_answers_are_passed_over() {
    check_answer(
        "get",
        "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n\
         HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK",
        Ok("OK"),
    );
    // Nobody asked for it, and it comes anyway.
    check_answer(
        "get",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK",
        Ok("OK"),
    );
}

#[test]
fn trailers_and_odd_header_lines_do_no_harm() {
    check_answer(
        "get",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nOK\r\n0\r\nX-Sum: 1\r\nX-B: 2\r\n\r\n",
        Ok("OK"),
    );
    check_answer(
        "get",
        "HTTP/1.1 200 OK\r\nX-Folded: one\r\n  two\r\nno colon here\r\nContent-Length : 2\r\nServer:\r\n\r\nOK",
        Ok("OK"),
    );
}

#[test]
fn a_server_that_changes_the_protocol_is_refused() {
    check_answer(
        "get",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n\x01\x02",
        Err((ErrorKind::BadHttp, "another protocol")),
    );
}

#[test]
fn answers_beyond_every_measure_are_refused() {
    let head = "HTTP/1.1 200 OK\r\n";
    for (answer, part) in [
        (format!("{head}X: {}\r\n\r\n", "x".repeat(300_000)), "longer than"),
        (format!("{head}{}\r\n", "X: y\r\n".repeat(5_000)), "too many headers"),
        ("HTTP/1.1 102 Processing\r\n\r\n".repeat(1_100), "interim answers"),
        (format!("{head}Transfer-Encoding: chunked\r\n\r\n{}", "1".repeat(5_000)), "without an end"),
        (format!("{head}Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n"), "longer than its size"),
        (format!("{head}Content-Length: 99999999999999999999\r\n\r\n"), "Content-Length"),
    ] {
        check_answer("get", answer.leak(), Err((ErrorKind::BadHttp, part)));
    }
}

/// A server that notes what it saw of a body that waits, and does `act` first.
fn expecting(act: fn(&mut Asked<'_>) -> bool) -> (Scripted, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let server = scripted(move |asked| {
        assert_eq!(asked.header("expect"), "100-continue");
        if !act(asked) {
            return true;
        }
        let body = asked.body();
        noted.lock().expect("no panic").push(body);
        asked.ok("", "done");
        true
    });
    (server, seen)
}

fn check_expect(
    act: fn(&mut Asked<'_>) -> bool,
    bodies: &[&str],
    expected: &[ErrorKind],
    connections: usize,
) {
    let (server, seen) = expecting(act);
    let steps = format!(
        "- post: http://{}/\n  label: x\n  headers: {{Expect: 100-continue}}\n  body: the body\n  response_timeout: 10 s",
        server.address
    );
    let performed = once("users: 1\niterations: 2", &steps);
    let kinds: Vec<ErrorKind> = failures(&performed).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!((performed.count("x"), kinds.as_slice()), (2, expected));
    assert_eq!(*seen.lock().expect("no panic"), bodies);
    assert_eq!(server.connections(), connections);
}

#[test]
fn a_body_is_met_back_until_the_server_asks_for_it() {
    let asks = |asked: &mut Asked<'_>| {
        asked.answer("HTTP/1.1 103 Early Hints\r\n\r\n");
        asked.answer("HTTP/1.1 100 Continue\r\n\r\n");
        true
    };
    check_expect(asks, &["the body", "the body"], &[], 1);
    // A server of HTTP/1.0's time says nothing: the body comes after a while.
    check_expect(|_| true, &["the body", "the body"], &[], 1);
    // A final answer instead: the body is never sent, and the connection can't be used again.
    let refuses = |asked: &mut Asked<'_>| {
        asked.answer("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n");
        false
    };
    check_expect(refuses, &[], &[ErrorKind::Status], 2);
}

/// Two requests with a pause between them: over how many connections they go.
fn check_keep_alive(headers: &'static str, pause: &str, connections: usize) {
    let server = scripted(move |asked| {
        asked.ok(headers, "OK");
        true
    });
    let steps = format!("- post: http://{}/\n  label: x\n  body: b\n- pause: {pause}", server.address);
    let performed = once("users: 1\niterations: 2", &steps);
    assert_eq!((performed.count("x"), failures(&performed)), (2, vec![]));
    assert_eq!(server.connections(), connections, "{headers}");
}

#[test]
fn a_connection_that_is_about_to_be_closed_is_not_used_again() {
    check_keep_alive("Keep-Alive: timeout=1, max=100\r\n", "700 ms", 2);
    check_keep_alive("Keep-Alive: timeout=60, max=100\r\n", "700 ms", 1);
    check_keep_alive("Keep-Alive: timeout=60, max=0\r\n", "1 ms", 2);
    check_keep_alive("Connection: close\r\n", "1 ms", 2);
}
