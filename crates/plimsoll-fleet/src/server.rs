//! A NATS server of our own, for a run whose study names none.

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::os::unix::process::CommandExt;
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
    #[error("the nats-server of the run has ended")]
    Gone,
}

impl ServerError {
    pub fn hint(&self) -> &'static str {
        match self {
            ServerError::NotFound => {
                "`nats: nats://HOST:4222` under `fleet` names one, or install it: apt-get install nats-server"
            }
            ServerError::Start(_) | ServerError::Silent(_) => "does `nats-server -js` start by itself?",
            ServerError::Gone => {
                "it ends when nobody coordinates the fleet for longer than `orphan_timeout`; what was measured before is \
                 in the run file"
            }
        }
    }
}

/// Ends with this value; when its owner is killed, after a while.
pub struct OwnServer {
    state: OwnServerState,
    /// `None`: another process started it.
    child: Option<Child>,
}

/// By which another process takes it over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OwnServerState {
    /// Of the shell that minds it.
    pid: i32,
    port: u16,
    token: String,
    /// Its configuration and what it stores.
    folder: PathBuf,
}

/// How long it may take until it listens.
const READY: Duration = Duration::from_secs(10);
/// How long it may take to end.
const ENDS: Duration = Duration::from_secs(3);

/// Ends the server when it is told to, or when its owner has been gone for too long: a process that is killed can do nothing
/// about it. `$1`: its folder, `$2`: its program, `$3`: for how many seconds it stays without an owner.
const MINDER: &str = r#"
"$2" -c "$1/nats.conf" 2> "$1/log" & server=$!
trap 'kill $server; wait $server; exit 0' TERM
alone=0
while kill -0 $server 2> "$1/minder"; do
  if kill -0 "$(cat "$1/owner")" 2> "$1/minder"; then alone=0; else alone=$((alone + 1)); fi
  if [ $alone -gt "$3" ]; then kill $server; wait $server; rm -rf "$1"; exit 0; fi
  sleep 1 & wait $!
done
"#;

impl OwnServer {
    /// On a free port of this machine alone; who knows its token may use it.
    pub fn start(orphan_timeout: Duration) -> Result<OwnServer, ServerError> {
        let program = program().ok_or(ServerError::NotFound)?;
        let folder = tempfile::Builder::new().prefix("plimsoll-nats-").tempdir();
        // The minder removes it when nobody else can.
        let folder = folder.map_err(ServerError::Start)?.keep();
        let mut token = [0; 32];
        getrandom::fill(&mut token).expect("Linux gives random bytes once it is up");
        let token = crate::parcel::hex(&token);
        let state = OwnServerState { pid: 0, port: 0, token, folder };
        match start(state.clone(), &program, orphan_timeout) {
            Ok(server) => Ok(server),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&state.folder);
                Err(error)
            }
        }
    }

    /// Takes over the one of a process that was killed.
    pub fn take_over(state: OwnServerState) -> Result<OwnServer, ServerError> {
        let is_there = Pid::from_raw(state.pid).is_some_and(|pid| test_kill_process(pid).is_ok());
        if !is_there || own(&state.folder).is_err() {
            return Err(ServerError::Gone);
        }
        Ok(OwnServer { state, child: None })
    }

    pub fn state(&self) -> OwnServerState {
        self.state.clone()
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.state.port)
    }

    pub fn token(&self) -> &str {
        &self.state.token
    }
}

fn start(
    mut state: OwnServerState,
    program: &Path,
    orphan_timeout: Duration,
) -> Result<OwnServer, ServerError> {
    let folder = state.folder.clone();
    let (config, ports) = (folder.join("nats.conf"), folder.join("ports"));
    let text = format!(
        "host: 127.0.0.1\nport: -1\nports_file_dir: {ports:?}\nauthorization {{ token: {:?} }}\n\
         jetstream {{ store_dir: {:?} }}\n",
        state.token,
        folder.join("store")
    );
    let write = || -> std::io::Result<Child> {
        std::fs::create_dir(&ports)?;
        own(&folder)?;
        // Its token is nobody else's business.
        plimsoll_run::private::create_private(&config)?.write_all(text.as_bytes())?;
        let seconds = orphan_timeout.as_secs().max(1).to_string();
        Command::new("sh")
            .args(["-c", MINDER, "minder"])
            .arg(&folder)
            .arg(program)
            .arg(seconds)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // A Ctrl-C on the terminal is for the coordinator, which still needs it.
            .process_group(0)
            .spawn()
    };
    let mut child = write().map_err(ServerError::Start)?;
    state.pid = child.id() as i32;
    let until = Instant::now() + READY;
    loop {
        if let Some(port) = port_in(&ports) {
            state.port = port;
            return Ok(OwnServer { state, child: Some(child) });
        }
        let ended = child.try_wait().ok().flatten();
        if ended.is_some() || Instant::now() > until {
            end(state.pid, Some(&mut child));
            let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            let last = log.lines().last().unwrap_or("it said nothing").to_owned();
            return Err(ServerError::Silent(last));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// From now on this process is its owner.
fn own(folder: &Path) -> std::io::Result<()> {
    std::fs::write(folder.join("owner"), std::process::id().to_string())
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        end(self.state.pid, self.child.as_mut());
        let _ = std::fs::remove_dir_all(&self.state.folder);
    }
}

fn end(pid: i32, mut child: Option<&mut Child>) {
    let Some(pid) = Pid::from_raw(pid) else { return };
    let _ = kill_process(pid, Signal::TERM);
    let until = Instant::now() + ENDS;
    let mut is_there = || match &mut child {
        Some(child) => matches!(child.try_wait(), Ok(None)),
        None => test_kill_process(pid).is_ok(),
    };
    while is_there() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
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
