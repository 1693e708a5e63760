//! The process of one step.

use crate::external::{LineTail, Tail};
use crate::guarded_group::GuardedGroup;
use rustix::process::{Pid, Signal};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};

#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error("failed to make a folder for the results of {tool}")]
    Folder { tool: String, source: std::io::Error },
    #[error("failed to start {tool}")]
    Start { tool: String, source: std::io::Error },
    #[error("failed to wait for {tool}")]
    Wait { tool: String, source: std::io::Error },
    #[error("the file for the results, {path}, is there already", path = path.display())]
    ResultsThere { path: PathBuf },
    #[error("failed to remove the results of the step before, {path}", path = path.display())]
    OldResults { path: PathBuf, source: std::io::Error },
}

/// A running command with its output; ended with the value.
pub struct ToolProcess {
    child: Child,
    group: Pid,
    reaped: bool,
    _guarded: GuardedGroup,
    tool: String,
    output: PathBuf,
    errors: PathBuf,
}

impl ToolProcess {
    pub fn start(
        tool: &str,
        command: &str,
        folder: &Path,
        env: &[(String, String)],
        scratch: &Path,
    ) -> Result<ToolProcess, ToolError> {
        let problem = |source| ToolError::Start { tool: tool.to_owned(), source };
        let (output, errors) = (scratch.join("output"), scratch.join("errors"));
        let mut shell = GuardedGroup::shell(command);
        shell.current_dir(folder);
        shell.envs(env.iter().map(|(name, value)| (name, value)));
        shell.stdout(File::create(&output).map_err(problem)?);
        shell.stderr(File::create(&errors).map_err(problem)?);
        let (child, guarded) = GuardedGroup::spawn(&mut shell).map_err(problem)?;
        let group = Pid::from_child(&child);
        Ok(ToolProcess {
            child,
            group,
            reaped: false,
            _guarded: guarded,
            tool: tool.to_owned(),
            output,
            errors,
        })
    }

    pub fn output(&self) -> Tail {
        Tail::new(self.output.clone())
    }

    /// All that it printed; not more than 4 MB of it.
    pub fn printed(&self) -> String {
        const BYTES_MAX: usize = 4 << 20;
        let bytes = std::fs::read(&self.output).unwrap_or_default();
        String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(BYTES_MAX)..]).into_owned()
    }

    /// The last line that says something, of its errors before its output.
    pub fn last_words(&self) -> String {
        let mut last = String::new();
        for path in [&self.output, &self.errors] {
            LineTail::new(path.clone()).lines(&mut |line| {
                if !line.trim().is_empty() {
                    last = line.trim().chars().take(300).collect();
                }
            });
        }
        last
    }

    pub fn group(&self) -> u32 {
        self.group.as_raw_nonzero().get().unsigned_abs()
    }

    pub fn ended(&mut self) -> Result<Option<ExitStatus>, ToolError> {
        let wait = |source| ToolError::Wait { tool: self.tool.clone(), source };
        let status = self.child.try_wait().map_err(wait)?;
        self.reaped |= status.is_some();
        Ok(status)
    }

    pub fn signal(&self, signal: Signal) {
        if !self.reaped {
            // It may have ended this moment.
            let _ = rustix::process::kill_process_group(self.group, signal);
        }
    }
}

impl Drop for ToolProcess {
    fn drop(&mut self) {
        if !self.reaped {
            self.signal(Signal::KILL);
            let _ = self.child.wait();
        }
    }
}
