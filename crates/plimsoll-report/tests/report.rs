//! The three forms of a report, from made-up runs.

#[path = "../../plimsoll-analysis/tests/synthetic/mod.rs"]
mod synthetic;

#[path = "../../plimsoll-analysis/tests/synthetic/open.rs"]
mod open;

#[path = "../../plimsoll-analysis/tests/synthetic/lab.rs"]
#[expect(dead_code, reason = "only a part of what tests of detectors need")]
mod lab;

#[path = "../../plimsoll-analysis/tests/synthetic/lost.rs"]
#[expect(dead_code, reason = "made for tests of the limiting factor")]
mod lost;

use lab::{Lab, container, host, jvm};
use lost::{EXHAUSTED, lost};
use open::{OpenSpec, open};
use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{Language, Words, html, json, terminal};
use plimsoll_run::{Design, EndReason, ErrorKind, Note, NoteKind, Run, ServerEventKind};
use std::collections::BTreeSet;
use synthetic::{Spec, each_second, fail, request, run};

fn climb() -> Run {
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::LoadExhausted),
        loads: vec![(5, 2), (8, 2), (8, 3), (8, 4)],
        lambda: 1.75,
        alpha: 0.002,
        requirements: vec![
            "p95 <= 2.5 s",
            "p98 <= 900 ms",
            "mean < 600 ms",
            "errors < 1 %",
            "throughput >= 60/s",
        ],
        ..Spec::default()
    };
    let mut made = run(&spec);
    made.header.name = "MinLog2 borger lookup".to_owned();
    made.header.expected_per_s = Some(11_000.0 / 3_600.0);
    fail(&mut made, 4, 1, ErrorKind::Status, "status 503", 12_000);
    made
}

fn limited() -> Run {
    let mut made = run(&Spec { requirements: vec!["p95 <= 5 s"], ..Spec::default() });
    each_second(&mut made, 3, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 930_000));
    made
}

/// Given rates; the server carries about 437 requests a second.
fn rates(drop: bool) -> Run {
    open(&OpenSpec {
        rates: vec![200.0, 400.0, 600.0],
        drop,
        requirements: vec!["p95 <= 250 ms", "errors < 1 %"],
        ..OpenSpec::default()
    })
}

/// A search of the same server.
fn capacity(end: EndReason, rates: &[f64]) -> Run {
    open(&OpenSpec {
        design: Design::Capacity { precision: 0.05 },
        end: Some(end),
        rates: rates.to_vec(),
        users: 400,
        requirements: vec!["p95 <= 100 ms", "errors < 1 %"],
        ..OpenSpec::default()
    })
}

fn found() -> Run {
    capacity(EndReason::Converged, &[100.0, 400.0, 800.0, 460.0, 420.0, 420.0, 420.0])
}

/// The load generator was the limit at the higher rate.
fn searched_in_vain() -> Run {
    let message = "the load generator was the limit at 400/s".to_owned();
    let mut made = capacity(EndReason::Inconclusive(message), &[100.0, 400.0, 400.0]);
    for step in [2, 3] {
        each_second(&mut made, step, |second| {
            second.generator.machine.sockets_time_wait = 28_000;
            for worker in second.generator.workers.values_mut() {
                (worker.cpu_us, worker.turn_us_max) = (930_000, 30_000);
            }
            second.generator.arrivals.values_mut().for_each(|arrivals| arrivals.started -= 10);
            (0..10).for_each(|_| second.generator.lateness.record_us(40_000));
        });
        fail(&mut made, step, 2, ErrorKind::GeneratorResources, "no local port is free", 40);
    }
    made
}

/// Two servers, one of which has no core and no heap left.
fn watched() -> Analysis {
    let mut lab = Lab::new(climb());
    for (name, busy) in [("docker01", 0.97), ("docker02.lab", 0.3)] {
        lab.host(name, "application");
        lab.gauge(&host(name), "system.cpu.utilization", &[("cpu.mode", "user")], |_| busy);
        lab.gauge(&host(name), "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 1.0 - busy);
        lab.gauge(&container(name), "container.cpu.usage", &[], |_| 2.0 * busy);
        lab.counter(&jvm(name), "jvm.gc.duration", &[("jvm.gc.name", "full"), ("statistic", "sum")], |_| {
            busy / 2.0
        });
        lab.log(&host(name), |_| (busy * 20.0) as u64);
    }
    lab.event(&jvm("docker01"), ServerEventKind::OutOfMemory, 60);
    analyse(&[lab.run], &[lab.observed], 42)
}

/// One of two servers is gone in the last step.
fn lost_server() -> Analysis {
    let lab = lost(&EXHAUSTED, true);
    analyse(&[lab.run], &[lab.observed], 42)
}

fn english() -> Words {
    Words::new(Language::English)
}

fn of(run: Run) -> Analysis {
    analyse(&[run], &[], 42)
}

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
        (capacity(EndReason::Impossible("not at 500/s".to_owned()), &[800.0, 500.0]), ">not reachable</p>"),
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
fn response_and_service_times_are_told_apart() {
    let text = page(rates(false));
    for wanted in [
        "Open load: arrivals come at a rate of their own",
        "Response time runs from the intended start",
        "Response time over time, from the intended start",
        "Service time over time, from the actual start",
        "p95 service",
        "step 3 (600/s), service",
        "at 600/s asked: arrivals came faster than they were answered",
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
    let text = page(searched_in_vain());
    for wanted in [
        "Yes, in steps 2 and 3: invalid, and in no verdict.",
        "used or waited for more than 80 % of a core in 100 % of the time",
        "did not begin 200 of 8,000 arrivals in time, although users were free (2.50 %, allowed 1 %)",
        "timers were late by 40.0 ms (p99; allowed 9",
        "in one of ten seconds or more a turn of its loop took 30.0 ms",
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

/// Field names are what other programs rely on; values have their own tests.
#[test]
fn json_fields() {
    let mut made = climb();
    made.notes.push(Note { at_us: 1, kind: NoteKind::Decision, text: "next".to_owned() });
    fail(&mut made, 3, 1, ErrorKind::GeneratorResources, "no ports", 1);
    let mut other = limited();
    other.header.variant.name = "other".to_owned();
    let text = json(&analyse(&[made, other, rates(true), found(), searched_in_vain()], &[], 42));
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut paths = BTreeSet::new();
    collect(&value, String::new(), &mut paths);
    insta::assert_snapshot!(paths.into_iter().collect::<Vec<_>>().join("\n"));
}

fn collect(value: &serde_json::Value, path: String, paths: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| collect(value, format!("{path}.{name}"), paths));
        }
        serde_json::Value::Array(items) => {
            items.iter().for_each(|item| collect(item, format!("{path}[]"), paths))
        }
        _ => drop(paths.insert(path)),
    }
}

#[test]
fn html_says_what_a_report_must_say() {
    let page = html(&of(climb()), &english()).replace('\u{a0}', " ");
    for wanted in [
        "3 of 5 requirements do not hold",
        "the maximum was not found: no node was left while throughput still grew",
        "Recommended operating point",
        "No telemetry of the servers was recorded",
        "PASS in steps 1–4",
        "judged at step 4, the load line",
        "there is no intended start",
        "<h2>Steps</h2>",
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
    let page = html(&of(limited()), &english()).replace('\u{a0}', " ");
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

/// Every picture of a page, parsed.
fn pictures(page: &str) -> Vec<roxmltree::Document<'_>> {
    let parts = page.split("<svg role=").skip(1).map(|rest| {
        let start = rest.as_ptr() as usize - page.as_ptr() as usize - "<svg role=".len();
        let end = page[start..].find("</svg></div>").expect("an end") + start + "</svg>".len();
        &page[start..end]
    });
    parts.map(|svg| roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg:.200}"))).collect()
}

#[test]
fn every_figure_is_well_formed_and_inside_its_frame() {
    for run in [climb(), rates(true), found(), searched_in_vain()] {
        check_figures(run);
    }
}

fn check_figures(run: Run) {
    let analysis = of(run);
    let page = html(&analysis, &english());
    let pictures = pictures(&page);
    assert_eq!(pictures.len(), 2 * analysis.runs[0].figures.len());
    for picture in &pictures {
        let view: Vec<f64> = picture
            .root_element()
            .attribute("viewBox")
            .expect("one")
            .split(' ')
            .flat_map(str::parse)
            .collect();
        for node in picture.descendants() {
            let number = |name| node.attribute(name).and_then(|v| v.parse::<f64>().ok());
            let places = node.attribute("d").map(places).unwrap_or_default().into_iter();
            for (x, y) in places.chain(number("x").zip(number("y"))) {
                let inside = (-1.0..=view[2] + 1.0).contains(&x) && (-1.0..=view[3] + 1.0).contains(&y);
                assert!(inside, "({x}, {y}) in {view:?}");
            }
        }
    }
}

/// The corners of a path: the first absolute, the others relative.
fn places(path: &str) -> Vec<(f64, f64)> {
    let mut at = (0.0, 0.0);
    path.trim_end_matches('z')
        .split(['M', 'l'])
        .skip(1)
        .map(|pair| {
            let middle = pair.find(' ').or_else(|| pair[1..].find('-').map(|i| i + 1)).expect("two numbers");
            let number = |text: &str| text.trim().parse::<f64>().expect("a number");
            at = (at.0 + number(&pair[..middle]), at.1 + number(&pair[middle..]));
            at
        })
        .collect()
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
    made.notes.push(Note { at_us: 0, kind: NoteKind::Warning, text: FOREIGN.to_owned() });
    fail(&mut made, 1, 3, ErrorKind::Assertion, FOREIGN, 10);
    each_second(&mut made, 1, |second| {
        let interval = second.transactions.remove(&request("POST /login")).expect("made");
        second.transactions.insert(request(FOREIGN), interval);
    });
    made.end = made.end.map(|end| plimsoll_run::End { reason: EndReason::Failed(FOREIGN.to_owned()), ..end });
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

/// "MinLog2 - Performancetest rapport borger lookup" (2020-12-09): its step table and its closing sentence,
/// from a run in which as many requests ended as the table says.
#[test]
fn the_borger_report_comes_out_as_its_table() {
    const TABLE: [(u32, u32, u64, &str); 10] = [
        (5, 2, 1_810, "–     –"),
        (8, 2, 2_318, "28 %  36 %"),
        (8, 3, 3_444, "48 %  30 %"),
        (8, 4, 4_678, "35 %  19 %"),
        (8, 5, 5_617, "20 %  15 %"),
        (8, 6, 6_790, "20 %  12 %"),
        (8, 7, 7_931, "16 %   9 %"),
        (8, 8, 9_031, "13 %   8 %"),
        (8, 9, 10_390, "15 %   7 %"),
        (8, 10, 11_202, "7 %   6 %"),
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

fn page(run: Run) -> String {
    html(&of(run), &english()).replace('\u{a0}', " ")
}

#[test]
fn a_run_of_which_nothing_is_left_says_so() {
    let nothing = Run { steps: Vec::new(), seconds: Vec::new(), end: None, ..climb() };
    let text = terminal(&of(nothing), &english(), 80);
    for wanted in ["Nothing was measured", "cut off", "still running", "-wal"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let cut = terminal(&of(Run { end: None, ..climb() }), &english(), 200);
    assert!(cut.contains("has no end: it was cut off, or is still running"), "{cut}");
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
        "FAIL errors < 1 %",
        "INVALID: all failed",
        "In steps 1–3, 3,000 of 3,000 requests failed (100 %)",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
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
    assert!(text.contains("throughput stops growing; plan below it"), "{:?}", of(made).runs[0].capacity);
    assert_eq!(text.matches("× 604,800").count(), 1);
}

#[test]
fn limits_of_requirements_are_in_the_figures_of_response_time() {
    let text = page(climb());
    assert!(text.matches("p95 &lt;= 2.5 s</text>").count() >= 4, "by load and over time, wide and narrow");
    assert!(text.contains("response time, logarithmic"));
    assert!(text.contains("failed per second"));
    assert!(text.contains("Total</th>"));
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

/// The values of an attribute in a page, as they are written.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// What lies between the first `from` and the next `to` after it.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = page[start..].find(to).unwrap_or_else(|| panic!("{to}"));
    &page[start..start + end]
}

#[test]
fn every_link_leads_somewhere_and_every_place_is_there_once() {
    let mut pages: Vec<String> = Vec::new();
    let mut other = rates(true);
    other.header.variant.name = "other".to_owned();
    for analysis in [
        watched(),
        lost_server(),
        of(limited()),
        of(rates(true)),
        of(searched_in_vain()),
        analyse(&[climb(), other, found()], &[], 42),
    ] {
        pages.push(html(&analysis, &english()));
    }
    for page in &pages {
        let ids = attributes(page, "id");
        let places: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(places.len(), ids.len(), "twice: {ids:?}");
        for link in attributes(page, "href") {
            assert!(places.contains(link.strip_prefix('#').expect("within the page")), "{link}: {places:?}");
        }
    }
}

#[test]
fn every_finding_verdict_and_capacity_has_its_evidence() {
    for analysis in [watched(), of(limited()), of(rates(true)), of(found()), of(searched_in_vain())] {
        let page = html(&analysis, &english());
        let findings = &page[page.find("<ol class=\"findings\">").expect("findings")..];
        let findings: Vec<&str> = between(findings, "<ol", "</ol>").split("<li ").skip(1).collect();
        assert_eq!(findings.len(), analysis.runs[0].findings.len());
        let box_text = between(&page, "<section class=\"verdict", "</section>");
        let verdicts: Vec<&str> =
            between(box_text, "<ul class=\"requirements\">", "</ul>").split("<li>").skip(1).collect();
        assert_eq!(verdicts.len(), analysis.runs[0].verdicts.len());
        let tiles = box_text.split("<div class=\"tile\">").skip(1).take(3);
        for part in findings.into_iter().chain(verdicts).chain(tiles) {
            assert!(part.contains("<p class=\"evidence\">Evidence: <a href=\"#"), "{part}");
        }
    }
}

/// What a reader reads of a page: its text without markup, pictures and script, a line for each piece.
fn text_of(page: &str) -> String {
    let body = between(page, "<main>", "</main>");
    let mut text = String::new();
    let mut rest = body;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = if rest.starts_with("<svg") { "</svg>" } else { ">" };
        rest = rest.split_once(end).map_or("", |(_, after)| after);
        text.push('\n');
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n").replace('\u{a0}', " ")
}

#[test]
fn text_of_a_climb_in_every_language() {
    let analysis = of(climb());
    for language in Language::ALL {
        let text = text_of(&html(&analysis, &Words::new(language)));
        insta::assert_snapshot!(format!("text_of_a_climb_{}", language.tag()), text);
    }
}

#[test]
fn text_of_a_search_that_the_generator_ended_in_every_language() {
    let analysis = of(searched_in_vain());
    for language in Language::ALL {
        let text = terminal(&analysis, &Words::new(language), 100);
        insta::assert_snapshot!(format!("terminal_of_a_search_{}", language.tag()), text);
    }
}

/// Nothing is left of a message that was not filled in, and nothing in English but what the run itself says.
#[test]
fn a_report_is_in_one_language() {
    for analysis in
        [watched(), lost_server(), of(limited()), of(rates(true)), of(found()), of(searched_in_vain())]
    {
        let text = |language| text_of(&html(&analysis, &Words::new(language)));
        let english = text(Language::English);
        let is_word = |word: &&str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        let is_sentence = |line: &&str| line.split(' ').filter(is_word).count() > 1;
        let sentences: BTreeSet<&str> = english.lines().filter(is_sentence).collect();
        // Danish has no word of its own for collections.
        let own = ["MinLog2 borger lookup", "plimsoll run lookup.jmx", "Garbage collections, full"];
        for language in [Language::Danish, Language::Turkish] {
            let other = text(language);
            for left in ["{$", "{ $", "-term", "{\"\"}"] {
                assert!(!other.contains(left) && !english.contains(left), "{left}");
            }
            let same: Vec<&str> =
                other.lines().filter(|line| sentences.contains(line) && !own.contains(line)).collect();
            assert!(same.is_empty(), "{language:?}: {same:?}");
        }
    }
}
