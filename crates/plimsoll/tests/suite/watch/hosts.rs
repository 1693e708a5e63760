//! Hosts over ssh, one of which dies in the middle.

use super::sshd::Keys;
use super::{plimsoll, study, target, wait_until};
use crate::program::said;
use plimsoll_run::{ClockMethod, Run};
use std::process::{Command, Stdio};

fn user() -> String {
    let output = Command::new("id").arg("-un").output().expect("id runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn two_hosts_are_watched_over_ssh_and_one_may_die() {
    let Some(keys) = Keys::new() else { return };
    let (Some(one), Some(mut two)) = (keys.server(), keys.server()) else { return };
    let (folder, target) = (tempfile::tempdir().expect("a folder"), target());
    let user = user();
    let host = |name: &str, port: u16| {
        format!("  - host: ssh://{user}@127.0.0.1:{port}\n    name: {name}\n    vmstat: 1 s\n")
    };
    let watch = host("docker01", one.port) + &host("docker02", two.port);
    let study = study(folder.path(), &target.url, 120, &watch);
    let out = folder.path().join("out");
    let mut run =
        plimsoll(&["run", &study.display().to_string(), "-o", &out.display().to_string()], Some(&keys.bin()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
    let file = out.join("run.run");
    let wait_for = |what: &str, is_so: &dyn Fn(Run) -> bool| {
        wait_until(what, || Run::open(&file).is_ok_and(is_so));
    };
    wait_for("readings of both hosts", &|run| {
        ["docker01", "docker02"].iter().all(|host| points(&run, host) > 0)
    });
    two.die();
    wait_for("the gap", &|run| !run.telemetry.gaps.is_empty());
    wait_for("more of the other host", &|run| points(&run, "docker01") > points(&run, "docker02"));
    let pid = rustix::process::Pid::from_raw(run.id() as i32).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("told to end");
    assert_eq!(run.wait().expect("it ends").code(), Some(4));
    let run = Run::open(&file).expect("a run file");
    for host in &run.telemetry.hosts {
        let clock = host.clock.expect("a clock");
        assert_eq!(clock.method, ClockMethod::Asked);
        // It is this machine's own clock.
        assert!(clock.ahead_us.unsigned_abs() <= clock.uncertainty_us, "{host:?}");
    }
    let gaps: Vec<&str> = run.telemetry.gaps.iter().map(|gap| gap.source.host.as_str()).collect();
    assert_eq!(gaps, ["docker02"], "{:?}", run.telemetry.gaps);
    assert!(points(&run, "docker01") > points(&run, "docker02"), "the other host was watched to the end");
}

/// Readings of the host's idle CPU time.
fn points(run: &Run, host: &str) -> u64 {
    let series = run.telemetry.series.iter().filter(|s| s.series.source.host == host);
    series.filter(|s| s.series.metric == "system.cpu.utilization").map(|s| s.points).sum()
}

#[test]
fn a_host_is_tried_and_nothing_is_left_on_it() {
    let Some(keys) = Keys::new() else { return };
    let Some(server) = keys.server() else { return };
    let address = format!("ssh://{}@127.0.0.1:{}", user(), server.port);
    let output = plimsoll(&["watch", &address, "--for", "3s"], Some(&keys.bin())).output().expect("it runs");
    let text = said(&output);
    assert!(text.contains("its clock is") && text.contains("vmstat of 127.0.0.1: "), "{text}");
    assert!(text.contains("% of a core there"), "{text}");
    assert!(text.contains(&format!("- host: {address}\n    vmstat: 1 s")), "{text}");
    wait_until("the connection's end", || server.sessions_open() == 0);
}

#[test]
fn a_host_that_cannot_be_reached_is_named_with_what_ssh_said() {
    let Some(keys) = Keys::new() else { return };
    let output = plimsoll(&["watch", "ssh://127.0.0.1:1"], Some(&keys.bin())).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let text = said(&output);
    assert!(text.contains("ssh://127.0.0.1:1: ssh: connect to host 127.0.0.1 port 1"), "{text}");
    assert!(text.contains("without a password"), "{text}");
}
