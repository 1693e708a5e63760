//! `plimsoll examples`: what a run kept, chosen, whole and as HAR.

use crate::program::{plimsoll, said, stderr, stdout, target, write};
use plimsoll_targets::Behaviour;
use serde_json::Value;
use std::path::Path;

const PLAN: &str = "plan: shop
scenarios:
  - users: 2
    iterations: 15
    steps:
      - post: http://ADDRESS/login
        headers: {Content-Type: application/json, Authorization: Bearer HEADSECRET}
        body: '{\"user\": \"anna\", \"password\": \"BODYSECRET\"}'
      - get: http://ADDRESS/status/503
        label: flaky
";

fn run(folder: &Path, more: &[&str]) {
    let target = target(Behaviour::Echo);
    write(folder, "p.yaml", &PLAN.replace("ADDRESS", &target.address().to_string()));
    let output = plimsoll(folder, &[&["run", "p.yaml", "-o", "out"], more].concat());
    assert!(matches!(output.status.code(), Some(3 | 4)), "{}", said(&output));
}

#[test]
fn a_run_keeps_whole_exchanges_and_examples_shows_them() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &[]);
    let shown = |more: &[&str]| {
        let output = plimsoll(folder.path(), &[&["examples", "out"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        stdout(&output)
    };
    let text = shown(&["--transaction", "flaky", "--kind", "status", "--full", "--limit", "2"]);
    assert!(
        text.contains("failed: status\n  ✗ GET http://") && text.contains("503 Service Unavailable"),
        "{text}"
    );
    assert!(text.contains("> User-Agent: ") && text.contains(" more: --limit "), "{text}");
    let text = shown(&["--slowest", "--full"]);
    assert!(
        text.contains("\"user\": \"anna\"") && text.contains("POST /login") || text.contains("/login"),
        "{text}"
    );
    assert!(!text.contains("failed:"), "{text}");
    shown(&["-o", "all.har"]);
    let har = std::fs::read_to_string(folder.path().join("all.har")).expect("a HAR");
    for file in ["all.har", "out/report.html"] {
        let text = std::fs::read_to_string(folder.path().join(file)).expect("a file");
        assert!(!text.contains("HEADSECRET") && !text.contains("BODYSECRET"), "{file}");
    }
    assert_eq!(shown(&["--format", "har"]), har, "to stdout as into a file");
    let list: Value = serde_json::from_str(&shown(&["--format", "json", "--kind", "status"])).expect("JSON");
    let list = list.as_array().expect("exchanges");
    assert!(!list.is_empty() && list.iter().all(|one| one["transaction"] == "flaky" && one["user"].is_u64()));
    let har: Value = serde_json::from_str(&har).expect("JSON");
    let entries = har["log"]["entries"].as_array().expect("entries");
    let statuses: Vec<_> = entries.iter().filter_map(|entry| entry["response"]["status"].as_u64()).collect();
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
    let has_connected = |entry: &Value| entry["timings"]["connect"].as_f64() > Some(0.0);
    assert!(entries.iter().any(has_connected) && !entries.iter().all(has_connected), "{har}");
    for timings in entries.iter().map(|entry| &entry["timings"]) {
        let parts =
            ["dns", "connect", "send", "wait", "receive"].map(|part| timings[part].as_f64().expect(part));
        assert!(parts.iter().all(|ms| *ms >= 0.0 || *ms == -1.0) && timings["ssl"] == -1.0, "{timings}");
    }
    // Our own reader of HAR files reads it, too.
    let output = plimsoll(folder.path(), &["convert", "all.har", "-o", "again.yaml"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a page");
    assert!(
        page.contains("id=\"exchanges\"") && page.contains("&gt; POST /login HTTP/1.1"),
        "no examples in the page"
    );
}

#[test]
fn what_is_not_there_is_said_with_what_is() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &[]);
    let check = |arguments: &[&str], code: i32, parts: &[&str]| {
        let output = plimsoll(folder.path(), &[&["examples"], arguments].concat());
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        for part in parts {
            assert!(stderr(&output).contains(part), "{part} in {}", stderr(&output));
        }
    };
    check(
        &["out", "--transaction", "flakey"],
        2,
        &["no exchange of a transaction \"flakey\"", "did you mean \"flaky\"?"],
    );
    check(&["out", "--kind", "stattus"], 2, &["`stattus` is no kind of failure", "did you mean `status`?"]);
    check(&["out", "--kind", "tls"], 0, &["none of the "]);
    check(&["nowhere.run"], 2, &["nowhere.run"]);
    std::fs::write(folder.path().join("mine.har"), "mine").expect("a file");
    check(&["out", "-o", "mine.har"], 2, &["mine.har"]);
    run(folder.path(), &["--no-examples"]);
}

#[test]
fn without_examples_the_run_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &["--no-examples"]);
    let output = plimsoll(folder.path(), &["examples", "out"]);
    assert_eq!((output.status.code(), stderr(&output).trim()), (Some(0), "the run kept no exchanges"));
}
