//! Real receivers, each in a folder of its own.

use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use std::fs::File;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Server {
    _process: Ending,
    pub folder: tempfile::TempDir,
    pub port: u16,
}

const START: Duration = Duration::from_secs(120);

/// `make` gives the arguments, of the folder and a port on which it will listen.
pub fn start(program: &Path, make: impl FnOnce(&Path, u16) -> Vec<String>) -> Server {
    let folder = tempfile::tempdir().expect("a folder");
    let port = free_port();
    let arguments = make(folder.path(), port);
    let output = |name: &str| File::create(folder.path().join(name)).expect("made");
    let mut command = Command::new(program);
    command.args(arguments).env("HOME", folder.path()).current_dir(folder.path());
    command.stdin(Stdio::null()).stdout(output("stdout")).stderr(output("stderr"));
    let server = Server { _process: Ending(command.spawn().expect("it starts")), folder, port };
    let until = Instant::now() + START;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "it does not listen: {}", server.read("stderr"));
        std::thread::sleep(Duration::from_millis(50));
    }
    server
}

impl Server {
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

/// Until it is true.
pub fn eventually(what: &str, mut is: impl FnMut() -> bool) {
    let until = Instant::now() + START;
    while !is() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
