//! Nodes as pods, against a real API server with its controllers and scheduler. There is no machine in the cluster, so pods are made
//! and wait; nodes of this machine make the load in their place.

use super::control_plane::Cluster;
use super::lab::{Lab, PATIENCE, Shop, missing_seconds, once_asked, requests};
use crate::program::{command, plimsoll, said, write};
use plimsoll_testkit::ports::free_port;
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn write_fleet(lab: &Lab, further: &str) {
    let text = format!(
        "name: lab\nnats: \"{}\"\nkubernetes: {{namespace: perf, image: \"plimsoll:0\", nodes: 2, cpu: 500m{further}}}\n",
        lab.nats()
    );
    write(lab.path(), "fleet.yaml", &text);
}

/// The manifests of a NATS server that the documentation shows.
fn server_of_documentation() -> &'static str {
    let text = include_str!("../../../../../docs/fleet.md");
    let (_, text) = text.split_once("# nats.yaml\n").expect("it is there");
    text.split_once("```").expect("its end").0
}

#[test]
#[ignore = "`make test-real`: needs a Kubernetes control plane, which takes ten minutes to build"]
fn a_job_of_nodes_is_made_for_a_run_and_removed_after_it() {
    let (Some(lab), Some(cluster)) = (Lab::new(), Cluster::start()) else { return };
    let shop = Shop::open();
    write_fleet(&lab, "");
    let printed = cluster
        .plimsoll(lab.path(), "admin", &["fleet", "kubernetes", "--print", "fleet.yaml"])
        .output()
        .expect("it runs");
    write(lab.path(), "printed.yaml", &String::from_utf8_lossy(&printed.stdout));
    cluster.kubectl(&["label", "namespace", "perf", "pod-security.kubernetes.io/enforce=restricted"]);
    let manifests = lab.path().join("printed.yaml").display().to_string();
    let checked = cluster.kubectl(&["apply", "--dry-run=server", "--validate=strict", "-f", &manifests]);
    assert!(checked.status.success(), "{}", said(&checked));
    assert!(!said(&checked).contains("would violate PodSecurity"), "{}", said(&checked));
    write(lab.path(), "nats.yaml", server_of_documentation());
    let server = lab.path().join("nats.yaml").display().to_string();
    let checked =
        cluster.kubectl(&["apply", "--dry-run=server", "--validate=strict", "-n=perf", "-f", &server]);
    assert!(checked.status.success(), "{}", said(&checked));
    let _nodes = [lab.node("a"), lab.node("b")];
    let url = format!("http://{}/", shop.address);
    let watching = std::thread::spawn({
        let (kubectl, configuration) = (cluster.programs.join("kubectl"), cluster.configuration("admin"));
        move || {
            let ask = [
                "-n",
                "perf",
                "get",
                "pods",
                "-o",
                "jsonpath={.items[*].metadata.labels.batch\\.kubernetes\\.io/job-completion-index}",
            ];
            let deadline = Instant::now() + PATIENCE;
            while Instant::now() < deadline {
                let mut asking = Command::new(&kubectl);
                let answer =
                    asking.args(["--kubeconfig", &configuration]).args(ask).output().expect("kubectl runs");
                let found = String::from_utf8_lossy(&answer.stdout).into_owned();
                if found.contains('0') && found.contains('1') {
                    return true;
                }
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
            false
        }
    });
    let arguments = ["run", &url, "-c", "4", "-d", "8s", "--fleet", "fleet.yaml", "-o", "out"];
    let output = cluster.plimsoll(lab.path(), "admin", &arguments).output().expect("it runs");
    let run = lab.opened(&output);
    assert!(watching.join().expect("it looked"), "a pod for each index: {}", said(&output));
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
    cluster.wait_until_nothing_is_left();
}

#[test]
#[ignore = "`make test-real`: needs a Kubernetes control plane, which takes ten minutes to build"]
fn what_keeps_pods_from_running_is_said_and_nothing_is_left() {
    let (Some(lab), Some(cluster)) = (Lab::new(), Cluster::start()) else { return };
    let check = |token: &str, parts: &[&str]| {
        let output =
            cluster.plimsoll(lab.path(), token, &["fleet", "check", "fleet.yaml"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        for part in parts {
            assert!(
                said(&output).contains(part) && said(&output).contains("hint:"),
                "{part}: {}",
                said(&output)
            );
        }
        cluster.wait_until_nothing_is_left();
    };
    write_fleet(&lab, "");
    check("nobody", &["could not start nodes in the namespace perf", "forbidden", "kubectl auth can-i"]);
    write_fleet(&lab, ", start_within: 6 s");
    check(
        "admin",
        &["0 of 2 pods run in the namespace perf", "no machine of the cluster has room", "(2 pods)"],
    );
    let quota = ["-n", "perf", "create", "quota", "small", "--hard=pods=0"];
    assert!(cluster.kubectl(&quota).status.success());
    write_fleet(&lab, "");
    check("admin", &["exceeded quota: small", "ask for a higher quota"]);
    write(
        lab.path(),
        "fleet.yaml",
        &format!(
            "name: lab\nnats: \"{}\"\nkubernetes: {{namespace: nowhere, image: x, nodes: 1}}\n",
            lab.nats()
        ),
    );
    check("admin", &["namespaces \"nowhere\" not found", "kubectl create namespace"]);
}

#[test]
fn a_fleet_in_kubernetes_is_checked_before_anything_is_made() {
    let Some(lab) = Lab::new() else { return };
    let check = |text: &str, parts: &[&str]| {
        write(lab.path(), "fleet.yaml", text);
        let output = plimsoll(lab.path(), &["fleet", "kubernetes", "--print", "fleet.yaml"]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        parts.iter().for_each(|part| assert!(said(&output).contains(part), "{part}: {}", said(&output)));
    };
    check("kubernetes: {namespace: p, image: i, nodes: 2}\n", &["need a NATS server that they can reach"]);
    let wrong = "nats: n\nkubernetes:\n  namespace: P_\n  image: i\n  nodes: 0\n  cpu: 1 GB\n";
    check(
        wrong,
        &["fleet.yaml:3", "no name of Kubernetes", "no pods are no nodes", "no quantity of Kubernetes"],
    );
    check("nats: n\njoined: 1\n", &["has no nodes in Kubernetes"]);
}

/// A cluster whose machines can't pull the image.
const WITHOUT_IMAGE: &str = r#"#!/bin/sh
case "$*" in
*" get pods "*) echo '{"items": [{"metadata": {"name": "p-0"}, "status": {"phase": "Pending", "containerStatuses":
  [{"state": {"waiting": {"reason": "ErrImagePull", "message": "no such image"}}}]}}]}' ;;
*" get events "*) echo '{"items": []}' ;;
*" create "*) cat > made.yaml ;;
esac
"#;

/// A cluster that has no pods any more, and notes what it is asked.
const WITHOUT_PODS: &str = r#"#!/bin/sh
echo "$*" >> asked
case "$*" in
*" get "*) echo '{"items": []}' ;;
*" create "*) cat > made.yaml ;;
esac
"#;

/// The program, with this as kubectl.
fn with_kubectl(lab: &Lab, script: &str, arguments: &[&str]) -> Command {
    let bin = lab.path().join("bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let kubectl = write(&bin, "kubectl", script);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&kubectl, mode).expect("executable");
    let mut command = command(lab.path(), arguments);
    command.env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default()));
    command
}

#[test]
fn a_check_says_all_that_keeps_nodes_away_at_once() {
    let Some(lab) = Lab::new() else { return };
    let text = format!(
        "name: lab\nnats: \"{}\"\njoined: 2\njoin_within: 2 s\nssh: [\"127.0.0.1:{}\"]\n\
         kubernetes: {{namespace: perf, image: \"plimsoll:0\", nodes: 1}}\n",
        lab.nats(),
        free_port()
    );
    write(lab.path(), "fleet.yaml", &text);
    let _node = lab.node("a");
    let mut check = with_kubectl(&lab, WITHOUT_IMAGE, &["fleet", "check", "fleet.yaml", "--quick"]);
    let output = check.output().expect("it runs");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    // The node that is there, a host that nothing listens on, a pod without its image, a node that nobody started.
    for part in [
        "1 node\n",
        "1 of the nodes could not be started",
        "the image can't be pulled: no such image",
        "1 of 2 nodes of the fleet \"lab\" are there",
    ] {
        assert_eq!(text.matches(part).count(), 1, "{part}: {text}");
    }
    assert!(lab.path().join("made.yaml").is_file());
}

#[test]
fn of_all_nodes_that_were_lost_the_cluster_is_asked_once() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let pods = "kubernetes: {namespace: perf, image: \"plimsoll:0\", nodes: 3}";
    write(
        lab.path(),
        "fleet.yaml",
        &format!("name: lab\nnats: \"{}\"\nlost_after: 2 s\n{pods}\n", lab.nats()),
    );
    // They stand for pods.
    let (lost, _stays) = ([lab.node("node-0"), lab.node("node-1")], lab.node("node-2"));
    let log = lab.path().join("asked");
    let looks = move || {
        let asked = std::fs::read_to_string(&log).unwrap_or_default();
        asked.lines().filter(|line| line.contains(" get pods ")).count()
    };
    let before = once_asked(&shop, 300, {
        let looks = looks.clone();
        move || {
            drop(lost);
            looks()
        }
    });
    let url = format!("http://{}/", shop.address);
    let run = ["run", &url, "-c", "6", "-d", "8s", "--fleet", "fleet.yaml", "-o", "out"];
    let output = with_kubectl(&lab, WITHOUT_PODS, &run).output().expect("it runs");
    let text = said(&output);
    for node in ["node-0", "node-1"] {
        assert!(text.contains(&format!("node {node}: its pod was deleted")), "{text}");
    }
    assert_eq!(looks() - before.join().expect("they were killed"), 1, "{text}");
}

/// A cluster that does not answer, and notes what it is asked to remove.
const SILENT: &str = r#"#!/bin/sh
case "$*" in
*" create "*) cat > made.yaml; sleep 300 & echo $! > "waiting"; wait ;;
*" delete "*) echo "$*" >> removed ;;
esac
"#;

#[test]
fn kubectl_that_does_not_answer_is_ended_with_the_run_and_what_was_made_is_removed() {
    let Some(lab) = Lab::new() else { return };
    let pods = "kubernetes: {namespace: perf, image: \"plimsoll:0\", nodes: 1}";
    write(lab.path(), "fleet.yaml", &format!("name: lab\nnats: \"{}\"\n{pods}\n", lab.nats()));
    let run = ["run", "http://127.0.0.1:9/", "-c", "1", "-d", "1s", "--fleet", "fleet.yaml", "-o", "out"];
    let mut command = with_kubectl(&lab, SILENT, &run);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let deadline = Instant::now() + PATIENCE;
    let waiting = || std::fs::read_to_string(lab.path().join("waiting")).unwrap_or_default();
    while !waiting().ends_with('\n') {
        assert!(Instant::now() < deadline, "kubectl was not asked");
        std::thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    let output = child.wait_with_output().expect("it ended");
    assert!(said(&output).contains("stopped before all nodes were there"), "{}", said(&output));
    let state = std::fs::read_to_string(format!("/proc/{}/stat", waiting().trim())).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
    let removed = std::fs::read_to_string(lab.path().join("removed")).expect("it was removed");
    assert!(removed.contains("jobs,secrets,serviceaccounts") && removed.lines().count() == 1, "{removed}");
}

/// A cluster that goes away once its pods are there.
const AWAY_AT_END: &str = r#"#!/bin/sh
case "$*" in
*" get "*) echo '{"items": []}' ;;
*" create "*) cat > made.yaml ;;
*" delete "*) echo "Unable to connect to the server: EOF" >&2; exit 1 ;;
esac
"#;

#[test]
fn what_could_not_be_removed_from_the_cluster_is_said() {
    let Some(lab) = Lab::new() else { return };
    let pods = "kubernetes: {namespace: perf, image: \"plimsoll:0\", nodes: 1}";
    write(lab.path(), "fleet.yaml", &format!("name: lab\nnats: \"{}\"\n{pods}\n", lab.nats()));
    // It stands for a pod.
    let _node = lab.node("node-0");
    let shop = Shop::open();
    let url = format!("http://{}/", shop.address);
    let run = ["run", &url, "-c", "1", "-d", "1s", "--fleet", "fleet.yaml", "-o", "out"];
    for arguments in [&["fleet", "check", "fleet.yaml", "--quick"][..], &run] {
        let text = said(&with_kubectl(&lab, AWAY_AT_END, arguments).output().expect("it runs"));
        let warning = "what was made in the namespace perf could not be removed: kubectl could not remove the nodes in the namespace perf: Unable to connect to the server: EOF";
        assert_eq!(text.matches(warning).count(), 1, "{text}");
        assert!(text.contains("plimsoll fleet kubernetes --delete FILE"), "{text}");
    }
}
