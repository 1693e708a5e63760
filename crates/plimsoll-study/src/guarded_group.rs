//! Commands that do not outlive this process, whatever ends it.
//!
//! One shell beside this process reads from a pipe which groups of processes are there. When the pipe ends with groups left, this
//! process was killed (whoever ends in order releases its groups before), and the shell ends them.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Groups that are left get the time to end in order that a command has which took too long.
const GUARD: &str = r#"trap '' HUP INT TERM; groups=' '
while read -r word group; do
    case $word in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -s TERM -- "-$group"; done
sleep 1
for group in $groups; do kill -s KILL -- "-$group"; done"#;

static PIPE: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// The processes of a command, which are ended when this process is gone. With the value ends the guard, not the processes.
#[derive(Debug)]
pub struct GuardedGroup {
    number: u32,
}

impl GuardedGroup {
    /// A command of a POSIX shell, without input, for [`GuardedGroup::spawn`]: it begins when the guard knows of it, or never.
    pub fn shell(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", r#"read -r _ || exit; exec sh -c "$0" < /dev/null"#, text]).stdin(Stdio::piped());
        command
    }

    /// Starts the command in a group of its own: Ctrl-C is for us, and all that it starts can be ended with it.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, GuardedGroup)> {
        // Without a shell the command may still run: what is lost is its end after a kill.
        let mut pipe = PIPE.lock().unwrap_or_else(PoisonError::into_inner);
        if pipe.is_none() {
            *pipe = guard().ok();
        }
        let mut child = command.process_group(0).spawn()?;
        // The number of a group is that of its first process.
        let guarded = GuardedGroup { number: child.id() };
        say(&mut pipe, '+', guarded.number);
        if let Some(mut waiting) = child.stdin.take() {
            // One that does not wait any more has been ended.
            let _ = waiting.write_all(b"\n");
        }
        Ok((child, guarded))
    }
}

impl Drop for GuardedGroup {
    fn drop(&mut self) {
        say(&mut PIPE.lock().unwrap_or_else(PoisonError::into_inner), '-', self.number);
    }
}

fn guard() -> io::Result<ChildStdin> {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(GUARD).current_dir("/").process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = shell.spawn()?;
    child.stdin.take().ok_or_else(|| io::Error::other("the guard has no pipe"))
}

fn say(pipe: &mut Option<ChildStdin>, word: char, group: u32) {
    if let Some(open) = pipe
        // In one piece: of a half line nobody knows which group it is.
        && open.write_all(format!("{word} {group}\n").as_bytes()).is_err()
    {
        // Somebody ended the guard: the next command gets another one.
        *pipe = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_a_shell_begins_when_it_is_guarded_and_has_no_input() {
        let (mut child, guarded) =
            GuardedGroup::spawn(GuardedGroup::shell("cat; echo \"$0\"; exit 3").stdout(Stdio::piped()))
                .expect("a shell");
        let status = child.wait().expect("an end");
        assert_eq!(status.code(), Some(3));
        let mut said = String::new();
        io::Read::read_to_string(&mut child.stdout.take().expect("a pipe"), &mut said).expect("text");
        assert_eq!((said.as_str(), guarded.number), ("sh\n", child.id()));
    }

    /// The guard by itself: groups that were not released are ended when its pipe ends, all others stay.
    #[test]
    fn groups_that_are_left_are_ended_with_what_they_started() {
        let start =
            || Command::new("sh").args(["-c", "sleep 600 & wait"]).process_group(0).spawn().expect("a shell");
        let (mut left, mut released) = (start(), start());
        let mut pipe = guard().expect("a guard");
        let lines = format!("+ {0}\n+ {1}\n- {1}\n", left.id(), released.id());
        pipe.write_all(lines.as_bytes()).expect("written");
        drop(pipe);
        assert!(!left.wait().expect("an end").success());
        assert!(released.try_wait().expect("a status").is_none());
        let group = rustix::process::Pid::from_child(&released);
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).expect("ended");
        released.wait().expect("an end");
    }
}
