//! Processes are ended with all that they started where the system has groups and signals.

use std::process::{Child, Command, ExitStatus};

/// What the command starts can be ended with it.
#[cfg(unix)]
pub fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// The process with all that it started.
#[cfg(unix)]
pub fn end_group(child: &mut Child) {
    if let Some(pid) = pid(child.id()) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

/// As Ctrl-C: it ends in order.
#[cfg(unix)]
pub fn end_in_order(process: u32) {
    if let Some(pid) = pid(process) {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
    }
}

#[cfg(unix)]
pub fn ended_by_signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(unix)]
fn pid(process: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(process).ok()?)
}

#[cfg(not(unix))]
pub fn own_group(_: &mut Command) {}

#[cfg(not(unix))]
pub fn end_group(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(not(unix))]
pub fn ended_by_signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Nothing tells a process of another console to end in order.
#[cfg(not(unix))]
pub fn end_in_order(_: u32) {}
