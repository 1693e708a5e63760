//! Named distributions.

use crate::experiment::bench::Bench;
use crate::program::said;
use plimsoll_run::Run;
use plimsoll_targets::{Behaviour, Target};
use std::collections::BTreeMap;
use std::net::SocketAddr;

fn counts(run: &Run) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for (transaction, interval) in run.seconds.iter().flat_map(|second| &second.transactions) {
        *counts.entry(transaction.name.as_str()).or_default() += interval.requests;
    }
    counts
}

const PLAN: &str = "plan: gw\nmixes:\n  morning: {issue: 7, proxy: 6, status: 1}\n  midday: {issue: 7, proxy: 24, status: 1}\n\
    scenarios:\n  - users: 2\n    steps:\n      - mix:\n          of: ${__P(mix,morning)}\n          passes: 5\n          blocks:\n            \
    issue: [{get: 'http://SINK/issue', label: issue}]\n            \
    proxy: [{get: 'http://SINK/cached', label: cache}, {get: 'http://SINK/proxy', label: proxy}]\n            \
    status: [{get: 'http://SINK/status/200', label: status}]\n";

#[test]
fn every_pass_has_the_mix_exactly() {
    let target = Target::start(SocketAddr::from(([127, 0, 0, 1], 0)), Behaviour::Ok).expect("a port");
    let bench = Bench::new(&PLAN.replace("SINK", &target.address().to_string()));
    for (name, expected) in [("morning", [60, 70, 60, 10]), ("midday", [240, 70, 240, 10])] {
        let property = format!("mix={name}");
        let arguments = ["run", "p.yaml", "-J", &property, "-o", name];
        let output = bench.command(&arguments).output().expect("the program starts");
        let run = Run::open(&bench.path(name).join("run.run")).expect("a run");
        let found: Vec<u64> = counts(&run).into_values().collect();
        assert_eq!(found, expected, "cache, issue, proxy, status: {}", said(&output));
    }
}

#[test]
fn a_step_of_passes_ends_when_every_user_has_made_them() {
    let target = Target::start(SocketAddr::from(([127, 0, 0, 1], 0)), Behaviour::Ok).expect("a port");
    let bench = Bench::new(&PLAN.replace("SINK", &target.address().to_string()));
    let output = bench.run("study: s\nplan: p.yaml\nthreads: [1, 3]\npasses: 2\n");
    let run = bench.opened("run.run");
    // 2 passes of 5 passes of the mix, for 1 and for 3 users.
    assert_eq!(counts(&run)["issue"], 7 * 5 * 2 * (1 + 3), "{}", said(&output));
    assert!(run.steps.iter().all(|step| !step.cut_short), "{:?}", run.steps);
    let output = bench.run("study: s\nplan: p.yaml\nrates: 5/s\npasses: 2\n");
    assert!(said(&output).contains("`passes` need `threads` or `climb`"), "{}", said(&output));
}

#[test]
fn mistakes_in_mixes_are_reported_with_their_lines() {
    let bench = Bench::new("");
    let plan = PLAN.replace("SINK", "127.0.0.1:1");
    for (from, to, part) in [
        ("proxy: 6", "proxi: 6", "the mix has `proxi`, and there is no such block"),
        ("proxy: 6", "proxy: many", "p.yaml:3: mixes: how often is `proxy` performed in a pass?"),
        ("proxy: 6", "proxy: 6000", "a pass of 6008 blocks is longer than 1000"),
        ("mix,morning", "mix,mornin", "p.yaml:9: of: the plan has no mix `mornin`"),
        ("of: ${__P(mix,morning)}", "off: x", "either `of` names one of the plan's `mixes`"),
    ] {
        bench.write("p.yaml", &plan.replace(from, to));
        let output = bench.command(&["check", "p.yaml"]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{to}: {}", said(&output));
        assert!(said(&output).contains(part), "{part:?} is not in:\n{}", said(&output));
    }
}

#[test]
fn a_mix_of_a_log_can_have_exact_shares() {
    let bench = Bench::new("");
    let line = |path: &str, n: u32| {
        let line =
            format!("127.0.0.1 - - [04/Mar/2026:10:00:{:02} +0000] \"GET {path} HTTP/1.1\" 200 5\n", n % 60);
        line.repeat(n as usize)
    };
    bench.write("access.log", &format!("{}{}{}", line("/a", 60), line("/b", 30), line("/c", 10)));
    let arguments =
        ["mix", "access.log", "-o", "mix.yaml", "--block", "20", "--server", "http://127.0.0.1:1"];
    let output = bench.command(&arguments).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let plan = std::fs::read_to_string(bench.path("mix.yaml")).expect("a plan");
    let times = |path: &str| plan.matches(&format!("{path}\n")).count();
    assert_eq!((times("/a"), times("/b"), times("/c")), (12, 6, 2), "{plan}");
    assert!(plan.contains("shuffle"), "{plan}");
    let output = bench.command(&["check", "mix.yaml"]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}
