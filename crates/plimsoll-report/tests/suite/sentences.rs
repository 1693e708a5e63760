//! What a report says must not contradict itself, nor say more than is known.

use crate::runs::{capacity, english, of, without_loads};
use plimsoll_analysis::analyse;
use plimsoll_report::{Language, Words, html, markdown, terminal};
use plimsoll_run::{
    Design, EndReason, ErrorKind, ImportedMeasurement, Input, Interval, LoadGeneratorKind, MeasurementSource,
    Run,
};
use plimsoll_testkit::synthetic::in_flight;
use plimsoll_testkit::synthetic::lab::{Lab, host, service};
use plimsoll_testkit::synthetic::open::{OpenSpec, open};
use plimsoll_testkit::synthetic::variant::variant;
use plimsoll_testkit::synthetic::{Spec, each_second, fail, request, run};

/// Of a terminal, in one line and without the loads of steps.
fn said(made: Run) -> String {
    let text = terminal(&of(made), &english(), 100).split_whitespace().collect::<Vec<_>>().join(" ");
    without_loads(&text)
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

/// Timers so late that more than a tenth of a closed load is not put on.
fn late(made: &mut Run, late_us: u64) {
    for step in 1..=made.steps.len() as u32 {
        each_second(made, step, |second| {
            (0..400).for_each(|_| second.generator.lateness.record_us(late_us));
        });
    }
}

fn one_load(requirements: &[&'static str]) -> Run {
    run(&Spec { loads: vec![(10, 1)], requirements: requirements.to_vec(), ..Spec::default() })
}

#[test]
fn what_fails_in_an_invalid_step_is_the_first_sentence_and_no_contradiction() {
    let mut made = one_load(&["errors < 5 %"]);
    fail(&mut made, 1, 6, ErrorKind::Status, "503 Service Unavailable", 400_000);
    late(&mut made, 400_000);
    let text = said(made);
    check(
        &text,
        &[
            "Synthetic The requirement does not hold: the error rate was",
            "Step 1 is invalid: the load generator's timers were late",
            "so more than 10 % of the load was not put on",
            "No step is valid; an invalid step supports only verdicts",
            "FAIL The error rate was",
        ],
        &["support no verdict"],
    );
    let order = |part: &str| text.find(part).unwrap_or(usize::MAX);
    assert!(order("does not hold") < order("is invalid"), "{text}");
}

#[test]
fn an_invalid_step_of_which_nothing_is_decided_supports_no_verdict() {
    let mut made = one_load(&["errors < 5 %"]);
    late(&mut made, 400_000);
    check(&said(made), &["invalid steps support no verdict", "INCONCLUSIVE"], &["PASS", "FAIL"]);
}

#[test]
fn without_times_a_limit_of_time_is_not_decided() {
    let mut made = one_load(&["p95 <= 500 ms", "mean < 1 s", "errors < 5 %"]);
    each_second(&mut made, 1, |second| {
        for interval in second.transactions.values_mut() {
            interval.response = plimsoll_run::Latencies::default();
        }
    });
    check(
        &said(made),
        &[
            "INCONCLUSIVE p95 <= 500 ms",
            "INCONCLUSIVE mean < 1 s",
            "no response times were recorded",
            "PASS The error rate was 0 %",
        ],
        &["PASS p95", "has no value"],
    );
}

#[test]
fn a_percentile_that_counts_failures_says_so_where_it_is_another_one_than_in_the_table() {
    let mut made = one_load(&["p95 <= 5 s"]);
    fail(&mut made, 1, 2, ErrorKind::Status, "503", 1_000);
    check(
        &said(made),
        &["p95 lies among the 9.15 % of requests that failed; they count as over every limit"],
        &["has no value"],
    );
    let mut made = run(&Spec { loads: vec![(100, 1)], requirements: vec!["p95 <= 5 s"], ..Spec::default() });
    fail(&mut made, 1, 4, ErrorKind::Status, "503", 1_000);
    check(&said(made), &["p95 (failed requests as the slowest) was"], &[]);
    check(&said(one_load(&["p95 <= 5 s"])), &["PASS p95 was"], &["as the slowest"]);
}

#[test]
fn more_requests_are_no_advice_where_lateness_leaves_it_open() {
    // Every request takes 550 ms, the limit is 540, and timers were late by 60 ms.
    let mut made = one_load(&["p95 <= 540 ms"]);
    each_second(&mut made, 1, |second| {
        second.transactions.clear();
        let lookup = second.transactions.entry(request("GET /lookup")).or_default();
        lookup.requests = 20;
        (0..20).for_each(|_| lookup.response.record_us(550_000));
    });
    late(&mut made, 60_000);
    let text = said(made);
    check(
        &text,
        &["INCONCLUSIVE p95 was 550 ms", "the load generator was late by up to 60.", "could be otherwise"],
        &["would decide it"],
    );
}

#[test]
fn a_search_recommends_less_than_its_maximum_and_does_not_forget_what_it_measured_below() {
    let found = capacity(EndReason::Converged, &[100.0, 400.0, 800.0, 460.0, 420.0, 420.0, 420.0]);
    let text = said(found);
    check(
        &text,
        &["20 % headroom below the capacity of", "where the rate is higher"],
        &["no lower load was measured"],
    );
}

#[test]
fn a_search_that_finds_less_throughput_than_is_required_does_not_meet_every_requirement() {
    let mut found = capacity(EndReason::Converged, &[100.0, 400.0, 800.0, 460.0, 420.0, 420.0, 420.0]);
    found.header.requirements.push("throughput >= 600/s".to_owned());
    check(
        &said(found),
        &[
            "420/s meets every requirement but throughput >= 600/s",
            "At no rate are all requirements shown to hold",
        ],
        &["meets every requirement (", "every requirement is shown to hold at the recommended load"],
    );
}

#[test]
fn where_less_load_is_measured_again_there_is_no_gain_and_no_goal() {
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        loads: vec![(10, 1), (20, 1), (10, 1)],
        ..Spec::default()
    };
    let analysis = of(run(&spec));
    let growth: Vec<bool> = analysis.runs[0].steps.iter().map(|step| step.growth.is_some()).collect();
    assert_eq!(growth, [false, true, false]);
}

#[test]
fn of_another_load_generator_it_is_not_said_that_it_was_not_the_limit() {
    for (generator, name) in [
        (LoadGeneratorKind::Jmeter { version: "5.6.3".to_owned() }, "JMeter"),
        (LoadGeneratorKind::Tool { name: "k6 v2.2".to_owned(), summed_up: false }, "k6 v2.2"),
    ] {
        let mut made = one_load(&[]);
        made.header.generator = generator;
        let analysis = of(made);
        let page = markdown(&analysis, &english(), "figures").text;
        for text in [terminal(&analysis, &english(), 200), page] {
            check(
                &text,
                &[&format!("Nothing shows that {name} was the limit")],
                &["in no step was the load generator the limit", "No, in no step."],
            );
        }
    }
}

#[test]
fn of_plain_http_no_certificates_are_verified_and_a_smoke_run_is_not_multiplied_out_to_days() {
    let of_length = |measured_s: u32| {
        let requirements = vec!["errors < 5 %"];
        let mut made = run(&Spec { loads: vec![(10, 1)], measured_s, requirements, ..Spec::default() });
        made.header.plan.uses_tls = Some(false);
        markdown(&of(made), &english(), "figures").text
    };
    let (smoke, whole) = (of_length(3), of_length(20));
    check(&whole, &["no request went over TLS", "per day"], &[]);
    check(&smoke, &["no request went over TLS"], &["per day"]);
}

#[test]
fn windows_of_one_load_are_judged_and_recommended_together() {
    // Some 60 requests each: too few for 1 %, and together enough.
    let spec = Spec {
        loads: vec![(10, 1); 9],
        measured_s: 3,
        requirements: vec!["errors < 1 %", "p95 < 5 s"],
        ..Spec::default()
    };
    check(
        &said(run(&spec)),
        &[
            "Both requirements hold",
            "PASS The error rate was 0 % in steps 1–9 together (limit 1 %)",
            "PASS for steps 1–9 together: 0 of ",
            "each by itself: INCONCLUSIVE in steps 1–9.",
            "with 10 users: every requirement is shown to hold",
        ],
        &["In no valid step", "closest to the limit"],
    );
}

#[test]
fn what_all_requests_failed_by_is_the_only_cause_or_the_most_frequent() {
    let failing = |kinds: &[(u64, ErrorKind, &str)]| {
        let mut made = run(&Spec { loads: vec![(10, 1)], measured_s: 5, ..Spec::default() });
        each_second(&mut made, 1, |second| second.transactions.clear());
        for (failures, kind, detail) in kinds {
            fail(&mut made, 1, *failures, *kind, detail, 1_000);
        }
        said(made)
    };
    let found = failing(&[(12, ErrorKind::Status, "503 Busy"), (8, ErrorKind::Reset, "reset")]);
    // Of what fails altogether a longer time says nothing else.
    check(
        &found,
        &["All 100 requests failed, most often by 503 Busy"],
        &["Measure each step for several minutes"],
    );
    let found = failing(&[(20, ErrorKind::Status, "503 Busy")]);
    check(&found, &["All 100 requests failed: 503 Busy"], &["most often"]);
}

#[test]
fn where_no_failure_is_allowed_no_interval_says_otherwise() {
    check(&said(one_load(&["errors <= 0 %"])), &["failed (0 %; allowed 0 %)"], &["(0 %, CI"]);
}

#[test]
fn a_status_says_by_itself_that_it_is_one() {
    let mut made = one_load(&[]);
    fail(&mut made, 1, 20, ErrorKind::Status, "404 Not Found", 1_000);
    check(&said(made), &["404 Not Found"], &["status: 404"]);
    let mut made = one_load(&[]);
    fail(&mut made, 1, 20, ErrorKind::Status, "404", 1_000);
    check(&said(made), &["status 404"], &["status: 404"]);
}

#[test]
fn a_box_does_not_say_the_same_twice() {
    for language in plimsoll_report::Language::ALL {
        let words = Words::new(language);
        let mut made = one_load(&["errors < 5 %"]);
        late(&mut made, 400_000);
        let page = html(&of(made), &words).replace('\u{a0}', " ");
        let not_known = words_of(language);
        let repeated = page.match_indices(not_known).filter(|(at, _)| {
            let rest: String = page[at + not_known.len()..].chars().take(120).collect();
            without_tags(&rest).trim_start().starts_with(not_known)
        });
        assert_eq!(repeated.count(), 0, "{language:?}");
    }
}

fn words_of(language: plimsoll_report::Language) -> &'static str {
    match language {
        plimsoll_report::Language::English => "Not known",
        plimsoll_report::Language::Danish => "Ukendt",
        plimsoll_report::Language::German => "Nicht bekannt",
        plimsoll_report::Language::Turkish => "Bilinmiyor",
    }
}

fn without_tags(html: &str) -> String {
    let mut is_tag = false;
    html.chars()
        .filter(|c| {
            let shown = !is_tag && *c != '<';
            is_tag = if *c == '<' {
                true
            } else if *c == '>' {
                false
            } else {
                is_tag
            };
            shown && *c != '>'
        })
        .collect()
}

#[test]
fn a_cause_that_another_variant_refutes_is_not_named_and_the_report_says_why() {
    let labs = [("pool 8", "8", 1.0 / 40.0), ("pool 16", "16", 1.0 / 80.0)]
        .map(|(name, size, alpha)| variant(name, &[("pool", size)], alpha));
    let [(one, of_one), (two, of_two)] = labs.map(|lab| (lab.run, lab.observed));
    let analysis = analyse(&[one, two], &[of_one, of_two], 1);
    let page = markdown(&analysis, &Words::new(Language::English), "figures").text.replace('\u{a0}', " ");
    for wanted in [
        "Refuted by another variant: it carried much more there, though only the sizes of other things differ.",
        "CPU of app1: 93 % used at 26.6/s here; in pool 16 it carried 53.2/s (2.0 times as much), 97 % used",
        "what was used up there carried much more in another variant",
    ] {
        assert!(page.contains(wanted), "{wanted}\n{}", page.split("Limiting factor").nth(3).unwrap_or(&page));
    }
}

#[test]
fn a_use_that_is_no_line_over_throughput_is_not_said_to_follow_it() {
    let mut lab = variant("", &[], 1.0 / 40.0);
    lab.observed.points.clear();
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let busy = [0.2, 0.9, 0.3, 0.95, 0.6];
    lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| {
        let step = Lab::step_at(&steps, at);
        1.0 - step.and_then(|step| busy.get(step as usize - 1)).copied().unwrap_or(0.03)
    });
    let analysis = analyse(&[lab.run], &[lab.observed], 1);
    let page = markdown(&analysis, &english(), "figures").text.replace('\u{a0}', " ");
    check(
        &page,
        &["Its use does not follow throughput in a line (r² "],
        &["its use follows throughput", "would be complete", "its use does not follow"],
    );
}

#[test]
fn the_best_step_is_not_called_the_highest_where_others_had_more() {
    // Nearly all of the second step fails, and yet more succeed than in the first.
    let loads = vec![(4, 1), (40, 1)];
    let mut made =
        run(&Spec { loads, design: Design::Fixed, end: Some(EndReason::Completed), ..Spec::default() });
    fail(&mut made, 2, 9_000, ErrorKind::Status, "429 Too Many Requests", 1_000);
    let page = markdown(&of(made), &english(), "figures").text;
    check(&page, &["Throughput over time"], &["highest in step 1"]);
}

/// Three given loads.
fn given_loads() -> Run {
    run(&Spec {
        loads: vec![(4, 1), (12, 1), (24, 1)],
        design: Design::Fixed,
        end: Some(EndReason::Completed),
        lambda: 5.0,
        ..Spec::default()
    })
}

#[test]
fn where_most_requests_fail_there_is_no_capacity_and_no_advice_of_more_load() {
    let mut made = given_loads();
    fail(&mut made, 2, 2_000, ErrorKind::Status, "429 Too Many Requests", 1_000);
    fail(&mut made, 3, 2_000, ErrorKind::Status, "429 Too Many Requests", 1_000);
    late(&mut made, 400_000);
    let text = said(made);
    check(
        &text,
        &[
            "INVALID: most failed",
            "most requests failed; requirements are judged there all the same, but no capacity is taken from it",
            "Find out which limit answers with 429",
        ],
        &["Repeat with higher loads", "Step 2 is invalid: the load generator"],
    );
}

#[test]
fn refusals_are_named_where_nothing_was_used_up() {
    let mut made = given_loads();
    fail(&mut made, 3, 2_000, ErrorKind::Status, "429 Too Many Requests", 1_000);
    let mut lab = Lab::new(made);
    lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 0.9);
    let analysis = analyse(&[lab.run], &[lab.observed], 1);
    let page = markdown(&analysis, &english(), "figures").text.replace('\u{a0}', " ");
    check(
        &page,
        &["Requests are refused from step 3 (24 users) on (429 Too Many Requests)"],
        &[
            "the limit lies where nobody looked",
            "no load shows that throughput stops growing",
            "but throughput only by",
        ],
    );
}

#[test]
fn what_varied_by_half_is_carried_and_no_lower_bound() {
    let mut made = given_loads();
    // The last half of the highest load brings nothing.
    let ends = made.steps[2].measured_to_us.expect("it ended") / 1_000_000;
    each_second(&mut made, 3, |second| {
        if u64::from(second.second) + 10 >= ends && second.second % 5 > 0 {
            second.transactions.clear();
        }
    });
    let text = said(made);
    check(
        &text,
        &["was carried in step 3", "with so wide an interval that capacity is only known to be at least"],
        &["Capacity is at least 7", "per day"],
    );
}

#[test]
fn a_system_that_hung_is_said_in_the_headline_and_its_step_is_no_capacity() {
    let mut made = given_loads();
    let ends = made.steps[2].measured_to_us.expect("it ended") / 1_000_000;
    made.steps[2].abandoned = 24;
    each_second(&mut made, 3, |second| {
        if u64::from(second.second) + 8 >= ends {
            second.transactions.clear();
            for worker in second.generator.workers.values_mut() {
                (worker.busy_us, worker.think_us) = (0, 0);
            }
        }
    });
    let text = said(made);
    check(
        &text,
        &["Synthetic The system hung: from", "INVALID: hung", "reached in step 2"],
        &["The measurement is valid", "account for"],
    );
}

/// Requirements on times and errors, and a third step in which nothing was answered at all.
#[test]
fn a_step_without_an_answer_is_in_the_verdict_and_no_log_of_errors_is_to_be_read() {
    let mut made = given_loads();
    made.header.requirements = vec!["p95 < 600 ms".to_owned()];
    made.steps[2].abandoned = 24;
    each_second(&mut made, 3, |second| {
        second.transactions.clear();
        second.generator.workers.values_mut().for_each(|worker| (worker.busy_us, worker.think_us) = (0, 0));
    });
    check(
        &said(made),
        &[
            "p95: none of the 24 requests of step 3 was answered within its window (limit 600 ms)",
            "INVALID: nothing ended",
            "no request ended; requirements are judged there all the same",
            "Find out what the requests wait for",
        ],
        &["in the servers' logs", "Repeat with higher loads", "missing load"],
    );
}

#[test]
fn connections_that_are_cut_off_from_a_load_on_have_a_limit() {
    let cut_in = |steps: &[u32]| {
        let mut made = given_loads();
        made.header.requirements = vec!["errors < 1 %".to_owned()];
        let closed = "the server closed the connection without an answer";
        steps.iter().for_each(|step| fail(&mut made, *step, 30, ErrorKind::ClosedEarly, closed, 500));
        said(made)
    };
    let limited = "Find out what limits connections: in step 2 none was cut off, in step 3 some were";
    check(&cut_in(&[3]), &[limited], &["in the servers' logs"]);
    check(&cut_in(&[1, 2, 3]), &["in the servers' logs"], &["what limits connections"]);
    check(&cut_in(&[1]), &["in the servers' logs"], &["what limits connections"]);
    // One of more than a hundred may be chance; and what is cut off in another way is cut off.
    let mut few = given_loads();
    few.header.requirements = vec!["errors < 0.1 %".to_owned()];
    fail(&mut few, 3, 1, ErrorKind::Reset, "connection reset", 500);
    check(&said(few), &["in the servers' logs"], &["what limits connections"]);
    let mut both = given_loads();
    both.header.requirements = vec!["errors < 1 %".to_owned()];
    fail(&mut both, 2, 10, ErrorKind::ClosedEarly, "closed", 500);
    fail(&mut both, 3, 30, ErrorKind::Reset, "connection reset", 500);
    check(&said(both), &["in step 1 none was cut off, in step 2 some were"], &["in the servers' logs"]);
}

#[test]
fn where_the_system_slows_down_no_larger_pool_is_asked_for() {
    let spec = OpenSpec {
        rates: vec![200.0, 600.0],
        drop: true,
        requirements: vec!["errors < 1 %", "p95 < 500 ms"],
        ..OpenSpec::default()
    };
    check(
        &said(open(&spec)),
        &[
            "More users would only wait longer",
            "Their number was not the limit",
            "Find out what requests wait for in step 2",
        ],
        &["larger pool", "at least 4"],
    );
}

#[test]
fn reasons_of_steps_that_support_nothing_are_none_of_what_is_judged() {
    let mut made = given_loads();
    fail(&mut made, 2, 2_000, ErrorKind::Status, "503", 1_000);
    each_second(&mut made, 3, |second| {
        second.generator.workers.values_mut().for_each(|worker| worker.run_delay_us = worker.wall_us);
    });
    let text = said(made);
    check(
        &text,
        &["most requests failed; requirements are judged there all the same"],
        &["most requests failed and"],
    );
}

#[test]
fn what_fails_is_mended_before_higher_loads() {
    let with = |failures: u64| {
        let mut made = given_loads();
        (1..=3).for_each(|step| fail(&mut made, step, failures, ErrorKind::Status, "503", 500));
        said(made)
    };
    check(
        &with(30),
        &["Mend first what fails or is critical in step 3; then repeat with"],
        &["Repeat with higher loads"],
    );
    check(&with(0), &["Repeat with higher loads"], &["Mend first"]);
}

#[test]
fn a_system_that_is_gone_within_a_step_is_said_in_the_headline_and_its_step_is_no_capacity() {
    let mut made = given_loads();
    let ends = made.steps[2].measured_to_us.expect("it ended") / 1_000_000;
    each_second(&mut made, 3, |second| {
        if u64::from(second.second) + 8 >= ends {
            for interval in second.transactions.values_mut() {
                let n = interval.requests;
                *interval = Interval { requests: n, ..Interval::default() };
                (0..n).for_each(|_| interval.fail(ErrorKind::ConnectRefused, "10.0.0.1:80", 100));
            }
        }
    });
    check(
        &said(made),
        &[
            "every request failed, all ",
            "983, connection refused",
            "INVALID: failed to the end",
            "reached in step 2",
        ],
        &["The measurement is valid", "reached in step 3"],
    );
}

#[test]
fn failures_that_begin_at_a_load_are_said_to_and_a_capacity_says_what_of_it_failed() {
    let failing = |share: u64| {
        let mut made = given_loads();
        each_second(&mut made, 3, |second| {
            for interval in second.transactions.values_mut() {
                let n = interval.requests / share;
                (0..n).for_each(|_| interval.fail(ErrorKind::Status, "503", 100));
            }
        });
        said(made)
    };
    let most = failing(2);
    check(&most, &["From step 3", "before it none did", "2,437, status 503"], &["The measurement is valid"]);
    check(&failing(30), &["In step 3, 2."], &["From step 3 ("]);
}

#[test]
fn times_of_which_the_slowest_were_still_under_way_are_at_least_that() {
    let mut made = run(&Spec {
        loads: vec![(10, 1), (20, 1)],
        requirements: vec!["p95 <= 20 s"],
        design: Design::Fixed,
        end: Some(EndReason::Completed),
        ..Spec::default()
    });
    in_flight::leave(&mut made, 40, 3, 0);
    check(&said(made), &["p95 was ≥ "], &["would decide it"]);
}

#[test]
fn where_verdicts_are_none_they_are_not_said_to_take_lateness_into_account() {
    let mut made = given_loads();
    late(&mut made, 20_000);
    let page = markdown(&of(made), &english(), "figures").text;
    check(&page, &["its figures have an uncertainty by it."], &["which verdicts take into account"]);
}

#[test]
fn the_load_generator_is_marked_as_used_up_only_where_it_was_the_limit() {
    let mut made = given_loads();
    each_second(&mut made, 2, |second| {
        second.generator.workers.values_mut().for_each(|worker| worker.run_delay_us = worker.wall_us / 14);
    });
    let mut lab = Lab::new(made);
    lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 0.9);
    let analysis = analyse(&[lab.run], &[lab.observed], 1);
    assert!(analysis.runs[0].steps[1].is_valid());
    let page = markdown(&analysis, &english(), "figures").text.replace('\u{a0}', " ");
    let row = page.lines().find(|line| line.starts_with("| load generator |")).expect("its row");
    assert!(row.contains("waited for their core 7.1 %") && !row.contains("**"), "{row}");
}

#[test]
fn requests_at_work_are_no_load_that_grew() {
    let mut made = given_loads();
    let source = MeasurementSource::ServerLogs;
    made.header.generator =
        LoadGeneratorKind::Imported(ImportedMeasurement { source, ..ImportedMeasurement::default() });
    made.seconds.iter_mut().for_each(|second| second.generator.workers.clear());
    let page = markdown(&of(made), &english(), "figures").text;
    check(&page, &["How this was concluded"], &["the load was multiplied by"]);
}

#[test]
fn rows_that_could_not_be_read_are_counted() {
    let with = |problems| {
        let mut made = given_loads();
        made.telemetry.inputs.push(Input { name: "results.jtl".to_owned(), problems, ..Input::default() });
        markdown(&of(made), &english(), "figures").text.replace('\u{a0}', " ")
    };
    check(&with(2), &["2 rows or values could not be read or are impossible, and are in no figure"], &[]);
    check(&with(0), &[], &["could not be read or"]);
}

/// A pool of 3 that is full in the last of three loads; so many wait, if anybody counts them.
fn full_pool(waiting: Option<f64>) -> String {
    pool_full_in_the_third_step(given_loads(), waiting)
}

fn pool_full_in_the_third_step(made: Run, waiting: Option<f64>) -> String {
    let mut lab = Lab::new(made);
    let source = service("app1", "hikari");
    let name = [("db.client.connection.pool.name", "main")];
    let used = [("db.client.connection.pool.name", "main"), ("db.client.connection.state", "used")];
    let from = lab.run.steps[2].measured_from_us as f64 / 1e6;
    lab.exact(&source, "db.client.connection.max", &name, |_| 3.0);
    lab.exact(&source, "db.client.connection.count", &used, move |at| if at >= from { 3.0 } else { 1.0 });
    if let Some(waiting) = waiting {
        lab.exact(&source, "db.client.connection.pending_requests", &name, move |at| {
            if at >= from { waiting } else { 0.0 }
        });
    }
    markdown(&analyse(&[lab.run], &[lab.observed], 1), &english(), "figures").text.replace('\u{a0}', " ")
}

#[test]
fn errors_that_come_only_while_a_pool_is_full_lead_to_the_pool() {
    let failing_in = |steps: &[u32], status: &str| {
        let mut made = given_loads();
        made.header.requirements = vec!["errors < 1 %".to_owned()];
        steps.iter().for_each(|step| fail(&mut made, *step, 30, ErrorKind::Status, status, 500));
        pool_full_in_the_third_step(made, Some(20.0))
    };
    let of_pool = "See the finding on the pool that was used up";
    check(&failing_in(&[3], "503 Service Unavailable"), &[of_pool], &["Find these errors in the servers"]);
    check(&failing_in(&[2, 3], "503 Service Unavailable"), &["Find these errors in the servers"], &[of_pool]);
    check(&failing_in(&[3], "401 Unauthorized"), &[], &[of_pool]);
}

#[test]
fn who_was_not_counted_is_not_said_to_be_nobody() {
    check(&full_pool(None), &["and how many waited is not recorded."], &["nobody waited"]);
    check(&full_pool(Some(7.0)), &["and at most 7 waited."], &["not recorded"]);
}

#[test]
fn a_hang_is_no_failure_to_mend_and_what_came_before_it_is_not_multiplied_out() {
    let mut made = given_loads();
    let ends = made.steps[2].measured_to_us.expect("it ended") / 1_000_000;
    made.steps[2].abandoned = 24;
    each_second(&mut made, 3, |second| {
        if u64::from(second.second) + 8 >= ends {
            second.transactions.clear();
        }
    });
    let page = markdown(&of(made), &english(), "figures").text;
    check(&page, &["Find out what the requests wait for"], &["Mend the failures first", "per week"]);
}

#[test]
fn servers_that_were_watched_at_another_time_are_said_to_be() {
    let mut lab = Lab::new(given_loads());
    let idle = (0..20).map(|at| (90_000.0 + f64::from(at), 0.5));
    lab.points(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], idle);
    let page = markdown(&analyse(&[lab.run], &[lab.observed], 1), &english(), "figures").text;
    check(&page, &["is of another time than the load"], &["Nothing was recorded of the servers"]);
}

#[test]
fn what_takes_too_long_at_every_load_is_no_matter_of_load() {
    let steps = |alpha| Spec {
        loads: vec![(4, 1), (12, 1), (24, 1)],
        design: Design::Fixed,
        end: Some(EndReason::Completed),
        alpha,
        requirements: vec!["p95 <= 100 ms"],
        ..Spec::default()
    };
    let (is_alike, is_of_load) = ("less load does not help", "Find the limiting resource");
    check(
        &said(run(&steps(0.0))),
        &["at the lowest load it takes nearly as long as at the highest", is_alike],
        &[is_of_load],
    );
    check(&said(run(&steps(0.2))), &[is_of_load], &[is_alike]);
}

#[test]
fn a_longest_time_that_a_few_requests_break_is_no_matter_of_load() {
    let with_slow = |slow: u64| {
        let mut made = run(&Spec {
            loads: vec![(20, 1)],
            measured_s: 60,
            requirements: vec!["max < 5 s"],
            ..Spec::default()
        });
        let mut seconds = 0..;
        each_second(&mut made, 1, |second| {
            let interval = second.transactions.values_mut().next().expect("a request");
            // The first ones are of the ramp.
            if (10..10 + slow).contains(&seconds.next().expect("it has no end")) {
                interval.requests += 1;
                interval.response.record_us(9_000_000);
            }
        });
        said(made)
    };
    let is_of_few = "Look at the few requests that took longer";
    check(&with_slow(1), &[is_of_few, "(1 of "], &["Find the limiting resource"]);
    check(&with_slow(40), &["Find the limiting resource"], &[is_of_few]);
}

/// Throughput is highest with 20 users: 22.7/s by the law of the load, and 16.9/s with 10.
fn with_a_peak(requirement: &'static str, expected_per_s: f64) -> Run {
    let mut made = run(&Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: vec![(10, 1), (20, 1), (30, 1)],
        beta: 0.002,
        requirements: vec![requirement],
        ..Spec::default()
    });
    made.header.expected_per_s = Some(expected_per_s);
    made
}

#[test]
fn under_the_expected_use_requirements_are_met_or_not_and_the_limit_is_so_many_times_that() {
    let all_hold = said(with_a_peak("mean < 5 s", 10.0));
    check(
        &all_hold,
        &[
            "Expected 10.0/s: the mean ",
            " in step 1, met; the limit is 22.",
            "/s, 2.3 times the expected use.",
        ],
        &[],
    );
    // It holds with 10 users and not with 20: 1.7 · 10 is what 10 users bring.
    let up_to = said(with_a_peak("mean < 750 ms", 10.0));
    check(
        &up_to,
        &[
            " in step 1, met; the requirements on times and errors hold up to 1",
            "/s, 1.7 times the expected use, and not all at the highest throughput, 22.",
        ],
        &["the limit is"],
    );
    let none_holds = said(with_a_peak("mean < 100 ms", 15.0));
    check(
        &none_holds,
        &[
            "Expected 15.0/s: the mean ",
            " in step 1, not met; not all requirements on times and errors hold at the highest",
        ],
        &["times the expected use"],
    );
    let more = said(with_a_peak("mean < 5 s", 100.0));
    check(&more, &["Expected 100.0/s: no valid step carried it; the limit is 22."], &[", met;"]);
}

#[test]
fn where_too_little_was_measured_for_a_capacity_what_would_be_enough_is_said() {
    // Six requests in ten seconds: fifty take 84.
    let spec = Spec { loads: vec![(1, 1), (2, 1)], measured_s: 10, ..Spec::default() };
    let mut made = run(&spec);
    for (step, wanted) in [(1, 2), (2, 6)] {
        let from = made.steps[step as usize - 1].measured_from_us / 1_000_000;
        each_second(&mut made, step, |second| {
            second.transactions.clear();
            let at = u64::from(second.second).checked_sub(from);
            if at.is_some_and(|at| at < wanted) {
                let lookup = second.transactions.entry(request("GET /lookup")).or_default();
                lookup.requests = 1;
                lookup.response.record_us(40_000);
            }
        });
    }
    check(
        &said(made),
        &[
            "No capacity is claimed: of the 2 steps none holds enough for it.",
            "where 6 requests succeeded in 10 s; a claim takes 50, at this rate 84 s.",
        ],
        &["Capacity is"],
    );
}

#[test]
fn that_many_requests_fail_is_the_headline_where_no_requirement_says_how_many_may() {
    let failing = |requirements: &[&'static str]| {
        let mut made = one_load(requirements);
        each_second(&mut made, 1, |second| {
            for interval in second.transactions.values_mut() {
                let n = interval.requests;
                *interval = Interval::default();
                for i in 0..100 * n {
                    interval.requests += 1;
                    interval.response.record_us(100_000);
                    if i % 100 < 15 {
                        interval.fail(ErrorKind::Status, "503", 100_000);
                    }
                }
            }
        });
        said(made)
    };
    let wanted = "status 503), and no requirement says how many may";
    check(
        &failing(&[]),
        &["Synthetic 15.0 % of the requests failed (", wanted],
        &["The measurement is valid"],
    );
    check(&failing(&["errors < 20 %"]), &["The requirement holds"], &["no requirement says"]);
}

#[test]
fn a_terminal_says_of_plain_http_nothing_of_certificates_and_of_a_smoke_run_nothing_of_days() {
    let shown = |uses_tls: bool, measured_s: u32| {
        let requirements = vec!["errors < 5 %"];
        let mut made = run(&Spec { loads: vec![(10, 1)], measured_s, requirements, ..Spec::default() });
        (made.header.plan.uses_tls, made.header.plan.verify_certificates) = (Some(uses_tls), false);
        said(made)
    };
    check(&shown(true, 3), &["certificates-not-verified"], &[]);
    let smoke = shown(false, 3);
    check(&smoke, &["This is one load only"], &["per hour", "per day", "per week"]);
    check(&smoke.to_lowercase(), &[], &["verified", "certificate"]);
}

#[test]
fn what_stands_from_two_loads_on_is_no_growth_from_the_first() {
    // 60, 100 and 101 requests a second: 68 % more than in the first step, and 1 % more than in the second.
    let with = |per_s: [u64; 3]| {
        let mut made = given_loads();
        for (step, per_s) in (1..).zip(per_s) {
            each_second(&mut made, step, |second| {
                second.transactions.clear();
                let lookup = second.transactions.entry(request("GET /lookup")).or_default();
                lookup.requests = per_s + 2 * u64::from(second.second % 2);
                (0..lookup.requests).for_each(|_| lookup.response.record_us(100_000));
            });
        }
        said(made)
    };
    let still_grows = "was still 6";
    check(&with([60, 100, 101]), &["Capacity is 10"], &[still_grows, "maximum-not-found", "than in step 1"]);
    check(&with([60, 100, 165]), &["Capacity is at least 16", still_grows, "maximum-not-found"], &[]);
}

#[test]
fn a_run_that_passes_as_a_whole_names_the_transaction_that_fails() {
    // One payment of 40 fails behind many lookups that do not, in each of three steps.
    let mut made = run(&Spec {
        loads: vec![(40, 1), (60, 1), (80, 1)],
        measured_s: 30,
        lambda: 40.0,
        requirements: vec!["errors < 1 %"],
        ..Spec::default()
    });
    for step in 1..=3 {
        each_second(&mut made, step, |second| {
            let mut pay = Interval { requests: 40, ..Interval::default() };
            (0..40).for_each(|_| pay.response.record_us(1_000));
            pay.fail(ErrorKind::Status, "500", 1_000);
            second.transactions.insert(request("pay"), pay);
        });
    }
    check(
        &said(made),
        &[
            "Synthetic The requirement holds",
            "PASS The error rate was 0.",
            "[transaction-errors] ",
            "pay",
            "2.50 %",
        ],
        &["FAIL", "INCONCLUSIVE"],
    );
}

#[test]
fn closest_to_the_limit_is_the_step_of_the_highest_value() {
    // p95 is 900 ms in the second of three steps, where nothing takes longer than the limit; in the others 4 % do, and p95 is 100 ms.
    let mut made = run(&Spec {
        loads: vec![(10, 1), (20, 1), (40, 1)],
        measured_s: 100,
        requirements: vec!["p95 <= 1 s"],
        ..Spec::default()
    });
    for step in 1..=3 {
        each_second(&mut made, step, |second| {
            second.transactions.clear();
            let lookup = second.transactions.entry(request("GET /lookup")).or_default();
            lookup.requests = 100;
            let slow = if step == 2 { (900_000, 10) } else { (2_000_000, 4) };
            lookup.response = plimsoll_run::Latencies::from_counts([slow, (100_000, 100 - slow.1)]);
        });
    }
    let text = said(made);
    check(
        &text,
        &["PASS in steps 1–3", "closest to the limit, step 2: 9"],
        &["limit, step 1", "limit, step 3"],
    );
}
