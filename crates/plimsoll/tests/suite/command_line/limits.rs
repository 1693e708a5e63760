//! What the system does not allow, and what can't be stopped.

use crate::program::{command, said, stderr, target, write};
use crate::watch::wait_until;
use plimsoll_run::Run;
use plimsoll_targets::Behaviour;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Stdio;

/// Of Linux on x86 and ARM (fcntl.h).
const O_NONBLOCK: i32 = 0o4000;

/// What a shell says that runs the program within limits.
fn limited(folder: &Path, limits: &str, arguments: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_plimsoll");
    let script = format!("{limits}; exec {program} {arguments}");
    let mut shell = std::process::Command::new("bash");
    shell.args(["-c", &script]).current_dir(folder).output().expect("a shell")
}

#[test]
fn a_run_file_beyond_the_systems_limit_ends_the_run_with_a_message() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    // A name of its own for each request makes the file grow.
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 2\n    hold: 60 s\n    steps:\n      - get: http://{}/\n        \
         label: ${{__RandomString(200,abcdefgh)}}\n      - pause: 20 ms\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let output = limited(folder.path(), "ulimit -f 400", "run p.yaml -o out");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let text = stderr(&output);
    assert!(
        text.contains("out/run.run: a file may have 400 KB here") && text.contains("ulimit -f"),
        "{text}"
    );
    let run = Run::open(&folder.path().join("out/run.run")).expect("a run file");
    assert!(!run.seconds.is_empty() && !run.is_complete());
}

/// The program has SIGXFSZ blocked and SIGPIPE ignored.
#[test]
fn commands_of_a_study_have_the_signals_that_commands_have() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 1\n    iterations: 1\n    steps:\n      - get: http://{}/\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let study =
        "study: s\nplan: p.yaml\nsystem:\n  before: grep -E 'Sig(Blk|Ign)' /proc/self/status > signals\n";
    write(folder.path(), "s.yaml", study);
    let output = limited(folder.path(), "true", "run s.yaml -o out");
    let found = std::fs::read_to_string(folder.path().join("signals")).unwrap_or_else(|_| said(&output));
    for line in found.lines() {
        let mask = line.split_whitespace().nth(1).and_then(|mask| u64::from_str_radix(mask, 16).ok());
        // SIGPIPE is 13, SIGXFSZ 25.
        assert_eq!(mask.map(|mask| mask & (1 << 12 | 1 << 24)), Some(0), "{found}");
    }
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn as_many_connections_may_be_open_as_the_hard_limit_allows_and_fewer_are_said_before_the_run() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 200\n    iterations: 2\n    steps:\n      - get: http://{}/\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let output = limited(folder.path(), "ulimit -Sn 150", "run p.yaml -o soft");
    assert!(!stderr(&output).contains("this process may have"), "{}", said(&output));
    let run = Run::open(&folder.path().join("soft/run.run")).expect("a run file");
    let intervals = || run.seconds.iter().flat_map(|second| second.transactions.values());
    let counts =
        (intervals().map(|i| i.requests).sum::<u64>(), intervals().map(|i| i.errors_total()).sum::<u64>());
    assert_eq!(counts, (400, 0));
    let output = limited(folder.path(), "ulimit -n 150", "run p.yaml -o hard");
    let text = stderr(&output);
    assert!(
        text.contains("up to 200 users, and this process may have 150 files and connections open"),
        "{text}"
    );
}

/// A worker that reads a pipe into which nobody writes can't be stopped by anything.
#[test]
fn a_worker_that_does_not_end_is_left_behind_and_the_report_is_written() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 1\n    hold: 10 min\n    steps:\n      - get: http://{0}/\n      \
         - set: {{name: pipe}}\n      - get: http://{0}/${{__FileToString(${{name}})}}\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let mut child = command(folder.path(), &["run", "p.yaml", "-o", "out"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The pipe is read: opening it to write without waiting fails until somebody reads.
    let mut writer = None;
    let is_read = || {
        let open = std::fs::OpenOptions::new().write(true).custom_flags(O_NONBLOCK).open(&pipe);
        writer = open.ok();
        writer.is_some()
    };
    wait_until("the worker reads the pipe", is_read);
    let pid = rustix::process::Pid::from_raw(child.id() as i32).expect("a pid");
    for _ in 0..2 {
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it is there");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    let code = child.wait().expect("it ends").code();
    assert_eq!(code, Some(4));
    let report = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    assert!(report.contains("were left behind"));
}
