//! `plimsoll run --export` and `plimsoll export`: by a process beside the run, which changes nothing of it. What real receivers
//! make of the figures is tested in plimsoll-export.

use crate::program::{check_refused, measured, plan, plimsoll, stderr, target, write};
use plimsoll_run::{Run, TransactionKind};
use plimsoll_targets::Behaviour;
use plimsoll_testkit::ports::free_port;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

type Lines = Arc<Mutex<Vec<String>>>;

/// Takes line protocol, and keeps the lines.
fn receiver() -> (u16, Lines) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let lines = Lines::default();
    let found = Arc::clone(&lines);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten().take(1_000) {
            let found = Arc::clone(&found);
            std::thread::spawn(move || take(stream, &found));
        }
    });
    (port, lines)
}

fn take(stream: TcpStream, found: &Lines) {
    let mut reader = BufReader::new(stream.try_clone().expect("a handle"));
    let mut stream = stream;
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a number");
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("a whole body");
        let text = String::from_utf8(body).expect("text");
        found.lock().expect("no panic").extend(text.lines().map(str::to_owned));
        let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n");
    }
}

/// The sum of a field of a measurement.
fn sum(lines: &Lines, measurement: &str, field: &str) -> u64 {
    let lines = lines.lock().expect("no panic");
    let of = lines.iter().filter(|line| line.starts_with(&format!("{measurement},")));
    let values =
        of.filter_map(|line| line.split(&format!("{field}=")).nth(1)?.split('i').next()?.parse::<u64>().ok());
    values.sum()
}

fn requests(run: &Run) -> u64 {
    let intervals = run.seconds.iter().flat_map(|second| &second.transactions);
    intervals
        .filter(|(key, _)| key.kind == TransactionKind::Request)
        .map(|(_, interval)| interval.requests)
        .sum()
}

#[test]
fn a_run_sends_its_figures_while_it_goes_on_and_can_be_sent_again() {
    let server = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(server.address(), "users: 2\n    duration: 6 s"));
    let (port, lines) = receiver();
    let url = format!("influx+http://127.0.0.1:{port}?db=x");
    let measured = measured(folder.path(), &["run", "p.yaml", "--export", &url, "--label", "commit=a1"]);
    let run = measured.run();
    // Of an attempt that was made again, too.
    let name = run_label(&run);
    lines.lock().expect("no panic").retain(|line| line.contains(&name));
    assert_eq!(
        sum(&lines, "plimsoll_transaction", "requests"),
        requests(&run),
        "{}",
        stderr(&measured.output)
    );
    assert!(
        stderr(&measured.output).contains(" figures to influx+http://127.0.0.1"),
        "{}",
        stderr(&measured.output)
    );
    let sent = lines.lock().expect("no panic").clone();
    let first =
        sent.iter().find(|line| line.starts_with("plimsoll_transaction,")).expect("one of a transaction");
    assert!(
        first.contains("commit=a1") && first.contains("study=p") && first.contains("transaction="),
        "{first}"
    );
    lines.lock().expect("no panic").clear();
    let file = measured.out.join("run.run").display().to_string();
    let output = plimsoll(folder.path(), &["export", &file, "--to", &url, "--label", "team=lab"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(sum(&lines, "plimsoll_transaction", "requests"), requests(&run));
    assert!(lines.lock().expect("no panic").iter().all(|line| line.contains("team=lab")));
}

/// The start of the run, as its label says it.
fn run_label(run: &Run) -> String {
    let seconds = run.header.started_unix_us / 1_000_000;
    let millis = run.header.started_unix_us / 1_000 % 1_000;
    format!("{:02}:{:02}:{:02}.{millis:03}Z", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
}

#[test]
fn a_receiver_that_is_not_there_is_said_and_costs_the_run_nothing() {
    let server = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(server.address(), "users: 1\n    duration: 2 s"));
    let url = format!("otlp+http://127.0.0.1:{}", free_port());
    // Once: it is tried for half a minute, and nothing here depends on the run's figures.
    let output = plimsoll(folder.path(), &["run", "p.yaml", "--export", &url, "-o", "out"]);
    crate::program::assert_completed(output.status.code(), &folder.path().join("out"));
    let said = stderr(&output);
    assert!(said.contains("seconds were not delivered") && said.contains("refused"), "{said}");
    let output = plimsoll(folder.path(), &["export", "out/run.run", "--to", &url, "--patience", "1 s"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn what_is_wrong_with_a_receiver_is_said_before_anything_runs() {
    let file = ("p.yaml", "plan: p\nscenarios: [{users: 1, steps: [{get: \"http://127.0.0.1:1/\"}]}]\n");
    let run = |url| ["run", "p.yaml", "--export", url];
    check_refused(
        file,
        &run("http://127.0.0.1:9090"),
        &["names no protocol", "hint: for example prometheus+http"],
    );
    check_refused(file, &run("influx+http://anna:secret@127.0.0.1:8086"), &["?db=NAME"]);
    check_refused(file, &["export", "p.yaml", "--to", "otlp+http://127.0.0.1:1"], &["p.yaml"]);
    let label = ["export", "p.yaml", "--to", "otlp+http://127.0.0.1:1", "--label", "step=1"];
    check_refused(file, &label, &["--label: the label `step` is said of every figure already"]);
}
