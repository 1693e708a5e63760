//! What stands beside the steps: jobs of several runs side by side, events that got lost, in every language.

use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{Language, Words, html, markdown, terminal};
use plimsoll_run::{Completion, Job, JobVerdict, Run, WorkUnit};
use plimsoll_testkit::synthetic::{Spec, run};

fn with_jobs(variant: &str, durations_s: &[u64]) -> Run {
    let mut made = run(&Spec { loads: vec![(10, 1)], ..Spec::default() });
    made.header.variant.name = variant.to_owned();
    let job = |(i, s): (usize, &u64)| Job {
        number: i as u32 + 1,
        name: format!("import {}", i + 1),
        step: 1,
        started_us: 0,
        ended_us: Some(s * 1_000_000),
        verdict: JobVerdict::Done,
        detail: String::new(),
    };
    made.jobs = durations_s.iter().enumerate().map(job).collect();
    made
}

/// Twelve minutes and 19 seconds more, a minute and five less, and one job that only the first run has.
fn variants() -> Analysis {
    analyse(&[with_jobs("before", &[3_171, 3_196, 3_210]), with_jobs("after", &[3_910, 3_131])], &[], 1)
}

const LANGUAGES: [Language; 3] = [Language::English, Language::Danish, Language::Turkish];

#[test]
fn jobs_of_variants_stand_side_by_side_with_signed_differences() {
    let analysis = variants();
    for language in LANGUAGES {
        let words = Words::new(language);
        let text = markdown(&analysis, &words, "figures").text;
        for report in [html(&analysis, &words), terminal(&analysis, &words, 100), text] {
            for time in ["00:52:51", "01:05:10", "+00:12:19", "−00:01:05", "00:53:30"] {
                assert!(report.contains(time), "{language:?}: {time} in {report}");
            }
        }
    }
}

#[test]
fn jobs_of_one_run_have_no_table_of_several_runs() {
    let without = run(&Spec { loads: vec![(10, 1)], ..Spec::default() });
    let analysis = analyse(&[with_jobs("before", &[3_171]), without], &[], 1);
    let words = Words::new(Language::English);
    for report in [html(&analysis, &words), terminal(&analysis, &words, 100)] {
        assert!(!report.contains("00:52:51"), "{report}");
    }
}

#[test]
fn a_terminal_shows_jobs_completions_and_units_where_there_are_any() {
    let mut made = with_jobs("", &[75]);
    let terminal_of = |run: &Run| {
        terminal(&analyse(std::slice::from_ref(run), &[], 1), &Words::new(Language::English), 100)
    };
    assert!(!terminal_of(&made).contains("Doubled"));
    let name = "registration".to_owned();
    made.completions = vec![Completion { step: 1, name, sent: 1_000, failed: 0, arrived: 997, doubled: 2 }];
    made.header.units =
        vec![WorkUnit { name: "registrations".to_owned(), per_call: 500.0, transaction: None }];
    insta::assert_snapshot!(terminal_of(&made));
}

#[test]
fn lost_events_are_reported_in_every_language() {
    let mut made = run(&Spec { loads: vec![(10, 1)], ..Spec::default() });
    let name = "registration".to_owned();
    made.completions = vec![Completion { step: 1, name, sent: 1_000, failed: 0, arrived: 997, doubled: 2 }];
    let analysis = analyse(&[made], &[], 1);
    let reported = |language| {
        let page = terminal(&analysis, &Words::new(language), 1_000);
        let lines = page.lines().filter(|line| line.contains("[events-lost]"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    insta::assert_debug_snapshot!(LANGUAGES.map(reported));
}
