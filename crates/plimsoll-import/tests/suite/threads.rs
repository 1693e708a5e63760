//! What the names of JMeter's threads say where its rows say nothing: how many users there were, and whether time stamps are ends.

use crate::accounting::{check, imported, of_text};
use plimsoll_analysis::RunAnalysis;
use plimsoll_import::ImportOutcome;
use std::fmt::Write as _;

/// 2020-09-13 12:26:40 UTC.
const START_MS: u64 = 1_600_000_000_000;

/// Rows by the end of each request: start and end in ms, thread.
type Rows = Vec<(u64, u64, u64)>;

/// Four threads for 60 s, six more for the next 60 s, of which five go on for another 60 s; each sends again after 20 ms.
fn staircase() -> Rows {
    let mut rows = Rows::new();
    for thread in 0..10_u64 {
        let (mut now, end) =
            (if thread < 4 { 0 } else { 60_000 } + thread, if thread < 5 { 180_000 } else { 120_000 });
        let mut n = thread;
        while now < end {
            let took = [400, 250, 60, 30][n as usize % 4];
            rows.push((now, now + took, thread));
            (now, n) = (now + took + 20, n + 1);
        }
    }
    rows.sort_by_key(|row| row.1);
    rows
}

fn csv(rows: &Rows, has_ends: bool, name: impl Fn(u64) -> String) -> String {
    let mut text = "timeStamp,elapsed,label,responseCode,success,threadName,Hostname\n".to_owned();
    for (started, ended, thread) in rows {
        let stamp = START_MS + if has_ends { ended } else { started };
        let _ = writeln!(text, "{stamp},{},a,200,true,{}", ended - started, name(*thread));
    }
    text
}

fn xml(rows: &Rows, has_ends: bool) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n".to_owned();
    for (started, ended, thread) in rows {
        let stamp = START_MS + if has_ends { ended } else { started };
        let took = ended - started;
        let _ = writeln!(
            text,
            "<httpSample t=\"{took}\" ts=\"{stamp}\" s=\"true\" lb=\"a\" rc=\"200\" tn=\"Users 1-{thread}\"/>"
        );
    }
    text + "</testResults>\n"
}

fn users_of(run: &RunAnalysis) -> Vec<f64> {
    run.steps.iter().map(|step| step.load().value()).collect()
}

fn says(outcome: &ImportOutcome, what: &str) -> bool {
    crate::notes_of(outcome).iter().any(|note| note.contains(what))
}

const COUNTED: &str = "users are counted from the names of threads";
const ENDS: &str = "are those of the end of each request (sampleresult.timestamp.start=false)";

#[test]
fn threads_are_the_users_where_rows_say_nothing_of_them() {
    let rows = staircase();
    for has_ends in [false, true] {
        for (name, text) in [
            ("a.jtl", csv(&rows, has_ends, |thread| format!("Users 1-{thread},"))),
            ("a.xml", xml(&rows, has_ends)),
        ] {
            let (outcome, run) = of_text(name, &text);
            check(&outcome, &run);
            assert_eq!(users_of(&run), [4.0, 10.0, 5.0], "{name}: {:?}", outcome.notes);
            assert!(says(&outcome, COUNTED), "{:?}", outcome.notes);
            assert_eq!(says(&outcome, ENDS), has_ends, "{:?}", outcome.notes);
            // By either stamps they are the same requests.
            let first = &run.steps[0];
            assert!((first.measured_s - 59.0).abs() <= 1.0, "{}", first.measured_s);
        }
    }
}

#[test]
fn names_that_are_no_threads_leave_users_unknown() {
    let rows = staircase();
    let unknown = |text: String| {
        let (outcome, run) = of_text("a.jtl", &text);
        check(&outcome, &run);
        assert!(!says(&outcome, COUNTED), "{:?}", outcome.notes);
    };
    unknown(csv(&rows, false, |_| "main,".to_owned()));
    // Half of the requests of each thread are of another machine.
    let mut other = 0;
    let hosts: Vec<String> = rows
        .iter()
        .map(|row| {
            other = 1 - other;
            format!("Users 1-{},{}", row.2, ["a", "b"][other])
        })
        .collect();
    let mut text = "timeStamp,elapsed,label,responseCode,success,threadName,Hostname\n".to_owned();
    for ((started, ended, _), name) in rows.iter().zip(hosts) {
        let _ = writeln!(text, "{},{},a,200,true,{name}", START_MS + started, ended - started);
    }
    unknown(text);
}

#[test]
fn files_that_report_users_are_as_they_were() {
    let rows = staircase();
    let mut text = "timeStamp,elapsed,label,responseCode,success,threadName,allThreads\n".to_owned();
    for (started, ended, thread) in &rows {
        let _ = writeln!(text, "{},{},a,200,true,Users 1-{thread},7", START_MS + started, ended - started);
    }
    let (outcome, run) = of_text("a.jtl", &text);
    assert_eq!((users_of(&run), says(&outcome, COUNTED)), (vec![7.0], false));
    // Another file that reports none adds none.
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("a.jtl"), folder.path().join("b.jtl"));
    std::fs::write(&one, text).unwrap();
    std::fs::write(&other, csv(&rows[..100].to_vec(), false, |thread| format!("Users 1-{thread},"))).unwrap();
    let (outcome, run) = imported(&[one, other]).unwrap();
    check(&outcome, &run);
    assert_eq!((users_of(&run), says(&outcome, COUNTED)), (vec![7.0], false));
}

#[test]
fn threads_of_several_files_are_one_load_unless_they_are_at_work_at_the_same_time() {
    let rows = staircase();
    let text = |rows: &Rows| csv(rows, false, |thread| format!("Users 1-{thread},"));
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("a.jtl"), folder.path().join("b.jtl"));
    // A listener of every third request, and one of the others.
    let (third, others): (Vec<_>, Vec<_>) = rows.iter().enumerate().partition(|(n, _)| n % 3 == 0);
    let of = |rows: Vec<(usize, &(u64, u64, u64))>| rows.into_iter().map(|(_, row)| *row).collect::<Rows>();
    std::fs::write(&one, text(&of(third))).unwrap();
    std::fs::write(&other, text(&of(others))).unwrap();
    let (outcome, run) = imported(&[one.clone(), other.clone()]).unwrap();
    check(&outcome, &run);
    assert_eq!((users_of(&run), says(&outcome, COUNTED)), (vec![4.0, 10.0, 5.0], true));
    let later: Rows = rows.iter().map(|(from, to, thread)| (from + 77, to + 77, *thread)).collect();
    std::fs::write(&one, text(&rows)).unwrap();
    std::fs::write(&other, text(&later)).unwrap();
    let (outcome, run) = imported(&[one, other]).unwrap();
    check(&outcome, &run);
    assert!(!says(&outcome, COUNTED), "{:?}", outcome.notes);
}
