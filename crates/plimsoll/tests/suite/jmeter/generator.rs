//! `--generator jmeter`.

use crate::jmeter::place::{Place, descendants, run, wait_for};
use crate::jmeter::plans::{group, names, parent, plan, script};
use crate::program::{command, measured_by, said, stderr};
use plimsoll_run::{EndReason, ErrorKind, Interval, LoadGeneratorKind, Run, RunFailure, TransactionKind};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::path::Path;

fn open(path: &Path) -> Run {
    Run::open(path).expect("a run file")
}

/// Requests and errors by name and kind, the whole run together.
fn totals(run: &Run) -> BTreeMap<(String, TransactionKind), Interval> {
    let mut totals: BTreeMap<_, Interval> = BTreeMap::new();
    for (transaction, interval) in run.seconds.iter().flat_map(|second| &second.transactions) {
        totals.entry((transaction.name.clone(), transaction.kind)).or_default().merge(interval);
    }
    totals
}

fn counts(run: &Run) -> Vec<(String, TransactionKind, u64, u64)> {
    let all = totals(run).into_iter();
    all.map(|((name, kind), i)| (name, kind, i.requests, i.errors_total())).collect()
}

fn left_behind(place: &Place) -> Vec<String> {
    let entries = std::fs::read_dir(place.folder.path()).expect("a folder").flatten();
    entries
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with('.'))
        .collect()
}

#[test]
fn a_plan_with_scripts_runs_in_steps_and_is_reported_on() {
    // The set-up group makes Groovy ready, outside of the measured time.
    let warm = group("SetupThreadGroup", 1, "1", &[script("warm", "Thread.sleep(20)")]);
    let below = [names("names.csv"), script("hello ${name}", "Thread.sleep(20)")];
    let text = plan(&[warm, group("ThreadGroup", 7, "3", &below)]);
    let study = "study: two steps\nplan: p.jmx\nthreads: [1, 3]\nstep: 3 s\nramp: 1 s\nrequirements:\n  - errors < 5 %\n";
    let files = [("p.jmx", text.as_str()), ("names.csv", "Ada\nGrace\n"), ("s.yaml", study)];
    let Some(place) = Place::new(&files) else { return };
    let steps = |out: &str| place.plimsoll(&["run", "s.yaml", "--generator", "jmeter", "-o", out]);
    let made = measured_by(place.folder.path(), |out| steps(out).output().expect("it starts"));
    let (run, errors) = (made.run(), stderr(&made.output));
    assert_eq!(made.code(), Some(0), "{}", said(&made.output));
    assert_eq!(run.end.as_ref().map(|end| &end.reason), Some(&EndReason::Completed), "{errors}");
    assert!(matches!(&run.header.generator, LoadGeneratorKind::Jmeter { version } if version.contains('.')));
    assert_eq!(run.steps.iter().map(|step| step.users()).collect::<Vec<_>>(), [1, 3]);
    for step in &run.steps {
        assert_eq!((step.started_us % 1_000_000, step.cut_short), (0, false));
        assert_eq!(step.measured_to_us.expect("an end") - step.measured_from_us, 3_000_000);
        let window = run.seconds_of(step.number).filter(|s| {
            (step.measured_from_us..step.measured_to_us.unwrap_or(0))
                .contains(&(u64::from(s.second) * 1_000_000))
        });
        let requests: u64 = window.flat_map(|s| s.transactions.values()).map(|i| i.requests).sum();
        assert!(requests > 0, "nothing was measured in step {}", step.number);
    }
    let totals = totals(&run);
    let hello = |name: &str| &totals[&(format!("hello {name}"), TransactionKind::Request)];
    assert!(hello("Ada").requests > 0 && hello("Grace").requests > 0);
    assert!(hello("Ada").response.min_us().is_some_and(|us| us >= 19_000) && hello("Ada").service.is_none());
    let report = std::fs::read_to_string(made.out.join("report.html")).expect("a report");
    assert!(report.contains("times in whole milliseconds"), "the report says what the times are worth");
    assert_eq!(left_behind(&place), Vec::<String>::new());
}

#[test]
fn the_plans_own_load_is_counted_exactly_and_sub_results_once() {
    let fails = "SampleResult.setSuccessful(false); SampleResult.setResponseCode('503')";
    let below = [parent("both", &[script("a", "1"), script("b", fails)]), script("c", "1")];
    let text = plan(&[group("ThreadGroup", 2, "5", &below)]);
    let Some(place) = Place::new(&[("p.jmx", &text)]) else { return };
    let (_, said, errors) = run(place.plimsoll(&["run", "p.jmx", "--generator", "jmeter", "-o", "out"]));
    let run = open(&place.path("out/run.run"));
    let row = |name: &str, kind, errors| (name.to_owned(), kind, 10, errors);
    let expected = [
        row("a", TransactionKind::Request, 0),
        row("b", TransactionKind::Request, 10),
        row("both", TransactionKind::Group, 10),
        row("c", TransactionKind::Request, 0),
    ];
    assert_eq!(counts(&run), expected, "{said}{errors}");
    let failed = &totals(&run)[&("b".to_owned(), TransactionKind::Request)];
    assert_eq!(failed.errors.keys().next(), Some(&(ErrorKind::Status, "status 503".to_owned())));
}

#[test]
fn a_jmeter_that_is_killed_leaves_what_was_measured_and_a_finding() {
    let text = plan(&[group("ThreadGroup", 1, "-1", &[script("s", "Thread.sleep(20)")])]);
    let Some(place) = Place::new(&[("p.jmx", &text)]) else { return };
    let arguments =
        ["run", "p.jmx", "--generator", "jmeter", "--users", "1", "--duration", "10 min", "-o", "out"];
    let child = place.plimsoll(&arguments).spawn().expect("it starts");
    let file = place.path("out/run.run");
    wait_for("a first result", || Run::open(&file).is_ok_and(|run| !totals(&run).is_empty()));
    let last = descendants(&child).into_iter().next_back().and_then(Pid::from_raw).expect("a JMeter");
    kill_process(last, Signal::KILL).expect("it was there");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{errors}");
    assert!(errors.contains("JMeter ended in the middle of the step"), "{errors}");
    let run = open(&file);
    let reason = run.end.as_ref().map(|end| &end.reason);
    assert!(
        matches!(reason, Some(EndReason::Failed(RunFailure::Text(why))) if why.contains("in the middle")),
        "{reason:?}"
    );
    assert!(run.steps[0].cut_short && !totals(&run).is_empty());
    assert!(place.read("out/report.html").contains("JMeter ended in the middle of the step"));
    assert!(place.path("out/run.jmeter.log").is_file(), "JMeter's log is kept");
    assert_eq!(left_behind(&place), Vec::<String>::new());
}

#[test]
fn a_stop_in_order_ends_jmeter_in_order() {
    let text = plan(&[group("ThreadGroup", 1, "-1", &[script("s", "Thread.sleep(20)")])]);
    let Some(place) = Place::new(&[("p.jmx", &text)]) else { return };
    let arguments =
        ["run", "p.jmx", "--generator", "jmeter", "--users", "1", "--duration", "10 min", "-o", "out"];
    let child = place.plimsoll(&arguments).spawn().expect("it starts");
    let file = place.path("out/run.run");
    wait_for("a first result", || Run::open(&file).is_ok_and(|run| !totals(&run).is_empty()));
    let started = descendants(&child);
    kill_process(Pid::from_raw(child.id() as i32).expect("a pid"), Signal::TERM).expect("it is there");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(4));
    let run = open(&file);
    assert_eq!(run.end.as_ref().map(|end| &end.reason), Some(&EndReason::Interrupted));
    let errors: u64 = totals(&run).values().map(Interval::errors_total).sum();
    assert_eq!(errors, 0, "the request in flight was finished");
    // What guards it against a kill notices the end of the program a moment later.
    wait_for("JMeter to be gone", || started.iter().all(|pid| !Path::new(&format!("/proc/{pid}")).exists()));
}

#[test]
fn a_jmeter_without_memory_is_a_finding() {
    let greedy = "def all = []; while (true) { all << new byte[1000000] }";
    let text = plan(&[group("ThreadGroup", 1, "-1", &[script("greedy", greedy)])]);
    let Some(place) = Place::new(&[("p.jmx", &text)]) else { return };
    let arguments =
        ["run", "p.jmx", "--generator", "jmeter", "--users", "1", "--duration", "2 min", "-o", "out"];
    let mut greedy = place.plimsoll(&arguments);
    greedy.env("HEAP", "-Xmx48m");
    let (code, _, errors) = run(greedy);
    assert_eq!(code, Some(4), "{errors}");
    assert!(errors.contains("JMeter ran out of memory") && errors.contains("HEAP"), "{errors}");
    assert!(place.read("out/report.html").contains("JMeter ran out of memory"));
    let heaps = std::fs::read_dir(place.folder.path()).expect("a folder").flatten();
    assert!(
        !heaps.into_iter().any(|e| e.file_name().to_string_lossy().ends_with(".hprof")),
        "no heap is left there"
    );
}

/// The run is refused with this code, and every part is in stderr.
fn check_refused(files: &[(&str, &str)], arguments: &[&str], code: i32, parts: &[&str]) {
    let Some(place) = Place::new(files) else { return };
    let (found, _, errors) = run(place.plimsoll(arguments));
    assert_eq!(found, Some(code), "{arguments:?}: {errors}");
    for part in parts {
        assert!(errors.contains(part), "{arguments:?}: {part:?} is not in:\n{errors}");
    }
}

#[test]
fn what_jmeter_cannot_run_is_refused_with_a_reason() {
    let foreign = script("s", "1").replace("JSR223Sampler", "com.acme.Sampler");
    let foreign = plan(&[group("ThreadGroup", 1, "1", &[foreign])]);
    let good = plan(&[group("ThreadGroup", 1, "1", &[script("s", "1")])]);
    let cut = &good[..good.len() / 2];
    let yaml = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1/\n";
    let run = |file: &'static str| ["run", file, "--generator", "jmeter", "-o", "out"];
    check_refused(
        &[("p.jmx", &foreign)],
        &run("p.jmx"),
        2,
        &["no class com.acme.Sampler", "plug-in", "jmeter.log"],
    );
    check_refused(&[("p.jmx", cut)], &run("p.jmx"), 2, &["p.jmx:", "XML"]);
    check_refused(&[("p.yaml", yaml)], &run("p.yaml"), 2, &["p.yaml is no JMeter plan", "hint:"]);
    let elsewhere = ["run", "p.jmx", "--generator", "jmeter", "--jmeter-home", "nowhere"];
    check_refused(&[("p.jmx", &good)], &elsewhere, 2, &["nowhere is no JMeter", "hint:"]);
}

#[test]
fn check_says_what_jmeter_would_run() {
    let text = plan(&[group("ThreadGroup", 1, "1", &[script("s", "new groovy.sql.Sql(null)")])]);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.jmx"), &text).expect("written");
    let (code, said, _) = run(command(folder.path(), &["check", "p.jmx"]));
    assert_eq!(code, Some(2));
    assert!(said.contains("--generator jmeter"), "{said}");
}
