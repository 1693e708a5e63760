//! Comments on changes: short, whole, and of nobody's making but ours.

use plimsoll_analysis::comparison::{Comparison, Group, Options, compare};
use plimsoll_analysis::{Analysis, Outcome, analyse};
use plimsoll_report::{Language, Words, comment, comparison_comment, junit, terminal};
use plimsoll_run::{Design, EndReason, ErrorKind, Interval, Run};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, run};

/// GitHub cuts a comment at 65,536 characters; nobody reads that many.
const LENGTH_MAX: usize = 4_000;

fn climb(requirements: Vec<&'static str>) -> Run {
    run(&Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: vec![(5, 2), (8, 2), (8, 3), (8, 4)],
        lambda: 1.75,
        alpha: 0.02,
        requirements,
        ..Spec::default()
    })
}

fn analysed(run: Run) -> Analysis {
    analyse(&[run], &[], 42)
}

fn said(analysis: &Analysis, language: Language) -> String {
    comment(analysis, &Words::new(language))
}

/// A release changes no snapshot.
fn unversioned(text: &str) -> String {
    text.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

fn side(factor: f64, seed: u64) -> Run {
    run(&Spec { lambda: 2.0 * factor, loads: vec![(20, 1)], measured_s: 20, seed, ..Spec::default() })
}

fn compared(names: [&str; 2], factor: f64) -> Comparison {
    let group = |at: usize| Group { name: names[at].to_owned(), runs: vec![at] };
    let runs = [side(1.0, 1), side(factor, 2)];
    compare(&runs, &[], &names.map(str::to_owned), &[(group(0), group(1))], Options::default())
}

#[test]
fn a_comment_has_the_verdict_the_measured_figures_and_the_capacity() {
    let text = said(&analysed(climb(vec!["p95 <= 2.5 s", "p95 < 1 ms"])), Language::English);
    insta::assert_snapshot!(unversioned(&text));
    assert!(text.starts_with("### ❌ ") && text.len() < LENGTH_MAX, "{text}");
    assert!(text.contains("| ✅ PASS | p95 &lt;= 2.5 s |"), "{text}");
    assert!(text.contains("| ❌ FAIL | p95 &lt; 1 ms |"), "{text}");
}

/// The load generator was late, so no step is valid, and the requirement holds with all that this may have changed.
#[test]
fn what_holds_though_no_step_is_valid_is_no_success_without_a_word_and_no_error() {
    let spec =
        Spec { loads: vec![(20, 1)], measured_s: 20, requirements: vec!["p95 < 5 min"], ..Spec::default() };
    let mut made = run(&spec);
    each_second(&mut made, 1, |second| {
        (0..1_000).for_each(|_| second.generator.lateness.record_us(100));
        (0..900).for_each(|_| second.generator.lateness.record_us(400_000));
    });
    let analysis = analysed(made);
    assert!(!analysis.runs[0].steps[0].is_valid(), "{:?}", analysis.runs[0].steps[0].uncertainty);
    assert_eq!(analysis.outcome.exit_code(), 0);
    let text = said(&analysis, Language::English);
    assert!(text.starts_with("### ⚠️ ") && text.contains("| ✅ PASS |"), "{text}");
    let text = junit(&analysis, &Words::new(Language::English));
    assert!(text.contains("errors=\"0\" skipped=\"1\"") && !text.contains("<error"), "{text}");
}

#[test]
fn every_language_says_its_own_judgement() {
    let found = analysed(climb(vec!["p95 <= 2.5 s"]));
    for language in Language::ALL {
        let text = said(&found, language);
        let judgement = match language {
            Language::English => "PASS",
            Language::Danish => "OPFYLDT",
            Language::German => "ERFÜLLT",
            Language::Turkish => "GEÇTİ",
        };
        assert!(text.contains("### ✅") && text.contains(judgement), "{text}");
    }
}

#[test]
fn many_requirements_are_counted_and_left_to_the_report() {
    let text = said(&analysed(climb(vec!["p95 <= 2.5 s"; 40])), Language::English);
    assert_eq!(text.matches("PASS |").count(), 12, "{text}");
    assert!(text.contains("… +28"), "{text}");
}

#[test]
fn what_others_named_ends_no_table_and_is_no_markup() {
    let mut made = climb(vec!["p95 of \"a|b\" < 1 s"]);
    made.header.name = "<img src=x>\n# a | b @everyone".to_owned();
    let text = said(&analysed(made), Language::English);
    assert!(!text.contains("<img") && !text.contains("\n# a") && !text.contains("@everyone"), "{text}");
    let row = text.lines().find(|line| line.contains("a\\|b")).expect("the requirement's row");
    assert_eq!(row.replace("\\|", "").matches('|').count(), 4, "{row}");
}

#[test]
fn a_comparison_shows_what_is_worse_with_its_interval() {
    let words = Words::new(Language::English);
    let worse = comparison_comment(&compared(["main", "this change"], 0.6), &words);
    insta::assert_snapshot!(unversioned(&worse));
    assert!(worse.starts_with("### ❌ ") && worse.len() < LENGTH_MAX, "{worse}");
    let same = comparison_comment(&compared(["main", "this change"], 1.0), &words);
    assert!(!same.contains("### ❌"), "{same}");
    let foreign = comparison_comment(&compared(["<b>|", "x"], 0.6), &words);
    assert!(foreign.contains("&lt;b&gt;\\|"), "{foreign}");
}

/// Every request of all steps fails so.
fn failing(kind: ErrorKind, detail: &str, requirements: Vec<&'static str>) -> Analysis {
    let mut made = run(&Spec { loads: vec![(10, 1), (20, 1)], requirements, ..Spec::default() });
    for step in 1..=2 {
        each_second(&mut made, step, |second| {
            for interval in second.transactions.values_mut() {
                let requests = interval.requests;
                *interval = Interval { requests, ..Interval::default() };
                for _ in 0..requests {
                    interval.response.record_us(1_000);
                    interval.fail(kind, detail, 1_000);
                }
            }
        });
    }
    analysed(made)
}

#[test]
fn a_comment_on_a_run_that_fails_altogether_says_the_cause() {
    for (kind, detail, cause) in [
        (ErrorKind::ConnectRefused, "", "requests failed: connection refused"),
        (ErrorKind::Status, "404", "requests failed: status 404"),
    ] {
        for requirements in [vec!["p95 <= 1 s"], Vec::new()] {
            let analysis = failing(kind, detail, requirements);
            assert_eq!(analysis.outcome.exit_code(), 3, "{:?}", analysis.runs[0].verdicts);
            let text = said(&analysis, Language::English);
            assert!(text.starts_with("### ❌ ") && text.contains(cause), "{text}");
            let first = text.lines().skip(1).find(|line| !line.is_empty()).expect("a headline");
            assert!(first.contains(cause), "{first}");
        }
    }
}

#[test]
fn a_comment_and_a_test_case_say_that_requests_fail_though_no_requirement_was_given() {
    let mut made = climb(Vec::new());
    for step in 1..=4 {
        fail(&mut made, step, 10, ErrorKind::Status, "503", 1_000);
    }
    let analysis = analysed(made);
    assert_eq!(analysis.outcome, Outcome::RequestsFailed);
    let wanted = ", and no requirement says how many may";
    let text = said(&analysis, Language::English);
    assert!(text.starts_with("### ❌ ") && text.contains(wanted), "{text}");
    let text = junit(&analysis, &Words::new(Language::English));
    assert!(text.contains("errors=\"1\"") && text.contains("<error type=\"run\""), "{text}");
    assert!(text.contains(wanted), "{text}");
}

/// Spaces of all kinds are one.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_comment_says_of_each_requirement_what_the_terminal_and_the_test_case_say() {
    let (words, analysis) = (
        Words::new(Language::English),
        analysed(climb(vec!["p95 <= 2.5 s", "p98 < 1 ms", "mean < 700 ms", "throughput >= 20/s"])),
    );
    let text = said(&analysis, Language::English);
    let rows = text.lines().filter(|line| line.starts_with("| ✅") || line.starts_with("| ❌"));
    let sentences: Vec<String> =
        rows.filter_map(|row| Some(plain(row.trim_end_matches([' ', '|']).rsplit_once(" | ")?.1))).collect();
    assert_eq!(sentences.len(), 4, "{text}");
    let (shown, cases) = (plain(&terminal(&analysis, &words, 100)), plain(&junit(&analysis, &words)));
    for sentence in sentences {
        assert!(sentence.contains(" was ") && sentence.ends_with(')'), "{sentence}");
        // On a terminal it is the beginning of a line.
        assert!(shown.to_lowercase().contains(&sentence.to_lowercase()), "{sentence}: {shown}");
        assert!(cases.contains(&sentence), "{sentence}: {cases}");
    }
}
