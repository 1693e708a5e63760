//! Searches for a capacity that is known.

use crate::program::{plan, plimsoll, stderr, stdout, target, write};
use plimsoll_run::{EndReason, Run};
use plimsoll_targets::{Behaviour, Delay};
use std::path::Path;
use std::process::Output;
use std::time::Duration;

#[test]
fn a_climb_finds_a_known_capacity_and_says_when_it_could_not() {
    let capacity = 200.0;
    let served = Delay { response: Duration::from_millis(20), workers: Some(4) };
    let target = target(Behaviour::Delay(served));
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(target.address(), "users: 1"));
    let study = |nodes: &str, threads: &str| {
        format!(
            "study: known\nplan: p.yaml\nclimb: {{threads: {threads}, nodes: {nodes}, step: 3 s, ramp: 1 s}}\n"
        )
    };
    write(folder.path(), "s.yaml", &study("{start: 1, add: 1, max: 4}", "{start: 2, add: 2}"));
    let output = plimsoll(folder.path(), &["run", "s.yaml", "-o", "found"]);
    let run = Run::open(&folder.path().join("found/run.run")).expect("a run file");
    assert_eq!(run.end.as_ref().map(|e| &e.reason), Some(&EndReason::Converged), "{}", stdout(&output));
    let analysis = plimsoll_analysis::analyse(&[run], &[], 1);
    let best = analysis.runs[0].capacity.best().expect("a best step");
    let found = best.throughput_per_s.value;
    assert!((found / capacity - 1.0).abs() < 0.05, "found {found}, it is {capacity}");
    assert!(stdout(&output).contains("Capacity is"), "{}", stdout(&output));
    write(folder.path(), "s.yaml", &study("{start: 1, add: 1, max: 2}", "{start: 1, add: 1, max: 1}"));
    let output = plimsoll(folder.path(), &["run", "s.yaml", "-o", "bound"]);
    let run = Run::open(&folder.path().join("bound/run.run")).expect("a run file");
    assert_eq!(run.end.map(|e| e.reason), Some(EndReason::LoadExhausted));
    assert!(stdout(&output).contains("at least"), "{}", stdout(&output));
}

/// One search, its end and what was said.
fn search_once(folder: &Path, out: &str, options: &[&str]) -> (Run, EndReason, Output) {
    let arguments =
        ["run", "p.yaml", "--find-capacity", "--duration", "5 s", "--ramp", "1 s", "--workers", "1"];
    let arguments = [arguments.as_slice(), &["--precision", "25 %", "-o", out], options].concat();
    let output = plimsoll(folder, &arguments);
    let run = Run::open(&folder.join(out).join("run.run")).expect("a run file");
    let reason = run.end.as_ref().map(|end| end.reason.clone()).expect("an end");
    (run, reason, output)
}

#[test]
fn a_capacity_search_finds_a_known_capacity_and_its_exit_code_says_how_it_ended() {
    let capacity = 100.0;
    let served = Delay { response: Duration::from_millis(100), workers: Some(10) };
    let target = target(Behaviour::Delay(served));
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(target.address(), "users: 1"));
    // On a busy machine the load generator may be the limit, and says so: then the search is made again.
    let search = |name: &str, options: &[&str]| {
        let mut made =
            (1..=3).map(|attempt| search_once(folder.path(), &format!("{name}{attempt}"), options));
        let limited =
            |reason: &EndReason| matches!(reason, EndReason::Inconclusive(why) if why.contains("the limit"));
        made.find(|(_, reason, _)| !limited(reason)).expect("an answer in three searches")
    };
    let (run, reason, output) = search("found", &["--from", "60/s", "-r", "p95 <= 500 ms"]);
    assert_eq!(reason, EndReason::Converged, "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let confirmed = run.steps.last().and_then(|step| step.rate_per_s).expect("a rate");
    assert!(confirmed <= capacity * 1.02 && confirmed * 1.25 > capacity * 0.98, "{confirmed}");
    let (_, reason, output) = search("held", &["--from", "10/s", "--to", "10/s", "-r", "p95 <= 2 s"]);
    assert_eq!((reason, output.status.code()), (EndReason::LoadExhausted, Some(0)), "{}", stderr(&output));
    let study = "study: s\nplan: p.yaml\ncapacity: {start: 20/s, min: 20/s, step: 2 s}\nrequirements: [p95 <= 1 ms]\n";
    write(folder.path(), "s.yaml", study);
    let output = plimsoll(folder.path(), &["run", "s.yaml", "-o", "never", "--workers", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains("not reachable: already at the lowest rate"), "{}", stderr(&output));
}
