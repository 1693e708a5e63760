//! Who may take part in a fleet, and how nodes get on machines.

use super::lab::{Lab, PATIENCE, Shop, left_in, once_asked, requests};
use crate::program::{command, said, write};
use crate::watch::sshd::{Keys, Sshd};
use plimsoll_run::Run;
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use rustix::process::{Pid, Signal, kill_process};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Of NATS' documentation on nkeys (docs.nats.io): a user's public key, and its seed.
const NKEY: &str = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
const SEED: &str = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";

/// An ssh server, and a folder for runs whose nodes it starts.
struct Ssh {
    keys: Keys,
    sshd: Sshd,
    folder: tempfile::TempDir,
    /// By which its nodes are found among all processes.
    name: String,
}

impl Ssh {
    /// `variables`: of the sessions that the server starts.
    fn new(variables: Vec<(&'static str, String)>) -> Option<Ssh> {
        let (Some(_), Some(keys)) = (program("nats-server"), Keys::new()) else { return None };
        let keys = Keys { variables, ..keys };
        let sshd = keys.server()?;
        let name = format!("access-{}", sshd.port);
        let ssh = Ssh { keys, sshd, folder: tempfile::tempdir().expect("a folder"), name };
        std::fs::create_dir(ssh.scratch()).expect("a folder");
        Some(ssh)
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn scratch(&self) -> PathBuf {
        self.path().join("tmp")
    }

    /// A fleet of one node here, with further keys.
    fn fleet(&self, further: &str) {
        let (name, port) = (&self.name, self.sshd.port);
        let text = format!("name: {name}\nssh: [{{host: 127.0.0.1, port: {port}, cores: 1}}]\n{further}");
        write(self.path(), "fleet.yaml", &text);
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let paths = format!("{}:{}", self.keys.bin().display(), std::env::var("PATH").unwrap_or_default());
        let mut command = command(self.path(), arguments);
        // The nodes' folders are there, too: the server's sessions begin with its environment.
        command.env("PATH", paths).env("TMPDIR", self.scratch());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("it runs")
    }

    /// What the coordinator of a run wrote.
    fn opened(&self, output: &Output) -> Run {
        Run::open(&self.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(output)))
    }

    /// The arguments of its nodes and servers that are there now.
    fn processes(&self) -> Vec<String> {
        let listing = Command::new("ps").args(["-eo", "args"]).output().expect("ps runs");
        let listing = String::from_utf8_lossy(&listing.stdout).into_owned();
        let scratch = self.scratch().display().to_string();
        let is_its = |line: &&str| line.contains(&self.name) || line.contains(&scratch);
        listing.lines().filter(is_its).filter(|line| !line.contains("ps -eo")).map(str::to_owned).collect()
    }

    fn wait_until_nothing_is_left(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.processes().is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(self.processes(), Vec::<String>::new());
        assert_eq!(left_in(&self.scratch()), Vec::<String>::new());
    }
}

fn url(shop: &Shop) -> String {
    format!("http://{}/", shop.address)
}

/// A server that speaks TLS, asks for certificates, and takes one nkey.
fn guarded_server(folder: &Path) -> Option<(Ending, u16)> {
    let (nats, openssl) = (program("nats-server")?, program("openssl")?);
    let at = |name: &str| folder.join(name).display().to_string();
    let made = Command::new(openssl)
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &at("key.pem"), "-out", &at("cert.pem")])
        .output()
        .expect("openssl runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let port = free_port();
    let (certificate, key, store) = (at("cert.pem"), at("key.pem"), at("store"));
    let configuration = format!(
        "host: 127.0.0.1\nport: {port}\njetstream {{ store_dir: {store:?} }}\nauthorization {{ users: [{{ nkey: {NKEY} }}] }}\n\
         tls {{ cert_file: {certificate:?}, key_file: {key:?}, ca_file: {certificate:?}, verify: true }}\n"
    );
    write(folder, "nats.conf", &configuration);
    write(folder, "seed.nk", SEED);
    let child = Command::new(nats)
        .args(["-c", &at("nats.conf")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("nats-server starts");
    let server = Ending(child);
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "nats-server does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some((server, port))
}

#[test]
fn a_node_over_ssh_gets_what_the_server_asks_for_and_shows_it_nobody() {
    let Some(ssh) = Ssh::new(Vec::new()) else { return };
    let Some((_server, port)) = guarded_server(ssh.path()) else { return };
    let shop = Shop::open();
    let pass = "ca: cert.pem, certificate: cert.pem, key: key.pem";
    ssh.fleet(&format!("nats: {{url: \"tls://127.0.0.1:{port}\", nkey: seed.nk, {pass}}}\n"));
    let mut running = ssh
        .command(&["run", &url(&shop), "-c", "2", "-d", "4s", "--fleet", "fleet.yaml", "-o", "out"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let deadline = Instant::now() + PATIENCE;
    while shop.count() < 50 && running.try_wait().expect("a child").is_none() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    let seen = ssh.processes();
    let output = running.wait_with_output().expect("it ends");
    assert!(seen.iter().any(|line| line.contains(" node ")), "{seen:?} {}", said(&output));
    assert!(!seen.iter().any(|line| line.contains(&SEED[..20])), "{seen:?}");
    assert_eq!(requests(&ssh.opened(&output)), shop.count(), "{}", said(&output));
    ssh.wait_until_nothing_is_left();
    // Who has no key orders nothing.
    ssh.fleet(&format!("nats: {{url: \"tls://127.0.0.1:{port}\", {pass}}}\n"));
    let before = shop.count();
    let refused =
        ssh.run(&["run", &url(&shop), "-c", "2", "-d", "2s", "--fleet", "fleet.yaml", "-o", "other"]);
    assert_eq!((refused.status.code(), shop.count()), (Some(2), before), "{}", said(&refused));
    assert!(
        said(&refused).contains("authorization") && said(&refused).contains("hint:"),
        "{}",
        said(&refused)
    );
}

#[test]
fn a_login_in_an_address_is_refused_for_lists_of_processes_would_show_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |text: &str| {
        write(folder.path(), "fleet.yaml", text);
        crate::program::plimsoll(folder.path(), &["fleet", "check", "fleet.yaml"])
    };
    let texts = [
        "nats: nats://u:very-secret@127.0.0.1:9\njoined: 1\n",
        "nats: {url: \"nats://very-secret@127.0.0.1:9\"}\njoined: 1\n",
        "nats: nats://127.0.0.1:9\nkubernetes: {namespace: p, image: i, nodes: 1, nats: \"nats://u:very-secret@n:4222\"}\n",
    ];
    for text in texts {
        let output = check(text);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let (all, part) = (said(&output), "PLIMSOLL_NATS_PASSWORD");
        assert!(all.contains("fleet.yaml:") && all.contains(part) && !all.contains("very-secret"), "{all}");
    }
    let node = ["node", "--nats", "nats://u:very-secret@127.0.0.1:9"];
    let output = crate::program::plimsoll(folder.path(), &node);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let all = said(&output);
    assert!(all.contains("PLIMSOLL_NATS_PASSWORD") && !all.contains("very-secret"), "{all}");
}

#[test]
fn what_keeps_ssh_from_a_host_is_said_of_each_host_with_what_helps() {
    let Some(ssh) = Ssh::new(Vec::new()) else { return };
    let port = ssh.sshd.port;
    let configuration = ssh.keys.folder.path().join("config");
    let strict = std::fs::read_to_string(&configuration).expect("a file");
    let strict = strict.replace("StrictHostKeyChecking no", "StrictHostKeyChecking yes");
    std::fs::write(&configuration, strict).expect("written");
    let fleet = format!("ssh: [\"127.0.0.1:{port}\", \"127.0.0.1:{}\"]\n", free_port());
    write(ssh.path(), "fleet.yaml", &fleet);
    let said_of = |arguments: &[&str]| {
        let output = ssh.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        said(&output)
    };
    let unknown = said_of(&["fleet", "check", "fleet.yaml", "--quick"]);
    assert!(unknown.contains("its host key is not known here"), "{unknown}");
    assert!(unknown.contains("no ssh server listens there"), "{unknown}");
    // A host that was known by another key.
    let other = std::fs::read_to_string(ssh.keys.folder.path().join("user.pub")).expect("a key");
    let known = format!("[127.0.0.1]:{port} {other}");
    std::fs::write(ssh.keys.folder.path().join("known"), known).expect("written");
    let changed = said_of(&["run", "http://127.0.0.1:9/", "-c", "1", "-d", "1s", "--fleet", "fleet.yaml"]);
    assert!(changed.contains("its host key is not the one that is known here"), "{changed}");
    ssh.wait_until_nothing_is_left();
}

#[test]
fn a_machine_of_another_architecture_gets_the_program_that_the_fleet_names() {
    let shim = tempfile::tempdir().expect("a folder");
    let uname = write(shim.path(), "uname", "#!/bin/sh\necho riscv64\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&uname, mode).expect("executable");
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", shim.path().display());
    let Some(ssh) = Ssh::new(vec![("PATH", path)]) else { return };
    let shop = Shop::open();
    let run = || ssh.run(&["run", &url(&shop), "-c", "2", "-d", "2s", "--fleet", "fleet.yaml", "-o", "out"]);
    ssh.fleet("");
    let output = run();
    assert_eq!((output.status.code(), shop.count()), (Some(2), 0), "{}", said(&output));
    let needed = "it is a riscv64 machine, and this program is for";
    assert!(said(&output).contains(needed) && said(&output).contains("programs:"), "{}", said(&output));
    ssh.fleet("programs: {riscv64: none}\n");
    assert!(said(&run()).contains("there is no file"), "{}", said(&run()));
    // It is this machine all the same.
    std::os::unix::fs::symlink(crate::program::PLIMSOLL, ssh.path().join("plimsoll-riscv64"))
        .expect("a link");
    ssh.fleet("programs: {riscv64: plimsoll-riscv64}\n");
    let output = run();
    assert_eq!(requests(&ssh.opened(&output)), shop.count(), "{}", said(&output));
    ssh.wait_until_nothing_is_left();
}

/// A run over ssh with a server of its own, once it has gone on for some seconds.
fn running(ssh: &Ssh, shop: &Shop) -> std::process::Child {
    let child = ssh
        .command(&["run", &url(shop), "-c", "2", "-d", "60s", "--fleet", "fleet.yaml", "-o", "out"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    once_asked(shop, shop.count() + 700, || ()).join().expect("it was asked");
    assert!(ssh.processes().iter().any(|line| line.contains(" node ")), "{:?}", ssh.processes());
    child
}

#[test]
fn nothing_is_left_of_a_fleet_that_was_ended_by_hand_or_whose_coordinator_was_killed() {
    let Some(ssh) = Ssh::new(Vec::new()) else { return };
    let shop = Shop::open();
    ssh.fleet("orphan_timeout: 3 s\n");
    let mut first = running(&ssh, &shop);
    kill_process(Pid::from_child(&first), Signal::INT).expect("it is there");
    first.wait().expect("it ends");
    ssh.wait_until_nothing_is_left();
    std::fs::remove_dir_all(ssh.path().join("out")).expect("a folder");
    let mut second = running(&ssh, &shop);
    second.kill().expect("it is there");
    second.wait().expect("it ends");
    let deadline = Instant::now() + PATIENCE;
    while !ssh.processes().is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(ssh.processes(), Vec::<String>::new(), "nodes and their server end when nobody asks");
    let run = Run::open(&ssh.path().join("out/run.run")).expect("what was measured before");
    assert!(requests(&run) > 0 && !run.is_complete());
}

#[test]
fn a_fleet_of_which_a_host_is_missing_leaves_none_of_the_others_running() {
    let Some(ssh) = Ssh::new(Vec::new()) else { return };
    let Some(lab) = Lab::new() else { return };
    let (name, port, closed) = (&ssh.name, ssh.sshd.port, free_port());
    let hosts = format!("ssh: [\"127.0.0.1:{port}\", \"127.0.0.1:{closed}\"]\n");
    write(ssh.path(), "fleet.yaml", &format!("name: {name}\nnats: \"{}\"\n{hosts}", lab.nats()));
    let output = ssh.run(&["run", "http://127.0.0.1:9/", "-c", "1", "-d", "1s", "--fleet", "fleet.yaml"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("1 of the nodes could not be started"), "{}", said(&output));
    // Long before it would end by itself for want of a coordinator.
    ssh.wait_until_nothing_is_left();
}
