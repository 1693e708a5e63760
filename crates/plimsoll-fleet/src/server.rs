//! A NATS server of our own, for a run whose study names none.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("the study names no NATS server, and there is no nats-server on PATH")]
    NotFound,
    #[error("failed to start nats-server: {0}")]
    Start(std::io::Error),
    #[error("nats-server does not answer: {0}")]
    Silent(String),
}

impl ServerError {
    pub fn hint(&self) -> &'static str {
        match self {
            ServerError::NotFound => {
                "`nats: nats://HOST:4222` under `fleet` names one, or install it: apt-get install nats-server"
            }
            ServerError::Start(_) | ServerError::Silent(_) => "does `nats-server -js` start by itself?",
        }
    }
}

/// Ends with this value.
pub struct OwnServer {
    child: Child,
    port: u16,
    token: String,
    /// Its configuration and what it stores.
    _folder: tempfile::TempDir,
}

/// How long it may take until it listens.
const READY: Duration = Duration::from_secs(10);

impl OwnServer {
    /// On a free port of this machine alone; who knows its token may use it.
    pub fn start() -> Result<OwnServer, ServerError> {
        let program = program().ok_or(ServerError::NotFound)?;
        let folder = tempfile::tempdir().map_err(ServerError::Start)?;
        let token: String = std::iter::repeat_with(fastrand::alphanumeric).take(32).collect();
        let (config, ports) = (folder.path().join("nats.conf"), folder.path().join("ports"));
        let text = format!(
            "host: 127.0.0.1\nport: -1\nports_file_dir: {ports:?}\nauthorization {{ token: {token:?} }}\n\
             jetstream {{ store_dir: {:?} }}\n",
            folder.path().join("store")
        );
        let write = || -> std::io::Result<Child> {
            std::fs::create_dir(&ports)?;
            // Its token is nobody else's business.
            plimsoll_run::private::create_private(&config)?.write_all(text.as_bytes())?;
            let log = std::fs::File::create(folder.path().join("log"))?;
            Command::new(&program)
                .arg("-c")
                .arg(&config)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(log)
                .spawn()
        };
        let mut child = write().map_err(ServerError::Start)?;
        let until = Instant::now() + READY;
        loop {
            if let Some(port) = port_in(&ports) {
                return Ok(OwnServer { child, port, token, _folder: folder });
            }
            let ended = child.try_wait().ok().flatten();
            if ended.is_some() || Instant::now() > until {
                let _ = child.kill();
                let _ = child.wait();
                let log = std::fs::read_to_string(folder.path().join("log")).unwrap_or_default();
                let last = log.lines().last().unwrap_or("it said nothing").to_owned();
                return Err(ServerError::Silent(last));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn token(&self) -> &str {
        &self.token
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        if let Some(pid) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let until = Instant::now() + Duration::from_secs(3);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let there = |folder: PathBuf| Some(folder.join("nats-server")).filter(|program| program.is_file());
    std::env::split_paths(&paths)
        .chain([Path::new("/usr/sbin").to_owned(), Path::new("/usr/local/bin").to_owned()])
        .find_map(there)
}

/// The server writes its ports into a file (`nats-server_PID.ports`): `{"nats":["nats://127.0.0.1:34567"]}`.
fn port_in(folder: &Path) -> Option<u16> {
    let file = std::fs::read_dir(folder).ok()?.flatten().next()?.path();
    let ports: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    ports["nats"][0].as_str()?.rsplit_once(':')?.1.parse().ok()
}
