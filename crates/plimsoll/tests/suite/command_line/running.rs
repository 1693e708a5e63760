//! Runs from their beginning to whatever ends them.

use crate::program::{
    assert_completed, check_refused, command, measured, plan, plimsoll, stderr, stdout, target, write,
};
use plimsoll_run::{EndReason, Run};
use plimsoll_targets::{Behaviour, Delay, Target};
use plimsoll_testkit::small_disk::SmallDisk;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_run_is_judged_and_its_exit_code_says_how() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(80), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    let load = "users: 4\n    hold: 12 s\n    iterations: forever";
    write(folder.path(), "p.yaml", &plan(target.address(), load));
    let mut outs = Vec::new();
    for (requirement, code, word) in [("p95 <= 5 s", 0, "PASS"), ("p95 <= 5 ms", 3, "FAIL")] {
        let arguments = ["run", "p.yaml", "-r", requirement, "--format", "html,json"];
        let made = measured(folder.path(), &arguments);
        assert_eq!(made.code(), Some(code), "{}{}", stdout(&made.output), stderr(&made.output));
        assert!(stdout(&made.output).contains(word), "{}", stdout(&made.output));
        let ten_seconds = stderr(&made.output);
        assert!(ten_seconds.contains("step 1  0:10  4 users"), "nobody waits in silence: {ten_seconds}");
        assert_eq!(made.run().end.map(|end| end.reason), Some(EndReason::Completed));
        assert!(made.out.join("report.html").exists() && made.out.join("report.json").exists());
        assert!(!made.out.join("run.run-wal").exists(), "a finished run is one file");
        outs.push((made.out.display().to_string(), code));
    }
    for (out, code) in &outs {
        let output = plimsoll(folder.path(), &["report", out, "--format", "json"]);
        assert_eq!(output.status.code(), Some(*code), "a report judges as the run did");
        assert!(stdout(&output).trim_start().starts_with('{'));
    }
    let out = outs[0].0.as_str();
    let before = std::fs::metadata(made_before(out)).expect("a run").modified().expect("a time");
    let again = plimsoll(folder.path(), &["run", "p.yaml", "-o", out, "--duration", "1 s"]);
    assert!(stderr(&again).contains("holds an earlier run, which is kept"), "{}", stderr(&again));
    assert_eq!(std::fs::metadata(made_before(out)).expect("a run").modified().expect("a time"), before);
    let inside =
        std::fs::read_dir(out).expect("a folder").flatten().filter(|e| e.path().join("run.run").exists());
    assert_eq!(inside.count(), 1, "the new run has a folder in it");
    for (language, said) in [("en", "step"), ("da", "trin"), ("tr", "adım")] {
        let output = plimsoll(folder.path(), &["report", out, "--format", "text", "--language", language]);
        assert!(stdout(&output).contains(said), "{language}: {}", stdout(&output));
    }
}

#[test]
fn a_report_is_in_the_language_that_its_run_was_asked_for_unless_reported_otherwise() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(target.address(), "users: 1\n    iterations: 5"));
    write(folder.path(), "s.yaml", "study: spoken\nplan: p.yaml\nreport: {language: da}\n");
    let check = |run: &[&str], report: &[&str], word: &str| {
        let out = format!("out-{}-{}", run.len(), report.len());
        plimsoll(folder.path(), &[&["run", "s.yaml", "-o", &out], run].concat());
        let output = plimsoll(folder.path(), &[&["report", &out, "--format", "text"], report].concat());
        assert!(stdout(&output).contains(word), "{run:?} {report:?}: {}", stdout(&output));
    };
    check(&[], &[], "trin");
    check(&["--language", "tr"], &[], "adım");
    check(&[], &["--language", "en"], "step");
}

fn made_before(out: &str) -> std::path::PathBuf {
    Path::new(out).join("run.run")
}

/// Whatever else is wrong with the machine: what fails altogether fails.
#[test]
fn a_server_that_is_down_fails_its_requirements_with_the_cause() {
    let target = target(Behaviour::Ok);
    let address = target.address();
    target.stop();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(address, "users: 2\n    hold: 1 s\n    iterations: forever"));
    let arguments =
        ["run", "p.yaml", "-o", "out", "-r", "p95 < 100 ms", "-r", "avg < 50 ms", "--format", "junit,md"];
    let output = plimsoll(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).expect(name);
    for text in [stdout(&output), read("report.junit.xml"), read("report.md")] {
        assert!(text.contains("requests failed: connection refused"), "{text}");
    }
    assert!(read("report.junit.xml").contains("failures=\"2\""), "{}", read("report.junit.xml"));
}

#[test]
fn a_server_that_knows_nothing_of_what_is_asked_for_fails_the_run_with_the_cause() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(target.address(), "users: 2\n    hold: 1 s\n    iterations: forever");
    write(folder.path(), "p.yaml", &plan.replacen("/\n", "/status/404\n", 1));
    for requirements in [&["-r", "p95 < 5 s"][..], &[]] {
        let out = format!("out-{}", requirements.len());
        let arguments = ["run", "p.yaml", "-o", &out, "--format", "junit,md,comment"];
        let output = plimsoll(folder.path(), &[&arguments, requirements].concat());
        assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
        let read = |name: &str| std::fs::read_to_string(folder.path().join(&out).join(name)).expect(name);
        let texts = ["report.junit.xml", "report.md", "comment.md"].map(read);
        for text in [&[stdout(&output)], &texts[..]].concat() {
            let text = text.replace('\u{a0}', " ").split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("requests failed: 404 Not Found"), "{text}");
        }
    }
}

/// A process that is stopped measures nothing, and must not smear that over the seconds before and after.
#[test]
fn a_generator_that_was_stopped_is_said_and_judges_nothing() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "p.yaml",
        &plan(target.address(), "users: 2\n    hold: 4 s\n    iterations: forever"),
    );
    let mut run = command(folder.path(), &["run", "p.yaml", "-o", "out", "-r", "p95 < 5 s"]);
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    wait_for_seconds(&folder.path().join("out/run.run"), 1);
    let signal = |signal| {
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, signal).expect("a signal");
    };
    signal(rustix::process::Signal::STOP);
    std::thread::sleep(Duration::from_millis(1_500));
    signal(rustix::process::Signal::CONT);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(4), "{}", stdout(&output));
    assert!(stdout(&output).contains("the load generator itself did not run for"), "{}", stdout(&output));
}

/// Each worker may use its own core and no other; the rest of the program all of them.
#[test]
fn workers_run_on_the_cores_that_are_named() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let load = "users: 4\n    hold: 4 s\n    iterations: forever";
    write(folder.path(), "p.yaml", &plan(target.address(), load));
    let cores = rustix::thread::sched_getaffinity(None).expect("an affinity");
    let allowed: Vec<usize> =
        (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| cores.is_set(*core)).collect();
    let core = allowed.last().expect("a core").to_string();
    let asked = ["run", "p.yaml", "-o", "out", "--workers", "2", "--generator-cores", &core];
    let mut run = command(folder.path(), &asked);
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    wait_for_seconds(&folder.path().join("out/run.run"), 1);
    let mut workers = 0;
    for thread in std::fs::read_dir(format!("/proc/{}/task", child.id())).expect("threads").flatten() {
        let read = |name| std::fs::read_to_string(thread.path().join(name)).unwrap_or_default();
        let status = read("status");
        let may_use = status
            .lines()
            .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))
            .unwrap_or_default()
            .trim();
        if read("comm").starts_with("worker-") {
            workers += 1;
            assert_eq!(may_use, core);
        } else if allowed.len() > 1 {
            assert_ne!(may_use, core, "{}", read("comm"));
        }
    }
    assert_eq!(workers, 2);
    let output = child.wait_with_output().expect("it ends");
    let run = plimsoll_run::Run::open(&folder.path().join("out/run.run"))
        .unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)));
    let named = ("load generator's cores".to_owned(), core);
    assert!(run.header.environment.contains(&named), "{:?}", run.header.environment);
}

#[test]
fn cores_that_are_not_there_are_refused() {
    let file = (
        "p.yaml",
        "plan: p\nscenarios:\n  - users: 1\n    iterations: 1\n    steps:\n      - get: http://127.0.0.1:9/\n",
    );
    for (cores, parts) in [
        ("900", ["--generator-cores names 900, which this program may not use", "hint: it may use "]),
        ("0-1,0", ["--generator-cores names ", "hint: "]),
        ("two", ["cores are numbers and ranges of them, like 2,3 or 4-7", "--generator-cores"]),
    ] {
        check_refused(file, &["run", "p.yaml", "--generator-cores", cores], &parts);
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

#[test]
fn a_url_of_https_to_a_port_of_http_says_which_it_is() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(target.address(), "users: 1\n    iterations: 3").replace("http://", "https://");
    write(folder.path(), "p.yaml", &plan);
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "out"]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let said: String = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("does not speak TLS on this port: is it http:// instead of https://?"), "{said}");
    assert!(!said.contains("per hour"), "what was measured for a moment is multiplied out to days: {said}");
}

/// Starts a run of a minute and waits until it has measured some seconds.
fn long_run(folder: &Path, target: &Target) -> Child {
    write(folder, "p.yaml", &plan(target.address(), "users: 2\n    hold: 60 s\n    iterations: forever"));
    let child = command(folder, &["run", "p.yaml", "-o", "out"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_for_seconds(&folder.join("out/run.run"), 4);
    child
}

/// Until a run file has so many seconds.
fn wait_for_seconds(file: &Path, seconds: usize) {
    let deadline = Instant::now() + Duration::from_secs(180);
    while Run::open(file).map_or(0, |run| run.seconds.len()) < seconds {
        assert!(Instant::now() < deadline, "the run writes nothing");
        std::thread::sleep(Duration::from_millis(100));
    }
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
    let Some(disk) = SmallDisk::mount("400k") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    write(
        folder.path(),
        "p.yaml",
        &plan(target.address(), "users: 50\n    hold: 60 s\n    iterations: forever"),
    );
    let started = Instant::now();
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", &disk.path("out").display().to_string()]);
    let said = stderr(&output);
    let retained = Run::open(&disk.path("out/run.run"));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the disk is full") && said.contains("plimsoll report"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(58), "the run went on without a disk");
    assert!(!retained.expect("the file opens").seconds.is_empty());
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
    let made = measured(folder.path(), &["run", "s.yaml", "--workers", "1"]);
    // Of eight seconds on a busy machine one is soon invalid; which files there are does not depend on it.
    assert_completed(made.code(), &made.out);
    for name in ["size=10-1", "size=10-2", "size=5000-1", "size=5000-2"] {
        let run = Run::open(&made.out.join(format!("{name}.run"))).expect("a run file");
        assert_eq!(run.steps.iter().map(|s| s.threads).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(run.header.study.as_deref(), Some(study));
    }
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

#[test]
fn what_a_run_was_asked_for_and_whether_anything_went_over_tls_is_in_its_file() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(target.address(), "users: 1\n    iterations: 3"));
    write(folder.path(), "s.yaml", "study: s\nplan: p.yaml\nheadroom: 35 %\n");
    let check = |arguments: &[&str], headroom: Option<f64>| {
        let out = format!("out-{}-{}", arguments[1], arguments.len());
        let output = plimsoll(folder.path(), &[arguments, &["-o", &out]].concat());
        let said = stderr(&output);
        let run = Run::open(&folder.path().join(&out).join("run.run"));
        let header = run.unwrap_or_else(|e| panic!("{e}: {said}")).header;
        assert_eq!(header.headroom_percent, headroom, "{arguments:?}: {said}");
        assert_eq!(header.plan.uses_tls, Some(false), "{arguments:?}");
        let is_own = "note: 127.0.0.1 is this machine: server and load generator share its cores";
        assert!(said.contains(is_own), "{said}");
    };
    check(&["run", "p.yaml"], None);
    check(&["run", "p.yaml", "--headroom", "30 %"], Some(30.0));
    check(&["run", "s.yaml"], Some(35.0));
    check(&["run", "s.yaml", "--headroom", "0 %"], Some(0.0));
}
