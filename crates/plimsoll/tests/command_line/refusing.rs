//! What is said of plans and studies before anything is sent.

use crate::program::{check_refused, plan, plimsoll, stderr, stdout, target, write};
use plimsoll_run::Run;
use plimsoll_targets::Behaviour;
use std::net::{Ipv4Addr, SocketAddr};

#[test]
fn bad_plans_are_refused_with_place_and_hint() {
    let run = ["run", "p.jmx"];
    check_refused(("p.jmx", ""), &run, &["error: p.jmx", "empty", "hint:"]);
    check_refused(("p.jmx", "<jmeterTestPlan>\n<hashTree>\n<x></y>"), &run, &["error: p.jmx:3", "hint:"]);
    check_refused(
        ("p.jmx", "<jmeterTestPlan>\n<hashTree>\n<stringProp><Change with Your IP></stringProp>"),
        &run,
        &["p.jmx:3", "<Change with Your IP>"],
    );
    check_refused(("p.jmx", "<html><body/></html>"), &run, &["p.jmx:1", "hint:"]);
    check_refused(
        (
            "p.jmx",
            "<jmeterTestPlan><hashTree><TestPlan testclass=\"TestPlan\"/><hashTree/></hashTree></jmeterTestPlan>",
        ),
        &run,
        &["thread group", "hint:"],
    );
    check_refused(("p.jmx", ""), &["run", "missing.jmx"], &["missing.jmx", "hint:"]);
    check_refused(("p.txt", "hello"), &["run", "p.txt"], &["p.txt", "hint:"]);
    check_refused(("p.jmx", ""), &["run", "p.jmx", "-Jnonsense"], &["-Jthreads=100"]);
    check_refused(("p.jmx", ""), &["fly"], &["unrecognized subcommand"]);
}

#[test]
fn every_mistake_of_a_study_is_named_with_what_was_meant() {
    let study =
        "study: s\nplan: p.yaml\nthraeds: [1, two]\nstep: soon\nrequirments: [p95 <= 1 s]\nrepeats: 0\n";
    check_refused(
        ("s.yaml", study),
        &["run", "s.yaml"],
        &[
            "s.yaml:3: study: unknown key `thraeds`",
            "did you mean `threads`?",
            "s.yaml:4: step: `soon` is not a duration",
            "unknown key `requirments`",
            "did you mean `requirements`?",
            "repeats",
        ],
    );
    check_refused(
        ("s.yaml", "study: s\nplan: p.yaml\nthreads: 5\nstep: 5 s\nrequirements: [p95 <= fast]\n"),
        &["run", "s.yaml"],
        &["s.yaml:5: requirements", "fast"],
    );
    check_refused(("s.yaml", "study: s\n  plan: ["), &["run", "s.yaml"], &["s.yaml:"]);
    check_refused(
        ("s.yaml", "study: s\nplan: gone.jmx\nthreads: 5\nstep: 5 s\n"),
        &["run", "s.yaml"],
        &["gone.jmx", "hint:"],
    );
}

#[test]
fn a_csv_that_is_missing_is_refused_and_one_that_is_short_is_said() {
    let plan = "plan: p\ndata:\n  - {file: rows.csv, variables: [a, b, c]}\nscenarios:\n  - users: 1\n    iterations: 2\n    \
                steps:\n      - read: rows.csv\n      - get: http://ADDRESS/${a}\n        label: ${a} ${c}\n";
    check_refused(("p.yaml", plan), &["run", "p.yaml"], &["p.yaml:3", "rows.csv", "hint:"]);
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan.replace("ADDRESS", &target.address().to_string()));
    write(folder.path(), "rows.csv", "1,one,x\n2,two\n");
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "out"]);
    assert!(stderr(&output).contains("rows.csv"), "nothing is said of the short row: {}", stderr(&output));
    let run = Run::open(&folder.path().join("out/run.run")).expect("a run file");
    let labels: Vec<&str> =
        run.seconds.iter().flat_map(|s| s.transactions.keys()).map(|t| t.name.as_str()).collect();
    // A short row leaves the value of the row before, as in JMeter.
    assert_eq!(labels, ["1 x", "2 x"]);
}

#[test]
fn what_can_be_known_before_a_run_refuses_it() {
    let plan = "plan: p\nscenarios:\n  - users: 1\n    iterations: 3\n    steps:\n      - get: http://HOST/\n        label: home\n";
    let unknown = plan.replace("HOST", "no-such-host.invalid");
    check_refused(
        ("p.yaml", &unknown),
        &["run", "p.yaml"],
        &["no-such-host.invalid", "hint: check the host"],
    );
    let known = plan.replace("HOST", "127.0.0.1:1");
    let arguments = ["run", "p.yaml", "-r", "p95 of \"hoem\" <= 1 s"];
    check_refused(("p.yaml", &known), &arguments, &["hoem", "did you mean \"home\"?"]);
    let pattern = format!("{known}        check: {{finds: '(open'}}\n");
    check_refused(("p.yaml", &pattern), &["run", "p.yaml"], &["(open"]);
}

const UNSUPPORTED: &str = r#"<jmeterTestPlan version="1.2">
 <hashTree>
  <TestPlan testclass="TestPlan" testname="T"/>
  <hashTree>
   <ThreadGroup testclass="ThreadGroup" testname="TG">
    <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
     <stringProp name="LoopController.loops">2</stringProp>
    </elementProp>
    <stringProp name="ThreadGroup.num_threads">1</stringProp>
    <stringProp name="ThreadGroup.ramp_time">0</stringProp>
   </ThreadGroup>
   <hashTree>
    <HTTPSamplerProxy testclass="HTTPSamplerProxy" testname="home">
     <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
     <stringProp name="HTTPSampler.port">${__P(port)}</stringProp>
     <stringProp name="HTTPSampler.method">GET</stringProp>
    </HTTPSamplerProxy>
    <hashTree/>
    <FTPSampler testclass="FTPSampler" testname="script"/>
    <hashTree/>
   </hashTree>
  </hashTree>
 </hashTree>
</jmeterTestPlan>"#;

#[test]
fn unsupported_elements_refuse_the_plan_unless_skipped_and_the_report_says_so() {
    check_refused(
        ("p.jmx", UNSUPPORTED),
        &["run", "p.jmx"],
        &["p.jmx:19: FTPSampler \"script\"", "--skip-unsupported"],
    );
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.jmx", UNSUPPORTED);
    let output = plimsoll(folder.path(), &["check", "p.jmx"]);
    assert_eq!(output.status.code(), Some(2));
    let listed = stdout(&output);
    assert!(listed.contains("unsupported  p.jmx:19: FTPSampler"), "{listed}");
    assert!(listed.contains("exact        p.jmx:13: HTTPSamplerProxy"), "{listed}");
    let target = target(Behaviour::Ok);
    let port = format!("-Jport={}", target.address().port());
    let output = plimsoll(folder.path(), &["run", "p.jmx", &port, "--skip-unsupported", "-o", "out"]);
    assert!(output.status.code().is_some_and(|c| c != 1 && c != 2), "{}", stderr(&output));
    assert_eq!(target.requests(), 2);
    let report = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    assert!(report.contains("FTPSampler"), "the report does not say what was left out");
}

#[test]
fn rates_and_capacity_are_refused_with_what_is_meant() {
    let plan = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1:1/\n";
    let refused = |arguments: &[&str], parts: &[&str]| check_refused(("p.yaml", plan), arguments, parts);
    refused(&["run", "p.yaml", "--rate", "fast"], &["`fast` is not a rate", "50/s"]);
    refused(&["run", "p.yaml", "--rate", "0"], &["above 0/s"]);
    refused(&["run", "p.yaml", "--rate", "5/s"], &["no time for its load", "--duration"]);
    refused(&["run", "p.yaml", "--find-capacity"], &["--from"]);
    refused(
        &["run", "p.yaml", "--find-capacity", "--from", "5"],
        &["requirements hold", "hint: -r gives one"],
    );
    let to = ["run", "p.yaml", "--find-capacity", "--from", "5", "--to", "3", "-r", "p95 <= 1 s"];
    refused(&to, &["--to is lower"]);
    let study = "study: s\nplan: p.yaml\nstep: 5 s\nusers: 0\nrates: [10/s, fast, 0/s]\n\
                 capacity: {star: 5/s, min: 9/s, precision: 5, repeats: 0}\n";
    check_refused(
        ("s.yaml", study),
        &["run", "s.yaml"],
        &[
            "s.yaml:4: users: `0` is not a whole number",
            "s.yaml:5: rates: `fast` is not a rate",
            "`0/s` is not above 0/s",
            "capacity: `start` is missing",
            "did you mean `start`?",
            "precision: `5` is not a percentage",
            "repeats: `0`",
            "`rates` and `capacity` exclude each other",
        ],
    );
    let without = "study: s\nplan: p.yaml\ncapacity: {start: 5/s, min: 9/s, step: 1 s}\n";
    check_refused(("s.yaml", without), &["run", "s.yaml"], &["`start` is not below `min`"]);
    let users = "study: s\nplan: p.yaml\nthreads: 5\nusers: 5\nstep: 1 s\n";
    check_refused(("s.yaml", users), &["run", "s.yaml"], &["`users` needs `rates` or `capacity`"]);
}

#[test]
fn check_says_what_rates_and_a_search_would_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |name: &str, text: &str, part: &str| {
        write(folder.path(), name, text);
        let output = plimsoll(folder.path(), &["check", name]);
        assert!(
            stdout(&output).contains(part),
            "{part:?} is not in:\n{}{}",
            stdout(&output),
            stderr(&output)
        );
    };
    let plan = |load: &str| plan(SocketAddr::from((Ipv4Addr::LOCALHOST, 1)), load);
    said(
        "p.yaml",
        &plan("arrivals: {rate: 50/s, hold: 1 min, users: 500}"),
        "\": 50/s for 1 min, evenly spaced, up to 500 users, arrivals wait when none is free\n",
    );
    said(
        "p.yaml",
        &plan(
            "arrivals: {stages: [{rate: 600/min, ramp: 5 s, hold: 9 s}], spacing: poisson, tick: 10 ms, \
             users: 1, overload: drop}",
        ),
        "\": 10/s for 9 s after a ramp of 5 s, spaced at random (Poisson), sent together every 10 ms, up to 1 \
         user, arrivals are dropped when none is free\n",
    );
    said(
        "s.yaml",
        "study: s\nplan: p.yaml\nrates: [10/s, 600/h]\nstep: 5 s\n",
        "1 run, 2 steps of 10/s, 0.1667/s, 10 s in all",
    );
    said(
        "s.yaml",
        "study: s\nplan: p.yaml\ncapacity: {start: 50/s, max: 5000/s, step: 5 s}\nrequirements: [p95 <= 1 s]\n",
        "from 50/s (not below 0.05/s, not above 5000/s) to within 5 %; 3 windows to confirm it, 99 at most",
    );
}
