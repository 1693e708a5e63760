//! Hosts and services watched while a load runs: this machine, real ssh servers, an HTTP exporter.

mod databases;
mod hosts;
mod jvm;
mod kafka;
mod namespaces;
mod oom;
mod podman;
mod services;
pub mod sshd;
mod watched;

use crate::program::{assert_completed, command, said};
use plimsoll_run::{ClockMethod, Run};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A target on a free port; ended with the value.
pub struct Target {
    process: Child,
    pub url: String,
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn target() -> Target {
    use std::io::{BufRead, BufReader};
    let mut process = command(Path::new("."), &["target", "ok", "--listen", "127.0.0.1:0"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the target starts");
    let mut line = String::new();
    BufReader::new(process.stderr.take().expect("its words")).read_line(&mut line).expect("a line");
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    Target { url: url.trim_end_matches(';').to_owned(), process }
}

/// A study of four users that lasts `seconds`, with this `watch` section.
pub fn study(folder: &Path, url: &str, seconds: u32, watch: &str) -> PathBuf {
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 1\n    hold: 1 s\n    steps:\n      - get: {url}/\n        label: ok\n      - pause: 20 ms\n"
    );
    std::fs::write(folder.join("plan.yaml"), plan).expect("a plan");
    let study = format!("study: watched\nplan: plan.yaml\nthreads: 4\nstep: {seconds} s\nwatch:\n{watch}");
    let path = folder.join("study.yaml");
    std::fs::write(&path, study).expect("a study");
    path
}

/// `plimsoll` with its `ssh` being the one in `bin`.
pub fn plimsoll(arguments: &[&str], bin: Option<&Path>) -> Command {
    let mut command = command(Path::new("."), arguments);
    if let Some(bin) = bin {
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", bin.display()));
    }
    command
}

/// Waits until `is_so`, at most three minutes.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(180);
    while !is_so() {
        assert!(Instant::now() < deadline, "waited three minutes for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn this_machine_is_watched_while_the_load_runs() {
    let (folder, target) = (tempfile::tempdir().expect("a folder"), target());
    let log = folder.path().join("access.log");
    std::fs::write(&log, "").expect("a log");
    let watch = format!(
        "  - host: local\n    name: box\n    role: everything\n    vmstat: 1 s\n    access_log: {{path: {}, format: apache}}\n",
        log.display()
    );
    let study = study(folder.path(), &target.url, 4, &watch);
    let out = folder.path().join("out");
    let mut run = plimsoll(&["run", &study.display().to_string(), "-o", &out.display().to_string()], None)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // Until it ends: when it begins to read is its own affair.
    while run.try_wait().expect("its state").is_none() {
        append(&log, "127.0.0.1 - - [01/Jan/2026:00:00:00 +0000] \"GET /logged HTTP/1.1\" 200 12\n");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_completed(run.wait().expect("it ends").code(), &out);
    let run = Run::open(&out.join("run.run")).expect("a run file");
    let host = &run.telemetry.hosts[0];
    assert_eq!((host.name.as_str(), host.role.as_str()), ("box", "everything"));
    assert_eq!(host.clock.map(|clock| clock.method), Some(ClockMethod::SameMachine));
    let cpu = run.telemetry.series.iter().filter(|s| s.series.metric == "system.cpu.utilization");
    assert!(cpu.clone().count() > 3 && cpu.clone().all(|s| s.points > 0), "{:?}", run.telemetry.series);
    assert!(run.telemetry.request_logs.iter().map(|log| log.requests).sum::<u64>() > 0);
    assert!(run.telemetry.gaps.is_empty(), "{:?}", run.telemetry.gaps);
    assert!(
        run.notes.iter().all(|note| !format!("{:?}", note.content).contains("vmstat")),
        "{:?}",
        run.notes
    );
}

#[test]
fn servers_are_watched_on_after_the_load_where_that_is_asked_for() {
    let (folder, target) = (tempfile::tempdir().expect("a folder"), target());
    let watch = "  - host: local\n    name: box\n    vmstat: 1 s\nwatch_after: 4 s\n";
    let study = study(folder.path(), &target.url, 2, watch);
    let out = folder.path().join("out");
    let run =
        plimsoll(&["run", &study.display().to_string(), "-o", &out.display().to_string()], None).output();
    assert_completed(run.expect("it ends").status.code(), &out);
    let run = Run::open(&out.join("run.run")).expect("a run file");
    let load_ended_us = run.steps.last().and_then(|step| step.ended_us).expect("a step that ended") as i64;
    let host =
        run.telemetry.series.iter().find(|s| s.series.metric == "system.cpu.utilization").expect("vmstat's");
    assert!(host.last_us > load_ended_us + 1_000_000, "{} {load_ended_us}", host.last_us);
    assert!(run.end.expect("an end").at_us as i64 >= load_ended_us + 4_000_000);
}

fn append(path: &Path, line: &str) {
    use std::io::Write;
    let mut file = std::fs::OpenOptions::new().append(true).open(path).expect("the log");
    file.write_all(line.as_bytes()).expect("written");
}

#[test]
fn what_is_wrong_with_a_watch_section_is_all_said_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let watch = "  - host: ftp://x\n    vmstat: soon\n  - host: local\n  - vmstat: 1 s\n  - prometheus: {url: ftp://x, user: a, token_env: NO_SUCH_VARIABLE_9}\n  - host: local\n    acces_log: x\n    log: {path: /x, format: nonsense}\n";
    let study = study(folder.path(), "http://127.0.0.1:1", 1, watch);
    let output = plimsoll(&["check", &study.display().to_string()], None).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = said(&output);
    for expected in [
        "`ftp://x` is no address of a host",
        "vmstat: `soon`",
        "nothing to look at",
        "`host` is missing: where is `vmstat` to run?",
        "no address that begins with http",
        "NO_SUCH_VARIABLE_9",
        "unknown key `acces_log`",
        "did you mean `access_log`?",
        "no format is called \"nonsense\"",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
}

#[test]
fn a_service_that_does_not_answer_leaves_a_gap_and_the_load_goes_on() {
    let (folder, target) = (tempfile::tempdir().expect("a folder"), target());
    let watch = "  - prometheus: {url: \"http://127.0.0.1:9/metrics\", name: nobody}\n    name: away\n";
    let study = study(folder.path(), &target.url, 2, watch);
    let out = folder.path().join("out");
    let output = plimsoll(&["run", &study.display().to_string(), "-o", &out.display().to_string()], None)
        .output()
        .expect("it runs");
    let run = Run::open(&out.join("run.run")).expect("a run file");
    assert_completed(output.status.code(), &out);
    let [gap] = run.telemetry.gaps.as_slice() else { panic!("{:?}", run.telemetry.gaps) };
    assert!(gap.reason.contains("refused") && gap.to_us.is_none(), "{gap:?}");
    assert!(
        run.notes.iter().any(|note| format!("{:?}", note.content).contains("refused")),
        "{:?}",
        run.notes
    );
}
