//! Where commands run, and the local command that runs them there.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Where commands run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// This machine.
    Local,
    /// The user's own `ssh`, with its configuration and agent. `destination`: `host` or `user@host`.
    Ssh { destination: String, port: Option<u16> },
    /// `docker exec`; `command` is `docker` or what takes its place.
    Container { command: String, name: String },
    /// `kubectl exec`. Empty texts: kubectl's own choice.
    Pod { context: String, namespace: String, pod: String, container: String },
    /// Nowhere: it is a service that is asked over the network.
    Network,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error(
        "`{0}` is no address of a host: `local`, `ssh://[user@]host[:port]`, `docker://container`, `kubectl://[context@]namespace/pod[/container]`"
    )]
    Unknown(String),
    #[error("`{address}`: `{port}` is no port")]
    Port { address: String, port: String },
    #[error("`{0}` begins with a `-`, which ssh would take for an option")]
    Option(String),
}

impl Transport {
    /// `local`, `ssh://…`, `docker://…`, `podman://…`, `kubectl://…`; a bare name is an ssh host.
    pub fn parse(address: &str) -> Result<Transport, AddressError> {
        let unknown = || AddressError::Unknown(address.to_owned());
        let plain = |text: &str| {
            let is_plain = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
            is_plain.then(|| text.to_owned()).ok_or_else(unknown)
        };
        match address.split_once("://") {
            None if matches!(address, "local" | "localhost") => Ok(Transport::Local),
            None => Transport::ssh(address, &plain(address)?),
            Some(("local", "")) => Ok(Transport::Local),
            Some(("ssh", rest)) => Transport::ssh(address, &plain(rest.trim_end_matches('/'))?),
            Some((command @ ("docker" | "podman"), rest)) => {
                Ok(Transport::Container { command: command.to_owned(), name: plain(rest)? })
            }
            Some(("kubectl" | "k8s", rest)) => {
                let (context, rest) = rest.split_once('@').unwrap_or(("", rest));
                let mut parts = rest.split('/');
                let (Some(namespace), Some(pod)) = (parts.next(), parts.next()) else {
                    return Err(unknown());
                };
                Ok(Transport::Pod {
                    context: context.to_owned(),
                    namespace: plain(namespace)?,
                    pod: plain(pod)?,
                    container: parts.next().unwrap_or_default().to_owned(),
                })
            }
            Some(_) => Err(unknown()),
        }
    }

    fn ssh(address: &str, rest: &str) -> Result<Transport, AddressError> {
        if rest.starts_with('-') {
            return Err(AddressError::Option(address.to_owned()));
        }
        // A port follows the last colon; an IPv6 address has colons of its own and stands in brackets before a port.
        let after_brackets = rest.rfind(']').map_or(0, |end| end + 1);
        let (destination, port) = match rest[after_brackets..].rsplit_once(':') {
            Some((before, port)) if after_brackets > 0 || !before.contains(':') => {
                let number = port.parse();
                let number = number
                    .map_err(|_| AddressError::Port { address: address.to_owned(), port: port.to_owned() })?;
                (&rest[..after_brackets + before.len()], Some(number))
            }
            _ => (rest, None),
        };
        let destination = destination.replace(['[', ']'], "");
        if destination.is_empty() {
            return Err(AddressError::Unknown(address.to_owned()));
        }
        Ok(Transport::Ssh { destination, port })
    }

    /// What the report calls the host when the user doesn't say.
    pub fn host_name(&self) -> String {
        match self {
            Transport::Local => "local".to_owned(),
            Transport::Ssh { destination, .. } => {
                destination.rsplit_once('@').map_or(destination.as_str(), |(_, host)| host).to_owned()
            }
            Transport::Container { name, .. } => name.clone(),
            Transport::Pod { pod, .. } => pod.clone(),
            Transport::Network => String::new(),
        }
    }

    /// The command that has a POSIX shell at that place perform `script`. `None`: no commands run there.
    ///
    /// `sockets`: a folder for ssh's control sockets, so that all sources of a host share one connection.
    pub fn command(&self, script: &str, sockets: &Path) -> Option<Command> {
        self.command_through(script, sockets, SILENCE)
    }

    /// The same through a connection that ends only when its other side was silent for so long.
    pub fn command_through(&self, script: &str, sockets: &Path, silence: Duration) -> Option<Command> {
        let (program, arguments): (&str, Vec<OsString>) = match self {
            Transport::Local => ("sh", vec!["-c".into(), script.into()]),
            Transport::Ssh { destination, port } => {
                let mut arguments = ssh_options(sockets, silence);
                if let Some(port) = port {
                    arguments.extend(["-p".into(), port.to_string().into()]);
                }
                // The remote shell is the user's own, perhaps no POSIX shell: it only has to start one.
                let remote = format!("exec sh -c {}", quoted(script));
                arguments.extend(["-T".into(), "--".into(), destination.into(), remote.into()]);
                ("ssh", arguments)
            }
            Transport::Container { command, name } => {
                let arguments = ["exec", "-i", name, "sh", "-c", script];
                (command, arguments.map(OsString::from).to_vec())
            }
            Transport::Pod { context, namespace, pod, container } => {
                let mut arguments: Vec<OsString> = Vec::new();
                for (option, value) in [("--context", context), ("-n", namespace)] {
                    if !value.is_empty() {
                        arguments.extend([option.into(), value.into()]);
                    }
                }
                arguments.extend(["exec", "-i", pod].map(OsString::from));
                if !container.is_empty() {
                    arguments.extend(["-c".into(), container.into()]);
                }
                arguments.extend(["--", "sh", "-c", script].map(OsString::from));
                ("kubectl", arguments)
            }
            Transport::Network => return None,
        };
        let mut command = Command::new(program);
        command.args(arguments);
        Some(command)
    }

    /// Lets the host reach a port of this machine over the connection that its commands share, as a port of its own that
    /// this prints.
    pub fn forward_back(&self, port: u16, sockets: &Path) -> Option<Command> {
        let Transport::Ssh { destination, port: ssh_port } = self else { return None };
        let mut command = Command::new("ssh");
        let forward = format!("127.0.0.1:0:127.0.0.1:{port}");
        command.args(ssh_options(sockets, SILENCE)).args(["-O", "forward", "-R", &forward]);
        if let Some(port) = ssh_port {
            command.args(["-p", &port.to_string()]);
        }
        command.args(["--", destination]);
        Some(command)
    }

    /// Ends the connection that the sources of an ssh host share.
    pub fn hang_up(&self, sockets: &Path) -> Option<Command> {
        let Transport::Ssh { destination, port } = self else { return None };
        let mut command = Command::new("ssh");
        command.args(ssh_options(sockets, SILENCE)).args(["-O", "exit"]);
        if let Some(port) = port {
            command.args(["-p", &port.to_string()]);
        }
        command.args(["--", destination]);
        Some(command)
    }
}

/// How long a host may be silent until its connection is given up, and how often it is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(15);
const ASKED_EVERY_S: u64 = 5;

/// Never asks anything.
fn ssh_options(sockets: &Path, silence: Duration) -> Vec<OsString> {
    let mut control = OsString::from("ControlPath=");
    control.push(sockets.join("%C"));
    let (every, times) = (ASKED_EVERY_S, silence.as_secs().div_ceil(ASKED_EVERY_S).max(1));
    let alive = [format!("ServerAliveInterval={every}"), format!("ServerAliveCountMax={times}")];
    let fixed = [
        "BatchMode=yes",
        "ConnectTimeout=10",
        "ControlMaster=auto",
        "ControlPersist=20",
        // It tells a host that does not answer any more, which errors alone do not.
        "LogLevel=INFO",
    ];
    let options = fixed.into_iter().map(OsString::from).chain(alive.map(OsString::from));
    options.chain([control]).flat_map(|option| ["-o".into(), option]).collect()
}

/// One word of a POSIX shell.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expected: Result<Transport, &str>) {
        assert_eq!(
            Transport::parse(address).map_err(|e| e.to_string()),
            expected.map_err(str::to_owned),
            "{address}"
        );
    }

    fn ssh(destination: &str, port: Option<u16>) -> Result<Transport, &'static str> {
        Ok(Transport::Ssh { destination: destination.to_owned(), port })
    }

    #[test]
    fn addresses_of_hosts_are_read() {
        check("local", Ok(Transport::Local));
        check("docker01", ssh("docker01", None));
        check("root@docker01:2222", ssh("root@docker01", Some(2222)));
        check("ssh://root@docker01:2222/", ssh("root@docker01", Some(2222)));
        check("ssh://[::1]:22", ssh("::1", Some(22)));
        check("ssh://fe80::1", ssh("fe80::1", None));
        check(
            "docker://web",
            Ok(Transport::Container { command: "docker".to_owned(), name: "web".to_owned() }),
        );
        let pod = Transport::Pod {
            context: "lab".to_owned(),
            namespace: "shop".to_owned(),
            pod: "web-0".to_owned(),
            container: "app".to_owned(),
        };
        check("kubectl://lab@shop/web-0/app", Ok(pod));
        check("ssh://host:port", Err("`ssh://host:port`: `port` is no port"));
        check(
            "-oProxyCommand=x",
            Err("`-oProxyCommand=x` begins with a `-`, which ssh would take for an option"),
        );
        for wrong in ["ftp://x", "ssh://", "kubectl://x", "a b"] {
            assert!(matches!(Transport::parse(wrong), Err(AddressError::Unknown(_))), "{wrong}");
        }
    }

    #[test]
    fn a_script_reaches_the_shell_unchanged() {
        let script = "printf %s \"it's $((1+1))\"";
        let local =
            Transport::Local.command(script, Path::new("/")).expect("a command").output().expect("sh runs");
        assert_eq!(local.stdout, b"it's 2");
        // What sshd does with it: a shell takes it as its command line.
        let remote = format!("exec sh -c {}", quoted(script));
        let again = Command::new("sh").args(["-c", &remote]).output().expect("sh runs");
        assert_eq!(again.stdout, b"it's 2");
    }
}
