//! Faults that need root: limits of control groups; and a cluster of NATS servers.

use super::lab::{Lab, Node, PATIENCE, Shop, by_node, missing_seconds, noted, once_asked, requests};
use crate::program::{PLIMSOLL, plimsoll, said, write};
use plimsoll_run::NoteContent;
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
    // Of a limit of time that far away the missing load could change nothing.
    let output = lab.run(&[&target.url(), "-c", "64", "-d", "8s", "-r", "errors < 1 %"]);
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert_eq!((requests(&run), missing_seconds(&run)), (by_node(&run), 0), "{}", said(&output));
    let text = plimsoll(lab.path(), &["report", "out/run.run", "--format", "text"]);
    let limited = said(&text).lines().any(|line| line.contains("[node-limited]"));
    assert!(limited && said(&text).contains("(b)"), "{}{}", said(&text), said(&output));
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
