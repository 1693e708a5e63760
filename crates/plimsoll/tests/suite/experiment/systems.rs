//! Variants that start the system under test.

use crate::experiment::bench::{Bench, failure, warnings};
use crate::program::said;
use std::net::TcpStream;

const PLAN: &str = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1:PORT/\n        label: home\n      - pause: 20 ms\n";

#[test]
fn variants_are_started_recorded_and_stopped_and_one_that_fails_does_not_end_the_study() {
    let bench = Bench::new(PLAN);
    let study = "study: s\nplan: p.yaml\nthreads: 1\nstep: 1 s\norder: rotated\nrepeats: 2\nsystem:\n  \
        start: exec $PLIMSOLL target delay --response \"$DELAY\" --listen 127.0.0.1:PORT\n  \
        ready: {url: 'http://127.0.0.1:PORT/json', every: 20 ms}\n  \
        before: echo $PLIMSOLL_VARIANT $PLIMSOLL_REPEAT >> order\n  \
        record: {arguments: \"tr '\\\\0' ' ' < /proc/$PID/cmdline\"}\n\
        variants:\n  quick: {env: {DELAY: 1 ms}}\n  slow: {env: {DELAY: 30 ms}}\n  \
        broken: {start: 'echo no room; exit 9'}\n";
    let output = bench.run(study);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    let order = std::fs::read_to_string(bench.path("order")).expect("it was started");
    assert_eq!(order, "quick 1\nslow 1\nslow 2\nquick 2\n", "{}", said(&output));
    let run = bench.opened("slow-2.run");
    assert_eq!(run.header.configuration[0], ("DELAY".to_owned(), "30 ms".to_owned()));
    assert!(run.header.configuration[1].1.contains("--response 30 ms"), "{:?}", run.header.configuration);
    assert!(run.steps.len() == 1 && !run.seconds.is_empty());
    let broken = bench.opened("broken-1.run");
    let why = failure(&broken);
    assert_eq!(why, "the system under test ended before it was ready: exit status 9");
    assert!(warnings(&broken)[0].contains("no room"), "{:?}", broken.notes);
    assert!(TcpStream::connect(("127.0.0.1", bench.port)).is_err(), "it was not stopped");
}

#[test]
fn a_system_that_dies_leaves_a_run_that_says_so_and_the_next_one_runs() {
    let bench = Bench::new(PLAN);
    // Half an hour, if nobody noticed.
    let study = "study: s\nplan: p.yaml\nthreads: 1\nstep: 30 min\nsystem:\n  \
        start: 'rm -f go; $PLIMSOLL target ok --listen 127.0.0.1:PORT & while ! test -e go; do sleep 0.1; done; kill -9 $!; exit 3'\n  \
        before: '(sleep 3; touch go) > /dev/null 2>&1 &'\n  \
        ready: {url: 'http://127.0.0.1:PORT/json', every: 20 ms}\n\
        variants: {first: {}, second: {}}\n";
    let output = bench.run(study);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    let run = bench.opened("second.run");
    let why = failure(&run);
    assert_eq!(why, "the system under test is gone: its process ended with exit status 3");
    let noted = warnings(&run).iter().any(|text| text.contains("process of the system under test ended"));
    assert!(noted && run.steps[0].cut_short, "{:?}", run.notes);
}

#[test]
fn a_server_that_nobody_reaches_any_more_is_noted_without_commands_too() {
    let bench = Bench::new(PLAN);
    let study = "study: s\nplan: p.yaml\nthreads: 1\nstep: 12 s\n";
    let output = bench.run(study);
    let run = bench.opened("run.run");
    let noted =
        warnings(&run).iter().any(|text| text.contains("no request has reached the system under test"));
    assert!(noted, "{}{:?}", said(&output), run.notes);
}

fn check_refused(study: &str, parts: &[&str]) {
    let bench = Bench::new(PLAN);
    let output = bench.run(&format!("study: s\nplan: p.yaml\nthreads: 1\nstep: 1 s\n{study}"));
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    for part in parts {
        assert!(said(&output).contains(part), "{part:?} is not in:\n{}", said(&output));
    }
}

#[test]
fn mistakes_in_commands_are_reported_with_their_lines() {
    check_refused(
        "order: mixed\nsystem:\n  strat: x\n  env: {'A=B': 1}\n  ready: {url: localhost, evry: 1 s}\n  before: {run: {a: b}}\n",
        &[
            "s.yaml:5: order: `mixed` is not an order of runs: interleaved, rotated, blocked, random",
            "s.yaml:7: system: unknown key `strat`",
            "did you mean `start`?",
            "s.yaml:8: env: `A=B` is no name",
            "s.yaml:9: url: `localhost` does not begin with http",
            "s.yaml:9: ready: unknown key `evry`",
            "s.yaml:10: before: expected a command, found a mapping",
        ],
    );
    check_refused("system: {ready: {timeout: 1 s}}\n", &["either a `url` or a `command`"]);
}

#[test]
fn check_shows_the_commands_and_the_order() {
    let bench = Bench::new(PLAN);
    let study = "study: s\nplan: p.yaml\nthreads: 1\nstep: 1 s\nrepeats: 2\norder: blocked\nsystem: {start: ./up, stop: ./down, \
                 ready: 'http://127.0.0.1:PORT/json', record: {java: java -version}}\n\
                 variants: {a: {env: {HEAP: 1g}}, b: {stop: ./down-b}}\n";
    let (said, code) = bench.check(study);
    assert_eq!(code, Some(0), "{said}");
    let ready = format!("ready        http://127.0.0.1:{}/json (every 500 ms, up to 1 min)", bench.port);
    for part in [
        "order: blocked: a, a, b, b",
        "env          HEAP=1g",
        "start        ./up",
        &ready,
        "record       java: java -version",
        "stop         ./down-b",
    ] {
        assert!(said.contains(part), "{part:?} is not in:\n{said}");
    }
}
