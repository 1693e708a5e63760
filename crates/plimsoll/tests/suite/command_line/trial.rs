//! `plimsoll try`: one user, watched.

use crate::program::{check_refused, plimsoll, said, stderr, stdout, target, write};
use plimsoll_targets::{Behaviour, Target};
use std::net::SocketAddr;

fn shop(at: SocketAddr) -> String {
    format!(
        r#"plan: shop
variables: {{greeting: hello, session_token: TOKENSECRET-1}}
scenarios:
  - name: buyers
    users: 5
    hold: 10 s
    steps:
      - get: http://{at}/json?q=1
        label: document
        extract:
          - {{variable: price, json: "$.items[1].price"}}
          - {{variable: missing, json: $.nothing, default: none}}
        check:
          - status: 200
          - json: $.name
            value: Plimsoll
      - pause: 3 s
      - set: {{greeting: good bye}}
      - transaction:
          name: pay
          steps:
            - post: http://{at}/pay?token=${{session_token}}
              headers: {{Authorization: Bearer HEADERSECRET-2}}
              body: '{{"price": "${{price}}", "password": "BODYSECRET-3"}}'
              check: {{contains: '"price": "20"'}}
      - get: http://{at}/redirect/2
        check: {{contains: never}}
  - name: lookers
    users: 5
    hold: 10 s
    steps:
      - get: http://{at}/bytes/100
"#
    )
}

fn echo() -> (Target, tempfile::TempDir) {
    let target = target(Behaviour::Echo);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "shop.yaml", &shop(target.address()));
    (target, folder)
}

#[test]
fn a_trial_shows_what_was_found_and_checked_and_records_nothing() {
    let (target, folder) = echo();
    let at = target.address();
    let output = plimsoll(folder.path(), &["try", "shop.yaml"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let lines = [
        "buyers",
        &format!("  ✓ GET http://{at}/json?q=1  200 OK"),
        "  [document]",
        "      → price = 20",
        "      → missing: nothing found; it is none",
        "      ✓ the status is `200`",
        "      ✓ JSON $.name is `Plimsoll`",
        "  · would wait 3.00 s",
        "  pay\n",
        &format!("    ✓ POST http://{at}/pay?token=***"),
        "        ✓ the body contains `\"price\": \"20\"`",
        "        ~ greeting: hello → good bye",
        &format!("  ✗ GET http://{at}/"),
        &format!("      ↳ GET http://{at}/redirect/2  302 Found"),
        "      ✗ the body contains `never`: ",
        "lookers\n",
        "4 requests, 1 failed\n",
    ];
    for line in lines {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
    assert!(text.contains("connect ") && text.contains("first byte ") && text.contains("rest "), "{text}");
    for secret in ["TOKENSECRET-1", "HEADERSECRET-2", "BODYSECRET-3"] {
        assert!(!said(&output).contains(secret), "{secret} in\n{text}");
    }
    let files = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files, 1, "a trial leaves nothing behind");
    let one = plimsoll(folder.path(), &["try", "shop.yaml", "--scenario", "lookers", "--iterations", "2"]);
    assert_eq!(one.status.code(), Some(0), "{}", said(&one));
    assert!(
        stdout(&one).contains("lookers, iteration 2\n") && stdout(&one).contains("2 requests, none failed")
    );
}

#[test]
fn a_trial_shows_headers_and_bodies_when_asked_and_writes_a_page() {
    let (target, folder) = echo();
    let output = plimsoll(folder.path(), &["try", "shop.yaml", "--full", "-o", "try.html"]);
    let text = stdout(&output);
    for part in ["> Host: ", "> Authorization: ***", "<   \"id\": 42,", "(100 bytes", "< content-type: "] {
        let part = if part == "(100 bytes" { "< xxxxxxxxxx" } else { part };
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    let page = std::fs::read_to_string(folder.path().join("try.html")).expect("a page");
    assert!(page.contains("Copy as curl") && page.contains("id=\"search\"") && page.contains("curl -X POST"));
    assert!(!page.contains("src=") && !page.contains("href="), "one file without a network");
    for secret in ["TOKENSECRET-1", "HEADERSECRET-2", "BODYSECRET-3"] {
        assert!(!page.contains(secret) && !text.contains(secret), "{secret}");
    }
    let again = plimsoll(folder.path(), &["try", "shop.yaml", "-o", "try.html"]);
    assert!(stderr(&again).contains("page: try.html"), "{}", stderr(&again));
    let plan = plimsoll(folder.path(), &["try", "shop.yaml", "-o", "shop.yaml"]);
    assert_eq!(plan.status.code(), Some(2), "{}", said(&plan));
    write(folder.path(), "notes.html", "mine");
    let notes = plimsoll(folder.path(), &["try", "shop.yaml", "-o", "notes.html"]);
    assert_eq!(notes.status.code(), Some(2), "{}", said(&notes));
    assert!(target.requests() > 0);
}

#[test]
fn jmeters_plans_and_urls_are_tried_alike() {
    let target = target(Behaviour::Echo);
    let at = target.address();
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("http://{at}/x");
    let output = plimsoll(folder.path(), &["try", &url, "--data", "{\"a\": 1}", "-H", "X-Y: z", "--full"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    for part in [&*format!("✓ POST {url}  200 OK"), "> X-Y: z", ">   \"a\": 1", "1 request, none failed"] {
        assert!(stdout(&output).contains(part), "{part:?} is not in\n{}", stdout(&output));
    }
    let plan = format!(
        r#"<jmeterTestPlan version="1.2"><hashTree><TestPlan testname="t" enabled="true"/><hashTree>
        <ThreadGroup testname="group" enabled="true"><stringProp name="ThreadGroup.num_threads">7</stringProp>
        <stringProp name="ThreadGroup.ramp_time">30</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">100</stringProp></elementProp></ThreadGroup><hashTree>
        <HTTPSamplerProxy testname="asks" enabled="true"><stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
        <stringProp name="HTTPSampler.port">{port}</stringProp><stringProp name="HTTPSampler.path">/status/500</stringProp>
        <stringProp name="HTTPSampler.method">GET</stringProp></HTTPSamplerProxy><hashTree/></hashTree></hashTree></hashTree></jmeterTestPlan>"#,
        port = at.port()
    );
    write(folder.path(), "plan.jmx", &plan);
    let before = target.requests();
    let output = plimsoll(folder.path(), &["try", "plan.jmx"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(stdout(&output).contains("500 Internal Server Error") && stdout(&output).contains("[asks]"));
    assert_eq!(target.requests() - before, 1, "one user, once");
}

#[test]
fn a_trial_ends_with_a_failure_or_with_its_bound() {
    let target = target(Behaviour::Echo);
    let at = target.address();
    let folder = tempfile::tempdir().expect("a folder");
    let plan = |steps: &str| format!("plan: p\nscenarios: [{{users: 1, steps: {steps}}}]\n");
    let counted = format!(
        "[{{counter: {{variable: n, start: 1, increment: 1}}}}, {{get: 'http://{at}/${{n}}', label: asks, check: {{contains: '/4', not: true}}}}]"
    );
    write(folder.path(), "p.yaml", &plan(&counted));
    let output = plimsoll(folder.path(), &["try", "p.yaml", "--until-failure"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(stdout(&output).contains("4 requests, 1 failed"), "{}", said(&output));
    let endless = format!("[{{loop: {{times: forever, steps: [{{get: 'http://{at}/'}}]}}}}]");
    write(folder.path(), "endless.yaml", &plan(&endless));
    let output = plimsoll(folder.path(), &["try", "endless.yaml"]);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(stderr(&output).contains("ended after 1000 requests"), "{}", stderr(&output));
}

#[test]
fn a_trial_whose_answer_never_comes_ends_with_its_time_and_a_body_is_shown_as_it_was_sent() {
    let target = target(Behaviour::Echo);
    let at = target.address();
    let folder = tempfile::tempdir().expect("a folder");
    let slow = plimsoll(folder.path(), &["try", &format!("http://{at}/delay/60000"), "--for", "1s"]);
    assert_eq!(slow.status.code(), Some(4), "{}", said(&slow));
    assert!(stderr(&slow).contains("ended after 0 requests, 1 more under way"), "{}", said(&slow));
    std::fs::write(folder.path().join("bytes"), [0xff, 0, 0xfe]).expect("written");
    let url = format!("http://{at}/x");
    let sent = plimsoll(folder.path(), &["try", &url, "--data", "@bytes", "--full"]);
    let sums: Vec<String> =
        stdout(&sent).lines().filter(|line| line.contains("SHA-256")).map(|l| l.replace('>', "<")).collect();
    assert_eq!(sums.len(), 2, "{}", said(&sent));
    assert!(sums[0] == sums[1] && sums[0].contains("(3 bytes, no text; "), "{sums:?}");
}

#[test]
fn a_trial_that_can_not_be_is_refused() {
    let plan = ("p.yaml", "plan: p\nscenarios: [{name: buyers, steps: [{get: 'http://127.0.0.1:1/'}]}]\n");
    check_refused(
        plan,
        &["try", "p.yaml", "--scenario", "byers"],
        &["no scenario \"byers\"", "did you mean \"buyers\"?"],
    );
    check_refused(plan, &["try", "missing.yaml"], &["missing.yaml", "hint:"]);
    check_refused(plan, &["try"], &["PLAN|URL"]);
    check_refused(
        ("s.yaml", "study: s\nplan: p.yaml\n"),
        &["try", "s.yaml"],
        &["is a study", "try the plan"],
    );
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", plan.1);
    let output = plimsoll(folder.path(), &["try", "p.yaml"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(
        stdout(&output).contains("no answer") && stdout(&output).contains("refused"),
        "{}",
        said(&output)
    );
}

#[test]
fn waits_are_skipped_unless_asked_for_and_long_bodies_are_cut_with_a_note() {
    let target = target(Behaviour::Echo);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        "plan: p\nscenarios:\n  - steps:\n      - pause: 300 ms\n      - {{get: \"http://{}/bytes/100000\"}}\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let skipped = plimsoll(folder.path(), &["try", "p.yaml"]);
    assert!(stdout(&skipped).contains("  · would wait 300.0 ms\n"), "{}", said(&skipped));
    let started = std::time::Instant::now();
    let waited = plimsoll(folder.path(), &["try", "p.yaml", "--timers", "--full"]);
    // It may take longer, and never less.
    assert!(started.elapsed() >= std::time::Duration::from_millis(300), "it did not wait");
    let text = stdout(&waited);
    assert_eq!(waited.status.code(), Some(0), "{}", said(&waited));
    assert!(text.contains("  · waits 300.0 ms\n") && !text.contains("would wait"), "{text}");
    assert!(text.contains("… (34 kB more)") && !text.contains(&"x".repeat(70_000)), "{}", text.len());
}
