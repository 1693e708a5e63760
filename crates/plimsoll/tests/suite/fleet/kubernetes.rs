//! Nodes as pods, against a real API server with its controllers and scheduler. There is no machine in the cluster, so pods are made
//! and wait; nodes of this machine make the load in their place.

use super::lab::{Lab, PATIENCE, Shop, missing_seconds, requests};
use crate::program::{command, plimsoll, said, write};
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// Who may do what: a token, a name, a group.
const TOKENS: &str = "admin,admin,admin,system:masters\nnobody,nobody,nobody\ncontrollers,system:kube-controller-manager,controllers\n\
                      scheduler,system:kube-scheduler,scheduler\n";

struct Cluster {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
    processes: Vec<Ending>,
}

impl Cluster {
    fn start() -> Option<Cluster> {
        let Some(programs) = std::env::var_os("PLIMSOLL_TEST_KUBERNETES").map(PathBuf::from) else {
            skip("kubernetes", "PLIMSOLL_TEST_KUBERNETES names no folder with its programs");
            return None;
        };
        let etcd = program("etcd")?;
        let folder = tempfile::tempdir().expect("a folder");
        let mut cluster = Cluster { folder, programs, port: free_port(), processes: Vec::new() };
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
        let port = cluster.port.to_string();
        cluster.run(
            &cluster.programs.join("kube-apiserver"),
            &["--bind-address=127.0.0.1", "--cert-dir=certificates", "--token-auth-file=tokens.csv"],
            &[
                ("etcd-servers", &client),
                ("secure-port", &port),
                ("authorization-mode", "RBAC"),
                ("service-cluster-ip-range", "10.96.0.0/16"),
                ("service-account-issuer", "https://kubernetes.default.svc"),
                ("service-account-key-file", &key),
                ("service-account-signing-key-file", &key),
                ("endpoint-reconciler-type", "none"),
            ],
        );
        for token in ["admin", "nobody", "controllers", "scheduler"] {
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

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&mut self, program: &Path, words: &[&str], further: &[(&str, &str)]) {
        let further = further.iter().map(|(name, value)| format!("--{name}={value}"));
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.path().join("log"));
        let child = Command::new(program)
            .args(words)
            .args(further)
            .current_dir(self.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.expect("a log"))
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        self.processes.push(Ending(child));
    }

    fn configuration(&self, token: &str) -> String {
        self.path().join(format!("{token}.kubeconfig")).display().to_string()
    }

    fn write_configuration(&self, token: &str) {
        let text = format!(
            "apiVersion: v1\nkind: Config\nclusters: [{{name: c, cluster: {{server: \"https://127.0.0.1:{}\", \
             insecure-skip-tls-verify: true}}}}]\nusers: [{{name: u, user: {{token: {token}}}}}]\n\
             contexts: [{{name: x, context: {{cluster: c, user: u}}}}]\ncurrent-context: x\n",
            self.port
        );
        write(self.path(), &format!("{token}.kubeconfig"), &text);
    }

    fn kubectl(&self, arguments: &[&str]) -> Output {
        let mut kubectl = Command::new(self.programs.join("kubectl"));
        kubectl
            .args(["--kubeconfig", &self.configuration("admin")])
            .args(arguments)
            .output()
            .expect("kubectl runs")
    }

    fn wait(&self, what: &str, arguments: &[&str]) {
        let deadline = Instant::now() + PATIENCE;
        while !self.kubectl(arguments).status.success() {
            let log = std::fs::read_to_string(self.path().join("log")).unwrap_or_default();
            let last: Vec<&str> = log.lines().rev().take(5).collect();
            assert!(Instant::now() < deadline, "{what} is not there: {last:#?}");
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
    }

    /// The program with its kubectl, as whoever has this token.
    fn plimsoll(&self, lab: &Lab, token: &str, arguments: &[&str]) -> Output {
        let path = format!("{}:{}", self.programs.display(), std::env::var("PATH").unwrap_or_default());
        let mut command = command(lab.path(), arguments);
        command.env("PATH", path).env("KUBECONFIG", self.configuration(token)).output().expect("it runs")
    }

    /// Objects of a fleet in the namespace.
    fn left(&self) -> String {
        let what = [
            "-n",
            "perf",
            "get",
            "jobs,secrets,serviceaccounts",
            "-l",
            "app.kubernetes.io/name=plimsoll",
            "-o",
            "name",
        ];
        String::from_utf8_lossy(&self.kubectl(&what).stdout).into_owned()
    }

    fn wait_until_nothing_is_left(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.left().is_empty() {
            assert!(Instant::now() < deadline, "{} is left", self.left());
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
    }
}

fn write_fleet(lab: &Lab, further: &str) {
    let text = format!(
        "name: lab\nnats: \"{}\"\nkubernetes: {{namespace: perf, image: \"plimsoll:0\", nodes: 2, cpu: 500m{further}}}\n",
        lab.nats()
    );
    write(lab.path(), "fleet.yaml", &text);
}

#[test]
#[ignore = "`make test-real`: needs a Kubernetes control plane, which takes ten minutes to build"]
fn a_job_of_nodes_is_made_for_a_run_and_removed_after_it() {
    let (Some(lab), Some(cluster)) = (Lab::new(), Cluster::start()) else { return };
    let shop = Shop::open();
    write_fleet(&lab, "");
    let printed = cluster.plimsoll(&lab, "admin", &["fleet", "kubernetes", "--print", "fleet.yaml"]);
    write(lab.path(), "printed.yaml", &String::from_utf8_lossy(&printed.stdout));
    cluster.kubectl(&["label", "namespace", "perf", "pod-security.kubernetes.io/enforce=restricted"]);
    let manifests = lab.path().join("printed.yaml").display().to_string();
    let checked = cluster.kubectl(&["apply", "--dry-run=server", "--validate=strict", "-f", &manifests]);
    assert!(checked.status.success(), "{}", said(&checked));
    assert!(!said(&checked).contains("would violate PodSecurity"), "{}", said(&checked));
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
    let output = cluster.plimsoll(&lab, "admin", &arguments);
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
        let output = cluster.plimsoll(&lab, token, &["fleet", "check", "fleet.yaml"]);
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
