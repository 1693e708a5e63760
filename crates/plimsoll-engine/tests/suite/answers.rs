//! What is done with answers: caches, redirects and resources that are looked at, samples without a server.

use crate::performing::{Performed, perform, plan};
use crate::scripted::{Asked, Scripted, scripted};
use plimsoll_run::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn run(top: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new("."), top, head, steps), 1)
}

/// A server that answers by `act`, and what it was asked: each request's line and its conditions.
fn listening(act: impl Fn(&mut Asked<'_>) + Send + Sync + 'static) -> (Scripted, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&heard);
    let server = scripted(move |asked| {
        let path = asked.line().split(' ').nth(1).unwrap_or_default().to_owned();
        let conditions =
            format!("{path} {} {}", asked.header("if-none-match"), asked.header("if-modified-since"));
        log.lock().expect("a log").push(conditions.trim().to_owned());
        act(asked);
        true
    });
    (server, heard)
}

/// Three iterations of requests to `/a` and `/b`, whose answers have these headers: samples, and what the server
/// was asked.
fn check_cache(top: &str, headers: &'static str, samples: u64, expected: &[&str]) {
    let (server, heard) = listening(move |asked| match asked.header("if-none-match") {
        "" => asked.ok(headers, "body"),
        _ => asked.answer(&format!("HTTP/1.1 304 Not Modified\r\n{headers}\r\n")),
    });
    let address = server.address;
    let steps = format!(
        "- get: http://{address}/a\n  label: x\n- get: http://{address}/b\n  label: x\n  cache: false"
    );
    let performed = run(top, "users: 1\niterations: 3", &steps);
    assert_eq!(performed.failures("x"), [], "{headers}");
    assert_eq!(performed.count("x"), samples + 3, "{headers}");
    let mut heard = heard.lock().expect("a log").clone();
    heard.retain(|line| line != "/b");
    assert_eq!(heard, expected, "{headers}");
}

#[test]
fn a_fresh_answer_is_not_asked_for_again_and_is_no_sample() {
    check_cache("cache: true", "Cache-Control: max-age=600\r\n", 1, &["/a"]);
    check_cache("cache: true", "Cache-Control: no-store\r\n", 3, &["/a"; 3]);
    check_cache(
        "cache: {uses_expiry: false}",
        "Cache-Control: max-age=600\r\nETag: \"1\"\r\n",
        3,
        &["/a", "/a \"1\"", "/a \"1\""],
    );
    check_cache(
        "cache: true",
        "Cache-Control: no-cache\r\nETag: \"1\"\r\n",
        3,
        &["/a", "/a \"1\"", "/a \"1\""],
    );
    let clearing = "cache: {clear_each_iteration: true}";
    check_cache(clearing, "Cache-Control: max-age=600\r\nETag: \"1\"\r\n", 3, &["/a"; 3]);
}

#[test]
fn a_pages_resources_are_cached_too() {
    let (server, heard) = listening(|asked| {
        let is_page = asked.line().contains(" /page ");
        match is_page {
            true => {
                asked.ok("Content-Type: text/html\r\nCache-Control: no-store\r\n", "<img src=/i><img src=/j>")
            }
            false => asked.ok("Cache-Control: max-age=600\r\n", "x"),
        }
    });
    let steps = format!("- get: http://{}/page\n  label: x\n  embedded: true", server.address);
    let performed = run("cache: true", "users: 1\niterations: 2", &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (2, vec![]));
    let mut heard = heard.lock().expect("a log").clone();
    // Resources are asked for side by side: which comes first is chance.
    heard[1..3].sort();
    assert_eq!(heard, ["/page", "/i", "/j", "/page"]);
}

/// `/start` leads to `/end`, a page with the resource `/part`. The details of the failures of one request.
fn check_parts(keys: &str, expected: &[&str]) {
    let (server, _) = listening(|asked| match asked.line().split(' ').nth(1) {
        Some("/start") => {
            let body = "first";
            asked.answer(&format!(
                "HTTP/1.1 302 Found\r\nLocation: /end\r\nX-Step: 1\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            ));
        }
        Some("/end") => asked.ok("Content-Type: text/html\r\nX-Step: 2\r\n", "<img src=/part>last"),
        _ => asked.ok("X-Step: 3\r\n", "part"),
    });
    let steps = format!("- get: http://{}/start\n  label: x\n  embedded: true\n{keys}", server.address);
    let performed = run("", "users: 1", &steps);
    let failures: Vec<String> = performed.failures("x").into_iter().map(|(_, detail, _)| detail).collect();
    assert_eq!(failures, expected, "{keys}");
    assert_eq!(performed.count("x"), 1);
}

#[test]
fn redirects_and_resources_are_looked_at_where_asked_for() {
    check_parts("  check: {contains: last}", &[]);
    check_parts("  check: {contains: first}", &["Test failed: text expected to contain /first/"]);
    // Resources have come when the page is looked at, but not in place of it.
    check_parts("  check: {contains: st, parts: all}", &["Test failed: text expected to contain /st/"]);
    check_parts("  check: {finds: \"st|part\", parts: all}", &[]);
    check_parts(
        "  check: {contains: last, parts: subordinate}",
        &["Test failed: text expected to contain /last/"],
    );
    let found = |extract: &str, value: &str| {
        let variable = "of: {variable: v_matchNr}";
        check_parts(
            &format!("  extract: {{variable: v, {extract}}}\n  check: {{equals: \"{value}\", {variable}}}"),
            &[],
        );
    };
    // The page's own answer, the redirect, the page once more, the resource.
    found("regex: \"X-Step: (.)\", of: response_headers, match: all, parts: main", "1");
    found("regex: \"X-Step: (.)\", of: response_headers, match: all, parts: all", "4");
    found("regex: \"X-Step: (.)\", of: response_headers, match: all, parts: subordinate", "3");
    let order = |number: u32, value: &str| {
        let extract = format!("regex: \"X-Step: (.)\", of: response_headers, match: {number}, parts: all");
        let check = format!("{{equals: \"{value}\", of: {{variable: v}}}}");
        check_parts(&format!("  extract: {{variable: v, {extract}}}\n  check: {check}"), &[]);
    };
    [(1, "2"), (2, "1"), (3, "2"), (4, "3")].into_iter().for_each(|(number, value)| order(number, value));
}

#[test]
fn a_redirect_to_a_cached_answer_ends_the_chain() {
    let (server, heard) = listening(|asked| match asked.line().contains("/start") {
        true => asked.answer("HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"),
        false => asked.ok("Cache-Control: max-age=600\r\n", "x"),
    });
    let steps = format!("- get: http://{}/start\n  label: x", server.address);
    let performed = run("cache: true", "users: 1\niterations: 2", &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (2, vec![]));
    assert_eq!(*heard.lock().expect("a log"), ["/start", "/end", "/start"]);
}

#[test]
fn samples_without_a_server_count_as_requests() {
    let steps = "\
- set: {token: t-1}
- sample: {label: shown, show: [variables], extract: {variable: v, regex: \"token=(.*)\"}, check: {contains: token=t-1}}
- sample: {label: slept, sleep: 20, status: 201, message: Made, body: b, check: [{status: 201}, {equals: b}]}
- sample: {label: failed, sleep: 0, outcome: no, message: Bad, status: 503}
- sample: {label: assumed, sleep: 0, outcome: no, check: {equals: \"${v}\", of: {variable: token}, assume_success: true}}";
    let performed = run("", "users: 2\niterations: 3", steps);
    for label in ["shown", "slept", "assumed"] {
        assert_eq!((performed.count(label), performed.failures(label)), (6, vec![]), "{label}");
    }
    assert_eq!(performed.failures("failed"), [(ErrorKind::Status, "503 Bad".to_owned(), 6)]);
    // It can't take less than was asked for, but for the width of a histogram's bucket.
    let slept_us = performed.requests["slept"].response.min_us();
    assert!(slept_us.is_some_and(|us| us >= 19_900), "{slept_us:?}");
}

#[test]
fn hosts_of_the_plan_are_not_looked_up() {
    let (server, heard) = listening(|asked| asked.ok("", "x"));
    let port = server.address.port();
    let steps = format!(
        "- get: http://Shop.invalid:{port}/a\n  label: x\n- get: http://other.invalid:{port}/b\n  label: x"
    );
    let top = "hosts: {shop.invalid: 127.0.0.1, other.invalid: [nowhere.invalid, localhost]}";
    let performed = run(top, "users: 1", &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (2, vec![]));
    assert_eq!(*heard.lock().expect("a log"), ["/a", "/b"]);
}

#[test]
fn extractors_that_find_nothing_are_counted_and_failures_have_an_example() {
    let server = scripted(|asked| {
        match asked.line().contains("/busy") {
            true => asked.answer(
                "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 29\r\n\r\nno room:\n  try again at 12:00",
            ),
            false => asked.ok("", "{\"id\": 7}"),
        }
        true
    });
    let address = server.address;
    let steps = format!(
        "- get: http://{address}/a\n  label: found\n  extract:\n    - {{variable: id, json: $.id, default: none}}\n    \
         - {{variable: token, regex: 'token=(\\w+)', default: NOT_FOUND}}\n\
         - get: http://{address}/busy?access_token=secret&n=1\n  label: busy"
    );
    let performed = run("", "users: 1\niterations: 4", &steps);
    let generator = &performed.generator;
    let uses: Vec<(&str, &str, u64, u64)> = generator
        .extractors
        .iter()
        .map(|(of, found)| (of.transaction.as_str(), of.variable.as_str(), found.uses, found.missed))
        .collect();
    assert_eq!(uses, [("found", "id", 4, 0), ("found", "token", 4, 4)]);
    let [example] = generator.examples.as_slice() else { panic!("{:?}", generator.examples) };
    assert_eq!((example.transaction.as_str(), example.kind), ("busy", ErrorKind::Status));
    assert_eq!(example.url, format!("http://{address}/busy?access_token=***&n=1"));
    assert!(example.status.starts_with("503"), "{example:?}");
    assert_eq!(example.excerpt, "no room: try again at 12:00");
    assert!(example.at_us > 0);
}
