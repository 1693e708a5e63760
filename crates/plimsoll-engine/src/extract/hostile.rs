//! Answers that are made to take much: they are given up within their bound, and the sample says why.

use super::tests::{pattern_of, text, with_bounds};
use super::*;
use crate::bounds::TaskBounds;
use crate::check::first_failure;
use crate::document::Selector;
use crate::program::{Slots, Variable};
use plimsoll_plan::plan::{Check, DocumentKind, XPath};
use plimsoll_plan::plan::{ResponseField, SampleScope};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Much less than by default, so that a bound that is not kept is seen at once.
const BOUNDS: TaskBounds = TaskBounds {
    stay_on_hosts: false,
    look_us: 100_000,
    taken_bytes: 4 << 20,
    document_bytes: 8 << 20,
    bodies_bytes: 1 << 30,
    request_us: 600_000_000,
    transactions: 10,
    credentials_everywhere: false,
};

/// All matches of the extractor in the body; the problem must hold the words, and come long before the work would be done.
fn check(
    name: &str,
    finder: impl Fn(&mut Slots) -> ExtractorKind<Compiled>,
    body: &str,
    expected: Option<&str>,
) {
    let mut slots = Slots::default();
    let extractor = Extractor {
        variable: Variable { slot: slots.slot("v"), name: "v".to_owned() },
        source: ResponseField::Body,
        scope: SampleScope::Main,
        kind: finder(&mut slots),
        match_number: -1,
        default: Some(text(&mut slots, "none")),
    };
    check_look(name, slots, body, expected, |answer, scope| {
        extract(std::slice::from_ref(&extractor), answer, scope, |_, _| ())
    });
}

fn check_assertion(name: &str, check: Check<Compiled>, body: &str, expected: Option<&str>) {
    check_look(name, Slots::default(), body, expected, |answer, scope| {
        let _ = first_failure(std::slice::from_ref(&check), answer, scope);
    });
}

fn check_look(
    name: &str,
    slots: Slots,
    body: &str,
    expected: Option<&str>,
    look: impl FnOnce(&Answer<'_>, &mut UserScope<'_>),
) {
    let answer = Answer { body: Cow::Borrowed(body), ..Answer::default() };
    let problem = with_bounds(BOUNDS, slots, |scope| {
        let began = Instant::now();
        look(&answer, scope);
        // Not the bound itself: this machine may be busy.
        assert!(began.elapsed() < Duration::from_secs(60), "{name}");
        scope.budget.problem()
    });
    match (&problem, expected) {
        (None, None) => {}
        (Some(problem), Some(part)) => assert!(problem.contains(part), "{name}: {problem}"),
        (found, expected) => panic!("{name}: {found:?} instead of {expected:?}"),
    }
}

fn regular(pattern: &'static str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::Regex {
        pattern: pattern_of(slots, pattern, |text| regex(text, false).map(Box::new)),
        template: "$0$".to_owned(),
    }
}

fn css(selector: &'static str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::Css {
        selector: pattern_of(slots, selector, Selector::parse),
        attribute: text(slots, ""),
    }
}

fn xpath(expression: &'static str, document: DocumentKind) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| {
        ExtractorKind::XPath(XPath {
            expression: text(slots, expression),
            document,
            namespaces: Vec::new(),
            fragment: false,
        })
    }
}

const TIME: Option<&str> = Some("took more than 100 ms");
const ROOM: Option<&str> = Some("took more than 4 MB out of");

#[test]
fn an_expression_that_looks_through_all_of_the_text_for_each_match_is_given_up() {
    check("far matches", regular(".*[^A-Z]|[A-Z]"), &"A".repeat(2_000_000), TIME);
    check("backtracking", regular(r"(a+)+\1$"), &format!("{}!", "a".repeat(50_000)), Some("backtracking"));
    check("ordinary", regular("id=([0-9]+)"), &"id=7 ".repeat(1_000), None);
}

#[test]
fn values_that_hold_most_of_the_text_each_are_given_up() {
    let between = |slots: &mut Slots| ExtractorKind::Boundary {
        left: text(slots, "<li>"),
        right: text(slots, "</li>"),
    };
    check("unclosed", between, &format!("{}</li>", "<li>x".repeat(3_000)), Some("took more than"));
    check("closed", between, &"<li>x</li>".repeat(5_000), None);
    let deep = format!("{}\"{}\"{}", "{\"a\":".repeat(100), "y".repeat(100_000), "}".repeat(100));
    let path = |path: &'static str| {
        move |slots: &mut Slots| ExtractorKind::JsonPath(pattern_of(slots, path, json_path))
    };
    check("nested values", path("$..a"), &deep, ROOM);
    let wide = format!("[{}1]", format!("{}1{},", "[".repeat(100), "]".repeat(100)).repeat(200));
    check("descents", path("$..*..*"), &wide, Some("more than 1000000 places"));
    check("one descent", path("$..b"), &wide, None);
}

#[test]
fn pages_that_are_nested_deep_are_given_up() {
    let deep = format!("{}x{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
    check("a selector", css("div div"), &deep, TIME);
    check("an XPath", xpath("//p", DocumentKind::Html), &deep, TIME);
    check_assertion("mistakes", Check::Html { errors_max: 0 }, &deep, TIME);
    let inline = "<span>".repeat(3_000);
    check("inline elements", xpath("//p", DocumentKind::Html), &inline, Some("nested more than 1000 deep"));
    check("an ordinary page", css("li"), &"<li>x".repeat(3_000), None);
}

#[test]
fn elements_with_attributes_without_an_end_are_given_up() {
    let attributes: String = (0..100_000).map(|i| format!(" x{i}='1'")).collect();
    let xml = format!("<a{attributes}/>");
    let many = Some("more than 1000 attributes");
    check_assertion("well-formed", Check::WellFormed, &xml, many);
    check("XML", xpath("//a", DocumentKind::Xml), &xml, many);
    check("HTML", css("a"), &xml, TIME);
}

#[test]
fn documents_are_read_up_to_a_length_and_expressions_up_to_a_count() {
    check(
        "long JSON",
        |slots| ExtractorKind::JsonPath(pattern_of(slots, "$.a", json_path)),
        &format!("[{}1]", "1,".repeat(5 << 20)),
        Some("longer than the 8 MB"),
    );
    let list = format!("<r>{}</r>", "<a><b><c/></b></a>".repeat(1_000));
    let multiplied = "//*[count(//*[count(//*) > 1]) > 1]";
    check("axes", xpath(multiplied, DocumentKind::Xml), &list, Some("more than"));
    check("an axis", xpath("//c", DocumentKind::Xml), &list, None);
}
