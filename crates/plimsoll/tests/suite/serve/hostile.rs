//! What must do no harm: other sites' pages, names that lead elsewhere, paths, uploads, slow clients, foreign texts.

use super::client::multipart;
use super::{Lab, RESULTS};
use crate::program::{command, said, write};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

#[test]
fn other_sites_change_nothing_and_names_of_others_reach_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let lab = Lab::open(folder.path(), &[]);
    let put = |headers: &[(&str, &str)]| lab.ask("PUT", "/api/v1/plans/a.yaml", headers, b"x");
    put(&[]).refused(403);
    put(&[("origin", "https://evil.example"), ("x-plimsoll", "1")]).refused(403);
    put(&[("origin", "null"), ("x-plimsoll", "1")]).refused(403);
    assert_eq!(put(&[("origin", &format!("http://{}", lab.address)), ("x-plimsoll", "1")]).status, 204);
    let request = "GET /api/v1/runs HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    lab.send(request.as_bytes()).refused(421);
    let (_, port) = lab.address.rsplit_once(':').expect("a port");
    let request = format!("GET /api/v1/runs HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n");
    assert_eq!(lab.send(request.as_bytes()).status, 200);
    assert!(lab.get("/").header("access-control-allow-origin").is_none());
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("lab");
    std::fs::create_dir(&inside).expect("a folder");
    write(folder.path(), "secret.yaml", "plan: secret\n");
    std::os::unix::fs::symlink(folder.path().join("secret.yaml"), inside.join("link.yaml")).expect("a link");
    std::os::unix::fs::symlink(folder.path(), inside.join("out")).expect("a link");
    std::os::unix::fs::symlink("/nowhere/at/all", inside.join("dangling.yaml")).expect("a link");
    let lab = Lab::open(&inside, &[]);
    for path in [
        "..%2Fsecret.yaml",
        "%2e%2e/secret.yaml",
        "a/..%2F..%2Fsecret.yaml",
        "link.yaml",
        "out/secret.yaml",
        ".plimsoll/lab.db",
        "%2Fetc%2Fpasswd",
        "a%00.yaml",
        "..%5Csecret.yaml",
        "dangling.yaml",
    ] {
        let got = lab.get(&format!("/api/v1/plans/{path}"));
        assert!(
            matches!(got.status, 400 | 404) && !got.text().contains("plan: secret"),
            "{path}: {}",
            got.text()
        );
        let put = lab.ask(
            "PUT",
            &format!("/api/v1/plans/{path}?replace=true"),
            &[("x-plimsoll", "1")],
            b"plan: evil",
        );
        assert!(matches!(put.status, 400 | 404), "{path}: {} {}", put.status, put.text());
    }
    assert_eq!(
        std::fs::read_to_string(folder.path().join("secret.yaml")).expect("it is there"),
        "plan: secret\n"
    );
    let upload = lab.upload("/api/v1/plans", &[("../../evil.yaml", b"plan: evil")]);
    assert_eq!(upload.json()["files"], json!(["evil.yaml"]));
    assert!(inside.join("evil.yaml").exists() && !folder.path().join("evil.yaml").exists());
    lab.ask("PUT", "/api/v1/plans/a.run", &[("x-plimsoll", "1")], b"x").refused(400);
}

#[test]
fn uploads_have_a_limit_and_leave_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let lab = Lab::open(folder.path(), &["--upload-max", "1"]);
    let (kind, _) = multipart(&[]);
    let huge = format!(
        "POST /api/v1/import HTTP/1.1\r\nhost: {}\r\nx-plimsoll: 1\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: 5000000000\r\n\r\n",
        lab.address
    );
    lab.send(huge.as_bytes()).refused(413);
    lab.upload("/api/v1/import", &[("a.jtl", &vec![b'x'; 2 << 20])]).refused(413);
    // A browser that goes away in the middle.
    let (kind, body) = multipart(&[("a.jtl", RESULTS.as_bytes())]);
    let begin = format!(
        "POST /api/v1/import HTTP/1.1\r\nhost: {}\r\nx-plimsoll: 1\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
        lab.address,
        body.len()
    );
    let mut stream = TcpStream::connect(&lab.address).expect("it listens");
    stream.write_all(begin.as_bytes()).expect("it is sent");
    stream.write_all(&body[..body.len() / 2]).expect("it is sent");
    drop(stream);
    let uploads = folder.path().join(".plimsoll/uploads");
    let start = Instant::now();
    while std::fs::read_dir(&uploads).is_ok_and(|entries| entries.count() > 0) {
        assert!(start.elapsed() < Duration::from_secs(20), "something is left of an upload");
        std::thread::sleep(Duration::from_millis(50));
    }
    lab.ask("POST", "/api/v1/import", &[("x-plimsoll", "1"), ("content-type", "text/plain")], b"x")
        .refused(400);
    let large = vec![b' '; 9 << 20];
    lab.ask("PUT", "/api/v1/plans/a.yaml", &[("x-plimsoll", "1")], &large).refused(413);
    assert_eq!(lab.get("/api/v1/runs").json()["total"], json!(0));
}

#[test]
fn many_slow_clients_keep_nobody_from_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let lab = Lab::open(folder.path(), &[]);
    let slow: Vec<TcpStream> = (0..1_000)
        .filter_map(|_| {
            let mut stream = TcpStream::connect(&lab.address).ok()?;
            stream.write_all(b"GET /api/v1/runs HTTP/1.1\r\nhos").ok()?;
            Some(stream)
        })
        .collect();
    assert!(slow.len() > 900, "{}", slow.len());
    assert_eq!(lab.get("/api/v1/runs").status, 200);
    // They are not waited for forever.
    let mut first = slow.into_iter().next().expect("one");
    first.set_read_timeout(Some(Duration::from_secs(60))).expect("a time-out");
    let mut rest = Vec::new();
    let _ = first.read_to_end(&mut rest);
    assert_eq!(lab.get("/api/v1/session").status, 200);
}

#[test]
fn foreign_texts_are_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let lab = Lab::open(folder.path(), &[]);
    let evil = "<script>alert(1)</script>\u{202e}\u{1b}[31m";
    let results = RESULTS.replace(",home,", &format!(",\"{evil}\","));
    let answer = lab.upload("/api/v1/import", &[("evil.jtl", results.as_bytes())]);
    let id = answer.json()["run"]["id"].as_str().expect("an id").to_owned();
    for path in ["report", "sofar", "report.txt", "report.md", "live", "report.junit.xml"] {
        let text = lab.get(&format!("/api/v1/runs/{id}/{path}"));
        assert_eq!(text.status, 200, "{path}");
        let is_json = text.header("content-type") == Some("application/json");
        let is_plain = text
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/plain") || kind.starts_with("text/markdown"));
        let text = text.text();
        assert!(is_json || is_plain || !text.contains("<script>alert"), "{path}");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{path}");
    }
    let tags = json!({"tags": ["<img src=x onerror=alert(1)>"], "note": "\u{202e}"});
    assert_eq!(lab.change("PATCH", &format!("/api/v1/runs/{id}"), &tags).status, 200);
    let badge = lab.get("/api/v1/badge.svg?study=%3Cscript%3E");
    assert!(!badge.text().contains("<script"), "{}", badge.text());
}

#[test]
fn a_folder_that_can_t_be_used_and_a_port_in_use_are_said() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "file", "x");
    let output =
        command(folder.path(), &["serve", "file", "--listen", "127.0.0.1:0"]).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let output = command(folder.path(), &["serve", ".", "--listen", &address]).output().expect("it starts");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("another program listens there"), "{text}");
}

#[test]
fn the_description_of_the_api_names_all_that_can_be_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let lab = Lab::open(folder.path(), &[]);
    let document = lab.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], json!("3.1.0"));
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() >= 40, "{}", paths.len());
    // What is described is there: nothing answers that there is no such thing to ask for.
    for path in paths.keys().filter(|path| !path.ends_with("/events") && !path.contains("oidc")) {
        let asked =
            path.replace("{id}", "0").replace("{table}", "x").replace("{name}", "x").replace("{path}", "x");
        let answer = lab.get(&asked);
        assert!(!answer.text().contains("no such thing to ask for"), "{path}");
    }
}
