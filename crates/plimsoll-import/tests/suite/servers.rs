//! Logs of servers beside a load: what an analysis makes of them, and that no request gets lost between a log and its run.

use plimsoll_analysis::bottleneck::{LimitVerdict, NotKnown};
use plimsoll_analysis::findings::Claim;
use plimsoll_analysis::{Observations, analyse};
use plimsoll_import::{ImportSettings, import};
use plimsoll_run::{Run, SeriesFilter, TelemetryReader, TimeWindow, metric};
use std::fmt::Write as _;

/// 2020-01-01 00:00:00 UTC.
const START_UNIX_S: i64 = 1_577_836_800;

fn jtl(seconds: i64) -> String {
    let mut text = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    for second in 0..seconds {
        for n in 0..5 {
            let _ = writeln!(text, "{},100,x,200,true,5", (START_UNIX_S + second) * 1_000 + n * 150);
        }
    }
    text
}

/// A collection every ten seconds, printed by `collection` with the time before its first line.
fn gc_log(flag: &str, collection: &str) -> String {
    let mut text = format!(
        "OpenJDK 64-Bit Server VM (25.342-b07) for linux-amd64 JRE (1.8.0_342-b07)\nCommandLine flags: {flag}\n"
    );
    for n in 0..30_u32 {
        let (minute, second) = (n / 6, n % 6 * 10 + 2);
        let at = format!("2020-01-01T00:{minute:02}:{second:02}.000+0000: {}.000:", n * 10 + 2);
        text.push_str(&collection.replace('@', &at));
    }
    text
}

/// Per cent of a step that a JVM of this log stood still, where that is a finding.
fn overhead(log: &str) -> Option<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("load.jtl"), jtl(300)).expect("a file");
    std::fs::write(folder.path().join("app01-gc.log"), log).expect("a file");
    let output = folder.path().join("x.run");
    let inputs = [folder.path().join("load.jtl"), folder.path().join("app01-gc.log")];
    let outcome = import(&inputs, &output, &ImportSettings::default()).expect("it is read");
    assert_eq!(outcome.inputs.iter().map(|input| input.problems).sum::<u64>(), 0, "{:?}", outcome.inputs);
    let stored = TelemetryReader::open(&output).expect("a run");
    let points =
        stored.points(&SeriesFilter::metric(metric::JVM_GC_DURATION), TimeWindow::ALL).expect("points");
    assert!(points.iter().map(|series| series.points.len()).sum::<usize>() >= 30);
    let observed = Observations { points, ..Observations::default() };
    let analysis = analyse(&[Run::open(&output).expect("a run")], &[observed], 1);
    analysis.runs[0].findings.iter().find_map(|finding| match &finding.claim {
        Claim::GcOverhead(claim) => Some(claim.percent),
        _ => None,
    })
}

#[test]
fn concurrent_phases_of_an_old_g1_are_no_stops() {
    let log = gc_log(
        "-XX:+UseG1GC -XX:+PrintGCID",
        "@ #1: [GC pause (G1 Evacuation Pause) (young) (initial-mark), 0.0087570 secs]\n\
         \x20  [Eden: 7168.0K(7168.0K)->0.0B(4096.0K) Survivors: 0.0B->1024.0K Heap: 700.0M(1024.0M)->600.0M(1024.0M)]\n\
         @ #1: [GC concurrent-mark-start]\n\
         @ #1: [GC concurrent-mark-end, 5.9800000 secs]\n\
         @ #1: [GC remark 11.000: [Finalize Marking, 0.0001 secs], 0.0010462 secs]\n",
    );
    assert_eq!(overhead(&log), None);
}

#[test]
fn concurrent_mode_failures_of_cms_are_what_stopped_the_program() {
    let log = gc_log(
        "-XX:+UseConcMarkSweepGC",
        "@ [GC (Allocation Failure) @ [ParNew: 118006K->118006K(118016K), 0.0000176 secs]@ [CMS@ [CMS-concurrent-mark: \
         0.101/0.155 secs] [Times: user=0.02 sys=0.00, real=0.06 secs] \n \
         (concurrent mode failure): 131000K->130000K(131072K), 6.0186232 secs] 249000K->130000K(249088K), [Metaspace: \
         2561K->2560K(1056768K)], 6.0187293 secs] [Times: user=6.01 sys=0.00, real=6.02 secs] \n",
    );
    let percent = overhead(&log).expect("a finding");
    assert!((55.0..65.0).contains(&percent), "{percent}");
}

/// Requests of a run's seconds, by the file that they came from alone.
fn imported(name: &str, text: &str) -> (u64, u64, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let output = folder.path().join("x.run");
    let outcome = import(&[path], &output, &ImportSettings::default()).expect("it is read");
    let run = Run::open(&output).expect("a run");
    (outcome.requests, requests_of(&run), outcome.inputs[0].problems)
}

/// Rows of each log, some of them at the same moment, some out of order, and one of them no row at all.
#[test]
fn every_request_of_a_log_is_in_the_run_or_reported() {
    type Row = fn(i64, i64) -> String;
    fn time(ms: i64, form: &str) -> String {
        jiff::Timestamp::from_millisecond(ms).expect("a time").strftime(form).to_string()
    }
    let rows: [(&str, &str, Row); 6] = [
        ("access-alb.log", "", |ms, took| {
            let end = time(ms + took, "%Y-%m-%dT%H:%M:%S%.6fZ");
            format!(
                "http {end} app/x/1 1.2.3.4:1 10.0.0.1:80 0.000 {:.3} 0.000 200 200 34 366 \"GET http://a:80/b HTTP/1.1\" \"c\"",
                took as f64 / 1e3
            )
        }),
        ("access-haproxy.log", "", |ms, took| {
            let start = time(ms, "%d/%b/%Y:%H:%M:%S%.3f");
            format!(
                "h haproxy[1]: 10.0.1.2:33317 [{start}] in b/s1 0/0/0/{took}/{took} 200 2750 - - ---- 1/1/1/1/0 0/0 \"GET /i HTTP/1.1\""
            )
        }),
        ("access-caddy.json", "", |ms, took| {
            format!(
                "{{\"ts\":{:.3},\"request\":{{\"method\":\"GET\",\"uri\":\"/a\"}},\"duration\":{:.6},\"status\":200}}",
                (ms + took) as f64 / 1e3,
                took as f64 / 1e3
            )
        }),
        (
            "iis.log",
            "#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem sc-status time-taken\n",
            |ms, took| format!("{} GET /a 200 {took}", time(ms + took, "%Y-%m-%d %H:%M:%S")),
        ),
        ("access-istio.log", "", |ms, took| {
            let start = time(ms, "%Y-%m-%dT%H:%M:%S%.3fZ");
            format!(
                "[{start}] \"GET /a HTTP/1.1\" 200 - via_upstream - \"-\" 0 135 {took} 3 \"-\" \"c\" \"8\" \"h:8000\" \"127.0.0.1:80\""
            )
        }),
        ("simulation.log", "RUN\tSimulation\tsim\t1577836800000\t \t3.5.1\n", |ms, took| {
            format!("REQUEST\t\tget\t{ms}\t{}\tOK\t ", ms + took)
        }),
    ];
    let mut random = 7_u64;
    let mut draw = |below: i64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as i64 % below
    };
    for (name, head, row) in rows {
        let count = 300 + draw(400);
        let mut text = head.to_owned();
        for n in 0..count {
            let _ = writeln!(text, "{}", row(START_UNIX_S * 1_000 + n * 100 + draw(3_000), draw(2_000)));
        }
        text.push_str("no row at all\n");
        assert_eq!(imported(name, &text), (count as u64, count as u64, 1), "{name}");
    }
}

fn requests_of(run: &Run) -> u64 {
    run.seconds.iter().flat_map(|second| second.transactions.values()).map(|interval| interval.requests).sum()
}

#[test]
fn a_recording_of_another_hour_is_said_to_lie_next_to_the_load() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let rows: String =
        (0..60).map(|n| format!("{},40,a,200,true,4\n", 1_521_626_825_000_u64 + n * 1_000)).collect();
    write("load.jtl", &format!("timeStamp,elapsed,label,responseCode,success,allThreads\n{rows}"));
    let header = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 CET\n";
    let rows: String = (10..60)
        .map(|n| format!(" 1  0      0 100 200 300    0    0     0     0   54   77  2  1 97  0  0 2018-03-21 10:07:{n}\n"))
        .collect();
    write("web-vmstat.log", &format!("{header}{rows}"));
    let outcome =
        import(&[folder.path().to_owned()], &folder.path().join("x.run"), &ImportSettings::default())
            .unwrap();
    let said =
        |note: &String| note.contains("lies before the load, by 59 min") && note.contains("--timezone");
    assert!(crate::notes_of(&outcome).iter().any(said), "{:?}", outcome.notes);
}

#[test]
fn a_host_whose_clock_is_off_as_it_seems_is_not_taken_for_one_with_room() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    // Four loads; the machine is used up under the third.
    let of = |second: i64| {
        [(4, 20, 20), (12, 60, 60), (40, 90, 97), (80, 91, 98)][(second / 90).clamp(0, 3) as usize]
    };
    let mut text = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    for second in 0..360 {
        let (users, rate, _) = of(second);
        for n in 0..rate {
            let ms = (START_UNIX_S + second) * 1_000 + n * 1_000 / rate;
            let _ = writeln!(text, "{ms},{},x,200,true,{users}", users * 1_000 / rate);
        }
    }
    write("load.jtl", &text);
    let mut log = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n".to_owned();
    // 90 s ahead.
    for at in (-60..420).step_by(5) {
        let used = if (0..360).contains(&at) { of(at).2 } else { 1 };
        let (minute, second) = ((at + 90 + 3_600) / 60 % 60, (at + 90 + 3_600) % 60);
        let hour = if at + 90 < 0 { 23 } else { 0 };
        let day = if hour == 23 { "2019-12-31" } else { "2020-01-01" };
        let _ = writeln!(
            log,
            " 1  0      0 100 200 300    0    0     0     0   54   77 {used}  0 {}  0  0 {day} {hour:02}:{minute:02}:{second:02}",
            100 - used
        );
    }
    write("web-vmstat.log", &log);
    let output = folder.path().join("x.run");
    let outcome = import(&[folder.path().to_owned()], &output, &ImportSettings::default()).unwrap();
    assert!(
        crate::notes_of(&outcome).iter().any(|note| note.contains("is taken to be")),
        "{:?}",
        outcome.notes
    );
    let run = Run::open(&output).unwrap();
    let clock = run.telemetry.hosts.iter().find_map(|host| host.clock).expect("a doubt");
    assert!(clock.uncertainty_us >= 80_000_000, "{clock:?}");
    let stored = TelemetryReader::open(&output).unwrap();
    let of_cpu = |metric| stored.points(&SeriesFilter::metric(metric), TimeWindow::ALL).unwrap();
    let points =
        [metric::SYSTEM_CPU_UTILIZATION, metric::SYSTEM_CPU_TIME].into_iter().flat_map(of_cpu).collect();
    let observed = Observations { points, ..Observations::default() };
    let factor = &analyse(&[run], &[observed], 1).runs[0].limiting_factor;
    assert_eq!(
        factor.verdict,
        LimitVerdict::NotKnown {
            reason: NotKnown::ClockOff { host: "web".to_owned(), off_us: clock.uncertainty_us }
        },
    );
}

/// Three servers behind a balancer, without a load generator's results: one of them ends in the middle.
#[test]
fn logs_of_several_servers_alone_show_which_of_them_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut total = 0;
    for (number, seconds) in [(1, 240), (2, 240), (3, 120)] {
        let mut text = String::new();
        for second in 0..seconds {
            let time = jiff::Timestamp::from_second(START_UNIX_S + second).expect("a time");
            let time = time.strftime("%d/%b/%Y:%H:%M:%S +0000");
            for _ in 0..5 {
                let _ =
                    writeln!(text, "10.0.0.1 - - [{time}] \"GET /orders?from={number} HTTP/1.1\" 200 512");
                total += 1;
            }
        }
        let own = folder.path().join(format!("web{number}"));
        std::fs::create_dir(&own).expect("a folder");
        std::fs::write(own.join("access.log"), text).expect("a file");
    }
    let output = folder.path().join("x.run");
    let inputs = [folder.path().to_owned()];
    let outcome = import(&inputs, &output, &ImportSettings::default()).expect("it is read");
    assert_eq!((outcome.requests, outcome.inputs.len()), (total, 3), "{:?}", outcome.inputs);
    let run = Run::open(&output).expect("a run");
    assert_eq!((requests_of(&run), run.telemetry.inputs.len()), (total, 3));
    let stored = TelemetryReader::open(&output).expect("a run");
    let requests = stored.requests(None, TimeWindow::ALL).expect("seconds");
    let observed = Observations { requests, ..Observations::default() };
    let analysis = analyse(&[run], &[observed], 1);
    let lost: Vec<&str> = analysis.runs[0]
        .findings
        .iter()
        .filter_map(|finding| match &finding.claim {
            Claim::InstanceLost(lost) => Some(lost.source.host.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(lost, ["web3"]);
}
