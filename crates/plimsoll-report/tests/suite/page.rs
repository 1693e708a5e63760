//! The page: what it must say, and where.

use crate::figures::pictures;
use crate::runs::{
    capacity, climb, english, found, limited, of, rates, searched_in_vain, watched, without_loads,
};
use plimsoll_analysis::analyse;
use plimsoll_report::{html, json, terminal};
use plimsoll_run::{EndReason, ErrorKind, Note, NoteKind, Run, RunFailure, SearchEnd};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, request, run};

pub fn page(run: Run) -> String {
    html(&of(run), &english()).replace('\u{a0}', " ")
}

/// Every form the answer can take, in the box.
#[test]
fn a_capacity_search_says_what_it_found() {
    let said = |run: Run| {
        let page = page(run);
        let start = page.find("class=\"verdict").expect("the box");
        page[start..page.find("<h2>Validity").expect("a section")].to_owned()
    };
    for (run, wanted) in [
        (
            found(),
            "420/s meets every requirement (confirmed in 3 of 3 windows); 460/s does not (p95 &lt;= 100 ms:",
        ),
        (found(), ": capacity is between.</p>"),
        (found(), "<h2>420/s meets every requirement</h2>"),
        (
            capacity(EndReason::LoadExhausted, &[100.0, 400.0]),
            "Capacity: lower bound</p><p class=\"value\">≥ 400/s",
        ),
        (capacity(EndReason::LoadExhausted, &[100.0, 400.0]), "no higher rate was to be tried"),
        (
            capacity(EndReason::Impossible(SearchEnd::Text("not at 500/s".to_owned())), &[800.0, 500.0]),
            ">not reachable</p>",
        ),
        (searched_in_vain(), "Capacity: inconclusive"),
        (
            searched_in_vain(),
            "Inconclusive: the load generator was the limit at 400/s. Known is: 100/s meets",
        ),
    ] {
        let box_text = said(run);
        assert!(box_text.contains(wanted), "{wanted}: {box_text}");
    }
}

#[test]
fn response_and_service_times_are_distinguished() {
    let text = page(rates(false));
    for wanted in [
        "Open load: arrivals come at a rate of their own",
        "Response time runs from the intended start",
        "Response time over time, from the intended start",
        "Service time over time, from the actual start",
        "p95 service",
        "step 3 (600/s), service",
        "at 600/s offered: arrivals came faster than they were answered",
        "All 100 users were at work",
        "Response times include the wait.",
        "<h2>Was the load generator the limit?</h2><p>No, in no step.</p>",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
    assert!(!text.contains("there is no intended start to measure from"));
    let dropped = page(rates(true));
    assert!(dropped.contains("requirements count each as a request that failed"));
    assert!(dropped.contains("of them dropped arrivals"));
}

#[test]
fn every_reason_why_the_generator_was_the_limit_has_its_remedy() {
    let text = without_loads(&page(searched_in_vain()));
    for wanted in [
        "Yes, in steps 2 and 3: invalid",
        "used or waited for more than 80 % of a core in 100 % of the time",
        "did not begin 200 of 8,000 arrivals in time, although users were free (2.50 %, allowed 1 %)",
        "of 8,0",
        "requests failed in the load generator itself (allowed 0.1 %): load generator out of resources: no local port",
        "of the load generator's 28,232 local ports",
        "What to do: Give the load generator more cores",
        "What to do: Keep connections alive",
        "<h3>Failures of the load generator itself</h3>",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
}

#[test]
fn html_says_what_a_report_must_say() {
    let page = without_loads(&html(&of(climb()), &english()).replace('\u{a0}', " "));
    for wanted in [
        "3 of 5 requirements do not hold",
        "the maximum was not found: no node was left while throughput still grew",
        "Recommended operating point",
        "Nothing was recorded of the servers in the measured windows",
        "PASS in steps 1–4",
        "judged at step 4, the load line",
        "there is no intended start",
        "Steps</h2>",
        "<h2>Proof of requirements</h2>",
        "<h2>Transactions</h2>",
        "POST /login",
        "status 503",
        "<h2>Was the load generator the limit?</h2>",
        "× 604,800",
        "expected use 3.06/s (11,000 per hour)",
        "maximum-not-found",
        "Politis and Romano",
        "plimsoll run lookup.jmx",
        "@media print",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
fn html_says_first_that_the_generator_was_the_limit() {
    let page = without_loads(&html(&of(limited()), &english()).replace('\u{a0}', " "));
    let loud = page.find("Step 3 is invalid: the load generator").expect("said");
    assert!(loud < page.find("class=\"tiles\"").expect("the box"));
}

#[test]
fn what_limits_and_what_was_found_stand_before_how_it_was_measured() {
    let page = html(&watched(), &english());
    let at = |anchor: &str| page.find(&format!("<section id=\"{anchor}\"")).expect("a section");
    let places = ["validity", "limit", "findings", "setup", "steps"].map(at);
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn html_is_self_contained() {
    let page = html(&of(climb()), &english());
    for foreign in ["http:", "https:", "src=", "<link", "@import", "url(", "fetch(", "import("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[test]
fn foreign_text_is_escaped_everywhere() {
    const FOREIGN: &str = "<b>&\"'";
    let mut made = climb();
    let header = &mut made.header;
    for text in [
        &mut header.name,
        &mut header.variant.name,
        &mut header.plan.file,
        &mut header.time_zone,
        &mut header.version,
    ] {
        *text = FOREIGN.to_owned();
    }
    header.variant.properties.insert(FOREIGN.to_owned(), FOREIGN.to_owned());
    header.requirements.push(format!("p95 of \"{FOREIGN}\" < 1 s"));
    header.requirements.push(FOREIGN.to_owned());
    header.environment.push((FOREIGN.to_owned(), FOREIGN.to_owned()));
    header.command.push(FOREIGN.to_owned());
    header.plan.skipped.push(FOREIGN.to_owned());
    header.plan.approximated.push(FOREIGN.to_owned());
    made.notes.push(Note::text(0, NoteKind::Warning, FOREIGN));
    fail(&mut made, 1, 3, ErrorKind::Assertion, FOREIGN, 10);
    each_second(&mut made, 1, |second| {
        let interval = second.transactions.remove(&request("POST /login")).expect("made");
        second.transactions.insert(request(FOREIGN), interval);
    });
    made.end = made.end.map(|end| plimsoll_run::End {
        reason: EndReason::Failed(RunFailure::Text(FOREIGN.to_owned())),
        ..end
    });
    let mut second = made.clone();
    second.header.variant.name.push('2');
    for page in [
        html(&analyse(&[made.clone()], &[], 1), &english()),
        html(&analyse(&[made, second], &[], 1), &english()),
    ] {
        assert!(
            !page.contains("<b>"),
            "{:?}",
            page.split_once("<b>").map(|(before, _)| &before[before.len() - 200..])
        );
        assert!(page.contains("&lt;b&gt;&amp;&quot;'"));
        pictures(&page);
    }
}

#[test]
fn a_report_of_nothing_is_still_a_report() {
    let nothing = Run { steps: Vec::new(), seconds: Vec::new(), end: None, ..climb() };
    for analysis in [analyse(&[], &[], 1), of(nothing)] {
        assert!(html(&analysis, &english()).contains("</html>"));
        assert!(json(&analysis).contains("inconclusive"));
        terminal(&analysis, &english(), 10);
    }
}

#[test]
fn the_point_of_saturation_is_no_plan() {
    let spec = Spec {
        loads: vec![(10, 1), (20, 1), (40, 1)],
        alpha: 1.0,
        lambda: 200.0,
        requirements: vec!["p95 <= 60 s"],
        ..Spec::default()
    };
    let made = run(&spec);
    let text = page(made.clone());
    let run = &of(made).runs[0];
    assert!(text.contains("headroom below the capacity of 198.9/s"), "{:?}", run.capacity);
    assert_eq!(run.advice.operate_at_per_s.map(|per_s| (per_s * 10.0).round()), Some(1_591.0));
    // Of the maximum, and of what is recommended below it.
    assert_eq!(text.matches("× 604,800").count(), 2);
}

#[test]
fn steps_have_a_date_where_one_day_is_not_enough() {
    assert!(page(climb()).contains("Times are of 2020-12-09 (Europe/Copenhagen)."));
    let mut late = climb();
    // 23:59:42 in Copenhagen.
    late.header.started_unix_us = 1_607_554_782_000_000;
    let text = page(late);
    assert!(text.contains("2020-12-09 23:59:42") && text.contains("2020-12-10 00:0"), "no dates");
    assert!(!text.contains("Times are of"));
}
