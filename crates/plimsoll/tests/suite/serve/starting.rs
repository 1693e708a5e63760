//! Tests that are started from the browser: checked, queued, run, cancelled.

use super::Lab;
use crate::program::write;
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::skip::skip;
use serde_json::json;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

fn plan(target: &Target) -> String {
    let address = target.address();
    format!(
        "plan: shop\nscenarios:\n  - users: 1\n    hold: 2 s\n    steps:\n      - get: http://{address}/\n        label: home\n      - pause: 20 ms\n"
    )
}

fn ok() -> Target {
    Target::start(([127, 0, 0, 1], 0).into(), Behaviour::Ok).expect("a server")
}

#[test]
fn a_plan_is_stored_checked_run_and_sent_to_a_webhook() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = ok();
    let lab = Lab::open(folder.path(), &[]);
    let stored =
        lab.ask("PUT", "/api/v1/plans/plans/shop.yaml", &[("x-plimsoll", "1")], plan(&target).as_bytes());
    assert_eq!(stored.status, 204, "{}", stored.text());
    lab.ask("PUT", "/api/v1/plans/plans/shop.yaml", &[("x-plimsoll", "1")], b"plan: other").refused(409);
    assert!(lab.get("/api/v1/plans/plans/shop.yaml").text().starts_with("plan: shop"));
    let checked = lab
        .change("POST", "/api/v1/check", &json!({"file": "plans/shop.yaml", "requirements": ["p95 <= 1 s"]}))
        .json();
    assert_eq!(checked["ok"], json!(true), "{checked}");
    let wrong = lab
        .change(
            "POST",
            "/api/v1/check",
            &json!({"file": "plans/shop.yaml", "requirements": ["p95 of nothing"]}),
        )
        .json();
    assert_eq!((&wrong["ok"], &wrong["exit_code"]), (&json!(false), &json!(2)), "{wrong}");

    let hook = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/told", hook.local_addr().expect("an address"));
    let call = std::thread::spawn(move || {
        let (mut stream, _) = hook.accept().expect("a call");
        let mut text = vec![0; 4_096];
        let mut whole = String::new();
        while !whole.contains("\"runs\"") {
            let count = stream.read(&mut text).expect("a body");
            whole += &String::from_utf8_lossy(&text[..count]);
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("an answer");
        whole
    });
    let request = json!({"file": "plans/shop.yaml", "requirements": ["p95 <= 5 s"], "label": {"commit": "abc"}, "notify": {"webhook": url}});
    let job = lab.change("POST", "/api/v1/jobs", &request).json();
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("an id"));
    let job = lab.wait(&path, |job| job["state"] == "done" || job["state"] == "failed");
    assert_eq!(job["state"], json!("done"), "{job}");
    let run = job["runs"][0].as_str().expect("a run");
    let run = lab.wait(&format!("/api/v1/runs/{run}"), |run| run["verdict"].is_string());
    assert_eq!((&run["name"], &run["labels"]["commit"]), (&json!("shop"), &json!("abc")));
    let call = call.join().expect("it was sent");
    // A machine with much other work leaves the load generator no core: then that is the sentence.
    let is_verdict = call.contains("\"text\": \"PASS: shop")
        || call.contains("\"text\": \"INCONCLUSIVE: shop") && call.contains("load generator");
    assert!(is_verdict, "{call}");
    let again = lab.change("POST", &format!("{path}/again"), &json!(null)).json();
    assert_ne!(again["id"], job["id"]);
}

#[test]
fn two_loads_wait_for_one_another_and_a_cancelled_one_ends_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = ok();
    write(folder.path(), "shop.yaml", &plan(&target).replace("hold: 2 s", "hold: 60 s"));
    let lab = Lab::open(folder.path(), &[]);
    let start = |more: serde_json::Value| {
        let mut request = json!({"file": "shop.yaml"});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        lab.change("POST", "/api/v1/jobs", &request).json()["id"].as_str().expect("an id").to_owned()
    };
    let (first, second) = (start(json!({})), start(json!({})));
    let later = start(json!({"at": "2999-01-01T00:00:00Z"}));
    let job = |id: &str| format!("/api/v1/jobs/{id}");
    lab.wait(&job(&first), |job| {
        job["state"] == "running" && job["runs"].as_array().is_some_and(|runs| !runs.is_empty())
    });
    let states = lab.get("/api/v1/jobs").json();
    let state = |id: &str| {
        let jobs = states["jobs"].as_array().expect("jobs");
        jobs.iter().find(|job| job["id"] == id).expect("it is there").clone()
    };
    assert_eq!((&state(&second)["state"], &state(&second)["position"]), (&json!("waiting"), &json!(1)));
    assert_eq!(state(&later)["state"], json!("scheduled"));
    assert!(state(&first)["process"].is_null(), "processes are nobody's business");
    for id in [&second, &later] {
        assert_eq!(lab.change("DELETE", &job(id), &json!(null)).json()["state"], json!("cancelled"));
    }
    lab.change("DELETE", &job(&first), &json!(null));
    let done = lab.wait(&job(&first), |job| job["state"] == "done" || job["state"] == "failed");
    let run = done["runs"][0].as_str().expect("a run").to_owned();
    lab.wait(&format!("/api/v1/runs/{run}"), |run| run["state"] == "complete");
    lab.change("DELETE", &job(&first), &json!(null)).refused(409);
}

#[test]
fn what_can_t_be_started_is_said_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "shop.yaml", "plan: shop\n");
    let lab = Lab::open(folder.path(), &[]);
    for (request, status) in [
        (json!({"file": "none.yaml"}), 404),
        (json!({"file": "../shop.yaml"}), 400),
        (json!({"file": "shop.yaml", "at": "tomorrow"}), 400),
        (json!({"file": "shop.yaml", "properties": {"a=b": "1"}}), 400),
        (json!({"file": "shop.yaml", "notify": {"webhook": "file:///etc/passwd"}}), 400),
        (json!({"file": "shop.yaml", "notify": {"email": "a@b"}}), 400),
        (json!({"file": "shop.yaml", "user": 5}), 400),
    ] {
        lab.change("POST", "/api/v1/jobs", &request).refused(status);
    }
    let closed = tempfile::tempdir().expect("a folder");
    write(closed.path(), "shop.yaml", "plan: shop\n");
    let lab = Lab::open(closed.path(), &["--no-start"]);
    lab.change("POST", "/api/v1/jobs", &json!({"file": "shop.yaml"})).refused(403);
}

#[test]
fn the_verdict_is_mailed_through_an_smtp_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let has_one = Command::new("/usr/bin/python3").args(["-c", "import aiosmtpd"]).status();
    if !has_one.is_ok_and(|status| status.success()) {
        return skip("aiosmtpd", "Debian's package is python3-aiosmtpd");
    }
    let (port, target) = (free_port(), ok());
    let mails = folder.path().join("mails.txt");
    let printed = std::fs::File::create(&mails).expect("a file");
    let mut server = Command::new("/usr/bin/python3")
        .args(["-u", "-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")])
        .stdout(printed)
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() && start.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(50));
    }
    write(folder.path(), "shop.yaml", &plan(&target));
    let smtp = format!("smtp://127.0.0.1:{port}");
    let lab = Lab::open(folder.path(), &["--smtp", &smtp, "--mail-from", "lab@example.org"]);
    let request =
        json!({"file": "shop.yaml", "requirements": ["p95 <= 5 s"], "notify": {"email": "anna@example.org"}});
    assert_eq!(lab.change("POST", "/api/v1/jobs", &request).status, 200);
    let start = Instant::now();
    let mut mail = String::new();
    while !mail.contains(": shop") && start.elapsed() < Duration::from_secs(90) {
        std::thread::sleep(Duration::from_millis(200));
        mail = std::fs::read_to_string(&mails).expect("it is there");
    }
    server.kill().expect("it is there");
    server.wait().expect("it ends");
    // A busy machine makes a load generator that judges nothing.
    let has_verdict =
        ["PASS", "INCONCLUSIVE"].iter().any(|said| mail.contains(&format!("Subject: {said}: shop")));
    assert!(has_verdict && mail.contains("To: anna@example.org"), "{mail}");
}
