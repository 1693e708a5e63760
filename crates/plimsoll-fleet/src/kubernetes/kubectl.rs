//! The user's own kubectl, with its configuration.

use plimsoll_engine::Control;
use plimsoll_study::KubernetesNodes;
use rustix::process::{Pid, Signal, kill_process_group};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Where commands go.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kubectl {
    context: Option<String>,
    namespace: String,
}

#[derive(Debug)]
pub enum KubectlError {
    NotFound,
    /// What it said last.
    Said(String),
    /// Somebody asked for the end meanwhile.
    Stopped,
}

/// How long a command may take.
#[derive(Clone, Copy, Debug)]
pub enum KubectlLimit<'a> {
    /// As long as an API server takes; not longer than until somebody asks for the end.
    Until(&'a Control),
    /// What is made has to be removed, whoever asked for the end.
    Whole,
    /// The same, where somebody waits for the end.
    Short,
}

impl KubectlLimit<'_> {
    /// For what is to be done however the run ends.
    pub fn after(control: &Control) -> KubectlLimit<'static> {
        if control.stopped().is_some() { KubectlLimit::Short } else { KubectlLimit::Whole }
    }

    fn time(self) -> Duration {
        match self {
            KubectlLimit::Until(_) | KubectlLimit::Whole => LONGEST,
            KubectlLimit::Short => LONGEST_AT_END,
        }
    }

    fn is_stopped(self) -> bool {
        matches!(self, KubectlLimit::Until(control) if control.stopped().is_some())
    }
}

/// How long it may take to ask the API server, as it is asked to itself.
const REQUEST: &str = "--request-timeout=20s";
/// And with all else that it does: programs that log it in are not bound by that.
const LONGEST: Duration = Duration::from_secs(30);
const LONGEST_AT_END: Duration = Duration::from_secs(10);
/// How often is looked whether somebody asked for the end.
const LOOK: Duration = Duration::from_millis(50);
/// One that was killed is gone within this, or the system is stuck.
const GONE: Duration = Duration::from_secs(2);

impl Kubectl {
    pub fn of(pods: &KubernetesNodes) -> Kubectl {
        Kubectl { context: pods.context.clone(), namespace: pods.namespace.clone() }
    }

    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// Its standard output.
    pub fn run(
        &self,
        arguments: &[&str],
        input: Option<&str>,
        patience: KubectlLimit<'_>,
    ) -> Result<String, KubectlError> {
        if patience.is_stopped() {
            return Err(KubectlError::Stopped);
        }
        let mut command = Command::new("kubectl");
        if let Some(context) = &self.context {
            command.args(["--context", context]);
        }
        command.args(["--namespace", &self.namespace, REQUEST]).args(arguments);
        // A Ctrl-C on the terminal is for the coordinator.
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
        let child = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => KubectlError::NotFound,
            _ => KubectlError::Said(error.to_string()),
        })?;
        let output = output_within(child, input, patience.time(), &|| patience.is_stopped())?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => {
                let said = String::from_utf8_lossy(&output.stderr);
                let last = said.trim().lines().last().unwrap_or("it failed and said nothing");
                Err(KubectlError::Said(last.to_owned()))
            }
        }
    }
}

/// All that it says until its end; it is killed, with what it started, when that does not come, or somebody asks for the end.
fn output_within(
    mut child: Child,
    input: Option<&str>,
    patience: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Output, KubectlError> {
    let process = Pid::from_child(&child);
    let (sender, ended) = std::sync::mpsc::channel();
    let (stdin, input) = (child.stdin.take(), input.map(str::to_owned));
    std::thread::spawn(move || {
        if let (Some(mut stdin), Some(input)) = (stdin, input) {
            // What it did not read it says itself.
            let _ = stdin.write_all(input.as_bytes());
        }
        let _ = sender.send(child.wait_with_output());
    });
    let until = Instant::now() + patience;
    loop {
        match ended.recv_timeout(LOOK) {
            Ok(output) => return output.map_err(|error| KubectlError::Said(error.to_string())),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(KubectlError::Said("it could not be waited for".to_owned()));
            }
            Err(RecvTimeoutError::Timeout) if is_stopped() => {
                kill(process, &ended);
                return Err(KubectlError::Stopped);
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() >= until => {
                kill(process, &ended);
                return Err(KubectlError::Said(format!("it did not end within {} s", patience.as_secs())));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// With all that it started.
fn kill<T>(process: Pid, ended: &Receiver<T>) {
    let _ = kill_process_group(process, Signal::KILL);
    let _ = ended.recv_timeout(GONE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_does_not_end_is_not_waited_for() {
        let sleeping = |how_long: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("sleep {how_long}; echo done")]).process_group(0);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
        };
        let goes_on = || false;
        let ended = output_within(sleeping("0"), None, LONGEST, &goes_on).expect("its output");
        assert_eq!(ended.stdout, b"done\n");
        let stuck = output_within(sleeping("300"), None, Duration::from_millis(200), &goes_on);
        assert!(matches!(stuck, Err(KubectlError::Said(why)) if why.contains("did not end within")));
    }

    #[test]
    fn one_is_ended_with_what_it_started_when_somebody_asks_for_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("inner");
        let mut command = Command::new("sh");
        command.args(["-c", r#"sleep 300 & echo $! > "$0"; mv "$0" "$0.there"; wait"#]).arg(&inner);
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let there = inner.with_extension("there");
        let child = command.spawn().expect("it starts");
        let ended = output_within(child, None, LONGEST, &|| there.exists());
        assert!(matches!(ended, Err(KubectlError::Stopped)), "{ended:?}");
        let pid = std::fs::read_to_string(&there).expect("it was started");
        let state = || std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        let until = Instant::now() + LONGEST;
        while !state().is_empty() && !state().contains(") Z ") {
            assert!(Instant::now() < until, "{}", state());
            std::thread::yield_now();
        }
        let control = Control::default();
        control.stop(plimsoll_engine::StopMode::InOrder);
        let never = Kubectl { context: None, namespace: "n".to_owned() }.run(
            &["version"],
            None,
            KubectlLimit::Until(&control),
        );
        assert!(matches!(never, Err(KubectlError::Stopped)));
    }
}
