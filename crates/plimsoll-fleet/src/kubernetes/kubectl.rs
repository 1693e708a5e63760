//! The user's own kubectl, with its configuration.

use plimsoll_study::KubernetesNodes;
use rustix::process::{Pid, Signal, kill_process_group};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

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
}

/// How long it may take to ask the API server, as it is asked to itself.
const REQUEST: &str = "--request-timeout=20s";
/// And with all else that it does: programs that log it in are not bound by that.
const PATIENCE: Duration = Duration::from_secs(30);

impl Kubectl {
    pub fn of(pods: &KubernetesNodes) -> Kubectl {
        Kubectl { context: pods.context.clone(), namespace: pods.namespace.clone() }
    }

    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// Its standard output.
    pub fn run(&self, arguments: &[&str], input: Option<&str>) -> Result<String, KubectlError> {
        let mut command = Command::new("kubectl");
        if let Some(context) = &self.context {
            command.args(["--context", context]);
        }
        command.args(["--namespace", &self.namespace, REQUEST]).args(arguments);
        // A Ctrl-C on the terminal is for the coordinator.
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => KubectlError::NotFound,
            _ => KubectlError::Said(error.to_string()),
        })?;
        if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
            // What it did not read it says itself.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = output_within(child, PATIENCE)?;
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

/// All that it says until its end; it is killed, with what it started, when that does not come.
fn output_within(child: Child, patience: Duration) -> Result<Output, KubectlError> {
    let process = Pid::from_child(&child);
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || drop(sender.send(child.wait_with_output())));
    match ended.recv_timeout(patience) {
        Ok(output) => output.map_err(|error| KubectlError::Said(error.to_string())),
        Err(RecvTimeoutError::Disconnected) => {
            Err(KubectlError::Said("it could not be waited for".to_owned()))
        }
        Err(RecvTimeoutError::Timeout) => {
            let _ = kill_process_group(process, Signal::KILL);
            Err(KubectlError::Said(format!("it did not end within {} s", patience.as_secs())))
        }
    }
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
        let ended = output_within(sleeping("0"), PATIENCE).expect("its output");
        assert_eq!(ended.stdout, b"done\n");
        let stuck = output_within(sleeping("300"), Duration::from_millis(200));
        assert!(matches!(stuck, Err(KubectlError::Said(why)) if why.contains("did not end within")));
    }
}
