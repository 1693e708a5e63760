//! A cluster with two machines: network namespaces of this one, each with a containerd and a kubelet, and folders of their own for
//! everything that these write.

use super::control_plane::Cluster;
use super::images::image;
use super::lab::{Node, PATIENCE};
use super::networks::{Hosts, ip};
use crate::program::{PLIMSOLL, write};
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where each hierarchy of cgroups has its folder.
const CGROUPS: &str = "/sys/fs/cgroup";
/// Without them a kubelet does not start.
const CONTROLLERS: [&str; 4] = ["cpu", "cpuset", "memory", "pids"];
/// The hosts that are machines of the cluster; the first has the control plane, the server of the fleet, and the coordinator.
pub const MACHINES: [u8; 2] = [2, 3];
/// Each machine has a target of its own at this address, so that what becomes of its link is nothing to the load.
pub const TARGET: &str = "10.211.1.1:8080";

pub struct Machines {
    // Dropped in this order.
    processes: Vec<Node>,
    cgroups: Vec<PathBuf>,
    pub cluster: Cluster,
    pub hosts: Hosts,
    pub folder: tempfile::TempDir,
}

impl Machines {
    pub fn start() -> Option<Machines> {
        let programs = Programs::all()?;
        let hosts = Hosts::new(3)?;
        let cluster = Cluster::start_at(Some(hosts.space(1)), "10.211.0.1")?;
        let folder = tempfile::tempdir().expect("a folder");
        let mut machines = Machines { processes: Vec::new(), cgroups: Vec::new(), cluster, hosts, folder };
        let images = machines.path().join("images");
        std::fs::create_dir(&images).expect("a folder");
        image(&images, "plimsoll", Path::new(PLIMSOLL), &["/usr/bin/plimsoll"]);
        image(&images, "pause", &programs.sleep, &["/usr/bin/pause", "infinity"]);
        machines.start_process(1, &programs.nats, &["-js", "-a", "10.211.0.1", "-sd", "store"]);
        for host in MACHINES {
            machines.join(host, &programs);
        }
        machines.wait_until_ready();
        Some(machines)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn start_process(&mut self, host: u8, program: &Path, arguments: &[&str]) {
        let mut command = self.hosts.command(host, &program.display().to_string());
        command.args(arguments).current_dir(self.folder.path());
        self.processes.push(Node(command.spawn().expect("it starts")));
    }

    /// A machine of the cluster, which pods' packets cross.
    fn join(&mut self, host: u8, programs: &Programs) {
        let (name, cgroup) = (format!("gen{host}"), self.hosts.space(host));
        let folder = self.path().join(&name);
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::copy(self.cluster.configuration(&name), folder.join("node.kubeconfig")).expect("copied");
        self.cgroups.extend(make_cgroups(&cgroup));
        let pods = format!("10.244.{host}.0/24");
        let (space, first) = (self.hosts.space(host), self.hosts.space(1));
        ip(&format!("-n {first} route add {pods} via 10.211.0.{host}")).expect("a route");
        ip(&format!("-n {space} addr add 10.211.1.1/32 dev lo")).expect("an address");
        self.start_process(
            host,
            Path::new(PLIMSOLL),
            &["target", "--listen", TARGET, "delay", "--distribution", "100% 1 ms"],
        );
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kubernetes/node.sh");
        let mut command = self.hosts.command(host, "unshare");
        command.args(["--mount", "--propagation=private", "--pid", "--fork", "--kill-child", "--mount-proc"]);
        command.arg("sh").arg(script).arg(&folder).args([&name, &format!("10.211.0.{host}"), &pods, &cgroup]);
        command.arg(self.cluster.programs.join("kubelet")).arg(&programs.plugins);
        command.stderr(std::fs::File::create(self.path().join(format!("{name}.log"))).expect("a log"));
        self.processes.push(Node(command.spawn().expect("it starts")));
    }

    fn wait_until_ready(&self) {
        let deadline = Instant::now() + PATIENCE;
        let ask =
            ["get", "nodes", "-o", "jsonpath={.items[*].status.conditions[?(@.type==\"Ready\")].status}"];
        loop {
            let answer = self.cluster.kubectl(&ask);
            if String::from_utf8_lossy(&answer.stdout).trim() == "True True" {
                return;
            }
            assert!(Instant::now() < deadline, "the machines are not ready: {}", self.logs());
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// What the machines have said last.
    pub fn logs(&self) -> String {
        let files = MACHINES.map(|host| {
            [format!("gen{host}.log"), format!("gen{host}/kubelet.log"), format!("gen{host}/containerd.log")]
        });
        let last = |name: &String| {
            let text = std::fs::read_to_string(self.path().join(name)).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            format!("{name}:\n{}\n", lines[lines.len().saturating_sub(15)..].join("\n"))
        };
        files.iter().flatten().map(last).collect()
    }

    /// What the target of a machine counted.
    pub fn served(&self, host: u8) -> u64 {
        let curl = program("curl").expect("it was there").display().to_string();
        let mut command = self.hosts.command(host, &curl);
        command.args(["-s", &format!("http://{TARGET}/truth")]).stdout(Stdio::piped());
        let truth = command.output().expect("curl runs");
        let truth: serde_json::Value = serde_json::from_slice(&truth.stdout).expect("its count");
        truth["requests"].as_u64().expect("its count")
    }

    /// Another process of the pod of this node takes more memory than the pod may have; the node is what has to end then.
    pub fn use_up_memory(&self, node: &str) {
        let find = || self.cgroups.iter().find_map(|own| node_below(own, node));
        let (cgroup, process) = find().expect("the pod's cgroup");
        write(Path::new("/proc").join(process).as_path(), "oom_score_adj", "1000");
        let use_up = "echo $$ > \"$0\"/cgroup.procs; exec dd if=/dev/zero of=/dev/null bs=300M count=1";
        let mut command = Command::new("sh");
        let started = command.args(["-c", use_up]).arg(&cgroup).stderr(Stdio::null()).spawn();
        let _other = Node(started.expect("sh starts"));
        let deadline = Instant::now() + Duration::from_secs(10);
        while find().is_some() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A fleet of so many pods.
    pub fn write_fleet(&self, pods: u32, image: &str, further: &str) {
        let text = format!(
            "name: lab\nnats: \"nats://10.211.0.1:4222\"\nlost_after: 3 s\n{further}\
             kubernetes: {{namespace: perf, image: \"{image}\", nodes: {pods}, cpu: 400m, memory: 256Mi}}\n"
        );
        write(self.path(), "fleet.yaml", &text);
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        // With the first process of a machine all of its others end.
        self.processes.clear();
        self.cgroups.iter().for_each(|cgroup| remove_cgroup(cgroup));
    }
}

struct Programs {
    nats: PathBuf,
    sleep: PathBuf,
    /// A folder.
    plugins: PathBuf,
}

impl Programs {
    fn all() -> Option<Programs> {
        if !rustix::process::geteuid().is_root() {
            skip("root", "cgroups and namespaces are root's");
            return None;
        }
        for name in ["containerd", "ctr", "runc", "curl", "nsenter", "unshare"] {
            program(name)?;
        }
        let own = ["--mount", "--pid", "--fork", "--mount-proc", "mount", "-t", "tmpfs", "own", "/run"];
        if !Command::new("unshare").args(own).output().is_ok_and(|output| output.status.success()) {
            skip("namespaces", "those of mounts and processes can't be made here");
            return None;
        }
        let folders = ["/usr/lib/cni", "/opt/cni/bin"].map(PathBuf::from);
        let Some(plugins) = folders.into_iter().find(|folder| folder.join("bridge").exists()) else {
            skip("CNI plugins", "they are not installed");
            return None;
        };
        let kubernetes = std::env::var_os("PLIMSOLL_TEST_KUBERNETES").map(PathBuf::from).unwrap_or_default();
        if !kubernetes.join("kubelet").exists() {
            skip("kubelet", "it is not in the folder that PLIMSOLL_TEST_KUBERNETES names");
            return None;
        }
        let missing: Vec<&str> =
            CONTROLLERS.into_iter().filter(|controller| !is_controlled(controller)).collect();
        if !missing.is_empty() {
            skip("cgroup controllers", &format!("there is no {}", missing.join(", ")));
            return None;
        }
        Some(Programs { nats: program("nats-server")?, sleep: program("sleep")?, plugins })
    }
}

/// By a hierarchy of its own, or by the one of all.
fn is_controlled(controller: &str) -> bool {
    let all = std::fs::read_to_string(format!("{CGROUPS}/cgroup.subtree_control")).unwrap_or_default();
    Path::new(CGROUPS).join(controller).join("cgroup.procs").exists()
        || all.split_whitespace().any(|one| one == controller)
}

/// A folder of this name in each hierarchy.
fn make_cgroups(name: &str) -> Vec<PathBuf> {
    let roots = match Path::new(CGROUPS).join("cgroup.controllers").exists() {
        true => vec![PathBuf::from(CGROUPS)],
        false => std::fs::read_dir(CGROUPS)
            .expect("hierarchies")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.join("cgroup.procs").exists() && !path.is_symlink())
            .collect(),
    };
    let make = |root: &PathBuf| {
        let folder = root.join(name);
        std::fs::create_dir(&folder).expect("a cgroup");
        // In hierarchies of their own processors and memory are not inherited.
        for file in ["cpuset.cpus", "cpuset.mems"] {
            if let Ok(all) = std::fs::read(root.join(file)) {
                std::fs::write(folder.join(file), all).expect("its processors");
            }
        }
        folder
    };
    roots.iter().map(make).collect()
}

/// Below this folder, if it is of the memory's hierarchy: that of a node of a fleet, and its process.
fn node_below(folder: &Path, node: &str) -> Option<(PathBuf, String)> {
    if !folder.join("memory.stat").exists() {
        return None;
    }
    let processes = std::fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    let is_node = |process: &&str| {
        let words = std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words.contains(&format!("--name\0{node}\0"))
    };
    if let Some(process) = processes.lines().find(is_node) {
        return Some((folder.to_owned(), process.to_owned()));
    }
    let below = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    below.filter(|path| path.is_dir()).find_map(|path| node_below(&path, node))
}

/// With all below it, once their processes are gone.
fn remove_cgroup(folder: &Path) {
    let below = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    below.filter(|path| path.is_dir()).for_each(|path| remove_cgroup(&path));
    let deadline = Instant::now() + Duration::from_secs(5);
    while std::fs::remove_dir(folder).is_err() && folder.exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
}
