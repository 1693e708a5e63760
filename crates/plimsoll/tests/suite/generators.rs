//! Other load generators, the real ones where they are installed, and commands of the user's own.

use crate::program::{check_refused, command, said, target, write};
use plimsoll_run::{LoadGeneratorKind, Run};
use plimsoll_targets::Behaviour;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::sql_servers::postgres;
use std::path::Path;
use std::process::Output;

/// With the other load generators' folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, &[&["run"], arguments, &["-o", "out"]].concat()).output().expect("the program starts")
}

fn requests(run: &Run, step: u32) -> u64 {
    run.seconds_of(step)
        .flat_map(|second| second.transactions.values())
        .map(|interval| interval.requests)
        .sum()
}

#[test]
#[ignore = "`make test-real`: k6 takes ten minutes to build"]
fn k6_makes_the_load_of_each_step_and_its_points_become_seconds() {
    let Some(_) = program("k6") else { return };
    let (folder, server) = (tempfile::tempdir().expect("a folder"), target(Behaviour::Ok));
    let script = format!(
        "import http from 'k6/http'; import {{ sleep }} from 'k6';\nexport default function () {{ \
         http.get('http://{}/', {{tags: {{name: 'home'}}}}); sleep(0.05); }}\n",
        server.address()
    );
    write(folder.path(), "s.js", &script);
    write(folder.path(), "s.yaml", "study: k6\nplan: s.js\ngenerator: k6\nthreads: [1, 2]\nstep: 2 s\n");
    let output = run(folder.path(), &["s.yaml"]);
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    let by = &run.header.generator;
    assert!(
        matches!(by, LoadGeneratorKind::Tool { name, summed_up: false } if name.starts_with("k6 ")),
        "{by:?}"
    );
    assert_eq!(run.steps.iter().map(|step| step.users()).collect::<Vec<_>>(), [1, 2]);
    for step in &run.steps {
        assert!(requests(&run, step.number) > 0 && !step.cut_short, "{}", said(&output));
    }
}

#[test]
fn wrk_gives_one_interval_for_each_step_and_the_report_says_so() {
    let Some(_) = program("wrk") else { return };
    let (folder, server) = (tempfile::tempdir().expect("a folder"), target(Behaviour::Ok));
    let url = format!("http://{}/", server.address());
    let output = run(folder.path(), &[&url, "--generator", "wrk", "-c", "2", "-d", "2s"]);
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    assert!(matches!(&run.header.generator, LoadGeneratorKind::Tool { summed_up: true, .. }));
    let with_requests = run.seconds_of(1).filter(|second| !second.transactions.is_empty()).count();
    assert_eq!((with_requests, run.steps.len()), (1, 1), "{}", said(&output));
    let report = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    assert!(report.contains("one summary at the end"), "the report says what the figures are worth");
}

/// One summary for each step of a study, from the tool itself.
fn check_summaries(generator: &str, load: &str, steps: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "s.yaml", &format!("study: s\ngenerator: {generator}\n{load}\nstep: 2 s\n"));
    let output = run(folder.path(), &["s.yaml"]);
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    assert!(matches!(&run.header.generator, LoadGeneratorKind::Tool { summed_up: true, .. }));
    assert_eq!(run.steps.len(), steps, "{}", said(&output));
    for step in &run.steps {
        assert!(requests(&run, step.number) > 0, "{generator}: {}", said(&output));
    }
}

#[test]
fn h2load_and_sysbench_are_known_by_name() {
    if program("h2load").is_some() {
        let server = target(Behaviour::Ok);
        let generator = format!("{{tool: h2load, url: \"http://{}/\", arguments: --h1}}", server.address());
        check_summaries(&generator, "threads: [1, 2]", 2);
    }
    if program("sysbench").is_some() {
        check_summaries("{tool: sysbench, arguments: cpu}", "threads: [1, 2]", 2);
    }
}

#[test]
#[ignore = "`make test-real`: vegeta is in no package of the system"]
fn vegeta_makes_a_rate() {
    let Some(_) = program("vegeta") else { return };
    let server = target(Behaviour::Ok);
    let generator = format!("{{tool: vegeta, url: \"http://{}/\"}}", server.address());
    check_summaries(&generator, "rates: [20/s, 40/s]", 2);
}

#[test]
fn pgbench_is_known_by_name() {
    let (Some(program), Some(server)) = (program("pgbench"), postgres()) else { return };
    let place = server.address.trim_end_matches('"').rsplit("//").next().unwrap_or_default();
    let url = format!("postgres://anna:secret@{place}");
    let made = std::process::Command::new(program).args(["-i", "-q", &url]).output().expect("pgbench");
    assert!(made.status.success(), "{}", said(&made));
    check_summaries(&format!("{{tool: pgbench, url: \"{url}\", arguments: -S}}"), "threads: 2", 1);
}

#[test]
fn results_that_are_missing_or_of_another_format_end_the_run_with_a_reason() {
    for (command, expected) in [
        ("true {users} {duration}", "left no results that can be read"),
        ("echo no such host >&2; exit 3 # {users} {duration}", "no such host"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let study = format!(
            "study: s\ngenerator: {{command: \"{command}\", format: k6-csv}}\nthreads: 1\nstep: 1 s\n"
        );
        write(folder.path(), "s.yaml", &study);
        let output = run(folder.path(), &["s.yaml"]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
}

#[test]
fn what_a_generator_lacks_is_said_before_the_load() {
    let check = |generator: &str, part: &str| {
        let study = format!("study: s\ngenerator: {generator}\nthreads: 1\nstep: 1 s\n");
        check_refused(("s.yaml", &study), &["run", "s.yaml"], &[part]);
    };
    check("{command: 'x {users} {duration}'}", "`format` is missing");
    check("{command: 'x {duration}', format: wrk}", "neither {users} nor {rate}");
    check("{command: 'x {users}', format: wrk}", "has no {duration}");
    check("{command: 'x {users} {duration}', format: wrkk}", "`wrkk` is no format of results");
    check("wrk", "wrk needs a `url`");
    check("k6", "`plan` is missing");
    check("jmetre", "`jmetre` is no load generator that is known");
}
