//! The next experiment of a run: its study is written, run, and says whether the claim held.

use crate::experiment::bench::Bench;
use crate::program::{self, said, stdout};
use plimsoll_targets::Behaviour;
use std::process::Output;

/// A busy machine may spoil a run; then it is made again.
const ATTEMPTS: u32 = 4;

const PLAN: &str = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1:${__P(port)}/items/1\n        \
                    label: item\n";

/// A shop whose pool lets two queries through at a time.
const SHOP: &str = "study: shop\nplan: p.yaml\nproperties: {port: PORT}\nthreads: [1, 2, 6]\nstep: 6 s\nsystem:\n  \
    start: exec $PLIMSOLL target shop --connections \"$POOL\" --listen 127.0.0.1:PORT\n  \
    ready: {url: 'http://127.0.0.1:PORT/metrics', every: 20 ms}\n  env: {POOL: 2}\n\
    watch: [{prometheus: {url: 'http://127.0.0.1:PORT/metrics', every: 100 ms, name: shop}}]\n";

fn run(bench: &Bench, arguments: &[&str]) -> Output {
    bench.command(&[&["run"], arguments].concat()).output().expect("the program starts")
}

/// A study is run, and then the experiment of its finding; until the sentence comes.
fn check_followed(study: &str, next: &[&str], sentences: &[&str]) {
    let mut seen = String::new();
    for _ in 0..ATTEMPTS {
        let bench = Bench::new(PLAN);
        let first = bench.run(study);
        let second = run(&bench, &[&["--next", "out", "--yes"], next].concat());
        let then = bench.command(&["explain", "out", "out/next"]).output().expect("the program starts");
        let reported = bench.command(&["compare", "out", "out/next"]).output().expect("the program starts");
        if sentences.iter().all(|part| stdout(&second).contains(part)) {
            for output in [&then, &reported] {
                let text = said(output).split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(sentences.iter().all(|part| text.contains(part)), "{text}");
            }
            return;
        }
        seen = format!("{}\n{}", said(&first), said(&second));
    }
    // A machine that is busy all the time decides nothing, and that is said.
    let is_open = seen.contains("The claim is undecided.") && seen.contains("is invalid");
    assert!(is_open, "{sentences:?} are not in:\n{seen}");
}

#[test]
fn a_pool_that_is_the_limit_carries_more_when_it_is_larger() {
    check_followed(
        SHOP,
        &["--finding", "pool-exhausted"],
        &["The claim held.", "Changed: POOL 2 → 3.", "In proportion to the change it would be 50 % more."],
    );
}

#[test]
fn a_maximum_that_had_been_reached_is_no_higher_under_more_load() {
    let study = SHOP.replace("[1, 2, 6]", "[1, 3]");
    let expected = ["The claim did not hold.", "its maximum had been reached"];
    check_followed(&study, &["--finding", "maximum-not-found"], &expected);
}

/// The study that follows the run in `out`, as it is printed.
fn printed(bench: &Bench, finding: &str) -> String {
    let output = run(bench, &["--next", "out", "--finding", finding, "--print"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    stdout(&output)
}

fn check_refused(bench: &Bench, arguments: &[&str], parts: &[&str]) {
    let output = run(bench, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    for part in parts {
        assert!(said(&output).contains(part), "{part:?} is not in:\n{}", said(&output));
    }
}

/// A plan alone, with the load of the command line.
fn run_by_flags(plan: &str, flags: &[&str]) -> Bench {
    let bench = Bench::new(plan);
    let target = program::target(Behaviour::Shop { connections: 2 });
    let port = format!("port={}", target.address().port());
    let arguments = ["p.yaml", "-J", &port, "--users", "3", "-d", "2s", "-o", "out", "--workers", "1"];
    let output = run(&bench, &[&arguments, flags].concat());
    assert!(bench.path("out/run.run").exists(), "{}", said(&output));
    bench
}

#[test]
fn a_run_by_flags_has_a_study_that_follows() {
    let bench = run_by_flags(PLAN, &["-r", "p95 <= 1 s"]);
    let text = printed(&bench, "window-too-short");
    let plan = format!("plan: {}", bench.path("p.yaml").display());
    for part in [
        plan.as_str(),
        "threads: [3]",
        "step: 15 s",
        "requirements: [p95 <= 1 s]",
        "claim: window-too-short",
        "longer: {}",
    ] {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
    assert!(text.starts_with("# This study is to decide"), "{text}");
    let output = run(&bench, &["--next", "out", "--finding", "window-too-short"]);
    let said = said(&output);
    assert!(said.contains("run it:   plimsoll run out/next.yaml -o out/next --workers 1"), "{said}");
    assert_eq!(std::fs::read_to_string(bench.path("out/next.yaml")).ok(), Some(text));
    let (checked, code) = {
        let output = bench.command(&["check", "out/next.yaml"]).output().expect("the program starts");
        (program::said(&output), output.status.code())
    };
    assert_eq!(code, Some(0), "{checked}");
}

#[test]
fn the_plan_of_a_url_is_written_next_to_the_study() {
    let bench = Bench::new(PLAN);
    let target = program::target(Behaviour::Ok);
    let url = format!("http://{}/", target.address());
    run(&bench, &[&url, "-c", "2", "-d", "1s", "-o", "out", "--workers", "1"]);
    let output = run(&bench, &["--next", "out/run.run", "--finding", "window-too-short", "--yes"]);
    assert!(
        bench.path("out/next-plan.yaml").exists() && bench.path("out/next").exists(),
        "{}",
        said(&output)
    );
    assert!(stdout(&output).contains("[window-too-short] The claim"), "{}", said(&output));
}

#[test]
fn masked_properties_have_to_be_given_again() {
    let plan = PLAN.replace("/items/1", "/items/${__P(api_token)}");
    let bench = run_by_flags(&plan, &["-J", "api_token=tellnobody"]);
    let next = ["--next", "out", "--finding", "window-too-short"];
    let text = printed(&bench, "window-too-short");
    assert!(!text.contains("***") && !text.contains("tellnobody"), "{text}");
    check_refused(&bench, &[&next[..], &["--yes"]].concat(), &["have to be given again: api_token"]);
    let output = run(&bench, &[&next[..], &["--yes", "-J", "api_token=tellnobody"]].concat());
    assert!(stdout(&output).contains("[window-too-short] The claim"), "{}", said(&output));
}

#[test]
fn a_change_by_hand_is_said_before_the_study_runs() {
    let bench = Bench::new(PLAN);
    let target = program::target(Behaviour::Shop { connections: 2 });
    let start = SHOP.find("system:").zip(SHOP.find("watch:")).expect("both");
    let study = format!("{}{}", &SHOP[..start.0], &SHOP[start.1..]);
    let study = study.replace("PORT", &target.address().port().to_string());
    let first = bench.run(&study);
    let next = ["--next", "out", "--finding", "pool-exhausted", "--yes"];
    check_refused(&bench, &next, &["so it is not run yet", "--changed"]);
    let output = run(&bench, &[&next[..], &["--changed", "pool 2 -> 3"]].concat());
    let text = stdout(&output);
    assert!(text.contains("The claim is undecided."), "{}{}", said(&first), said(&output));
    assert!(text.contains("the size is still 2") || text.contains("invalid"), "{text}");
}

#[test]
fn what_can_not_be_followed_says_why() {
    let bench = run_by_flags(PLAN, &[]);
    check_refused(&bench, &["--next", "out", "--finding", "knees"], &["no finding `knees`", "it has: "]);
    check_refused(&bench, &["--next", "out", "p.yaml"], &["cannot be used with"]);
    check_refused(&bench, &["--next", "out", "--users", "3"], &["cannot be used with"]);
    check_refused(&bench, &["--next", "nowhere.run"], &["nowhere.run"]);
    bench.write("cut.run", "no run");
    check_refused(&bench, &["--next", "cut.run"], &["cut.run"]);
    let study =
        "study: s\nplan: p.yaml\nproperties: {port: 1}\nthreads: 1\nstep: 1 s\nvariants: {a: {}, b: {}}\n";
    bench.write("s.yaml", study);
    run(&bench, &["s.yaml", "-o", "both", "--workers", "1"]);
    check_refused(&bench, &["--next", "both"], &["several variants", "both/a.run, both/b.run"]);
}
