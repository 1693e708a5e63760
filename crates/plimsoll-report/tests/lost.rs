//! A server that was lost under load, where requirements hold: what the reader is told of it, and where.

#[path = "../../plimsoll-analysis/tests/synthetic/lab.rs"]
#[expect(dead_code, reason = "made for tests of detectors")]
mod lab;

#[path = "../../plimsoll-analysis/tests/synthetic/lost.rs"]
#[expect(dead_code, reason = "made for tests of the limiting factor")]
mod lost;

#[path = "../../plimsoll-analysis/tests/synthetic/mod.rs"]
#[expect(dead_code, reason = "made for other tests too")]
mod synthetic;

use lost::{EXHAUSTED, HEALTHY, lost};
use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{Language, Words, html, junit, markdown, terminal};

fn english() -> Words {
    Words::new(Language::English)
}

fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = page[start..].find(to).unwrap_or_else(|| panic!("{to}"));
    &page[start..start + end]
}

/// The heap of one of two servers was exhausted in step 5, and it was gone in step 6; or all is well.
fn alarming(is_lost: bool) -> Analysis {
    let lab = lost(if is_lost { &EXHAUSTED } else { &HEALTHY }, is_lost);
    analyse(&[lab.run], &[lab.observed], 42)
}

#[test]
fn who_reads_only_the_box_learns_that_a_server_was_lost() {
    const HEADLINE: &str = "The requirement holds, but there are 3 critical findings";
    let analysis = alarming(true);
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    let box_text = between(&page, "<section class=\"verdict pass alarmed\">", "<div class=\"tiles\">");
    for wanted in [
        HEADLINE,
        "3 critical findings on the system:",
        "href=\"#finding-1\">docker01 answered no more requests from",
        "docker01, process app exhausted in step 5",
    ] {
        assert!(box_text.contains(wanted), "{wanted}: {box_text}");
    }
    let text = terminal(&analysis, &english(), 100);
    let first = &text[..text.find("Valid.").expect("validity")];
    assert!(first.contains(HEADLINE) && first.contains("[heap-exhaustion]"), "{first}");
    let wiki = markdown(&analysis, &english(), "figures").expect("well-formed").text.replace('\u{a0}', " ");
    let first = &wiki[..wiki.find("Capacity").expect("a tile")];
    assert!(first.contains(HEADLINE) && first.contains("(#finding-2)"), "{first}");
}

#[test]
fn where_nothing_failed_the_box_is_as_the_requirements_say() {
    let page = html(&alarming(false), &english());
    assert!(page.contains("<section class=\"verdict pass\">") && !page.contains("critical finding"));
}

#[test]
fn a_lost_server_is_told_wherever_its_steps_are_used() {
    let page = html(&alarming(true), &english()).replace('\u{a0}', " ");
    for wanted in [
        "Capacity: until a server was lost",
        "step 6, with more load but only 1 of 2 servers, brought",
        "what all servers carry beyond step 5 was not measured",
        "Step 5 brought more and meets them too, but is passed over: heap of docker01, process app exhausted",
        "Likely limit: heap of docker01, process app (strong), used up in step 5; throughput bent in step 6.",
        "Step 6 had 1 of 2 servers.",
        "Step 6 had fewer servers than the others and is left out here",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
fn several_runs_are_counted_with_their_critical_findings() {
    let (ill, mut well) = (lost(&EXHAUSTED, true), lost(&HEALTHY, false));
    well.run.header.variant.name = "larger heap".to_owned();
    let analysis = analyse(&[ill.run, well.run], &[ill.observed, well.observed], 42);
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    let rows: Vec<&str> = between(&page, "<h2>Overview</h2>", "</table>").split("<tr").skip(2).collect();
    assert!(rows[0].contains(" <strong>3 critical findings</strong>"), "{}", rows[0]);
    assert!(!rows[1].contains("critical"), "{}", rows[1]);
}

#[test]
fn a_machine_reads_how_many_findings_are_critical() {
    for (is_lost, wanted) in [(true, "3"), (false, "0")] {
        let suite = junit(&alarming(is_lost), &english());
        assert!(suite.contains(&format!("name=\"critical_findings\" value=\"{wanted}\"")), "{suite}");
    }
}
