//! Nothing is lost on the way: requests in are requests in steps and requests that are said to be in none.

use plimsoll_analysis::comparison::{Group, Options, compare};
use plimsoll_analysis::findings::DetectorState;
use plimsoll_analysis::requirements::JudgementBasis;
use plimsoll_analysis::{Capacity, Judgement, RunAnalysis, analyse};
use plimsoll_import::{ImportError, ImportOutcome, ImportSettings, import};
use plimsoll_report::{Language, Words, markdown, terminal};
use plimsoll_run::{Design, LoadGeneratorKind, MeasurementSource, Run};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::path::PathBuf;

pub fn imported(files: &[PathBuf]) -> Result<(ImportOutcome, RunAnalysis), ImportError> {
    let folder = tempfile::tempdir().unwrap();
    let outcome = import(files, &folder.path().join("a.run"), &ImportSettings::default())?;
    let run = Run::open(&outcome.run).unwrap();
    Ok((outcome, analyse(&[run], &[], 1).runs.remove(0)))
}

pub fn of_text(name: &str, text: &str) -> (ImportOutcome, RunAnalysis) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    imported(&[file]).unwrap()
}

/// Requests and errors of steps and of none are all there are.
pub fn check(outcome: &ImportOutcome, run: &RunAnalysis) {
    let of_steps: u64 = run.steps.iter().map(|step| step.requests).sum();
    let errors: u64 = run.steps.iter().map(|step| step.errors + step.generator_errors).sum();
    let outside = &run.outside;
    assert_eq!(of_steps + outside.requests, outside.of_requests, "{outside:?}");
    assert_eq!(errors + outside.errors, outside.of_errors, "{outside:?}");
    assert_eq!(outside.of_requests, outcome.requests, "{:?}", outcome.inputs);
    if let Some(whole) = &run.whole {
        let all = (whole.all.requests, whole.all.errors);
        assert_eq!(all, (outside.of_requests, outside.of_errors), "{outside:?}");
    }
}

/// Larger files hold no other shapes, and take long.
const BYTES_MAX: u64 = 300_000;

#[test]
fn of_every_result_file_that_is_at_hand_all_requests_are_accounted_for() {
    let mut files = Vec::new();
    for corpus in ["jtl", "gatling", "k6", "accesslog"] {
        let Some(folder) = plimsoll_testkit::corpora::corpora(corpus) else { return };
        files.extend(plimsoll_testkit::files::files(&folder, ""));
    }
    let mut taken = 0;
    for file in files {
        // What is refused with a reason is not imported at all.
        if std::fs::metadata(&file).is_ok_and(|file| file.len() > BYTES_MAX) {
            continue;
        }
        let Ok((outcome, run)) = imported(&[file]) else { continue };
        check(&outcome, &run);
        taken += 1;
    }
    assert!(taken > 50, "{taken}");
}

/// Rows of JMeter's CSV: second, users, failed.
fn jtl(rows: &[(u64, u32, bool)]) -> String {
    let mut text = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    for (number, (second, users, failed)) in rows.iter().enumerate() {
        let ms = 1_600_000_000_000 + second * 1_000 + number as u64 % 900;
        let code = if *failed { 500 } else { 200 };
        let _ = writeln!(text, "{ms},40,a,{code},{},{users}", !failed);
    }
    text
}

/// So many seconds with so many users and requests in each.
pub fn levels(of: &[(u64, u32, u64)]) -> Vec<(u64, u32, bool)> {
    let (mut rows, mut second) = (Vec::new(), 0);
    for (seconds, users, requests) in of {
        for at in second..second + seconds {
            rows.extend((0..*requests).map(|n| (at, *users, n == 3 && at % 10 == 0)));
        }
        second += seconds;
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_any_load_all_requests_are_accounted_for(
        of in prop::collection::vec((1..40_u64, 0..60_u32, 0..8_u64), 1..8),
    ) {
        let rows = levels(&of);
        prop_assume!(!rows.is_empty());
        let (outcome, run) = of_text("a.jtl", &jtl(&rows));
        check(&outcome, &run);
        prop_assert_eq!(outcome.requests, rows.len() as u64);
    }
}

#[test]
fn a_ramp_is_reported_as_a_ramp_and_claims_no_capacity() {
    let rise: Vec<(u64, u32, u64)> = (1..=90).map(|users| (1, users, 10)).collect();
    let (outcome, run) = of_text("a.jtl", &jtl(&levels(&rise)));
    check(&outcome, &run);
    assert_eq!(run.header.design, Design::Ramp { users_min: 1, users_max: 90 });
    assert!(matches!(run.capacity, Capacity::Ramp { .. }), "{:?}", run.capacity);
    // Users of a stretch are those that ran in it, not the most of the whole.
    let users: Vec<f64> = run.steps.iter().map(|step| step.load().value()).collect();
    assert_eq!((users.len(), users[0], users[8]), (9, 5.5, 85.5), "{users:?}");
    assert!(crate::notes_of(&outcome)[0].contains("ramp"), "{:?}", outcome.notes);
    assert_eq!(run.scalability, None);
}

#[test]
fn of_one_level_in_a_ramp_the_users_are_its_own_and_the_rest_is_counted() {
    let (outcome, run) = of_text("a.jtl", &jtl(&levels(&[(3, 8, 2), (60, 4, 20), (3, 2, 2)])));
    check(&outcome, &run);
    assert_eq!((run.steps.len(), run.steps[0].load().value()), (1, 4.0), "{:?}", run.steps[0].load());
    assert!(run.outside.requests >= 12, "{:?}", run.outside);
}

#[test]
fn six_requests_are_no_capacity() {
    let table = "step,threads,start,end\n1,1,2023-01-01T00:00:00,2023-01-01T00:00:10\n\
                 2,5,2023-01-01T00:00:10,2023-01-01T00:00:20\n";
    let folder = tempfile::tempdir().unwrap();
    let (steps, results) = (folder.path().join("steps.csv"), folder.path().join("a.jtl"));
    std::fs::write(&steps, table).unwrap();
    let start = 1_672_531_200_000_u64;
    let mut text = "timeStamp,elapsed,label,success\n".to_owned();
    for at in [1_u64, 11, 12, 13, 15, 17, 18] {
        let _ = writeln!(text, "{},40,a,true", start + at * 1_000);
    }
    std::fs::write(&results, text).unwrap();
    let (_, run) = imported(&[steps, results]).unwrap();
    let Capacity::TooLittle { succeeded, needed, .. } = run.capacity else { panic!("{:?}", run.capacity) };
    assert_eq!((succeeded, needed), (6, 50));
    assert!(run.findings.iter().all(|finding| finding.id != "inversion"));
}

#[test]
fn a_short_load_is_divided_by_its_real_length() {
    // 143 requests a second for 7.024 s, the first of which takes 1.2 s and the others 10 ms.
    let mut text = "timeStamp,elapsed,label,responseCode,success\n1600000000516,1200,a,200,true\n".to_owned();
    for n in 0..1_002_u64 {
        let _ = writeln!(text, "{},10,a,200,true", 1_600_000_000_523 + n * 7);
    }
    let (outcome, run) = of_text("a.jtl", &text);
    check(&outcome, &run);
    let step = &run.steps[0];
    assert_eq!((run.steps.len(), step.requests, run.outside.requests), (1, 1_003, 0));
    assert!((step.measured_s - 7.024).abs() < 1e-9, "{}", step.measured_s);
    assert!((step.throughput_per_s.value - 1_003.0 / 7.024).abs() < 1e-6, "{:?}", step.throughput_per_s);
    // A first request that ends in a later second: the run begins with its start.
    let slow: String = (0..20_u64).fold("timeStamp,elapsed,label,success\n".to_owned(), |text, n| {
        format!("{text}{},1400,a,true\n", 1_600_000_000_704 + n * 201)
    });
    let (outcome, run) = of_text("a.jtl", &slow);
    check(&outcome, &run);
    assert!((run.steps[0].measured_s - (19.0 * 0.201 + 1.4)).abs() < 1e-9, "{}", run.steps[0].measured_s);
    // Of times in seconds the length is not known so well.
    let whole: String = (0..60_u64).fold("timeStamp,elapsed,label,success\n".to_owned(), |text, n| {
        format!("{text}{},140,a,true\n", 1_600_000_000_000 + n / 10 * 1_000)
    });
    let (outcome, run) = of_text("a.jtl", &whole);
    check(&outcome, &run);
    assert!((run.steps[0].measured_s - 6.0).abs() < 1e-9, "{}", run.steps[0].measured_s);
}

#[test]
fn threads_that_hang_at_the_end_are_no_inversion() {
    // Nine of twenty users go on for two minutes, with a request in each fortieth second.
    let mut rows = levels(&[(60, 4, 20), (60, 20, 40)]);
    rows.extend((0..120).filter(|second| second % 40 == 0).map(|second| (120 + second, 9, false)));
    let (outcome, run) = of_text("a.jtl", &jtl(&rows));
    check(&outcome, &run);
    let users: Vec<f64> = run.steps.iter().map(|step| step.load().value()).collect();
    assert_eq!(users, [4.0, 20.0]);
    assert_eq!(run.outside.of_requests, 60 * 60 + 3);
    assert!(run.findings.iter().all(|finding| finding.id != "inversion"), "{:?}", run.findings);
}

#[test]
fn redirects_that_are_written_again_are_counted_as_parts() {
    let mut text = "timeStamp,elapsed,label,responseCode,threadName,success,bytes\n".to_owned();
    for n in 0..60_u64 {
        let ms = 1_600_000_000_000 + n * 500;
        let _ = writeln!(text, "{ms},30,page,200,T 1-1,true,500");
        let _ = writeln!(text, "{ms},10,page-0,302,T 1-1,true,100");
        let _ = writeln!(text, "{},20,page-1,200,T 1-1,true,400", ms + 10);
    }
    let (outcome, run) = of_text("a.jtl", &text);
    check(&outcome, &run);
    assert_eq!(outcome.requests, 60);
    let said = |note: &String| note.contains("120 of 180 rows are parts of other rows");
    assert!(crate::notes_of(&outcome).iter().any(said), "{:?}", outcome.notes);
}

#[test]
fn rows_of_several_requests_are_said_to_have_means_only() {
    let text = |samples: u64| {
        let mut text = "timeStamp,elapsed,label,responseCode,success,SampleCount,ErrorCount\n".to_owned();
        for n in 0..60_u64 {
            let _ =
                writeln!(text, "{},{},page,200,true,{samples},0", 1_600_000_000_000 + n * 500, 30 * samples);
        }
        text
    };
    let is_it = |note: &String| note.contains("in rows of several, with their mean only");
    let (outcome, run) = of_text("a.jtl", &text(10));
    check(&outcome, &run);
    assert!(
        crate::notes_of(&outcome).iter().any(|note| is_it(note) && note.starts_with("600 of 600 requests"))
    );
    assert!(!crate::notes_of(&of_text("b.jtl", &text(1)).0).iter().any(is_it));
}

#[test]
fn iterations_that_k6_dropped_are_in_a_note() {
    let mut text = String::new();
    for n in 0..60_u64 {
        let point = |metric: &str, value: u64| {
            format!(
                "{{\"type\":\"Point\",\"metric\":\"{metric}\",\"data\":{{\"time\":\"2026-11-21T08:22:{n:02}Z\",\"value\":{value},\"tags\":{{\"status\":\"200\"}}}}}}\n"
            )
        };
        text += &(point("http_reqs", 1) + &point("http_req_duration", 40) + &point("dropped_iterations", 2));
    }
    let (outcome, run) = of_text("k6.json", &text);
    check(&outcome, &run);
    assert!(
        crate::notes_of(&outcome).iter().any(|note| note.contains("k6 dropped 120 iterations")),
        "{:?}",
        outcome.notes
    );
    assert!(run.findings.iter().any(|finding| finding.id == "iterations-dropped"));
}

#[test]
fn requests_that_gatling_could_not_make_are_in_a_note_and_no_rows_that_could_not_be_read() {
    let start = 1_600_000_000_000_u64;
    let mut text = format!("RUN\tshop.Simulation\tshop\t{start}\t \t3.5.1\n");
    for n in 0..60 {
        let ms = start + n * 500;
        let _ = writeln!(text, "REQUEST\t7\t\tget\t{ms}\t{}\tOK\t ", ms + 40);
        if n % 30 == 4 {
            let _ = writeln!(
                text,
                "GROUP\tFailed to build request pay: No attribute named 'id' is defined \t{ms}"
            );
            let _ = writeln!(text, "ERROR\tFailed to build request pay: again \t{ms}");
        }
    }
    let (outcome, run) = of_text("simulation.log", &text);
    check(&outcome, &run);
    assert_eq!((outcome.requests, outcome.inputs[0].problems, outcome.is_incomplete()), (60, 0, false));
    let said = |note: &String| {
        note.contains("4 requests could not be made by the load generator")
            && note.ends_with("the first: Failed to build request pay: No attribute named 'id' is defined")
    };
    assert!(crate::notes_of(&outcome).iter().any(said), "{:?}", outcome.notes);
}

#[test]
fn a_number_of_unknown_unit_is_in_a_note_and_no_row_that_could_not_be_read() {
    let mut text = String::new();
    for n in 0..60 {
        let _ = writeln!(
            text,
            "10.0.0.1 - - [21/Nov/2026:08:22:{n:02} +0000] \"GET /a HTTP/1.1\" 200 12 \"-\" \"curl\" 0.05{}",
            n % 10
        );
    }
    let (outcome, run) = of_text("access.log", &text);
    check(&outcome, &run);
    assert_eq!((outcome.requests, outcome.inputs[0].problems, outcome.is_incomplete()), (60, 0, false));
    let said = |note: &String| note.contains("0.050 behind the usual fields is passed over");
    assert!(crate::notes_of(&outcome).iter().any(said), "{:?}", outcome.notes);
}

#[test]
fn requests_without_a_response_time_are_counted_in_a_note() {
    let text = |unknown: usize| {
        let mut text = String::new();
        for n in 0..60 {
            let time = if n < unknown { String::new() } else { format!(",\"request_time\":0.0{}", 10 + n) };
            let _ = writeln!(
                text,
                "{{\"time\":\"2026-11-21T08:22:{n:02}Z\",\"remote_addr\":\"10.0.0.1\",\"method\":\"GET\",\"uri\":\"/a\",\"status\":200{time}}}"
            );
        }
        text
    };
    let is_it = |note: &String| note.contains("requests have no response time");
    let (outcome, _) = of_text("access.json", &text(7));
    assert!(
        crate::notes_of(&outcome).iter().any(|note| is_it(note) && note.contains(": 7 of 60 ")),
        "{:?}",
        outcome.notes
    );
    assert!(!crate::notes_of(&of_text("b.json", &text(0)).0).iter().any(is_it));
}

/// Of both forms, 3 of 60 checks failed, and no request did.
#[track_caller]
fn check_failed_checks(name: &str, text: &str) {
    let (outcome, run) = of_text(name, text);
    check(&outcome, &run);
    let said =
        |note: &String| note.starts_with("3 of 60 checks of the script failed (\"body has id\": 3 of 60)");
    assert!(crate::notes_of(&outcome).iter().any(said), "{:?}", outcome.notes);
    let claim = run.findings.iter().find(|finding| finding.id == "checks-failed");
    assert!(claim.is_some(), "{:?}", run.findings.iter().map(|finding| finding.id).collect::<Vec<_>>());
    assert_eq!((outcome.requests, run.outside.of_errors), (60, 0));
}

#[test]
fn checks_of_k6_that_failed_are_a_finding_and_no_failed_requests() {
    let (mut json, mut csv) = (String::new(), "metric_name,timestamp,metric_value,check,status\n".to_owned());
    for n in 0..60_u64 {
        let passed = u64::from(n >= 3);
        for (metric, value, tag) in
            [("http_reqs", 1, "status"), ("http_req_duration", 40, "status"), ("checks", passed, "check")]
        {
            let text = if tag == "check" { "body has id" } else { "200" };
            let _ = writeln!(
                json,
                "{{\"type\":\"Point\",\"metric\":\"{metric}\",\"data\":{{\"time\":\"2026-11-21T08:22:{n:02}Z\",\"value\":{value},\"tags\":{{\"{tag}\":\"{text}\"}}}}}}"
            );
            let (check, status) = if tag == "check" { (text, "") } else { ("", text) };
            let _ = writeln!(csv, "{metric},{},{value},{check},{status}", 1_795_249_330 + n);
        }
    }
    check_failed_checks("k6.json", &json);
    check_failed_checks("k6.csv", &csv);
}

#[test]
fn users_of_an_open_load_are_their_mean_and_not_the_most_of_each_second() {
    let mut text = "timeStamp,elapsed,label,responseCode,threadName,success,bytes,allThreads\n".to_owned();
    // Ten at work on average, between 5 and 15 in every second.
    for n in 0..6_000_u64 {
        let _ = writeln!(text, "{},200,page,200,T 1-1,true,500,{}", 1_600_000_000_000 + n * 20, 5 + n % 11);
    }
    let (_, run) = of_text("a.jtl", &text);
    let users = run.steps.iter().map(|row| row.load().value());
    assert_eq!(users.collect::<Vec<_>>(), [10.0]);
}

#[test]
fn who_measured_is_jmeter_and_of_its_health_nothing_is_known() {
    let (_, run) = of_text("a.jtl", &jtl(&levels(&[(30, 4, 10)])));
    let LoadGeneratorKind::Imported(by) = &run.header.generator else { panic!("{:?}", run.header.generator) };
    assert_eq!(
        (by.source, by.tools.as_slice()),
        (MeasurementSource::LoadGenerator, ["JMeter".to_owned()].as_slice())
    );
    let state =
        |id: &str| run.detectors.iter().find(|report| report.id == id).map(|report| report.state.clone());
    for id in ["generator-limited", "generator-delayed", "certificates-not-verified", "elements-skipped"] {
        let found = format!("{:?}", state(id));
        assert!(found.contains("OwnMeasurement"), "{id}: {found}");
    }
}

#[test]
fn tables_keep_their_figures() {
    let (outcome, run) = of_text("small.csv", "threads,x_per_s\n0.31,0.001\n2,0.002\n4,0.0035\nx,1\n");
    assert!(outcome.is_incomplete(), "a refused row is missing in the run");
    let figures: Vec<(f64, f64)> =
        run.steps.iter().map(|step| (step.load().value(), step.throughput_per_s.value)).collect();
    assert_eq!(figures, [(0.31, 0.001), (2.0, 0.002), (4.0, 0.0035)]);
    assert!(run.steps.iter().all(|step| step.is_valid()), "{:?}", run.validity);
    assert_eq!(outcome.requests, 0, "how many there were is not known");
}

#[test]
fn failures_of_a_result_file_have_their_first_row_as_an_example() {
    let table = "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,URL\n\
                 1684951191000,20,home,200,OK,true,,http://a/home\n\
                 1684951193000,30,home,503,Service Unavailable,false,,http://a/home?b=2\n\
                 1684951192000,30,home,503,Service Unavailable,false,,http://a/home?b=1\n\
                 1684951193500,30,pay,200,OK,false,Test failed: text expected to contain /paid/,http://a/pay\n";
    let (_, run) = of_text("a.jtl", table);
    let mut found: Vec<(&str, &str, &str, u64)> = run
        .error_examples
        .iter()
        .map(|one| (one.transaction.as_str(), one.url.as_str(), one.status.as_str(), one.at_us))
        .collect();
    found.sort_unstable();
    let expected = [
        ("home", "http://a/home?b=1", "503 Service Unavailable", 1_030_000),
        ("pay", "http://a/pay", "200", 2_530_000),
    ];
    assert_eq!(found, expected, "{:?}", run.error_examples);
    let paid = run.error_examples.iter().find(|one| one.transaction == "pay").expect("an example");
    assert!(paid.detail.contains("expected to contain /paid/"), "{paid:?}");
}

#[test]
fn what_jmeter_could_not_parse_is_said_to_be_jmeters() {
    let head = "timeStamp,elapsed,label,responseCode,responseMessage,success\n".to_owned();
    let message = "Embedded resource download error:https://a/b.css code:Non HTTP response code: \
                   org.apache.jmeter.protocol.http.parser.LinkExtractorParseException message:Non HTTP response message: \
                   java.lang.IllegalArgumentException: Unrecoverable error met during parsing, message:Failed to parse CSS: \
                   https://a/b.css, [1:1] Encountered text";
    let table = (0..60).fold(head, |text, n| {
        format!("{text}{},20,home,200,\"{message}\",false\n", 1_684_951_191_000_u64 + n)
    });
    let (outcome, run) = of_text("a.jtl", &table);
    check(&outcome, &run);
    // They are failures all the same.
    assert_eq!(run.outside.of_errors, 60);
    let says =
        "JMeter could not parse b.css: [1:1] Encountered text (httpsampler.ignore_failed_embedded_resource)";
    assert_eq!(run.error_examples[0].detail, says);
}

fn judged(table: &str, requirements: &[&str]) -> Vec<(Judgement, JudgementBasis)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.csv");
    std::fs::write(&file, table).unwrap();
    let requirements = requirements.iter().map(|text| (*text).to_owned()).collect();
    let settings = ImportSettings { requirements, ..ImportSettings::default() };
    let outcome = import(&[file], &folder.path().join("a.run"), &settings).unwrap();
    let run = analyse(&[Run::open(&outcome.run).unwrap()], &[], 1).runs.remove(0);
    run.verdicts.iter().map(|verdict| (verdict.judgement, verdict.steps[0].evidence.clone())).collect()
}

const WRK: &str = "Running 10s test @ http://127.0.0.1:8080/
  2 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     4.20ms    1.00ms  30.00ms   90.00%
    Req/Sec     7.60k   500.00     8.00k    70.00%
  Latency Distribution
     50%    4.00ms
     75%    4.50ms
     90%    6.00ms
     99%   12.00ms
  150000 requests in 10.00s, 20.00MB read
Requests/sec:  15000.00
Transfer/sec:      2.00MB
";

#[test]
fn percentiles_of_a_tool_judge_where_those_around_the_limit_decide() {
    let asked = ["p95 < 15 ms", "p95 < 5 ms", "p95 < 8 ms", "p99 <= 12 ms", "p90 < 100 ms", "p99 < 10 ms"];
    let found = judged(WRK, &asked);
    let of = |measured_us, deciding_percent, deciding_us| JudgementBasis::FromPercentiles {
        measured_us,
        deciding_percent,
        deciding_us,
        failed: Some(0),
        of: 150_000,
    };
    assert_eq!(found[0], (Judgement::Pass, of(None, 99.0, 12_000.0)));
    assert_eq!(found[1], (Judgement::Fail, of(None, 90.0, 6_000.0)));
    assert_eq!(found[2], (Judgement::Inconclusive, of(None, 90.0, 6_000.0)));
    // One percent may be over it, and as many may be.
    assert_eq!(found[3], (Judgement::Inconclusive, of(Some(12_000.0), 99.0, 12_000.0)));
    // The longest request is within the limit.
    assert_eq!(found[4], (Judgement::Pass, of(Some(6_000.0), 100.0, 30_000.0)));
    // A sixth less is far from it, for so many requests.
    assert_eq!(found[5], (Judgement::Fail, of(Some(12_000.0), 99.0, 12_000.0)));
}

#[test]
fn what_a_table_does_not_count_is_judged_by_no_made_up_counts() {
    let of_table = |errors_percent| JudgementBasis::FromTable { errors_percent, mean_us: None };
    let asked = ["errors < 1 %", "errors <= 0 %", "p95 <= 1 s", "max <= 1 s", "mean <= 1 s"];
    let found = judged("threads,tps,error_pct,mean_ms\n1,50,0.4,20\n2,90,0.5,22\n", &asked);
    assert_eq!(found[0], (Judgement::Inconclusive, of_table(Some(0.4))));
    assert_eq!(found[1], (Judgement::Fail, of_table(Some(0.4))));
    assert_eq!(found[2], (Judgement::Inconclusive, of_table(None)));
    assert_eq!(found[3], (Judgement::Inconclusive, of_table(None)));
    let mean = JudgementBasis::FromTable { errors_percent: None, mean_us: Some(20_000.0) };
    assert_eq!(found[4], (Judgement::Inconclusive, mean));
    // With lengths the numbers of requests follow; without errors nothing does.
    let found = judged("threads,tps,error_pct,minutes\n1,50,0.4,15\n2,90,0.5,15\n", &asked[..1]);
    assert!(matches!(found[0], (Judgement::Pass, JudgementBasis::Share { of: 45_000.., .. })), "{found:?}");
    // The share as it was written, and not that of the whole requests that were reckoned from it.
    let found = judged("threads,tps,error_pct,seconds\n40,80,0.47,60\n", &asked[..1]);
    let JudgementBasis::Share { over, percent, .. } = found[0].1 else { panic!("{found:?}") };
    assert_eq!((over, percent), (23, 0.47));
    let found = judged("threads,tps,minutes\n1,50,15\n2,90,15\n", &asked[..1]);
    assert_eq!(found[0], (Judgement::Inconclusive, of_table(None)));
}

#[test]
fn percentiles_of_a_table_judge_as_those_of_a_tool_do() {
    let asked = ["p95 < 200 ms", "p95 < 100 ms", "p99 < 140 ms", "max < 1 s"];
    let judged_of = |header: &str, row: &str| {
        judged(&format!("{header}\n{row}\n"), &asked)
            .into_iter()
            .map(|(judgement, _)| judgement)
            .collect::<Vec<_>>()
    };
    let all = [Judgement::Pass, Judgement::Fail, Judgement::Fail, Judgement::Fail];
    let of_loads = "users,throughput,error_pct,minutes,p90_ms,95th percentile (ms),p(99)_ms,max_ms";
    assert_eq!(judged_of(of_loads, "10,50,0,15,110,150,240,2100"), all);
    let of_steps = "start,end,users,throughput,error_pct,p90_ms,p95_ms,p99_ms,max_ms";
    let times = "2025-10-07 10:00:00,2025-10-07 10:15:00";
    assert_eq!(judged_of(of_steps, &format!("{times},10,50,0,110,150,240,2100")), all);
    assert_eq!(judged_of("users,rps,seconds,p90,p95,p99,max", "10,50,900,110ms,150ms,240 ms,2.1s"), all);
    // Nothing says how many failed.
    let found = judged("users,rps,p95_ms,minutes\n10,50,150,15\n", &asked[..1]);
    assert!(
        matches!(found[0], (Judgement::Pass, JudgementBasis::FromPercentiles { failed: None, .. })),
        "{found:?}"
    );
    let found = judged("VUs,TPS,Failed %,P95 RT (ms),minutes\n10,50,30,150,15\n", &asked[..1]);
    assert!(
        matches!(found[0], (Judgement::Fail, JudgementBasis::FromPercentiles { failed: Some(_), .. })),
        "{found:?}"
    );
    // Without lengths no number of requests is known; the figure is said even so.
    let found = judged("users,rps,p95_ms\n10,50,150\n", &asked[..1]);
    let JudgementBasis::FromPercentiles { measured_us, of, .. } = found[0].1 else { panic!("{found:?}") };
    assert_eq!((found[0].0, measured_us, of), (Judgement::Inconclusive, Some(150_000.0), 0));
}

#[test]
fn variants_of_fractional_users_meet_at_exactly_the_same_load() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str, rows: &str| {
        let file = folder.path().join(format!("{name}.csv"));
        std::fs::write(&file, format!("threads,x_per_s\n{rows}")).unwrap();
        let run = folder.path().join(format!("{name}.run"));
        import(&[file], &run, &ImportSettings::default()).unwrap();
        let mut run = Run::open(&run).unwrap();
        run.header.variant.name = name.to_owned();
        run
    };
    // Rounded, all but the last are loads of 0 or 1.
    let runs = [made("a", "0.31,2.2\n0.45,2.57\n0.9,4\n1.9,6\n"), made("b", "0.31,2.3\n0.9,4.4\n2.1,6\n")];
    let analysis = analyse(&runs, &[], 1);
    let matrix = analysis.matrix.expect("two variants");
    let loads: Vec<(f64, Vec<Option<f64>>)> = matrix
        .rows
        .iter()
        .map(|row| {
            let cells = row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.throughput_per_s));
            (row.load().value(), cells.collect())
        })
        .collect();
    let expected = [
        (0.31, vec![Some(2.2), Some(2.3)]),
        (0.45, vec![Some(2.57), None]),
        (0.9, vec![Some(4.0), Some(4.4)]),
        (1.9, vec![Some(6.0), None]),
        (2.1, vec![None, Some(6.0)]),
    ];
    assert_eq!(loads, expected);
    let names = ["a".to_owned(), "b".to_owned()];
    let side = |place: usize| Group { name: names[place].clone(), runs: vec![place] };
    let found = compare(&runs, &[], &names, &[(side(0), side(1))], Options::default());
    let users: Vec<f64> = found.contrasts[0].rows.iter().map(|row| row.subject.load.value()).collect();
    assert_eq!(users, [0.31, 0.9], "{:?}", found.contrasts[0].rows);
}

#[test]
fn a_table_whose_highest_load_still_gains_has_a_lower_bound() {
    let claim = |last: &str| {
        of_text("t.csv", &format!("threads,x_per_s\n1,1\n2,2\n4,3\n{last}\n")).1.measured.capacity
    };
    // A third more of the 60 % that twice the users should bring: it misses its goal, and grows.
    let found = claim("8,4");
    assert!(matches!(&found, Capacity::LowerBound { best, .. } if best.step == 4), "{found:?}");
    let found = claim("8,3.1");
    assert!(matches!(&found, Capacity::Maximum { best, .. } if best.step == 4), "{found:?}");
}

#[test]
fn the_last_step_of_a_table_that_misses_its_goal_is_the_maximum() {
    let rows = [
        "08:00:00,08:15:00,5,2,10",
        "08:15:00,08:30:00,8,2,15",
        "08:30:00,08:45:00,8,3,20.1",
        "08:45:00,09:00:00,8,4,20.5",
    ];
    let mut table = "start,end,threads,nodes,throughput_per_s\n".to_owned();
    rows.iter().for_each(|row| {
        let _ = writeln!(table, "2023-01-01T{}", row.replacen(',', ",2023-01-01T", 1));
    });
    let (_, run) = of_text("steps.csv", &table);
    let Capacity::Maximum { best, shown_by, .. } = &run.capacity else { panic!("{:?}", run.capacity) };
    assert_eq!((best.step, shown_by.goal_percent, shown_by.growth().gain_percent), (4, 19, 1));
}

/// Of 20 and 30 users, which both leave a fifth of the maximum, the latter bring hardly more.
#[test]
fn without_response_times_the_load_is_recommended_that_brings_most_for_its_users() {
    let table = "users,throughput_per_s\n10,10\n20,19\n30,19.5\n60,25\n90,25\n";
    let (_, run) = of_text("loads.csv", table);
    assert!(matches!(run.capacity, Capacity::Maximum { .. }), "{:?}", run.capacity);
    assert_eq!(run.advice.recommended.as_ref().map(|point| point.step), Some(2));
}

#[test]
fn locusts_history_without_names_is_the_load_by_its_rows_of_all() {
    // The columns of Locust 2; without --csv-full-history there is no row of a single name.
    let mut text = "Timestamp,User Count,Type,Name,Requests/s,Failures/s,50%,66%,75%,80%,90%,95%,98%,99%,99.9%,99.99%,100%,\
                    Total Request Count,Total Failure Count,Total Median Response Time,Total Average Response Time,\
                    Total Min Response Time,Total Max Response Time,Total Average Content Size\n"
        .to_owned();
    let figures = "12,12,13,13,14,15,16,17,18,18,18";
    for second in 0..60_u64 {
        let (requests, failures) = (second * 20, second);
        let _ = writeln!(
            text,
            "{},10,,Aggregated,20.000000,1.000000,{figures},{requests},{failures},12,12.5,9,18,271.0",
            1_600_000_000 + second
        );
    }
    let (outcome, run) = of_text("locust_stats_history.csv", &text);
    check(&outcome, &run);
    assert_eq!((outcome.requests, run.outside.of_errors), (59 * 20, 59));
    assert_eq!(run.steps.len(), 1, "{:?}", run.steps);
    assert_eq!(run.steps[0].load().value(), 10.0);
    assert!((run.steps[0].throughput_per_s.value - 19.0).abs() < 0.5, "{:?}", run.steps[0].throughput_per_s);
    assert!(!outcome.is_incomplete(), "{:?}", outcome.inputs);
}

#[test]
fn a_row_of_the_future_is_no_request_and_the_run_is_not_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jtl");
    let mut text = jtl(&levels(&[(30, 4, 10)]));
    text.push_str("7600000000000,40,a,200,true,4\n");
    std::fs::write(&file, &text).unwrap();
    let settings = ImportSettings { latest_unix_us: 1_700_000_000_000_000, ..ImportSettings::default() };
    let outcome = import(&[file], &folder.path().join("a.run"), &settings).unwrap();
    assert_eq!(outcome.requests, 300);
    assert!(outcome.is_incomplete());
    let problem = &outcome.inputs[0].first_problems[0];
    assert!(problem.contains(":302: 2210-11-0") && problem.contains("has not come yet"), "{problem}");
}

#[test]
fn of_a_table_the_report_shows_what_it_has_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.csv");
    std::fs::write(&file, "threads,x_per_s\n1,0.001\n2,0.002\n4,0.0035\n8,0.006\n16,0.008\n").unwrap();
    let outcome = import(&[file], &folder.path().join("a.run"), &ImportSettings::default()).unwrap();
    let analysis = analyse(&[Run::open(&outcome.run).unwrap()], &[], 1);
    let run = &analysis.runs[0];
    for id in ["errors", "transaction-errors", "jobs-failed"] {
        let report = run.detectors.iter().find(|report| report.id == id).expect(id);
        assert!(matches!(report.state, DetectorState::NotApplicable { .. }), "{id}: {:?}", report.state);
    }
    let words = Words::new(Language::English);
    let page = markdown(&analysis, &words, "f").text.replace('\u{a0}', " ");
    let text = terminal(&analysis, &words, 100);
    // Nobody set a goal, watched a host, counted errors, or said how long it took.
    for absent in ["| Goal |", "| Errors |", "0 hosts", "What was watched", "per week", "**Requests**"] {
        assert!(!page.contains(absent), "{absent}: {page}");
    }
    assert!(page.contains("per hour") && page.contains("## Inputs"), "{page}");
    // One rounding in the table and in the sentence.
    assert!(page.contains("| 33.3 % |") && page.contains("33.3 % more"), "{page}");
    let head = text.lines().find(|line| line.starts_with("step")).expect("the table");
    assert_eq!(head.split_whitespace().collect::<Vec<_>>(), ["step", "users", "per", "s", "gain"], "{text}");
}

/// JMeter's "Generate parent sample": a transaction is all that is written of its requests.
#[test]
fn transactions_that_stand_for_their_requests_are_counted_with_their_failures() {
    let mut text =
        "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,allThreads\n".to_owned();
    for n in 0..1_200_u64 {
        let started = 1_600_000_000_000 + n * 50;
        let (thread, failing) = (n % 5, u64::from(n % 40 == 7));
        let line = match n % 10 < 5 {
            true => format!("{started},40,home,200,OK,Users 1-{thread},true,5"),
            false => format!(
                "{started},90,buy,200,\"Number of samples in transaction : 3, number of failing samples : {failing}\",\
                 Users 1-{thread},{},5",
                failing == 0
            ),
        };
        let _ = writeln!(text, "{line}");
    }
    let (outcome, run) = of_text("a.jtl", &text);
    check(&outcome, &run);
    assert_eq!((outcome.requests, run.outside.of_errors), (1_200, 30));
    let said = |note: &String| {
        note.contains("600 of 1,200 rows are transactions whose requests have no rows of their own")
    };
    assert!(crate::notes_of(&outcome).iter().any(said), "{:?}", outcome.notes);
}
