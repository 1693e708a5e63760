//! The system under test and the jobs of a study: its commands, with their folder, variables and log.

use super::session::Session;
use crate::message;
use plimsoll_study::{JobPerformer, Planned, RunningSystem, Steering, SystemError, SystemSetup};
use std::path::{Path, PathBuf};

impl Session<'_> {
    /// The system under test, where the study starts it.
    pub(super) fn start_system(
        &self,
        planned: &Planned,
        file: &Path,
        steering: &Steering,
    ) -> Result<Option<RunningSystem>, SystemError> {
        if planned.system.is_empty() {
            return Ok(None);
        }
        let (folder, env, log) = self.commands(planned, file);
        let setup = SystemSetup { system: planned.system.clone(), folder, env, log };
        if setup.system.start.is_some() {
            message::say("starting the system under test");
        }
        RunningSystem::start(setup, &|| steering.stopped().is_some()).map(Some)
    }

    /// Whoever performs the jobs of the study.
    pub(super) fn job_performer(&self, planned: &Planned, file: &Path) -> JobPerformer {
        let (folder, mut env, log) = self.commands(planned, file);
        env.extend(planned.system.env.iter().map(|(name, value)| (name.clone(), value.clone())));
        JobPerformer::new(folder, env, log, planned.properties.clone())
    }

    /// Folder, variables and log of the study's commands.
    pub(super) fn commands(
        &self,
        planned: &Planned,
        file: &Path,
    ) -> (PathBuf, Vec<(String, String)>, PathBuf) {
        let folder = match self.study.folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => self.study.folder.clone(),
        };
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut env: Vec<(String, String)> = Vec::new();
        for (name, value) in &planned.properties {
            // Commands must still find their programs.
            if is_variable(name) && std::env::var_os(name).is_none() {
                env.push((name.clone(), value.clone()));
            }
        }
        env.extend([
            ("PLIMSOLL_VARIANT".to_owned(), planned.variant.name.clone()),
            ("PLIMSOLL_REPEAT".to_owned(), planned.repeat.to_string()),
            ("PLIMSOLL_RUN".to_owned(), absolute(file).display().to_string()),
        ]);
        (folder, env, absolute(&system_log(file)))
    }
}

/// What the commands of the system under test print.
pub fn system_log(run_file: &Path) -> PathBuf {
    run_file.with_extension("system.log")
}

/// A name that a shell takes for a variable's.
fn is_variable(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit())
}
