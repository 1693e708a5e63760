//! The Docker API as Podman's service speaks it, with real containers.

#![expect(clippy::print_stderr, reason = "what podman says against it")]

use super::wait_until;
use super::watched::Watched;
use plimsoll_run::{Instance, ServerEventKind};
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use plimsoll_watch::{DockerAddress, DockerApiSource, SourceKind};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A service of its own, with its own images; all of it ends with the value.
struct Podman {
    service: Child,
    folder: tempfile::TempDir,
    program: PathBuf,
}

/// `vfs` and the host's network need nothing of the kernel; limits are those that a container itself may have.
const CONTAINERS: &str = "[containers]\nnetns = \"none\"\ncgroupns = \"host\"\nlog_driver = \"k8s-file\"\n\
    default_ulimits = [\"nofile=4096:4096\", \"nproc=4096:4096\"]\n\
    [engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n";

impl Podman {
    fn start() -> Option<Podman> {
        let (podman, busybox) = (program("podman")?, shell()?);
        program("runc")?;
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let storage = format!(
            "[storage]\ndriver = \"vfs\"\ngraphroot = \"{}\"\nrunroot = \"{}\"\n",
            at("graph").display(),
            at("run").display()
        );
        std::fs::write(at("containers.conf"), CONTAINERS).expect("written");
        std::fs::write(at("storage.conf"), storage).expect("written");
        std::fs::create_dir_all(at("root/bin")).expect("a folder");
        std::fs::create_dir(at("shared")).expect("a folder");
        std::fs::copy(busybox, at("root/bin/busybox")).expect("copied");
        let mut pack = Command::new("tar");
        pack.arg("-C").arg(at("root")).arg("-cf").arg(at("box.tar")).arg(".");
        assert!(pack.status().expect("tar runs").success());
        let service = command(&podman, &folder)
            .args(["system", "service", "--time=0"])
            .arg(format!("unix://{}", at("api").display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let podman = Podman { service, folder, program: podman };
        wait_until("the service", || podman.socket().exists());
        let image = podman.folder.path().join("box.tar").display().to_string();
        if !podman.run(&["import", &image, "box:1"])
            || !podman.run(&["run", "--rm", "box:1", "/bin/busybox", "true"])
        {
            skip("containers", "podman can't run them here");
            return None;
        }
        Some(podman)
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("api")
    }

    /// What containers see as `/shared`.
    fn shared(&self) -> PathBuf {
        self.folder.path().join("shared")
    }

    fn run(&self, arguments: &[&str]) -> bool {
        let output = command(&self.program, &self.folder).args(arguments).output().expect("podman runs");
        if !output.status.success() {
            eprintln!("podman {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        output.status.success()
    }

    fn shell(&self, name: &str, script: &str) {
        let shell = ["/bin/busybox", "sh", "-c", script];
        let shared = format!("{}:/shared", self.shared().display());
        let options = ["run", "-d", "--name", name, "--memory", "32m", "--memory-swap", "32m", "-v", &shared];
        assert!(self.run(&[options.as_slice(), &["box:1"], &shell].concat()));
    }
}

impl Drop for Podman {
    fn drop(&mut self) {
        self.run(&["rm", "--all", "--force", "--time", "0"]);
        let _ = self.service.kill();
        let _ = self.service.wait();
    }
}

fn command(podman: &PathBuf, folder: &tempfile::TempDir) -> Command {
    let mut command = Command::new(podman);
    // Where its monitors leave files.
    command.current_dir(folder.path());
    command.env("CONTAINERS_CONF", folder.path().join("containers.conf"));
    command.env("CONTAINERS_STORAGE_CONF", folder.path().join("storage.conf"));
    command
}

/// A shell that needs no libraries.
fn shell() -> Option<PathBuf> {
    let found =
        ["/bin/busybox", "/usr/bin/busybox"].map(PathBuf::from).into_iter().find(|path| path.exists());
    if found.is_none() {
        skip("busybox", "it is not installed (`make test` installs it)");
    }
    found
}

fn watch(podman: &Podman, containers: &[&str]) -> Watched {
    let containers = containers.iter().map(|name| (*name).to_owned()).collect();
    Watched::start(SourceKind::DockerApi(DockerApiSource {
        address: DockerAddress::Socket(podman.socket()),
        containers,
    }))
}

#[test]
fn containers_are_watched_through_the_docker_api() {
    let Some(mut podman) = Podman::start() else { return };
    podman.shell("web", "while :; do :; done");
    let watched = watch(&podman, &["web", "nobody"]);
    watched.wait_for("CPU time that grows", |found| {
        let cpu = found.values("container.cpu.time", &[]);
        cpu.last() > cpu.first() && !found.values("container.memory.usage", &[]).is_empty()
    });
    watched.wait_for("a gap of a container that isn't there", |found| {
        found.gaps.iter().any(|gap| gap.reason == "there is no container nobody")
    });
    assert!(podman.run(&["restart", "--time", "0", "web"]));
    watched.wait_for("the restart", |found| found.has_event(ServerEventKind::Restart, "started again"));
    podman.service.kill().expect("it ends");
    watched.wait_for("the gap", |found| found.gaps.iter().any(|gap| gap.source.instance == Instance::Host));
    let found = watched.finish();
    let web = Instance::Container("web".to_owned());
    assert!(found.readings.iter().all(|reading| reading.series.source.instance == web));
    assert!(found.ended[0].trouble.is_some() && found.ended[0].input.problems == 0, "{:?}", found.ended);
}

/// Podman with version 1 of control groups, as here, does not tell that it was for want of memory: `OOMKilled` is tested
/// with recorded answers (`container::docker`).
#[test]
fn a_container_that_ends_is_missing_from_then_on() {
    let Some(podman) = Podman::start() else { return };
    let waits = "while ! /bin/busybox test -e /shared/go; do /bin/busybox sleep 0.1; done; exit 3";
    podman.shell("short", waits);
    let watched = watch(&podman, &[]);
    watched.wait_for("readings", |found| !found.values("container.memory.limit", &[]).is_empty());
    std::fs::write(podman.shared().join("go"), "").expect("written");
    // Podman calls it stopped until it has tidied up after it.
    let ended = ["container short is exited", "container short is stopped"];
    watched.wait_for("the end", |found| found.gaps.iter().any(|gap| ended.contains(&gap.reason.as_str())));
}
