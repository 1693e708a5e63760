//! Several inputs that are no one test: what is left out is named with its file, and nothing else is lost.

use crate::accounting::{check, imported};
use plimsoll_analysis::RunAnalysis;
use plimsoll_import::{ImportOutcome, Imported};
use std::fmt::Write as _;
use std::path::PathBuf;

/// 2020-09-13 12:26:40 UTC.
const START_MS: u64 = 1_600_000_000_000;

/// JMeter's CSV of a minute: users, milliseconds that each request takes, requests a second.
fn jtl(users: u32, took_ms: u64, per_s: u64, later_s: u64) -> String {
    let mut text = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    for n in 0..60 * per_s {
        let ms = START_MS + later_s * 1_000 + n * 1_000 / per_s;
        let _ = writeln!(text, "{ms},{took_ms},a,200,true,{users}");
    }
    text
}

/// Ten threads, each with a request of 50 ms every 200 ms.
fn jtl_of_threads(later_ms: u64) -> String {
    let mut text = "timeStamp,elapsed,label,responseCode,threadName,success,allThreads\n".to_owned();
    for n in 0..300 {
        for thread in 1..=10 {
            let ms = START_MS + n * 200 + later_ms;
            let _ = writeln!(text, "{ms},50,a,200,Thread Group 1-{thread},true,10");
        }
    }
    text
}

fn of_texts(texts: &[(&str, &str)]) -> (ImportOutcome, RunAnalysis) {
    let folder = tempfile::tempdir().unwrap();
    let put = |(name, text): &(&str, &str)| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let files: Vec<PathBuf> = texts.iter().map(put).collect();
    let (outcome, run) = imported(&files).unwrap();
    if !run.header.lengths_made_up {
        check(&outcome, &run);
    }
    (outcome, run)
}

#[track_caller]
fn of<'a>(outcome: &'a ImportOutcome, file: &str) -> &'a Imported {
    outcome.inputs.iter().find(|input| input.name.ends_with(file)).unwrap()
}

#[track_caller]
fn check_left_out(outcome: &ImportOutcome, file: &str, why: &str) {
    let refused = of(outcome, file).refused.as_deref().unwrap_or_default();
    assert!(refused.contains(why), "{refused:?}");
    assert!(outcome.is_incomplete());
}

#[test]
fn a_table_without_times_is_left_out_where_other_results_have_some() {
    let hey = include_str!("../tools/hey.txt");
    let table = "threads,throughput_per_s\n1,20\n2,40\n4,60\n";
    let results = jtl(5, 40, 20, 0);
    let steps = "start,end,threads,throughput_per_s\n2019-10-07 13:00:00,2019-10-07 13:10:00,5,20\n";
    for (name, text) in [("hey.txt", hey), ("table.csv", table)] {
        for texts in [[("a.jtl", results.as_str()), (name, text)], [(name, text), ("a.jtl", &results)]] {
            let (outcome, run) = of_texts(&texts);
            check_left_out(&outcome, name, "import it by itself");
            assert_eq!((outcome.requests, run.steps.len(), run.header.times_made_up), (1_200, 1, false));
            assert!(run.header.imported_tables.is_empty(), "{:?}", run.header.imported_tables);
        }
        for texts in [[("steps.csv", steps), (name, text)], [(name, text), ("steps.csv", steps)]] {
            let (outcome, run) = of_texts(&texts);
            check_left_out(&outcome, name, "import it by itself");
            assert_eq!((outcome.requests, run.steps.len()), (12_000, 1));
        }
    }
    // Alone they are what they were, and of two tables the first one counts.
    let (outcome, run) = of_texts(&[("table.csv", table), ("hey.txt", hey)]);
    check_left_out(&outcome, "hey.txt", "the steps of one table");
    assert_eq!((run.steps.len(), run.header.lengths_made_up, outcome.requests), (3, true, 0));
}

#[test]
fn steps_of_other_years_are_left_out() {
    let steps = "start,end,threads,throughput_per_s\n2019-10-07 13:00:00,2019-10-07 13:10:00,5,20\n\
                 2019-10-07 13:10:00,2019-10-07 13:20:00,8,30\n2024-10-07 13:10:00,2024-10-07 13:20:00,8,30\n";
    let (outcome, run) = of_texts(&[("steps.csv", steps)]);
    check_left_out(&outcome, "steps.csv", "left out of its 3 steps");
    assert_eq!((run.steps.len(), outcome.requests), (2, 30_000));
    let (outcome, run) = of_texts(&[("steps.csv", steps), ("a.jtl", &jtl(5, 40, 20, 0))]);
    check_left_out(&outcome, "steps.csv", "days away from the requests");
    assert_eq!((run.steps.len(), outcome.requests), (1, 1_200));
}

#[test]
fn requests_of_other_weeks_are_not_in_the_count_and_named_with_their_file() {
    let (near, far) = (jtl(5, 40, 20, 0), jtl(5, 40, 10, 20 * 86_400));
    let (outcome, _) = of_texts(&[("near.jtl", &near), ("far.jtl", &far)]);
    check_left_out(&outcome, "far.jtl", "600 of its 600 requests are more than 14 days away");
    assert_eq!((outcome.requests, outcome.left_out), (1_200, 600));
    assert_eq!((of(&outcome, "near.jtl").requests, of(&outcome, "far.jtl").requests), (1_200, 0));
    assert!(!of(&outcome, "near.jtl").is_incomplete);
    let both = format!("{near}{}", far.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    let (outcome, _) = of_texts(&[("both.jtl", &both)]);
    check_left_out(&outcome, "both.jtl", "600 of its 1800 requests");
    assert_eq!((outcome.requests, outcome.left_out), (1_200, 600));
}

#[test]
fn a_file_that_is_there_twice_counts_once() {
    let results = jtl(5, 40, 20, 0);
    let (outcome, run) = of_texts(&[("a.jtl", &results), ("copy.jtl", &results)]);
    assert!(!outcome.is_incomplete());
    assert_eq!(
        (outcome.requests, of(&outcome, "copy.jtl").requests, run.telemetry.inputs.len()),
        (1_200, 0, 2)
    );
    let says = |note: &String| note.contains("copy.jtl: its content is that of") && note.contains("a.jtl");
    assert!(crate::notes_of(&outcome).iter().any(says), "{:?}", outcome.notes);
}

/// Users of the only step, and what the notes say of them.
#[track_caller]
fn check_users(texts: &[(&str, &str)], users: f64, why: &str) {
    let (outcome, run) = of_texts(texts);
    assert_eq!((run.steps.len(), run.steps[0].load().value()), (1, users), "{:?}", outcome.notes);
    let said = crate::notes_of(&outcome)
        .into_iter()
        .filter(|note| note.starts_with("users are "))
        .collect::<Vec<_>>();
    assert!(said.len() == usize::from(!why.is_empty()), "{said:?}");
    assert!(said.iter().all(|note| note.contains(why)), "{said:?}");
}

#[test]
fn users_of_files_that_overlap_are_added_unless_they_may_be_the_same_ones() {
    let (ten, twenty) = (jtl(10, 100, 50, 0), jtl(20, 100, 50, 0));
    check_users(&[("a.jtl", &ten), ("b.jtl", &twenty)], 30.0, "their numbers of users differ");
    // Nine at work in each of the files.
    let (busy, too) = (jtl(10, 100, 90, 0), jtl(10, 100, 91, 0));
    check_users(&[("a.jtl", &busy), ("b.jtl", &too)], 20.0, "more requests were at work");
    // Two listeners of one JMeter: five at work in each.
    let other = jtl(10, 100, 49, 0);
    check_users(&[("a.jtl", &ten), ("b.jtl", &other)], 10.0, "of one load generator");
    // Two listeners, and another load generator.
    check_users(&[("a.jtl", &ten), ("b.jtl", &other), ("c.jtl", &twenty)], 30.0, "a.jtl and ");
    // Two JMeters with the same plan, and two listeners of one: requests of a thread at a time, and in turns.
    let (one, same) = (jtl_of_threads(0), jtl_of_threads(20));
    check_users(&[("a.jtl", &one), ("b.jtl", &same)], 20.0, "threads of the same names");
    let turn = jtl_of_threads(60);
    check_users(&[("a.jtl", &one), ("b.jtl", &turn)], 10.0, "of one load generator");
    // One after another.
    let later = jtl(10, 100, 50, 60);
    check_users(&[("a.jtl", &ten), ("later.jtl", &later)], 10.0, "");
}

#[test]
fn a_row_that_is_cut_off_is_no_request() {
    let text = jtl(5, 40, 20, 0);
    let cut = |bytes: usize| text[..text.len() - bytes].to_owned();
    // Before the users, within `true`, within the time, and where only the end of the line is missing.
    for (bytes, requests) in [(3, 1_199), (5, 1_199), (20, 1_199), (1, 1_200)] {
        let (outcome, _) = of_texts(&[("a.jtl", &cut(bytes))]);
        assert_eq!(outcome.requests, requests, "{bytes}");
        assert_eq!(outcome.is_incomplete(), requests < 1_200, "{bytes}");
    }
}

#[test]
fn results_without_their_closing_tag_are_not_whole_and_lack_no_row() {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n".to_owned();
    for n in 0..113 {
        let ms = 1_600_000_000_000_u64 + n * 100;
        let _ = writeln!(text, "<httpSample t=\"40\" ts=\"{ms}\" s=\"true\" lb=\"a\" rc=\"200\" na=\"4\"/>");
    }
    let (outcome, run) = of_texts(&[("a.xml", &text)]);
    check_left_out(&outcome, "a.xml", "without its closing tag </testResults>");
    check_left_out(&outcome, "a.xml", "every row that is in it was read");
    assert_eq!((outcome.requests, of(&outcome, "a.xml").problems), (113, 0));
    let unread: u64 = run.telemetry.inputs.iter().map(|input| input.problems).sum();
    assert_eq!(unread, 0);
    // One that is cut off itself is not read.
    let cut = format!("{text}<httpSample t=\"40\" ts=");
    assert_eq!(of(&of_texts(&[("a.xml", &cut)]).0, "a.xml").problems, 1);
}
