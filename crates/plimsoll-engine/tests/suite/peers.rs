//! Peers that answer at awkward moments, and plans that would not end by themselves.

use crate::performing::{Performed, perform, perform_until, plan, task};
use plimsoll_engine::{Control, EngineError, LoadTask, RunClock};
use plimsoll_run::ErrorKind;
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

/// A server that does `act` with every connection, each on its own thread.
pub fn server(act: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let act = std::sync::Arc::new(act);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let act = std::sync::Arc::clone(&act);
            std::thread::spawn(move || act(stream));
        }
    });
    address
}

/// Reads a header block.
pub fn read_head(stream: &mut TcpStream) -> String {
    let (mut seen, mut byte) = (Vec::new(), [0]);
    while !seen.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n == 1) {
        seen.push(byte[0]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

/// What is written from now on leaves together with the close.
pub fn in_one_packet(stream: &TcpStream) {
    rustix::net::sockopt::set_tcp_cork(stream, true).expect("Linux has it");
}

fn once(steps: &str) -> Performed {
    perform(&plan(Path::new("."), "", "users: 2\niterations: 3", steps), 1)
}

fn kinds(performed: &Performed) -> Vec<ErrorKind> {
    performed.failures("x").into_iter().map(|(kind, ..)| kind).collect()
}

#[test]
fn an_answer_and_a_close_that_come_together_are_both_seen() {
    let close_delimited = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\nto the end");
    });
    let performed =
        once(&format!("- get: http://{close_delimited}/\n  label: x\n  check: {{equals: to the end}}"));
    assert_eq!((performed.count("x"), kinds(&performed)), (6, vec![]));
    let cut = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
    });
    let performed = once(&format!("- get: http://{cut}/\n  label: x"));
    assert_eq!((performed.count("x"), kinds(&performed)), (6, vec![ErrorKind::ClosedEarly]));
    let unannounced = server(|mut stream| {
        read_head(&mut stream);
        in_one_packet(&stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK");
    });
    let performed = once(&format!("- post: http://{unannounced}/\n  label: x\n  think: 20 ms"));
    assert_eq!((performed.count("x"), kinds(&performed)), (6, vec![]));
}

#[test]
fn an_answer_that_comes_before_the_request_is_sent_is_read() {
    let body = "b".repeat(8_000_000);
    let steps = |address: SocketAddr| {
        format!("- post: http://{address}/\n  label: x\n  body: {body}\n  response_timeout: 5 s")
    };
    let drains = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nOK");
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let performed = once(&steps(drains));
    assert_eq!((performed.count("x"), kinds(&performed)), (6, vec![]));
    let refuses = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
        std::thread::sleep(Duration::from_secs(20));
    });
    let performed = once(&steps(refuses));
    assert_eq!(kinds(&performed), [ErrorKind::Status], "{:?}", performed.failures("x"));
}

#[test]
fn a_peer_that_never_reads_ends_with_the_response_timeout() {
    let deaf = server(|stream| {
        std::thread::sleep(Duration::from_secs(20));
        drop(stream);
    });
    let body = "b".repeat(20_000_000);
    let steps = format!("- post: http://{deaf}/\n  label: x\n  body: {body}\n  response_timeout: 300 ms");
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 1", &steps), 1);
    assert_eq!(kinds(&performed), [ErrorKind::ResponseTimeout]);
}

#[test]
fn a_run_ends_when_time_and_grace_are_over_whatever_the_server_does() {
    let silent = server(|stream| {
        std::thread::sleep(Duration::from_secs(60));
        drop(stream);
    });
    let steps = format!("- get: http://{silent}/\n  label: x");
    let plan = plan(Path::new("."), "", "users: 3\nhold: 4 s\niterations: forever", &steps);
    let started = Instant::now();
    let performed = perform(&plan, 2);
    assert_eq!(performed.summary.abandoned, 3);
    assert!(started.elapsed() < Duration::from_secs(20), "it took {:?}", started.elapsed());
}

#[test]
fn a_plan_that_loops_without_a_request_ends_with_its_time() {
    let steps = "- while: {is_not_false: x, steps: [set: {a: b}]}";
    let started = Instant::now();
    perform(&plan(Path::new("."), "", "users: 2\nhold: 1 s\niterations: forever", steps), 1);
    assert!(started.elapsed() < Duration::from_secs(10));
}

fn target() -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Ok).expect("a port")
}

#[test]
fn a_variable_that_evaluates_itself_does_no_harm() {
    let target = target();
    let steps = format!(
        "- set: {{x: '${{__evalVar(x)}}'}}\n- get: 'http://{}/${{__evalVar(x)}}'\n  label: x",
        target.address()
    );
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 2", &steps), 1);
    assert_eq!(performed.count("x"), 2);
}

#[test]
fn a_parent_sample_counts_as_the_request() {
    let target = target();
    let get = format!("get: http://{}/", target.address());
    let steps = format!(
        "- transaction:\n    name: parent\n    replaces_requests: yes\n    steps:\n      - {{{get}, label: a}}\n      \
         - transaction: {{name: inner, steps: [{{{get}, label: b}}]}}"
    );
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 5", &steps), 1);
    // An inner transaction that does not stand for its requests keeps its own row, as in JMeter.
    let inner = performed.groups["inner"].requests;
    assert_eq!((performed.count("parent"), performed.count("a"), performed.count("b"), inner), (5, 0, 0, 5));
}

#[test]
fn seconds_are_reported_though_another_worker_has_ended() {
    retry_if_stalled(|| {
        let target = target();
        let text = format!(
            "plan: p\nscenarios:\n  - name: short\n    users: 1\n    iterations: 1\n    steps: [{{get: \"http://{0}/\"}}]\n  \
         - name: long\n    users: 1\n    hold: 4 s\n    iterations: forever\n    steps: [{{get: \"http://{0}/\", think: 10 ms}}]\n",
            target.address()
        );
        let plan = plimsoll_formats::read_yaml("p.yaml", &text, Path::new("."), &Default::default())
            .plan
            .expect("a plan");
        let (clock, mut late) = (RunClock::start(), 0);
        let task = LoadTask { workers: 2, clock, grace: Duration::from_secs(1), ..task(&plan) };
        plimsoll_engine::run(&task, &Control::default(), &mut |event| {
            if let plimsoll_engine::EngineEvent::Second(second) = event {
                let end_us = (u64::from(second.second) + 1) * 1_000_000;
                late = late.max(clock.now_us().saturating_sub(end_us));
            }
        })
        .expect("it runs");
        assert!(late < 1_500_000, "a second was told {late} us after its end");
    });
}

#[test]
fn zero_iterations_and_set_up_alone_are_no_load() {
    let target = target();
    let get = format!("steps: [{{get: \"http://{}/\"}}]", target.address());
    let text = format!(
        "plan: p\nscenarios:\n  - {{phase: set_up, users: 1, {get}}}\n  - {{users: 1, iterations: 0, {get}}}\n"
    );
    let plan = plimsoll_formats::read_yaml("p.yaml", &text, Path::new("."), &Default::default())
        .plan
        .expect("a plan");
    let task = LoadTask { grace: Duration::from_secs(1), ..task(&plan) };
    let outcome = plimsoll_engine::run(&task, &Control::default(), &mut |_| {});
    assert!(matches!(outcome, Err(EngineError::NothingToRun)), "{outcome:?}");
    assert_eq!(target.requests(), 0);
}

#[test]
fn only_users_whose_time_has_started_are_counted() {
    let target = target();
    let steps = format!("- get: http://{}/\n  label: x\n- pause: 100 ms", target.address());
    let plan = plan(Path::new("."), "", "users: 10\nramp: 4 s\nhold: 1 s\niterations: forever", &steps);
    let mut users = Vec::new();
    let task = LoadTask { workers: 2, grace: Duration::from_secs(1), ..task(&plan) };
    plimsoll_engine::run(&task, &Control::default(), &mut |event| {
        if let plimsoll_engine::EngineEvent::Second(second) = event {
            users.push(second.generator.users());
        }
    })
    .expect("it runs");
    assert!(users.iter().any(|n| (3..=8).contains(n)), "users by second: {users:?}");
    assert!(users.is_sorted_by(|a, b| a <= b || *b == 0), "users by second: {users:?}");
}

#[test]
fn tear_down_can_be_ended_too() {
    let silent = server(|stream| {
        std::thread::sleep(Duration::from_secs(60));
        drop(stream);
    });
    let target = target();
    let text = format!(
        "plan: p\ntear_down_after_stop: yes\nscenarios:\n  - {{users: 1, iterations: forever, steps: [{{get: \"http://{}/\"}}]}}\n  \
         - {{phase: tear_down, users: 1, steps: [{{get: \"http://{silent}/\"}}]}}\n",
        target.address()
    );
    let plan = plimsoll_formats::read_yaml("p.yaml", &text, Path::new("."), &Default::default())
        .plan
        .expect("a plan");
    let control = Control::default();
    let stopper = control.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stopper.stop(plimsoll_engine::StopMode::InOrder);
        std::thread::sleep(Duration::from_millis(1_500));
        stopper.stop(plimsoll_engine::StopMode::Now);
    });
    let started = Instant::now();
    perform_until(&plan, 1, &control);
    thread.join().expect("joined");
    assert!(started.elapsed() < Duration::from_secs(20));
}
