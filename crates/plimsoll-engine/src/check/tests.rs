//! Checks by what they say of answers.

use super::*;
use crate::extract::tests::{pattern_of, text, with_user};
use crate::extract::{jmes_path, json_path, regex};
use crate::program::Slots;
use plimsoll_plan::plan::{DocumentKind, JsonExpectation, TextCheck, TextComparison, XPath};

/// The check against this body fails with a text that has `expected` in it, or holds.
fn check(make: impl Fn(&mut Slots) -> Check<Compiled>, body: &str, expected: Option<&str>) {
    let mut slots = Slots::default();
    let checks = [make(&mut slots)];
    let answer = Answer { body: body.into(), ..Answer::default() };
    let failed = with_user(slots, |scope| first_failure(&checks, &answer, scope));
    match (&failed, expected) {
        (None, None) => {}
        (Some(failed), Some(part)) if failed.contains(part) => {}
        _ => panic!("{checks:?} of {body}: {failed:?} instead of {expected:?}"),
    }
}

/// `expected`: the value, and whether it is an expression.
fn json(path: &str, expected: Option<(&str, bool)>, negate: bool) -> impl Fn(&mut Slots) -> Check<Compiled> {
    move |slots| Check::Json {
        path: pattern_of(slots, path, json_path),
        value: JsonExpectation {
            expected: expected.map(|(expected, _)| text(slots, expected)),
            regex: expected.is_some_and(|(_, regex)| regex),
            or_null: false,
            negate,
        },
    }
}

fn check_json(path: &str, expected: Option<(&str, bool)>, body: &str, failure: Option<&str>) {
    check(json(path, expected, false), body, failure);
    let negated = failure.is_none().then_some("was found, and should not be");
    check(json(path, expected, true), body, negated);
}

const MISSING: Option<&str> = Some("not found");
const OTHER: Option<&str> = Some("is not ");
const UNLIKE: Option<&str> = Some("does not match /");
const BODY: &str =
    r#"{"n":20,"s":"t/u","list":["a","b"],"deep":[["a"],["b"]],"empty":[],"null":null,"o":{"x":1,"y":2}}"#;

#[test]
fn a_json_path_is_found_or_not() {
    for path in ["$.n", "$.empty", "$.null", "$.list", "$..x"] {
        check_json(path, None, BODY, None);
    }
    for path in ["$.missing", "$..missing", "$.empty[*]", "$.n.x"] {
        check_json(path, None, BODY, MISSING);
    }
    check_json("$.n", None, "<html>", Some("not JSON"));
    check_json("$.n", None, "[", Some("not JSON"));
}

#[test]
fn a_json_value_is_compared_by_its_text_or_as_json() {
    for (path, value) in [
        ("$.n", "20"),
        ("$.s", "t/u"),
        ("$.s", "\"t/u\""),
        ("$.null", "null"),
        ("$.o", r#"{ "y": 2, "x": 1 }"#),
        ("$.list", "a"),
        ("$.list", r#"["a", "b"]"#),
        ("$.deep", r#"["b"]"#),
        ("$.list[*]", "b"),
        ("$.list[*]", r#"["a", "b"]"#),
        ("$.empty", "[]"),
        ("$..missing", "[]"),
    ] {
        check_json(path, Some((value, false)), BODY, None);
    }
    for (path, value) in
        [("$.n", "2"), ("$.list", "c"), ("$.empty", ""), ("$.deep[*]", "a"), ("$.list[*]", "[]")]
    {
        check_json(path, Some((value, false)), BODY, OTHER);
    }
    check_json("$.missing", Some(("[]", false)), BODY, MISSING);
}

#[test]
fn a_json_value_must_match_as_a_whole() {
    for (path, pattern) in [
        ("$.n", "\\d+"),
        ("$.list", "[bc]"),
        ("$.list", r#"\["a",.*\]"#),
        ("$.list[*]", r#"\["a","b"\]"#),
        ("$.empty", "[]"),
        ("$.null", "null"),
        ("$.o", ".*\"x\":1.*"),
    ] {
        check_json(path, Some((pattern, true)), BODY, None);
    }
    check_json("$.n", Some(("2", true)), BODY, UNLIKE);
    check_json("$.list", Some(("c|d", true)), BODY, UNLIKE);
}

fn matching(
    pattern: &str,
    comparison: TextComparison,
    negate: bool,
    any: bool,
) -> impl Fn(&mut Slots) -> Check<Compiled> {
    move |slots| {
        let whole = comparison == TextComparison::Matches;
        let parse = |text: &str| regex(text, whole).map(Box::new);
        let (first, second) = (pattern_of(slots, pattern, parse), pattern_of(slots, "zzz", parse));
        Check::Text(TextCheck {
            source: ResponseField::Body,
            comparison,
            negate,
            any,
            patterns: if any { vec![first, second] } else { vec![first] },
            assume_success: false,
            message: None,
        })
    }
}

#[test]
fn texts_match_in_part_or_as_a_whole() {
    use TextComparison::{Contains, Matches};
    check(matching("b+", Contains, false, false), "abbc", None);
    check(matching("b+", Matches, false, false), "abbc", Some("text expected to match /b+/"));
    check(matching("b+", Contains, true, false), "abbc", Some("text expected not to contain /b+/"));
    check(matching("b+", Contains, false, true), "abbc", None);
    check(matching("x", Contains, false, true), "abbc", Some("expected something using /x/\t"));
}

#[test]
fn an_expression_that_gives_up_fails_whatever_was_asked() {
    let (pattern, body) = (r"(x+x+)+\1y", "x".repeat(60));
    for negate in [false, true] {
        for comparison in [TextComparison::Contains, TextComparison::Matches] {
            for any in [false, true] {
                let gave_up = Some(r"gave up after 1000000 steps of backtracking: /(x+x+)+\1y/");
                check(matching(pattern, comparison, negate, any), &body, gave_up);
            }
        }
        check(json("$", Some((pattern, true)), negate), &format!("\"{body}\""), Some("gave up"));
        check(matching("(", TextComparison::Contains, negate, false), "x", Some("not a regular expression"));
        check(json("$", Some(("(", true)), negate), "1", Some("not a regular expression"));
        check(json("$.n", None, negate), "", Some("the answer is empty"));
    }
}

const LIST: &str = "<l><i>a</i></l>";

fn xpath(expression: &str, negate: bool) -> impl Fn(&mut Slots) -> Check<Compiled> {
    move |slots| Check::XPath {
        source: ResponseField::Body,
        xpath: XPath {
            expression: text(slots, expression),
            document: DocumentKind::Xml,
            namespaces: Vec::new(),
            fragment: false,
        },
        negate,
    }
}

#[test]
fn an_xpath_finds_nodes_or_is_true() {
    check(xpath("//i", false), LIST, None);
    check(xpath("//i", true), LIST, Some("was found"));
    check(xpath("//x", false), LIST, Some("nothing at //x"));
    check(xpath("//x", true), LIST, None);
    check(xpath("count(//i) = 1", false), LIST, None);
    check(xpath("count(//i) > 1", true), LIST, None);
    // Neither is decided, so both fail.
    for negate in [false, true] {
        check(xpath("count(//i)", negate), LIST, Some("neither nodes nor true or false"));
        check(xpath("//i", negate), "<l>", Some(""));
        check(xpath("//i", negate), "", Some("empty"));
    }
}

#[test]
fn a_document_is_well_formed_or_has_mistakes() {
    check(|_| Check::WellFormed, LIST, None);
    check(|_| Check::WellFormed, "<a><b></a>", Some(""));
    check(|_| Check::WellFormed, "<!DOCTYPE a><a/>", Some(""));
    check(|_| Check::WellFormed, "", Some("empty"));
    check(|_| Check::Html { errors_max: 0 }, "<!DOCTYPE html><title>t</title><p>x", None);
    check(|_| Check::Html { errors_max: 0 }, "<!DOCTYPE html><b><p></b>", Some("mistakes"));
    check(|_| Check::Html { errors_max: 9 }, "<!DOCTYPE html><b><p></b>", None);
}

#[test]
fn a_sum_is_compared_whatever_its_case() {
    check(|s| Check::Md5(text(s, "900150983CD24FB0D6963F7D28E17F72")), "abc", None);
    check(|s| Check::Md5(text(s, "00")), "abc", Some("900150983cd24fb0d6963f7d28e17f72"));
}

#[test]
fn a_schema_decides_what_fits() {
    let folder = std::env::temp_dir().join(format!("schema-{}", std::process::id()));
    std::fs::write(
        &folder,
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\
         <xs:element name='n' type='xs:int'/></xs:schema>",
    )
    .expect("written");
    let name = folder.to_string_lossy().into_owned();
    check(|s| Check::Schema(text(s, &name)), "<n>7</n>", None);
    check(|s| Check::Schema(text(s, &name)), "<n>seven</n>", Some(""));
    check(|s| Check::Schema(text(s, &name)), "<m/>", Some(""));
    std::fs::remove_file(&folder).expect("removed");
    check(|s| Check::Schema(text(s, &name)), "<n>7</n>", Some("No such file"));
}

fn jmes(path: &str, expected: Option<(&str, bool)>, negate: bool) -> impl Fn(&mut Slots) -> Check<Compiled> {
    move |slots| Check::JmesPath {
        path: pattern_of(slots, path, jmes_path),
        value: JsonExpectation {
            expected: expected.map(|(expected, _)| text(slots, expected)),
            regex: expected.is_some_and(|(_, regex)| regex),
            or_null: false,
            negate,
        },
    }
}

#[test]
fn a_jmespath_value_is_compared_as_a_whole() {
    check(jmes("n", None, false), BODY, None);
    check(jmes("missing", None, false), BODY, Some("not found"));
    check(jmes("missing", None, true), BODY, None);
    check(jmes("n", Some(("20", false)), false), BODY, None);
    check(jmes("length(list)", Some(("2", false)), false), BODY, None);
    check(jmes("s", Some(("t.*", true)), false), BODY, None);
    check(jmes("missing", Some(("null", false)), false), BODY, None);
    check(jmes("list", Some(("a", false)), false), BODY, Some("the value at the JMESPath list is not a"));
    check(jmes("n", None, false), "no JSON", Some(""));
    check(jmes("n", None, true), "no JSON", None);
}

#[test]
fn null_is_good_where_it_may_be() {
    let or_null = |path: &'static str| {
        move |slots: &mut Slots| match json(path, Some(("", false)), false)(slots) {
            Check::Json { path, value } => {
                Check::Json { path, value: JsonExpectation { or_null: true, ..value } }
            }
            other => other,
        }
    };
    check(or_null("$.null"), BODY, None);
    check(or_null("$.n"), BODY, OTHER);
    check(json("$.null", Some(("", false)), false), BODY, OTHER);
}

#[test]
fn answers_that_led_to_it_are_checked_too() {
    let part = |status: u16, body: &'static str| Answer { status, body: body.into(), ..Answer::default() };
    let failed = |parts: SampleScope, others: Vec<Answer<'static>>| {
        let mut slots = Slots::default();
        let inner = matching("ok", TextComparison::Contains, false, false)(&mut slots);
        let checks = [Check::Of(parts, Box::new(inner))];
        let answer = Answer { status: 200, body: "ok".into(), parts: others, ..Answer::default() };
        with_user(slots, |scope| first_failure(&checks, &answer, scope)).is_some()
    };
    assert!(!failed(SampleScope::All, vec![part(302, "ok")]));
    assert!(failed(SampleScope::All, vec![part(302, "other")]));
    assert!(failed(SampleScope::SubSamples, vec![part(404, "ok")]));
    assert!(!failed(SampleScope::SubSamples, vec![]));
    assert!(!failed(SampleScope::Main, vec![part(404, "other")]));
}
