//! The user's own kubectl, with its configuration.

use plimsoll_study::KubernetesNodes;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

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
        command.args(["--namespace", &self.namespace, "--request-timeout=20s"]).args(arguments);
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
        let output = child.wait_with_output().map_err(|error| KubectlError::Said(error.to_string()))?;
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
