//! What people say in a report, and what all runs have in common.

use crate::page::page;
use crate::runs::{climb, english, of};
use plimsoll_analysis::analyse;
use plimsoll_report::{html, html_to_print, markdown, terminal};
use plimsoll_run::{Diagram, DocumentVersion, ErrorExample, ErrorKind, ReportTexts, Run, TestedParts};
use std::collections::BTreeMap;

fn with_texts() -> Run {
    let mut run = climb();
    run.header.report_texts = ReportTexts {
        author: Some("A. Tester".to_owned()),
        purpose: Some("Is it *enough*? <script>alert(1)</script>".to_owned()),
        assumptions: Some("- two servers\n- one certificate".to_owned()),
        conclusion: Some("It is **enough**; see [the plan](https://example.org/plan).".to_owned()),
        recommendations: Some("1. more heap\n2. again".to_owned()),
        history: vec![DocumentVersion { version: "1.0".to_owned(), ..DocumentVersion::default() }],
        diagram: Some(Diagram {
            file: "a.svg".to_owned(),
            svg: "<svg><script>alert(2)</script><text>box</text></svg>".to_owned(),
        }),
        glossary: Some(false),
        ..ReportTexts::default()
    };
    run
}

#[test]
fn what_people_say_is_in_the_report_and_nothing_of_it_runs() {
    let page = page(with_texts());
    let (verdict, own, about, validity) = (
        page.find("class=\"verdict").expect("the box"),
        page.find("<h2>Conclusion of the author</h2>").expect("it"),
        page.find("<h2>About this report</h2>").expect("it"),
        page.find("<h2>Validity").expect("it"),
    );
    assert!(verdict < own && own < about && about < validity);
    for wanted in [
        "<dd>A. Tester</dd>",
        "Is it <em>enough</em>? &lt;script&gt;alert(1)&lt;/script&gt;",
        "<li>one certificate</li>",
        "<strong>enough</strong>",
        "<a href=\"https://example.org/plan\" rel=\"noopener noreferrer nofollow\">the plan</a>",
        "<ol><li>more heap</li>",
        "src=\"data:image/svg+xml;base64,",
        "<h3 id=\"history\">Document history</h3>",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("Definitions and formulas"), "the glossary is off");
    let made = markdown(&of(with_texts()), &english(), "f");
    let drawn = made.pictures.iter().find(|picture| picture.name == "diagram-1.svg").expect("the diagram");
    assert!(drawn.svg.contains("box") && !drawn.svg.contains("script"));
    assert!(made.text.contains("(f/diagram-1.svg)") && made.text.contains("&lt;script&gt;"));
}

#[test]
fn links_have_the_pages_that_are_known() {
    let (analysis, words) = (of(with_texts()), english());
    let page = html(&analysis, &words);
    assert!(!page.contains("--page:"));
    let pages = BTreeMap::from([("steps".to_owned(), 4), ("x\"]{}</style>".to_owned(), 5)]);
    let numbered = html_to_print(&page, &words, &pages);
    assert!(numbered.contains("a[href=\"#steps\"]{--page:\"p. 4\""));
    assert!(!numbered.contains("\"#x"));
    assert!(page.contains("<a href=\"#steps\">Steps</a>"), "the contents");
}

#[test]
fn what_was_tested_and_what_to_do_stand_in_the_box_and_at_the_top_of_a_terminal() {
    let mut run = climb();
    run.header.tested = TestedParts {
        targets: vec!["http://lookup:8080".to_owned()],
        data: vec![("cpr.csv".to_owned(), Some(1_200))],
    };
    let page = page(run.clone());
    let start = page.find("class=\"verdict").expect("the box");
    let said = &page[start..page.find("<h2>Validity").expect("a section")];
    let text = terminal(&of(run), &english(), 100);
    for wanted in ["http://lookup:8080", "cpr.csv (1,200 rows)", "What to do next"] {
        assert!(said.contains(wanted), "{wanted}");
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
}

#[test]
fn what_to_do_next_stands_before_the_tables_and_of_one_requirement_on_the_first_screen() {
    let text = terminal(&of(climb()), &english(), 80);
    let line = |text: &str, start: &str| text.lines().position(|line| line.starts_with(start));
    let (next, table) = (line(&text, "What to do next"), line(&text, "step "));
    assert!(next.is_some() && next < table, "{text}");
    let mut run = climb();
    run.header.requirements.truncate(1);
    run.header.expected_per_s = None;
    let text = terminal(&of(run), &english(), 80);
    // Of the 24 lines that a terminal shows without scrolling.
    assert!(line(&text, "What to do next").is_some_and(|line| line < 24), "{text}");
}

#[test]
fn an_error_has_its_transaction_message_and_example_in_the_page_and_the_terminal() {
    let mut run = climb();
    let second = run.seconds.iter_mut().rev().find(|second| second.step == 4).expect("a second");
    let at_us = u64::from(second.second) * 1_000_000 - 500_000;
    let failing = second.transactions.iter().find(|(_, interval)| interval.errors_total() > 0);
    let name = failing.map(|(key, _)| key.name.clone()).expect("a failure");
    let what = (name.as_str(), ErrorKind::Status, "status 503");
    let example = ErrorExample::new(what, at_us, "http://lookup/login?x=1", "503 Busy", "no <b>room</b>");
    second.generator.examples.push(example);
    let page = page(run.clone());
    let text = terminal(&of(run), &english(), 100);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "step 4 (32 users) · http://lookup/login?x=1 · 503 Busy · “no ";
    assert!(page.contains(said) && page.contains("“no &lt;b&gt;room&lt;/b&gt;”"), "the page");
    assert!(text.contains(said) && text.contains(&format!("{name}, status: ")), "{text}");
}

#[test]
fn what_all_runs_have_in_common_is_said_once() {
    let mut runs = vec![with_texts(), with_texts()];
    runs[1].header.started_unix_us += 3_600_000_000;
    runs[1].header.repeat = 2;
    let page = html(&analyse(&runs, &[], 1), &english()).replace('\u{a0}', " ");
    assert_eq!(page.matches("<h2>Common to all runs</h2>").count(), 1);
    for once in ["<dt>Certificates</dt>", "★ best step.", "<h2>About this report</h2>", "seed 1"] {
        assert!(page.matches(once).count() <= 1, "{once}: {}", page.matches(once).count());
    }
}
