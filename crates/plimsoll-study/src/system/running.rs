//! The system of one run, from its start to its end.

use super::health::HealthProbe;
use super::shell::{CommandEnd, ProcessGroup, Shell};
use super::spec::System;
use super::watch::Watcher;
use plimsoll_plan::units::format_duration;
use plimsoll_run::NoteContent;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What is needed to start it.
#[derive(Clone, Debug)]
pub struct SystemSetup {
    pub system: System,
    /// The study's folder, in which commands are performed.
    pub folder: PathBuf,
    /// Names and values for the commands, besides the system's own.
    pub env: Vec<(String, String)>,
    /// Where the commands' output goes.
    pub log: PathBuf,
}

/// A system that is up. Stopped with the value, however the run ends.
#[derive(Debug)]
pub struct RunningSystem {
    system: System,
    shell: Shell,
    started: Option<ProcessGroup>,
    watcher: Option<Watcher>,
    stopped: bool,
    /// What it really runs with.
    pub configuration: Vec<(String, String)>,
}

#[derive(Debug, thiserror::Error)]
pub enum SystemError {
    #[error("failed to run the command `{command}`")]
    Command { command: String, source: io::Error },
    #[error("`{what}: {command}` failed: {how}{tail}")]
    Failed { what: &'static str, command: String, how: String, tail: String },
    #[error("`{what}: {command}` took longer than {limit}{tail}")]
    TimedOut { what: &'static str, command: String, limit: String, tail: String },
    #[error("the system under test ended before it was ready: {how}{tail}")]
    Ended { how: String, tail: String },
    #[error("the system under test was not ready within {limit}: {why}{tail}")]
    NotReady { limit: String, why: String, tail: String },
    #[error("the run was ended while the system under test was started")]
    Stopped,
}

/// The longest that a command whose output is recorded may take.
const RECORD_TIME: Duration = Duration::from_secs(15);
const LOOK: Duration = Duration::from_millis(20);

impl RunningSystem {
    /// Starts it and waits until it is ready, performs what is to be done before a run, and asks what it runs with.
    pub fn start(setup: SystemSetup, stopped: &dyn Fn() -> bool) -> Result<RunningSystem, SystemError> {
        let SystemSetup { system, folder, mut env, log } = setup;
        env.extend(system.env.iter().map(|(name, value)| (name.clone(), value.clone())));
        let shell = Shell { folder, env, log };
        let mut running = RunningSystem {
            system,
            shell,
            started: None,
            watcher: None,
            stopped: false,
            configuration: Vec::new(),
        };
        running.start_and_wait(stopped)?;
        for command in running.system.before.run.clone() {
            running.perform("before", &command, stopped)?;
        }
        running.record();
        Ok(running)
    }

    fn start_and_wait(&mut self, stopped: &dyn Fn() -> bool) -> Result<(), SystemError> {
        if let Some(command) = self.system.start.clone() {
            let group = self.shell.spawn(&command);
            let group = group.map_err(|source| SystemError::Command { command: command.clone(), source })?;
            self.shell.env.push(("PID".to_owned(), group.pid().to_string()));
            self.started = Some(group);
            if self.system.ready.is_none() {
                return self.wait_for_start(&command, stopped);
            }
        }
        self.wait_until_ready(stopped)
    }

    /// Without a health check the end of the command says that the system is up.
    fn wait_for_start(&mut self, command: &str, stopped: &dyn Fn() -> bool) -> Result<(), SystemError> {
        let (started, limit) = (Instant::now(), self.system.command_time());
        loop {
            match self.started.as_ref().and_then(ProcessGroup::ended) {
                Some(None) => return Ok(()),
                Some(Some(how)) => return Err(self.failed("start", command, how)),
                None if stopped() => return Err(SystemError::Stopped),
                None if started.elapsed() >= limit => return Err(self.timed_out("start", command)),
                None => std::thread::sleep(LOOK),
            }
        }
    }

    fn wait_until_ready(&mut self, stopped: &dyn Fn() -> bool) -> Result<(), SystemError> {
        let Some(ready) = self.system.ready.clone() else { return Ok(()) };
        let health = HealthProbe::new(ready.check.clone(), self.shell.clone());
        let started = Instant::now();
        loop {
            let asked = health.ask();
            // Another server may still answer on the same port: then ours has ended.
            if let Some(Some(how)) = self.started.as_ref().and_then(ProcessGroup::ended) {
                return Err(SystemError::Ended { how, tail: self.tail() });
            }
            let why = match asked {
                Ok(()) => return Ok(()),
                Err(why) => why,
            };
            if started.elapsed() >= ready.timeout {
                return Err(SystemError::NotReady {
                    limit: format_duration(ready.timeout),
                    why,
                    tail: self.tail(),
                });
            }
            let until = Instant::now() + ready.every;
            while Instant::now() < until {
                if stopped() {
                    return Err(SystemError::Stopped);
                }
                std::thread::sleep(LOOK.min(ready.every));
            }
        }
    }

    fn record(&mut self) {
        for (name, command) in &self.system.record {
            let value = self.shell.ask(command, RECORD_TIME);
            let value = value.unwrap_or_else(|why| format!("(not known: {why})"));
            self.configuration.push((name.clone(), value));
        }
    }

    /// One more name for all commands from now on.
    pub fn set(&mut self, name: &str, value: &str) {
        self.shell.env.retain(|(known, _)| known != name);
        self.shell.env.push((name.to_owned(), value.to_owned()));
    }

    /// From now on it is looked at, and [`RunningSystem::seen`] tells what became of it.
    pub fn watch(&mut self) {
        let of_process = self.started.as_ref().filter(|group| group.ended().is_none()).map(ProcessGroup::pid);
        let health = self.system.ready.as_ref();
        let health = health.map(|ready| HealthProbe::new(ready.check.clone(), self.shell.clone()));
        self.watcher = Some(Watcher::start(of_process, health));
    }

    /// What has been seen since this was last asked.
    pub fn seen(&self) -> Vec<(Instant, NoteContent)> {
        self.watcher.as_ref().map(Watcher::take).unwrap_or_default()
    }

    /// The process that was started is over, or the health check has failed for some time.
    pub fn is_down(&self) -> Option<String> {
        self.watcher.as_ref().and_then(Watcher::down)
    }

    /// Its process is over: no answer can come any more.
    pub fn has_ended(&self) -> Option<String> {
        self.watcher.as_ref().and_then(Watcher::ended)
    }

    pub fn before_step(&self, stopped: &dyn Fn() -> bool) -> Result<(), SystemError> {
        self.system.before.step.iter().try_for_each(|command| self.perform("before", command, stopped))
    }

    pub fn after_step(&self, stopped: &dyn Fn() -> bool) -> Result<(), SystemError> {
        self.system.after.step.iter().try_for_each(|command| self.perform("after", command, stopped))
    }

    /// Performs what is to be done after a run, and stops the system; what went wrong with that.
    pub fn stop(mut self) -> Vec<SystemError> {
        self.end()
    }

    fn end(&mut self) -> Vec<SystemError> {
        if std::mem::replace(&mut self.stopped, true) {
            return Vec::new();
        }
        self.watcher = None;
        // A stop was asked for already, or the run is over: these commands are performed all the same.
        let never = || false;
        let after = self.system.after.run.iter().map(|command| self.perform("after", command, &never));
        let stop = self.system.stop.iter().map(|command| self.perform("stop", command, &never));
        let troubles = after.chain(stop).filter_map(Result::err).collect();
        if let Some(group) = &mut self.started {
            group.end_in_order();
        }
        troubles
    }

    fn perform(
        &self,
        what: &'static str,
        command: &str,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), SystemError> {
        let performed = self.shell.perform(command, self.system.command_time(), stopped);
        match performed.map_err(|source| SystemError::Command { command: command.to_owned(), source })? {
            CommandEnd::Done => Ok(()),
            CommandEnd::Failed(how) => Err(self.failed(what, command, how)),
            CommandEnd::TimedOut => Err(self.timed_out(what, command)),
            CommandEnd::Stopped => Err(SystemError::Stopped),
        }
    }

    fn failed(&self, what: &'static str, command: &str, how: String) -> SystemError {
        SystemError::Failed { what, command: command.to_owned(), how, tail: self.tail() }
    }

    fn timed_out(&self, what: &'static str, command: &str) -> SystemError {
        let limit = format_duration(self.system.command_time());
        SystemError::TimedOut { what, command: command.to_owned(), limit, tail: self.tail() }
    }

    /// The end of what the commands printed, for the end of a message.
    fn tail(&self) -> String {
        let tail = self.shell.tail();
        if tail.is_empty() { String::new() } else { format!("\n{tail}") }
    }
}

impl Drop for RunningSystem {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Around, HealthCheck, Readiness};
    use std::path::Path;

    fn setup(folder: &Path, system: System) -> SystemSetup {
        let env = vec![("PLIMSOLL_VARIANT".to_owned(), "small".to_owned())];
        SystemSetup { system, folder: folder.to_owned(), env, log: folder.join("log") }
    }

    fn ready(command: &str, timeout: Duration) -> Option<Readiness> {
        let check = HealthCheck::Command(command.to_owned());
        Some(Readiness { check, timeout, every: Duration::from_millis(5) })
    }

    fn system(start: &str) -> System {
        System { start: Some(start.to_owned()), ..System::default() }
    }

    #[test]
    fn a_system_is_started_asked_and_stopped() {
        let folder = tempfile::tempdir().expect("a folder");
        let around = |text: &str| Around { run: vec![text.to_owned()], step: vec![format!("{text} step")] };
        let system = System {
            stop: Some("echo stop".to_owned()),
            env: [("HEAP".to_owned(), "1g".to_owned())].into(),
            ready: ready("test -e up", Duration::from_secs(60)),
            before: around("echo before"),
            after: around("echo after"),
            record: vec![
                ("heap".to_owned(), "echo $HEAP of $PLIMSOLL_VARIANT".to_owned()),
                ("process".to_owned(), "kill -0 $PID && echo runs".to_owned()),
                ("none".to_owned(), "exit 4".to_owned()),
            ],
            ..system("echo start; touch up; exec sleep 600")
        };
        let running = RunningSystem::start(setup(folder.path(), system), &|| false).expect("started");
        let known: Vec<&str> = running.configuration.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(known, ["1g of small", "runs", "(not known: exit status 4)"]);
        running.before_step(&|| false).expect("performed");
        running.after_step(&|| false).expect("performed");
        assert!(running.stop().is_empty());
        let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
        let said: Vec<&str> = log.lines().filter(|line| !line.starts_with("---")).collect();
        assert_eq!(said, ["start", "before", "before step", "after step", "after", "stop"]);
    }

    fn check_failure(system: System, part: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let error = RunningSystem::start(setup(folder.path(), system), &|| false).expect_err(part);
        assert!(error.to_string().contains(part), "{error}");
    }

    #[test]
    fn a_system_that_does_not_come_up_says_why() {
        let short = Duration::from_millis(20);
        check_failure(system("echo no room; exit 7"), "failed: exit status 7\n--- $ echo no room");
        let dying = System { ready: ready("false", Duration::from_secs(60)), ..system("exit 7") };
        check_failure(dying, "ended before it was ready: exit status 7");
        let silent = System { ready: ready("echo soon; false", short), ..system("sleep 600") };
        check_failure(silent, "was not ready within 20 ms: `echo soon; false`: exit status 1: soon");
        let slow = System { timeout: Some(short), ..system("sleep 600") };
        check_failure(slow, "took longer than 20 ms");
        let before = Around { run: vec!["exit 5".to_owned()], ..Around::default() };
        check_failure(System { before, ..system("true") }, "`before: exit 5` failed: exit status 5");
    }

    #[test]
    fn a_stop_ends_the_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let waiting = System { ready: ready("false", Duration::from_secs(600)), ..system("sleep 600") };
        let error = RunningSystem::start(setup(folder.path(), waiting), &|| true).expect_err("stopped");
        assert!(matches!(error, SystemError::Stopped), "{error}");
    }
}
