//! Hosts in network namespaces of their own, watched over ssh from a third one. One is cut off in the middle: its packets
//! vanish, nobody says that it is gone. It needs root and takes a minute, so it runs only where `PLIMSOLL_TEST_NAMESPACES`
//! is set; `make test-real` sets it.

use super::sshd::Keys;
use super::{study, wait_until};
use crate::program::PLIMSOLL;
use plimsoll_run::{EndReason, Run};
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Namespaces joined by a bridge, which has one of its own; the machine's own network is not touched.
struct Network {
    name: String,
}

const BRIDGE: &str = "bridge";
/// Name and address in 10.210.0.0/24.
const HOSTS: [(&str, u8); 3] = [("load", 1), ("one", 2), ("two", 3)];

impl Network {
    fn new() -> Option<Network> {
        program("ip")?;
        let network = Network { name: format!("plimsoll{}", std::process::id()) };
        match network.make() {
            Ok(()) => Some(network),
            Err(why) => {
                skip("network namespaces", &format!("they can't be made here: {why}"));
                None
            }
        }
    }

    fn make(&self) -> Result<(), String> {
        ip(&format!("netns add {}", self.space(BRIDGE)))?;
        self.ip(BRIDGE, "link add br0 type bridge")?;
        self.ip(BRIDGE, "link set br0 up")?;
        for (host, last) in HOSTS {
            let space = self.space(host);
            ip(&format!("netns add {space}"))?;
            self.ip(BRIDGE, &format!("link add {host} type veth peer name eth0 netns {space}"))?;
            self.ip(BRIDGE, &format!("link set {host} master br0 up"))?;
            self.ip(host, "link set lo up")?;
            self.ip(host, &format!("addr add 10.210.0.{last}/24 dev eth0"))?;
            self.ip(host, "link set eth0 up")?;
        }
        Ok(())
    }

    fn space(&self, host: &str) -> String {
        format!("{}{host}", self.name)
    }

    /// `ip` in that namespace.
    fn ip(&self, host: &str, arguments: &str) -> Result<(), String> {
        ip(&format!("-n {} {arguments}", self.space(host)))
    }

    fn command(&self, host: &str, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{}", self.space(host))).arg(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for (host, _) in HOSTS.iter().chain(&[(BRIDGE, 0)]) {
            let space = self.space(host);
            let listing = Command::new("ip").args(["netns", "pids", &space]).output();
            let pids = listing.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
            for pid in pids.unwrap_or_default().split_whitespace() {
                let pid = pid.parse().ok().and_then(rustix::process::Pid::from_raw);
                pid.map(|pid| rustix::process::kill_process(pid, rustix::process::Signal::KILL));
            }
            let _ = ip(&format!("netns del {space}"));
        }
    }
}

fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(format!("ip {arguments}: {said}")) }
}

/// Ended with the value.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Lab {
    network: Network,
    keys: Keys,
    _servers: Vec<Ended>,
}

impl Lab {
    fn new() -> Option<Lab> {
        let (network, keys) = (Network::new()?, Keys::new()?);
        let sshd = program("sshd")?.display().to_string();
        let mut servers = Vec::new();
        for (host, last) in &HOSTS[1..] {
            let config = keys.configuration(&format!("10.210.0.{last}"), 22);
            let mut server = network.command(host, &sshd);
            servers.push(Ended(server.args(["-D", "-e", "-f"]).arg(config).spawn().expect("sshd starts")));
        }
        let lab = Lab { network, keys, _servers: servers };
        for (_, last) in &HOSTS[1..] {
            wait_until("sshd", || {
                let mut ssh = lab.network.command("load", &lab.keys.bin().join("ssh").display().to_string());
                ssh.arg(format!("root@10.210.0.{last}"))
                    .arg("true")
                    .status()
                    .is_ok_and(|status| status.success())
            });
        }
        Some(lab)
    }

    /// A target on the load's own loopback.
    fn target(&self) -> Ended {
        let mut target = self.network.command("load", PLIMSOLL);
        Ended(target.args(["target", "ok", "--listen", "127.0.0.1:8080"]).spawn().expect("it starts"))
    }

    fn run(&self, study: &Path, out: &Path) -> Ended {
        let mut run = self.network.command("load", PLIMSOLL);
        run.arg("run").arg(study).arg("-o").arg(out);
        let path = std::env::var("PATH").unwrap_or_default();
        Ended(run.env("PATH", format!("{}:{path}", self.keys.bin().display())).spawn().expect("it runs"))
    }
}

/// When the host's CPU was read, in microseconds of the run.
fn read_at(run: &Run, host: &str) -> Vec<i64> {
    let series = run.telemetry.series.iter().filter(|stored| stored.series.source.host == host);
    let cpu = series.filter(|stored| stored.series.metric == "system.cpu.utilization");
    cpu.map(|stored| stored.last_us).collect()
}

#[test]
#[ignore = "`make test-real`: changes the machine's network, needs root"]
fn a_host_whose_packets_vanish_leaves_a_gap_and_comes_back() {
    let Some(lab) = Lab::new() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let host = |name: &str, last: u8| {
        format!("  - host: ssh://root@10.210.0.{last}\n    name: {name}\n    vmstat: 1 s\n")
    };
    let _target = lab.target();
    let watch = host("docker01", 2) + &host("docker02", 3);
    let study = study(folder.path(), "http://127.0.0.1:8080", 300, &watch);
    let out = folder.path().join("out");
    let mut run = lab.run(&study, &out);
    let file = out.join("run.run");
    let now = || Run::open(&file).ok();
    wait_until("readings of both hosts", || {
        now().is_some_and(|run| ["docker01", "docker02"].iter().all(|host| !read_at(&run, host).is_empty()))
    });
    lab.network.ip("two", "link set eth0 down").expect("cut off");
    let open = |run: &Run| run.telemetry.gaps.iter().any(|gap| gap.to_us.is_none());
    wait_until("the gap", || now().is_some_and(|run| open(&run)));
    let before = now().map(|run| read_at(&run, "docker01"));
    wait_until("more of the other host", || now().map(|run| read_at(&run, "docker01")) > before);
    lab.network.ip("two", "link set eth0 up").expect("joined again");
    wait_until("the host that comes back", || {
        now().is_some_and(|run| !run.telemetry.gaps.is_empty() && !open(&run))
    });
    let pid = rustix::process::Pid::from_raw(run.0.id() as i32).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("told to end");
    run.0.wait().expect("it ends");
    let run = now().expect("a run file");
    assert_eq!(run.end.as_ref().map(|end| &end.reason), Some(&EndReason::Interrupted));
    let [gap] = run.telemetry.gaps.as_slice() else { panic!("{:?}", run.telemetry.gaps) };
    assert_eq!(gap.source.host, "docker02");
    // Which it is depends on whether the shared connection's own ssh or the one that used it told first.
    let reported = ["not responding", "the connection was lost"].iter().any(|text| gap.reason.contains(text));
    assert!(reported, "{gap:?}");
    // ssh asks three times, 5 s apart, before it gives up.
    let lasted_us = gap.to_us.expect("it ended") - gap.from_us;
    assert!(lasted_us > 15_000_000, "{gap:?}");
    let inside = |at: i64| at > gap.from_us && at < gap.to_us.unwrap_or(i64::MAX);
    assert!(!read_at(&run, "docker02").into_iter().any(inside), "{gap:?}");
    // The load went on through all of it.
    let seconds = &run.seconds[1..run.seconds.len() - 1];
    for second in seconds {
        assert!(
            second.transactions.values().any(|transaction| transaction.requests > 0),
            "{}",
            second.second
        );
    }
    let whole = seconds.iter().map(|second| second.second).collect::<Vec<_>>();
    assert!(whole.windows(2).all(|pair| pair[1] == pair[0] + 1), "{whole:?}");
}
