//! The hour that clocks repeat in autumn, in files with local times.

use plimsoll_analysis::{RunAnalysis, analyse};
use plimsoll_import::{ImportOutcome, ImportSettings, import};
use plimsoll_run::Run;
use std::fmt::Write as _;

/// Four a second from 01:30 of summer time to 03:30 of winter time.
const SECONDS: i64 = 3 * 3_600;
const PER_S: i64 = 4;

/// `row` writes a request that began so many milliseconds after the beginning, at that time of day.
fn imported(name: &str, header: &str, row: fn(&str) -> String) -> (ImportOutcome, RunAnalysis) {
    let mut text = header.to_owned();
    for n in 0..SECONDS * PER_S {
        let ms = n * 1_000 / PER_S;
        // Clocks are set back at 03:00.
        let local_ms = 5_400_000 + ms - if ms >= 5_400_000 { 3_600_000 } else { 0 };
        let (s, ms_of) = (local_ms / 1_000, local_ms % 1_000);
        let time = format!("{:02}:{:02}:{:02}.{ms_of:03}", s / 3_600, s / 60 % 60, s % 60);
        let _ = writeln!(text, "{}", row(&time));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let time_zone = jiff::tz::TimeZone::get("Europe/Copenhagen").unwrap();
    let settings = ImportSettings { time_zone, ..ImportSettings::default() };
    let outcome = import(&[file], &folder.path().join("a.run"), &settings).unwrap();
    let run = Run::open(&outcome.run).unwrap();
    (outcome, analyse(&[run], &[], 1).runs.remove(0))
}

#[track_caller]
fn check(outcome: &ImportOutcome, run: &RunAnalysis, says: &str) {
    assert_eq!((outcome.requests, run.steps.len()), ((SECONDS * PER_S) as u64, 1), "{:?}", outcome.notes);
    let (step, note) =
        (&run.steps[0], crate::notes_of(outcome).into_iter().find(|note| note.contains("clocks")));
    assert!((step.throughput_per_s.value - PER_S as f64).abs() < 0.1, "{:?}", step.throughput_per_s);
    assert!((step.measured_s - SECONDS as f64).abs() < 60.0, "{}", step.measured_s);
    assert!(note.is_some_and(|note| note.contains(says)), "{:?}", outcome.notes);
}

#[test]
fn every_second_of_a_constant_load_over_the_change_counts_once() {
    let header = "timeStamp,elapsed,label,responseCode,success,allThreads\n";
    let jtl = |time: &str| format!("2025/10/26 {time},20,home,200,true,3");
    let (outcome, run) = imported("results.jtl", header, jtl);
    check(&outcome, &run, "of the second");
    let haproxy = |time: &str| {
        format!(
            "Oct 26 00:00:00 lb01 haproxy[1]: 10.0.1.2:3 [26/Oct/2025:{time}] http-in static/srv1 0/0/1/14/15 200 2750 - - ---- \
             1/1/1/1/0 0/0 \"GET /index.html HTTP/1.1\""
        )
    };
    let (outcome, run) = imported("haproxy.log", "", haproxy);
    check(&outcome, &run, "of the second");
}
