//! What is said of plans and studies before anything is sent.

use crate::program::{assert_completed, check_refused, plan, plimsoll, stderr, stdout, target, write};
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
fn a_requirement_on_a_transaction_that_is_not_there_is_refused_by_check_too() {
    let plan = ("p.yaml", "plan: p\nscenarios: [{steps: [{get: 'http://127.0.0.1:1/', label: home}]}]\n");
    for command in ["run", "check"] {
        let unknown = [command, "p.yaml", "-r", "p95 of \"hme\" < 1 s"];
        check_refused(
            plan,
            &unknown,
            &["names \"hme\", which the plan does not have", "did you mean \"home\"?"],
        );
        check_refused(plan, &[command, "p.yaml", "-r", "p95 < 500"], &["500 ms"]);
    }
}

#[test]
fn a_property_that_nothing_reads_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let steps = "[{get: 'http://127.0.0.1:${__P(port,1)}/', label: home}]";
    write(folder.path(), "p.yaml", &format!("plan: p\nscenarios: [{{users: 1, steps: {steps}}}]\n"));
    for (given, expected) in [("-Jprot=80", true), ("-Jport=80", false), ("-Jjmeter.x=1", false)] {
        let said = stderr(&plimsoll(folder.path(), &["check", "p.yaml", given]));
        assert_eq!(said.contains("nothing reads the property"), expected, "{given}: {said}");
        assert_eq!(said.contains("did you mean -Jport=80?"), expected, "{given}: {said}");
    }
}

#[test]
fn a_property_that_nothing_in_a_jmeter_plan_reads_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.jmx", &jmeter_plan("<HTTPSamplerProxy testname=\"s\"/><hashTree/>"));
    for (given, expected) in [("-Juser=5", true), ("-Jusers=5", false)] {
        let said = stderr(&plimsoll(folder.path(), &["check", "p.jmx", given]));
        assert_eq!(said.contains("nothing reads the property `user`"), expected, "{given}: {said}");
        assert_eq!(said.contains("did you mean -Jusers=5?"), expected, "{given}: {said}");
    }
}

#[test]
fn options_of_other_tools_are_answered_with_ours() {
    check_refused(("p.yaml", ""), &["run", "p.yaml", "--vus", "5"], &["--vus", "`--users 50`"]);
    check_refused(("p.yaml", ""), &["run", "p.yaml", "--threshold", "x"], &["-r 'p95 <= 250 ms'"]);
}

#[test]
fn headroom_is_a_share_of_a_maximum_in_a_study_and_on_the_command_line() {
    let wrong = ["95 %", "-5 %", "20"];
    for text in wrong {
        let study = format!("study: s\nplan: p.yaml\nheadroom: {text}\n");
        check_refused(("s.yaml", &study), &["check", "s.yaml"], &["s.yaml:3: headroom: ", text]);
        check_refused(
            ("p.yaml", ""),
            &["run", "p.yaml", &format!("--headroom={text}")],
            &["--headroom", text],
        );
    }
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
     <boolProp name="LoopController.continue_forever">false</boolProp>
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
        &["p.jmx:20: FTPSampler \"script\"", "--skip-unsupported"],
    );
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.jmx", UNSUPPORTED);
    let output = plimsoll(folder.path(), &["check", "p.jmx"]);
    assert_eq!(output.status.code(), Some(2));
    let listed = stdout(&output);
    assert!(listed.contains("unsupported  p.jmx:20: FTPSampler"), "{listed}");
    assert!(listed.contains("exact        p.jmx:14: HTTPSamplerProxy"), "{listed}");
    let target = target(Behaviour::Ok);
    let port = format!("-Jport={}", target.address().port());
    let output = plimsoll(folder.path(), &["run", "p.jmx", &port, "--skip-unsupported", "-o", "out"]);
    assert_completed(output.status.code(), &folder.path().join("out"));
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
    refused(&["run", "p.yaml", "--find-capacity"], &["there is none", "-r gives one"]);
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

/// `check` of these contents; the exit code, and every part must be in stdout or stderr.
fn check_check(name: &str, text: &str, options: &[&str], code: i32, parts: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), name, text);
    let output = plimsoll(folder.path(), &[&["check", name], options].concat());
    let said = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{text}: {said}");
    for part in parts {
        assert!(said.contains(part), "{text}: {part:?} is not in:\n{said}");
    }
    said
}

#[test]
fn every_expression_that_makes_no_sense_is_named_with_its_line() {
    let plan = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1:1/\n        extract:\n          \
                - {variable: a, regex: \"(x\"}\n          - {variable: b, json: \"$.[\"}\n          - {variable: c, css: \"div[\"}\n        \
                check:\n          - {xpath: \"//a[\"}\n          - {matches: \"[a\"}\n          - {finds: \"fine\"}\n";
    let parts = [
        "p.yaml:7: GET /: the pattern `(x` can't be used",
        "p.yaml:8: GET /: the pattern `$.[`",
        "p.yaml:9: GET /: the pattern `div[`",
        "p.yaml:11: GET /: the pattern `//a[`",
        "p.yaml:12: GET /: the pattern `[a`",
    ];
    let said = check_check("p.yaml", plan, &[], 2, &parts);
    assert_eq!(said.matches("can't be used").count(), parts.len(), "{said}");
    check_refused(("p.yaml", plan), &["run", "p.yaml"], &parts);
    let jmx = |regex: &str| {
        jmeter_plan(&format!(
            "<HTTPSamplerProxy testname=\"s\"><stringProp name=\"HTTPSampler.domain\">127.0.0.1</stringProp></HTTPSamplerProxy>\n\
             <hashTree>\n<RegexExtractor testname=\"r\"><stringProp name=\"RegexExtractor.refname\">a</stringProp>\
             <stringProp name=\"RegexExtractor.regex\">{regex}</stringProp></RegexExtractor><hashTree/></hashTree>"
        ))
    };
    check_check("p.jmx", &jmx(r"\p{Nope}x"), &[], 2, &[r"p.jmx:4: s: the pattern `\p{Nope}x` can't be used"]);
    let parts =
        ["warning: p.jmx:4: s: the pattern `(x` can't be used", "hint: nothing is found by it, as in JMeter"];
    check_check("p.jmx", &jmx("(x"), &[], 0, &parts);
}

/// A JMeter plan of a group of `${__P(users,1)}` users, whose elements begin in line 2.
fn jmeter_plan(elements: &str) -> String {
    format!(
        "<jmeterTestPlan><hashTree><TestPlan testname=\"t\"/><hashTree><ThreadGroup testname=\"g\">\
         <stringProp name=\"ThreadGroup.num_threads\">${{__P(users,1)}}</stringProp></ThreadGroup><hashTree>\n{elements}</hashTree></hashTree></hashTree></jmeterTestPlan>"
    )
}

#[test]
fn check_refuses_what_run_refuses_because_nothing_would_be_done() {
    let yaml = |load: &str, steps: &str| format!("plan: p\nscenarios:\n  - {load}\n    steps: {steps}\n");
    let get = "[get: \"http://127.0.0.1:1/\"]";
    for text in [
        yaml("users: 0", get),
        yaml("users: 1", "[]"),
        yaml("arrivals: {rate: 0/s, hold: 1 s}", get),
        "plan: p\nscenarios: []\n".to_owned(),
    ] {
        check_check("p.yaml", &text, &[], 2, &["has nothing to run"]);
        check_refused(("p.yaml", &text), &["run", "p.yaml"], &["nothing to run"]);
    }
    let jmx = jmeter_plan("<HTTPSamplerProxy testname=\"s\"/><hashTree/>");
    check_check("p.jmx", &jmx, &[], 0, &[]);
    let parts = ["is `abc`, which is no whole number and counts as 0", "has nothing to run"];
    check_check("p.jmx", &jmx, &["-Jusers=abc"], 2, &parts);
    let study = "study: s\nplan: p.yaml\nthreads: 2\nstep: 1 s\n";
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &yaml("users: 0", get));
    write(folder.path(), "s.yaml", study);
    let output = plimsoll(folder.path(), &["check", "s.yaml"]);
    assert_eq!(output.status.code(), Some(0), "the study's load counts: {}", stderr(&output));
}

#[test]
fn what_can_be_known_before_the_load_is_not_left_to_it() {
    let plan = plan(SocketAddr::from((Ipv4Addr::LOCALHOST, 1)), "users: 1");
    let source = ["run", "p.yaml", "--source-addresses", "192.0.2.1"];
    check_refused(("p.yaml", &plan), &source, &["--source-addresses 192.0.2.1: ", "hint: "]);
    check_refused(("p.yaml", &plan), &["demo", "--step", "0"], &["a step is measured for at least 1 s"]);
    check_refused(("p.yaml", "plan: p\ndata: [.]\nscenarios: []\n"), &["run", "p.yaml"], &["p.yaml:2: data"]);
    let described = "openapi: 3.0.0\ninfo: {title: t, version: v}\nservers: [{url: http://127.0.0.1:1}]\npaths:\n  /x:\n    get: {responses: {\"200\": {description: ok}}}\n    post:\n\
                     \x20     requestBody: {$ref: \"other.yaml#/x\"}\n      responses: {\"200\": {description: ok}}\n";
    let said = check_check("a.json", described, &[], 2, &["1 unsupported"]);
    assert!(!said.contains("--generator jmeter"), "{said}");
}

#[test]
fn mistakes_of_several_kinds_are_said_at_once() {
    let plan = "plan: p\nscenarios:\n  - users: 1\n    hold: 1 s\n    thnk: 1 s\n    steps:\n      - get: http://127.0.0.1:1/\n        extract:\n          \
                - {variable: a, regex: \"(x\"}\n";
    let parts = ["unknown key `thnk`", "the pattern `(x` can't be used", "p95 < soon", "p200 < 1 s"];
    check_check("p.yaml", plan, &["-r", "p95 < soon", "-r", "p200 < 1 s"], 2, &parts);
    let two = ["-r", "p95 of \"b\" < 1 s", "-r", "p95 of \"c\" < 1 s"];
    let sound = plan.replace("    thnk: 1 s\n", "").replace("(x", "x");
    check_check("p.yaml", &sound, &two, 2, &["names \"b\"", "names \"c\""]);
}

#[test]
fn data_of_which_not_every_user_gets_a_row_is_warned_of() {
    let check = |data: &str, users: u32| {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "d.csv", "user\nann\nbob\ncid\n");
        let plan = format!(
            "plan: p\ndata: [{{file: d.csv{data}}}]\nscenarios:\n  - users: {users}\n    hold: 1 s\n    steps:\n      - read: d.csv\n      \
             - get: http://127.0.0.1:1/${{user}}\n"
        );
        write(folder.path(), "p.yaml", &plan);
        let output = plimsoll(folder.path(), &["check", "p.yaml"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output).contains("d.csv has 3 rows and does not begin again at its end, and there are")
    };
    assert!(check(", recycle: no", 4));
    assert!(!check(", recycle: no", 3));
    assert!(!check("", 4));
}
