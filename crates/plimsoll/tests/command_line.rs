//! The program as its users meet it: exit codes, messages, files.

use plimsoll_run::{EndReason, Run};
use plimsoll_targets::{Behaviour, Delay, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plimsoll(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program starts")
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plimsoll"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn target(behaviour: Behaviour) -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), behaviour).expect("a free port")
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A plan of one GET to `address`.
fn plan(address: SocketAddr, load: &str) -> String {
    format!(
        "plan: p\nscenarios:\n  - {load}\n    steps:\n      - get: http://{address}/\n        label: home\n"
    )
}

/// Runs `arguments` in a folder with `file`; the exit code, and every part must be in stderr.
fn check_refused(file: (&str, &str), arguments: &[&str], parts: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), file.0, file.1);
    let output = plimsoll(folder.path(), arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert!(!folder.path().join("runs").exists(), "a refused run leaves nothing behind");
}

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
fn a_run_is_judged_and_its_exit_code_says_how() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    let load = "users: 4\n    hold: 12 s\n    iterations: forever";
    write(folder.path(), "p.yaml", &plan(target.address(), load));
    let mut judged = Vec::new();
    for (requirement, code, word) in [("p95 <= 5 s", 0, "PASS"), ("p95 <= 1 ms", 3, "FAIL")] {
        let folder_name = format!("out{code}");
        let arguments = ["run", "p.yaml", "-r", requirement, "-o", &folder_name, "--format", "html,json"];
        let output = plimsoll(folder.path(), &arguments);
        judged.push(output.status.code());
        // On a busy machine no verdict is the right one, and then that is what is said.
        let (code, word) = match output.status.code() {
            Some(4) => (4, "INCONCLUSIVE"),
            _ => (code, word),
        };
        assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains(word), "{}", stdout(&output));
        let out = folder.path().join(&folder_name);
        let run = Run::open(&out.join("run.run")).expect("a run file");
        assert_eq!(run.end.map(|end| end.reason), Some(EndReason::Completed));
        assert!(out.join("report.html").exists() && out.join("report.json").exists());
        assert!(!out.join("run.run-wal").exists(), "a finished run is one file");
    }
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "out0"]);
    assert_eq!(output.status.code(), Some(2), "a run overwrote another");
    let output = plimsoll(folder.path(), &["report", "out0", "--format", "json"]);
    assert_eq!(output.status.code(), judged[0], "a report judges as the run did");
    assert!(stdout(&output).trim_start().starts_with('{'));
    for (language, said) in [("en", "step"), ("da", "trin"), ("tr", "adım")] {
        let output = plimsoll(folder.path(), &["report", "out0", "--format", "text", "--language", language]);
        assert!(stdout(&output).contains(said), "{language}: {}", stdout(&output));
    }
}

#[test]
fn a_refused_port_is_said_while_it_runs_and_the_run_is_not_called_good() {
    let target = target(Behaviour::Ok);
    let address = target.address();
    target.stop();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(address, "users: 2\n    hold: 4 s\n    iterations: forever"));
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "out"]);
    let said = stderr(&output);
    assert!(said.contains("every request fails: connect-refused"), "{said}");
    assert!(said.contains("is the server running"), "{said}");
    assert_ne!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// Starts a run of a minute and waits until it has measured some seconds.
fn long_run(folder: &Path, target: &Target) -> Child {
    write(folder, "p.yaml", &plan(target.address(), "users: 2\n    hold: 60 s\n    iterations: forever"));
    let child = command(folder, &["run", "p.yaml", "-o", "out"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let file = folder.join("out/run.run");
    let deadline = Instant::now() + Duration::from_secs(60);
    while Run::open(&file).map_or(0, |run| run.seconds.len()) < 4 {
        assert!(Instant::now() < deadline, "the run writes nothing");
        std::thread::sleep(Duration::from_millis(100));
    }
    child
}

#[test]
fn a_killed_run_keeps_what_was_measured_and_is_reported_as_cut_off() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = long_run(folder.path(), &target);
    let killed = Instant::now();
    child.kill().expect("killed");
    child.wait().expect("ended");
    let run = Run::open(&folder.path().join("out/run.run")).expect("the file opens");
    assert!(run.end.is_none() && run.seconds.len() >= 4);
    let started = run.header.started_unix_us;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    let age_s = (now.as_micros() as i64 - started) as f64 / 1e6 - killed.elapsed().as_secs_f64();
    let last = f64::from(run.seconds.last().expect("seconds").second) + 1.0;
    assert!(age_s - last <= 2.0, "killed at {age_s} s, kept up to {last} s");
    let output = plimsoll(folder.path(), &["report", "out", "--format", "text"]);
    assert_eq!(output.status.code(), Some(4), "{}", stdout(&output));
    assert!(stdout(&output).to_lowercase().contains("cut off"), "{}", stdout(&output));
}

#[test]
fn an_interrupt_ends_a_run_in_order() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    let child = long_run(folder.path(), &target);
    let pid = rustix::process::Pid::from_raw(child.id() as i32).expect("a pid");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("interrupted");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(stderr(&output).contains("ending in order"), "{}", stderr(&output));
    let run = Run::open(&folder.path().join("out/run.run")).expect("a run file");
    assert_eq!(run.end.map(|end| end.reason), Some(EndReason::Interrupted));
    assert!(run.steps[0].cut_short);
    assert!(folder.path().join("out/report.html").exists());
}

#[test]
fn a_full_disk_ends_the_run_and_keeps_what_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=400k", "tmpfs"]).arg(&disk).output();
    if !mount.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: a small file system can't be mounted here");
        return;
    }
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    write(
        folder.path(),
        "p.yaml",
        &plan(target.address(), "users: 50\n    hold: 60 s\n    iterations: forever"),
    );
    let started = Instant::now();
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "disk/out"]);
    let said = stderr(&output);
    let kept = Run::open(&disk.join("out/run.run"));
    let unmounted = Command::new("umount").arg(&disk).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the disk is full") && said.contains("plimsoll report"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(58), "the run went on without a disk");
    assert!(!kept.expect("the file opens").seconds.is_empty());
}

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

#[test]
fn a_study_makes_one_run_for_each_variant_and_repeat() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let steps = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://ADDRESS/bytes/${__P(size)}\n        think: 5 ms\n";
    write(folder.path(), "p.yaml", &steps.replace("ADDRESS", &target.address().to_string()));
    let study =
        "study: grid\nplan: p.yaml\nthreads: [1, 2]\nstep: 1 s\nrepeats: 2\nmatrix: {size: [10, 5000]}\n";
    write(folder.path(), "s.yaml", study);
    let output = plimsoll(folder.path(), &["run", "s.yaml", "-o", "out", "--workers", "1"]);
    assert!(output.status.code() != Some(1) && output.status.code() != Some(2), "{}", stderr(&output));
    for name in ["size=10-1", "size=10-2", "size=5000-1", "size=5000-2"] {
        let run = Run::open(&folder.path().join(format!("out/{name}.run"))).expect("a run file");
        assert_eq!(run.steps.iter().map(|s| s.threads).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(run.header.study.as_deref(), Some(study));
    }
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

#[test]
fn a_rate_is_put_on_whatever_the_server_does() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(20), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(target.address(), "users: 1"));
    let arguments = ["run", "p.yaml", "--rate", "600/min", "--duration", "4 s", "--users", "30", "-o", "out"];
    let output = plimsoll(folder.path(), &arguments);
    let run = Run::open(&folder.path().join("out/run.run")).expect("a run file");
    assert_eq!((run.steps[0].rate_per_s, run.steps[0].threads), (Some(10.0), 30), "{}", stderr(&output));
    assert_eq!(target.requests(), 40, "{}", stderr(&output));
    assert!(stderr(&output).contains("step 1: 10/s"), "{}", stderr(&output));
    assert!(stderr(&output).contains("100.0 % of the arrivals began"), "{}", stderr(&output));
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

/// Imports a file of these contents; the exit code, and every part must be in stderr.
fn check_import(content: &str, arguments: &[&str], code: i32, parts: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "input", content);
    let output = plimsoll(folder.path(), &[&["import", "input", "-o", "out.run"], arguments].concat());
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    }
    assert_eq!(folder.path().join("out.run").exists(), code != 2, "{said}");
    if code != 2 {
        assert!(stderr(&plimsoll(folder.path(), &["report", "out.run"])).contains("report: "), "{said}");
    }
}

#[test]
fn import_says_what_it_took_and_its_exit_code_whether_that_was_all() {
    let jtl = "timeStamp,elapsed,label,responseCode,success\n1684951191182,20,home,200,true\n1684951199182,30,home,503,false\n";
    check_import(jtl, &[], 0, &["input: jtl", "2 requests", "run: out.run (2 requests, 1 step)"]);
    check_import(
        &format!("{jtl}1684951199999,\"cut"),
        &[],
        4,
        &["2 requests", "the input ends inside a quoted field"],
    );
    check_import("hello\n", &[], 2, &["error: input: its format is not recognised", "hint: --format"]);
    check_import(jtl, &["--format", "input=jlt"], 2, &["no format is called \"jlt\""]);
    check_import(jtl, &["--timezone", "Mars"], 2, &["`Mars` is not a time zone"]);
    check_import(jtl, &["-r", "fast"], 2, &["--require `fast`"]);
}

#[test]
fn times_that_were_placed_are_drawn_with_their_doubt() {
    let folder = tempfile::tempdir().expect("a folder");
    let begun_ms = 1_684_951_191_000_u64;
    let rows: String =
        (0..40).map(|second| format!("{},20,home,200,true\n", begun_ms + second * 1_000)).collect();
    write(folder.path(), "results.jtl", &format!("timeStamp,elapsed,label,responseCode,success\n{rows}"));
    let heads = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n \
                 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n";
    let vmstat = heads.to_owned()
        + &" 1  0      0 800000  20000 300000    0    0     1     2  100  200 30 10 60  0  0\n".repeat(40);
    write(folder.path(), "web-vmstat.log", &vmstat);
    write(folder.path(), "db-vmstat-20230524175951.log", &vmstat);
    write(folder.path(), "import.yaml", "import: t\nfiles:\n  - {file: \"*vmstat*\", every: 1 s}\n");
    let files = ["results.jtl", "web-vmstat.log", "db-vmstat-20230524175951.log"];
    let import = [&["import", "-o", "out.run", "--settings", "import.yaml"], &files[..]].concat();
    let output = plimsoll(folder.path(), &import);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = plimsoll(folder.path(), &["report", "out.run", "-o", "out.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = std::fs::read_to_string(folder.path().join("out.html")).expect("a report");
    for expected in [
        "Times are taken to begin with the run; how far they are off is not known (dashed time axis).",
        "Times are from the start in the file's name: ± 1.0 s, as wide as the bar on the time axis.",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(page.contains("stroke=\"#7a5200\""), "the bars");
}

#[test]
fn a_report_into_a_device_leaves_the_device_as_it_is() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.jtl", "timeStamp,elapsed,label,success\n1684951191182,20,home,true\n");
    assert!(plimsoll(folder.path(), &["import", "a.jtl", "-o", "a.run"]).status.success());
    // A pipe of our own stands for it: a mistake must not cost the machine its null device.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let read = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("read")
    });
    let output = plimsoll(folder.path(), &["report", "a.run", "-o", "pipe"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let is_pipe = std::fs::metadata(&pipe).expect("there").file_type().is_fifo();
    assert!(is_pipe, "a file took its place");
    assert!(read.join().expect("it ends").contains("<html"));
}
