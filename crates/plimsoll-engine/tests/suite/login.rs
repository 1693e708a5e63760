//! Logging in: against Apache httpd, and against challenges that it does not make.

use crate::performing::{Performed, perform, plan};
use crate::scripted::{Scripted, scripted};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::daemons::{Daemon, apache};
use plimsoll_testkit::ports::free_port;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn httpd(more: &str) -> Option<(Daemon, u16)> {
    let port = free_port();
    let lines = format!(
        "<Location /basic>\nAuthType Basic\nAuthName private\nAuthUserFile FOLDER/basic\nRequire valid-user\n</Location>\n\
         <Location /digest>\nAuthType Digest\nAuthName private\nAuthDigestProvider file\nAuthUserFile FOLDER/digest\n\
         Require valid-user\n{more}</Location>\n"
    );
    Some((apache(&lines, port)?, port))
}

fn run(top: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new("."), top, head, steps), 1)
}

/// Three requests of one user for a page; the statuses that httpd logged.
fn check(login: &str, path: &str, expected: &[&str]) {
    let Some((daemon, port)) = httpd("") else { return };
    let steps = format!("- get: http://127.0.0.1:{port}{path}\n  label: x");
    let performed = run(login, "users: 1\niterations: 3", &steps);
    assert_eq!(performed.count("x"), 3);
    let log = daemon.log("access.log", expected.len());
    let statuses: Vec<&str> = log.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(statuses, expected, "{login} {path}");
    let failed = expected.last() == Some(&"401");
    let kinds: Vec<ErrorKind> = performed.failures("x").into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, if failed { vec![ErrorKind::Status] } else { vec![] });
}

#[test]
fn names_and_passwords_open_what_they_should() {
    let login = "login: {user: anna, password: secret}";
    check(login, "/basic/x", &["200", "200", "200"]);
    // The challenge is answered once; from then on the user answers before it is asked.
    check(
        "login: {user: anna, password: secret, scheme: digest}",
        "/digest/x",
        &["401", "200", "200", "200"],
    );
    check(login, "/digest/x?a=b&c", &["401", "200", "200", "200"]);
    check("login: {user: anna, password: wrong}", "/basic/x", &["401", "401", "401"]);
    check("", "/basic/x", &["401", "401", "401"]);
    check("login: {user: anna, password: secret, scheme: basic}", "/digest/x", &["401", "401", "401"]);
    check("login: {user: anna, password: secret, scheme: digest}", "/basic/x", &["401", "401", "401"]);
}

#[test]
fn a_wrong_password_is_tried_once_per_request() {
    let login = "login: {user: anna, password: wrong, scheme: digest}";
    check(login, "/digest/x", &["401"; 6]);
}

#[test]
fn logins_belong_to_urls_and_realms() {
    let entry = |more: &str| format!("login: {{user: anna, password: secret, scheme: basic, {more}}}");
    check(&entry("url: 'http://127.0.0.1:1/'"), "/basic/x", &["401", "401", "401"]);
    check(&entry("url: 'http://127.0.0.1'"), "/basic/x", &["200", "200", "200"]);
    let digest =
        |realm: &str| format!("login: {{user: anna, password: secret, scheme: digest, realm: {realm}}}");
    check(&digest("private"), "/digest/x", &["401", "200", "200", "200"]);
    check(&digest("other"), "/digest/x", &["401", "401", "401"]);
}

#[test]
fn challenge_and_answer_are_one_sample() {
    let Some((daemon, port)) = httpd("") else { return };
    let get = |path: &str| format!("- get: http://127.0.0.1:{port}{path}\n  label: \"{path}\"\n");
    let steps = [get("/digest/x"), get("/open/x")].concat();
    let performed =
        run("login: {user: anna, password: secret, scheme: digest}", "users: 4\niterations: 1", &steps);
    assert_eq!((performed.count("/digest/x"), performed.failures("/digest/x").len()), (4, 0));
    let log = daemon.log("access.log", 12);
    assert_eq!(log.matches("401 GET /digest/x").count(), 4, "{log}");
    let bytes = |label: &str| performed.requests[label].bytes_received;
    // The page says nothing about what a 401 holds; it has at least its status line and a page of words.
    assert!(bytes("/digest/x") > bytes("/open/x") + 4 * 300, "{} {}", bytes("/digest/x"), bytes("/open/x"));
}

#[test]
fn a_nonce_that_is_too_old_is_replaced() {
    let Some((daemon, port)) = httpd("AuthDigestNonceLifetime 3\n") else { return };
    let steps = format!("- get: http://127.0.0.1:{port}/digest/x\n  label: x\n- pause: 6100 ms");
    let performed =
        run("login: {user: anna, password: secret, scheme: digest}", "users: 1\niterations: 2", &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (2, vec![]));
    let log = daemon.log("access.log", 4);
    let statuses: Vec<&str> = log.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(statuses, ["401", "200", "401", "200"]);
}

#[test]
fn each_iteration_starts_again_where_the_plan_says_so() {
    let Some((daemon, port)) = httpd("") else { return };
    let steps = format!("- get: http://127.0.0.1:{port}/digest/x\n  label: x");
    let login =
        "login: [{clear_each_iteration: yes, logins: {user: anna, password: secret, scheme: digest}}]";
    run(login, "users: 1\niterations: 3", &steps);
    assert_eq!(daemon.log("access.log", 6).matches("401 ").count(), 3);
}

/// A server that challenges with `challenge` until an `Authorization` comes, and notes what came.
fn challenger(challenge: &'static str) -> (Scripted, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let server = scripted(move |asked| {
        let body = asked.body();
        let authorization = asked.header("authorization").to_owned();
        if authorization.is_empty() {
            asked.answer(&format!("HTTP/1.1 401 Unauthorized\r\n{challenge}Content-Length: 4\r\n\r\nwho?"));
        } else {
            noted.lock().expect("no panic").push(format!("{} {body} {authorization}", asked.line()));
            asked.ok("", "welcome");
        }
        true
    });
    (server, seen)
}

#[test]
fn the_body_is_sent_again_and_the_strongest_challenge_is_answered() {
    let (server, seen) = challenger(
        "WWW-Authenticate: Basic realm=\"r\", Digest realm=\"r\", nonce=\"old\", qop=\"auth\"\r\n\
         WWW-Authenticate: Digest realm=\"r\", nonce=\"new\", qop=\"auth\", algorithm=SHA-256-sess\r\n",
    );
    let steps = format!(
        "- post: http://{}/p?q\n  label: x\n  body: hello\n  check: {{equals: welcome}}",
        server.address
    );
    let login = "login: {user: anna, password: secret, scheme: digest}";
    let performed = run(login, "users: 1\niterations: 2", &steps);
    assert_eq!((performed.count("x"), performed.failures("x"), server.connections()), (2, vec![], 1));
    let seen = seen.lock().expect("no panic");
    assert_eq!(seen.len(), 2);
    for (i, seen) in seen.iter().enumerate() {
        let parts =
            ["POST /p?q HTTP/1.1 hello Digest", "uri=\"/p?q\"", "nonce=\"new\"", "algorithm=SHA-256-sess"];
        assert!(parts.iter().all(|part| seen.contains(part)), "{seen}");
        assert!(seen.contains(&format!("nc=0000000{}", i + 1)), "{seen}");
    }
}

#[test]
fn challenges_that_are_not_understood_are_the_answer() {
    for challenge in [
        "",
        "WWW-Authenticate: Negotiate\r\n",
        "WWW-Authenticate: Digest \"\r\n",
        "WWW-Authenticate: =,,\r\n",
    ] {
        let (server, seen) = challenger(challenge);
        let steps = format!("- get: http://{}/\n  label: x", server.address);
        let performed =
            run("login: {user: anna, password: secret, scheme: digest}", "users: 1\niterations: 2", &steps);
        assert_eq!(performed.failures("x"), [(ErrorKind::Status, "401 Unauthorized".to_owned(), 2)]);
        assert_eq!(seen.lock().expect("no panic").len(), 0);
    }
}

#[test]
fn a_users_name_may_come_from_its_row() {
    let (server, seen) = challenger("");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("users.csv"), "name\nanna\nbert\n").expect("written");
    let steps = format!("- read: users.csv\n- get: http://{}/\n  label: x", server.address);
    let top = "data: users.csv\nlogin: {user: '${name}', password: p}";
    let plan = plan(folder.path(), top, "users: 1\niterations: 2", &steps);
    assert_eq!(perform(&plan, 1).failures("x"), []);
    let seen = seen.lock().expect("no panic");
    assert_eq!(*seen, ["GET / HTTP/1.1  Basic YW5uYTpw", "GET / HTTP/1.1  Basic YmVydDpw"]);
}
