//! Faults of networks, whose packets vanish: hosts are network namespaces, which need root.

use super::lab::{Node, PATIENCE, by_node, missing_seconds, noted, requests};
use crate::program::{PLIMSOLL, said, write};
use crate::watch::sshd::Keys;
use plimsoll_run::{NoteContent, Run};
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Hosts in network namespaces, joined by a bridge that has one of its own.
pub struct Hosts {
    name: String,
    count: u8,
}

impl Hosts {
    /// `1` to `count` have the addresses 10.211.0.1 and so on.
    pub fn new(count: u8) -> Option<Hosts> {
        program("ip")?;
        // Tests go on beside each other.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let hosts = Hosts { name: format!("plfleet{}-{number}-", std::process::id()), count };
        match hosts.make() {
            Ok(()) => Some(hosts),
            Err(why) => {
                skip("network namespaces", &format!("they can't be made here: {why}"));
                None
            }
        }
    }

    fn make(&self) -> Result<(), String> {
        let bridge = self.space(0);
        ip(&format!("netns add {bridge}"))?;
        ip(&format!("-n {bridge} link add br0 type bridge"))?;
        ip(&format!("-n {bridge} link set br0 up"))?;
        for host in 1..=self.count {
            let space = self.space(host);
            ip(&format!("netns add {space}"))?;
            ip(&format!("-n {bridge} link add h{host} type veth peer name eth0 netns {space}"))?;
            ip(&format!("-n {bridge} link set h{host} master br0 up"))?;
            ip(&format!("-n {space} link set lo up"))?;
            ip(&format!("-n {space} addr add 10.211.0.{host}/24 dev eth0"))?;
            ip(&format!("-n {space} link set eth0 up"))?;
        }
        Ok(())
    }

    pub fn space(&self, host: u8) -> String {
        format!("{}{host}", self.name)
    }

    pub fn command(&self, host: u8, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{}", self.space(host))).arg(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    pub fn link(&self, host: u8, state: &str) {
        ip(&format!("-n {} link set h{host} {state}", self.space(0))).expect("a link");
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for host in 0..=self.count {
            let _ = ip(&format!("netns del {}", self.space(host)));
        }
    }
}

pub fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(format!("ip {arguments}: {said}")) }
}

/// Counts what it serves.
const TARGET: [&str; 6] = ["target", "--listen", "127.0.0.1:8080", "delay", "--distribution", "100% 1 ms"];

/// Host 1 coordinates, and has the server; 2 and 3 are nodes, which load a target each on their own loopback.
struct Network {
    hosts: Hosts,
    folder: tempfile::TempDir,
    _processes: Vec<Node>,
}

impl Network {
    fn start() -> Option<Network> {
        let (nats, hosts) = (program("nats-server")?.display().to_string(), Hosts::new(3)?);
        let folder = tempfile::tempdir().expect("a folder");
        let mut processes = Vec::new();
        let mut start = |host: u8, program: &str, arguments: &[&str]| {
            let mut command = hosts.command(host, program);
            processes
                .push(Node(command.args(arguments).current_dir(folder.path()).spawn().expect("it starts")));
        };
        start(1, &nats, &["-js", "-a", "10.211.0.1", "-p", "4222", "-sd", "store"]);
        for host in [2, 3] {
            let name = format!("gen{host}");
            start(host, PLIMSOLL, &TARGET);
            let url = "nats://10.211.0.1:4222";
            let own = [
                "node",
                "--nats",
                url,
                "--fleet",
                "lab",
                "--workers",
                "1",
                "--name",
                &name,
                "--folder",
                &name,
            ];
            std::thread::sleep(Duration::from_millis(500));
            start(host, PLIMSOLL, &own);
        }
        let fleet = "fleet: {name: lab, nats: \"nats://10.211.0.1:4222\", joined: 2, lost_after: 3 s}\n";
        write(folder.path(), "fleet.yaml", fleet);
        Some(Network { hosts, folder, _processes: processes })
    }

    /// A run of the fleet, with what is done to its network once it has gone on for a while.
    fn run(&self, length: &str, act: impl FnOnce(&Hosts) + Send) -> (Output, Run) {
        let url = "http://127.0.0.1:8080/";
        let mut command = self.hosts.command(1, PLIMSOLL);
        command.args([
            "run",
            url,
            "--rate",
            "100",
            "-d",
            length,
            "-r",
            "p95 < 10 s",
            "--fleet",
            "fleet.yaml",
            "-o",
            "out",
        ]);
        command.current_dir(self.folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let file = self.folder.path().join("out/run.run");
        let output = std::thread::scope(|scope| {
            scope.spawn(|| {
                let deadline = Instant::now() + PATIENCE;
                let is_going = || Run::open(&file).is_ok_and(|run| run.seconds.len() >= 3);
                while !is_going() && Instant::now() < deadline {
                    std::thread::sleep(Duration::from_millis(200));
                }
                act(&self.hosts);
            });
            command.output().expect("it runs")
        });
        let run = Run::open(&file).unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
        (output, run)
    }

    /// What its target counted.
    fn served(&self, host: u8) -> Option<u64> {
        let curl = program("curl")?.display().to_string();
        let mut command = self.hosts.command(host, &curl);
        let truth =
            command.args(["-s", "http://127.0.0.1:8080/truth"]).stdout(Stdio::piped()).output().ok()?;
        serde_json::from_slice::<serde_json::Value>(&truth.stdout).ok()?["requests"].as_u64()
    }
}

#[test]
#[ignore = "`make test-real`: changes the machine's network, needs root"]
fn a_host_whose_packets_vanish_for_20_s_comes_back_with_all_it_measured() {
    let Some(network) = Network::start() else { return };
    let (output, run) = network.run("40s", |hosts| {
        hosts.link(3, "down");
        std::thread::sleep(Duration::from_secs(20));
        hosts.link(3, "up");
    });
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeLost { node: 2, .. })), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeFound { node: 2, .. })), "{}", said(&output));
    assert_eq!(missing_seconds(&run), 0, "{}", said(&output));
    let own = [2, 3].map(|host| network.served(host).expect("its own count"));
    assert_eq!(requests(&run), own.iter().sum::<u64>(), "{}", said(&output));
    assert!((3_990..=4_010).contains(&requests(&run)), "{} of 4,000 arrivals", requests(&run));
}

#[test]
#[ignore = "`make test-real`: changes the machine's network, needs root"]
fn a_host_whose_packets_vanish_for_good_is_missing_from_then_on() {
    let Some(network) = Network::start() else { return };
    let (output, run) = network.run("15s", |hosts| hosts.link(3, "down"));
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("Node 2 (gen3) of the fleet was away"), "{}", said(&output));
    assert!(missing_seconds(&run) >= 8 && requests(&run) == by_node(&run), "{}", said(&output));
    let of_first = run.seconds.iter().filter_map(|second| second.generator.nodes.get(&1));
    assert_eq!(of_first.map(|node| node.requests).sum::<u64>(), network.served(2).expect("its own count"));
}

/// Over ssh through the same network, with a server of the run's own: the node reaches it by a tunnel of its connection.
#[test]
#[ignore = "`make test-real`: changes the machine's network, needs root"]
fn a_tunnel_to_a_host_whose_packets_vanish_for_20_s_carries_on() {
    let (Some(_), Some(keys), Some(sshd)) = (program("nats-server"), Keys::new(), program("sshd")) else {
        return;
    };
    let Some(hosts) = Hosts::new(2) else { return };
    let configuration = keys.configuration("10.211.0.2", 2222);
    let start = |program: &str, arguments: &[&str]| {
        Node(hosts.command(2, program).args(arguments).spawn().expect("it starts"))
    };
    let sshd = sshd.display().to_string();
    let _processes =
        [start(&sshd, &["-D", "-e", "-f", &configuration.display().to_string()]), start(PLIMSOLL, &TARGET)];
    let folder = tempfile::tempdir().expect("a folder");
    let fleet = "name: tunnel\nssh: [{host: 10.211.0.2, port: 2222, cores: 1}]\nlost_after: 3 s\n";
    write(folder.path(), "fleet.yaml", fleet);
    std::thread::sleep(Duration::from_secs(1));
    let mut command = hosts.command(1, PLIMSOLL);
    let paths = format!("{}:{}", keys.bin().display(), std::env::var("PATH").unwrap_or_default());
    let load = ["--rate", "100", "-d", "45s", "--fleet", "fleet.yaml", "--node-files", "-o", "out"];
    command.args([&["run", "http://127.0.0.1:8080/"], load.as_slice()].concat()).env("PATH", paths);
    command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let file = folder.path().join("out/run.run");
    let output = std::thread::scope(|scope| {
        scope.spawn(|| {
            let deadline = Instant::now() + PATIENCE;
            while !Run::open(&file).is_ok_and(|run| run.seconds.len() >= 3) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(200));
            }
            hosts.link(2, "down");
            std::thread::sleep(Duration::from_secs(20));
            hosts.link(2, "up");
        });
        command.output().expect("it runs")
    });
    let run = Run::open(&file).unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeFound { node: 1, .. })), "{}", said(&output));
    assert_eq!((missing_seconds(&run), requests(&run)), (0, 4_500), "{}", said(&output));
    assert!(said(&output).contains("have 4500 requests; so has the run"), "{}", said(&output));
}
