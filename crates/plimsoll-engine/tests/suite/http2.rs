//! HTTP/2 against nginx and Node.

use crate::performing::{Performed, perform, plan, task};
use crate::servers::{Server, nginx, node};
use plimsoll_engine::{Control, LoadTask};
use plimsoll_run::ErrorKind;
use std::collections::BTreeSet;
use std::net::{IpAddr, Shutdown, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

fn run(top: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new("."), &format!("tls: {{verify: false}}\n{top}"), head, steps), 1)
}

/// Requests labelled x, and their failures by kind and detail.
fn outcome(performed: &Performed) -> (u64, Vec<(ErrorKind, String)>) {
    let failures = performed.failures("x").into_iter().map(|(kind, detail, _)| (kind, detail)).collect();
    (performed.count("x"), failures)
}

fn check_good(top: &str, head: &str, steps: &str, requests: u64) {
    let performed = run(top, head, steps);
    assert_eq!(outcome(&performed), (requests, vec![]), "{steps}");
}

#[test]
fn the_version_is_chosen_by_alpn_or_known_before() {
    let Some(Server { port, tls_port, http1_tls_port, .. }) = &nginx() else { return };
    let check = |http: &str, url: &str, protocol: &str| {
        let steps = format!("- get: {url}\n  label: x\n  check: {{equals: {protocol}}}");
        check_good(&format!("http: {http}"), "users: 3\niterations: 20", &steps, 60);
    };
    check("2", &format!("https://127.0.0.1:{tls_port}/"), "HTTP/2.0");
    check("auto", &format!("https://127.0.0.1:{tls_port}/"), "HTTP/2.0");
    check("2", &format!("http://127.0.0.1:{port}/"), "HTTP/2.0");
    check("1.1", &format!("https://127.0.0.1:{tls_port}/"), "HTTP/1.1");
    check("auto", &format!("https://127.0.0.1:{http1_tls_port}/"), "HTTP/1.1");
}

#[test]
fn a_server_without_http2_is_named() {
    let Some(server) = nginx() else { return };
    let url = format!("https://127.0.0.1:{}/", server.http1_tls_port);
    let performed = run("http: 2", "users: 2\niterations: 2", &format!("- get: {url}\n  label: x"));
    let (requests, failures) = outcome(&performed);
    assert_eq!((requests, failures.len()), (4, 1), "{failures:?}");
    assert_eq!(failures[0].0, ErrorKind::Tls, "{failures:?}");
}

#[test]
fn shared_connections_carry_many_users_and_outlive_the_servers_goodbyes() {
    let Some(server) = nginx() else { return };
    // nginx says GOAWAY after 100 requests, and allows three at a time.
    let top = "http: 2\nhttp2: {connections: 2, streams: 100}";
    for url in
        [format!("http://127.0.0.1:{}/", server.port), format!("https://127.0.0.1:{}/", server.tls_port)]
    {
        let steps = format!("- get: {url}\n  label: x\n  check: {{equals: HTTP/2.0}}");
        check_good(top, "users: 20\niterations: 50", &steps, 1_000);
        check_good("http: 2", "users: 3\niterations: 250", &steps, 750);
    }
}

#[test]
fn files_arrive_whole_and_are_unpacked() {
    let Some(server) = nginx() else { return };
    let url = format!("https://127.0.0.1:{}/file", server.tls_port);
    let steps = format!(
        "- get: {url}\n  label: x\n  check: {{size: \"== 750000\"}}\n- get: {url}\n  label: x\n  \
         headers: {{Accept-Encoding: gzip}}\n  check: {{contains: line of a file}}"
    );
    check_good("http: auto", "users: 4\niterations: 10", &steps, 80);
    check_good("http: 2\nhttp2: {connections: 1}", "users: 4\niterations: 10", &steps, 80);
}

#[test]
fn cookies_redirects_checks_and_extractors_work_as_for_http1() {
    let Some(server) = node("http2.mjs", &["plain"]) else { return };
    let steps = format!(
        "- post: http://127.0.0.1:{0}/login\n  label: x\n  body: user=7\n  check:\n    - equals: cookie id=7\n    \
         - {{contains: 'x-server: node', of: response_headers}}\n    - status: 200\n  \
         extract: {{variable: kind, regex: 'content-type: (.*)', of: response_headers}}\n\
         - get: http://127.0.0.1:{0}/home?kind=${{kind}}\n  label: y\n\
         - get: http://127.0.0.1:{0}/trailers\n  label: x\n  check:\n    - equals: body\n    \
         - {{contains: 'x-sum: 42', of: response_headers}}",
        server.port
    );
    check_good("cookies: true\nhttp: 2", "users: 2\niterations: 3", &steps, 12);
}

#[test]
fn large_bodies_go_both_ways() {
    let Some(server) = node("http2.mjs", &["plain"]) else { return };
    let body = server.folder.path().join("body");
    std::fs::write(&body, vec![b'x'; 5_000_000]).expect("written");
    let steps = format!(
        "- post: http://127.0.0.1:{0}/size\n  label: x\n  body_file: {1}\n  check: {{equals: \"5000000\"}}\n\
         - get: http://127.0.0.1:{0}/large\n  label: x\n  check: {{size: \"== 20000000\"}}",
        server.port,
        body.display()
    );
    check_good("http: 2", "users: 2\niterations: 2", &steps, 8);
    check_good("http: 2\nhttp2: {connections: 1}", "users: 2\niterations: 2", &steps, 8);
}

#[test]
fn the_servers_limit_of_streams_is_retained_and_waiting_counts_into_the_response_time() {
    let Some(server) = node("http2.mjs", &["slow", "2"]) else { return };
    let steps = format!("- get: http://127.0.0.1:{}/\n  label: x", server.port);
    let performed = run("http: 2\nhttp2: {connections: 1}", "users: 10\niterations: 1", &steps);
    assert_eq!(outcome(&performed), (10, vec![]));
    // Five rounds of two, 50 ms each: the last ones waited for four.
    let longest_us = performed.requests["x"].response.max_us();
    assert!(longest_us >= Some(250_000), "{longest_us:?}");
    let stats = format!(
        "- get: http://127.0.0.1:{}/stats\n  label: x\n  check: {{json: $.openMax, value: \"2\"}}",
        server.port
    );
    check_good("http: 2", "users: 1\niterations: 1", &stats, 1);
}

#[test]
fn what_the_server_has_not_looked_at_is_sent_again() {
    for behaviour in ["refuse-first", "goaway-each", "goaway-unseen", "ping"] {
        let Some(server) = node("http2.mjs", &[behaviour]) else { return };
        let steps = format!("- post: http://127.0.0.1:{}/\n  label: x\n  body: b", server.port);
        check_good("http: 2", "users: 2\niterations: 20", &steps, 40);
    }
}

#[test]
fn failures_say_what_the_server_did() {
    let check = |behaviour: &str, path: &str, kinds: &[ErrorKind], detail: &str| {
        let timeout = if behaviour == "silent" { "300 ms" } else { "10 s" };
        let Some(server) = node("http2.mjs", &[behaviour]) else { return };
        let steps = format!(
            "- get: http://127.0.0.1:{}{path}\n  label: x\n  response_timeout: {timeout}",
            server.port
        );
        for top in ["http: 2", "http: 2\nhttp2: {connections: 1}"] {
            let (requests, failures) = outcome(&run(top, "users: 2\niterations: 2", &steps));
            assert_eq!(requests, 4, "{behaviour}");
            let fits = |(k, text): &(ErrorKind, String)| kinds.contains(k) && text.contains(detail);
            assert!(!failures.is_empty() && failures.iter().all(fits), "{behaviour}: {failures:?}");
        }
    };
    check("reset", "/", &[ErrorKind::Reset], "reset the stream: INTERNAL_ERROR");
    check("silent", "/", &[ErrorKind::ResponseTimeout], "no answer within 300 ms");
    // Node resets the streams that it has opened before it closes the connection, with NO_ERROR.
    check("half", "/", &[ErrorKind::ClosedEarly, ErrorKind::Reset], "the server ");
    check("plain", "/headers", &[ErrorKind::BadHttp], "");
}

#[test]
fn challenges_are_answered() {
    let Some(server) = node("http2.mjs", &["plain"]) else { return };
    let steps = format!(
        "- get: http://127.0.0.1:{}/digest\n  label: x\n  check: {{matches: 'Digest username=.*nonce=.*n1.*'}}",
        server.port
    );
    let login = "login: {user: anna, password: secret, scheme: digest}";
    check_good(&format!("http: 2\n{login}"), "users: 2\niterations: 3", &steps, 6);
}

/// Passes bytes on until one side closes.
fn pass(mut from: TcpStream, mut to: TcpStream) {
    let _ = std::io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}

#[test]
fn a_shared_connection_that_is_not_made_is_replaced() {
    let Some(server) = nginx() else { return };
    let (port, is_first) = (server.tls_port, AtomicBool::new(true));
    let front = crate::peers::server(move |mut client| {
        if is_first.swap(false, Ordering::SeqCst) {
            // Says nothing, until the other side gives it up.
            let _ = std::io::copy(&mut client, &mut std::io::sink());
            return;
        }
        let server = TcpStream::connect(("127.0.0.1", port)).expect("nginx is there");
        let back = (server.try_clone().expect("a copy"), client.try_clone().expect("a copy"));
        std::thread::spawn(move || pass(back.0, back.1));
        pass(client, server);
    });
    let get = format!("get: https://{front}/\n");
    let steps = format!(
        "- {get}  label: x\n  connect_timeout: 300 ms\n\
         - loop: {{times: 2, steps: [{{get: 'https://{front}/', label: y, connect_timeout: 20 s}}]}}"
    );
    let performed = run("http: 2\nhttp2: {connections: 1}", "users: 2\niterations: 1", &steps);
    let failures = performed.failures("x");
    assert_eq!((performed.count("x"), performed.count("y"), performed.failures("y")), (2, 4, vec![]));
    assert!(
        matches!(failures.as_slice(), [(ErrorKind::ConnectTimeout, text, 2)] if text == "no connection within 300 ms"),
        "{failures:?}"
    );
}

#[test]
fn sessions_leave_from_all_addresses_in_turn() {
    let sources: Vec<IpAddr> = (2..5).map(|last| IpAddr::from([127, 0, 0, last])).collect();
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    let noted = Arc::clone(&seen);
    let server = crate::peers::server(move |stream| {
        noted.lock().expect("no panic").insert(stream.peer_addr().expect("an address").ip());
    });
    let steps = format!("- get: http://{server}/\n  label: x");
    let plan = plan(Path::new("."), "http: 2", "users: 3\niterations: 1", &steps);
    let task = LoadTask { source_addresses: sources.clone(), ..task(&plan) };
    plimsoll_engine::run(&task, &Control::default(), &mut |_| {}).expect("it runs");
    assert_eq!(*seen.lock().expect("no panic"), BTreeSet::from_iter(sources));
}
