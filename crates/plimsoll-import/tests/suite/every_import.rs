//! The same load in the format of every tool that writes a row for each request: nothing of it is lost.

use crate::accounting::{check, imported, levels};
use jiff::Timestamp;
use plimsoll_analysis::RunAnalysis;
use plimsoll_import::{ImportError, ImportOutcome};
use plimsoll_run::{LoadGeneratorKind, MeasurementSource, TimeResolution};
use proptest::prelude::*;
use std::fmt::Write as _;

/// Second, users, failed.
type Row = (u64, u32, bool);

const START_MS: u64 = 1_600_000_000_000;
const TOOK_MS: u64 = 40;

/// Of a row: when it began, status and whether it succeeded.
fn begins((number, row): (usize, &Row)) -> (u64, u32, bool) {
    (START_MS + row.0 * 1_000 + number as u64 % 900, if row.2 { 500 } else { 200 }, !row.2)
}

fn at(ms: u64) -> Timestamp {
    Timestamp::from_millisecond(ms as i64).expect("a time")
}

fn lines(rows: &[Row], head: &str, line: impl Fn(u64, u32, bool, &Row) -> String) -> String {
    let mut text = head.to_owned();
    for (number, row) in rows.iter().enumerate() {
        let (ms, code, ok) = begins((number, row));
        text.push_str(&line(ms, code, ok, row));
    }
    text
}

fn jtl_xml(rows: &[Row]) -> String {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n";
    let body = lines(rows, head, |ms, code, ok, (_, users, _)| {
        format!(
            "<httpSample t=\"{TOOK_MS}\" ts=\"{ms}\" s=\"{ok}\" lb=\"a\" rc=\"{code}\" rm=\"m\" na=\"{users}\"/>\n"
        )
    });
    body + "</testResults>\n"
}

fn gatling(rows: &[Row]) -> String {
    lines(rows, &format!("RUN\ta.Simulation\tsimulation\t{START_MS}\t \t3.5.1\n"), |ms, _, ok, _| {
        let (end, result) =
            (ms + TOOK_MS, if ok { "OK\t " } else { "KO\tstatus.find.is(200), but actually found 500" });
        format!("REQUEST\t\ta\t{ms}\t{end}\t{result}\n")
    })
}

fn k6_csv(rows: &[Row]) -> String {
    let head = "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,\
                scenario,service,status,subproto,tls_version,url,extra_tags\n";
    lines(rows, head, |ms, code, ok, _| {
        let tags = format!(",,,,{ok},,GET,http://a/,HTTP/1.1,default,,{code},,,http://a/,\n");
        let (second, failed) = ((ms + TOOK_MS) / 1_000, u8::from(!ok));
        let row = |metric: &str, value: &str| format!("{metric},{second},{value}{tags}");
        row("http_reqs", "1.000000")
            + &row("http_req_duration", "40.000000")
            + &row("http_req_failed", &format!("{failed}.000000"))
    })
}

fn k6_json(rows: &[Row]) -> String {
    lines(rows, "", |ms, code, ok, _| {
        let time = at(ms + TOOK_MS);
        let tags = format!(
            "\"tags\":{{\"expected_response\":\"{ok}\",\"method\":\"GET\",\"name\":\"http://a/\",\"status\":\"{code}\"}}"
        );
        let point = |metric: &str, value: u64| {
            format!(
                "{{\"type\":\"Point\",\"metric\":\"{metric}\",\"data\":{{\"time\":\"{time}\",\"value\":{value},{tags}}}}}\n"
            )
        };
        point("http_reqs", 1)
            + &point("http_req_duration", TOOK_MS)
            + &point("http_req_failed", u64::from(!ok))
    })
}

fn vegeta(rows: &[Row]) -> String {
    lines(rows, "", |ms, code, ok, _| {
        let error = if ok { "" } else { "500 Internal Server Error" };
        let (time, latency) = (at(ms), TOOK_MS * 1_000_000);
        format!(
            "{{\"attack\":\"\",\"seq\":0,\"code\":{code},\"timestamp\":\"{time}\",\"latency\":{latency},\"bytes_out\":0,\
             \"bytes_in\":9,\"error\":\"{error}\",\"body\":null,\"method\":\"GET\",\"url\":\"http://a/\",\"headers\":null}}\n"
        )
    })
}

fn access_log(rows: &[Row]) -> String {
    lines(rows, "", |ms, code, _, _| {
        let time = at(ms).strftime("%d/%b/%Y:%H:%M:%S +0000").to_string();
        format!("127.0.0.1 - - [{time}] \"GET /a HTTP/1.1\" {code} 9 \"-\" \"-\"\n")
    })
}

/// Texts that were written before are named by their numbers.
fn gatling_binary(rows: &[Row]) -> Vec<u8> {
    let text = |text: &str| {
        let length = (text.len() as u32).to_be_bytes();
        [&length[..], text.as_bytes(), if text.is_empty() { &[] } else { &[0] }].concat()
    };
    let ints = |numbers: &[i32]| numbers.iter().flat_map(|n| n.to_be_bytes()).collect::<Vec<u8>>();
    let head = [vec![0], text("3.14.3"), text("Simulation"), START_MS.to_be_bytes().to_vec(), text("")];
    let mut log = [head.concat(), ints(&[1]), text("Scenario"), ints(&[0])].concat();
    for (number, row) in rows.iter().enumerate() {
        let (ms, _, ok) = begins((number, row));
        let start = (ms - START_MS) as i32;
        let name = if number == 0 { [ints(&[0, 1]), text("a")].concat() } else { ints(&[0, -1]) };
        let end = [ints(&[start, start + TOOK_MS as i32]), vec![u8::from(ok)], ints(&[2]), text("")];
        log.extend([vec![1], name, end.concat()].concat());
    }
    log
}

fn ghz(rows: &[Row]) -> String {
    lines(rows, "", |ms, _, ok, _| {
        let (ended_ns, latency_ns) = ((ms + TOOK_MS) * 1_000_000, TOOK_MS * 1_000_000);
        let (error, status) =
            if ok { ("", "OK") } else { ("rpc error: code = Internal desc = broken", "Internal") };
        format!(
            "ghz_detail,proto=\"a.proto\",call=\"a.A.B\",host=\"a:1\",n=1,hasError={} latency={latency_ns},error=\"{error}\",\
             status=\"{status}\" {ended_ns}\n",
            !ok
        )
    })
}

fn vegeta_csv(rows: &[Row]) -> String {
    lines(rows, "", |ms, code, ok, _| {
        let error = if ok { "" } else { "500 Internal Server Error" };
        let (started, latency) = (ms * 1_000_000, TOOK_MS * 1_000_000);
        format!("{started},{code},{latency},0,9,{error},,,0,GET,http://a/,\n")
    })
}

fn h2load(rows: &[Row]) -> String {
    lines(rows, "", |ms, code, _, _| format!("{}\t{code}\t{}\n", ms * 1_000, TOOK_MS * 1_000))
}

fn pgbench(rows: &[Row]) -> String {
    lines(rows, "", |ms, _, ok, (second, ..)| {
        let took = if ok { (TOOK_MS * 1_000).to_string() } else { "failed".to_owned() };
        let ended = ms + TOOK_MS;
        format!("0 {second} {took} 0 {} {}\n", ended / 1_000, ended % 1_000 * 1_000)
    })
}

fn access_json(rows: &[Row]) -> String {
    lines(rows, "", |ms, code, _, _| {
        let time = at(ms);
        format!(
            "{{\"time\":\"{time}\",\"method\":\"GET\",\"path\":\"/a\",\"status\":{code},\"request_time\":0.04}}\n"
        )
    })
}

/// Totals of all names together, once a second.
fn locust(rows: &[Row]) -> String {
    let mut text = "Timestamp,User Count,Type,Name,Requests/s,Failures/s,50%,66%,75%,80%,90%,95%,98%,99%,99.9%,99.99%,\
                    100%,Total Request Count,Total Failure Count,Total Median Response Time,Total Average Response Time,\
                    Total Min Response Time,Total Max Response Time,Total Average Content Size\n"
        .to_owned();
    let last = rows.last().map_or(0, |row| row.0);
    // A row of the time before, so that the first second has something to differ from.
    for second in 0..=last + 1 {
        let before = || rows.iter().filter(|row| row.0 < second);
        let (requests, failures) = (before().count(), before().filter(|row| row.2).count());
        let users = rows.iter().find(|row| row.0 + 1 == second).map_or(0, |row| row.1);
        let at = START_MS / 1_000 + second;
        let figures = "12,12,13,13,14,15,16,17,18,18,18";
        let _ = writeln!(
            text,
            "{at},{users},,Aggregated,2.0,0.0,{figures},{requests},{failures},12,12.5,9,18,271.0"
        );
    }
    text
}

type Format = (&'static str, fn(&[Row]) -> Vec<u8>);

const FORMATS: [Format; 13] = [
    ("a.xml", |rows| jtl_xml(rows).into()),
    ("simulation.log", |rows| gatling(rows).into()),
    ("binary/simulation.log", gatling_binary),
    ("k6.csv", |rows| k6_csv(rows).into()),
    ("k6.json", |rows| k6_json(rows).into()),
    ("ghz.txt", |rows| ghz(rows).into()),
    ("vegeta.csv", |rows| vegeta_csv(rows).into()),
    ("vegeta.json", |rows| vegeta(rows).into()),
    ("h2load.log", |rows| h2load(rows).into()),
    ("pgbench_log.1", |rows| pgbench(rows).into()),
    ("access.log", |rows| access_log(rows).into()),
    ("access.json", |rows| access_json(rows).into()),
    ("locust_stats_history.csv", |rows| locust(rows).into()),
];

fn of_bytes(name: &str, bytes: &[u8]) -> (ImportOutcome, RunAnalysis) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    std::fs::write(&file, bytes).expect("written");
    imported(&[file]).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn who_measured_is_the_tool_whose_results_they_are() {
    use TimeResolution::{Microseconds, Milliseconds};
    let rows = levels(&[(30, 4, 5)]);
    for (name, write) in FORMATS {
        let (_, run) = of_bytes(name, &write(&rows));
        let LoadGeneratorKind::Imported(by) = &run.header.generator else {
            panic!("{name}: {:?}", run.header.generator)
        };
        let expected = match name {
            "a.xml" => Some(("JMeter", Some(Milliseconds))),
            "simulation.log" | "binary/simulation.log" => Some(("Gatling", Some(Milliseconds))),
            "k6.csv" | "k6.json" => Some(("k6", Some(Microseconds))),
            "ghz.txt" => Some(("ghz", Some(Microseconds))),
            "vegeta.csv" | "vegeta.json" => Some(("vegeta", Some(Microseconds))),
            "h2load.log" => Some(("h2load", Some(Microseconds))),
            "pgbench_log.1" => Some(("pgbench", Some(Microseconds))),
            "locust_stats_history.csv" => Some(("Locust", None)),
            _ => None,
        };
        let tools: Vec<&str> = by.tools.iter().map(String::as_str).collect();
        match expected {
            Some((tool, resolution)) => {
                let found = (by.source, tools.as_slice(), by.resolution);
                assert_eq!(found, (MeasurementSource::LoadGenerator, &[tool][..], resolution), "{name}");
            }
            None => assert_eq!((by.source, tools.len()), (MeasurementSource::ServerLogs, 0), "{name}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_any_load_in_any_format_all_requests_are_accounted_for(
        of in prop::collection::vec((1..40_u64, 1..60_u32, 1..8_u64), 1..6),
    ) {
        let rows = levels(&of);
        let failed = rows.iter().filter(|row| row.2).count() as u64;
        for (name, write) in FORMATS {
            let (outcome, run) = of_bytes(name, &write(&rows));
            check(&outcome, &run);
            prop_assert_eq!(outcome.requests, rows.len() as u64, "{}: {:?}", name, outcome.inputs);
            prop_assert_eq!(run.outside.of_errors, failed, "{}", name);
        }
    }
}

/// Of reports that name only totals, each run is a step; the totals are in it.
#[test]
fn of_every_printed_report_all_requests_are_accounted_for() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools");
    let mut taken = 0;
    for entry in std::fs::read_dir(folder).expect("the reports") {
        let path = entry.expect("a report").path();
        let (outcome, run) = match imported(std::slice::from_ref(&path)) {
            // One of them has to be named; each is a run of its own.
            Err(ImportError::SeveralTests { .. }) => continue,
            read => read.expect("a report that is read"),
        };
        check(&outcome, &run);
        assert!(!run.steps.is_empty(), "{}", path.display());
        taken += 1;
    }
    assert!(taken > 10, "{taken}");
}
