//! Reports of load generators, as they printed them: each run a step, with its figures.

use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::comparison::{Comparison, Group, Judged, Metric, Options, compare};
use plimsoll_import::{ImportSettings, import};
use plimsoll_run::{ErrorKind, ImportedRows, Run};
use std::path::Path;

/// `users`, successes per second, errors in percent of each step, and the percentiles that the last one has.
#[track_caller]
fn check(file: &str, steps: &[(f64, f64, f64)], percentiles: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("x.run");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(file);
    let outcome = import(&[path], &output, &ImportSettings::default()).expect("it is read");
    assert_eq!(outcome.steps, steps.len());
    let run = Run::open(&output).expect("a run");
    let mut found = (Vec::new(), Vec::new());
    for table in &run.header.imported_tables {
        match &table.rows {
            ImportedRows::Steps(rows) => found.0.clone_from(rows),
            ImportedRows::Summaries(rows) => found.1.clone_from(rows),
            other => panic!("{other:?}"),
        }
    }
    let users = found
        .1
        .iter()
        .map(|row| row.condition.last().and_then(|(_, users)| users.parse().ok()).unwrap_or(0.0));
    let figures = found.0.iter().zip(users).map(|(step, users)| {
        (users, step.throughput_per_s.unwrap_or(-1.0).round(), step.error_percent.unwrap_or(-1.0))
    });
    assert_eq!(figures.collect::<Vec<_>>(), steps);
    let last = found.1.last().expect("a summary");
    assert_eq!(last.percentiles.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), percentiles);
}

#[test]
fn ab() {
    let percentiles = ["p50", "p66", "p75", "p80", "p90", "p95", "p98", "p99", "p100"];
    check("ab.txt", &[(2.0, 6_324.0, 0.0), (8.0, 7_715.0, 0.0)], &percentiles);
}

#[test]
fn wrk() {
    let steps = [(2.0, 23_169.0, 0.0), (8.0, 30_817.0, 0.0), (32.0, 30_246.0, 0.0)];
    check("wrk.txt", &steps, &["p50", "p75", "p90", "p99"]);
}

#[test]
fn hey() {
    check("hey.txt", &[(2.0, 994.0, 0.0)], &["p10", "p25", "p50", "p75", "p90", "p95", "p99"]);
    check("hey_failed.txt", &[(4.0, 0.0, 100.0)], &["p10", "p25", "p50", "p75", "p90", "p95"]);
    check("hey.csv", &[(4.0, 1_151.0, 0.0)], &["p50", "p90", "p95", "p99"]);
}

#[test]
fn h2load() {
    check("h2load.txt", &[(2.0, 951.0, 0.0)], &[]);
}

#[test]
fn sysbench() {
    check("sysbench_interval.txt", &[(4.0, 1_560.0, 0.0)], &["p99"]);
}

#[test]
fn pgbench() {
    check("pgbench.txt", &[(4.0, 426.0, 0.0)], &[]);
}

fn analysed(file: &str) -> RunAnalysis {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("x.run");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(file);
    import(&[path], &output, &ImportSettings::default()).expect("it is read");
    let run = Run::open(&output).expect("a run");
    plimsoll_analysis::analyse(&[run], &[], 1).runs.remove(0)
}

#[test]
fn a_step_is_as_long_as_the_tool_says() {
    let lengths = |file| analysed(file).steps.iter().map(|step| step.measured_s).collect::<Vec<_>>();
    assert_eq!(lengths("ab.txt"), [0.316, 0.259]);
    assert_eq!(lengths("wrk.txt"), [3.01, 3.01, 3.10]);
}

/// How many requests a run has by the tool's own count, and how many failed.
#[track_caller]
fn check_counts(file: &str, requests: u64, failures: u64) {
    let run = analysed(file);
    let found: (u64, u64) = (
        run.steps.iter().map(|step| step.requests).sum(),
        run.steps.iter().map(|step| step.errors + step.generator_errors).sum(),
    );
    assert_eq!(found, (requests, failures), "{file}");
}

#[test]
fn requests_and_failures_are_those_that_the_tool_counted() {
    // Of 2.039 s, which are no whole number of seconds: rate and length alone would give 196.
    check_counts("vegeta.txt", 200, 20);
    check_counts("vegeta.json", 200, 20);
    check_counts("hey_failed.txt", 20, 20);
    check_counts("ab_failed.txt", 100, 100);
    check_counts("wrk.txt", 69_688 + 92_699 + 93_822, 0);
}

/// The longest request of the last step, and the kinds of its failures with their details.
#[track_caller]
fn check_longest_and_kinds(file: &str, longest_us: u64, kinds: &[(ErrorKind, &str, u64)]) {
    let run = analysed(file);
    let step = run.steps.last().expect("a step");
    assert_eq!(step.response.max_us, Some(longest_us), "{file}");
    let found = step.error_details.iter().map(|error| (error.kind, error.detail.as_str(), error.count));
    assert_eq!(found.collect::<Vec<_>>(), kinds, "{file}");
}

#[test]
fn the_longest_request_and_the_kinds_of_failures_are_those_that_the_tool_printed() {
    check_longest_and_kinds("ab_failed.txt", 48_000, &[(ErrorKind::Status, "not 2xx", 100)]);
    check_longest_and_kinds("hey_failed.txt", 24_300, &[(ErrorKind::Status, "404", 20)]);
    check_longest_and_kinds("vegeta.txt", 51_515, &[(ErrorKind::Status, "503", 20)]);
    check_longest_and_kinds("vegeta.json", 51_515, &[(ErrorKind::Status, "503", 20)]);
    check_longest_and_kinds("h2load_failed.txt", 13_310, &[(ErrorKind::Status, "4xx", 50)]);
    check_longest_and_kinds("sysbench_interval.txt", 76_350, &[]);
}

fn opened(name: &str, text: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("it is written");
    let output = folder.path().join("x.run");
    import(&[file], &output, &ImportSettings::default()).expect("it is read");
    Run::open(&output).expect("a run")
}

/// The first half of the runs against the second.
fn compared(runs: &[Run]) -> Comparison {
    let names: Vec<String> = (0..runs.len()).map(|place| place.to_string()).collect();
    let half = runs.len() / 2;
    let group =
        |name: &str, runs: std::ops::Range<usize>| Group { name: name.to_owned(), runs: runs.collect() };
    compare(runs, &[], &names, &[(group("a", 0..half), group("b", half..runs.len()))], Options::default())
}

/// Their windows are whole seconds, 11 and 12 of them, and their rate is what they say.
#[test]
fn equal_runs_of_a_tool_are_equal_however_long_they_took() {
    let ab = |seconds: f64| {
        let requests = (1_000.0 * seconds).round();
        format!(
            "This is ApacheBench, Version 2.3 <$Revision: 1879490 $>\nServer Hostname:        127.0.0.1\n\
             Concurrency Level:      10\nTime taken for tests:   {seconds} seconds\nComplete requests:      {requests}\n\
             Failed requests:        0\nRequests per second:    1000.00 [#/sec] (mean)\nTime per request:       10.000 [ms] (mean)\n\
             \nPercentage of the requests served within a certain time (ms)\n  50%     10\n  95%     12\n 100%     23 (longest request)\n"
        )
    };
    let runs: Vec<Run> =
        [11.47, 11.48, 11.49, 11.51, 11.52, 11.53].map(|seconds| opened("ab.txt", &ab(seconds))).into();
    let found = compared(&runs);
    let rows = &found.contrasts[0].rows;
    assert_eq!(found.judged, Judged::NoRegression, "{rows:#?}");
    let figure = |metric: Metric| rows.iter().find(|row| row.metric == metric).map(|row| row.after.value);
    assert_eq!(figure(Metric::ThroughputPerS), Some(1_000.0));
    assert_eq!((figure(Metric::MeanUs), figure(Metric::P95Us)), (Some(10_000.0), Some(12_000.0)));
}

#[test]
fn shares_of_an_unknown_number_of_requests_prove_nothing() {
    let table = |percent: &str| {
        opened("t.csv", &format!("users,throughput_per_s,errors\n10,95.2,{percent}\n20,180,-\n"))
    };
    let found = compared(&[table("0.5%"), table("1.5%")]);
    let rows = &found.contrasts[0].rows;
    let errors = rows.iter().find(|row| row.metric == Metric::ErrorsPercent).expect("errors are compared");
    assert_eq!((errors.before.value, errors.after.value), (0.5, 1.5), "{errors:#?}");
    assert_eq!(errors.difference.bounds_95, None, "{errors:#?}");
    assert_eq!(found.judged, Judged::Undecided);
}
