//! What a report of an imported run says: no more than what was imported can show.

use plimsoll_analysis::analyse;
use plimsoll_import::{ImportSettings, import, import_each};
use plimsoll_report::{Language, Words, markdown, terminal};
use plimsoll_run::Run;
use std::fmt::Write as _;

/// As Markdown and for a terminal, each in one line.
fn said(name: &str, content: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, content).unwrap();
    let outcome = import(&[file], &folder.path().join("a.run"), &ImportSettings::default()).unwrap();
    let analysis = analyse(&[Run::open(&outcome.run).unwrap()], &[], 1);
    let words = Words::new(Language::English);
    [markdown(&analysis, &words, "f").text, terminal(&analysis, &words, 200)]
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[track_caller]
fn check(text: &str, wanted: &[&str], unwanted: &[&str]) {
    for part in wanted {
        assert!(text.contains(part), "{part:?} is not in: {text}");
    }
    for part in unwanted {
        assert!(!text.contains(part), "{part:?} is in: {text}");
    }
}

#[test]
fn the_share_of_proportional_growth_is_that_of_the_highest_load() {
    let rows = "threads,x_per_s\n1,424.6\n5,818.3\n20,1070.7\n50,939.8\n100,741.3\n";
    let [page, _] = said("t.csv", rows);
    // 741.3 of 100 · 424.6, however far the dashed line is drawn.
    check(&page, &["At 100 users throughput is 741.3/s: 2 % of proportional growth"], &[]);
}

#[test]
fn loads_beyond_which_nothing_is_said_keep_their_figure() {
    let rows = "threads,x_per_s\n0.31,2.20\n0.45,2.57\n0.9,4\n1.2,5.1\n1.9,6.0\n";
    let [page, _] = said("t.csv", rows);
    check(&page, &["twice the highest one (1.9 users)"], &["(2 users)"]);
}

#[test]
fn a_law_that_falls_from_the_first_load_on_is_not_said_to_lie_below_what_it_was_fitted_to() {
    let rows = "threads,x_per_s\n50,2232\n100,2169\n250,2089\n500,1915\n1000,1762\n1500,1631\n2000,1379\n";
    let [page, _] = said("t.csv", rows);
    let wanted = [
        "throughput no longer grows at the smallest load",
        "Where the knee lies was not measured: smaller loads may bring as much, in shorter response times.",
        "Capacity: lower bound",
        "throughput falls from the lowest load on (step 7 (2,000 users) brought 38.2 % less",
    ];
    check(&page, &wanted, &["it never comes to more than", "maximum found"]);
}

#[test]
fn without_steps_none_is_said_to_be_invalid() {
    let rows = "server,step,calls,calls_ge_6_5s\ndocker01,1,419,10\ndocker02,1,420,40\n";
    for text in said("t.csv", rows) {
        check(
            &text,
            &["Capacity is unknown: no load with its throughput was imported."],
            &["no valid step", "its own times", "one load", "allowed"],
        );
    }
}

#[test]
fn steps_of_a_log_are_not_named_with_a_load_that_nobody_knows() {
    let mut log = String::new();
    for n in 0..200 {
        let (minute, second, code) = (n / 60, n % 60, if n % 5 == 0 { 500 } else { 200 });
        let _ = writeln!(
            log,
            "127.0.0.1 - - [01/Jan/2023:00:{minute:02}:{second:02} +0000] \"GET /a HTTP/1.1\" {code} 9 \"-\" \"-\""
        );
    }
    for text in said("access.log", &log) {
        check(&text, &["at a load that is not known"], &["(a load that is not known)"]);
    }
}

#[test]
fn requests_at_work_are_not_called_users() {
    let mut rows = "timeStamp,elapsed,label,responseCode,success\n".to_owned();
    for n in 0..1_200_u64 {
        // Twice the rate in the second half.
        let ms = if n < 400 { n * 300 } else { 120_000 + (n - 400) * 150 };
        let _ = writeln!(rows, "{},{},a,200,true", 1_600_000_000_000 + ms, 200 + n % 50);
    }
    let [page, text] = said("a.jtl", &rows);
    check(&text, &["step at work per s", "requests at work"], &["step users"]);
    check(&page, &["requests at work throughput is"], &["users on average"]);
}

#[test]
fn of_failures_that_a_table_only_counts_the_kind_is_not_known() {
    let [_, text] = said("t.csv", "threads,tps,error_pct,minutes\n1,50,0.4,15\n2,90,2.5,15\n");
    check(&text, &["kind not known"], &["status"]);
}

#[test]
fn tests_of_one_table_are_no_repeats_of_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.csv");
    let mut table = "test,start,end,threads,throughput_per_s\n".to_owned();
    for (test, per_s) in [("lookup", 90.0), ("registration", 7.0)] {
        for (n, share) in [(1, 0.6), (2, 1.0)] {
            let _ = writeln!(
                table,
                "{test},2023-01-01T0{n}:00:00,2023-01-01T0{n}:15:00,{},{}",
                n * 10,
                per_s * share
            );
        }
    }
    std::fs::write(&file, table).unwrap();
    let made = import_each(&[file], folder.path(), &ImportSettings::default()).unwrap();
    let runs: Vec<Run> = made.iter().map(|one| Run::open(&one.run).unwrap()).collect();
    let conclusion = analyse(&runs, &[], 1).conclusion.expect("two runs");
    let found: Vec<(&str, Option<f64>)> = conclusion
        .variants
        .iter()
        .map(|variant| (variant.name.as_str(), variant.capacity.as_ref().map(|c| c.throughput_per_s)))
        .collect();
    assert_eq!(found, [("lookup", Some(90.0)), ("registration", Some(7.0))]);
}

#[test]
fn a_table_without_lengths_has_no_numbers_of_requests_and_failures() {
    // As if each step took a minute, 49 of 5,449 requests failed in the second.
    let [page, text] = said("t.csv", "threads,tps,error_pct\n1,50,0.4\n2,90,0.9\n");
    check(&text, &["0.9"], &["5,449", " 49 "]);
    check(&page, &["kind not known"], &["5,449", " 49 ", "errors by transaction"]);
}

#[test]
fn a_fit_that_is_inadequate_is_not_said_to_have_a_peak() {
    // The nearest law has one; all loads lie beyond it.
    let beyond = "threads,x_per_s\n50,8090\n100,7816\n250,7011\n500,6759\n1000,6742\n1500,6683\n";
    let [page, _] = said("t.csv", beyond);
    let wanted = [
        "No law describes what was measured. The nearest is X = λN/(1 + α(N−1) + βN(N−1)) with",
        "This fit is inadequate: throughput no longer grows at the smallest load",
    ];
    check(&page, &wanted, &["Throughput has a peak", "By this fit"]);
    let around =
        "threads,x_per_s\n1,64.9\n18,995.9\n36,1652.4\n72,1853.2\n108,1828.9\n144,1775\n216,1702.2\n";
    let [page, _] = said("t.csv", around);
    let wanted = [
        "Throughput has a peak: X = λN/(1 + α(N−1) + βN(N−1)) with",
        "By this fit throughput is highest with 96.5",
    ];
    check(&page, &wanted, &["No law describes", "is inadequate"]);
}

#[test]
fn a_law_that_has_not_seen_the_knee_says_so() {
    // λN/(1 + α(N − 1)) with λ = 10 and α = 0.01 exactly: each user of thirty still adds three quarters of its share.
    let amdahl = |users: &[f64]| {
        let row = |users: &f64| format!("{users},{:.4}\n", 10.0 * users / (1.0 + 0.01 * (users - 1.0)));
        format!("threads,x_per_s\n{}", users.iter().map(row).collect::<String>())
    };
    let no_knee = "Throughput still grows with load at the highest that was tried, and where its knee lies was not measured";
    let [page, _] = said("t.csv", &amdahl(&[2.0, 5.0, 10.0, 20.0, 30.0]));
    check(&page, &[no_knee, "No peak is in sight"], &["Throughput levels off", "By this fit"]);
    // The last loads bring a third more for twice the users.
    let [page, _] = said("t.csv", "threads,x_per_s\n0.31,0.001\n2,0.002\n4,0.0035\n8,0.006\n16,0.008\n");
    check(&page, &["Throughput levels off", "By this fit throughput follows load up to"], &[no_knee]);
}

#[test]
fn of_imported_results_it_is_said_whose_they_are_and_that_the_load_generator_is_not_known() {
    let mut rows = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    for n in 0..600_u64 {
        let _ = writeln!(rows, "{},40,a,200,true,4", 1_600_000_000_000 + n * 100);
    }
    let [page, text] = said("a.jtl", &rows);
    let wanted = [
        "the results of JMeter, imported; times in whole milliseconds. Nothing is known of the load generator's health",
        "whether it was the limit, and how late it was.",
    ];
    check(&page, &wanted, &["in no step was the load generator the limit"]);
    check(&text, &["The run was imported: whether the load generator was the limit"], &["was the limit: no"]);
}

#[test]
fn what_lies_in_no_step_is_counted_in_the_report() {
    let mut rows = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    // 6 requests with eight users, 1,200 with four, 6 with two.
    let seconds = (0..3).map(|_| (8, 2)).chain((0..60).map(|_| (4, 20))).chain((0..3).map(|_| (2, 2)));
    for (second, (users, requests)) in seconds.enumerate() {
        for n in 0..requests {
            let _ = writeln!(rows, "{},40,a,200,true,{users}", 1_600_000_000_000 + second * 1_000 + n * 40);
        }
    }
    for text in said("a.jtl", &rows) {
        let (outside, _) = text.split_once(" of 1,212 requests").unwrap_or_else(|| panic!("{text}"));
        let outside: u64 = outside.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a number");
        assert!((12..100).contains(&outside), "{outside}");
    }
}

#[test]
fn a_ramp_is_said_to_be_one_and_no_capacity_is_claimed() {
    let mut rows = "timeStamp,elapsed,label,responseCode,success,allThreads\n".to_owned();
    for second in 0..90_u64 {
        for n in 0..10_u64 {
            let ms = 1_600_000_000_000 + second * 1_000 + n * 90;
            let _ = writeln!(rows, "{ms},40,a,200,true,{}", second + 1);
        }
    }
    for text in said("a.jtl", &rows) {
        let wanted = "No capacity is claimed: the load was a ramp between 1 and 90 users without a plateau.";
        check(&text, &[wanted], &["Capacity is", "Capacity:"]);
    }
}

#[test]
fn small_rates_and_loads_of_a_table_are_shown_with_their_digits() {
    let rows = "threads,x_per_s\n0.31,0.001\n2,0.002\n4,0.0035\n8,0.006\n16,0.008\n";
    for text in said("t.csv", rows) {
        check(&text, &["Capacity is at least 0.0080/s", " 0.31 ", "0.0010", "0.0035"], &[" 0/s", " 0 users"]);
    }
}

#[test]
fn redirects_that_were_written_again_are_said_in_the_report() {
    let mut rows = "timeStamp,elapsed,label,responseCode,threadName,success,bytes\n".to_owned();
    for n in 0..60_u64 {
        let ms = 1_600_000_000_000 + n * 500;
        let _ = writeln!(rows, "{ms},30,page,200,T 1-1,true,500\n{ms},10,page-0,302,T 1-1,true,100");
        let _ = writeln!(rows, "{},20,page-1,200,T 1-1,true,400", ms + 10);
    }
    let [page, _] = said("a.jtl", &rows);
    check(&page, &["120 of 180 rows are parts of other rows"], &[]);
}
