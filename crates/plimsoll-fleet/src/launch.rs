//! Starts nodes over ssh: the program is copied where it is missing, and its connection goes through a tunnel where the
//! server is this machine's own.

mod trouble;

use crate::access::NatsAccess;
use crate::connection::Credentials;
use crate::parcel::hash_of;
use plimsoll_engine::Control;
use plimsoll_study::{FleetSpec, NatsServer, SshNode};
use plimsoll_watch::Transport;
use plimsoll_watch::transport::quoted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// A node that was started, and what it says.
pub struct Launched {
    state: LaunchedState,
    transport: Transport,
    /// `None`: another process started it.
    child: Option<Child>,
    /// While it is open the node waits for its first load; the node reads no more than that from it.
    stdin: Option<ChildStdin>,
    log: std::sync::Arc<std::sync::Mutex<String>>,
    /// That it is gone was said.
    is_gone: bool,
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
/// A network is away for so long, whatever nodes wait for.
const SILENCE_MIN: Duration = Duration::from_secs(20);

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
        Some(Launched {
            state,
            transport,
            child: None,
            stdin: None,
            log: std::sync::Arc::default(),
            is_gone: false,
        })
    }

    /// Why it is gone, if it has ended by itself; once.
    pub fn ended(&mut self) -> Option<String> {
        if self.is_gone {
            return None;
        }
        let status = self.child.as_mut()?.try_wait().ok().flatten()?;
        self.is_gone = true;
        // What it said is on its way.
        std::thread::sleep(Duration::from_millis(100));
        let log = self.log.lock().map(|log| log.clone()).unwrap_or_default();
        let why = match trouble::of_ssh(&log) {
            why if why.is_empty() => format!("it ended ({status})"),
            why => why,
        };
        Some(format!("{}: {why}", self.state.name))
    }

    pub fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Ends it, and the connection to its machine.
    pub fn end(&mut self) {
        drop(self.stdin.take());
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
    (control, say): (&Control, &(dyn Fn(&str) + Sync)),
) -> Vec<Result<Launched, String>> {
    if spec.ssh.is_empty() {
        return Vec::new();
    }
    let access = match NatsAccess::of(server, credentials) {
        Ok(access) => access,
        Err(error) => return vec![Err(error.to_string())],
    };
    let programs = match Program::all(spec) {
        Ok(programs) => programs,
        Err(why) => return vec![Err(why)],
    };
    let start = Start { spec, server, access: &access, version, programs: &programs, control };
    std::thread::scope(|scope| {
        let named = names(spec).into_iter().zip(&spec.ssh);
        let threads: Vec<_> = named.map(|(name, node)| scope.spawn(|| start.node(node, name, say))).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended
            .map(|ended| ended.unwrap_or_else(|_| Err("a thread that started a node failed".to_owned())))
            .collect()
    })
}

/// What each node is called: its host, with a number where several are on one.
fn names(spec: &FleetSpec) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let name = |node: &SshNode| {
        let host = Transport::parse(&node.address).map_or(node.address.clone(), |host| host.host_name());
        let times = seen.entry(host.clone()).or_default();
        *times += 1;
        if *times == 1 { host } else { format!("{host}-{times}") }
    };
    spec.ssh.iter().map(name).collect()
}

/// This program for one kind of machine.
struct Program {
    hash: String,
    path: PathBuf,
}

impl Program {
    /// By the architecture as `uname -m` names it: the one that runs here, and those that the fleet names.
    fn all(spec: &FleetSpec) -> Result<BTreeMap<String, Program>, String> {
        let program = |path: PathBuf| match hash_of(&path) {
            Ok(hash) => Ok(Program { hash, path }),
            Err(error) => Err(format!("failed to read the program {}: {error}", path.display())),
        };
        let own = std::env::current_exe().map_err(|error| error.to_string()).and_then(program)?;
        let mut programs = BTreeMap::from([(own_architecture(), own)]);
        for (architecture, path) in &spec.programs {
            programs.insert(architecture.clone(), program(path.clone())?);
        }
        Ok(programs)
    }
}

fn own_architecture() -> String {
    rustix::system::uname().machine().to_string_lossy().into_owned()
}

struct Start<'a> {
    spec: &'a FleetSpec,
    server: &'a NatsServer,
    access: &'a NatsAccess,
    version: &'a str,
    programs: &'a BTreeMap<String, Program>,
    control: &'a Control,
}

/// Where programs are stored on a node, from its user's home, and how many: those of other versions that other runs use.
const PROGRAMS: &str = ".cache/plimsoll/bin";
const PROGRAMS_MAX: u32 = 3;

impl Start<'_> {
    fn node(&self, node: &SshNode, name: String, say: &(dyn Fn(&str) + Sync)) -> Result<Launched, String> {
        let transport = Transport::parse(&node.address).map_err(|error| error.to_string())?;
        let failed = |why: String| format!("{name}: {why}");
        let sockets =
            tempfile::Builder::new().prefix("plimsoll-").tempdir().map_err(|e| failed(e.to_string()))?;
        let program = match transport {
            Transport::Local => {
                let own = self.programs.get(&own_architecture()).map(|own| own.path.display().to_string());
                quoted(&own.unwrap_or_default())
            }
            _ => self.bring_program(&transport, sockets.path(), &name, say).map_err(failed)?,
        };
        let url = self.way_to_server(&transport, sockets.path()).map_err(failed)?;
        if self.control.stopped().is_some() {
            return Err(failed("it was not started: the run was stopped".to_owned()));
        }
        let mut command = self
            .command(&transport, &self.script(node, &name, &url, &program), sockets.path())
            .ok_or_else(|| failed("no commands run there".to_owned()))?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // A Ctrl-C on the terminal is for the coordinator, which tells the nodes.
            .process_group(0)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let mut stdin = child.stdin.take();
        if let Some(stdin) = &mut stdin {
            stdin.write_all(self.access.to_line().as_bytes()).map_err(|error| failed(error.to_string()))?;
        }
        let log = std::sync::Arc::default();
        if let Some(stderr) = child.stderr.take() {
            keep_log(stderr, std::sync::Arc::clone(&log));
        }
        let state = LaunchedState { name, address: node.address.clone(), sockets: sockets.keep() };
        Ok(Launched { state, transport, child: Some(child), stdin, log, is_gone: false })
    }

    /// Through a connection that breaks only when nobody could be waiting at its other end any more: a node whose network was
    /// away for a while is reached by the same tunnel again.
    fn command(&self, transport: &Transport, script: &str, sockets: &Path) -> Option<Command> {
        transport.command_through(script, sockets, self.spec.orphan_timeout.max(SILENCE_MIN))
    }

    /// Copies this program where the machine has none of the same content; where it is there, for a shell.
    fn bring_program(
        &self,
        transport: &Transport,
        sockets: &Path,
        name: &str,
        say: &(dyn Fn(&str) + Sync),
    ) -> Result<String, String> {
        let look = format!("uname -m; cd \"$HOME/{PROGRAMS}\" 2> /dev/null && ls; :");
        let found = output(self.command(transport, &look, sockets), None)?;
        let mut words = found.split_whitespace();
        let machine = words.next().unwrap_or_default();
        let Some(Program { hash, path }) = self.programs.get(machine) else {
            let ours = own_architecture();
            return Err(format!(
                "it is a {machine} machine, and this program is for {ours}; `programs: {{{machine}: FILE}}` under `fleet` names \
                 one for it"
            ));
        };
        let file = format!("{PROGRAMS}/{}", &hash[..32]);
        let there = format!("\"$HOME/{file}\"");
        if words.any(|word| word == &hash[..32]) {
            return Ok(there);
        }
        say(&format!("copying plimsoll {} to {name}", self.version));
        // Several nodes may have one home: what others copy now is left alone, and of a copy that fails nothing stays.
        let copy = format!(
            "mkdir -p \"$HOME/{PROGRAMS}\" && part=\"$HOME/{file}.$(uname -n).$$\" && trap 'rm -f \"$part\"' EXIT && \
             cat > \"$part\" && chmod 755 \"$part\" && mv \"$part\" {there} && {there} --version && \
             cd \"$HOME/{PROGRAMS}\" && ls -t | grep -v -e '\\.' -e {name} | tail -n +{PROGRAMS_MAX} | \
             while read -r old; do rm -f \"$old\"; done",
            name = &hash[..32]
        );
        let program = std::fs::File::open(path).map_err(|error| error.to_string())?;
        output(self.command(transport, &copy, sockets), Some(program))?;
        Ok(there)
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

    /// A shell script that becomes the node; who it is comes from its input.
    fn script(&self, node: &SshNode, name: &str, url: &str, program: &str) -> String {
        let workers = node.cores.map(|cores| format!(" --workers {cores}")).unwrap_or_default();
        let orphan = self.spec.orphan_timeout.as_secs().max(1);
        format!(
            "trap '' HUP; exec {program} node --nats {} --fleet {} --name {} --once --supervised --orphan-timeout '{orphan} s'{workers}",
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
            let why = trouble::of_ssh(&String::from_utf8_lossy(&output.stderr));
            Err(if why.is_empty() { "ssh failed and said nothing".to_owned() } else { why })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_one_host_have_names_of_their_own() {
        let node = |address: &str| SshNode { address: address.to_owned(), cores: None };
        let ssh = ["gen1", "ssh://gen1:2223", "perf@gen2"].map(node).into();
        assert_eq!(names(&FleetSpec { ssh, ..FleetSpec::default() }), ["gen1", "gen1-2", "gen2"]);
    }
}
