//! Comparisons as their readers see them, in every language.

use plimsoll_analysis::comparison::{Comparison, Group, History, Options, compare, history};
use plimsoll_report::{
    Language, Words, comparison_html, comparison_json, comparison_junit, comparison_terminal, history_html,
    history_json, history_junit, history_terminal,
};
use plimsoll_run::{Job, JobVerdict, Run};
use plimsoll_testkit::synthetic::{STARTED_UNIX_US, Spec, run};

fn made(factor: f64, hour: i64, seed: u64, minutes: &[f64]) -> Run {
    let spec = Spec { lambda: 2.0 * factor, loads: vec![(20, 1)], measured_s: 20, seed, ..Spec::default() };
    let mut made = run(&spec);
    made.header.started_unix_us = STARTED_UNIX_US + hour * 3_600_000_000;
    made.jobs = minutes
        .iter()
        .enumerate()
        .map(|(i, minutes)| Job {
            number: i as u32 + 1,
            name: format!("import {}", i + 1),
            step: 1,
            started_us: i as u64 * 5_000_000_000,
            ended_us: Some(i as u64 * 5_000_000_000 + (minutes * 60e6) as u64),
            verdict: if *minutes > 90.0 { JobVerdict::Failed } else { JobVerdict::Done },
            detail: String::new(),
        })
        .collect();
    made
}

/// Two single runs with jobs; the second is a fifth slower, one of its jobs failed, and its machine is another.
fn pair() -> Comparison {
    let before = made(1.0, 0, 1, &[52.85, 53.27, 53.5, 55.63, 54.75, 55.42, 54.72]);
    let mut after = made(0.8, 20, 2, &[65.17, 53.05, 54.6, 54.45, 58.32, 56.15, 99.0]);
    after.header.environment = vec![("cores".to_owned(), "8".to_owned())];
    after.header.configuration = vec![("heap <max>".to_owned(), "66 %".to_owned())];
    let group = |name: &str, i: usize| Group { name: name.to_owned(), runs: vec![i] };
    let names = ["a.run".to_owned(), "b.run".to_owned()];
    compare(&[before, after], &[], &names, &[(group("A & co", 0), group("B", 1))], Options::default())
}

fn nights() -> History {
    let factor = |i: i64| (1.0 + 0.01 * (i % 3) as f64) * if i < 6 { 1.0 } else { 0.8 };
    let runs: Vec<Run> = (0..12).map(|i| made(factor(i), i, i as u64, &[])).collect();
    let names: Vec<String> = (0..12).map(|i| format!("night-{i}.run")).collect();
    history(&runs, &[], &names, 0.05, 0.5, 1)
}

#[test]
fn terminal_of_two_runs_with_jobs() {
    insta::assert_snapshot!(comparison_terminal(&pair(), &Words::new(Language::English), 90));
}

#[test]
fn terminal_of_a_history() {
    insta::assert_snapshot!(history_terminal(&nights(), &Words::new(Language::English), 90));
}

#[test]
fn every_language_has_every_sentence_and_its_own_numbers() {
    for (language, judged, difference) in [
        (Language::English, "REGRESSION", "+0.80 min"),
        (Language::Danish, "FORRINGELSE", "+0,80 min"),
        (Language::Turkish, "GERİLEME", "+0,80 dk"),
    ] {
        let words = Words::new(language);
        let text = comparison_terminal(&pair(), &words, 90);
        assert!(text.contains(judged) && text.contains(difference), "{text}");
        let page = comparison_html(&pair(), &words);
        assert!(page.contains(judged) && page.contains("+12:19"), "{page}");
        let nights = (history_terminal(&nights(), &words, 90), history_html(&nights(), &words));
        assert!(nights.0.contains("night-6.run") && nights.1.contains("night-6.run"), "{}", nights.0);
    }
}

#[test]
fn foreign_text_is_escaped_and_nothing_is_fetched() {
    let page = comparison_html(&pair(), &Words::new(Language::English));
    assert!(page.contains("A &amp; co") && page.contains("heap &lt;max&gt;"));
    assert!(!page.contains("<script") && !page.contains("http"), "{page}");
}

#[test]
fn junit_has_a_case_for_each_figure() {
    let words = Words::new(Language::English);
    let text = comparison_junit(&pair(), &words);
    let document = roxmltree::Document::parse(&text).expect("well-formed");
    let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    // Three figures of all requests and of two transactions, for nothing failed, and the jobs.
    assert_eq!(cases.len(), 10);
    let throughput =
        cases.iter().find(|case| case.attribute("name") == Some("throughput of all requests, 20 users"));
    let failure = throughput.and_then(|case| case.first_element_child()).expect("it is worse");
    assert!(
        failure.has_tag_name("failure") && failure.attribute("message").is_some_and(|m| m.contains("worse"))
    );
    let text = history_junit(&nights(), &words);
    let document = roxmltree::Document::parse(&text).expect("well-formed");
    assert!(document.descendants().any(|node| node.has_tag_name("failure")), "{text}");
}

#[test]
fn json_has_the_same_figures() {
    let value: serde_json::Value = serde_json::from_str(&comparison_json(&pair())).expect("JSON");
    assert_eq!(value["judged"], "regression");
    assert_eq!(value["contrasts"][0]["rows"][0]["effect"], "worse");
    let value: serde_json::Value = serde_json::from_str(&history_json(&nights())).expect("JSON");
    assert_eq!(value["runs"].as_array().map(Vec::len), Some(12));
}
