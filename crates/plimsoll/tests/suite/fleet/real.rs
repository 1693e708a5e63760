//! Faults that need root: networks whose packets vanish, limits of control groups, a cluster of NATS servers.

use super::lab::{Lab, Node, PATIENCE, Shop, by_node, missing_seconds, noted, once_asked, requests};
use crate::program::{PLIMSOLL, plimsoll, said, write};
use plimsoll_run::{NoteContent, Run};
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A control group (version 1, where a machine has it) with limits; removed with the value.
struct Group {
    path: PathBuf,
}

impl Group {
    fn new(controller: &str, limits: &[(&str, &str)]) -> Option<Group> {
        let path = PathBuf::from(format!("/sys/fs/cgroup/{controller}/plimsoll-{}", std::process::id()));
        let made = std::fs::create_dir(&path).and_then(|()| {
            limits.iter().try_for_each(|(file, value)| std::fs::write(path.join(file), value))
        });
        match made {
            Ok(()) => Some(Group { path }),
            Err(error) => {
                skip("control groups", &format!("none can be made in {}: {error}", path.display()));
                None
            }
        }
    }

    /// What starts a process in it.
    fn enter(&self) -> String {
        format!("echo $$ > {}/cgroup.procs; exec \"$@\"", self.path.display())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(10);
        while std::fs::remove_dir(&self.path).is_err() && self.path.exists() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
#[ignore = "`make test-real`: makes control groups, needs root"]
fn a_node_out_of_memory_is_lost_and_named() {
    let Some(lab) = Lab::new() else { return };
    let Some(group) = Group::new("memory", &[("memory.limit_in_bytes", "48M")]) else { return };
    let shop = Shop::open();
    lab.fleet(2, ", lost_after: 2 s");
    // Once the load has begun it is pressed until the kernel takes it.
    let enter = group.enter();
    let _nodes = [lab.node("a"), lab.node_by("b", &["sh", "-c", &enter, "sh"], lab.port, &[])];
    let limit = group.path.join("memory.limit_in_bytes");
    let pressing = once_asked(&shop, 200, move || {
        let pid = std::fs::read_to_string(limit.with_file_name("cgroup.procs")).expect("its processes");
        let pid = pid.lines().next().expect("the node").to_owned();
        // Memory of another process of the group counts as well, and the node is what the kernel is to take.
        std::fs::write(format!("/proc/{pid}/oom_score_adj"), "1000").expect("written");
        let group = limit.parent().expect("a folder").display().to_string();
        let hog = format!("echo $$ > {group}/cgroup.procs; head -c 60m /dev/zero | tail -c 60m | wc -c");
        drop(Command::new("sh").args(["-c", &hog]).stdout(Stdio::null()).status());
    });
    let output = lab.run(&[&format!("http://{}/", shop.address), "-c", "4", "-d", "10s", "-r", "p95 < 10 s"]);
    pressing.join().expect("it was pressed");
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeLost { node: 2, .. })), "{}", said(&output));
    assert!(missing_seconds(&run) >= 3 && requests(&run) == by_node(&run) && requests(&run) <= shop.count());
}

#[test]
#[ignore = "`make test-real`: makes control groups, needs root"]
fn a_node_with_a_quarter_of_a_core_is_named_as_its_own_limit() {
    let Some(lab) = Lab::new() else { return };
    let limits = [("cpu.cfs_period_us", "100000"), ("cpu.cfs_quota_us", "25000")];
    let Some(group) = Group::new("cpu", &limits) else { return };
    let target = Target::start();
    lab.fleet(2, "");
    let enter = group.enter();
    let _nodes = [lab.node("a"), lab.node_by("b", &["sh", "-c", &enter, "sh"], lab.port, &[])];
    let output = lab.run(&[&target.url(), "-c", "64", "-d", "8s", "-r", "p95 < 10 s"]);
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert_eq!((requests(&run), missing_seconds(&run)), (by_node(&run), 0), "{}", said(&output));
    let text = plimsoll(lab.path(), &["report", "out/run.run", "--format", "text"]);
    assert!(said(&text).contains("(b)") || said(&output).contains("(b)"), "{}{}", said(&text), said(&output));
}

/// A server that answers at once.
struct Target {
    _process: Ending,
    port: u16,
}

impl Target {
    fn start() -> Target {
        let port = free_port();
        let mut command = Command::new(PLIMSOLL);
        command.args(["target", "ok", "--listen", &format!("127.0.0.1:{port}")]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        wait_for(port);
        Target { _process: Ending(child), port }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

fn wait_for(port: u16) {
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "nothing listens on port {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Three NATS servers that are one.
struct Cluster {
    folder: PathBuf,
    servers: Vec<Option<Ending>>,
    ports: Vec<u16>,
}

impl Cluster {
    fn start(folder: &Path) -> Option<Cluster> {
        let nats = program("nats-server")?;
        let (ports, routes): (Vec<u16>, Vec<u16>) = (0..3).map(|_| (free_port(), free_port())).unzip();
        let all: Vec<String> = routes.iter().map(|route| format!("nats://127.0.0.1:{route}")).collect();
        let start = |number: usize| {
            let name = format!("n{number}");
            let text = format!(
                "server_name: {name}\nlisten: 127.0.0.1:{}\njetstream {{ store_dir: {:?} }}\n\
                 cluster {{ name: c, listen: 127.0.0.1:{}, routes: [{}] }}\n",
                ports[number],
                folder.join(&name),
                routes[number],
                all.join(", ")
            );
            let config = folder.join(format!("{name}.conf"));
            std::fs::write(&config, text).expect("written");
            let mut command = Command::new(&nats);
            command.arg("-c").arg(config).stdout(Stdio::null()).stderr(Stdio::null());
            Some(Ending(command.spawn().expect("nats-server starts")))
        };
        let servers = (0..3).map(start).collect();
        ports.iter().for_each(|port| wait_for(*port));
        Some(Cluster { folder: folder.to_owned(), servers, ports })
    }

    fn urls(&self) -> String {
        self.ports.iter().map(|port| format!("nats://127.0.0.1:{port}")).collect::<Vec<_>>().join(",")
    }

    /// Which of them leads the fleet's stream, once there is one.
    fn leader(&self) -> usize {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.said_of_leader() {
                Ok(leader) => return leader,
                Err(said) => assert!(Instant::now() < deadline, "no leader: {said:#?}"),
            }
        }
    }

    /// Or all that was said.
    fn said_of_leader(&self) -> Result<usize, Vec<String>> {
        let mut nats = TcpStream::connect(("127.0.0.1", self.ports[0])).expect("a server");
        nats.set_read_timeout(Some(Duration::from_secs(1))).expect("a time-out");
        let ask = "SUB answer 1\r\nPUB $JS.API.STREAM.INFO.plimsoll_lab answer 0\r\n\r\n";
        nats.write_all(format!("CONNECT {{\"verbose\":false}}\r\n{ask}").as_bytes()).expect("asked");
        let lines: Vec<String> = BufReader::new(nats).lines().take(20).map_while(Result::ok).collect();
        let named = lines.iter().find_map(|line| line.split("\"leader\":\"n").nth(1));
        let number = named.and_then(|rest| rest.chars().next()?.to_digit(10));
        number.map(|number| number as usize).ok_or(lines)
    }
}

#[test]
#[ignore = "`make test-real`: a cluster takes its time to elect another leader"]
fn the_leader_of_three_servers_is_killed_and_nothing_is_lost() {
    let Some(lab) = Lab::new() else { return };
    let Some(mut cluster) = Cluster::start(lab.path()) else { return };
    let shop = Shop::open();
    let urls = cluster.urls();
    write(lab.path(), "fleet.yaml", &format!("fleet: {{name: lab, nats: \"{urls}\", joined: 2}}\n"));
    let node = |name: &str| {
        let folder = cluster.folder.join(name).display().to_string();
        let arguments =
            ["node", "--nats", &urls, "--fleet", "lab", "--workers", "1", "--name", name, "--folder"];
        let mut command = Command::new(PLIMSOLL);
        command.args(arguments).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
        Node(command.spawn().expect("a node starts"))
    };
    let _nodes = [node("a"), node("b")];
    let killing = once_asked(&shop, 300, move || {
        let leader = cluster.leader();
        drop(cluster.servers[leader].take());
        cluster
    });
    let output = lab.run(&[&format!("http://{}/", shop.address), "-c", "4", "-d", "25s"]);
    let _cluster = killing.join().unwrap_or_else(|_| panic!("no leader was killed: {}", said(&output)));
    let run = lab.opened(&output);
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
}

/// Hosts in network namespaces, joined by a bridge that has one of its own.
struct Hosts {
    name: String,
    count: u8,
}

impl Hosts {
    /// `1` to `count` have the addresses 10.211.0.1 and so on.
    fn new(count: u8) -> Option<Hosts> {
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

    fn space(&self, host: u8) -> String {
        format!("{}{host}", self.name)
    }

    fn command(&self, host: u8, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{}", self.space(host))).arg(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn link(&self, host: u8, state: &str) {
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

fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(format!("ip {arguments}: {said}")) }
}

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
            start(host, PLIMSOLL, &["target", "ok", "--listen", "127.0.0.1:8080"]);
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
        let files = std::fs::read_dir(self.folder.path().join(format!("gen{host}"))).ok()?.flatten();
        let mut files = files.map(|entry| entry.path());
        let file = files.find(|path| path.extension().is_some_and(|ending| ending == "run"))?;
        Run::open(&file).ok().map(|run| requests(&run))
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
    let own = [2, 3].map(|host| network.served(host).expect("its own file"));
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
    assert_eq!(of_first.map(|node| node.requests).sum::<u64>(), network.served(2).expect("its own file"));
}
