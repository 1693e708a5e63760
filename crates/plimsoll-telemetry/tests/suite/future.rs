//! Times that have not come yet are problems with their line, and no figures, in every format that has times.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{Format, ProblemKind, ReaderOptions};

/// 2026-11-22T00:00:00Z.
const LATEST_UNIX_US: i64 = 1_795_305_600_000_000;

/// A log whose row in that line alone lies after [`LATEST_UNIX_US`], with so many others that count.
fn check(format: &str, pattern: Option<&str>, log: &str, future_line: u64, others: usize) {
    let options = ReaderOptions {
        pattern: pattern.map(str::to_owned),
        latest_unix_us: LATEST_UNIX_US,
        ..ReaderOptions::default()
    };
    let mut dump = Dump::default();
    let mut reader = Format::named(format).expect("a format").reader(&options).expect("a reader");
    reader.read(log.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
    let futures: Vec<u64> = dump
        .problems
        .iter()
        .filter(|problem| matches!(problem.kind, ProblemKind::Future { .. }))
        .map(|problem| problem.line)
        .collect();
    assert_eq!(futures, [future_line], "{format}: {}", dump.text);
    assert_eq!(dump.problems.len(), 1, "{format}: {}", dump.text);
    let mut times: Vec<&str> = dump
        .text
        .lines()
        .filter(|line| !line.starts_with('!'))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(!dump.text.contains(" event "), "{format}: {}", dump.text);
    times.dedup();
    assert_eq!(times.len(), others, "{format}: {}", dump.text);
    assert!(times.iter().all(|time| *time < "2026-11-22"), "{format}: {}", dump.text);
}

#[test]
fn requests_in_the_future_are_problems_with_their_line() {
    check(
        "jtl",
        None,
        "timeStamp,elapsed,label,success\n1795249330000,5,a,true\n7795249330000,5,a,true\n1795249332000,5,a,true\n",
        3,
        2,
    );
    check(
        "jtl-xml",
        None,
        "<testResults version=\"1.2\">\n<httpSample t=\"5\" ts=\"1795249330000\" s=\"true\" lb=\"a\"/>\n\
         <httpSample t=\"5\" ts=\"7795249330000\" s=\"true\" lb=\"a\"/>\n</testResults>\n",
        3,
        1,
    );
    check(
        "gatling",
        None,
        "RUN\tx\ty\t1795249330000\t \t3.9.0\nREQUEST\t\tget\t1795249330000\t1795249330015\tOK\t \n\
         REQUEST\t\tget\t7795249330000\t7795249330015\tOK\t \n",
        3,
        1,
    );
    check(
        "apache",
        None,
        "127.0.0.1 - - [21/Nov/2026:08:22:10 +0000] \"GET /a HTTP/1.1\" 200 5\n\
         127.0.0.1 - - [21/Nov/2062:08:22:10 +0000] \"GET /a HTTP/1.1\" 200 5\n",
        2,
        1,
    );
    check(
        "nginx",
        Some("$remote_addr [$time_local] \"$request\" $status $request_time"),
        "1.1.1.1 [21/Nov/2026:08:22:10 +0000] \"GET /a HTTP/1.1\" 200 0.005\n\
         1.1.1.1 [21/Nov/2027:08:22:10 +0000] \"GET /a HTTP/1.1\" 200 0.005\n",
        2,
        1,
    );
    check(
        "access-json",
        None,
        "{\"time\":\"2026-11-21T08:22:10Z\",\"status\":200,\"uri\":\"/a\",\"duration_ms\":5}\n\
         {\"time\":\"2036-11-21T08:22:10Z\",\"status\":200,\"uri\":\"/a\",\"duration_ms\":5}\n",
        2,
        1,
    );
    check(
        "w3c",
        None,
        "#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem sc-status time-taken\n\
         2026-11-21 08:22:10 GET /a 200 5\n2062-11-21 08:22:10 GET /a 200 5\n",
        4,
        1,
    );
    check(
        "haproxy",
        None,
        "Nov 21 08:22:10 lb haproxy[1]: 10.0.0.1:5 [21/Nov/2026:08:22:10.123] web app/s1 0/0/1/4/5 200 100 - - ---- 1/1/1/1/0 0/0 \"GET /a HTTP/1.1\"\n\
         Nov 21 08:22:10 lb haproxy[1]: 10.0.0.1:5 [21/Nov/2027:08:22:10.123] web app/s1 0/0/1/4/5 200 100 - - ---- 1/1/1/1/0 0/0 \"GET /a HTTP/1.1\"\n",
        2,
        1,
    );
}

#[test]
fn readings_in_the_future_are_one_problem_with_their_line_and_no_step_of_the_clock() {
    let cpu = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n \
        r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n \
        1  0      0 100 200 300    0    0  0  0  1 2 18  8 74  0  0 2026-11-21 08:19:28\n \
        1  0      0 100 200 300    0    0  0  0  1 2 18  8 74  0  0 2026-11-21 08:19:29\n \
        1  0      0 100 200 300    0    0  0  0  1 2 18  8 74  0  0 2062-11-21 08:19:30\n \
        1  0      0 100 200 300    0    0  0  0  1 2 18  8 74  0  0 2026-11-21 08:19:31\n";
    check("vmstat", None, cpu, 5, 2);
    check(
        "k6-json",
        None,
        "{\"metric\":\"vus\",\"type\":\"Point\",\"data\":{\"time\":\"2026-11-21T08:22:11Z\",\"value\":7,\"tags\":{}}}\n\
         {\"metric\":\"vus\",\"type\":\"Point\",\"data\":{\"time\":\"2062-11-21T08:22:12Z\",\"value\":7,\"tags\":{}}}\n",
        2,
        1,
    );
    check(
        "locust",
        None,
        "Timestamp,User Count,Type,Name,50%,Total Request Count,Total Failure Count\n\
         1795249330,10,,Aggregated,12,5,0\n7795249331,10,,Aggregated,12,9,0\n",
        3,
        1,
    );
    check(
        "gc-log",
        None,
        "[2026-11-21T08:22:10.000+0000][1.0s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.5ms\n\
         [2062-11-21T08:22:11.000+0000][2.0s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.5ms\n",
        2,
        1,
    );
}

#[test]
fn a_binary_log_without_lines_says_so_too() {
    let text = |text: &str| {
        let mut bytes = u32::try_from(text.len()).unwrap().to_be_bytes().to_vec();
        bytes.extend_from_slice(text.as_bytes());
        bytes.extend((!text.is_empty()).then_some(0));
        bytes
    };
    let ints = |numbers: &[i32]| numbers.iter().flat_map(|n| n.to_be_bytes()).collect::<Vec<u8>>();
    let log = [
        vec![0],
        text("3.14.3"),
        text("Simulation"),
        7_795_249_330_000_i64.to_be_bytes().to_vec(),
        text(""),
        ints(&[0, 0]),
        vec![1],
        ints(&[0, 1]),
        text("get"),
        ints(&[10, 25]),
        vec![1],
        ints(&[2, 0]),
    ]
    .concat();
    let options = ReaderOptions { latest_unix_us: LATEST_UNIX_US, ..ReaderOptions::default() };
    let mut dump = Dump::default();
    let mut reader = Format::named("gatling").unwrap().reader(&options).unwrap();
    reader.read(&log, None, &mut dump);
    reader.finish(&mut dump);
    assert_eq!(dump.requests, 0, "{}", dump.text);
    assert!(
        matches!(dump.problems[..], [ref one] if matches!(one.kind, ProblemKind::Future { .. })),
        "{}",
        dump.text
    );
}

#[test]
fn sizes_and_failures_that_cannot_be_are_problems_with_their_line() {
    let mut dump = Dump::default();
    let mut reader = Format::named("jtl").unwrap().reader(&ReaderOptions::default()).unwrap();
    let log = "\
timeStamp,elapsed,label,success,bytes,sentBytes,SampleCount,ErrorCount
1795249330000,5,a,true,-5,10,1,0
1795249330000,5,a,true,9007199254740993,10,1,0
1795249330000,5,a,true,100,-1,1,0
1795249330000,5,a,false,100,10,3,7
1795249330000,999999999999,a,true,100,10,1,0
1795249330000,5,a,true,100,10,3,3
1795249330000,5,a,true,null,,1,0
";
    reader.read(log.as_bytes(), None, &mut dump);
    let xml = "<testResults>\n<httpSample t=\"5\" ts=\"1795249330000\" s=\"true\" lb=\"a\" by=\"-7\" sby=\"1\"/>\n\
         <httpSample t=\"5\" ts=\"1795249330000\" s=\"true\" lb=\"a\" by=\"7\" sc=\"1\" ec=\"4\"/>\n</testResults>\n";
    let mut reader = Format::named("jtl-xml").unwrap().reader(&ReaderOptions::default()).unwrap();
    reader.read(xml.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
    insta::assert_snapshot!(dump.text);
}
