//! A NATS server, a shop that counts, and nodes: what scenarios of a fleet need.

use crate::program::{PLIMSOLL, command, plimsoll, said, write};
use plimsoll_run::{NoteContent, Run};
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub const PATIENCE: Duration = Duration::from_secs(120);

/// A server that answers at once and keeps the path of every request.
pub struct Shop {
    pub address: String,
    pub asked: Arc<Mutex<Vec<String>>>,
}

impl Shop {
    pub fn open() -> Shop {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let shared = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let asked = Arc::clone(&shared);
                std::thread::spawn(move || serve(stream, &asked));
            }
        });
        Shop { address, asked }
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("a list").clone()
    }

    pub fn count(&self) -> u64 {
        self.asked().len() as u64
    }
}

fn serve(stream: TcpStream, asked: &Mutex<Vec<String>>) {
    let Ok(mut out) = stream.try_clone() else { return };
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    while let Some(first) = lines.next() {
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        while lines.next().is_some_and(|line| !line.is_empty()) {}
        // Slow enough that a busy machine serves all users of a test.
        std::thread::sleep(Duration::from_millis(10));
        asked.lock().expect("a list").push(path);
        if out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").is_err() {
            return;
        }
    }
}

/// A NATS server, and a folder for everything.
pub struct Lab {
    pub folder: tempfile::TempDir,
    pub port: u16,
    pub server: Option<Ending>,
}

impl Lab {
    pub fn new() -> Option<Lab> {
        program("nats-server")?;
        let mut lab = Lab { folder: tempfile::tempdir().expect("a folder"), port: free_port(), server: None };
        lab.start_server(&["-js"]);
        Some(lab)
    }

    pub fn start_server(&mut self, options: &[&str]) {
        let child = Command::new(program("nats-server").expect("it was there"))
            .args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"])
            .arg(self.folder.path().join("store"))
            .args(options)
            .stdout(Stdio::null())
            .stderr(self.log("server"))
            .spawn()
            .expect("nats-server starts");
        self.server = Some(Ending(child));
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < deadline, "nats-server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn nats(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn node(&self, name: &str) -> Node {
        self.node_by(name, &[], self.port, &[])
    }

    /// A node that another program starts, and that reaches the NATS server at this port.
    pub fn node_by(&self, name: &str, by: &[&str], port: u16, variables: &[(&str, &str)]) -> Node {
        let url = format!("nats://127.0.0.1:{port}");
        let folder = self.path().join(name).display().to_string();
        let own = [PLIMSOLL, "node", "--nats", &url, "--fleet", "lab", "--workers", "1", "--name", name];
        let words: Vec<&str> = by.iter().copied().chain(own).chain(["--folder", &folder]).collect();
        let child = Command::new(words[0])
            .args(&words[1..])
            .current_dir(self.path())
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(self.log(name))
            .spawn()
            .expect("a node starts");
        Node(child)
    }

    /// Where one of the programs says what it has to say.
    fn log(&self, name: &str) -> File {
        let path = self.path().join(format!("{name}.log"));
        File::options().create(true).append(true).open(path).expect("a log")
    }

    /// What the programs have said, for whoever reads a failure.
    fn logs(&self) -> String {
        let entries = std::fs::read_dir(self.path()).expect("its folder").flatten().map(|entry| entry.path());
        let logs = entries.filter(|path| path.extension().is_some_and(|ending| ending == "log"));
        let text = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        logs.map(|path| format!("{}:\n{}", path.display(), text(&path))).collect()
    }

    /// Kills the coordinator of a run once the shop was asked so often.
    pub fn kill_coordinator_after(&self, shop: &Shop, count: u64, arguments: &[&str]) {
        let mut first = command(self.path(), &[&["run"], arguments, &["--fleet", "fleet.yaml"]].concat())
            .stdout(Stdio::null())
            .stderr(self.log("coordinator"))
            .spawn()
            .expect("the program starts");
        let deadline = Instant::now() + PATIENCE;
        while shop.count() < count && Instant::now() < deadline {
            if let Some(status) = first.try_wait().expect("a child") {
                panic!("the coordinator ended ({status}) after {} requests\n{}", shop.count(), self.logs());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        first.kill().expect("it was there");
        first.wait().expect("it has ended");
        assert!(shop.count() >= count, "{} requests\n{}", shop.count(), self.logs());
    }

    /// What a node wrote into its own run files.
    pub fn own_run(&self, name: &str) -> Run {
        let files = std::fs::read_dir(self.path().join(name)).expect("its folder").flatten();
        let mut files = files.map(|entry| entry.path());
        let file = files.find(|path| path.extension().is_some_and(|ending| ending == "run"));
        Run::open(&file.expect("a run file")).expect("it can be read")
    }

    /// Its nodes join.
    pub fn fleet(&self, nodes: u32, further: &str) {
        write(
            self.path(),
            "fleet.yaml",
            &format!("fleet: {{name: lab, nats: \"{}\", joined: {nodes}{further}}}\n", self.nats()),
        );
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        plimsoll(self.path(), &[&["run"], arguments, &["--fleet", "fleet.yaml", "-o", "out"]].concat())
    }

    /// What a coordinator that was killed had measured.
    pub fn run_file(&self) -> Run {
        Run::open(&self.path().join("out/run.run")).expect("what was measured before")
    }

    pub fn opened(&self, output: &Output) -> Run {
        Run::open(&self.path().join("out/run.run"))
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", said(output), self.logs()))
    }
}

/// What a run left in its folder for passing files.
pub fn left_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("plimsoll-")).collect()
}

/// Ends with the value.
pub struct Node(pub Child);

impl Node {
    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.0.id() as i32).expect("a process");
        kill_process(pid, signal).expect("it is there");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn requests(run: &Run) -> u64 {
    let intervals = run.seconds.iter().flat_map(|second| second.transactions.values());
    intervals.map(|interval| interval.requests).sum()
}

pub fn by_node(run: &Run) -> u64 {
    run.seconds.iter().flat_map(|second| second.generator.nodes.values()).map(|node| node.requests).sum()
}

pub fn missing_seconds(run: &Run) -> usize {
    let nodes = run.seconds.iter().flat_map(|second| second.generator.nodes.values());
    nodes.filter(|node| node.is_missing).count()
}

pub fn noted(run: &Run, is: impl Fn(&NoteContent) -> bool) -> bool {
    run.notes.iter().any(|note| is(&note.content))
}

/// After the shop has seen so many requests.
pub fn once_asked<T: Send + 'static>(
    shop: &Shop,
    count: u64,
    act: impl FnOnce() -> T + Send + 'static,
) -> std::thread::JoinHandle<T> {
    let asked = Arc::clone(&shop.asked);
    std::thread::spawn(move || {
        let deadline = Instant::now() + PATIENCE;
        while (asked.lock().expect("a list").len() as u64) < count && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        act()
    })
}
