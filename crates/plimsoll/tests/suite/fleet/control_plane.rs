//! A real API server with its controllers and scheduler.

use super::lab::{Node, PATIENCE};
use crate::program::{PLIMSOLL, write};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Who may do what: a token, a name, a group.
const TOKENS: &str = "admin,admin,admin,system:masters\nnobody,nobody,nobody\ncontrollers,system:kube-controller-manager,controllers\n\
                      scheduler,system:kube-scheduler,scheduler\ngen2,system:node:gen2,gen2,system:nodes\n\
                      gen3,system:node:gen3,gen3,system:nodes\n";

pub struct Cluster {
    folder: tempfile::TempDir,
    pub programs: PathBuf,
    /// The network namespace that it is in, where it is in one of its own.
    space: Option<String>,
    address: String,
    /// An API server takes a minute for a graceful end, and there is nothing to keep.
    processes: Vec<Node>,
}

impl Cluster {
    pub fn start() -> Option<Cluster> {
        Cluster::start_at(None, "127.0.0.1")
    }

    /// In a network namespace, which has this address.
    pub fn start_at(space: Option<String>, address: &str) -> Option<Cluster> {
        let Some(programs) = std::env::var_os("PLIMSOLL_TEST_KUBERNETES").map(PathBuf::from) else {
            skip("kubernetes", "PLIMSOLL_TEST_KUBERNETES names no folder with its programs");
            return None;
        };
        let etcd = program("etcd")?;
        let folder = tempfile::tempdir().expect("a folder");
        let port = free_port().to_string();
        let bind = format!("--bind-address={address}");
        let address = format!("{address}:{port}");
        let mut cluster = Cluster { folder, programs, space, address, processes: Vec::new() };
        write(cluster.path(), "tokens.csv", TOKENS);
        let key = cluster.path().join("sa.key").display().to_string();
        let made =
            Command::new("openssl").args(["genrsa", "-out", &key, "2048"]).output().expect("openssl runs");
        assert!(made.status.success());
        let (client, peer) = (free_port(), free_port());
        let url = |port: u16| format!("http://127.0.0.1:{port}");
        let (client, peer) = (url(client), url(peer));
        cluster.run(
            &etcd,
            &["--data-dir=etcd", "--unsafe-no-fsync"],
            &[
                ("listen-client-urls", &client),
                ("advertise-client-urls", &client),
                ("listen-peer-urls", &peer),
                ("initial-advertise-peer-urls", &peer),
                ("initial-cluster", &format!("default={peer}")),
            ],
        );
        cluster.run(
            &cluster.programs.join("kube-apiserver"),
            &[&bind, "--cert-dir=certificates", "--token-auth-file=tokens.csv"],
            &[
                ("etcd-servers", &client),
                ("secure-port", &port),
                ("authorization-mode", "Node,RBAC"),
                ("service-cluster-ip-range", "10.96.0.0/16"),
                ("service-account-issuer", "https://kubernetes.default.svc"),
                ("service-account-key-file", &key),
                ("service-account-signing-key-file", &key),
                ("endpoint-reconciler-type", "none"),
                // Nobody knows the names of machines.
                ("kubelet-preferred-address-types", "InternalIP"),
            ],
        );
        for token in ["admin", "nobody", "controllers", "scheduler", "gen2", "gen3"] {
            cluster.write_configuration(token);
        }
        cluster.wait("the API server", &["get", "--raw", "/readyz"]);
        for (name, token) in [("kube-controller-manager", "controllers"), ("kube-scheduler", "scheduler")] {
            let configuration = cluster.configuration(token);
            let (own, port) = (cluster.programs.join(name), free_port().to_string());
            let keys = ("service-account-private-key-file", key.as_str());
            let mut further = vec![("kubeconfig", configuration.as_str()), ("secure-port", &port)];
            further.extend([("authentication-kubeconfig", configuration.as_str())]);
            further.extend([("authorization-kubeconfig", configuration.as_str())]);
            if token == "controllers" {
                further.extend([keys, ("use-service-account-credentials", "true")]);
            }
            cluster.run(
                &own,
                &["--bind-address=127.0.0.1", "--leader-elect=false", "--cert-dir=own"],
                &further,
            );
        }
        cluster.kubectl(&["create", "namespace", "perf"]);
        cluster.wait("the namespace's account", &["-n", "perf", "get", "serviceaccount", "default"]);
        Some(cluster)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Where the cluster is.
    fn command(&self, program: &Path) -> Command {
        let Some(space) = &self.space else { return Command::new(program) };
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{space}")).arg(program);
        command
    }

    fn run(&mut self, program: &Path, words: &[&str], further: &[(&str, &str)]) {
        let further = further.iter().map(|(name, value)| format!("--{name}={value}"));
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.path().join("log"));
        let child = self
            .command(program)
            .args(words)
            .args(further)
            .current_dir(self.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.expect("a log"))
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        self.processes.push(Node(child));
    }

    pub fn configuration(&self, token: &str) -> String {
        self.path().join(format!("{token}.kubeconfig")).display().to_string()
    }

    fn write_configuration(&self, token: &str) {
        let text = format!(
            "apiVersion: v1\nkind: Config\nclusters: [{{name: c, cluster: {{server: \"https://{}\", \
             insecure-skip-tls-verify: true}}}}]\nusers: [{{name: u, user: {{token: {token}}}}}]\n\
             contexts: [{{name: x, context: {{cluster: c, user: u}}}}]\ncurrent-context: x\n",
            self.address
        );
        write(self.path(), &format!("{token}.kubeconfig"), &text);
    }

    pub fn kubectl(&self, arguments: &[&str]) -> Output {
        self.command(&self.programs.join("kubectl"))
            .args(["--kubeconfig", &self.configuration("admin")])
            .args(arguments)
            .output()
            .expect("kubectl runs")
    }

    pub fn wait(&self, what: &str, arguments: &[&str]) {
        let deadline = Instant::now() + PATIENCE;
        while !self.kubectl(arguments).status.success() {
            let log = std::fs::read_to_string(self.path().join("log")).unwrap_or_default();
            let last: Vec<&str> = log.lines().rev().take(5).collect();
            assert!(Instant::now() < deadline, "{what} is not there: {last:#?}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// The program with its kubectl, as whoever has this token.
    pub fn plimsoll(&self, folder: &Path, token: &str, arguments: &[&str]) -> Command {
        let path = format!("{}:{}", self.programs.display(), std::env::var("PATH").unwrap_or_default());
        let mut command = self.command(Path::new(PLIMSOLL));
        command.args(arguments).current_dir(folder).stdin(Stdio::null());
        command.env("PATH", path).env("KUBECONFIG", self.configuration(token));
        command
    }

    /// Objects of a fleet in the namespace.
    pub fn left(&self) -> String {
        let what = [
            "-n",
            "perf",
            "get",
            "jobs,pods,secrets,serviceaccounts",
            "-l",
            "app.kubernetes.io/name=plimsoll",
            "-o",
            "name",
        ];
        String::from_utf8_lossy(&self.kubectl(&what).stdout).into_owned()
    }

    pub fn wait_until_nothing_is_left(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.left().is_empty() {
            assert!(Instant::now() < deadline, "{} is left", self.left());
            std::thread::sleep(Duration::from_millis(300));
        }
    }
}
