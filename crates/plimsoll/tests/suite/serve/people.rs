//! Logins, roles, tokens and what is noted of them.

use super::{Answer, Lab};
use crate::program::{command, said};
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Output, Stdio};

fn add(folder: &Path, who: &str, password: &str) -> Output {
    let mut command = command(folder, &["serve", ".", "--add-user", who]);
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = process.stdin.take().expect("it is piped");
    // Who refuses the name may have ended before the password is read.
    let written = stdin.write_all(format!("{password}\n").as_bytes());
    assert!(written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe));
    drop(stdin);
    process.wait_with_output().expect("it ends")
}

fn log_in(lab: &Lab, name: &str, password: &str) -> Answer {
    lab.change("POST", "/api/v1/session", &json!({"name": name, "password": password}))
}

fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").expect("a cookie");
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
    set.split(';').next().expect("a value").to_owned()
}

fn as_page(lab: &Lab, cookie: &str, method: &str, path: &str, body: &Value) -> Answer {
    let text = if body.is_null() { String::new() } else { body.to_string() };
    lab.ask(method, path, &[("x-plimsoll", "1"), ("cookie", cookie)], text.as_bytes())
}

#[test]
fn roles_hold_and_everything_is_noted() {
    let folder = tempfile::tempdir().expect("a folder");
    for (who, code) in [("anna:admin", 0), ("olav:operator", 0), ("vera", 0), ("x:king", 2)] {
        let added = add(folder.path(), who, "a long password");
        assert_eq!(added.status.code(), Some(code), "{}", said(&added));
    }
    assert_eq!(add(folder.path(), "shorty", "short").status.code(), Some(2));
    let lab = Lab::open(folder.path(), &[]);
    lab.get("/api/v1/runs").refused(401);
    assert_eq!(lab.get("/api/v1/session").json()["authentication"], json!("password"));
    assert_eq!(lab.get("/").status, 200, "the pages themselves are no secret");
    log_in(&lab, "vera", "another password").refused(401);
    let [anna, olav, vera] =
        ["anna", "olav", "vera"].map(|name| cookie(&log_in(&lab, name, "a long password")));
    assert_ne!(anna, cookie(&log_in(&lab, "anna", "a long password")), "each login has a secret of its own");
    for (who, method, path, body, status) in [
        (&vera, "GET", "/api/v1/runs", json!(null), 200),
        (&vera, "PUT", "/api/v1/plans/a.yaml", json!(null), 403),
        (&vera, "GET", "/api/v1/users", json!(null), 403),
        (&olav, "PUT", "/api/v1/plans/a.yaml", json!("x"), 204),
        (&olav, "GET", "/api/v1/audit", json!(null), 403),
        (&olav, "DELETE", "/api/v1/trash/x", json!(null), 403),
        (&anna, "GET", "/api/v1/users", json!(null), 200),
        (&anna, "DELETE", "/api/v1/users/anna", json!(null), 409),
        (&anna, "PATCH", "/api/v1/users/vera", json!({"role": "operator"}), 204),
        (&vera, "PUT", "/api/v1/plans/b.yaml", json!("x"), 204),
        (&anna, "PATCH", "/api/v1/users/vera", json!({"password": "yet another one"}), 204),
        (&vera, "GET", "/api/v1/runs", json!(null), 401),
    ] {
        let answer = as_page(&lab, who, method, path, &body);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
    }
    as_page(&lab, &anna, "DELETE", "/api/v1/session", &json!(null));
    assert_eq!(
        as_page(&lab, &anna, "GET", "/api/v1/users", &json!(null)).status,
        401,
        "a session that was ended"
    );
    let anna = cookie(&log_in(&lab, "anna", "a long password"));
    let entries = as_page(&lab, &anna, "GET", "/api/v1/audit", &json!(null)).json()["entries"].to_string();
    for what in ["logged in", "file stored", "user changed"] {
        assert!(entries.contains(what), "{entries}");
    }
    assert!(!entries.contains("password\""), "{entries}");
}

#[test]
fn passwords_are_guessed_a_few_times_only() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "anna:admin", "a long password");
    let lab = Lab::open(folder.path(), &[]);
    (0..5).for_each(|_| drop(log_in(&lab, "anna", "a wrong password").refused(401)));
    log_in(&lab, "anna", "a long password").refused(429);
}

#[test]
fn tokens_have_a_scope_an_expiry_and_an_end() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "anna:admin", "a long password");
    let lab = Lab::open(folder.path(), &[]);
    let anna = cookie(&log_in(&lab, "anna", "a long password"));
    let asked = json!({"name": "ci", "scope": "operate", "expires_days": 30});
    let made = as_page(&lab, &anna, "POST", "/api/v1/tokens", &asked).json();
    let (id, token) = (made["id"].as_str().expect("an id"), made["token"].as_str().expect("a token"));
    let bearer = format!("Bearer {token}");
    let by_token = |method: &str, path: &str| lab.ask(method, path, &[("authorization", &bearer)], b"x");
    assert_eq!(by_token("GET", "/api/v1/runs").status, 200);
    // A program needs no page's header.
    assert_eq!(by_token("PUT", "/api/v1/plans/a.yaml").status, 204);
    assert_eq!(by_token("GET", "/api/v1/users").status, 403);
    let listed = as_page(&lab, &anna, "GET", "/api/v1/tokens", &json!(null)).text();
    assert!(listed.contains("\"ci\"") && !listed.contains(token), "{listed}");
    let stored = std::fs::read(folder.path().join(".plimsoll/lab.db")).expect("a database");
    let journal = std::fs::read(folder.path().join(".plimsoll/lab.db-wal")).unwrap_or_default();
    for bytes in [&stored, &journal] {
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "a token is not stored");
    }
    assert_eq!(as_page(&lab, &anna, "DELETE", &format!("/api/v1/tokens/{id}"), &json!(null)).status, 204);
    assert_eq!(by_token("GET", "/api/v1/runs").status, 401);
    as_page(
        &lab,
        &anna,
        "POST",
        "/api/v1/tokens",
        &json!({"name": "", "scope": "read", "expires_days": null}),
    )
    .refused(400);
}

#[test]
fn other_machines_reach_no_lab_without_a_login() {
    let folder = tempfile::tempdir().expect("a folder");
    let output =
        command(folder.path(), &["serve", ".", "--listen", "0.0.0.0:0"]).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    let text = said(&output);
    assert!(text.contains("without a login") && text.contains("--add-user"), "{text}");
}

/// The status line and the head of an answer by TLS, from a client that trusts this certificate alone.
fn by_tls(address: &str, folder: &Path) -> String {
    let mut openssl = std::process::Command::new("openssl");
    openssl.args(["s_client", "-quiet", "-verify_return_error", "-connect", address, "-CAfile"]);
    let mut process = openssl
        .arg(folder.join("server.crt"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("openssl starts");
    let request = format!("GET /api/v1/session HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    process.stdin.as_mut().expect("it is piped").write_all(request.as_bytes()).expect("it reads");
    String::from_utf8_lossy(&process.wait_with_output().expect("it ends").stdout).into_owned()
}

#[test]
fn a_certificate_of_ones_own_makes_the_lab_speak_https() {
    let Some(openssl) = plimsoll_testkit::programs::program("openssl") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut made = std::process::Command::new(openssl);
    assert!(
        plimsoll_testkit::sql_servers::certificate(&mut made, folder.path())
            .output()
            .expect("it runs")
            .status
            .success()
    );
    let lab = Lab::open(folder.path(), &["--tls-certificate", "server.crt", "--tls-key", "server.key"]);
    let address = lab.address.trim_start_matches("https://");
    let answer = by_tls(address, folder.path());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.to_lowercase().contains("strict-transport-security: max-age="), "{answer}");
    for (certificate, key, why) in [
        ("none.crt", "server.key", "none.crt"),
        ("server.crt", "server.crt", "server.crt"),
        ("server.key", "server.key", "certificate"),
    ] {
        let output = command(
            folder.path(),
            &["serve", ".", "--listen", "127.0.0.1:0", "--tls-certificate", certificate, "--tls-key", key],
        )
        .output()
        .expect("it starts");
        assert!(output.status.code() == Some(2) && said(&output).contains(why), "{}", said(&output));
    }
}

#[test]
fn only_a_trusted_proxy_is_believed() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "anna:admin", "a long password");
    let behind = [("x-forwarded-for", "203.0.113.7"), ("x-forwarded-proto", "https"), ("x-plimsoll", "1")];
    let body = json!({"name": "anna", "password": "a long password"}).to_string();
    for (options, is_believed) in
        [(&["--trusted-proxy", "127.0.0.1"][..], true), (&["--trusted-proxy", "192.0.2.1"], false)]
    {
        let lab = Lab::open(folder.path(), options);
        let answer = lab.ask("POST", "/api/v1/session", &behind, body.as_bytes());
        assert_eq!(answer.status, 200, "{}", answer.text());
        let set = answer.header("set-cookie").expect("a cookie");
        assert_eq!(set.contains("; Secure"), is_believed, "{set}");
        let entries = as_page(&lab, &cookie(&answer), "GET", "/api/v1/audit", &json!(null)).json();
        let from = entries["entries"][0]["from"].as_str().expect("an address");
        assert_eq!(from, if is_believed { "203.0.113.7" } else { "127.0.0.1" }, "{entries}");
    }
}
