//! Starts nodes over ssh: the program is copied where it is missing, and its connection goes through a tunnel where the
//! server is this machine's own.

use crate::connection::Credentials;
use crate::parcel::hash_of;
use plimsoll_study::{FleetSpec, NatsServer, SshNode};
use plimsoll_watch::Transport;
use plimsoll_watch::transport::quoted;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A node that was started, and what it says.
pub struct Launched {
    state: LaunchedState,
    transport: Transport,
    /// `None`: another process started it.
    child: Option<Child>,
    log: std::sync::Arc<std::sync::Mutex<String>>,
}

/// By which another process takes it over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaunchedState {
    name: String,
    address: String,
    /// Of its machine's connection.
    sockets: PathBuf,
}

/// What a node says is kept, so much of it.
const LOG_BYTES: usize = 4_096;
/// How long a node may take to end once it was asked to.
const ENDS: Duration = Duration::from_secs(5);

impl Launched {
    pub fn name(&self) -> &str {
        &self.state.name
    }

    /// Its name, with what it said last.
    pub fn said(&self) -> String {
        let log = self.log.lock().map(|log| log.clone()).unwrap_or_default();
        match log.lines().last().filter(|line| !line.trim().is_empty()) {
            Some(line) => format!("{} ({line})", self.state.name),
            None => self.state.name.clone(),
        }
    }

    pub fn state(&self) -> LaunchedState {
        self.state.clone()
    }

    /// Takes over what a process started that was killed.
    pub fn take_over(state: LaunchedState) -> Option<Launched> {
        let transport = Transport::parse(&state.address).ok()?;
        Some(Launched { state, transport, child: None, log: std::sync::Arc::default() })
    }

    /// Ends it, and the connection to its machine.
    pub fn end(&mut self) {
        if let Some(child) = &mut self.child {
            let until = Instant::now() + ENDS;
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some(mut hang_up) = self.transport.hang_up(&self.state.sockets) {
            let _ = hang_up.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        let _ = std::fs::remove_dir_all(&self.state.sockets);
    }
}

/// All at once; for each a node or why there is none.
pub fn start_all(
    spec: &FleetSpec,
    server: &NatsServer,
    credentials: &Credentials,
    version: &str,
    say: &(dyn Fn(&str) + Sync),
) -> Vec<Result<Launched, String>> {
    if spec.ssh.is_empty() {
        return Vec::new();
    }
    let program = match std::env::current_exe().and_then(|path| Ok((hash_of(&path)?, path))) {
        Ok((hash, path)) => Program { hash, path },
        Err(error) => return vec![Err(format!("failed to read the program itself: {error}"))],
    };
    let start = Start { spec, server, credentials, version, program: &program };
    std::thread::scope(|scope| {
        let threads: Vec<_> = spec.ssh.iter().map(|node| scope.spawn(|| start.node(node, say))).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended
            .map(|ended| ended.unwrap_or_else(|_| Err("a thread that started a node failed".to_owned())))
            .collect()
    })
}

struct Program {
    hash: String,
    path: std::path::PathBuf,
}

struct Start<'a> {
    spec: &'a FleetSpec,
    server: &'a NatsServer,
    credentials: &'a Credentials,
    version: &'a str,
    program: &'a Program,
}

/// Where programs are kept on a node, from its user's home.
const PROGRAMS: &str = ".cache/plimsoll/bin";

impl Start<'_> {
    fn node(&self, node: &SshNode, say: &(dyn Fn(&str) + Sync)) -> Result<Launched, String> {
        let transport = Transport::parse(&node.address).map_err(|error| error.to_string())?;
        let name = transport.host_name();
        let failed = |why: String| format!("{name}: {why}");
        let sockets =
            tempfile::Builder::new().prefix("plimsoll-").tempdir().map_err(|e| failed(e.to_string()))?;
        if transport != Transport::Local {
            self.bring_program(&transport, sockets.path(), &name, say).map_err(failed)?;
        }
        let url = self.way_to_server(&transport, sockets.path()).map_err(failed)?;
        let mut command = transport
            .command(&self.script(node, &name, &url), sockets.path())
            .ok_or_else(|| failed("no commands run there".to_owned()))?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // A Ctrl-C on the terminal is for the coordinator, which tells the nodes.
            .process_group(0)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        if let Some(mut stdin) = child.stdin.take() {
            // Not in the command: a list of processes would show it.
            let secret = |value: &Option<String>| value.clone().unwrap_or_default();
            let Credentials { user, password, token } = self.credentials;
            let lines = format!("{}\n{}\n{}\n", secret(user), secret(password), secret(token));
            stdin.write_all(lines.as_bytes()).map_err(|error| failed(error.to_string()))?;
        }
        let log = std::sync::Arc::default();
        if let Some(stderr) = child.stderr.take() {
            keep_log(stderr, std::sync::Arc::clone(&log));
        }
        let state = LaunchedState { name, address: node.address.clone(), sockets: sockets.keep() };
        Ok(Launched { state, transport, child: Some(child), log })
    }

    /// Copies this program where the machine has none of the same content.
    fn bring_program(
        &self,
        transport: &Transport,
        sockets: &Path,
        name: &str,
        say: &(dyn Fn(&str) + Sync),
    ) -> Result<(), String> {
        let Program { hash, path } = self.program;
        let file = format!("{PROGRAMS}/{}", &hash[..32]);
        let look = format!("uname -m; test -x \"$HOME/{file}\" && echo there || echo missing");
        let found = output(transport.command(&look, sockets), None)?;
        let mut words = found.split_whitespace();
        let (machine, there) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let ours = rustix::system::uname();
        let ours = ours.machine().to_string_lossy();
        if machine != ours {
            return Err(format!("it is a {machine} machine, and this program is for {ours}"));
        }
        if there == "there" {
            return Ok(());
        }
        say(&format!("copying plimsoll {} to {name}", self.version));
        let copy = format!(
            "mkdir -p \"$HOME/{PROGRAMS}\" && cat > \"$HOME/{file}.$$\" && chmod 755 \"$HOME/{file}.$$\" && \
             mv \"$HOME/{file}.$$\" \"$HOME/{file}\" && \"$HOME/{file}\" --version"
        );
        let program = std::fs::File::open(path).map_err(|error| error.to_string())?;
        output(transport.command(&copy, sockets), Some(program)).map(drop)
    }

    /// The server's address as the node sees it.
    fn way_to_server(&self, transport: &Transport, sockets: &Path) -> Result<String, String> {
        let url = self.server.url.clone().unwrap_or_default();
        let own_port = url.strip_prefix("nats://127.0.0.1:").filter(|_| self.spec.nats.url.is_none());
        let (Some(port), Some(mut forward)) = (own_port, transport.forward_back(own_port_of(&url), sockets))
        else {
            return Ok(url);
        };
        let output = forward.output().map_err(|error| format!("ssh can't be started: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        match printed.parse::<u16>() {
            Ok(theirs) => Ok(format!("nats://127.0.0.1:{theirs}")),
            Err(_) => Err(format!(
                "no tunnel to this machine's port {port}: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            )),
        }
    }

    /// A shell script that becomes the node; its secrets come from its input.
    fn script(&self, node: &SshNode, name: &str, url: &str) -> String {
        let file = format!("\"$HOME/{PROGRAMS}/{}\"", &self.program.hash[..32]);
        let program = match Transport::parse(&node.address) {
            Ok(Transport::Local) => quoted(&self.program.path.display().to_string()),
            _ => file,
        };
        let workers = node.cores.map(|cores| format!(" --workers {cores}")).unwrap_or_default();
        let orphan = self.spec.orphan_timeout.as_secs().max(1);
        let variables = [Credentials::USER, Credentials::PASSWORD, Credentials::TOKEN];
        let read: String =
            variables.iter().map(|name| format!("IFS= read -r {name}; export {name}; ")).collect();
        format!(
            "{read}trap '' HUP; exec {program} node --nats {} --fleet {} --name {} --once \
             --orphan-timeout '{orphan} s'{workers}",
            quoted(url),
            quoted(&self.spec.name),
            quoted(name),
        )
    }
}

fn own_port_of(url: &str) -> u16 {
    url.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(0)
}

fn output(command: Option<Command>, input: Option<std::fs::File>) -> Result<String, String> {
    let mut command = command.ok_or_else(|| "no commands run there".to_owned())?;
    let input = input.map_or_else(Stdio::null, Stdio::from);
    let output = command.stdin(input).output().map_err(|error| format!("ssh can't be started: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(said.trim().lines().last().unwrap_or("ssh failed and said nothing").to_owned())
        }
    }
}

/// The end of what it says, while it works.
fn keep_log(mut stderr: impl Read + Send + 'static, log: std::sync::Arc<std::sync::Mutex<String>>) {
    std::thread::spawn(move || {
        let mut bytes = [0; 1_024];
        while let Ok(count @ 1..) = stderr.read(&mut bytes) {
            let Ok(mut log) = log.lock() else { return };
            log.push_str(&String::from_utf8_lossy(&bytes[..count]));
            let too_many = log.len().saturating_sub(LOG_BYTES);
            let cut = (too_many..log.len()).find(|at| log.is_char_boundary(*at)).unwrap_or(0);
            log.drain(..cut);
        }
    });
}
