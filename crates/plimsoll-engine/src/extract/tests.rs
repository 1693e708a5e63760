//! Extractors by what they leave in the variables.

use super::*;
use crate::bounds::TaskBounds;
use crate::budget::LookBudget;
use crate::clock::RunClock;
use crate::document::Selector;
use crate::load_task::PropertyMap;
use crate::program::{Program, Slots, Text, Variable};
use crate::scope::{SharedCounters, UserData, Variables};
use plimsoll_plan::Template;
use plimsoll_plan::expression::ScriptCache;
use plimsoll_plan::plan::{DocumentKind, XPath};
use plimsoll_plan::plan::{ResponseField, SampleScope};
use plimsoll_plan::template::EvaluationContext;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Does `act` with a user that has these slots and no variables yet.
pub(crate) fn with_user<T>(slots: Slots, act: impl FnOnce(&mut UserScope<'_>) -> T) -> T {
    with_bounds(TaskBounds::default(), slots, act)
}

/// The same where looking may cost so much.
pub(crate) fn with_bounds<T>(
    bounds: TaskBounds,
    slots: Slots,
    act: impl FnOnce(&mut UserScope<'_>) -> T,
) -> T {
    let program = Program { slots, ..Program::default() };
    let mut scope = UserScope {
        user: &mut UserData::new(1, 0, Variables::new(program.slots.len())),
        scripts: &mut ScriptCache::default(),
        program: &program,
        clock: &RunClock::start(),
        properties: &PropertyMap::new([].into()),
        shared: &SharedCounters::of(&program, crate::load_task::Share::WHOLE),
        random: &mut fastrand::Rng::with_seed(1),
        machine_ip: &OnceLock::new(),
        eval_bounds: Default::default(),
        budget: &LookBudget::new(RunClock::start(), bounds),
    };
    act(&mut scope)
}

pub(crate) fn pattern_of<P>(
    slots: &mut Slots,
    pattern: &str,
    parse: impl Fn(&str) -> Result<P, String>,
) -> CompiledPattern<P> {
    CompiledPattern { text: text(slots, pattern), fixed: parse(pattern).ok() }
}

pub(crate) fn text(slots: &mut Slots, text: &str) -> Text {
    slots.text(&Template::parse(text))
}

fn json(path: &str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::JsonPath(pattern_of(slots, path, json_path))
}

fn pattern(pattern: &str, template: &str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::Regex {
        pattern: pattern_of(slots, pattern, |text| regex(text, false).map(Box::new)),
        template: template.to_owned(),
    }
}

fn between(left: &str, right: &str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::Boundary { left: text(slots, left), right: text(slots, right) }
}

/// One use of an extractor into `v`, with the default `none`: the match number, the finder, the answer's body.
type Use<'a> = (i32, &'a dyn Fn(&mut Slots) -> ExtractorKind<Compiled>, &'a str);

/// After the uses one after another, the variables `v…` are these and no others.
fn check(uses: &[Use<'_>], expected: &[(&str, &str)]) {
    check_with_parts(&[], uses, expected);
}

/// The same with answers that led to it.
fn check_with_parts(parts: &[&str], uses: &[Use<'_>], expected: &[(&str, &str)]) {
    let mut slots = Slots::default();
    let slot = slots.slot("v");
    let extractors: Vec<Extractor<Compiled>> = uses
        .iter()
        .map(|(match_number, finder, _)| Extractor {
            variable: Variable { slot, name: "v".to_owned() },
            source: ResponseField::Body,
            scope: SampleScope::All,
            kind: finder(&mut slots),
            match_number: *match_number,
            default: Some(text(&mut slots, "none")),
        })
        .collect();
    with_user(slots, |scope| {
        for (extractor, (_, _, body)) in extractors.iter().zip(uses) {
            let part = |body: &&str| Answer { body: Cow::Owned((*body).to_owned()), ..Answer::default() };
            let parts = parts.iter().map(part).collect();
            let answer = Answer { body: Cow::Borrowed(body), parts, ..Answer::default() };
            extract(std::slice::from_ref(extractor), &answer, scope, |_, _| ());
        }
        let got: Vec<(&str, &str)> =
            NAMES.split(' ').filter_map(|n| Some((n, scope.variable_named(n)?))).collect();
        let shown: Vec<_> = uses.iter().map(|(number, _, body)| (number, body)).collect();
        assert_eq!(got, expected, "{shown:?}");
    });
}

/// What an extractor into `v` can set.
const NAMES: &str =
    "v v_ALL v_matchNr v_1 v_2 v_3 v_g v_g0 v_g1 v_g2 v_g3 v_1_g v_1_g0 v_1_g1 v_2_g v_2_g0 v_3_g v_3_g0";

const ITEMS: &str = r#"{"z":1,"a":[{"y":"p","x":2.5},{"y":"q","x":null}],"none":null,"empty":[],"text":"t"}"#;

#[test]
fn a_json_value_is_one_match_whatever_it_is() {
    check(&[(1, &json("$.text"), ITEMS)], &[("v", "t"), ("v_matchNr", "1")]);
    check(&[(1, &json("$.z"), ITEMS)], &[("v", "1"), ("v_matchNr", "1")]);
    check(&[(1, &json("$.a[0]"), ITEMS)], &[("v", r#"{"y":"p","x":2.5}"#), ("v_matchNr", "1")]);
    let array = r#"[{"y":"p","x":2.5},{"y":"q","x":null}]"#;
    check(&[(1, &json("$.a"), ITEMS)], &[("v", array), ("v_matchNr", "1")]);
    check(&[(-1, &json("$.a"), ITEMS)], &[("v_matchNr", "1"), ("v_1", array)]);
    check(&[(1, &json("$.empty"), ITEMS)], &[("v", "[]"), ("v_matchNr", "1")]);
    check(&[(1, &json("$.none"), ITEMS)], &[("v", "none"), ("v_matchNr", "1")]);
    check(&[(-1, &json("$..x"), ITEMS)], &[("v_matchNr", "2"), ("v_1", "2.5"), ("v_2", "none")]);
}

#[test]
fn a_json_match_is_chosen_by_its_number() {
    check(&[(1, &json("$.a.[1].['y']"), ITEMS)], &[("v", "q"), ("v_matchNr", "1")]);
    check(&[(2, &json("a[?(@.y != '.[')].y"), ITEMS)], &[("v", "q"), ("v_matchNr", "2")]);
    check(&[(2, &json("$..y"), ITEMS)], &[("v", "q"), ("v_matchNr", "2")]);
    check(&[(3, &json("$..y"), ITEMS)], &[("v", "none"), ("v_matchNr", "2")]);
    check(&[(7, &json("$.text"), ITEMS)], &[("v", "t"), ("v_matchNr", "1")]);
    check(&[(0, &json("$.text"), ITEMS)], &[("v", "t")]);
}

#[test]
fn json_that_is_not_there_leaves_the_default() {
    let nothing = [("v", "none"), ("v_matchNr", "0")];
    for number in [-1, 0, 1] {
        check(&[(number, &json("$.missing"), ITEMS)], &nothing);
    }
    check(&[(1, &json("$.a"), "<html>")], &nothing);
    // JMeter's parser fails here, and with it the count.
    check(&[(1, &json("$.a"), "{broken")], &[("v", "none")]);
    check(&[(-1, &json("$.a"), " ")], &[("v", "none")]);
}

#[test]
fn a_json_extractor_removes_what_an_earlier_one_left() {
    let all: Use<'_> = (-1, &json("$..y"), ITEMS);
    check(&[all, (-1, &json("$.text"), ITEMS)], &[("v_matchNr", "1"), ("v_1", "t")]);
    check(&[all, (0, &json("$.text"), ITEMS)], &[("v", "t")]);
    check(&[all, (1, &json("$.text"), "{broken")], &[("v", "none")]);
}

#[test]
fn an_expression_sets_its_groups() {
    let pair = pattern("(a|(c))(\\d)", "$3$-$1$");
    let a1 = [("v", "1-a"), ("v_g", "3"), ("v_g0", "a1"), ("v_g1", "a"), ("v_g3", "1")];
    check(&[(1, &pair, "a1 c2")], &a1);
    // The second group took no part in this match.
    check(&[(1, &pair, "c2"), (1, &pair, "a1")], &a1);
    let c2 = [("v", "2-c"), ("v_g", "3"), ("v_g0", "c2"), ("v_g1", "c"), ("v_g2", "c"), ("v_g3", "2")];
    check(&[(2, &pair, "a1 c2")], &c2);
    check(&[(1, &pattern("b(x)?", "$1$ $7$"), "b")], &[("v", "null null"), ("v_g", "1"), ("v_g0", "b")]);
    check(&[(1, &pair, "c2"), (1, &pattern("c", "$0$"), "c2")], &[("v", "c"), ("v_g", "0"), ("v_g0", "c")]);
    check(&[(1, &pair, "a1"), (1, &pair, "")], &[("v", "none")]);
    check(&[(3, &pair, "a1 c2")], &[("v", "none")]);
}

#[test]
fn an_expression_lists_all_matches_and_forgets_longer_lists() {
    let digit = pattern("\\d", "$0$");
    let one = [("v", "none"), ("v_matchNr", "1"), ("v_1", "1"), ("v_1_g", "0"), ("v_1_g0", "1")];
    check(&[(-1, &digit, "1")], &one);
    check(&[(-1, &digit, "1 2 3"), (-1, &digit, "1")], &one);
    check(&[(1, &digit, "5"), (-1, &digit, "1")], &one);
    check(&[(-1, &digit, "1 2 3"), (-1, &digit, "x")], &[("v", "none"), ("v_matchNr", "0")]);
    check(&[(-1, &digit, "1 2 3"), (2, &digit, "4 5")], &[("v", "5"), ("v_g", "0"), ("v_g0", "5")]);
    check(&[(-1, &digit, "1 2 3"), (1, &digit, "x")], &[("v", "none")]);
}

#[test]
fn boundaries_give_what_stands_between_them() {
    let tag = between("<", ">");
    check(&[(1, &tag, "<a><b>")], &[("v", "a")]);
    check(&[(2, &tag, "<a><b>")], &[("v", "b")]);
    check(&[(3, &tag, "<a><b>")], &[("v", "none")]);
    let both = [("v", "none"), ("v_matchNr", "2"), ("v_1", "a"), ("v_2", "b")];
    check(&[(-1, &tag, "<a><b><")], &both);
    check(&[(-1, &tag, "<a><b><c>"), (-1, &tag, "<a><b>")], &both);
    check(&[(-1, &tag, "<a><b><c>"), (1, &tag, "<a>")], &[("v", "a")]);
    check(&[(-1, &tag, "nothing")], &[("v", "none"), ("v_matchNr", "0")]);
    // The right boundary of one match may be the left one of the next.
    check(&[(-1, &between("|", "|"), "|a|b|")], &both);
}

#[test]
fn an_empty_boundary_is_the_end_of_the_text() {
    check(&[(1, &between("k=", ""), "k=v k=w")], &[("v", "v k=w")]);
    check(&[(1, &between("", ";"), "k=v;w;")], &[("v", "k=v")]);
    check(&[(1, &between("", ""), "k=v")], &[("v", "k=v")]);
    check(&[(2, &between("", ""), "k=v")], &[("v", "none")]);
    check(&[(1, &between("", ""), "")], &[("v", "none")]);
}

/// The value of `v` after it was searched for in itself, with the default `none`.
fn check_itself(before: Option<&str>, make: &dyn Fn(&mut Slots) -> ExtractorKind<Compiled>, expected: &str) {
    let mut slots = Slots::default();
    let (slot, other) = (slots.slot("v"), slots.slot("other"));
    let (kind, default) = (make(&mut slots), Some(text(&mut slots, "none")));
    let searched = if before.is_some() { slot } else { other };
    let source = ResponseField::Variable(Variable { slot: searched, name: String::new() });
    let extractor = Extractor {
        variable: Variable { slot, name: "v".to_owned() },
        source,
        scope: SampleScope::Main,
        kind,
        match_number: 1,
        default,
    };
    with_user(slots, |scope| {
        scope.user.variables.set(slot, before.unwrap_or("before"));
        extract(&[extractor], &Answer::default(), scope, |_, _| ());
        assert_eq!(scope.user.variables.get(slot), Some(expected), "{before:?}");
    });
}

#[test]
fn variables_are_searched_too() {
    check_itself(Some(r#"{"a":7}"#), &json("$.a"), "7");
    check_itself(None, &json("$"), "none");
    // JMeter sets the default first, and so finds that.
    check_itself(Some("one"), &pattern("^..", "$0$"), "no");
    check_itself(Some("one"), &between("n", "e"), "on");
    // Nothing is found in a variable without a value.
    check_itself(None, &pattern(".*", "$0$"), "none");
}

#[test]
fn templates_are_filled_with_groups() {
    let groups = ["ab", "a", "b"];
    for (template, expected) in
        [("$1$", "a"), ("$2$-$1$", "b-a"), ("$0$", "ab"), ("cost $5", "cost $5"), ("$9$", "null"), ("", "")]
    {
        assert_eq!(fill_template(template, |i| groups.get(i).copied()), expected, "{template}");
    }
}

#[test]
fn definite_paths_lead_to_one_place() {
    for path in ["$", "$.a.b", "$['a b'][0]", "$['*'][-1]", "$['a,b'].c"] {
        assert!(json_path(path).expect("a path").is_definite(), "{path}");
    }
    for path in ["$.*", "$..a", "$.a[*]", "$.a[0,1]", "$.a[0:2]", "$.a[?@.b]", "$['a','b']"] {
        assert!(!json_path(path).expect("a path").is_definite(), "{path}");
    }
}

fn jmes(path: &str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::JmesPath(pattern_of(slots, path, jmes_path))
}

fn xpath(expression: &str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| {
        ExtractorKind::XPath(XPath {
            expression: text(slots, expression),
            document: DocumentKind::Xml,
            namespaces: Vec::new(),
            fragment: false,
        })
    }
}

fn css(selector: &str, attribute: &str) -> impl Fn(&mut Slots) -> ExtractorKind<Compiled> {
    move |slots| ExtractorKind::Css {
        selector: pattern_of(slots, selector, Selector::parse),
        attribute: text(slots, attribute),
    }
}

#[test]
fn all_json_matches_may_stand_in_one_variable() {
    let joined = |slots: &mut Slots| match json("$..y")(slots) {
        ExtractorKind::JsonPath(path) => ExtractorKind::JsonPathJoined(path),
        other => other,
    };
    check(&[(-1, &joined, ITEMS)], &[("v_ALL", "p,q"), ("v_matchNr", "2"), ("v_1", "p"), ("v_2", "q")]);
    check(&[(-1, &joined, "{}")], &[("v", "none"), ("v_ALL", ""), ("v_matchNr", "0")]);
    check(&[(1, &joined, ITEMS)], &[("v", "p"), ("v_matchNr", "2")]);
}

#[test]
fn the_elements_of_a_jmespath_array_are_matches() {
    check(&[(2, &jmes("a[].y"), ITEMS)], &[("v", "q"), ("v_matchNr", "2")]);
    check(&[(-1, &jmes("a[].y"), ITEMS)], &[("v_matchNr", "2"), ("v_1", "p"), ("v_2", "q")]);
    check(&[(1, &jmes("a[?y=='q'].x | [0]"), ITEMS)], &[("v", "none"), ("v_matchNr", "0")]);
    check(&[(1, &jmes("length(a)"), ITEMS)], &[("v", "2"), ("v_matchNr", "1")]);
    check(&[(1, &jmes("z"), "no JSON")], &[("v", "none")]);
    check(&[(1, &jmes("z"), " ")], &[("v", "none")]);
}

#[test]
fn xpath_counts_all_and_takes_the_first() {
    let list = "<l><i>a</i><i><b/></i><i>c</i></l>";
    check(&[(-1, &xpath("//i"), list)], &[("v", "a"), ("v_matchNr", "3"), ("v_1", "a"), ("v_3", "c")]);
    check(&[(3, &xpath("//i"), list)], &[("v", "c"), ("v_matchNr", "1"), ("v_1", "c")]);
    check(&[(-1, &xpath("//i"), list), (1, &xpath("//none"), list)], &[("v", "none"), ("v_matchNr", "0")]);
    check(
        &[(-1, &xpath("//i"), list), (1, &xpath("//i"), "no XML")],
        &[("v", "none"), ("v_matchNr", "0"), ("v_3", "c")],
    );
    check(&[(1, &xpath("count(//i)"), list)], &[("v", "3"), ("v_matchNr", "1"), ("v_1", "3")]);
}

#[test]
fn a_selector_gives_texts_or_attributes() {
    let page = "<a href=/1>one</a><a href=/2>two <b>x</b></a>";
    check(&[(2, &css("a", ""), page)], &[("v", "two x")]);
    check(
        &[(-1, &css("a", "href"), page)],
        &[("v", "none"), ("v_matchNr", "2"), ("v_1", "/1"), ("v_2", "/2")],
    );
    check(&[(1, &css("p", ""), page)], &[("v", "none")]);
}

#[test]
fn answers_that_led_to_it_are_searched_after_it() {
    let use_of = |number| (number, "x(.)", "$1$");
    for (number, expected) in [(1, "c"), (2, "a"), (3, "c"), (4, "none")] {
        let (number, regex, template) = use_of(number);
        let found: Vec<(&str, &str)> = match expected {
            "none" => vec![("v", "none")],
            letter => vec![
                ("v", letter),
                ("v_g", "1"),
                ("v_g0", ["xa", "xc"][usize::from(letter == "c")]),
                ("v_g1", letter),
            ],
        };
        check_with_parts(&["xa", "xc"], &[(number, &pattern(regex, template), "xc")], &found);
    }
    check_with_parts(
        &["", "{\"z\":2}"],
        &[(-1, &json("$.z"), ITEMS)],
        &[("v_matchNr", "2"), ("v_1", "1"), ("v_2", "2")],
    );
    check_with_parts(
        &["<l><i>p</i></l>"],
        &[(1, &xpath("//i"), "<l><i>m</i></l>")],
        &[("v", "m"), ("v_matchNr", "2"), ("v_1", "m"), ("v_2", "p")],
    );
}
