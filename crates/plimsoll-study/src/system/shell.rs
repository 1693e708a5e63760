//! Commands of a study: bounded in time, in a process group of their own, their output in a file.

use crate::guarded_group::GuardedGroup;
use plimsoll_run::private::private;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Where and with what commands are performed.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The study's folder.
    pub folder: PathBuf,
    /// Over the program's own environment.
    pub env: Vec<(String, String)>,
    /// What the commands print goes to the end of it.
    pub log: PathBuf,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandEnd {
    Done,
    /// `exit status 1`, `signal 9`.
    Failed(String),
    TimedOut,
    /// Somebody ended the run meanwhile.
    Stopped,
}

/// Of a command's output kept in messages: the last so many bytes.
const TAIL_BYTES: u64 = 2_000;
/// Of a command whose output is wanted: the first so many.
const ANSWER_BYTES: u64 = 4_096;
const LOOK: Duration = Duration::from_millis(20);
/// Between asking processes to end and ending them.
const END_TIME: Duration = Duration::from_secs(10);

impl Shell {
    fn command(&self, text: &str) -> Command {
        let mut command = GuardedGroup::shell(text);
        command.current_dir(&self.folder);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    fn log_file(&self) -> io::Result<File> {
        private(OpenOptions::new().create(true).append(true)).open(&self.log)
    }

    /// A line of our own in the log.
    pub fn say(&self, text: &str) {
        // The log is a convenience: without it the run goes on.
        let _ = self.log_file().and_then(|mut file| writeln!(file, "--- {text}"));
    }

    /// Starts a command and leaves it running.
    pub fn spawn(&self, text: &str) -> io::Result<ProcessGroup> {
        self.say(&format!("$ {text}"));
        let log = self.log_file()?;
        let errors = log.try_clone()?;
        ProcessGroup::spawn(self.command(text).stdout(log).stderr(errors))
    }

    /// Performs a command to its end; what it leaves running stays.
    pub fn perform(&self, text: &str, time: Duration, stopped: &dyn Fn() -> bool) -> io::Result<CommandEnd> {
        let mut group = self.spawn(text)?;
        Ok(wait(&mut group, time, stopped))
    }

    /// What a command prints, trimmed and cut at 4 KiB; `Err` says why there is none.
    pub fn ask(&self, text: &str, time: Duration) -> Result<String, String> {
        let mut answer = tempfile::tempfile().map_err(|error| error.to_string())?;
        let copy = || answer.try_clone().map_err(|error| error.to_string());
        let (out, errors) = (copy()?, copy()?);
        let group = ProcessGroup::spawn(self.command(text).stdout(out).stderr(errors));
        let mut group = group.map_err(|error| error.to_string())?;
        let end = wait(&mut group, time, &|| false);
        answer.rewind().map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        answer.take(ANSWER_BYTES).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&bytes).trim().to_owned();
        match end {
            CommandEnd::Done => Ok(said),
            CommandEnd::Failed(how) if said.is_empty() => Err(how),
            CommandEnd::Failed(how) => Err(format!("{how}: {said}")),
            CommandEnd::TimedOut | CommandEnd::Stopped => {
                Err(format!("no answer within {} s", time.as_secs_f64()))
            }
        }
    }

    /// The end of the log, at most 2,000 bytes of it, from the beginning of a line.
    pub fn tail(&self) -> String {
        tail(&self.log).unwrap_or_default()
    }
}

fn tail(log: &Path) -> io::Result<String> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let whole = match length > TAIL_BYTES {
        true => text.split_once('\n').map_or(text.as_str(), |(_, rest)| rest),
        false => text.as_str(),
    };
    Ok(whole.trim().to_owned())
}

/// A command that is over leaves what it started; one that took too long, or was stopped, is ended with all of it.
fn wait(group: &mut ProcessGroup, time: Duration, stopped: &dyn Fn() -> bool) -> CommandEnd {
    let started = Instant::now();
    loop {
        match group.ended() {
            Some(None) => {
                group.release();
                return CommandEnd::Done;
            }
            Some(Some(how)) => {
                group.end(Duration::ZERO);
                return CommandEnd::Failed(how);
            }
            None => {}
        }
        let late = started.elapsed() >= time;
        if late || stopped() {
            group.end(Duration::from_secs(1));
            return if late { CommandEnd::TimedOut } else { CommandEnd::Stopped };
        }
        std::thread::sleep(LOOK);
    }
}

/// A process and what it has started, as far as that stayed in its group. Ended with the value.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
    pid: Pid,
    /// Its end was taken, so that its number may belong to another process.
    reaped: bool,
    _guarded: GuardedGroup,
}

impl ProcessGroup {
    fn spawn(command: &mut Command) -> io::Result<ProcessGroup> {
        let (child, guarded) = GuardedGroup::spawn(command)?;
        let pid = Pid::from_child(&child);
        Ok(ProcessGroup { child, pid, reaped: false, _guarded: guarded })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Whether the first process is over, without taking its end: as long as it is not taken, the number of the
    /// group can't become another's. Inner `None`: it ended with 0.
    pub fn ended(&self) -> Option<Option<String>> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = rustix::process::waitid(WaitId::Pid(self.pid), options).ok()??;
        match (status.exit_status(), status.terminating_signal()) {
            (Some(0), _) => Some(None),
            (Some(code), _) => Some(Some(format!("exit status {code}"))),
            (None, Some(signal)) => Some(Some(format!("signal {signal}"))),
            (None, None) => Some(Some("an unknown end".to_owned())),
        }
    }

    /// What it started goes on by itself.
    fn release(&mut self) {
        self.reap();
    }

    /// Asks all of the group to end, and ends it after a time.
    pub fn end(&mut self, first: Duration) {
        if self.reaped {
            return;
        }
        if !first.is_zero() {
            self.signal(Signal::TERM);
            let until = Instant::now() + first;
            while Instant::now() < until && (self.ended().is_none() || self.has_others()) {
                std::thread::sleep(LOOK);
            }
        }
        self.signal(Signal::KILL);
        self.reap();
    }

    /// As [`ProcessGroup::end`], with the time that a server needs to end in order.
    pub fn end_in_order(&mut self) {
        self.end(END_TIME);
    }

    fn signal(&self, signal: Signal) {
        // They may have ended this moment.
        let _ = rustix::process::kill_process_group(self.pid, signal);
    }

    /// Processes of the group that still run, besides the first.
    fn has_others(&self) -> bool {
        let group = self.pid.as_raw_nonzero().get().to_string();
        let Ok(processes) = std::fs::read_dir("/proc") else { return false };
        processes.flatten().any(|entry| {
            let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { return false };
            // pid (name) state parent group; names may hold anything but end with the last parenthesis.
            let fields = stat.rsplit_once(") ").map(|(_, rest)| rest.split(' ').collect::<Vec<_>>());
            fields.is_some_and(|fields| fields.get(2) == Some(&group.as_str()) && fields[0] != "Z")
        })
    }

    fn reap(&mut self) {
        if !self.reaped {
            let _ = self.child.wait();
            self.reaped = true;
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end(Duration::from_secs(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(folder: &Path) -> Shell {
        let env = vec![("HEAP".to_owned(), "1g".to_owned())];
        Shell { folder: folder.to_owned(), env, log: folder.join("log") }
    }

    fn check(command: &str, time: Duration, expected: &CommandEnd, said: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let shell = shell(folder.path());
        let end = shell.perform(command, time, &|| false).expect("a shell");
        assert_eq!(&end, expected, "{command}");
        assert_eq!(shell.tail(), format!("--- $ {command}\n{said}").trim());
    }

    #[test]
    fn a_command_has_its_environment_and_its_end() {
        let long = Duration::from_secs(60);
        check("echo heap $HEAP; echo oh >&2", long, &CommandEnd::Done, "heap 1g\noh");
        check("echo no; exit 3", long, &CommandEnd::Failed("exit status 3".to_owned()), "no");
        check("kill -9 $$", long, &CommandEnd::Failed("signal 9".to_owned()), "");
        check("sleep 600", Duration::from_millis(30), &CommandEnd::TimedOut, "");
    }

    #[test]
    fn an_answer_is_trimmed_and_a_failure_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let shell = shell(folder.path());
        let time = Duration::from_secs(60);
        assert_eq!(shell.ask("echo; echo 'openjdk 17' >&2", time), Ok("openjdk 17".to_owned()));
        assert_eq!(shell.ask("echo none; exit 2", time), Err("exit status 2: none".to_owned()));
        assert_eq!(shell.ask("yes | head -c 100000", time).map(|text| text.len()), Ok(4_095));
    }

    #[test]
    fn a_group_is_ended_with_what_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let shell = shell(folder.path());
        let mut group = shell.spawn("sleep 601 & echo $! > inner; wait").expect("a shell");
        let inner = folder.path().join("inner");
        let started = Instant::now();
        let pid = loop {
            let text = std::fs::read_to_string(&inner).unwrap_or_default();
            if let Ok(pid) = text.trim().parse::<u32>() {
                break pid;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "it never started");
            std::thread::yield_now();
        };
        assert!(group.ended().is_none());
        group.end_in_order();
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{state}");
    }
}
