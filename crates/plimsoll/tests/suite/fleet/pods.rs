//! Nodes that run as pods, on two machines of a cluster.

use super::lab::{Node, PATIENCE, by_node, missing_seconds, noted, requests};
use super::machines::{MACHINES, Machines, TARGET};
use crate::program::said;
use plimsoll_run::{NoteContent, Run};
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

impl Machines {
    fn load(&self, length: &str) -> Command {
        let url = format!("http://{TARGET}/");
        let load = ["run", &url, "--rate", "100", "-d", length, "--fleet", "fleet.yaml", "-o", "out"];
        self.cluster.plimsoll(self.path(), "admin", &load)
    }

    /// A run of the fleet, with what is done once it has gone on for a while.
    fn run(&self, length: &str, act: impl FnOnce() + Send) -> (Output, Run) {
        let output = std::thread::scope(|scope| {
            scope.spawn(|| {
                self.wait_for_seconds(3);
                act();
            });
            bounded(&mut self.load(length))
        });
        let file = self.path().join("out/run.run");
        let run =
            Run::open(&file).unwrap_or_else(|error| panic!("{error}: {}\n{}", said(&output), self.logs()));
        (output, run)
    }

    /// A run of the fleet whose coordinator is killed once it has gone on for a while.
    fn kill_coordinator(&self, length: &str) {
        let mut command = self.load(length);
        let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let coordinator = Node(started.expect("it starts"));
        self.wait_for_seconds(3);
        drop(coordinator);
    }

    fn wait_for_seconds(&self, count: usize) {
        let file = self.path().join("out/run.run");
        let deadline = Instant::now() + PATIENCE;
        while !Run::open(&file).is_ok_and(|run| run.seconds.len() >= count) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// What all targets counted.
    fn all_served(&self) -> u64 {
        MACHINES.iter().map(|host| self.served(*host)).sum()
    }

    /// Of each pod: what this path of its object says.
    fn of_pods(&self, path: &str) -> Vec<String> {
        let path = format!("jsonpath={{range .items[*]}}{{{path}}} {{end}}");
        let answer = self.cluster.kubectl(&["-n", "perf", "get", "pods", "-o", &path]);
        String::from_utf8_lossy(&answer.stdout).split_whitespace().map(str::to_owned).collect()
    }
}

/// The command's output; it is killed when it does not end.
fn bounded(command: &mut Command) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let process = Pid::from_child(&child);
    let (ended, has_ended) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if has_ended.recv_timeout(2 * PATIENCE) == Err(RecvTimeoutError::Timeout) {
                kill_process(process, Signal::KILL).expect("it is there");
            }
        });
        let output = child.wait_with_output().expect("its output");
        drop(ended);
        output
    })
}

fn machine(name: &str) -> u8 {
    MACHINES.into_iter().find(|host| *name == format!("gen{host}")).expect("a machine")
}

/// What the run has of one node.
fn of_node(run: &Run, number: u32) -> u64 {
    let nodes = run.seconds.iter().filter_map(|second| second.generator.nodes.get(&number));
    nodes.map(|node| node.requests).sum()
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn pods_on_two_machines_make_one_load_and_nothing_of_them_is_left() {
    let Some(machines) = Machines::start() else { return };
    machines.write_fleet(4, "plimsoll:test", "");
    let (output, run) = machines.run("10s", || {});
    let expected = (0, 1_000, 1_000);
    assert_eq!((missing_seconds(&run), requests(&run), by_node(&run)), expected, "{}", said(&output));
    for host in MACHINES {
        assert_eq!(machines.served(host), 500, "two of the pods are on each machine: {}", said(&output));
    }
    (1..=4).for_each(|node| assert_eq!(of_node(&run, node), 250, "node {node}: {}", said(&output)));
    machines.cluster.wait_until_nothing_is_left();
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn a_pod_that_is_deleted_is_named_and_the_others_go_on() {
    let Some(machines) = Machines::start() else { return };
    machines.write_fleet(2, "plimsoll:test", "");
    let second = "-l=batch.kubernetes.io/job-completion-index=1";
    let mut left = Vec::new();
    let (output, run) = machines.run("20s", || {
        let delete = ["-n", "perf", "delete", "pod", second, "--force", "--grace-period=0"];
        assert!(machines.cluster.kubectl(&delete).status.success());
        std::thread::sleep(Duration::from_secs(3));
        left = machines.of_pods(".spec.nodeName");
    });
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("Node 2 (node-1) of the fleet was away"), "{}", said(&output));
    assert!(missing_seconds(&run) >= 10, "{}", said(&output));
    let [left] = &left[..] else { panic!("{left:?}: a pod that is lost is not started again") };
    let counted = (of_node(&run, 1), machines.served(machine(left)));
    assert_eq!(counted, (1_000, 1_000), "{}", said(&output));
    machines.cluster.wait_until_nothing_is_left();
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn a_pod_that_is_out_of_memory_is_named_and_the_others_go_on() {
    let Some(machines) = Machines::start() else { return };
    machines.write_fleet(2, "plimsoll:test", "");
    let mut of_second = Vec::new();
    let (output, run) = machines.run("20s", || {
        machines.use_up_memory("node-1");
        let deadline = Instant::now() + Duration::from_secs(10);
        while of_second.is_empty() && Instant::now() < deadline {
            of_second = machines.of_pods(".status.containerStatuses[0].state.terminated.reason");
            std::thread::sleep(Duration::from_millis(300));
        }
    });
    assert_eq!(of_second, ["OOMKilled"], "{}", said(&output));
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    let is_lost = |note: &NoteContent| matches!(note, NoteContent::NodeLost { name, .. } if name == "node-1");
    assert!(noted(&run, is_lost), "{}", said(&output));
    assert!(said(&output).contains("Node 2 (node-1) of the fleet was away"), "{}", said(&output));
    let why = "node node-1: its pod has ended: it was out of memory";
    assert!(said(&output).contains(why), "{}", said(&output));
    assert_eq!(of_node(&run, 1), 1_000, "{}", said(&output));
    // What it had not sent yet is missing.
    let missing = machines.all_served() - requests(&run);
    assert!(missing <= 150, "{missing}: {}", said(&output));
    machines.cluster.wait_until_nothing_is_left();
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn an_image_that_can_t_be_pulled_or_does_not_run_is_said_with_what_helps() {
    let Some(machines) = Machines::start() else { return };
    let check = |image: &str, parts: &[&str]| {
        machines.write_fleet(2, image, "");
        let began = Instant::now();
        let mut command =
            machines.cluster.plimsoll(machines.path(), "admin", &["fleet", "check", "fleet.yaml"]);
        let output = bounded(&mut command);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(began.elapsed() < Duration::from_secs(60), "within `start_within`: {}", said(&output));
        parts.iter().for_each(|part| assert!(said(&output).contains(part), "{part}: {}", said(&output)));
        machines.cluster.wait_until_nothing_is_left();
    };
    check(
        "127.0.0.1:9/plimsoll:0",
        &["the image can't be pulled", "127.0.0.1:9", "(2 pods)", "hint: check `image`"],
    );
    // A program that does not know the words of a node.
    check("pause:test", &["has ended: exit status 1 (2 pods)", "hint: it said: ", "--nats"]);
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn what_pods_measured_while_their_machine_was_away_comes_late() {
    let Some(machines) = Machines::start() else { return };
    machines.write_fleet(2, "plimsoll:test", "");
    let (output, run) = machines.run("30s", || {
        machines.hosts.link(3, "down");
        std::thread::sleep(Duration::from_secs(10));
        machines.hosts.link(3, "up");
    });
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeLost { .. })), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeFound { .. })), "{}", said(&output));
    let counted = (missing_seconds(&run), requests(&run), machines.all_served());
    assert_eq!(counted, (0, 3_000, 3_000), "{}", said(&output));
    machines.cluster.wait_until_nothing_is_left();
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn pods_whose_coordinator_was_killed_end_by_themselves() {
    let Some(machines) = Machines::start() else { return };
    machines.write_fleet(2, "plimsoll:test", "orphan_timeout: 5 s\n");
    machines.kill_coordinator("10min");
    let killed = Instant::now();
    let is_over = |phase: &String| phase == "Succeeded" || phase == "Failed";
    loop {
        let phases = machines.of_pods(".status.phase");
        if phases.len() == 2 && phases.iter().all(is_over) {
            break;
        }
        assert!(killed.elapsed() < Duration::from_secs(60), "{phases:?}: {}", machines.logs());
        std::thread::sleep(Duration::from_millis(500));
    }
    let served = machines.all_served();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(machines.all_served(), served, "nobody makes load any more");
    let delete = ["fleet", "kubernetes", "--delete", "fleet.yaml"];
    let output = bounded(&mut machines.cluster.plimsoll(machines.path(), "admin", &delete));
    assert!(output.status.success(), "{}", said(&output));
    machines.cluster.wait_until_nothing_is_left();
}

#[test]
#[ignore = "`make test-real`: needs containerd, a kubelet and root"]
fn a_run_whose_coordinator_was_killed_goes_on_with_its_pods() {
    let Some(machines) = Machines::start() else { return };
    machines.write_fleet(2, "plimsoll:test", "");
    machines.kill_coordinator("20s");
    std::thread::sleep(Duration::from_secs(3));
    let resume = ["run", "--resume", "out/run.run"];
    let output = bounded(&mut machines.cluster.plimsoll(machines.path(), "admin", &resume));
    let run = Run::open(&machines.path().join("out/run.run")).expect("a run file");
    let counted = (run.is_complete(), missing_seconds(&run), requests(&run), machines.all_served());
    assert_eq!(counted, (true, 0, 2_000, 2_000), "{}", said(&output));
    machines.cluster.wait_until_nothing_is_left();
}
