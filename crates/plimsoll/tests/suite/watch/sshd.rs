//! A real ssh server on loopback, with a key of its own.

use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Sshd {
    process: Child,
    pub port: u16,
}

/// What sessions take for the home of whoever logs in: programs that are copied there stay out of the real one.
pub fn home() -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    std::fs::create_dir_all(&home).expect("a folder");
    home
}

/// Keys, and an `ssh` that uses them.
pub struct Keys {
    pub folder: tempfile::TempDir,
    /// Of the sessions of its servers.
    pub variables: Vec<(&'static str, String)>,
}

impl Keys {
    pub fn new() -> Option<Keys> {
        let (keygen, ssh) = (program("ssh-keygen")?, program("ssh")?);
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["host", "user"] {
            let made = Command::new(&keygen)
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(folder.path().join(name))
                .status()
                .expect("ssh-keygen runs");
            assert!(made.success());
        }
        let at = |name: &str| folder.path().join(name).display().to_string();
        let config = format!(
            "Host *\n  IdentityFile {}\n  IdentitiesOnly yes\n  StrictHostKeyChecking no\n  UserKnownHostsFile {}\n",
            at("user"),
            at("known")
        );
        std::fs::write(at("config"), config).expect("a configuration");
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).expect("a folder");
        let script = format!("#!/bin/sh\nexec {} -F {} \"$@\"\n", ssh.display(), at("config"));
        std::fs::write(bin.join("ssh"), script).expect("a script");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(bin.join("ssh"), mode).expect("executable");
        Some(Keys { folder, variables: Vec::new() })
    }

    pub fn bin(&self) -> PathBuf {
        self.folder.path().join("bin")
    }

    /// Of a server that takes these keys.
    pub fn configuration(&self, address: &str, port: u16) -> PathBuf {
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        let config = format!(
            "ListenAddress {address}:{port}\nHostKey {}\nAuthorizedKeysFile {}\nStrictModes no\nUsePAM no\n\
             PidFile none\nPermitRootLogin yes\nMaxStartups 100\nSetEnv HOME={}{}\n",
            at("host"),
            at("user.pub"),
            home().display(),
            self.variables.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>()
        );
        let path = self.folder.path().join(format!("sshd-{address}-{port}"));
        std::fs::write(&path, config).expect("a configuration");
        // Where its unprivileged half lives; packages make it when the service starts.
        let _ = std::fs::create_dir_all("/run/sshd");
        path
    }

    /// A server that takes these keys.
    pub fn server(&self) -> Option<Sshd> {
        let sshd = program("sshd")?;
        let port = free_port();
        let path = self.configuration("127.0.0.1", port);
        let process = Command::new(sshd)
            .args(["-D", "-e", "-f"])
            .arg(&path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("sshd starts");
        let server = Sshd { process, port };
        let deadline = Instant::now() + Duration::from_secs(180);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "sshd does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(server)
    }
}

impl Sshd {
    /// The host goes dead: server and sessions are gone at once.
    pub fn die(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        for pid in self.sessions() {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }

    pub fn sessions_open(&self) -> usize {
        self.sessions().len()
    }

    /// The processes that hold its connections.
    fn sessions(&self) -> Vec<rustix::process::Pid> {
        // A session belongs to whoever accepted it; after the server's end its parent is 1, so the connection tells.
        let listing = Command::new("sh")
            .args(["-c", &format!("ss -Htnp state established '( sport = :{} )'", self.port)])
            .output()
            .expect("ss runs");
        let text = String::from_utf8_lossy(&listing.stdout).into_owned();
        let pids = text.split("pid=").skip(1);
        pids.filter_map(|rest| rest.split(',').next()?.parse().ok())
            .filter_map(rustix::process::Pid::from_raw)
            .collect()
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        self.die();
    }
}
