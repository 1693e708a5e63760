//! Other load generators, the real ones where they are installed, and commands of the user's own.

use crate::program::{check_refused, command, said, target, write};
use plimsoll_run::{ErrorKind, Interval, LoadGeneratorKind, LoadStep, Run, SECOND_US};
use plimsoll_targets::{Behaviour, Delay};
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use plimsoll_testkit::sql_servers::{SqlServer, postgres};
use std::path::Path;
use std::process::Output;
use std::time::Duration;

/// With the other load generators' folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, &[&["run"], arguments, &["-o", "out"]].concat()).output().expect("the program starts")
}

pub fn requests(run: &Run, step: u32) -> u64 {
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

/// The rates of the steps of a study, as the tool made them.
fn rates(generator: &str, load: &str) -> Vec<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "s.yaml", &format!("study: s\ngenerator: {generator}\n{load}\nstep: 4 s\n"));
    let output = run(folder.path(), &["s.yaml"]);
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    run.steps.iter().map(|step| requests(&run, step.number) as f64 / 4.0).collect()
}

#[test]
fn h2load_and_sysbench_make_rates() {
    let check = |generator: &str, load: &str, asked: &[f64]| {
        let made = rates(generator, load);
        // A busy machine may make less; without a rate it were thousands.
        let is_bounded = made.iter().zip(asked).all(|(made, asked)| *made > 0.0 && *made < 1.35 * asked);
        assert!(made.len() == asked.len() && is_bounded, "{generator}: {made:?} instead of {asked:?}");
    };
    if program("h2load").is_some() {
        let server = target(Behaviour::Ok);
        let generator = format!("{{tool: h2load, url: \"http://{}/\", arguments: --h1}}", server.address());
        check(&generator, "rates: [60/s, 120/s]", &[60.0, 120.0]);
        check(&generator, "rates: [25/s]\nusers: 3", &[25.0]);
    }
    if program("sysbench").is_some() {
        check("{tool: sysbench, arguments: cpu}", "rates: [50/s, 100/s]", &[50.0, 100.0]);
        let folder = tempfile::tempdir().expect("a folder");
        let study = "study: s\ngenerator: {tool: sysbench, arguments: cpu}\nrates: [12.5/s]\nstep: 1 s\n";
        write(folder.path(), "s.yaml", study);
        let output = run(folder.path(), &["s.yaml"]);
        assert!(said(&output).contains("sysbench takes whole rates"), "{}", said(&output));
    }
}

/// Each step has requests that were counted one by one, in more than one second of it.
fn check_rows(folder: &Path, study: &str, tool: &str, loads: &[f64]) -> Run {
    write(folder, "s.yaml", study);
    let output = run(folder, &["s.yaml"]);
    let files =
        std::fs::read_dir(folder.join("out")).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut runs = files.filter(|path| path.extension().is_some_and(|extension| extension == "run"));
    let file = runs.next().unwrap_or_else(|| panic!("{}", said(&output)));
    let run = Run::open(&file).unwrap_or_else(|_| panic!("{}", said(&output)));
    let by = &run.header.generator;
    assert!(
        matches!(by, LoadGeneratorKind::Tool { name, summed_up: false } if name.starts_with(tool)),
        "{by:?}"
    );
    let load = |step: &LoadStep| step.rate_per_s.unwrap_or(f64::from(step.users()));
    assert_eq!(run.steps.iter().map(load).collect::<Vec<_>>(), loads, "{}", said(&output));
    for step in &run.steps {
        let busy = run.seconds_of(step.number).filter(|second| !second.transactions.is_empty()).count();
        assert!(requests(&run, step.number) > 0 && busy > 1 && !step.cut_short, "{}", said(&output));
    }
    run
}

fn labels(run: &Run) -> Vec<String> {
    let all = run.seconds_of(1).flat_map(|second| second.transactions.keys().map(|key| key.name.clone()));
    all.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

#[test]
#[ignore = "`make test-real`: Locust is in no package of the system"]
fn locust_makes_the_load_and_each_of_its_requests_is_a_row() {
    let Some(_) = program("locust") else { return };
    let (folder, server) = (tempfile::tempdir().expect("a folder"), target(Behaviour::Echo));
    let script = "from locust import HttpUser, task, constant\n\
        class Buyer(HttpUser):\n    wait_time = constant(0.05)\n    @task\n    def buy(self):\n        \
        self.client.get('/a,b', name='home, page')\n        self.client.get('http://127.0.0.1:9/', name='closed')\n";
    write(folder.path(), "locustfile.py", script);
    let study = format!(
        "study: s\nplan: locustfile.py\ngenerator: {{tool: locust, url: \"http://{}\"}}\nthreads: [1, 3]\nstep: 3 s\n",
        server.address()
    );
    let run = check_rows(folder.path(), &study, "locust ", &[1.0, 3.0]);
    assert_eq!(labels(&run), ["closed", "home, page"]);
    let failed = run.seconds_of(2).flat_map(|second| second.transactions.iter());
    let refused =
        failed.filter(|(key, _)| key.name == "closed").flat_map(|(_, interval)| interval.errors.keys());
    let kinds: Vec<_> = refused.map(|(kind, _)| *kind).collect();
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == ErrorKind::ConnectRefused), "{kinds:?}");
}

#[test]
#[ignore = "`make test-real`: Gatling comes from Maven Central"]
fn gatling_makes_users_and_rates() {
    let Ok(peers) = std::env::var("PLIMSOLL_TEST_GATLING") else {
        return skip(
            "PLIMSOLL_TEST_GATLING",
            "it has to name a folder with Gatling's jars (`make test-real`)",
        );
    };
    let server = target(Behaviour::Ok);
    // The simulation of bench/peers reads its load from the environment, as properties are given to commands.
    let study = |load: &str, name: &str, value: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let study = format!(
            "study: s\ngenerator:\n  tool: gatling\n  arguments: -cp '{peers}/gatling/lib/*:{peers}/classes/gatling' \
             io.gatling.app.Gatling -s GatlingPeer\nproperties: {{BASE: \"http://{}\", DUR: \"7\", {name}: \"{value}\"}}\n\
             {load}\nstep: 4 s\n",
            server.address()
        );
        check_rows(folder.path(), &study, "gatling", &[value.parse().expect("a number")])
    };
    let run = study("threads: 2", "CONNS", "2");
    assert_eq!(labels(&run), ["get"]);
    // The simulation goes on for its own 7 s; the step is 4 s of them.
    let run = study("rates: 20/s", "RATE", "20");
    let to_us = run.steps[0].measured_to_us.expect("an end");
    let within = run.seconds_of(1).filter(|second| u64::from(second.second) * SECOND_US < to_us);
    let of_step: u64 = within.flat_map(|second| second.transactions.values()).map(|i| i.requests).sum();
    assert!((60..=100).contains(&of_step), "20/s for 4 s: {of_step}");
}

/// The gRPC server of the engine's tests, which npm installs its libraries for.
struct Greeter(std::process::Child, String);

impl Greeter {
    fn start() -> Option<Greeter> {
        use std::io::BufRead;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plimsoll-engine/tests/suite/node");
        if !folder.join("node_modules/.package-lock.json").exists() {
            skip("grpc-js", "npm has not installed it (`make test` does)");
            return None;
        }
        let mut node = std::process::Command::new(program("node")?);
        node.args(["grpc.mjs", "bare"]).current_dir(&folder);
        node.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = node.spawn().expect("node starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        std::io::BufReader::new(output).read_line(&mut line).expect("its port");
        Some(Greeter(child, format!("127.0.0.1:{}", line.trim())))
    }
}

impl Drop for Greeter {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "`make test-real`: ghz is in no package of the system"]
fn ghz_calls_grpc_with_users_and_rates() {
    let (Some(_), Some(server)) = (program("ghz"), Greeter::start()) else { return };
    let proto =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../plimsoll-engine/tests/suite/node/greeter.proto");
    for (call, load, loads, fails) in [
        ("Greet", "threads: [1, 2]", &[1.0, 2.0][..], false),
        ("Greet", "rates: [20/s, 40/s]", &[20.0, 40.0], false),
        ("Fail", "threads: 1", &[1.0], true),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let study = format!(
            "study: s\ngenerator:\n  tool: ghz\n  url: \"{}\"\n  arguments: >-\n    --insecure --proto '{}' --call demo.greeter.Greeter/{call} -d '{{\"times\": 5}}'\n{load}\nstep: 3 s\n",
            server.1,
            proto.display()
        );
        let run = check_rows(folder.path(), &study, "ghz", loads);
        assert_eq!(labels(&run), [format!("demo.greeter.Greeter/{call}")]);
        let errors =
            run.seconds_of(1).flat_map(|second| second.transactions.values()).map(Interval::errors_total);
        assert_eq!(errors.sum::<u64>(), if fails { requests(&run, 1) } else { 0 });
    }
}

#[test]
#[ignore = "`make test-real`: oha takes minutes to build"]
fn oha_is_known_by_name() {
    let Some(_) = program("oha") else { return };
    let server = target(Behaviour::Ok);
    let generator = format!("{{tool: oha, url: \"http://{}/\"}}", server.address());
    check_summaries(&generator, "threads: [1, 2]", 2);
    check_summaries(&generator, "rates: [20/s, 40/s]", 2);
}

#[test]
fn a_climb_with_a_tool_ends_where_throughput_stops_growing() {
    let Some(_) = program("wrk") else { return };
    let behaviour = Behaviour::Delay(Delay { response: Duration::from_millis(20), workers: Some(4) });
    let (folder, server) = (tempfile::tempdir().expect("a folder"), target(behaviour));
    let study = format!(
        "study: s\ngenerator: {{tool: wrk, url: \"http://{}/\"}}\nclimb:\n  threads: {{start: 2, add: 2, max: 12}}\n  step: 3 s\n",
        server.address()
    );
    write(folder.path(), "s.yaml", &study);
    let output = run(folder.path(), &["s.yaml"]);
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    let users: Vec<u32> = run.steps.iter().map(LoadStep::users).collect();
    // 4 at a time, 20 ms each: 200/s from 4 users on, whoever asks.
    assert!(users.starts_with(&[2, 4, 6]) && users.len() < 6, "{users:?}: {}", said(&output));
    assert!(said(&output).contains("the search ended"), "{}", said(&output));
}

/// A command that writes rows of JMeter's form, ten a second, and stops after `seconds`.
pub fn rows_for(seconds: u32, end: &str) -> String {
    format!(
        "sh -c 'echo timeStamp,elapsed,label,responseCode,success; for i in $(seq 1 {}); do \
         echo $(date +%s%3N),5,home,200,true; sleep 0.1; done; {end}' # {{users}} {{duration}}",
        10 * seconds
    )
}

#[test]
fn results_that_stop_in_the_middle_end_the_step_and_what_was_measured_is_there() {
    for (end, expected) in
        [("echo out of memory >&2; exit 1", "out of memory"), ("exit 0", "ended in the middle of the step")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let study = format!(
            "study: s\ngenerator:\n  format: jtl\n  command: >-\n    {}\nthreads: [1, 2]\nstep: 6 s\n",
            rows_for(3, end)
        );
        write(folder.path(), "s.yaml", &study);
        let output = run(folder.path(), &["s.yaml"]);
        assert_ne!(output.status.code(), Some(0), "{}", said(&output));
        assert!(said(&output).contains(expected), "{}", said(&output));
        let run =
            Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
        assert_eq!(run.steps.len(), 1, "no further step: {}", said(&output));
        assert!(run.steps[0].cut_short && requests(&run, 1) >= 10, "{}", said(&output));
    }
}

#[test]
fn rows_that_are_of_no_format_from_some_line_on_are_said_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = format!(
        "study: s\ngenerator:\n  format: jtl\n  command: >-\n    {}\nthreads: 1\nstep: 3 s\n",
        rows_for(6, "exit 0").replace("sleep 0.1", "test $i = 20 && echo a b c; sleep 0.1")
    );
    write(folder.path(), "s.yaml", &study);
    let output = run(folder.path(), &["s.yaml"]);
    let run = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    assert!(requests(&run, 1) >= 10, "{}", said(&output));
    let notes: Vec<_> = run.notes.iter().map(|note| format!("{:?}", note.content)).collect();
    assert!(notes.iter().any(|note| note.contains("ResultsUnreadable") && note.contains("22")), "{notes:?}");
}

#[test]
#[ignore = "`make test-real`: vegeta is in no package of the system"]
fn vegeta_makes_a_rate_and_each_of_its_requests_is_a_row() {
    let Some(_) = program("vegeta") else { return };
    let (folder, server) = (tempfile::tempdir().expect("a folder"), target(Behaviour::Ok));
    let study = format!(
        "study: s\ngenerator: {{tool: vegeta, url: \"http://{}/a?b=c\"}}\nrates: [20/s, 40/s]\nstep: 3 s\n",
        server.address()
    );
    let run = check_rows(folder.path(), &study, "vegeta", &[20.0, 40.0]);
    assert_eq!(labels(&run), ["GET /a"]);
}

/// A PostgreSQL with pgbench's tables, and its URL.
fn bank() -> Option<(SqlServer, String)> {
    let (program, server) = (program("pgbench")?, postgres()?);
    let place = server.address.trim_end_matches('"').rsplit("//").next().unwrap_or_default();
    let url = format!("postgres://anna:secret@{place}");
    let made = std::process::Command::new(program).args(["-i", "-q", &url]).output().expect("pgbench");
    assert!(made.status.success(), "{}", said(&made));
    Some((server, url))
}

#[test]
fn pgbench_makes_users_and_rates_and_each_of_its_transactions_is_a_row() {
    let Some((_server, url)) = bank() else { return };
    let study = |more: &str, load: &str| {
        format!(
            "study: s\ngenerator: {{tool: pgbench, url: \"{url}\", arguments: {more}}}\n{load}\nstep: 3 s\n"
        )
    };
    let check = |more: &str, load: &str, loads: &[f64]| {
        check_rows(tempfile::tempdir().expect("a folder").path(), &study(more, load), "pgbench ", loads)
    };
    let run = check("-S", "threads: [1, 3]", &[1.0, 3.0]);
    assert_eq!(labels(&run), ["script 1"]);
    check("-S", "rates: [200/s]", &[200.0]);
    // What fails is counted; nobody knows how long it took.
    let in_series = format!("{url}?options=-cdefault_transaction_isolation%3Dserializable");
    let conflicts = study("--max-tries=1", "threads: 6").replace(&url, &in_series);
    let run = check_rows(tempfile::tempdir().expect("a folder").path(), &conflicts, "pgbench ", &[6.0]);
    let (mut failed, mut timed, mut all) = (0, 0, 0);
    for interval in run.seconds_of(1).flat_map(|second| second.transactions.values()) {
        failed += interval.errors_total();
        timed += interval.response.count();
        all += interval.requests;
    }
    assert!(failed > 0 && timed + failed == all, "{timed} with a time, {failed} failed, {all} in all");
}

#[test]
fn what_pgbenchs_log_leaves_out_is_not_overlooked() {
    let Some((_server, url)) = bank() else { return };
    for (arguments, expected) in
        [("-S --sampling-rate=0.1", "requests that it made"), ("-f bad.sql", "Run was aborted")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "bad.sql", "select 1 / (random() * 500)::int;\n");
        let study = format!(
            "study: s\ngenerator: {{tool: pgbench, url: \"{url}\", arguments: \"{arguments}\"}}\nthreads: 4\nstep: 3 s\n"
        );
        write(folder.path(), "s.yaml", &study);
        let output = run(folder.path(), &["s.yaml"]);
        assert_ne!(output.status.code(), Some(0), "{}", said(&output));
        assert!(said(&output).contains(expected), "{arguments}: {}", said(&output));
    }
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
    check("locust", "`plan` is missing");
    check("gatling", "gatling needs `arguments`");
    check("{tool: ghz, url: \"127.0.0.1:50051\"}", "ghz needs `arguments`");
    check("jmetre", "`jmetre` is no load generator that is known");
}
