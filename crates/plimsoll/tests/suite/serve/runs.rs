//! Runs that go on: seen and steered from outside, whoever started them.

use super::Lab;
use crate::program::{command, write};
use plimsoll_run::{NoteContent, Run};
use plimsoll_targets::{Behaviour, Delay, Target};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// 50 answers a second for each user.
fn target() -> Target {
    let delay = Delay { response: Duration::from_millis(20), workers: Some(8) };
    Target::start(([127, 0, 0, 1], 0).into(), Behaviour::Delay(delay)).expect("a server")
}

fn start(folder: &Path, target: &Target, out: &str, more: &[&str]) -> Child {
    let url = format!("http://{}/", target.address());
    let run = ["run", &url, "-c", "2", "-d", "60s", "-o", out, "--label", "commit=a1b2c3"];
    command(folder, &[&run, more].concat()).spawn().expect("it starts")
}

fn running(lab: &Lab) -> String {
    let runs = lab.wait("/api/v1/runs?state=running", |runs| runs["total"] == json!(1));
    runs["runs"][0]["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_run_that_ended_while_no_lab_looked_is_not_called_running() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = target();
    let lab = Lab::open(folder.path(), &[]);
    let mut load = start(folder.path(), &target, "out", &[]);
    let id = running(&lab);
    drop(lab);
    kill_process(Pid::from_child(&load), Signal::INT).expect("it goes on");
    assert!(load.wait().expect("it ends").code().is_some());
    let lab = Lab::open(folder.path(), &[]);
    // From its first answer on.
    assert_eq!(lab.get("/api/v1/runs?state=running").json()["total"], json!(0));
    lab.wait(&format!("/api/v1/runs/{id}"), |run| run["state"] != json!("running"));
}

#[test]
fn a_run_of_a_terminal_is_seen_and_steered_and_ends_as_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = target();
    let lab = Lab::open(folder.path(), &[]);
    let mut load = start(folder.path(), &target, "out", &[]);
    let id = running(&lab);
    let live = format!("/api/v1/runs/{id}/live");
    lab.wait(&live, |live| {
        live["rows"].as_array().is_some_and(|rows| rows.len() >= 2) && live["control"].is_object()
    });
    let steer = |action: &str| {
        lab.change("POST", &format!("/api/v1/runs/{id}/control"), &json!({ "action": action }))
    };
    assert_eq!(steer("pause").json()["paused"], json!(true));
    assert_eq!(steer("resume").json()["paused"], json!(false));
    assert_eq!(steer("raise").json()["factor"], json!(1.1));
    steer("jump").refused(400);
    lab.get(&format!("/api/v1/runs/{id}/file")).refused(409);
    lab.change("DELETE", &format!("/api/v1/runs/{id}"), &json!(null)).refused(409);
    let fragment = lab.get(&format!("/api/v1/runs/{id}/sofar")).text();
    assert!(fragment.starts_with("<div>") && !fragment.contains("<script"), "{fragment}");
    let metrics = lab.get("/metrics").text();
    assert!(metrics.contains(&format!("plimsoll_users{{run=\"{id}\"")), "{metrics}");
    assert!(steer("end").json()["paused"].is_boolean());
    assert!(load.wait().expect("it ends").code().is_some());
    let run = lab.wait(&format!("/api/v1/runs/{id}"), |run| run["state"] == "complete");
    assert_eq!(run["labels"], json!({"commit": "a1b2c3"}));
    let recorded = Run::open(&folder.path().join("out/run.run")).expect("a run");
    let by_hand = |content: &NoteContent| recorded.notes.iter().any(|note| note.content == *content);
    assert!(
        by_hand(&NoteContent::LoadPaused) && by_hand(&NoteContent::RunEndedByHand),
        "{:?}",
        recorded.notes
    );
    assert!(!folder.path().join("out/run.control").exists());
    steer("pause").refused(409);
}

#[test]
fn events_come_each_second_and_say_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = target();
    let lab = Lab::open(folder.path(), &[]);
    let mut load = start(folder.path(), &target, "out", &[]);
    let id = running(&lab);
    let mut stream = TcpStream::connect(&lab.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time-out");
    let request = format!("GET /api/v1/runs/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n", lab.address);
    std::io::Write::write_all(&mut stream, request.as_bytes()).expect("it is sent");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let mut updates = 0;
    let mut seconds = Vec::new();
    while updates < 4 {
        let line = lines.next().expect("events go on");
        if let Some(data) = line.strip_prefix("data: {\"now_s\"") {
            updates += 1;
            let update: serde_json::Value =
                serde_json::from_str(&format!("{{\"now_s\"{data}")).expect("JSON");
            seconds.extend(update["rows"].as_array().expect("rows").iter().filter_map(|row| row[0].as_f64()));
        }
    }
    assert!(seconds.iter().copied().fold(0.0, f64::max) >= 2.0, "{seconds:?}");
    kill_process(Pid::from_child(&load), Signal::INT).expect("it is there");
    assert!(lines.any(|line| line == "event: end"));
    load.wait().expect("it ends");
}

#[test]
fn a_run_that_was_killed_is_cut_off_and_no_lab_ends_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = target();
    let lab = Lab::open(folder.path(), &[]);
    let mut load = start(folder.path(), &target, "out", &[]);
    let id = running(&lab);
    lab.wait(&format!("/api/v1/runs/{id}/live"), |live| {
        live["rows"].as_array().is_some_and(|rows| rows.len() >= 3)
    });
    kill_process(lab.pid(), Signal::KILL).expect("it is there");
    std::thread::sleep(Duration::from_secs(1));
    assert!(load.try_wait().expect("it can be asked").is_none(), "the run goes on without the lab");
    kill_process(Pid::from_child(&load), Signal::KILL).expect("it is there");
    load.wait().expect("it ends");
    let again = Lab::open(folder.path(), &[]);
    let run = again.wait(&format!("/api/v1/runs/{id}"), |run| run["state"] == "cut-off");
    assert!(run["requests"].as_u64().expect("requests") > 0, "{run}");
}

#[test]
fn a_run_shows_itself_when_it_is_asked_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = target();
    let url = format!("http://{}/", target.address());
    let run = ["run", &url, "-c", "1", "-d", "8s", "-o", "out", "--live"];
    let mut load =
        command(folder.path(), &run).stderr(std::process::Stdio::piped()).spawn().expect("it starts");
    let said = BufReader::new(load.stderr.take().expect("it is piped"));
    let mut lines = said.lines().map_while(Result::ok);
    let line = lines.find(|line| line.starts_with("live view: ")).expect("it says where");
    let address = line.trim_start_matches("live view: http://").trim_end_matches('/').to_owned();
    let start = Instant::now();
    let mut seen = String::new();
    while !seen.contains("\"state\":\"running\"") && start.elapsed() < Duration::from_secs(30) {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let request = format!("GET /api/v1/runs HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        std::io::Write::write_all(&mut stream, request.as_bytes()).expect("it is sent");
        seen.clear();
        stream.read_to_string(&mut seen).expect("an answer");
    }
    assert!(seen.contains("\"state\":\"running\""), "{seen}");
    drop(lines);
    load.wait().expect("it ends");
}

#[test]
fn a_plan_of_the_folder_is_there_with_its_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "shop.yaml",
        "plan: shop\nscenarios:\n  - steps:\n      - get: http://127.0.0.1:1/\n",
    );
    write(folder.path(), "study.yaml", "study: s\nplan: shop.yaml\n");
    write(folder.path(), "data.csv", "a,b\n1,2\n");
    let lab = Lab::open(folder.path(), &[]);
    let files = lab.get("/api/v1/plans").json();
    let kinds: Vec<(String, String)> = files["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| {
            (
                file["path"].as_str().unwrap_or_default().to_owned(),
                file["kind"].as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect();
    let expected = [("data.csv", "data"), ("shop.yaml", "plan"), ("study.yaml", "study")];
    assert_eq!(kinds, expected.map(|(path, kind)| (path.to_owned(), kind.to_owned())));
}
