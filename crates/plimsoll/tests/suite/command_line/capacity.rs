//! Searches for a capacity that is known.

use crate::program::{measured, plan, stderr, stdout, target, write};
use plimsoll_analysis::{Analysis, analyse};
use plimsoll_run::{EndReason, Run};
use plimsoll_targets::{Behaviour, Delay};
use std::path::Path;
use std::process::Output;
use std::time::Duration;

/// A run, how it ended, what is made of it and what was said.
struct Made {
    reason: EndReason,
    run: Run,
    analysis: Analysis,
    output: Output,
}

fn made(folder: &Path, arguments: &[&str]) -> Made {
    let made = measured(folder, arguments);
    let run = made.run();
    let analysis = analyse(&[made.run()], &[], 1);
    let reason = run.end.as_ref().map(|end| end.reason.clone()).expect("an end");
    Made { reason, run, analysis, output: made.output }
}

#[test]
fn a_climb_finds_a_known_capacity_and_says_when_it_could_not() {
    let capacity = 200.0;
    let served = Delay { response: Duration::from_millis(20), workers: Some(4) };
    let target = target(Behaviour::Delay(served));
    let climb = |nodes: &str, threads: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "p.yaml", &plan(target.address(), "users: 1"));
        let study = format!(
            "study: known\nplan: p.yaml\nclimb: {{threads: {threads}, nodes: {nodes}, step: 3 s, ramp: 1 s}}\n"
        );
        write(folder.path(), "s.yaml", &study);
        made(folder.path(), &["run", "s.yaml"])
    };
    let found = climb("{start: 1, add: 1, max: 4}", "{start: 2, add: 2}");
    let said = stdout(&found.output);
    assert_eq!(found.reason, EndReason::Converged, "{said}");
    let best = found.analysis.runs[0].capacity.best().expect("a best step");
    let throughput = best.throughput_per_s.value;
    assert!((throughput / capacity - 1.0).abs() < 0.05, "found {throughput}, it is {capacity}");
    assert!(said.contains("Capacity is"), "{said}");
    let bound = climb("{start: 1, add: 1, max: 2}", "{start: 1, add: 1, max: 1}");
    assert_eq!(bound.reason, EndReason::LoadExhausted);
    assert!(stdout(&bound.output).contains("at least"), "{}", stdout(&bound.output));
}

#[test]
fn a_capacity_search_finds_a_known_capacity_and_its_exit_code_says_how_it_ended() {
    let capacity = 100.0;
    // Each of a server of its own, so that they can go on beside each other.
    let search = |options: &[&str]| {
        let served = Delay { response: Duration::from_millis(100), workers: Some(10) };
        let target = target(Behaviour::Delay(served));
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "p.yaml", &plan(target.address(), "users: 1"));
        let study = "study: s\nplan: p.yaml\ncapacity: {start: 20/s, min: 20/s, step: 3 s}\nrequirements: [p95 <= 1 ms]\n";
        write(folder.path(), "s.yaml", study);
        let plain =
            ["p.yaml", "--find-capacity", "--duration", "5 s", "--ramp", "1 s", "--precision", "25 %"];
        let what = if options.is_empty() { ["s.yaml"].as_slice() } else { &plain };
        made(folder.path(), &[&["run", "--workers", "1"], what, options].concat())
    };
    let (found, buffered, never) = std::thread::scope(|scope| {
        let found = scope.spawn(|| search(&["--from", "60/s", "-r", "p95 <= 500 ms"]));
        let buffered = scope.spawn(|| search(&["--from", "10/s", "--to", "10/s", "-r", "p95 <= 2 s"]));
        let never = search(&[]);
        (found.join().expect("it ended"), buffered.join().expect("it ended"), never)
    });
    assert_eq!(found.reason, EndReason::Converged, "{}", stderr(&found.output));
    assert_eq!(found.output.status.code(), Some(0), "{}{}", stdout(&found.output), stderr(&found.output));
    let confirmed = found.run.steps.last().and_then(|step| step.rate_per_s).expect("a rate");
    assert!(confirmed <= capacity * 1.02 && confirmed * 1.25 > capacity * 0.98, "{confirmed}");
    assert_eq!(
        (buffered.reason, buffered.output.status.code()),
        (EndReason::LoadExhausted, Some(0)),
        "{}",
        stderr(&buffered.output)
    );
    assert_eq!(never.output.status.code(), Some(3), "{}{}", stdout(&never.output), stderr(&never.output));
    let said = stderr(&never.output);
    assert!(said.contains("not reachable: already at the lowest rate"), "{said}");
}
