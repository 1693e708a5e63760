//! The report on a terminal.

use crate::runs::{climb, english, found, limited, of, rates, searched_in_vain, without_loads};
use plimsoll_report::{Language, Words, terminal};
use plimsoll_run::{Design, EndReason, ErrorKind, Run};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, request, run};

#[test]
fn terminal_of_a_climb() {
    insta::assert_snapshot!(terminal(&of(climb()), &english(), 80));
}

#[test]
fn terminal_of_an_invalid_run() {
    insta::assert_snapshot!(terminal(&of(limited()), &english(), 80));
}

#[test]
fn terminal_of_open_load() {
    insta::assert_snapshot!(terminal(&of(rates(true)), &english(), 80));
}

#[test]
fn terminal_of_a_capacity_that_was_found() {
    insta::assert_snapshot!(terminal(&of(found()), &english(), 80));
}

#[test]
fn terminal_of_a_capacity_that_the_generator_hid() {
    insta::assert_snapshot!(terminal(&of(searched_in_vain()), &english(), 80));
}

#[test]
fn terminal_fits_eighty_columns() {
    for analysis in [of(climb()), of(limited()), of(rates(true)), of(found()), of(searched_in_vain())] {
        for language in Language::ALL {
            let text = terminal(&analysis, &Words::new(language), 80);
            let wide: Vec<&str> = text.lines().filter(|l| l.chars().count() > 80).collect();
            assert!(wide.is_empty(), "{wide:?}");
            assert!(!text.contains('\u{a0}'));
        }
    }
}

/// "MinLog2 - Performancetest rapport borger lookup" (2020-12-09): its step table and its closing sentence,
/// from a run in which as many requests ended as the table says.
#[test]
fn the_borger_report_comes_out_as_its_table() {
    const TABLE: [(u32, u32, u64, &str); 10] = [
        (5, 2, 1_810, "–     –"),
        (8, 2, 2_318, "28.1 %  36 %"),
        (8, 3, 3_444, "48.6 %  30 %"),
        (8, 4, 4_678, "35.8 %  19 %"),
        (8, 5, 5_617, "20.1 %  15 %"),
        (8, 6, 6_790, "20.9 %  12 %"),
        (8, 7, 7_931, "16.8 %   9 %"),
        (8, 8, 9_031, "13.9 %   8 %"),
        (8, 9, 10_390, "15.0 %   7 %"),
        (8, 10, 11_202, "7.8 %   6 %"),
    ];
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::LoadExhausted),
        loads: TABLE.iter().map(|row| (row.0, row.1)).collect(),
        measured_s: 100,
        requirements: vec!["p95 <= 2.5 s", "p98 <= 5.5 s"],
        ..Spec::default()
    };
    let mut made = run(&spec);
    for (step, (.., requests, _)) in (1..).zip(TABLE) {
        let mut seconds = 0;
        each_second(&mut made, step, |second| {
            second.transactions.clear();
            let lookup = second.transactions.entry(request("GET /lookup")).or_default();
            // The ramp's seconds come first and do not count.
            seconds += 1;
            let share = requests / 100 + u64::from(seconds > 2 && seconds - 2 <= requests % 100);
            lookup.requests = share;
            (0..share).for_each(|_| lookup.response.record_us(600_000));
        });
    }
    let analysis = of(made);
    let text = terminal(&analysis, &english(), 80);
    let counted: Vec<u64> = analysis.runs[0].steps.iter().map(|step| step.requests).collect();
    assert_eq!(counted, TABLE.map(|row| row.2));
    for (.., gains) in TABLE {
        assert!(text.contains(gains), "{gains}: {text}");
    }
    let sentence = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(sentence.contains("Capacity is at least 112.0/s"), "{sentence}");
    let bound = "the maximum was not found: no node was left while throughput still grew 7.8 % (goal 6 %)";
    assert!(sentence.contains(bound), "{sentence}");
    assert!(sentence.contains("PASS in steps 1–10"), "{sentence}");
}

#[test]
fn a_run_of_which_nothing_is_left_says_so() {
    let nothing = Run { steps: Vec::new(), seconds: Vec::new(), end: None, ..climb() };
    let text = terminal(&of(nothing), &english(), 80);
    for wanted in ["Nothing was measured", "cut off", "still running", "-wal"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let cut = terminal(&of(Run { end: None, ..climb() }), &english(), 200);
    assert!(cut.contains("The run was cut off, or is still running"), "{cut}");
}

#[test]
fn a_step_that_is_invalid_says_why_on_a_terminal() {
    assert!(terminal(&of(limited()), &english(), 80).contains("INVALID: generator"));
    let mut refused = run(&Spec { requirements: vec!["errors < 1 %"], ..Spec::default() });
    for step in 1..=3 {
        each_second(&mut refused, step, |second| {
            second.transactions.clear();
            let lookup = second.transactions.entry(request("GET /lookup")).or_default();
            lookup.requests = 50;
            (0..50).for_each(|_| lookup.response.record_us(1_000));
            (0..50).for_each(|_| lookup.fail(ErrorKind::Status, "status 503", 1_000));
        });
    }
    let text = terminal(&of(refused), &english(), 80).split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "Invalid. No step is valid; where every request failed, requirements are judged",
        "FAIL The error rate was 100 %",
        "INVALID: all failed",
        "In steps 1–3, 3,000 of 3,000 requests failed (100 %)",
    ] {
        assert!(without_loads(&text).contains(wanted), "{wanted}: {text}");
    }
}

#[test]
fn requirements_that_nothing_broke_have_no_worst_step() {
    let spec = Spec {
        requirements: vec!["p95 <= 60 s", "errors < 1 %", "p95 of \"nothere\" < 1 s", "p99 < 100 ms"],
        ..Spec::default()
    };
    let text = terminal(&of(run(&spec)), &english(), 400);
    for wanted in [
        "no request was over the limit in any step.",
        "no request failed in any step.",
        "no request named \"nothere\"; there are \"GET /lookup\" and \"POST /login\".",
        "worst step",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

/// Step 1 is too short for its requirement, step 2 is not: the open one is said with the figure of the open step.
#[test]
fn what_is_open_is_said_with_the_figure_of_a_step_that_is_open() {
    let mut made = run(&Spec {
        loads: vec![(1, 1), (40, 1)],
        measured_s: 10,
        requirements: vec!["errors < 3 %"],
        ..Spec::default()
    });
    fail(&mut made, 2, 1, ErrorKind::Status, "status 503", 1_000);
    let text = terminal(&of(made), &english(), 200);
    let line = text.lines().find(|line| line.starts_with("INCONCLUSIVE")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("in step 1 (1 user)"), "{line}");
    assert!(text.contains("PASS in step 2 (40 users); INCONCLUSIVE in step 1 (1 user)"), "{text}");
    // 0 of n are surely below 3 % from 125 on: the bound of Wilson's interval, z² / (n + z²).
    assert!(text.contains("125 requests in step 1 (1 user)"), "{text}");
}
