//! A process that the kernel kills for want of memory, in a control group of its own, told by a real node_exporter.

use super::watched::Watched;
use plimsoll_run::ServerEventKind;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use plimsoll_watch::{HttpLogin, HttpSource, SourceKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Removed with the value.
struct Group {
    folder: PathBuf,
    /// Of the memory that its processes may have.
    limit: &'static str,
}

impl Group {
    /// In version 1 or 2 of control groups, whichever may be written.
    fn new() -> Option<Group> {
        let name = format!("plimsoll{}", std::process::id());
        let places = [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")];
        for (place, limit) in places {
            let group = Group { folder: Path::new(place).join(&name), limit };
            if std::fs::create_dir(&group.folder).is_ok() && group.write(limit, "16777216") {
                return Some(group);
            }
        }
        skip("control groups", "none with a limit of memory can be made here");
        None
    }

    fn write(&self, name: &str, value: &str) -> bool {
        std::fs::write(self.folder.join(name), value).is_ok()
    }

    /// Takes memory until it is killed.
    fn overflow(&self) {
        let script = format!("echo $$ > {}/cgroup.procs && exec tail /dev/zero", self.folder.display());
        let status = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).status().expect("sh runs");
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        assert_eq!(signal, Some(9), "{status:?} with {}", self.limit);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.folder);
    }
}

struct Exporter(Child);

impl Drop for Exporter {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_process_that_the_kernel_killed_for_want_of_memory_is_an_event() {
    let (Some(exporter), Some(group)) = (program("prometheus-node-exporter"), Group::new()) else { return };
    let address = format!("127.0.0.1:{}", free_port());
    let _exporter = Exporter(
        Command::new(exporter)
            .arg(format!("--web.listen-address={address}"))
            .args(["--collector.disable-defaults", "--collector.vmstat", "--collector.meminfo"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts"),
    );
    let url = format!("http://{address}/metrics");
    let watched = Watched::start(SourceKind::Http(HttpSource {
        url,
        login: HttpLogin::Nobody,
        format: "prometheus".to_owned(),
    }));
    watched.wait_for("readings", |found| !found.values("system.memory.limit", &[]).is_empty());
    group.overflow();
    watched.wait_for("the event", |found| found.has_event(ServerEventKind::OomKill, "oom_kill"));
}
