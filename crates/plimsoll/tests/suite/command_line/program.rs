//! The program, a server and the files of a folder to run it in.

use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{PoisonError, RwLock};

/// Held by all that run the program; alone by those that judge what a server can do beside it.
static MACHINE: RwLock<()> = RwLock::new(());

pub fn plimsoll(folder: &Path, arguments: &[&str]) -> Output {
    let _beside_others = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    command(folder, arguments).output().expect("the program starts")
}

/// While no other test runs the program.
pub fn plimsoll_alone(folder: &Path, arguments: &[&str]) -> Output {
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    command(folder, arguments).output().expect("the program starts")
}

pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plimsoll"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

pub fn target(behaviour: Behaviour) -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), behaviour).expect("a free port")
}

pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A plan of one GET to `address`.
pub fn plan(address: SocketAddr, load: &str) -> String {
    format!(
        "plan: p\nscenarios:\n  - {load}\n    steps:\n      - get: http://{address}/\n        label: home\n"
    )
}

/// Runs `arguments` in a folder with `file`; the exit code, and every part must be in stderr.
pub fn check_refused(file: (&str, &str), arguments: &[&str], parts: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), file.0, file.1);
    let output = plimsoll(folder.path(), arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert!(!folder.path().join("runs").exists(), "a refused run leaves nothing behind");
}
