//! Through proxies: Apache httpd's, and some that misbehave.

use crate::performing::{Performed, perform, plan};
use crate::scripted::{Scripted, scripted};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::daemons::apache;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn run(top: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new("."), top, head, steps), 1)
}

fn failures(performed: &Performed) -> Vec<(ErrorKind, String)> {
    performed.failures("x").into_iter().map(|(kind, detail, _)| (kind, detail)).collect()
}

/// Makes a certificate for `localhost` and its key in `folder`.
pub fn certificate(folder: &Path) -> Option<()> {
    let at = |name: &str| folder.join(name).display().to_string();
    let output = Command::new(program("openssl")?)
        .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(' '))
        .args("-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1".split(' '))
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &at("key.pem"), "-out", &at("cert.pem")])
        .output()
        .expect("openssl runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(())
}

/// Requests through httpd's proxy to nginx, plain and in a tunnel, with these credentials.
fn check_real(credentials: &str, expected: &[&str]) {
    let (port, plain, secure) = (free_port(), free_port(), free_port());
    let lines = format!(
        "ProxyRequests On\nAllowCONNECT {secure}\n<Proxy *>\nAuthType Basic\nAuthName proxy\nAuthUserFile FOLDER/basic\n\
         Require valid-user\n</Proxy>\nLogFormat \"%>s %r\" asked\nCustomLog FOLDER/asked.log asked\n"
    );
    let folder = tempfile::tempdir().expect("a folder");
    if certificate(folder.path()).is_none() {
        return;
    }
    let server = format!(
        "server {{ listen 127.0.0.1:{plain}; listen 127.0.0.1:{secure} ssl; ssl_certificate FOLDER/cert.pem;\n\
         ssl_certificate_key FOLDER/key.pem; location / {{ return 200 'OK $scheme $http_proxy_authorization'; }} }}"
    );
    let (Some(_nginx), Some(proxy)) =
        (plimsoll_testkit::daemons::nginx(folder, &server, plain), apache(&lines, port))
    else {
        return;
    };
    let top = format!("proxy: {{url: 'http://127.0.0.1:{port}'{credentials}}}\ntls: {{verify: false}}");
    let steps = format!(
        "- get: http://127.0.0.1:{plain}/a\n  label: x\n  check: {{equals: 'OK http '}}\n\
         - get: https://localhost:{secure}/b\n  label: x\n  check: {{equals: 'OK https '}}\n"
    );
    let performed = run(&top, "users: 1\niterations: 3", &steps);
    assert_eq!(performed.count("x"), 6);
    let lines = if credentials.is_empty() { 6 } else { 4 };
    let log = proxy.log("asked.log", lines);
    assert!(expected.iter().all(|line| log.contains(line)), "{log}");
    if credentials.contains("secret") {
        assert_eq!(failures(&performed), []);
        assert_eq!(log.lines().count(), lines, "three plain requests and one tunnel: {log}");
    } else {
        let kinds: Vec<_> = failures(&performed);
        assert!(
            kinds.iter().all(|(kind, text)| *kind == ErrorKind::Status && text.contains("407")),
            "{kinds:?}"
        );
    }
}

#[test]
fn plain_requests_and_tunnels_go_through_a_real_proxy() {
    check_real(", user: anna, password: secret", &["200 GET http://127.0.0.1:", "200 CONNECT localhost:"]);
    check_real("", &["407 GET http://127.0.0.1:", "407 CONNECT localhost:"]);
}

/// A proxy that answers whatever it is asked, and notes it.
fn noting(answer: &'static str) -> (Scripted, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let server = scripted(move |asked| {
        let line = format!("{} {}", asked.line(), asked.header("host"));
        noted.lock().expect("no panic").push(line);
        asked.answer(answer);
        !answer.is_empty()
    });
    (server, seen)
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";

#[test]
fn a_proxy_takes_plain_requests_for_all_hosts_over_one_connection() {
    let (proxy, seen) = noting(OK);
    let steps = "- get: http://one.invalid/a?b\n  label: x\n- get: http://two.invalid:81/\n  label: x";
    let performed = run(&format!("proxy: http://{}", proxy.address), "users: 1\niterations: 1", steps);
    assert_eq!((performed.count("x"), failures(&performed), proxy.connections()), (2, vec![], 1));
    let lines = [
        "GET http://one.invalid/a?b HTTP/1.1 one.invalid",
        "GET http://two.invalid:81/ HTTP/1.1 two.invalid:81",
    ];
    assert_eq!(*seen.lock().expect("no panic"), lines);
}

#[test]
fn excepted_hosts_and_requests_that_say_so_go_directly() {
    let ((proxy, seen), (server, direct)) = (noting(OK), noting(OK));
    let port = server.address.port();
    let steps = format!(
        "- get: http://localhost:{port}/excepted\n- get: http://127.0.0.1:{port}/own\n  proxy: false\n\
         - get: http://127.0.0.1:{port}/proxied"
    );
    let top = format!("proxy: {{url: 'http://{}', except: ['*host']}}", proxy.address);
    let performed = run(&top, "users: 1\niterations: 1", &steps);
    assert_eq!(performed.total(), 3);
    let host = format!("127.0.0.1:{port}");
    let direct = direct.lock().expect("no panic");
    assert_eq!(
        *direct,
        [format!("GET /excepted HTTP/1.1 localhost:{port}"), format!("GET /own HTTP/1.1 {host}")]
    );
    assert_eq!(*seen.lock().expect("no panic"), [format!("GET http://{host}/proxied HTTP/1.1 {host}")]);
}

#[test]
fn a_redirect_to_another_host_goes_through_the_proxy_too() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let proxy = scripted(move |asked| {
        noted.lock().expect("no panic").push(asked.line().to_owned());
        if asked.line().contains("one.invalid") {
            asked.answer("HTTP/1.1 302 Found\r\nLocation: http://two.invalid/b\r\nContent-Length: 0\r\n\r\n");
        } else {
            asked.ok("", "OK");
        }
        true
    });
    let performed = run(
        &format!("proxy: http://{}", proxy.address),
        "users: 1\niterations: 1",
        "- get: http://one.invalid/a\n  label: x\n  check: {equals: OK}",
    );
    assert_eq!((performed.count("x"), failures(&performed)), (1, vec![]));
    let lines = ["GET http://one.invalid/a HTTP/1.1", "GET http://two.invalid/b HTTP/1.1"];
    assert_eq!(*seen.lock().expect("no panic"), lines);
}

fn check_tunnel(answer: &'static str, expected: (ErrorKind, &str)) {
    let (proxy, seen) = noting(answer);
    let limit = if expected.0 == ErrorKind::ConnectTimeout { "1 s" } else { "20 s" };
    let steps = format!("- get: https://one.invalid/\n  label: x\n  connect_timeout: {limit}");
    let performed = run(&format!("proxy: http://{}", proxy.address), "users: 1\niterations: 2", &steps);
    let failures = failures(&performed);
    assert!(
        matches!(failures.as_slice(), [(kind, text)] if *kind == expected.0 && text.contains(expected.1)),
        "{failures:?} instead of {expected:?}"
    );
    let asked = vec!["CONNECT one.invalid:443 HTTP/1.1 one.invalid:443"; 2];
    assert_eq!(*seen.lock().expect("no panic"), asked);
}

#[test]
fn a_tunnel_that_is_not_made_says_why() {
    check_tunnel(
        "HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno!",
        (ErrorKind::Status, "403 Forbidden (the proxy"),
    );
    check_tunnel("", (ErrorKind::ConnectFailed, "the proxy closed the connection"));
    check_tunnel("SSH-2.0\r\n\r\n", (ErrorKind::BadHttp, "the proxy: not an HTTP answer"));
    check_tunnel("HTTP/1.1 102 Processing\r\n\r\n", (ErrorKind::ConnectTimeout, "no connection within"));
    // It says yes, and then talks no TLS.
    check_tunnel("HTTP/1.1 200 OK\r\n\r\nhello, plain text here", (ErrorKind::Tls, ""));
}

#[test]
fn http2_goes_through_tunnels_and_not_in_clear_text() {
    let (port, secure) = (free_port(), free_port());
    let lines = format!(
        "ProxyRequests On\nAllowCONNECT {secure}\n<Proxy *>\nRequire all granted\n</Proxy>\n\
         LogFormat \"%>s %r\" asked\nCustomLog FOLDER/asked.log asked\n"
    );
    let folder = tempfile::tempdir().expect("a folder");
    if certificate(folder.path()).is_none() {
        return;
    }
    let server = format!(
        "server {{ listen 127.0.0.1:{secure} ssl http2; ssl_certificate FOLDER/cert.pem;\n\
         ssl_certificate_key FOLDER/key.pem; location / {{ return 200 $server_protocol; }} }}"
    );
    let (Some(_nginx), Some(proxy)) =
        (plimsoll_testkit::daemons::nginx(folder, &server, secure), apache(&lines, port))
    else {
        return;
    };
    let top = format!("proxy: http://127.0.0.1:{port}\ntls: {{verify: false}}\nhttp: 2");
    let get = format!("- get: https://localhost:{secure}/\n  label: x\n  check: {{equals: HTTP/2.0}}\n");
    let performed = run(&top, "users: 1\niterations: 3", &format!("{get}  proxy: false\n{get}"));
    assert_eq!((performed.count("x"), failures(&performed)), (6, vec![]));
    let log = proxy.log("asked.log", 1);
    assert!(log.starts_with("200 CONNECT localhost:") && log.lines().count() <= 1, "{log}");
    let performed = run(&top, "users: 1\niterations: 1", "- get: http://127.0.0.1:1/\n  label: x");
    let text = "HTTP/2 in clear text does not go through a proxy".to_owned();
    assert_eq!(failures(&performed), [(ErrorKind::BadRequest, text)]);
}

#[test]
fn a_user_without_a_tunnel_waits_before_it_asks_again() {
    let (proxy, seen) = noting("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    let steps = "- get: https://one.invalid/\n  label: x";
    let started = Instant::now();
    run(&format!("proxy: http://{}", proxy.address), "users: 1\niterations: 5", steps);
    assert_eq!(seen.lock().expect("no panic").len(), 5);
    // 100 ms between two.
    assert!(started.elapsed() >= Duration::from_millis(400), "{:?}", started.elapsed());
}

#[test]
fn a_name_that_tls_does_not_know_is_the_plans_error_and_asked_nobody() {
    let (proxy, seen) = noting(OK);
    let steps = "- get: https://one..invalid/\n  label: x";
    let performed = run(&format!("proxy: http://{}", proxy.address), "users: 1\niterations: 1", steps);
    let text = "`one..invalid` is not a name that TLS can use".to_owned();
    assert_eq!(failures(&performed), [(ErrorKind::BadRequest, text)]);
    assert_eq!(*seen.lock().expect("no panic"), Vec::<String>::new());
}
