//! What is ours where another tool makes the load: requirements and their exit codes, comparisons, and what is left when it dies.

use crate::generators::{requests, rows_for, run};
use crate::program::{command, said, target, write};
use plimsoll_run::{EndReason, Run};
use plimsoll_targets::{Behaviour, Delay, Target};
use plimsoll_testkit::programs::program;
use std::time::Duration;

fn slow_by(ms: u64) -> Target {
    target(Behaviour::Delay(Delay { response: Duration::from_millis(ms), workers: None }))
}

#[test]
fn requirements_of_a_tools_load_decide_the_exit_code_and_its_runs_are_compared() {
    let Some(_) = program("wrk") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let with_wrk = |ms: u64, requirement: &str, out: &str| {
        let server = slow_by(ms);
        let study = format!(
            "study: s\ngenerator: {{tool: wrk, url: \"http://{}/\"}}\nthreads: 4\nstep: 2 s\nrepeats: 3\nrequirements: [{requirement}]\n",
            server.address()
        );
        write(folder.path(), "s.yaml", &study);
        command(folder.path(), &["run", "s.yaml", "-o", out]).output().expect("the program starts")
    };
    // So far apart, and so quick, that a machine that pauses now and then hides no difference and leaves requests enough.
    let fast = with_wrk(20, "p95 <= 5 s", "fast");
    assert_eq!(fast.status.code(), Some(0), "{}", said(&fast));
    let slow = with_wrk(500, "p95 <= 50 ms", "slow");
    assert_eq!(slow.status.code(), Some(3), "{}", said(&slow));
    assert!(said(&slow).contains("The requirement does not hold: p95 was 5"), "{}", said(&slow));
    let compare = |arguments: &[&str]| {
        command(folder.path(), &[&["compare"], arguments].concat()).output().expect("the program starts")
    };
    let three = compare(&["fast", "slow"]);
    assert_eq!(three.status.code(), Some(3), "{}", said(&three));
    // A summary of one step says nothing of its own spread.
    let one = compare(&["fast/run-1.run", "slow/run-1.run"]);
    assert_eq!(one.status.code(), Some(4), "{}", said(&one));
    assert!(said(&one).contains("without an interval"), "{}", said(&one));
}

#[test]
fn a_tool_that_dies_in_a_climb_leaves_what_was_measured_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let dies = rows_for(6, "exit 0").replace(
        "sleep 0.1",
        "test {users} = 2 && test $i = 20 && echo out of memory >&2 && exit 1; sleep 0.1",
    );
    let study = format!(
        "study: s\ngenerator:\n  format: jtl\n  command: >-\n    {dies}\nclimb:\n  threads: {{start: 1, add: 1, max: 3}}\n  step: 5 s\n"
    );
    write(folder.path(), "s.yaml", &study);
    let output = run(folder.path(), &["s.yaml"]);
    assert_eq!(output.status.code(), Some(4), "incomplete: {}", said(&output));
    assert!(said(&output).contains("ended in the middle of the step (exit status: 1): out of memory"));
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    let steps: Vec<(u32, bool)> = run.steps.iter().map(|step| (step.users(), step.cut_short)).collect();
    assert_eq!(steps, [(1, false), (2, true)], "{}", said(&output));
    assert!(requests(&run, 1) >= 30 && requests(&run, 2) >= 5, "{}", said(&output));
    assert!(matches!(run.end.as_ref().map(|end| &end.reason), Some(EndReason::Failed(_))), "{:?}", run.end);
    let report = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    assert!(report.contains("out of memory"), "the report says why");
}
