//! A folder to run in, with JMeter beside it.

use crate::jmeter_home::home;
use crate::program;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub struct Place {
    pub folder: TempDir,
    home: PathBuf,
}

impl Place {
    /// `None` where there is no JMeter.
    pub fn new(files: &[(&str, &str)]) -> Option<Place> {
        let home = home()?;
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        Some(Place { folder, home })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    pub fn plimsoll(&self, arguments: &[&str]) -> Command {
        let mut command = program::command(self.folder.path(), arguments);
        self.prepare(&mut command);
        command
    }

    pub fn jmeter(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("java");
        command.arg("-jar").arg(self.home.join("bin/ApacheJMeter.jar")).args(arguments);
        self.prepare(&mut command);
        command
    }

    fn prepare(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env("JMETER_HOME", &self.home)
            .env("HEAP", "-Xms32m -Xmx256m")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }
}

pub fn run(mut command: Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

/// Waits until something is so; not for ever.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The processes that a program of ours has started, the programs that they have started included.
pub fn descendants(program: &Child) -> Vec<i32> {
    let mut found = vec![program.id() as i32];
    let mut next = 0;
    while let Some(pid) = found.get(next).copied() {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        for task in tasks {
            let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|child| child.parse::<i32>().ok()));
        }
        next += 1;
    }
    found.split_off(1)
}
